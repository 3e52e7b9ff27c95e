"""The drawing of Planet Wars: a night sky, planets as lit discs, fleets as formations.

Owner is told by colour and by a mark; growth by the size of the disc; ships by a number. Fleets
that left together for the same planet are drawn as one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from games.planetwars.draft import DelayedOrder
from games.planetwars.engine.forecast import Course
from games.planetwars.engine.state import FIRST, NOBODY, SECOND, Fleet, Orders, State
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN, POINTER, RIVAL, SERIES, WARNING
from games.shell.draw.theme import GAP, GRID, NOTE, SEAT_MARKS, TEXT
from games.shell.mind.first_rules import RuleLine, icon_rule
from games.spec import Params
from games.streams import Stream

COLOURS: Final = ("quiet", OWN, RIVAL)
"""The paint of nobody, the own seat and the enemy."""
_STARS: Final = 140
_MOST_FLEETS: Final = 250
"""More are not drawn one by one: the largest are."""
_STRIP: Final = 30
"""Turns in the strip of a planet."""
# How it looks, chosen by eye: in units, or as shares of a disc's radius and of light.
_STAR_SIZE: Final = (0.7, 0.9)
_STAR_LIGHT: Final = (0.15, 0.45)
_DISC: Final = ((0.0, 1.08, 0.35, 0.35), (0.0, 1.0, 0.55, 0.4), (0.16, 0.78, 0.72, 0.52))
"""The layers of a disc: how far to the light, how large, how light with an owner and without."""
_SHINE: Final = (0.31, 0.4, 0.25)
_RING: Final = 4.5
_MARK: Final = 14
_NUMBER: Final = (11.0, 22.0, 0.55, 1.3)
"""The size of a planet's ships: least, most, as a share of the room and of the disc."""
_FOOT: Final = 11
_PAD: Final = 8
_DARK: Final = 150
_ROWS: Final = (10, 50)
"""From so many ships on a formation has one row more."""
_GAP: Final = 7.0
_SHIP: Final = (5.0, 3.0, 3.0)
_HEAD: Final = (9.0, 3.0, 6.0)
_CLEAR: Final = 28.0
"""How far from the middle of a planet an arrow begins and ends."""
_BESIDE: Final = (26, 18)
"""No number of a fleet is drawn so near to the middle of a planet."""
_OFF: Final = 15
_MARGIN: Final = 40.0
_RADII: Final = (8.0, 32.0, 0.42, 0.12, 0.44)
"""The radius of a disc: least, most, by scale, by growth, by the room to the next planet."""
_TOUCHED: Final = 10
_NAME: Final = 28
_LINES: Final = (12, 36)
"""The lines of a seat: its name, its ships."""
_WIDE_STRIP: Final = 250
Spot = tuple[float, float]


class Sky(NamedTuple):
    """The places of a map on the screen: its box, the spot of each planet, the units of a length of
    1, and the least distance of two spots.
    """

    box: Box
    spots: tuple[Spot, ...]
    scale: float
    nearest: float

    def radius(self, growth: int) -> float:
        """Return the radius of a planet's disc, in units; discs of neighbours hardly touch."""
        least, most, base, by_growth, room = _RADII
        return max(least, min(most, self.scale * (base + by_growth * growth), room * self.nearest))

    def at(self, view: State, x: float, y: float) -> int | None:
        """Return the planet at a point, None in the sky."""
        best, least = None, float("inf")
        for planet, (px, py) in enumerate(self.spots):
            far = math.hypot(x - px, y - py) - self.radius(view.world.growth[planet])
            if far < _TOUCHED and far < least:
                best, least = planet, far
        return best


def sky_of(view: State, box: Box) -> Sky:
    """Return the sky of a map in a `box`; the wider side of the map lies along that of the box."""
    x, y, w, h = box
    places = view.world.places
    left, top = min(px for px, _ in places), min(py for _, py in places)
    wide = max(1.0, max(px for px, _ in places) - left)
    high = max(1.0, max(py for _, py in places) - top)
    scale = min((w - 2 * _MARGIN) / wide, (h - 2 * _MARGIN) / high)
    dx, dy = x + (w - scale * wide) / 2, y + (h - scale * high) / 2
    spots = tuple((dx + scale * (px - left), dy + scale * (py - top)) for px, py in places)
    nearest = min(
        (math.dist(one, two) for number, one in enumerate(spots) for two in spots[:number]),
        default=w,
    )
    return Sky(box, spots, scale, nearest)


