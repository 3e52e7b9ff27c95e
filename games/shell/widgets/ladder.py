"""A ladder of portraits, the weakest at the foot: one of them is in hand.

Up and down climb it, a click takes a portrait, and the portrait under the mouse is described as if
in hand (`shown`). The one in hand stands out in size and light, not by a frame: a frame marks the
focus.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from math import hypot
from typing import Final, NamedTuple

from games.shell.access.node import Node
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.input import Pointer
from games.shell.widgets.faces import Face, draw_face
from games.shell.widgets.form import Look, Widget
from games.shell.widgets.lists import options

# In units, chosen by eye.
LARGEST: Final = 92.0
SMALLEST_PITCH: Final = 72.0  # closer portraits stand by turns to the left and to the right
GROWTH: Final = 12.0
RING: Final = 3.0


class LadderStep(NamedTuple):
    """One portrait: its face, whether the player has beaten it, whether it cannot play now, and its
    name.
    """

    face: Face
    beaten: bool = False
    locked: bool = False
    name: str = ""


def places(count: int, box: Box) -> list[tuple[Point, float]]:
    """Return the centre and the width of `count` portraits in a box, the one at the foot first."""
    x, y, w, h = box
    pitch = h / max(1, count)
    middle = x + w / 2
    if pitch >= SMALLEST_PITCH:
        size = min(LARGEST, pitch - GROWTH, w - GROWTH)
        pitch = min(pitch, size + 24)
        foot = y + (h + pitch * count) / 2 - pitch / 2
        return [((middle, foot - number * pitch), size) for number in range(count)]
    size, pitch, aside = _by_turns(count, w, h)
    foot = y + h - (size + GROWTH) / 2
    return [
        ((middle + (aside if number % 2 else -aside), foot - number * pitch), size)
        for number in range(count)
    ]


def _by_turns(count: int, width: float, height: float) -> tuple[float, float, float]:
    """Return the size, the pitch and the distance from the middle of portraits that stand left and
    right by turns: as large as they can be so that the one in hand, grown and ringed, touches no
    other.
    """
    small, large = 0.0, LARGEST
    for _ in range(24):  # halvings: exact to a millionth of a unit
        size = (small + large) / 2
        pitch, aside = _spacing(size, count, width, height)
        apart = size + GROWTH / 2 + 2 * RING
        fits = hypot(2 * aside, pitch) >= apart and (count < 3 or 2 * pitch >= apart)
        small, large = (size, large) if fits else (small, size)
    return (small, *_spacing(small, count, width, height))


def _spacing(size: float, count: int, width: float, height: float) -> tuple[float, float]:
    """Return the pitch and the distance from the middle, with room for the one in hand."""
    grown = size + GROWTH
    return (height - grown) / max(1, count - 1), max(0.0, width - grown) / 2


class PortraitLadder(Widget):
    """The portraits; `index` is the one in hand, and `changed` hears of another."""

    focusable = False
    role = "listbox"
    label = "Opponents, the weakest first"

    def __init__(self, changed: Callable[[int], None]) -> None:
        super().__init__()
        self.rungs: list[LadderStep] = []
        self.index: int | None = None
        self.over: int | None = None
        self.changed = changed

    @property
    def shown(self) -> int | None:
        """The portrait that is described: under the mouse, else in hand."""
        return self.index if self.over is None else self.over

    @property
    def spoken_value(self) -> str:
        """The name of the one in hand."""
        return "" if self.index is None else self.rungs[self.index].name

    def parts(self) -> Sequence[Node]:
        """Return an option for each portrait."""
        signs = {(True, False): "beaten", (True, True): "beaten", (False, True): "cannot play now"}
        rows = [(rung.name, signs.get((rung.beaten, rung.locked), "")) for rung in self.rungs]
        return options(rows, self.index, self.take)

    def fill(self, rungs: Sequence[LadderStep], index: int | None) -> None:
        """Show these `rungs`, the one at `index` in hand; None where none is."""
        self.rungs, self.index = list(rungs), index
        if self.over is not None and self.over >= len(self.rungs):
            self.over = None

    def take(self, index: int) -> None:
        """Have the portrait at `index` in hand."""
        if 0 <= index < len(self.rungs):
            self.changed(index)

    def climb(self, by: int) -> bool:
        """Go up, or down for `by` < 0, as far as there are rungs; True if there was one."""
        if not self.rungs:
            return False
        here = -1 if self.index is None else self.index
        goal = min(max(here + by, 0), len(self.rungs) - 1)
        self.over = None
        if goal == self.index:
            return False
        self.take(goal)
        return True

    def at(self, x: float, y: float) -> int | None:
        """Return the portrait at a point of the canvas."""
        spots = enumerate(places(len(self.rungs), self.box))
        return next((n for n, ((cx, cy), s) in spots if hypot(x - cx, y - cy) <= s / 2), None)

    def point(self, event: Pointer) -> bool:
        """Show the portrait under the mouse; a click takes it."""
        self.over = self.at(event.x, event.y)
        if self.over is None or event.kind != "down" or event.button != 1:
            return False
        self.take(self.over)
        return True

    def place(self) -> tuple[Point, float] | None:
        """Return the centre and the width of the portrait in hand."""
        if self.index is None or self.index >= len(self.rungs):
            return None
        centre, size = places(len(self.rungs), self.box)[self.index]
        return centre, size + GROWTH

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the way up, then the portraits, the one in hand last."""
        spots = places(len(self.rungs), self.box)
        self._draw_way(canvas, [centre for centre, _ in spots])
        order = [n for n in range(len(spots)) if n != self.index]
        for number in (*order, *([] if self.index is None else [self.index])):
            self._draw_rung(canvas, number, *spots[number])

    def _draw_way(self, canvas: Canvas, centres: Sequence[Point]) -> None:
        tone = canvas.theme.mix("ink", "brass", 0.45)
        if len(centres) < 2:
            return
        if len({round(x) for x, _ in centres}) > 1:
            canvas.polyline(centres, tone, 3)
            return
        (x, foot), (_, top) = centres[0], centres[-1]
        for side in (-18, 18):
            canvas.line((x + side, foot), (x + side, top), tone, 3)
        for (_, low), (_, high) in itertools.pairwise(centres):
            canvas.line((x - 18, (low + high) / 2), (x + 18, (low + high) / 2), tone, 3)

    def _draw_rung(self, canvas: Canvas, number: int, centre: Point, size: float) -> None:
        rung, held = self.rungs[number], number == self.index
        size += GROWTH if held else 0.0
        canvas.circle(centre, size / 2 + RING, "brass" if held else "ink")
        draw_face(canvas, rung.face, centre, size, dim=not held and number != self.over)
        mark = max(18.0, size * 0.3)
        outward = -1 if centre[0] < self.box[0] + self.box[2] / 2 - 1 else 1  # no other is there
        place = (centre[0] + outward * size * 0.35, centre[1] + size * 0.35)
        if rung.locked:
            canvas.circle(place, mark / 2, "ink")
            canvas.icon("lock", place, mark * 0.7, "quiet")
        elif rung.beaten:
            draw_stamp(canvas, place, mark)


def draw_stamp(canvas: Canvas, centre: Point, size: float) -> None:
    """Draw the stamp of a beaten opponent around the `centre`, `size` units wide."""
    canvas.sprite("stamp", (centre[0] - size / 2, centre[1] - size / 2, size, size), body="brass")
