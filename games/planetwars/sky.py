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
from games.shell.draw.theme import LABEL, NOTE, SEAT_MARKS, TEXT
from games.streams import Stream

COLOURS: Final = ("quiet", OWN, RIVAL)
"""The paint of nobody, the own seat and the enemy."""
_STARS: Final = 140
_MOST_FLEETS: Final = 250
"""More are not drawn one by one: the largest are."""
_STRIP: Final = 30
"""Turns in the strip of a planet."""
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
        return max(9.0, min(32.0, self.scale * (0.42 + 0.12 * growth), 0.6 * self.nearest))

    def at(self, view: State, x: float, y: float) -> int | None:
        """Return the planet at a point, None in the sky."""
        best, least = None, float("inf")
        for planet, (px, py) in enumerate(self.spots):
            far = math.hypot(x - px, y - py) - self.radius(view.world.growth[planet])
            if far < 10 and far < least:
                best, least = planet, far
        return best


def sky_of(view: State, box: Box) -> Sky:
    """Return the sky of a map in a `box`; the wider side of the map lies along that of the box."""
    x, y, w, h = box
    places = view.world.places
    left, top = min(px for px, _ in places), min(py for _, py in places)
    wide = max(1.0, max(px for px, _ in places) - left)
    high = max(1.0, max(py for _, py in places) - top)
    margin = 40.0
    scale = min((w - 2 * margin) / wide, (h - 2 * margin) / high)
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
            left - 20 < px < left + wide + 20 and top - 20 < py < top + high + 20
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
        canvas.circle(
            spot,
            0.7 + 0.9 * bright * bright,
            canvas.theme.mix("ink", "paper", 0.15 + 0.45 * bright),
        )


def draw_planet(canvas: Canvas, sky: Sky, view: State, planet: int, ships: int) -> None:
    """Draw a planet: a lit disc, its owner's ring and mark, its ships."""
    spot, owner = sky.spots[planet], view.owners[planet]
    radius = sky.radius(view.world.growth[planet])
    colour, mix = COLOURS[owner], canvas.theme.mix
    x, y = spot
    canvas.circle(spot, radius + 2.5, mix("ink", colour, 0.35))
    canvas.circle(spot, radius, mix("ink", colour, 0.55 if owner else 0.4))
    canvas.circle(
        (x - radius * 0.16, y - radius * 0.16),
        radius * 0.78,
        mix("ink", colour, 0.72 if owner else 0.52),
    )
    canvas.circle((x - radius * 0.3, y - radius * 0.32), radius * 0.4, mix(colour, "paper", 0.25))
    if owner:
        canvas.ring(spot, radius + 4.5, colour, 2)
        canvas.icon(
            SEAT_MARKS[owner - 1], (x + radius * 0.95 + 6, y - radius * 0.95 - 2), 14, colour
        )
    size = max(11.0, min(LABEL - 2.0, 0.55 * sky.nearest, 0.95 * radius + 4))
    text = str(ships)
    wide = canvas.text_width(text, size, "bold") + 8
    high = canvas.line_height(size, "bold") * 0.86
    canvas.rect((x - wide / 2, y - high / 2, wide, high), "ink", 6, 130)
    canvas.text(text, spot, size, "paper", "bold", "centre")


def draw_growth(canvas: Canvas, sky: Sky, view: State, planet: int) -> None:
    """Draw the ships that a planet makes each turn, at the foot of its disc."""
    (x, y), growth = sky.spots[planet], view.world.growth[planet]
    foot = y + sky.radius(growth) + 7
    words = f"+{growth}"
    wide = canvas.text_width(words, NOTE) + 8
    canvas.rect((x - wide / 2, foot - 7, wide, 14), "ink", 7, 190)
    canvas.text(words, (x, foot), NOTE, COLOURS[view.owners[planet]], align="centre")


def merged(fleets: Sequence[Fleet]) -> list[Fleet]:
    """Return fleets with those that fly together as one; the largest where there are too many."""
    found: dict[tuple[int, int, int, int], Fleet] = {}
    for fleet in fleets:
        key = (fleet.owner, fleet.source, fleet.target, fleet.arrives)
        known = found.get(key)
        found[key] = fleet if known is None else known._replace(ships=known.ships + fleet.ships)
    return sorted(found.values(), key=lambda fleet: fleet.ships)[-_MOST_FLEETS:]