def free_corner(sky: Sky, wide: float, high: float, foot: float) -> Spot:
    """Return the left upper corner of a box in the corner of the sky that hides fewest planets."""
    x, y, w, h = sky.box
    corners = [
        (left, top) for top in (y + 32, y + h - high - foot) for left in (x + 16, x + w - 16 - wide)
    ]

    def hidden(corner: Spot) -> int:
        left, top = corner
        return sum(
            left - GAP < px < left + wide + GAP and top - GAP < py < top + high + GAP
            for px, py in sky.spots
        )

    return min(corners, key=hidden)


def draw_stars(canvas: Canvas, box: Box, seed: int) -> None:
    """Draw a night sky, the same for the same `seed`."""
    canvas.fill("ink")
    rng = Stream.named(seed, "stars")
    x, y, w, h = box
    for _ in range(_STARS):
        spot = (x + w * rng.random(), y + h * rng.random())
        bright = rng.random()
        (least, more), (dark, light) = _STAR_SIZE, _STAR_LIGHT
        paint = canvas.theme.mix("ink", "paper", dark + light * bright)
        canvas.circle(spot, least + more * bright * bright, paint)


def draw_planet(canvas: Canvas, sky: Sky, view: State, planet: int, ships: int) -> None:
    """Draw a planet: a lit disc, its owner's ring and mark, its ships."""
    spot, owner = sky.spots[planet], view.owners[planet]
    radius = sky.radius(view.world.growth[planet])
    colour, mix = COLOURS[owner], canvas.theme.mix
    x, y = spot
    for off, size, owned, free in _DISC:
        lit = mix("ink", colour, owned if owner else free)
        canvas.circle((x - radius * off, y - radius * off), radius * size, lit)
    off, size, light = _SHINE
    canvas.circle((x - radius * off, y - radius * off), radius * size, mix(colour, "paper", light))
    if owner:
        canvas.ring(spot, radius + _RING, colour, 2)
        out = radius + _RING
        canvas.icon(SEAT_MARKS[owner - 1], (x + out, y - out), _MARK, colour)
    least, most, by_room, by_disc = _NUMBER
    size = max(least, min(most, by_room * sky.nearest, by_disc * radius))
    _pill(canvas, str(ships), spot, size, "paper", "bold")


def draw_growth(canvas: Canvas, sky: Sky, view: State, planet: int, numbered: bool) -> None:
    """Draw the ships that a planet makes each turn at the foot of its disc; with its number where
    planets are `numbered`.
    """
    (x, y), growth = sky.spots[planet], view.world.growth[planet]
    place = (x, y + sky.radius(growth) + _FOOT)
    near_x, near_y = _BESIDE
    near_x += _PAD + 2 if numbered else 0
    if any(abs(place[0] - a) < near_x and abs(place[1] - b) < near_y for a, b in sky.spots):
        return  # it would hide how many ships a neighbour has
    words = f"{planet}: +{growth}" if numbered else f"+{growth}"
    _pill(canvas, words, place, NOTE, COLOURS[view.owners[planet]])


def _pill(
    canvas: Canvas, text: str, centre: Spot, size: float, colour: str, face: str = "text"
) -> None:
    """Draw a text on a dark ground that lets the picture through."""
    wide, high = canvas.text_width(text, size, face) + _PAD, canvas.line_height(size, face) - 2
    box = (centre[0] - wide / 2, centre[1] - high / 2, wide, high)
    canvas.rect(box, "ink", _PAD, _DARK)
    canvas.text(text, centre, size, colour, face, "centre")


