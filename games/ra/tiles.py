"""The tiles and suns of Ra: kinds by number, how many there are, and counts as bytes.

A collection of tiles is `Counts`: bytes with one count for each of the 23 kinds, in the order of
`KINDS`. They are quick to copy and to compare, and an array can look into them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

Counts = bytes
"""How many of each kind, in the order of `KINDS`."""

CIVILIZATIONS: Final = ("agriculture", "art", "astronomy", "religion", "writing")
MONUMENTS: Final = (
    *("fortress", "obelisk", "palace", "pyramid"),
    *("sphinx", "statue", "step_pyramid", "temple"),
)
CATASTROPHES: Final = ("unrest", "funeral", "drought", "earthquake")
KINDS: Final = (
    *("ra", "pharaoh", "nile", "flood", "god", "gold"),
    *CIVILIZATIONS,
    *MONUMENTS,
    *CATASTROPHES,
)
NUMBER: Final = {kind: number for number, kind in enumerate(KINDS)}
RA, PHARAOH, NILE, FLOOD, GOD, GOLD = range(6)
CIV: Final = range(6, 11)
MONUMENT: Final = range(11, 19)
UNREST, FUNERAL, DROUGHT, EARTHQUAKE = range(19, 23)
CATASTROPHE: Final = range(19, 23)

NOTHING: Final = bytes(len(KINDS))
ALL: Final = bytes((30, 25, 25, 12, 8, 5, *(5,) * 5, *(5,) * 8, 4, 2, 2, 2))
"""The bag at the start: 180 tiles."""
ALPHABETICAL: Final = tuple(sorted(range(len(KINDS)), key=KINDS.__getitem__))
"""The kinds by their names, the order in which lists of tiles are written."""

SUN_SETS: Final = {
    3: ((2, 5, 8, 13), (3, 6, 9, 12), (4, 7, 10, 11)),
    4: ((2, 6, 13), (3, 7, 12), (4, 8, 11), (5, 9, 10)),
    5: ((2, 7, 16), (3, 8, 15), (4, 9, 14), (5, 10, 13), (6, 11, 12)),
}
"""The suns that are dealt, by the number of players."""
RA_LIMIT: Final = {3: 8, 4: 9, 5: 10}
"""The Ra of an epoch that ends it."""
HIGHEST_SUN: Final = {3: 13, 4: 13, 5: 16}
BLOCK_PLACES: Final = 8
EPOCHS: Final = 3
START_SCORE: Final = 10
START_CENTER: Final = 1


def added(counts: Counts, kind: int, number: int = 1) -> Counts:
    """Return `counts` with `number` more of one kind, fewer where it is negative."""
    changed = bytearray(counts)
    changed[kind] += number
    return bytes(changed)


def plus(one: Counts, other: Counts) -> Counts:
    """Return both together."""  # no count is near 255, so that no byte runs into the next
    return (int.from_bytes(one) + int.from_bytes(other)).to_bytes(len(KINDS))


def pack(names: Iterable[str]) -> Counts:
    """Return a list of tiles as counts; raises `KeyError` for an unknown name."""
    counts = bytearray(len(KINDS))
    for name in names:
        counts[NUMBER[name]] += 1
    return bytes(counts)


def listed(counts: Counts) -> list[str]:
    """Return all tiles by name, sorted."""
    return [*_names(counts)]


@lru_cache(maxsize=1 << 12)
def _names(counts: Counts) -> tuple[str, ...]:
    return tuple(KINDS[kind] for kind in ALPHABETICAL for _ in range(counts[kind]))


def table_of(counts: Counts) -> dict[str, int]:
    """Return the kinds that are there with their counts, by name, sorted."""
    return {KINDS[kind]: counts[kind] for kind in ALPHABETICAL if counts[kind]}