def draw_fleets(canvas: Canvas, sky: Sky, fleets: Iterable[Fleet], turn: float) -> None:
    """Draw the `fleets` at a `turn`, which may lie between two; no number lies over a planet's."""
    for fleet in fleets:
        (ax, ay), (bx, by) = sky.spots[fleet.source], sky.spots[fleet.target]
        done = 1 - (fleet.arrives - turn) / fleet.total
        done = min(1.0, max(0.0, done))
        x, y = ax + done * (bx - ax), ay + done * (by - ay)
        long = math.hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / long, (by - ay) / long
        colour = COLOURS[fleet.owner]
        canvas.line((x, y), (bx, by), canvas.theme.mix("ink", colour, 0.22), 1)
        _draw_formation(canvas, (x, y), (ux, uy), fleet.ships, colour)
        place = (x - uy * 15, y + ux * 15)
        if not any(abs(place[0] - px) < 26 and abs(place[1] - py) < 18 for px, py in sky.spots):
            canvas.text(str(fleet.ships), place, NOTE, colour, "bold", "centre")


def _draw_formation(canvas: Canvas, spot: Spot, way: Spot, ships: int, colour: str) -> None:
    """Draw one to six ships in a wedge."""
    (x, y), (ux, uy) = spot, way
    rows = 1 if ships < 10 else 2 if ships < 50 else 3
    for row in range(rows):
        for column in range(row + 1):
            back, side = -7.0 * row, 7.0 * (column - row / 2)
            cx, cy = x + ux * back - uy * side, y + uy * back + ux * side
            canvas.polygon(
                [
                    (cx + ux * 5, cy + uy * 5),
                    (cx - ux * 3 - uy * 3, cy - uy * 3 + ux * 3),
                    (cx - ux * 3 + uy * 3, cy - uy * 3 - ux * 3),
                ],
                colour,
            )


def draw_arrow(
    canvas: Canvas, sky: Sky, source: int, target: int, colour: str, words: str = ""
) -> None:
    """Draw an arrow from the rim of one planet to another's, with `words` at its middle."""
    (ax, ay), (bx, by) = sky.spots[source], sky.spots[target]
    long = math.hypot(bx - ax, by - ay)
    if long < 60:
        return
    ux, uy = (bx - ax) / long, (by - ay) / long
    start, end = (ax + ux * 26, ay + uy * 26), (bx - ux * 30, by - uy * 30)
    canvas.line(start, end, colour, 2)
    x, y = end
    canvas.polygon(
        [
            (x + ux * 9, y + uy * 9),
            (x - ux * 3 - uy * 6, y - uy * 3 + ux * 6),
            (x - ux * 3 + uy * 6, y - uy * 3 - ux * 6),
        ],
        colour,
    )
    if words:
        mx, my = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        wide, high = canvas.text_width(words, NOTE, "bold") + 10, canvas.line_height(NOTE) + 2
        canvas.rect((mx - wide / 2, my - high / 2, wide, high), "ink", 6, 200)
        canvas.text(words, (mx, my), NOTE, colour, "bold", "centre")


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
        x, room = left + number * wide / 2, wide / 2 - 36
        canvas.icon(SEAT_MARKS[number], (x + 10, top + 28), 20, COLOURS[owner])
        name = names[number]
        canvas.text(name, (x + 28, top + 20), TEXT, COLOURS[owner], "bold", max_width=room)
        ships, growth = view.total(owner), view.growth(owner)
        for words in (f"{ships} ships, +{growth} a turn", f"{ships} +{growth}"):
            if canvas.text_width(words, NOTE) <= room:
                break
        canvas.text(words, (x + 28, top + 44), NOTE, "paper", max_width=room)


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
    canvas.panel(box, "raised", "line", 1, 8)
    words = strip_words(planet, course)
    tone = WARNING if " falls " in words else "paper"
    canvas.text(words, (x + 10, y + 15), NOTE, tone, "bold", max_width=w - 20)
    shown = course[: _STRIP + 1]
    most = max(1, *(ships for _, ships in shown))
    step = (w - 20) / len(shown)
    room, foot = h - 56, y + h - 24
    last = shown[0][0]
    for turn, (owner, ships) in enumerate(shown):
        high = max(2.0, room * ships / most)
        canvas.rect((x + 10 + turn * step, foot - high, max(1.0, step - 1), high), COLOURS[owner])
        if owner != last:
            canvas.line(
                (x + 10 + turn * step, foot - room), (x + 10 + turn * step, foot), POINTER, 2
            )
        last = owner
    canvas.text("now", (x + 10, y + h - 11), NOTE, "quiet")
    canvas.text(f"in {_STRIP} turns", (x + w - 10, y + h - 11), NOTE, "quiet", align="right")
    canvas.text(f"{most} ships at most", (x + w / 2, y + h - 11), NOTE, "quiet", align="centre")