def _wedge(canvas: Canvas, spot: Spot, way: Spot, shape: tuple[float, ...], colour: str) -> None:
    """Draw a head that points along a `way`; its `shape` is how far front, back and sides are."""
    (x, y), (ux, uy), (front, back, side) = spot, way, shape
    tail = (x - ux * back, y - uy * back)
    canvas.polygon(
        [
            (x + ux * front, y + uy * front),
            (tail[0] - uy * side, tail[1] + ux * side),
            (tail[0] + uy * side, tail[1] - ux * side),
        ],
        colour,
    )


def merged(fleets: Sequence[Fleet]) -> list[Fleet]:
    """Return fleets with those that fly together as one; the largest where there are too many."""
    found: dict[tuple[int, int, int, int], Fleet] = {}
    for fleet in fleets:
        key = (fleet.owner, fleet.source, fleet.target, fleet.arrives)
        known = found.get(key)
        found[key] = fleet if known is None else known._replace(ships=known.ships + fleet.ships)
    return sorted(found.values(), key=lambda fleet: -fleet.ships)[:_MOST_FLEETS]


def draw_fleets(canvas: Canvas, sky: Sky, fleets: Iterable[Fleet], turn: float) -> None:
    """Draw `fleets`, the largest first, at a `turn` that may lie between two.

    A number that would lie over another is left out.
    """
    numbers = list(sky.spots)
    for fleet in fleets:
        (ax, ay), (bx, by) = sky.spots[fleet.source], sky.spots[fleet.target]
        done = 1 - (fleet.arrives - turn) / fleet.total
        done = min(1.0, max(0.0, done))
        x, y = ax + done * (bx - ax), ay + done * (by - ay)
        long = math.hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / long, (by - ay) / long
        colour = COLOURS[fleet.owner]
        canvas.line((x, y), (bx, by), canvas.theme.mix("ink", colour, _SHINE[2]), 1)
        _draw_formation(canvas, (x, y), (ux, uy), fleet.ships, colour)
        place = (x - uy * _OFF, y + ux * _OFF)
        near_x, near_y = _BESIDE
        taken = (abs(place[0] - a) < near_x and abs(place[1] - b) < near_y for a, b in numbers)
        if not any(taken):
            numbers.append(place)
            canvas.text(str(fleet.ships), place, NOTE, colour, "bold", "centre")


def _draw_formation(canvas: Canvas, spot: Spot, way: Spot, ships: int, colour: str) -> None:
    """Draw one to six ships in a wedge."""
    (x, y), (ux, uy) = spot, way
    rows = 1 + sum(ships >= count for count in _ROWS)
    for row in range(rows):
        for column in range(row + 1):
            back, side = -_GAP * row, _GAP * (column - row / 2)
            place = (x + ux * back - uy * side, y + uy * back + ux * side)
            _wedge(canvas, place, way, _SHIP, colour)


def draw_arrow(
    canvas: Canvas, sky: Sky, source: int, target: int, colour: str, words: str = ""
) -> None:
    """Draw an arrow from one planet to another, with `words` at its middle."""
    (ax, ay), (bx, by) = sky.spots[source], sky.spots[target]
    long = math.hypot(bx - ax, by - ay)
    if long < 2 * _CLEAR:
        return
    way = ((bx - ax) / long, (by - ay) / long)
    start = (ax + way[0] * _CLEAR, ay + way[1] * _CLEAR)
    end = (bx - way[0] * _CLEAR, by - way[1] * _CLEAR)
    canvas.line(start, end, colour, 2)
    _wedge(canvas, end, way, _HEAD, colour)
    if words:
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        _pill(canvas, words, middle, NOTE, colour, "bold")


def draw_draft(
    canvas: Canvas,
    sky: Sky,
    orders: Orders,
    waiting: Iterable[DelayedOrder],
    lines: Mapping[int, int],
    turn: int,
) -> None:
    """Draw what was ordered: arrows with ships, those that wait with their turns, supply lines."""
    for source, target in lines.items():
        draw_arrow(canvas, sky, source, target, SERIES[2], "every turn")
    for each in waiting:
        if each.turn > turn:
            words = f"{each.ships} in {each.turn - turn}"
            draw_arrow(canvas, sky, each.source, each.target, "quiet", words)
    for source, target, ships in orders:
        if lines.get(source) != target:
            draw_arrow(canvas, sky, source, target, "paper", str(ships))


