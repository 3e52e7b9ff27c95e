"""A player's results by game and agent, and what the agents of a game have learned of a player."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from games import catalog
from games.arrays import BadWeights, arrays_from_text
from games.mind import Mind
from games.session.ladder import rungs, standing
from games.session.results import by_mode
from games.session.setup import HUMAN
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN, RIVAL
from games.shell.draw.theme import EDGE, HEADING, HUGE, NOTE, TEXT, TITLE
from games.shell.draw.tween import Springs
from games.shell.mind.items import Style, draw_items, lay_out
from games.shell.pages.overlays import ask_to_forget
from games.shell.pages.page import TITLE_MIDDLE, Page
from games.shell.widgets.avatars import draw_sign
from games.shell.widgets.basic import Button, Label
from games.shell.widgets.faces import Face, draw_face, face_of
from games.shell.widgets.form import Look, Widget
from games.shell.widgets.ladder import draw_stamp
from games.spec import GameSpec
from games.store.profiles import Profile
from games.store.statistics import Record, Statistics, option_values

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from games.shell.shell import Shell

# Units, chosen by eye; the last pair are cells of an array.
HERO = 148.0
FACES, FACE = 64.0, 56.0  # the row of portraits, and one of them
ROW, FOLDED_ROW = 44.0, 78.0
COLUMN_GAP = 28.0
SHORT_NAME, LONG_NAME = 200.0, 340.0
MOST_COLUMNS, MOST_ROWS = 48, 16
LETTER = 0.5  # how wide a letter is on average, in its size


def known_spec(game: str) -> GameSpec | None:
    """Return the spec of a game, or None where it cannot be loaded."""
    try:
        return catalog.spec(game)
    except Exception:  # whatever a broken game raises, the others are shown
        return None


def agent_name(record: Record) -> str:
    """Return the name of whom a `record` is about, with its options, or else its id."""
    if record.agent == HUMAN:
        return "Another person"
    game, options = record.game, option_values(record.options)
    try:
        known = (*catalog.models(game), *catalog.agents(game))  # in some games one meets a model
        met = next((spec for spec in known if spec.id == record.agent), None)
        if met is None:
            return catalog.agent(game, record.agent).name
        told = all(option.name in options for option in met.options)
        return met.with_options(options).name if told else met.name
    except Exception:  # the same: a result outlives the agent
        return record.agent


class ResultTable(Widget):
    """One row an agent: a bar of won, drawn and lost matches, and the numbers.

    Each column is as wide as what is in it. Where all of them together leave the names too little
    room, the extras (points and best results) go into a second line of the row.
    """

    focusable = False

    def __init__(self, head: Sequence[str], names: Sequence[str], records: Sequence[Record]):
        super().__init__()
        decided = any(r.won or r.drawn or r.lost for r in records)
        self.names, self.records, self.decided = names, records, decided
        self.counts, self.extras = head[:5] if decided else head[:2], head[5:]
        self.texts = [self._texts(record) for record in records]
        self.widths: list[float] = []
        self.folded = False

    def _texts(self, record: Record) -> list[str]:
        """Return the numbers of a record: matches, what came of them, points, the best result."""
        numbers = [str(record.matches)]
        if self.decided:
            numbers += [str(record.won), str(record.drawn), str(record.lost)]
        points = ""
        if record.points_for or record.points_against:
            points = f"{record.points_for:,.0f} : {record.points_against:,.0f}"
        return [*numbers, points, record.best_text]

    def measure(self, canvas: Canvas) -> bool:
        """Fit columns and rows to what is in them; whether the height is another than before."""
        x, y, w, before = self.box
        heads = (*self.counts[1:], *self.extras)
        self.widths = [_column_width(canvas, *c) for c in zip(heads, *self.texts, strict=True)]
        names = max(canvas.text_width(name, TEXT, "bold") for name in self.names) + 12
        self.folded = w - sum(self.widths) < min(max(names, SHORT_NAME), LONG_NAME)
        if self.folded:
            del self.widths[-len(self.extras) :]
        tall = 40 + self.row * len(self.records)
        self.box = (x, y, w, tall)
        return tall != before

    @property
    def row(self) -> float:
        """The height of a row."""
        return FOLDED_ROW if self.folded else ROW

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the head and the rows."""
        x, y, w, _ = self.box
        canvas.text(self.counts[0], (x, y + 18), NOTE + 2, "quiet", "bold")
        heads = (*self.counts[1:], *self.extras)
        for text, right, width in zip(heads, self._rights(), self.widths, strict=False):
            if width:
                canvas.text(text, (right, y + 18), NOTE + 2, "quiet", "bold", "right")
        canvas.rect((x, y + 34, w, 2), "line")
        for number in range(len(self.records)):
            self._draw_row(canvas, y + 40 + number * self.row, number)

    def _rights(self) -> list[float]:
        """Return the right ends of the columns of numbers."""
        end = self.box[0] + self.box[2]
        return [end - sum(self.widths[number + 1 :]) for number in range(len(self.widths))]

    def _draw_row(self, canvas: Canvas, top: float, number: int) -> None:
        x, middle, texts = self.box[0], top + ROW / 2, self.texts[number]
        room = self.box[2] - sum(self.widths) - 12
        name = (x, middle - (5 if self.decided else 0))
        canvas.text(self.names[number], name, TEXT, face="bold", max_width=room)
        if self.decided:
            draw_shares(canvas, (x, middle + 12, room, 5), self.records[number])
        for text, right in zip(texts, self._rights(), strict=False):
            canvas.text(text, (right, middle), TEXT, align="right")
        if self.folded:
            pairs = zip(self.extras, texts[-len(self.extras) :], strict=True)
            told = "   ".join(f"{head}: {text}" for head, text in pairs if text)
            place = (x, middle + FOLDED_ROW - ROW)
            canvas.text(told, place, NOTE + 2, "quiet", max_width=self.box[2])


