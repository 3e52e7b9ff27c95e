"""The stage of Set: cloth and cards, scores, the sealed claim, and the last words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.agents import Judged
from games.set import SIDES, places
from games.set import layout as at
from games.set.drawing import (
    ASPECT,
    KEY_SIZE,
    STRIP,
    Faces,
    draw_back,
    draw_card,
    strip_height,
)
from games.set.looks import USUAL, CardStyle
from games.set.rules.cards import NUMBERS
from games.set.rules.claims import is_right, parse
from games.set.rules.state import FREE, State
from games.set.words import hint_words, outcome, what_to_do, why_right
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.roles import OWN, RIGHT, WRONG
from games.shell.draw.theme import EDGE, LABEL, NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT
from games.shell.table import PANEL_WIDTH

KEY_INK: Final = (96, 92, 106)
PAIR_INK: Final = ((26, 92, 138), (138, 84, 0))
"""Keys on paper: grey for one person, the colours of their seats, darker, for two."""


class Look(NamedTuple):
    """The visible part of the table: a state, its past, and the marks.

    - `clock` is None without a race; `fresh` are places whose cards turn up, `progress` how far (0
      to 1).
    - `marks` and `cursors` belong to the people by their seats, `sealed` has the seats whose claims
      are sealed, `keys` the labels of the places for each person.
    - The seat `caller` called Set! and has `left` seconds to mark its cards.
    - `watched`: only agents play.
    - `showing`, a claim on show, `stays` until a press.
    - `live`: cards can be marked; `framed` has cards of a judged claim, with the colours of frames.
    - `looked` has the cards that another seat had sealed when a set was taken, with that seat.
    - `total` are the seconds of all tables; `points` are the present ones, while a claim is shown
      on its own table.
    """

    state: State
    names: Sequence[str]
    clock: float | None
    marks: Mapping[int, Sequence[int]] = MappingProxyType({})
    cursors: Mapping[int, int | None] = MappingProxyType({})
    hints: Sequence[int] = ()
    last: Mapping[str, Any] | None = None
    showing: bool = False
    stays: bool = False
    told_later: str = ""
    fresh: Sequence[int] = ()
    progress: float = 1.0
    hidden: bool = False
    letters: bool = False
    sealed: Sequence[int] = ()
    keys: Sequence[Sequence[str]] = ()
    buttons: Sequence[tuple[str, str]] = ()
    pointer: tuple[float, float] = (-1.0, -1.0)
    caller: int | None = None
    left: float = 0.0
    watched: bool = False
    points: Sequence[int] = ()
    total: float = 0.0
    live: bool = False
    framed: Mapping[int, str] = MappingProxyType({})
    looked: Mapping[int, int] = MappingProxyType({})


class SetStage:
    """The places of all parts, and their drawing."""

    def __init__(self) -> None:
        self.room: Box = (0, 0, 1, 1)
        self.whole: Box = (0, 0, 1, 1)
        self.foot: Box = (0, 0, 1, 1)
        self.box: Box = (0, 0, 1, 1)
        self.style = USUAL
        self._faces = Faces()

    def place(self, stage: Box, beside: bool, style: CardStyle = USUAL) -> None:
        """Place the table in the middle, where it stays when the mind view opens `beside` it.

        Large cards take the room that would be kept for it.
        """
        x, y, w, h = stage
        kept = not beside and not style.large and w - PANEL_WIDTH >= at.WIDE_ENOUGH
        wide = w - PANEL_WIDTH if kept else w
        head, foot = at.HEAD[style.large], at.FOOT[style.large]
        self.box, self.style = stage, style
        self.room = (x + EDGE / 2, y + head, wide - EDGE, h - head - foot)
        self.whole = (x + EDGE / 2, y + head, w - EDGE, h - head - foot)
        self.foot = (x + EDGE / 2, y + h - foot + at.FOOT_AT, wide - EDGE, foot - at.FOOT_TAKEN)

    def boxes(self, state: State) -> list[Box]:
        """Return a box for each place of the table, then for each card beside it."""
        x, y, w, h = self.whole if len(state.table) > state.base else self.room
        aside: list[Box] = []
        aspect = 1 / ASPECT if self.style.upright else ASPECT
        widest = at.LARGEST if self.style.large else places.WIDEST
        if state.beside:
            room = (x, y, w, at.BESIDE - at.BESIDE_GAP)
            aside = places.beside(room, len(state.beside), aspect)
            y, h = y + at.BESIDE, h - at.BESIDE
        lying = places.boxes((x, y, w, h), len(state.table), state.base, aspect, widest)
        return [*lying, *aside]

    def buttons(self, names: Sequence[tuple[str, str]]) -> list[tuple[Box, str, str]]:
        """Return the actions beside claiming: box, label, action."""
        x, y, w, h = self.foot
        x, w = x + EDGE / 2, w - EDGE
        letters = [len(label) + at.LETTERS for label, _ in names]
        room = w - at.BUTTON_GAP * max(0, len(names) - 1)
        each = min(at.LETTER, room / max(1, sum(letters)))
        found = []
        for (label, action), count in zip(names, letters, strict=True):
            box = (x, y + h - at.BUTTON, count * each, at.BUTTON)
            found.append((box, label, action))
            x += count * each + at.BUTTON_GAP
        return found

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw all parts."""
        cloth = self.box
        canvas.picture(cloth, "set-cloth", lambda: canvas.sprite("set-backdrop", cloth))
        self._draw_head(canvas, look)
        boxes = self.boxes(look.state)
        every = (*look.state.table, *look.state.beside)
        for place, (card, box) in enumerate(zip(every, boxes, strict=True)):
            if card != FREE:
                self._draw_place(canvas, look, place, card, box)
        self._draw_foot(canvas, look)
        if look.live and boxes and look.progress >= 1.0:
            self._faces.paint_some(canvas, boxes[0], look.letters, bool(look.keys), self.style)

    def _draw_head(self, canvas: Canvas, look: Look) -> None:
        state = look.state
        goal, taken = state.terms.goal, sum(state.taken)
        left = f"{taken} of {goal} sets" if goal else f"{state.left} cards left"
        told = f"{left} · {int(look.total) // 60}:{int(look.total) % 60:02d}"
        canvas.text(told, (self.box[0] + EDGE, at.TOLD), LABEL, "quiet", "bold")
        right = self.room[0] + self.room[2] + EDGE / 2
        self._draw_seat(canvas, look, 0, self.box[0] + EDGE, 1)
        self._draw_seat(canvas, look, 1, right - EDGE, -1)
        self._draw_clock(canvas, look)

    def _draw_clock(self, canvas: Canvas, look: Look) -> None:
        """Draw a thin ring that fills in a minute, or the time left to the caller of Set!."""
        if look.clock is None:
            return
        x, y = self.room[0] + self.room[2] / 2, at.CLOCK_AT[self.style.large]
        if look.caller is None:
            canvas.ring((x, y), at.RING, "line", at.RING_WIDE)
            canvas.polyline(
                arc((x, y), at.RING, look.clock / at.RING_SECONDS), "quiet", at.RING_WIDE
            )
            return
        colour = SEAT_COLOURS[look.caller]
        canvas.text(f"{max(0.0, look.left):.1f}", (x, y), at.CLOCK, colour, "title", "centre")
        canvas.text("Set!", (x, y - at.CALL_UP), LABEL, colour, "bold", "centre")

    def _draw_seat(self, canvas: Canvas, look: Look, seat: int, x: float, side: int) -> None:
        """Draw a seat's mark, name, points and sealed claim, from `x` rightward (`side` 1) or
        left.
        """
        align, large = "left" if side > 0 else "right", self.style.large
        y = at.SEAT_AT[large]
        canvas.icon(SEAT_MARKS[seat], (x + side * at.MARK_AT, y), at.MARK, SEAT_COLOURS[seat])
        room = self.room[2] / 2 - EDGE - at.NAME_END[large]
        name = look.names[seat]
        place = (x + side * at.NAME_AT, y)
        wide = canvas.text(name, place, LABEL, SEAT_COLOURS[seat], "bold", align, room)
        points = str((look.points or look.state.points)[seat])
        beside = (x + side * (wide + at.POINTS_BESIDE), y)
        across, down = beside if large else (x, at.POINTS_AT)
        wide = canvas.text(points, (across, down), at.CLOCK, "paper", "title", align)
        if seat in look.sealed:
            wax, tall = at.SEAL
            left = across + side * (wide + at.SEAL_AT) - wax / 2
            canvas.sprite("envelope", (left, down - tall / 2, wax, tall))

    def _draw_place(self, canvas: Canvas, look: Look, place: int, card: int, box: Box) -> None:
        if look.hidden or _aside(look, card):
            draw_back(canvas, box)
            return
        turning = place in look.fresh and look.progress < 1.0
        frames, labels = self._frames(look, place, card), self._labels(look, place)
        signs = self._signs(look, place, card)
        alpha = round(255 * look.progress) if turning else 255

        def paint() -> None:
            _draw_frames(canvas, box, frames)
            strip = bool(look.keys)
            draw_card(canvas, card, box, "", look.letters, alpha, strip, self.style)
            for number, label in enumerate(labels):
                _draw_key(canvas, label, box, number, len(labels))
            _draw_badge(canvas, box, signs)

        if turning or len(frames) > 1:  # frames of two people may lie over those of neighbours
            paint()
            return
        x, y, w, h = box
        out = at.FRAME * len(frames)
        around = (x - out, y - out, w + 2 * out, h + 2 * out)
        key = ("set", card, *frames, *signs, *labels, look.letters, bool(look.keys), self.style)
        canvas.picture(around, key, paint)

    def _labels(self, look: Look, place: int) -> list[str]:
        """Return the keys that stand on a card while a race goes on, for each person."""
        if not look.live or place >= len(look.state.table):
            return []
        return [keys[place] for keys in look.keys if place < len(keys)]

    def _frames(self, look: Look, place: int, card: int) -> list[str]:
        """Return the colours of the frames around a card, none for most."""
        if look.showing and look.last is not None and card in _claimed(look.last):
            result = WRONG if look.last["result"] == "wrong" else RIGHT
            return [result, *([SEAT_COLOURS[look.looked[card]]] if card in look.looked else [])]
        if look.showing and card in look.looked:
            return [SEAT_COLOURS[look.looked[card]]]
        if card in look.framed:
            return [look.framed[card]]
        pair = len(look.marks) > 1
        found = [
            SEAT_COLOURS[seat] if pair else "brass"
            for seat, marked in look.marks.items()
            if place in marked
        ]
        if card in look.hints and not found:
            found = ["sky" if not pair else "paper"]
        if look.live:
            found += [
                SEAT_COLOURS[seat] if pair else "quiet"
                for seat, cursor in look.cursors.items()
                if place == cursor and not (pair and place in look.marks[seat])
            ][: 1 if not found else 0]
        return found

    def _signs(self, look: Look, place: int, card: int) -> list[tuple[str, str]]:
        """Return icons on the frame of a card and their colours, so that colour is not the only
        mark: how a claim was, whose mark it has, or that it is a hint.
        """
        if look.showing and look.last is not None and card in _claimed(look.last):
            sign = ("close", WRONG) if look.last["result"] == "wrong" else ("check", RIGHT)
            return [sign, *([_eye(look.looked[card])] if card in look.looked else [])]
        if look.showing and card in look.looked:
            return [_eye(look.looked[card])]
        if card in look.framed:
            paint = look.framed[card]
            return [("close" if paint == WRONG else "check", paint)]
        marked = [seat for seat, places in look.marks.items() if place in places]
        if marked:
            pair = len(look.marks) > 1
            return [(SEAT_MARKS[seat], SEAT_COLOURS[seat] if pair else "brass") for seat in marked]
        return [("help", "sky" if len(look.marks) == 1 else "paper")] if card in look.hints else []

    def _draw_foot(self, canvas: Canvas, look: Look) -> None:
        x, y, w, _ = self.foot
        x, w = x + EDGE / 2, w - EDGE
        if look.hints:
            told = hint_words(look.hints, look.state.size)
            canvas.paragraph(told, (x, y), w, TEXT, "sky", most=2)
        elif look.last is None and not (look.framed or any(look.state.taken)):
            told = what_to_do(look.state, look.watched, len(look.keys) > 1)
            canvas.paragraph(told, (x, y), w, TEXT, "paper", most=2)
        elif look.last is not None:
            self._draw_last(canvas, look, (x, y), w)
        for box, label, action in self.buttons(look.buttons):
            side = action.partition("_")[0]
            ink = SEAT_COLOURS[SIDES.index(side)] if side in SIDES else "paper"
            hovered = _inside(box, look.pointer)
            canvas.panel(box, "high" if hovered else "raised", "line", 1.5, at.BUTTON_ROUND)
            middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
            canvas.text(label, middle, NOTE, ink, "text", "centre", box[2] - at.BUTTON_EDGE)

    def _draw_last(self, canvas: Canvas, look: Look, place: Point, wide: float) -> None:
        assert look.last is not None
        x, y = place
        told = outcome(look.last, look.names, self.style.inks)
        if look.stays and look.showing:
            told += " Space goes on."
        most = 1 if self.style.large else 2
        y += canvas.paragraph(told, (x, y), wide, TEXT, "paper", most=most)
        if look.told_later:
            y += canvas.paragraph(look.told_later, (x, y), wide, NOTE, "brass", most=1)
        cards = _claimed(look.last)
        crowded = self.style.large and look.told_later
        if look.last["result"] == "set" and len(cards) == 3 and not crowded:
            canvas.paragraph(why_right(cards), (x, y), wide, NOTE, "quiet", most=1)


