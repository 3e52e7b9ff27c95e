"""Fair maps: made from a seed, the same on every machine, and the symmetry of any map.

A map is made in whole millionths, with a point reflection or a mirror line through its middle. The
lines have rational slopes, so that maps do not depend on a machine's sine.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Final

from games.planetwars.engine.state import NOBODY, SWAPPED, Place, State, begun
from games.streams import Stream

SYMMETRIES: Final = ("point", "mirror")
FEWEST, MOST = 15, 30
"""Planets of a map that is made."""
HOME_SHIPS: Final = 100
HOME_GROWTH: Final = 5
_ONE: Final = 1_000_000
_RADIUS: Final = 15 * _ONE - 10
_APART: Final = 2.003
_HOMES_APART: Final = 8.003
_CLEAR: Final = 0.00201
"""No distance is nearer to a whole number, so that all languages round it alike."""
_CHEAP: Final = 40
_MOST_SHIPS: Final = 100
_MOST_GROWTH: Final = 5
_TRIPLES: Final = ((1, 0, 1), (3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29))
"""Twice the angle of a mirror line has these sides."""
_NEAR: Final = 1e-4
"""So far from its place the image of a planet may lie, in a map that a program has rounded."""

Spot = tuple[int, int]
Image = Callable[[Spot], Spot]


class _Crowded(Exception):
    """No place was left for a planet."""


@functools.lru_cache(256)
def made(seed: int, planets: int = 0, symmetry: str = "") -> State:
    """Return the start on the fair map of a `seed`.

    `planets` are 15 to 30, 0 for a number from the seed; `symmetry` is one of `SYMMETRIES`, "" for
    one from the seed.

    >>> len(made(7).world) in range(15, 31), made(7).ships[:2]
    (True, (100, 100))
    """
    rng = Stream.named(seed, "planetwars map")
    count = FEWEST + rng.below(MOST - FEWEST + 1)
    kind = SYMMETRIES[rng.below(2)]
    while True:
        try:
            found = _attempt(rng, planets or count, symmetry or kind)
        except _Crowded:
            continue
        if _can_begin(found):
            return found


def _attempt(rng: Stream, count: int, kind: str) -> State:
    """Return a map whose places are as they must be; raises `_Crowded`."""
    image = _reflection(rng) if kind == "mirror" else _through_the_middle
    alone = count % 2 + (2 * rng.below(2) if kind == "mirror" else 0)
    spots: list[Spot] = []
    _add_pair(spots, rng, image, _HOMES_APART)
    for _ in range(alone):
        _add_alone(spots, rng, image)
    for _ in range((count - len(spots)) // 2):
        _add_pair(spots, rng, image, _APART)
    ships, growth = [HOME_SHIPS] * 2, [HOME_GROWTH] * 2
    for number in range(alone + (count - 2 - alone) // 2):
        copies = 1 if number < alone else 2
        ships += [1 + rng.below(_MOST_SHIPS)] * copies
        growth += [1 + rng.below(_MOST_GROWTH)] * copies
    left, low = min(x for x, _ in spots), min(y for _, y in spots)
    places = [((x - left) / _ONE, (y - low) / _ONE) for x, y in spots]
    return begun(places, (1, 2, *[NOBODY] * (count - 2)), ships, growth)


def _through_the_middle(spot: Spot) -> Spot:
    return -spot[0], -spot[1]


def _reflection(rng: Stream) -> Image:
    """Return the reflection in a line through the middle."""
    a, b, c = _TRIPLES[rng.below(len(_TRIPLES))]
    if rng.below(2):
        a, b = b, a
    a, b = a * (1 - 2 * rng.below(2)), b * (1 - 2 * rng.below(2))

    def image(spot: Spot) -> Spot:
        x, y = spot
        return _rounded(a * x + b * y, c), _rounded(b * x - a * y, c)

    return image


def _rounded(value: int, by: int) -> int:
    return (2 * value + by) // (2 * by)


def _drawn(rng: Stream) -> Spot:
    """Return a spot in the circle, each as likely."""
    while True:
        x, y = (rng.below(2 * _RADIUS + 1) - _RADIUS for _ in range(2))
        if x * x + y * y <= _RADIUS * _RADIUS:
            return x, y


def _add_pair(spots: list[Spot], rng: Stream, image: Image, apart: float) -> None:
    for _ in range(400):
        spot = _drawn(rng)
        other = image(spot)
        if _clear(spot, [other], apart) and all(_clear(s, spots, _APART) for s in (spot, other)):
            spots += [spot, other]
            return
    raise _Crowded


def _add_alone(spots: list[Spot], rng: Stream, image: Image) -> None:
    """Add a planet that is its own image: on the line, or in the middle."""
    for _ in range(400):
        x, y = _drawn(rng)
        there = image((x, y))
        spot = ((x + there[0]) // 2, (y + there[1]) // 2)
        if _clear(spot, spots, _APART):
            spots.append(spot)
            return
    raise _Crowded


def _clear(spot: Spot, spots: Sequence[Spot], apart: float) -> bool:
    """Return whether a spot may lie beside others: far enough, and no distance nearly whole."""
    for x, y in spots:
        off = math.sqrt((spot[0] - x) ** 2 + (spot[1] - y) ** 2) / _ONE
        if off < apart or abs(off - round(off)) < _CLEAR:
            return False
    return True


def _can_begin(state: State) -> bool:
    """Return whether some cheap pair of neutrals is nearer to a home than the other home is."""
    places = state.world.places
    between = math.dist(places[0], places[1])
    partners = symmetry_of(state)[1]
    return partners is not None and any(
        state.ships[planet] <= _CHEAP and partners[planet] != planet
        for planet in range(2, len(places))
        if min(math.dist(places[home], places[planet]) for home in (0, 1)) < between
    )


# -- the symmetry of any map ---------------------------------------------------------------


def symmetry_of(state: State) -> tuple[str | None, tuple[int, ...] | None]:
    """Return how a map is fair, "point" or "mirror", and the planet that each is swapped with.

    Both are None where no reflection swaps the homes and keeps ships, growth and rounded distances,
    or where fleets fly.
    """
    firsts, seconds = ([n for n, of in enumerate(state.owners) if of == owner] for owner in (1, 2))
    if firsts and len(firsts) == len(seconds) and not state.fleets:
        places = state.world.places
        for kind, other in itertools.product(SYMMETRIES, seconds):
            partners = _partners(state, _image_of(kind, places[firsts[0]], places[other]))
            if partners is not None:
                return kind, partners
    return None, None


def _image_of(kind: str, one: Place, two: Place) -> Callable[[float, float], Place]:
    """Return the reflection of a `kind` that swaps two places."""
    (x, y), (ax, ay) = one, two
    if kind == "point":
        return lambda px, py: (x + ax - px, y + ay - py)
    dx, dy = ax - x, ay - y

    def image(px: float, py: float) -> Place:
        off = ((2 * px - x - ax) * dx + (2 * py - y - ay) * dy) / (dx * dx + dy * dy)
        return px - off * dx, py - off * dy

    return image


def _partners(state: State, image: Callable[[float, float], Place]) -> tuple[int, ...] | None:
    """Return the planet that each is swapped with by an `image`, or None where one has none."""
    places, growth, trips = state.world.places, state.world.growth, state.world.trips
    in_cells: dict[tuple[int, int], list[int]] = {}
    for planet, (x, y) in enumerate(places):
        in_cells.setdefault((math.floor(x), math.floor(y)), []).append(planet)
    found = []
    for planet, place in enumerate(places):
        x, y = there = image(*place)
        corners = itertools.product((-_NEAR, _NEAR), repeat=2)
        cells = {(math.floor(x + right), math.floor(y + down)) for right, down in corners}
        near = [other for cell in cells for other in in_cells.get(cell, ())]
        other = min(near, key=lambda n: math.dist(places[n], there), default=planet)
        if (
            math.dist(places[other], there) > _NEAR
            or state.owners[other] != SWAPPED[state.owners[planet]]
            or (state.ships[other], growth[other]) != (state.ships[planet], growth[planet])
        ):
            return None
        found.append(other)
    if [found[other] for other in found] != list(range(len(found))):
        return None
    same = all(list(row) == [trips[found[n]][m] for m in found] for n, row in enumerate(trips))
    return tuple(found) if same else None
