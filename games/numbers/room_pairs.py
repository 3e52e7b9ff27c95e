"""The third pane of the reading room: two sequences, and which of them a person made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.session.starting import fresh_seed
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN
from games.shell.draw.theme import GAP, LABEL, TEXT
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Widget
from games.shell.workroom import Pane, Room

NAMES: Final = ("The first", "The second")
ANSWER: Final = 200.0  # units: an answer's width, where rows begin, and how far they lie apart
TOP: Final = 52.0
APART: Final = 128.0  # three lines in larger text on the narrowest page
MACHINES: Final = {
    "dice": "The other was dice.",
    "imitation": "The other was a machine that imitates people.",
}


class PairPane(Pane[Room]):
    """A pane that deals pairs, asks, answers, and counts."""

    title = "Person or machine?"
    hint = "One row was made by a real person of the studies, the other by a machine."

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.pair: Mapping[str, Any] | None = None
        self.answer: int | None = None
        self.right = self.asked = 0
        self.choices = [Button(name, self._chooser(n)) for n, name in enumerate(NAMES)]
        self.next = Button("Next pair", self.deal, "main", "forward")

    def _chooser(self, place: int) -> Callable[[], None]:
        return lambda: self.choose(place)

    def begin(self) -> None:
        """Deal a pair, where none lies there."""
        if self.pair is None:
            self.deal()

    def deal(self) -> None:
        """Ask for another pair."""
        self.pair, self.answer, self.waiting = None, None, True
        self.room.send({"op": "pair", "seed": fresh_seed()})
        self.room.refresh()

    def take(self, reply: Mapping[str, Any]) -> None:
        """Take in a pair that was dealt."""
        if reply["op"] == "pair":
            self.pair, self.answer = reply, None
        self.waiting = False

    def choose(self, place: int) -> None:
        """Say that row `place` was the person's."""
        if self.pair is None or self.answer is not None:
            return
        self.answer = place
        self.asked += 1
        right = place == self.pair["person"]
        self.right += right
        self.room.shell.play_sound("right" if right else "wrong")
        self.room.refresh()

    def widgets(self) -> Sequence[Widget]:
        """Return two answers, and the next pair once one was given."""
        return self.choices if self.answer is None else (self.next,)

    def place(self, box: Box) -> None:
        """Place each answer beside its row, and the next pair at the foot."""
        self.box = (x, y, w, h) = box
        wide = min(ANSWER, (w - GAP) / 4)
        for number, button in enumerate(self.choices):
            button.box = (x, y + TOP + number * APART, wide, 48)
        self.next.box = (x, y + h - 52, min(240.0, w), 48)

    def verdict(self) -> str:
        """Return the words after an answer."""
        assert self.pair is not None
        person = int(self.pair["person"])
        right = "Right" if self.answer == person else "No"
        told = f"{right}: {NAMES[person].lower()} was a person. {MACHINES[self.pair['machine']]}"
        why = str(self.pair["why"][person])
        quoted = (
            f"\N{LEFT DOUBLE QUOTATION MARK}{why}\N{RIGHT DOUBLE QUOTATION MARK}"  # said to them
        )
        given = f" What I would tell the person: {quoted}" if why else ""
        return f"{told}{given}"

    def draw(self, canvas: Canvas) -> None:
        """Draw both rows, and the verdict with the score."""
        x, y, w, _ = self.box
        asked = "Which of these did a person make up?"
        canvas.text(asked, (x, y + 14), LABEL, "paper", "bold", max_width=w)
        if self.pair is None:
            canvas.text("A moment.", (x, y + 52), TEXT, "quiet")
            return
        for number, row in enumerate(self.pair["rows"]):
            self._draw_row(canvas, number, row)
        if self.answer is not None:
            told = f"{self.verdict()} So far {self.right} of {self.asked}."
            top = y + TOP + len(NAMES) * APART
            canvas.paragraph(told, (x, top), w, TEXT, "paper", most=4)

    def _draw_row(self, canvas: Canvas, number: int, row: Sequence[str]) -> None:
        """Draw one sequence on its strip of paper, beside its answer, or its name once one was
        given.
        """
        assert self.pair is not None
        x, y, wide, high = self.choices[number].box
        person = self.answer is not None and number == self.pair["person"]
        if self.answer is not None:
            ink = OWN if person else "quiet"
            canvas.text(NAMES[number], (x, y + high / 2), TEXT, ink, "bold", max_width=wide)
        x += wide + GAP
        w, text = self.box[0] + self.box[2] - x, "  ".join(row)
        room = canvas.even_width(text, w - 32, TEXT, "bold")
        lines = canvas.wrap(text, room, TEXT, "bold")
        tall = max(high, len(lines) * canvas.line_height(TEXT, "bold") + 20)
        canvas.panel((x, y, w, tall), "paper", OWN if person else "quiet", 4 if person else 1, 8)
        middle = (tall - len(lines) * canvas.line_height(TEXT, "bold")) / 2
        canvas.paragraph(text, (x + 16, y + middle), room, TEXT, "ink", "bold")
