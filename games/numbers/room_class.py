"""The second pane of the reading room: the sequences of a class, and how readable each person is.

They come from the clipboard or from a file, in the forms of `ai.sequence.papers`. The table can be
written as CSV into the folder of saved data.
"""

from __future__ import annotations

import csv
import io
import itertools
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.roles import RIVAL
from games.shell.draw.theme import NOTE, TEXT
from games.shell.input import InputEvent, Press, Wheel
from games.shell.pages.clipboard import from_clipboard
from games.shell.widgets.basic import Button, Choice, ProgressBar, TextField
from games.shell.widgets.form import Widget
from games.shell.workroom import Pane, Room
from games.store.library import export_text

KINDS: Final = ("novice", "blank")
KIND_HINTS: Final = (
    "A novice knows what people do, and none of these.",
    "A blank reader knows nobody, and learns each of them anew.",
)
MOST_PASTED: Final = 100_000
"""More characters are not even handed on; the reader takes no more."""
LONGEST_PATH: Final = 400
HEADINGS: Final = ("Who", "Choices", "Foreseen", "Easy to read", "What I would tell them")
WORDS: Final = (
    "Copy the sequences of a class and press Paste: a person a line (Ada: 3141 2213), or a table "
    "with a column a person. Or give the name of a text or CSV file, or drop it here. Two to ten "
    "different symbols."
)
ROW: Final = 30.0  # units
BAR: Final = 90.0


