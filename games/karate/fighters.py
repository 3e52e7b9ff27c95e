"""The two fighters, drawn for the table and for the launcher's miniature.

Data: sprites `karate-*` (frames of 320 units with the soles at y = 300; see the notes beside them).
A `Stand` has the place of the two frames: centre, soles, and the size of a frame.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

from games.karate.exchange import GUARD, Exchange
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import SEAT_COLOURS, Colour

# Units of the drawings, as their files have them.
FRAME: Final = 320.0
SOLES: Final = 300.0
BODY: Final = 150.0

POSES: Final = (
    "idle",
    "windup",
    "punch",
    "kick",
    "parry-punch",
    "parry-kick",
    "hit",
    "win",
    "lose",
)
ICONS: Final = {
    "punch": "fist",
    "kick": "foot",
    "parry-punch": "shield-high",
    "parry-kick": "shield-low",
}
NAMES: Final = {
    "punch": "Punch",
    "kick": "Kick",
    "parry-punch": "Parry punch",
    "parry-kick": "Parry kick",
}
# Colours, chosen by eye.
_OTHER_SUIT: Final = {
    "gi": (0x55, 0x62, 0x8A),
    "gi_shade": (0x33, 0x3F, 0x60),
    "gi_far": (0x24, 0x2D, 0x48),
    "fold": (0x14, 0x1B, 0x2E),
}
_TIPS: Final = {"punch": (296.0, 110.0), "kick": (284.0, 112.0)}
"""Where a blow ends in its frame."""
_GUARDS: Final = {"parry-punch": (206.0, 78.0), "parry-kick": (250.0, 168.0)}
"""Where a parry meets it."""
# Units of a frame, chosen by eye.
_EFFECT_SIZES: Final = {"impact": 150.0, "block": 150.0, "miss": 120.0}
SCENERY: Final = tuple((name, seat) for name in (*_EFFECT_SIZES, *POSES) for seat in (0, 1))
"""All pictures of a fight and the seats they are for; the poses come last."""
GUARDED: Final = (70.0, 53.0, 188.0, 250.0)
"""What the pose on guard takes of its frame, facing right."""
_BREATH_SECONDS: Final = 3.4  # from breath to breath; chosen by eye


class Stand(NamedTuple):
    """The place of the fighters: the middle between them, the height of their soles, frame size."""

    x: float
    soles: float
    size: float

    @property
    def unit(self) -> float:
        """A frame's unit in units of the canvas."""
        return self.size / FRAME

    def box(self, seat: int, gap: float, back: float = 0.0, rise: float = 0.0) -> Box:
        """Return the frame of a fighter, the two of them `gap` apart, in frame units.

        `back` and `rise` move it away and up.
        """
        u = self.unit
        half = (gap + FRAME) / 2 * u
        left = self.x - half - back * u if seat == 0 else self.x + half - self.size + back * u
        return (left, self.soles - (SOLES + rise) * u, self.size, self.size)

    def point(self, seat: int, gap: float, place: Point) -> Point:
        """Return a point of a fighter's frame on the canvas."""
        left, top, _, _ = self.box(seat, gap)
        x = place[0] if seat == 0 else FRAME - place[0]
        return left + x * self.unit, top + place[1] * self.unit


def breath(seat: int, seconds: float) -> float:
    """Return the rise of a fighter on guard after `seconds`, in frame units."""
    return 1.6 * math.sin(2 * math.pi * (seconds / _BREATH_SECONDS + 0.37 * seat))


def standing_box(stand: Stand, seat: int, rise: float) -> Box:
    """Return the box of a fighter on guard in its frame, after a rise."""
    left, top, _, _ = stand.box(seat, GUARD, 0.0, rise)
    x, y, w, h = GUARDED
    x = x if seat == 0 else FRAME - x - w
    unit = stand.unit
    return (left + x * unit, top + y * unit, w * unit, h * unit)


def draw_pose(canvas: Canvas, seat: int, pose: str, box: Box) -> None:
    """Draw a fighter in a frame, in the `pose` with this name; seat 0 faces right."""
    colours: dict[str, Any] = {"belt": SEAT_COLOURS[seat], **(_OTHER_SUIT if seat else {})}
    _draw(canvas, f"karate-{pose}", box, flip=seat == 1, packed=True, **colours)


