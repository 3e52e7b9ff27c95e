"""The moves of Ra as text and as values, and which of them are legal.

A move is `draw`, `call`, `bid 8`, `pass`, `god flood temple` (in the order taken) or
`discard art art` (sorted). The moves of gods can be many: they are counted, and listed on demand.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.ra.rules.state import BID, DISCARD, TURN, State
from games.ra.tiles import (
    ALPHABETICAL,
    BLOCK_PLACES,
    CIV,
    GOD,
    KINDS,
    MONUMENT,
    NUMBER,
    UNREST,
    Counts,
)

DRAW_MOVE: Final = "draw"
CALL: Final = "call"
PASS: Final = "pass"
BIDS: Final = tuple(f"bid {sun}" for sun in range(17))


class RaMove(NamedTuple):
    """A move: its kind ("draw", "call", "bid", "pass", "god", "discard"), a sun, or tiles."""

    kind: str
    sun: int = 0
    tiles: tuple[int, ...] = ()


def text_of(move: RaMove) -> str:
    """Return a move as it is written."""
    if move.kind == "bid":
        return f"bid {move.sun}"
    return " ".join((move.kind, *(KINDS[kind] for kind in move.tiles)))


@lru_cache(maxsize=1 << 12)
def parse(text: str) -> RaMove | None:
    """Return the move that a `text` writes, None where it is none; legality is not asked."""
    kind, *words = text.split(" ")
    if kind in (DRAW_MOVE, CALL, PASS):
        return None if words else RaMove(kind)
    if kind == "bid":
        known = len(words) == 1 and text in BIDS
        return RaMove(kind, int(words[0])) if known else None
    if kind not in ("god", "discard") or not words:
        return None
    tiles = tuple(NUMBER.get(word, -1) for word in words)
    return None if -1 in tiles else RaMove(kind, tiles=tiles)


def god_move(tiles: Sequence[int]) -> str:
    """Return the move of gods that take these kinds in this order."""
    return " ".join(("god", *(KINDS[kind] for kind in tiles)))


def discard_move(tiles: Sequence[int]) -> str:
    """Return the move that discards these kinds."""
    return " ".join(("discard", *sorted(KINDS[kind] for kind in tiles)))


def group_of(catastrophe: int) -> range:
    """Return the kinds that a catastrophe of choice takes from."""
    return CIV if catastrophe == UNREST else MONUMENT


def takeable(block: Counts) -> list[int]:
    """Return the kinds on the block that a god may take, sorted by name."""
    return [kind for kind in ALPHABETICAL if block[kind] and kind != GOD]


def gods_usable(state: State) -> int:
    """Return the number of gods that the seat to move may use now."""
    if state.phase != TURN or not (state.free or sum(state.block) < BLOCK_PLACES):
        return 0
    return min(state.tiles[state.turn][GOD], sum(state.block) - state.block[GOD])


def can_draw(state: State) -> bool:
    """Return whether a tile may be drawn: fewer than 8 on the block, some in the bag."""
    return sum(state.block) < BLOCK_PLACES and any(state.left)


class TurnMoves(Collection[str]):
    """The moves of a turn in which gods can be used: counted, listed on demand."""

    __slots__ = ("_block", "_count", "_gods", "_plain")

    def __init__(self, plain: tuple[str, ...], block: Counts, gods: int) -> None:
        self._plain, self._block, self._gods = plain, block, gods
        self._count = -1

    def __len__(self) -> int:
        if self._count < 0:
            counts = [self._block[kind] for kind in takeable(self._block)]
            self._count = len(self._plain) + orders(counts, self._gods)
        return self._count

    def __iter__(self) -> Iterator[str]:
        yield from self._plain
        for size in range(1, self._gods + 1):
            for tiles in arrangements(self._block, size):
                yield god_move(tiles)

    def __contains__(self, move: object) -> bool:
        if move in self._plain:
            return True
        found = parse(move) if isinstance(move, str) else None
        return found is not None and found.kind == "god" and self.holds(found.tiles)

    def holds(self, tiles: Sequence[int]) -> bool:
        """Return whether gods may take these kinds."""
        return 0 < len(tiles) <= self._gods and all(
            kind != GOD and tiles.count(kind) <= self._block[kind] for kind in tiles
        )


def orders(counts: Sequence[int], most: int) -> int:
    """Return the number of sequences of 1 to `most` tiles from kinds with these `counts`."""
    ways = [1] + [0] * most
    for count in counts:
        ways = [
            sum(ways[n - k] * math.comb(n, k) for k in range(min(count, n) + 1))
            for n in range(most + 1)
        ]
    return sum(ways[1:])


def arrangements(block: Counts, size: int) -> Iterator[tuple[int, ...]]:
    """Yield all different sequences of `size` kinds that gods may take from a block."""
    if not size:
        yield ()
        return
    for kind in takeable(block):
        rest = block[:kind] + bytes((block[kind] - 1,)) + block[kind + 1 :]
        for others in arrangements(rest, size - 1):
            yield (kind, *others)


@lru_cache(maxsize=1 << 12)
def choices(held: bytes, number: int) -> tuple[tuple[int, ...], ...]:
    """Return all different ways to choose `number` tiles of kinds with these counts, by place."""
    ranges = [range(min(count, number) + 1) for count in held]
    found = [taken for taken in itertools.product(*ranges) if sum(taken) == number]
    return tuple(
        tuple(place for place, count in enumerate(taken) for _ in range(count))
        for taken in sorted(found, reverse=True)
    )


def discards(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the kinds of every different choice for the loss that is asked first."""
    loss = state.losses[0]
    group = group_of(loss.kind)
    held = state.tiles[loss.seat][group.start : group.stop]
    return tuple(tuple(group[place] for place in taken) for taken in choices(held, loss.number))


def must_bid(state: State) -> bool:
    """Return whether the seat that is to bid is a caller who may not pass."""
    auction = state.auction
    return (
        auction is not None
        and auction.by is None
        and auction.called
        and state.actor == auction.caller
        and sum(state.block) < BLOCK_PLACES
    )


_BOTH: Final = (DRAW_MOVE, CALL)
_CALL_ONLY: Final = (CALL,)


@lru_cache(maxsize=1 << 12)
def _bids(suns: tuple[int, ...], high: int, forced: bool) -> tuple[str, ...]:
    bids = [BIDS[sun] for sun in suns if sun > high]
    return tuple(bids if forced else (PASS, *bids))


_asked: list[tuple[State | None, Collection[str]]] = [(None, ())]
"""The state whose moves were asked last, with them: a turn asks for the same ones again."""


def legal_moves(state: State) -> Collection[str]:
    """Return the moves of the seat that is to act, in a fixed order."""
    known, moves = _asked[0]
    if known is not state:
        moves = _legal_moves(state)
        _asked[0] = (state, moves)
    return moves


def _legal_moves(state: State) -> Collection[str]:
    if state.phase == TURN:
        plain = _BOTH if can_draw(state) else _CALL_ONLY
        if not state.tiles[state.turn][GOD]:
            return plain
        gods = gods_usable(state)
        return TurnMoves(plain, state.block, gods) if gods else plain
    if state.phase == BID:
        assert state.auction is not None
        return _bids(state.up[state.actor], state.auction.high, must_bid(state))
    if state.phase == DISCARD:
        return tuple(discard_move(tiles) for tiles in discards(state))
    return ()