class ClassPane(Pane[Room]):
    """Reads a class and shows the table."""

    title = "A class"
    hint = "Nothing of it leaves this machine or is kept, but what you export."

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.rows: list[Mapping[str, Any]] = []
        self.told, self.first, self.k = "", 0, 0
        self.path = TextField(
            "File", "", lambda text: None, LONGEST_PATH, "The name of a file.", self._open
        )
        self.reader = Choice("Reader", [k.title() for k in KINDS], 0, self._set_kind, KIND_HINTS[0])
        self.paste = Button("Paste", self._paste, "main", "copy", "Read what was copied.")
        self.open = Button("Open", self._open, icon="forward", hint="Read this file.")
        self.save = Button("Export", self._export, icon="export", hint="Write the table as CSV.")
        self.progress = ProgressBar("Reading")
        self.halt = Button("Stop", self._stop, icon="stop", hint="Read no further.")
        self._asked: dict[str, Any] | None = None

    def _set_kind(self, place: int) -> None:
        self.reader.hint = KIND_HINTS[place]
        if self._asked is not None:
            self._ask(self._asked)

    def _ask(self, what: dict[str, Any]) -> None:
        """Have a class read: by its text, or its file."""
        if self.waiting:
            return
        self._asked, self.waiting, self.progress.share = what, True, 0.0
        self.room.send({"op": "class", "kind": KINDS[self.reader.index], **what})
        self.room.refresh()

    def _stop(self) -> None:
        """Read no further: the process is ended, and what it was reading is dropped."""
        self.waiting, self._asked = False, None
        self.room.restart()
        self.room.refresh()

    def _paste(self) -> None:
        text = from_clipboard(MOST_PASTED + 1)
        if not text.strip():
            self.room.shell.toast("There is no text to paste; copy the sequences first.")
        elif len(text) > MOST_PASTED:
            self.room.shell.toast(
                f"That is more than {MOST_PASTED:,} characters; copy a part of it, and paste that."
            )
        else:
            self._ask({"text": text})

    def _open(self) -> None:
        if self.path.text.strip():
            self._ask({"path": self.path.text.strip()})
        else:
            self.room.shell.toast("Type the name of a file first, or paste the sequences.")

    def take_file(self, path: str) -> bool:
        """Open a dropped file; return whether it was used."""
        self.path.text = path[:LONGEST_PATH]
        self.path.cursor = len(self.path.text)
        self._open()
        return True

    def begin(self) -> None:
        """Begin without a request."""
        self.waiting = False

    def take(self, reply: Mapping[str, Any]) -> None:
        """Take in the progress, the table, or the reason why there is none."""
        if reply["op"] == "share":
            self.progress.share = float(reply["share"])
        elif reply["op"] in ("class", "error"):
            self.waiting = False
        if reply["op"] == "class":
            self.rows, self.first, self.k = list(reply["rows"]), 0, int(reply["k"])
            left = int(reply["left_out"])
            noun = "person" if len(self.rows) == 1 else "people"
            self.told = f"{len(self.rows)} {noun}, {self.k} symbols; the easiest to read first."
            if left:
                self.told += f" {left} with fewer than 5 choices left out."

    def widgets(self) -> Sequence[Widget]:
        """Return the controls: the source, the reader, and the way out as a file."""
        self.save.enabled = bool(self.rows)
        if self.waiting:
            return (self.halt, self.progress)
        return (self.paste, self.path, self.open, self.reader, self.save)

    def place(self, box: Box) -> None:
        """Place two rows of widgets, the table below."""
        self.box = (x, y, w, _) = box
        self.paste.box = (x, y, 150, 44)
        self.path.box = (x + 166, y, w - 166 - 146, 44)
        self.open.box = (x + w - 130, y, 130, 44)
        self.reader.box = (x, y + 54, min(420.0, w - 166), 44)
        self.save.box = (x + w - 150, y + 54, 150, 44)
        self.halt.box = self.paste.box
        self.progress.box = (x, y + 112, w, 40)

    @property
    def room_for(self) -> int:
        """The number of rows of the table that are shown."""
        return max(1, int((self.box[3] - 112 - 2 * ROW) // ROW))

    def handle(self, event: InputEvent) -> bool:
        """Scroll the table by the wheel and the paging keys."""
        if isinstance(event, Wheel):
            return self._scroll(-3 if event.turn > 0 else 3)
        if isinstance(event, Press) and event.action in ("page_up", "page_down"):
            return self._scroll(self.room_for * (1 if event.action == "page_down" else -1))
        return False

    def _scroll(self, by: int) -> bool:
        last = max(0, len(self.rows) - self.room_for)
        self.first = min(max(0, self.first + by), last)
        return bool(self.rows)

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the task, or the table."""
        x, y, w, _ = self.box
        top = y + 112
        if self.waiting:
            return
        if not self.rows:
            canvas.paragraph(WORDS, (x, top), min(w, 760.0), TEXT, "quiet")
            return
        canvas.text(self.told, (x, top + ROW / 2 - 4), NOTE, "quiet", max_width=w)
        self._draw_table(canvas, (x, top + ROW - 8, w, 0.0))

    def _columns(self, w: float) -> list[float]:
        """Return the left end of each column, from the left edge; the fourth is a bar."""
        name = min(200.0, w * 0.22)
        starts = [0.0, name, name + 84, name + 176]
        return [*starts, starts[-1] + BAR + 24]

    def _draw_table(self, canvas: Canvas, box: Box) -> None:
        x, y, w, _ = box
        starts = self._columns(w)
        ends = [*starts[1:], w]
        for start, end, text in zip(starts, ends, HEADINGS, strict=True):
            place = (x + start, y + ROW / 2)
            canvas.text(text, place, NOTE, "brass", "bold", max_width=end - start - 8)
        last = min(len(self.rows), self.first + self.room_for)
        room = w - starts[4]
        fits = all(canvas.text_width(_short(row), TEXT) <= room for row in self.rows)
        for line, row in enumerate(self.rows[self.first : last], start=1):
            self._draw_row(canvas, (x, y + line * ROW, w, ROW), row, starts)
            place = (x + starts[4], y + (line + 0.5) * ROW)
            draw_why(canvas, place, row, room, TEXT if fits else NOTE)
        if last < len(self.rows) or self.first:
            told = f"{self.first + 1} to {last} of {len(self.rows)}"
            canvas.text(told, (x + w, self.box[1] + 112 + 10), NOTE, "quiet", align="right")

    def _draw_row(
        self, canvas: Canvas, box: Box, row: Mapping[str, Any], starts: Sequence[float]
    ) -> None:
        x, y, w, h = box
        middle, read = y + h / 2, readable(row)
        canvas.line((x, y), (x + w, y), "line", 1)
        room = starts[1] - 12
        canvas.text(str(row["name"]), (x, middle), TEXT, "paper", "bold", max_width=room)
        canvas.text(str(row["choices"]), (x + starts[1], middle), TEXT, "quiet")
        share = int(row["hits"]) / int(row["choices"])
        canvas.text(f"{share:.0%}", (x + starts[2], middle), TEXT, RIVAL, "bold")
        canvas.rect((x + starts[3], middle - 5, BAR, 10), "line", 5)
        if read > 0.02:
            canvas.rect((x + starts[3], middle - 5, BAR * read, 10), RIVAL, 5)

    # -- export ------------------------------------------------------------------------

    def _export(self) -> None:
        library = self.room.shell.library
        path = free_place((library.store.root or Path.home()) / "exports" / "reading-room.csv")
        problem = export_text(library, path, table_text(self.rows, self.k), "the table")
        self.room.shell.toast(problem or f"Written to {path}.")


def _short(row: Mapping[str, Any]) -> str:
    """Return why a person is readable, without how often it held."""
    return f"{str(row['why']).partition(':')[0].rstrip('.')}."


def draw_why(
    canvas: Canvas, place: Point, row: Mapping[str, Any], room: float, size: float
) -> None:
    """Draw why the person of a `row` is read, at the `size` of the whole column, shorter if need
    be.
    """
    tries = (str(row["why"]), _short(row))
    text = next((t for t in tries if canvas.text_width(t, size) <= room), tries[-1])
    canvas.text(text, place, size, "paper", max_width=room)


def free_place(path: Path) -> Path:
    """Return the `path`, or NAME-2, NAME-3, ... if it is taken: no class replaces another."""
    names = (f"{path.stem}-{number}{path.suffix}" for number in itertools.count(2))
    tried = itertools.chain([path], map(path.with_name, names))
    return next(place for place in tried if not os.path.lexists(place))


def readable(row: Mapping[str, Any]) -> float:
    """Return how easy a person is to read, 0 (dice) to 1 (a metronome)."""
    return min(1.0, max(0.0, 1.0 - float(row["share"])))


def table_text(rows: Sequence[Mapping[str, Any]], k: int) -> str:
    """Return the table as CSV. What a spreadsheet would take for a formula gets an apostrophe
    before it.

    `k` is how many symbols they chose among.
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    heads = ("name", "choices", "foreseen", "chance", "readable", "harder_than", "why")
    writer.writerow(heads)
    for row in rows:
        harder = "" if row["harder"] is None else f"{float(row['harder']):.2f}"
        shares = (f"{1.0 / k:.4f}", f"{readable(row):.4f}", harder)
        cells = (str(row["name"]), row["choices"], row["hits"], *shares, str(row["why"]))
        writer.writerow([_plain(cell) if isinstance(cell, str) else cell for cell in cells])
    return file.getvalue()


def _plain(cell: str) -> str:
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@") else cell
