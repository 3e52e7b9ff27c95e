"""The points of an epoch, by source: one net total a seat, then the floor at 0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.ra.tiles import (
    CIV,
    EPOCHS,
    FLOOD,
    GOD,
    GOLD,
    MONUMENT,
    NILE,
    PHARAOH,
    Counts,
)

CIVILIZATION_POINTS: Final = (-5, 0, 0, 5, 10, 15)
"""By the number of different civilizations."""
MONUMENT_KINDS: Final = (0, 1, 2, 3, 4, 5, 6, 10, 15)
"""By the number of different monuments."""
MONUMENT_SETS: Final = (0, 0, 0, 5, 10, 15)
"""By how often one kind of monument is held."""
SOURCES: Final = ("pharaohs", "nile", "civilizations", "gods", "gold", "monuments", "suns")


class Breakdown(NamedTuple):
    """The points of a seat in one epoch by source; `nile` is floods and niles."""

    pharaohs: int
    nile: int
    civilizations: int
    gods: int
    gold: int
    monuments: int
    suns: int

    @property
    def total(self) -> int:
        """The net total, before the floor at 0."""
        return sum(self)

    def plain(self) -> dict[str, int]:
        """Return by name, with the total."""
        return dict(zip(_NAMES, (*self, sum(self)), strict=True))


_NAMES: Final = (*SOURCES, "total")


def civilization_points(tiles: Counts) -> int:
    """Return the points of an epoch for the civilizations among `tiles`."""
    return CIVILIZATION_POINTS[sum(tiles[kind] > 0 for kind in CIV)]


def monument_points(tiles: Counts) -> int:
    """Return the points at the end of the game for the monuments among `tiles`."""
    held = [tiles[kind] for kind in MONUMENT if tiles[kind]]
    return MONUMENT_KINDS[len(held)] + sum(MONUMENT_SETS[number] for number in held)


def most_and_fewest(values: Sequence[int], most: int, fewest: int) -> list[int]:
    """Return `most` for each that has the highest value and `fewest` for each that has the
    lowest.
    """
    high, low = max(values), min(values)
    return [(most if v == high else 0) + (fewest if v == low else 0) for v in values]


def breakdowns(
    epoch: int, tiles: Sequence[Counts], suns: Sequence[Sequence[int]]
) -> tuple[Breakdown, ...]:
    """Return the points of every seat at the end of an `epoch`; `suns` lie face up and down."""
    pharaohs = [held[PHARAOH] for held in tiles]
    led = [0] * len(tiles)
    if max(pharaohs) > min(pharaohs):
        led = most_and_fewest(pharaohs, 5, -2)
    last = epoch == EPOCHS
    shone = most_and_fewest([sum(own) for own in suns], 5, -5) if last else [0] * len(tiles)
    return tuple(
        Breakdown(
            led[seat],
            held[NILE] + held[FLOOD] if held[FLOOD] else 0,
            civilization_points(held),
            2 * held[GOD],
            3 * held[GOLD],
            monument_points(held) if last else 0,
            shone[seat],
        )
        for seat, held in enumerate(tiles)
    )


def after(scores: Sequence[int], found: Sequence[Breakdown]) -> tuple[int, ...]:
    """Return the `scores` after an epoch, none below 0."""
    return tuple(max(0, score + own.total) for score, own in zip(scores, found, strict=True))


def winner_of(scores: Sequence[int], suns: Sequence[Sequence[int]]) -> int:
    """Return the seat with the most points, of equals the one with the highest sun."""
    seats = range(len(scores))
    return max(seats, key=lambda seat: (scores[seat], max(suns[seat], default=0)))