def _column_width(canvas: Canvas, head: str, *texts: str) -> float:
    """Return the width of a column, with the gap before it; 0 where it is empty."""
    if not any(texts):
        return 0.0
    widest = max(canvas.text_width(text, TEXT) for text in texts)
    return COLUMN_GAP + max(widest, canvas.text_width(head, NOTE + 2, "bold"))


def draw_shares(canvas: Canvas, box: Box, record: Record) -> None:
    """Draw the bar of a `record`: won in the player's colour, drawn quiet, lost in the
    machine's.
    """
    x, y, w, h = box
    total = max(1, record.won + record.drawn + record.lost)
    parts = ((record.won, OWN), (record.drawn, "quiet"), (record.lost, RIVAL))
    for count, colour in parts:
        if count:
            wide = w * count / total
            canvas.rect((x, y, max(1.0, wide - 2), h), colour, 2)
            x += wide


class StatisticsScene(Page):
    """A player's results, a tab a game."""

    emblem = "stats"

    def __init__(self, shell: Shell, profile: Profile) -> None:
        self.profile = profile
        self.statistics: Statistics = shell.library.statistics(profile.id)
        self.games = [
            (game, spec.title)
            for game in catalog.GAMES
            if (spec := known_spec(game)) is not None and self.statistics.of(game)
        ]
        self.total: Record | None = None
        self.table: ResultTable | None = None
        self.modes: ResultTable | None = None
        self.opponents: list[tuple[Face, bool]] = []
        super().__init__(shell, profile.name)
        self._add_tabs([title for _, title in self.games])
        if self.games:
            self.opened(0)
            self.foot.widgets.append(Button("Matches", self._matches, icon="play"))
        self.active = self.foot

    def _matches(self) -> None:
        """Every match of the game whose tab is open."""
        assert self.tabs is not None
        game = self.games[self.tabs.index][0]
        self.shell.push(self.shell.doors.matches(self.shell, self.profile, game))

    def opened(self, index: int) -> None:
        """Show the results of a game."""
        game = self.games[index][0]
        met: dict[str, list[Record]] = {}
        for record in self.statistics.of(game):
            met.setdefault(agent_name(record), []).append(record)
        self.total = self.statistics.total(game)
        self.opponents = [
            (face_of(game, spec.id, spec.name), standing(self.statistics, game, spec.id).won > 0)
            for spec in rungs(game)
        ]
        if not (self.total.won or self.total.drawn or self.total.lost):
            self.opponents = []  # in such a game nobody is beaten
        self.table = _table("Against", met, game)
        self.modes = None
        spec = known_spec(game)
        played = by_mode(spec, self.statistics.of(game)) if spec is not None else {}
        if len(played) > 1:
            self.modes = _table("Played", played, game)
        self.fill([table for table in (self.table, self.modes) if table is not None])

    def place(self, box: Box) -> None:
        """Place the table below the large number, as wide as the page."""
        x, y, _, h = box
        width = min(self.size[0] - 2 * EDGE, 1000.0)
        head = HERO + (FACES if self.opponents else 0.0)
        self.body.column((x, y + head, width, h - head), 40, 24)

    def draw_body(self, canvas: Canvas) -> None:
        """Draw the player's sign, and one large number: the share of matches won."""
        tables = [table for table in (self.table, self.modes) if table is not None]
        if [table for table in tables if table.measure(canvas)]:
            self.layout(*self.size)
        name = canvas.text_width(self.title, TITLE, "title")
        place = (min(EDGE + name + 44, canvas.width - EDGE - 24), TITLE_MIDDLE)
        draw_sign(canvas, self.profile.avatar, place, 48)
        if self.total is None:
            text = "Nothing to count yet. Finish a match, and it appears here."
            canvas.text(text, (EDGE, self.body_box[1] + 20), TEXT, "quiet")
            return
        self._draw_hero(canvas, self.total)
        if self.opponents:
            self._draw_opponents(canvas)

    def _draw_opponents(self, canvas: Canvas) -> None:
        """Draw the opponents of the game, the weakest first, with a stamp on those that were
        beaten.
        """
        x, y, _, _ = self.body_box
        step = min(FACE + 16, (canvas.width - 2 * EDGE - FACE) / max(1, len(self.opponents) - 1))
        for number, (face, won) in enumerate(self.opponents):
            centre = (x + FACE / 2 + number * step, y + HERO - 24 + FACE / 2)
            draw_face(canvas, face, centre, FACE, dim=not won)
            if won:
                place = (centre[0] + FACE * 0.35, centre[1] + FACE * 0.35)
                draw_stamp(canvas, place, FACE * 0.36)

    def _draw_hero(self, canvas: Canvas, total: Record) -> None:
        x, y, _, _ = self.body_box
        decided = total.won + total.drawn + total.lost
        count = decided or total.matches
        matches = "match" if count == 1 else "matches"
        number = f"{100 * total.won / decided:.0f}%" if decided else f"{count}"
        wide = canvas.text(number, (x - 4, y + 56), HUGE, OWN, "title")
        text = f"of {count} {matches} won" if decided else f"{matches} played"
        canvas.text(text, (x + wide + 24, y + 48), HEADING - 8, "paper", "title")
        told = []
        if self.opponents:
            beaten = sum(won for _, won in self.opponents)
            told.append(f"{beaten} of {len(self.opponents)} opponents beaten")
        if total.best_streak > 1:
            told.append(f"longest run of wins: {total.best_streak}")
        room = canvas.width - EDGE - x - wide - 24
        canvas.text(", ".join(told), (x + wide + 24, y + 84), TEXT, "quiet", max_width=room)