def arc(middle: Point, radius: float, share: float) -> list[Point]:
    """Return a line along a circle: from the top clockwise, over a `share` of it (at most 1)."""
    steps = max(1, round(at.RING_STEPS * min(1.0, share)))
    turns = (2 * math.pi * min(1.0, share) * n / steps for n in range(steps + 1))
    return [
        (middle[0] + radius * math.sin(turn), middle[1] - radius * math.cos(turn)) for turn in turns
    ]


def framed_cards(state: State, judged: Judged | None) -> dict[int, str]:
    """Return the cards of a judged claim on the table of a `state` and of the easiest set, each
    with the colour of its frame.
    """
    found: dict[int, str] = {}
    for move, best in () if judged is None else ((judged.move, False), (judged.best, True)):
        claim = parse(move)
        if claim is not None:
            own = OWN if is_right(state, claim) else WRONG
            found |= dict.fromkeys(claim.cards, RIGHT if best else own)
    return found


def looked_at(data: Mapping[str, Any]) -> dict[int, int]:
    """Return the cards of the set that another seat had sealed when a set was taken, each with that
    seat; none where that set may still lie there for a player to find.
    """
    found: dict[int, int] = {}
    for seat, move in enumerate(data.get("moves", ())):
        claim = parse(move)
        if data["result"] == "set" and seat != data["seat"] and claim is not None:
            broken = set(claim.cards) & set(_claimed(data))
            found |= dict.fromkeys(claim.cards if broken else (), seat)
    return found


