"""The potential of `ai.ra.potential` for play: worked out once for equal holdings, lots and suns.

A hand hardly changes from one choice to the next, and every seat is asked about the same lot. So
the parts that stay are remembered by their counts. The formulas are those of `ai.ra.potential`, in
the same order; a test holds both to each other bit by bit.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from ai.ra.plain import (
    BLOCK,
    DRAWN,
    EPOCH,
    LEFT,
    PLAYERS,
    SCORES,
    SUNS,
    UP,
    K,
    Row,
    receive_block,
    tiles_coming,
)
from ai.ra.potential import held_worth, king_worth, least_worth, monument_worth, share_of
from games.ra.rules.state import State, Suns
from games.ra.tiles import EPOCHS, MONUMENT, NOTHING, PHARAOH, RA, UNREST, Counts, added, plus

_MOST: Final = 1 << 13
"""Values that are remembered of a kind: those of a few dozen games."""
LONE: Final = tuple(added(NOTHING, kind) for kind in range(K))
"""One tile of each kind."""


@lru_cache(maxsize=_MOST)
def rivals(tiles: tuple[Counts, ...], seat: int) -> tuple[int, int]:
    """Return the most and the fewest pharaohs among the other seats."""
    held = [hand[PHARAOH] for other, hand in enumerate(tiles) if other != seat]
    return max(held), min(held)


@lru_cache(maxsize=_MOST)
def _kings(own: int, most: int, fewest: int, left: float, rem: int) -> float:
    return king_worth(own, most, fewest, left, rem)


@lru_cache(maxsize=_MOST)
def _stones(monuments: bytes, left: float, rem: int) -> float:
    return monument_worth(monuments, -MONUMENT.start, left, rem)


@lru_cache(maxsize=_MOST)
def hand_worth(hand: Counts, most: int, fewest: int, left: float, rem: int) -> float:
    """Return the points that a hand may expect against the others' most and fewest pharaohs.

    `left` is the share of the epoch that is left, `rem` the number of epochs after it.
    """
    kings = _kings(hand[PHARAOH], most, fewest, left, rem)
    return held_worth(
        kings, _stones(hand[MONUMENT.start : MONUMENT.stop], left, rem), hand, 0, left, rem
    )


def with_lot(hand: Counts, lot: Counts) -> Counts:
    """Return a hand after a lot is in, the cheapest tiles lost to its catastrophes."""
    return _after_catastrophes(hand, lot) if any(lot[UNREST:]) else plus(hand, lot)


@lru_cache(maxsize=_MOST)
def _after_catastrophes(hand: Counts, lot: Counts) -> Counts:
    row = [*hand, *bytes(BLOCK - K), *lot]
    receive_block(row, 0)
    return bytes(row[:K])


def lot_gain(hand: Counts, lot: Counts, most: int, fewest: int, left: float, rem: int) -> float:
    """Return the gain of a hand by a lot."""
    after = hand_worth(with_lot(hand, lot), most, fewest, left, rem)
    return after - hand_worth(hand, most, fewest, left, rem)


@lru_cache(maxsize=_MOST)
def _share(up: tuple[Suns, ...], seat: int, sun: int) -> tuple[float, int]:
    """Return the share of the others' face-up suns that a sun beats, and how many lie face up."""
    below = others = 0
    for other, suns in enumerate(up):
        if other != seat:
            others += len(suns)
            below += sum([own < sun for own in suns])
    return share_of(below, others), others + len(up[seat])


@lru_cache(maxsize=_MOST)
def _up(owners: bytes, players: int) -> tuple[Suns, ...]:
    """Return the face-up suns of each seat by what each sun is."""
    return tuple(
        tuple(sun for sun, owner in enumerate(owners) if owner == UP + seat)
        for seat in range(players)
    )


class Scribe(NamedTuple):
    """A table's values for each seat: of lots and tiles, and the least that suns should win."""

    tiles: tuple[Counts, ...]
    block: Counts
    up: tuple[Suns, ...]
    left: float
    rem: int
    coming: float

    @classmethod
    def of(cls, view: State) -> Scribe:
        """Return the values of a view."""
        limit, bag, ra = view.limit, view.left, view.ra
        coming = tiles_coming(limit - ra, bag[RA], sum(bag))
        rem = EPOCHS - view.epoch
        return cls(view.tiles, view.block, view.up, (limit - ra) / limit, rem, coming)

    @classmethod
    def of_row(cls, t: Row) -> Scribe:
        """Return the values of a row."""
        players = t[PLAYERS]
        row = bytes(t[:SCORES])
        limit, bag = 5 + players, row[LEFT : LEFT + K]
        tiles = tuple([row[first : first + K] for first in range(0, players * K, K)])
        coming = tiles_coming(limit - t[DRAWN], bag[RA], sum(bag))
        up = _up(row[SUNS : SUNS + 17], players)
        left = (limit - t[DRAWN]) / limit
        return cls(tiles, row[BLOCK : BLOCK + K], up, left, EPOCHS - t[EPOCH], coming)

    def lot(self, seat: int, lot: Counts | None = None) -> float:
        """Return the gain of a seat by a lot; without a lot, by the block."""
        most, fewest = rivals(self.tiles, seat)
        held = self.tiles[seat]
        block = self.block if lot is None else lot
        return lot_gain(held, block, most, fewest, self.left, self.rem)

    def holding(self, seat: int, hand: Counts) -> float:
        """Return the points that a seat may expect if it holds this hand."""
        return hand_worth(hand, *rivals(self.tiles, seat), self.left, self.rem)

    def least(self, seat: int, sun: int) -> float:
        """Return the least that a sun of a seat should win."""
        share, table = _share(self.up, seat, sun)
        return least_worth(share, self.coming, table)