def _table(first: str, rows: Mapping[str, Sequence[Record]], game: str) -> ResultTable:
    """Return the sums of the records of each of the `rows`, under a head from `first`."""
    records = [_sum_records(game, each) for each in rows.values()]
    head = [first, "Matches", "Won", "Drawn", "Lost", "Points", "Best"]
    table = ResultTable(head, list(rows), records)
    table.box = (0, 0, 0, 40 + ROW * len(records))
    return table


def _sum_records(game: str, records: Sequence[Record]) -> Record:
    """Return the sums of records, with the best of their results."""
    statistics = Statistics(tuple(records))
    total, best = statistics.total(game), statistics.best(game)
    if best is None:
        return total
    text = best.best_text or f"{best.best:g}"
    return dataclasses.replace(total, best=best.best, best_text=text)


# -- what was learned --------------------------------------------------------------------


class ArrayView(Widget):
    """One learned array: its name, its shape and range, and its values as light and dark."""

    focusable = False

    def __init__(self, caption: str, array: npt.NDArray[np.float64]) -> None:
        super().__init__()
        self.caption = caption
        self.cells = thumbnail(array)
        self.box = (0, 0, 0, 40.0 + self._cell * len(self.cells) + 16)

    @property
    def _cell(self) -> float:
        return min(28.0, 760.0 / max(1, len(self.cells[0])))

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the caption and the cells."""
        x, y, w, _ = self.box
        canvas.text(self.caption, (x, y + 16), TEXT, "quiet", max_width=w)
        size = self._cell
        for row, shares in enumerate(self.cells):
            for column, share in enumerate(shares):
                box = (x + column * size, y + 36 + row * size, size - 2, size - 2)
                canvas.rect(box, canvas.theme.mix("raised", OWN, share))


def thumbnail(array: npt.NDArray[np.float64]) -> list[list[float]]:
    """Return the values of `array` scaled to 0..1 in landscape rows, subsampled evenly if large."""
    flat = array.reshape(-1, array.shape[-1]) if array.ndim > 1 else array.reshape(1, -1)
    if flat.shape[0] == 1 and flat.shape[1] > MOST_COLUMNS:
        rows = min(MOST_ROWS, -(-flat.shape[1] // MOST_COLUMNS))
        flat = flat[:, : flat.shape[1] // rows * rows].reshape(rows, -1)
    if flat.shape[0] > flat.shape[1]:
        flat = flat.T
    flat = flat[:: -(-flat.shape[0] // MOST_ROWS), :: -(-flat.shape[1] // MOST_COLUMNS)]
    low, high = float(flat.min()), float(flat.max())
    span = high - low or 1.0
    return [[(float(value) - low) / span for value in row] for row in flat]


class MindItems(Widget):
    """Items of a mind as a part of a page: what was learned, in words and pictures."""

    focusable = False

    def __init__(self, items: Mind) -> None:
        super().__init__()
        self.items, self._springs = items, Springs()
        self._springs.still = True
        self.style = Style(OWN, explained=True)

    def measure(self, canvas: Canvas) -> bool:
        """Take the height that the items need; whether it is another than before."""
        x, y, w, before = self.box
        tall = lay_out(canvas, self.items, w, self.style)[1] + 32
        self.box = (x, y, w, tall)
        return tall != before

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the items under each other."""
        draw_items(canvas, self.items, self.box, self._springs, style=self.style)