def _draw(
    canvas: Canvas,
    name: str,
    box: Box,
    flip: bool = False,
    alpha: int = 255,
    packed: bool = False,
    **colours: str | Colour,
) -> None:
    """Draw a sprite of the same size in pixels wherever it stands, so that it is rasterised once.

    A figure with sharp edges is best `packed`.
    """
    chosen = {key: canvas.colour(value) for key, value in colours.items()}
    width, height = canvas.pixels(box[2]), canvas.pixels(box[3])
    surface, (left, top) = canvas.sprites.cropped(
        name, width, height, flip=flip, packed=packed, **chosen
    )
    canvas.blit(surface, (canvas.x(box[0]) + left, canvas.y(box[1]) + top), alpha)


def make_ready(canvas: Canvas, stand: Stand, unready: list[tuple[str, int]]) -> None:
    """Rasterise one of the `unready` pictures of `SCENERY` for a `stand`, unseen."""
    if not unready:
        return
    name, seat = unready.pop()
    with canvas.clip((0, 0, 0, 0)):
        if name in _EFFECT_SIZES:
            _effect(canvas, stand, name, (0.0, 0.0), seat, 255)
        else:
            draw_pose(canvas, seat, name, stand.box(seat, GUARD))


def draw_shadow(canvas: Canvas, seat: int, stand: Stand, gap: float, back: float) -> None:
    """Draw the shadow under the feet of a `stand`, `gap` apart, the fighter moved `back`."""
    left = stand.box(seat, gap, back)[0]
    x = left + (BODY if seat == 0 else FRAME - BODY) * stand.unit
    width, height = 240 * stand.unit, 48 * stand.unit
    _draw(canvas, "karate-shadow", (x - width / 2, stand.soles - height * 0.55, width, height))


def draw_exchange(canvas: Canvas, stand: Stand, exchange: Exchange) -> None:
    """Draw both fighters on their `stand` somewhere in an exchange, and its effects."""
    backs = (exchange.recoil(0), exchange.recoil(1))
    for seat in (1, 0):
        draw_shadow(canvas, seat, stand, exchange.gap, backs[seat])
    for seat in _behind_first(exchange):
        box = stand.box(seat, exchange.gap, backs[seat])
        draw_pose(canvas, seat, exchange.pose(seat), box)
    if exchange.flash > 0.02:
        _draw_effects(canvas, stand, exchange)


def _behind_first(exchange: Exchange) -> tuple[int, int]:
    """Return whoever hits is drawn in front."""
    return (1, 0) if exchange.round.results[0] == "hit" else (0, 1)


def draw_guard(
    canvas: Canvas,
    stand: Stand,
    poses: tuple[str, str],
    rises: tuple[float, float],
    leans: tuple[float, float] = (0.0, 0.0),
) -> None:
    """Draw both fighters apart on their `stand`, each in a pose.

    They have risen by `rises` and lean forward by `leans`, in frame units.
    """
    for seat in (1, 0):
        draw_shadow(canvas, seat, stand, GUARD, -leans[seat])
    for seat in (1, 0):
        draw_pose(canvas, seat, poses[seat], stand.box(seat, GUARD, -leans[seat], rises[seat]))


def _draw_effects(canvas: Canvas, stand: Stand, exchange: Exchange) -> None:
    alpha = round(255 * exchange.flash)
    for seat, (move, result) in enumerate(
        zip(exchange.round.moves, exchange.round.results, strict=True)
    ):
        if result == "hit":
            place = stand.point(seat, exchange.gap, _TIPS[move])
            _effect(canvas, stand, "impact", place, seat, alpha)
        elif result == "parry":
            place = stand.point(seat, exchange.gap, _GUARDS[move])
            _effect(canvas, stand, "block", place, seat, alpha)
        elif move in _TIPS:
            x, y = _TIPS[move]
            place = stand.point(seat, exchange.gap, (x - 50, y - 4))
            _effect(canvas, stand, "miss", place, seat, alpha)


def _effect(canvas: Canvas, stand: Stand, name: str, centre: Point, seat: int, alpha: int) -> None:
    size = _EFFECT_SIZES[name] * stand.unit
    box = (centre[0] - size / 2, centre[1] - size / 2, size, size)
    _draw(canvas, f"karate-{name}", box, flip=seat == 1, alpha=alpha)
