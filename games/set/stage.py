"""The stage of Set: cloth and cards, who has how much, the sealed claim, and what was said last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.set import places
from games.set.drawing import draw_back, draw_card
from games.set.rules.cards import NUMBERS
from games.set.rules.state import FREE, State
from games.set.telling import feature_words, outcome
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, LABEL, NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT
from games.shell.table import PANEL_WIDTH

# Units; chosen by eye.
WIDE_ENOUGH: Final = 700.0
FOOT: Final = 136.0
HEAD: Final = 168.0
BESIDE: Final = 96.0
BUTTON: Final = 34.0
CLOCK: Final = 40


class Look(NamedTuple):
    """What is to be seen: a state, how it came about, and what is marked.

    `clock` is None where no race goes on; `fresh` are places whose cards turn up, `progress` how
    far (0 to 1). `sealed` has the seats whose claims are sealed, `keys` the labels of the places.
    """

    state: State
    names: Sequence[str]
    clock: float | None
    marked: Sequence[int] = ()
    cursor: int | None = None
    hints: Sequence[int] = ()
    last: Mapping[str, Any] | None = None
    showing: bool = False
    told_later: str = ""
    fresh: Sequence[int] = ()
    progress: float = 1.0
    hidden: bool = False
    letters: bool = False
    sealed: Sequence[int] = ()
    keys: Sequence[str] = ()
    buttons: Sequence[tuple[str, str]] = ()
    pointer: tuple[float, float] = (-1.0, -1.0)


class Stage:
    """Where everything is, and how it is drawn."""

    def __init__(self) -> None:
        self.room: Box = (0, 0, 1, 1)
        self.whole: Box = (0, 0, 1, 1)
        self.foot: Box = (0, 0, 1, 1)
        self.box: Box = (0, 0, 1, 1)

    def place(self, stage: Box, panel: Box | None) -> None:
        """The table in the middle, where it stays when the mind view opens beside it."""
        x, y, w, h = stage
        wide = w
        if panel is not None:
            wide = min(w, panel[0] - x)
        elif w - PANEL_WIDTH >= WIDE_ENOUGH:
            wide = w - PANEL_WIDTH
        full = w if panel is None else wide
        self.box = stage
        self.room = (x + EDGE / 2, y + HEAD, wide - EDGE, h - HEAD - FOOT)
        self.whole = (x + EDGE / 2, y + HEAD, full - EDGE, h - HEAD - FOOT)
        self.foot = (x + EDGE / 2, y + h - FOOT + 8, wide - EDGE, FOOT - 20)

    def boxes(self, state: State) -> list[Box]:
        """A box for each place of the table, then for each card beside it."""
        x, y, w, h = self.whole if len(state.table) > state.base else self.room
        aside: list[Box] = []
        if state.beside:
            aside = places.beside((x, y, w, BESIDE - 12), len(state.beside))
            y, h = y + BESIDE, h - BESIDE
        return [*places.boxes((x, y, w, h), len(state.table), state.base), *aside]

    def buttons(self, names: Sequence[tuple[str, str]]) -> list[tuple[Box, str, str]]:
        """What can be done beside claiming: box, label, action."""
        x, y, w, h = self.foot
        wide = min(168.0, (w - EDGE) / max(1, len(names)) - 8)
        return [
            ((x + EDGE / 2 + number * (wide + 8), y + h - BUTTON, wide, BUTTON), label, action)
            for number, (label, action) in enumerate(names)
        ]

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Everything."""
        canvas.sprite("set-backdrop", self.box)
        self._draw_head(canvas, look)
        boxes = self.boxes(look.state)
        every = (*look.state.table, *look.state.beside)
        for place, (card, box) in enumerate(zip(every, boxes, strict=True)):
            if card != FREE:
                self._draw_place(canvas, look, place, card, box)
        self._draw_foot(canvas, look)

    def _draw_head(self, canvas: Canvas, look: Look) -> None:
        state = look.state
        goal, taken = state.terms.goal, sum(state.taken)
        left = f"{taken} of {goal} sets" if goal else f"{state.left} cards left"
        canvas.text(left, (self.box[0] + EDGE, 40.0), LABEL, "quiet", "bold")
        right = self.room[0] + self.room[2] + EDGE / 2
        self._draw_seat(canvas, look, 0, self.box[0] + EDGE, 1)
        self._draw_seat(canvas, look, 1, right - EDGE, -1)
        if look.clock is not None:
            middle = (self.room[0] + self.room[2] / 2, 116.0)
            canvas.text(f"{look.clock:.1f}", middle, CLOCK, "paper", "title", "centre")

    def _draw_seat(self, canvas: Canvas, look: Look, seat: int, x: float, side: int) -> None:
        """A seat's mark, name, points and sealed claim, from `x` rightward (`side` 1) or left."""
        align = "left" if side > 0 else "right"
        canvas.icon(SEAT_MARKS[seat], (x + side * 12, 92), 24, SEAT_COLOURS[seat])
        room = self.room[2] / 2 - EDGE - 90
        name = look.names[seat]
        canvas.text(name, (x + side * 34, 92), LABEL, SEAT_COLOURS[seat], "bold", align, room)
        points = str(look.state.points[seat])
        wide = canvas.text(points, (x, 134), CLOCK, "paper", "title", align)
        if seat in look.sealed:
            place = x + side * (wide + 34) - 21
            canvas.sprite("envelope", (place, 118, 42, 32))

    def _draw_place(self, canvas: Canvas, look: Look, place: int, card: int, box: Box) -> None:
        if look.hidden or _aside(look, card):
            draw_back(canvas, box)
            return
        turning = place in look.fresh and look.progress < 1.0
        alpha = round(255 * look.progress) if turning else 255
        draw_card(canvas, card, box, self._mark(look, place, card), look.letters, alpha)
        if look.clock is not None and place < min(len(look.keys), len(look.state.table)):
            x, y, w, h = box
            at = (x + w - h * 0.11, y + h * 0.87)
            size = max(12.0, h * 0.14)
            canvas.text(look.keys[place], at, size, (96, 92, 106), "bold", "centre")

    def _mark(self, look: Look, place: int, card: int) -> str:
        """The colour of the frame around a card, "" for none."""
        if look.showing and look.last is not None and card in _claimed(look.last):
            return "vermillion" if look.last["result"] == "wrong" else "green"
        if place in look.marked:
            return "brass"
        if card in look.hints:
            return "sky"
        return "quiet" if place == look.cursor and look.clock is not None else ""

    def _draw_foot(self, canvas: Canvas, look: Look) -> None:
        x, y, w, _ = self.foot
        x, w = x + EDGE / 2, w - EDGE
        if look.last is None:
            pairs = look.state.size == 4
            told = "Mark three cards: each feature all alike, or all different."
            told = "Mark four cards: two pairs with the same third card." if pairs else told
            canvas.paragraph(told, (x, y), w, TEXT, "paper", most=2)
        else:
            self._draw_last(canvas, look, (x, y), w)
        for box, label, _ in self.buttons(look.buttons):
            hovered = _inside(box, look.pointer)
            canvas.panel(box, "high" if hovered else "raised", "line", 1.5, 10)
            middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
            canvas.text(label, middle, NOTE, "paper", "text", "centre", box[2] - 12)

    def _draw_last(self, canvas: Canvas, look: Look, at: tuple[float, float], wide: float) -> None:
        assert look.last is not None
        x, y = at
        told = outcome(look.last, look.names)
        y += canvas.paragraph(told, (x, y), wide, TEXT, "paper", most=2)
        if look.told_later:
            y += canvas.paragraph(look.told_later, (x, y), wide, NOTE, "brass", most=1)
        cards = _claimed(look.last)
        if look.last["result"] == "set" and len(cards) == 3:
            rows = (f"{name} {kind}" for name, kind, _ in feature_words(cards))
            canvas.paragraph(" · ".join(rows), (x, y), wide, NOTE, "quiet", most=1)


def _claimed(data: Mapping[str, Any]) -> list[int]:
    """The cards of a claim."""
    return [NUMBERS[name] for name in data["cards"]]


def _aside(look: Look, card: int) -> bool:
    """Whether a card is turned down while a wrong claim is shown, and the clock stands."""
    if not look.showing or look.last is None or look.last["result"] != "wrong":
        return False
    return card not in _claimed(look.last)


def _inside(box: Box, point: tuple[float, float]) -> bool:
    x, y, w, h = box
    return x <= point[0] < x + w and y <= point[1] < y + h