def _eye(seat: int) -> tuple[str, str]:
    """Return the sign of a card that a seat was looking at."""
    return "eye", SEAT_COLOURS[seat]


def _claimed(data: Mapping[str, Any]) -> list[int]:
    """Return the cards of a claim."""
    return [NUMBERS[name] for name in data["cards"]]


def _aside(look: Look, card: int) -> bool:
    """Return whether a card is turned down while a wrong claim is shown, and the clock stands."""
    if not look.showing or look.last is None or look.last["result"] != "wrong":
        return False
    return card not in _claimed(look.last)


def _inside(box: Box, point: tuple[float, float]) -> bool:
    x, y, w, h = box
    return x <= point[0] < x + w and y <= point[1] < y + h


def _draw_key(canvas: Canvas, key: str, box: Box, number: int, keys: int) -> None:
    """Draw the key of a card at its foot; of two people the left one's stands at the left."""
    x, y, w, h = box
    share = 0.5 if keys == 1 else at.KEYS_OF_TWO[number]
    ink = KEY_INK if keys == 1 else PAIR_INK[number]
    strip = strip_height(canvas, box)
    place = (x + w * share, y + h - strip / 2)
    size = max(KEY_SIZE, min(w, h) * STRIP * at.KEY_SHARE)
    canvas.text(key, place, size, ink, "bold", "centre", w * at.KEY_WIDE / keys)


def _draw_badge(canvas: Canvas, box: Box, signs: Sequence[tuple[str, str]]) -> None:
    """Draw signs at the upper right corner of a card, the first outermost."""
    x, y, w, h = box
    radius = min(at.BADGE, h * at.BADGE_SHARE)
    for number, (icon, colour) in enumerate(signs):
        centre = (x + w + at.FRAME - radius * (1 + 2 * number), y - at.FRAME + radius)
        canvas.circle(centre, radius, colour)
        canvas.icon(icon, centre, radius * at.SIGN, "ink")


def _draw_frames(canvas: Canvas, box: Box, colours: Sequence[str]) -> None:
    """Draw frames around a card, the first nearest."""
    x, y, w, h = box
    for number in reversed(range(len(colours))):
        out = at.FRAME * (number + 1)
        frame = (x - out, y - out, w + 2 * out, h + 2 * out)
        canvas.rect(frame, colours[number], min(w, h) * at.FRAME_ROUND + out - 1)
