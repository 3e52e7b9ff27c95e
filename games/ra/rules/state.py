"""The states of Ra: the whole table, hiding only a deal given before."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.core import CHANCE
from games.ra.tiles import ALL, NOTHING, RA_LIMIT, START_CENTER, START_SCORE, Counts

Suns = tuple[int, ...]
"""Suns in ascending order."""

DEAL: Final = "deal"
TURN: Final = "turn"
DRAW: Final = "draw"
"""A tile is being drawn: chance is to act."""
BID: Final = "bid"
DISCARD: Final = "discard"
OVER: Final = "over"

NOBODY: Final[tuple[int, ...]] = ()
BY_CHANCE: Final = (CHANCE,)
SEATS: Final = tuple((seat,) for seat in range(5))


class Auction(NamedTuple):
    """An auction: who called or drew the Ra, which of both, the high bid (0: none) and whose."""

    caller: int
    called: bool
    high: int
    by: int | None


class Loss(NamedTuple):
    """A choice of losses for a seat: `number` tiles for the catastrophe of kind `kind`."""

    seat: int
    kind: int
    number: int


class State(NamedTuple):
    """A moment of a match; also every seat's view of it, except for `deal` (see `view_of`).

    - `turn` is the seat whose turn it is, during an auction the caller or drawer; `actor` the seat
      that chooses; both are -1 without one.
    - `left` counts the bag.
    - `takes` are the kinds that gods of this turn are still to take, `deal` the kinds that a given
      deal will draw.
    - `free` allows gods on a full block.
    - `winner` is -1 before the end.
    """

    players: int
    epoch: int
    ra: int
    center: int
    block: Counts
    left: Counts
    turn: int
    phase: str
    actor: int
    scores: tuple[int, ...]
    up: tuple[Suns, ...]
    down: tuple[Suns, ...]
    tiles: tuple[Counts, ...]
    auction: Auction | None
    losses: tuple[Loss, ...]
    takes: tuple[int, ...]
    free: bool
    deal: Counts = b""
    winner: int = -1

    def put(self, **changes: object) -> State:
        """Return the state with these fields changed; the quicker `_replace` of rules in play."""
        values: list[object] = list(self)
        for name, value in changes.items():
            values[_AT[name]] = value
        return tuple.__new__(State, values)

    @property
    def limit(self) -> int:
        """The Ra that ends the epoch."""
        return RA_LIMIT[self.players]


_AT: Final = {name: place for place, name in enumerate(State._fields)}
_BLOCK, _TURN, _PHASE, _ACTOR = (_AT[name] for name in ("block", "turn", "phase", "actor"))
_UP, _DOWN, _CENTER, _TILES = (_AT[name] for name in ("up", "down", "center", "tiles"))
_AUCTION, _DEAL, _LEFT = _AT["auction"], _AT["deal"], _AT["left"]


def bidding(state: State, actor: int, auction: Auction) -> State:
    """Return the state in which a seat is to bid in an auction."""
    values = list(state)
    values[_PHASE], values[_ACTOR], values[_AUCTION] = BID, actor, auction
    return tuple.__new__(State, values)


def turn_of(state: State, seat: int, block: Counts) -> State:
    """Return the turn of a seat, with this block and without an auction."""
    values = list(state)
    values[_BLOCK], values[_TURN], values[_PHASE] = block, seat, TURN
    values[_ACTOR], values[_AUCTION] = seat, None
    return tuple.__new__(State, values)


def empty(players: int, free: bool, deal: Counts = b"") -> State:
    """Return a table before the suns are dealt; a given `deal` has the kinds as drawn."""
    nothing: tuple[Suns, ...] = ((),) * players
    return State(
        players,
        epoch=1,
        ra=0,
        center=START_CENTER,
        block=NOTHING,
        left=ALL,
        turn=-1,
        phase=DEAL,
        actor=-1,
        scores=(START_SCORE,) * players,
        up=nothing,
        down=nothing,
        tiles=(NOTHING,) * players,
        auction=None,
        losses=(),
        takes=(),
        free=free,
        deal=deal,
    )


def after_tile(state: State, seat: int, block: Counts, left: Counts) -> State:
    """Return the turn of a seat after the first tile of the deal, or one of the bag, was drawn."""
    values = list(state)
    values[_BLOCK], values[_TURN], values[_PHASE] = block, seat, TURN
    values[_ACTOR], values[_LEFT], values[_DEAL] = seat, left, state.deal[1:]
    return tuple.__new__(State, values)


def after_lot(
    state: State,
    seat: int,
    up: tuple[Suns, ...],
    down: tuple[Suns, ...],
    center: int,
    tiles: tuple[Counts, ...],
) -> State:
    """Return the turn of a seat after a lot was won: with these suns and tiles, the block bare."""
    values = list(state)
    values[_UP], values[_DOWN], values[_CENTER], values[_TILES] = up, down, center, tiles
    values[_BLOCK], values[_TURN], values[_PHASE] = NOTHING, seat, TURN
    values[_ACTOR], values[_AUCTION] = seat, None
    return tuple.__new__(State, values)


def view_of(state: State) -> State:
    """Return all that a seat may know: the table without the order of a deal that is given."""
    if not state.deal:
        return state
    values = list(state)
    values[_DEAL] = b""
    return tuple.__new__(State, values)


def all_suns(state: State) -> list[tuple[int, ...]]:
    """Return the suns of each seat, face up and face down."""
    return [tuple(sorted((*u, *d))) for u, d in zip(state.up, state.down, strict=True)]