def draw_rings(
    canvas: Canvas, sky: Sky, growth: Sequence[int], colours: Mapping[int, str], far: float
) -> None:
    """Draw a ring round planets, each in its colour, so `far` from the disc."""
    for planet, colour in colours.items():
        canvas.ring(sky.spots[planet], sky.radius(growth[planet]) + far, colour, 3)


def draw_seats(
    canvas: Canvas, view: State, names: tuple[str, str], place: tuple[float, float, float]
) -> None:
    """Draw both seats side by side with ships and growth; `place` is left, top and width."""
    left, top, wide = place
    for number, owner in enumerate((FIRST, SECOND)):
        x, room = left + number * wide / 2, wide / 2 - _NAME - GRID
        first, second = (top + line for line in _LINES)
        canvas.icon(SEAT_MARKS[number], (x + _NAME / 2, first), TEXT, COLOURS[owner])
        canvas.text(names[number], (x + _NAME, first), TEXT, COLOURS[owner], "bold", max_width=room)
        ships, growth = view.total(owner), view.growth(owner)
        for words in (f"{ships} ships, +{growth} a turn", f"{ships} +{growth}"):
            if canvas.text_width(words, NOTE) <= room:
                break
        canvas.text(words, (x + _NAME, second), NOTE, "paper", max_width=room)


def rule_lines(params: Params) -> Sequence[RuleLine]:
    """Return the rules in three lines, for the page before a match."""
    return (
        icon_rule("Send ships from your planets: the larger force keeps a planet.", "forward"),
        icon_rule("Your planets make ships each turn, as many as the + below them.", "star"),
        icon_rule(f"Take all planets, or have more ships after {params['turns']} turns.", "flag"),
    )


def strip_words(planet: int, course: Course) -> str:
    """Return in a few words what comes over a planet.

    >>> strip_words(3, [(1, 5), (1, 6), (2, 4)])
    'Planet 3 falls in 2'
    """
    owner = course[0][0]
    for turn, (holder, _ships) in enumerate(course):
        if holder != owner:
            if owner == NOBODY:
                return f"Planet {planet}: {'yours' if holder == 1 else 'theirs'} in {turn}"
            return f"Planet {planet} {'falls' if owner == 1 else 'is yours'} in {turn}"
    return f"Planet {planet} stays {('free', 'yours', 'theirs')[owner]}"


def draw_strip(canvas: Canvas, box: Box, planet: int, course: Course) -> None:
    """Draw the turns to come of a planet, a bar for each, as high as its ships."""
    x, y, w, h = box
    canvas.panel(box, "raised", "line", 1, GRID)
    words = strip_words(planet, course)
    tone = WARNING if " falls " in words else "paper"
    left, right, row = x + GRID, x + w - GRID, canvas.line_height(NOTE)
    canvas.text(words, (left, y + GRID / 2 + row / 2), NOTE, tone, "bold", max_width=right - left)
    shown = course[: _STRIP + 1]
    most = max(1, *(ships for _, ships in shown))
    step = (right - left) / len(shown)
    room, foot = h - 2 * row - 2 * GRID, y + h - row - GRID / 2
    last = shown[0][0]
    for turn, (owner, ships) in enumerate(shown):
        high, at = max(2.0, room * ships / most), left + turn * step
        canvas.rect((at, foot - high, max(1.0, step - 1), high), COLOURS[owner])
        if owner != last:
            canvas.line((at, foot - room), (at, foot), POINTER, 2)
        last = owner
    line = y + h - row / 2 - 2
    canvas.text("now", (left, line), NOTE, "quiet")
    canvas.text(f"in {_STRIP} turns", (right, line), NOTE, "quiet", align="right")
    if w > _WIDE_STRIP:
        canvas.text(f"{most} at most", (x + w / 2, line), NOTE, "quiet", align="centre")