class LearnedScene(Page):
    """The agents' learned data about a player of a game: in words, and every number of it."""

    emblem = "mind"

    def __init__(self, shell: Shell, profile: Profile, game: str) -> None:
        super().__init__(shell, "")
        self.title = "What it knows"
        self.intro = "What they remember is damaged. Erase it to start anew."
        text = shell.library.learned(profile.id, game) or ""
        forget = partial(ask_to_forget, shell, profile, game, self.close)
        self.foot.widgets.append(Button("Erase", forget, icon="trash"))
        self.arrays = _arrays(text)
        self.words = words_of(game, text) if self.arrays else ()
        if self.arrays:
            spec = known_spec(game)
            title = spec.title if spec is not None else game
            count = sum(a.size for a in self.arrays.values() if a.dtype.kind != "U")
            self.intro = (
                f"What {title} keeps about {profile.name}: {count:,} numbers and nothing else."
            )
        if self.words:
            self._add_tabs(["In words", "All the numbers"])
        self.active = self.foot
        self.opened(0)

    def opened(self, index: int) -> None:
        """Show words, where there are any, or numbers."""
        if self.words and index == 0:
            self.fill([MindItems((item,)) for item in self.words])
        else:
            self.fill([self._view(name, array) for name, array in self.arrays.items()])

    def _view(self, name: str, array: npt.NDArray[Any]) -> Widget:
        label = name.replace("_", " ")
        if array.dtype.kind == "U":
            return Label(f"{label}: {', '.join(map(str, array.reshape(-1)))}", TEXT, "quiet")
        shape = " × ".join(str(length) for length in array.shape) or "1"
        low, high = f"{array.min():.3g}", f"{array.max():.3g}"
        caption = f"{label}: {shape} numbers, from {low} to {high}"
        return ArrayView(caption, array.astype(float))

    def place(self, box: Box) -> None:
        """Place the items or arrays below the sentence."""
        x, y, w, h = box
        wide = min(w, 640.0) if self.words and self.tabs is not None and not self.tabs.index else w
        letter = LETTER * self.shell.theme.text_size(TEXT)
        for widget in self.body.widgets:
            if isinstance(widget, Label):
                lines = math.ceil(len(widget.text) * letter / wide)
                widget.box = (x, y, wide, 16 + 1.6 * lines * self.shell.theme.text_size(TEXT))
        self.body.column((x, y + 44, wide, h - 44), 40)

    def draw_body(self, canvas: Canvas) -> None:
        """Draw the sentence above; the items below it take the room they need."""
        items = [widget for widget in self.body.widgets if isinstance(widget, MindItems)]
        if [item for item in items if item.measure(canvas)]:
            self.layout(*self.size)
        x, y, _, _ = self.body_box
        canvas.text(self.intro, (x, y + 14), TEXT, max_width=canvas.width - 2 * EDGE)


def _arrays(text: str) -> dict[str, npt.NDArray[Any]]:
    """Return the learned arrays that are not empty; none where the text is damaged."""
    try:
        return {name: array for name, array in arrays_from_text(text).items() if array.size}
    except BadWeights:
        return {}


def words_of(game: str, text: str) -> Mind:
    """Return a game's description of a learned text, or ()."""
    try:
        return catalog.describe_learned(game, text)
    except Exception:  # whatever a broken game raises, the numbers are shown
        return ()
