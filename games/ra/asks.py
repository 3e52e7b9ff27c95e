"""The questions of Ra to its oracle beyond a judge: the worth of lots, chances, and auctions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from games.agents import Judge, Weighed
from games.mind import Fork, Ladder, Way


class LotWorth(NamedTuple):
    """The value of a lot to a seat in points, with its 10th and 90th percentile and by source.

    `now` is the change if the epoch ended at once.
    """

    points: float
    low: float
    high: float
    by_source: Mapping[str, float]
    now: int


class AuctionEnd(NamedTuple):
    """A possible end of an auction: the seat that wins with a sun (None and 0: no seat), and then
    every seat's chance to win the game. `expected` marks the likeliest end.
    """

    seat: int | None
    sun: int
    chances: tuple[float, ...]
    expected: bool


class BidWay(NamedTuple):
    """A possible bid of a seat, 0 for a pass; the sun that then most likely wins, 0 for none, and
    its owner (-1 for none). `chance` is the bidder's chance to win the game, on the mean of all
    that may follow.
    """

    bid: int
    sun: int
    owner: int
    chance: float


class ExpectedBid(NamedTuple):
    """The expected bid of a seat when its turn in an auction comes, 0 for a pass.

    `ways` are all its possible bids, from low to high.
    """

    seat: int
    bid: int
    ways: tuple[BidWay, ...] = ()


LADDER_HELP: Final = (
    "In the order of bidding. Under each bid: the bidder's chance to win the game then, and who "
    "gets the lot. The expected one has a frame"
)
LADDER_CAME: Final = ", what was done a tick"


def ladder_of(
    title: str,
    rungs: Sequence[ExpectedBid],
    names: Sequence[str],
    done: Mapping[int, int] | None = None,
) -> Ladder:
    """Return the ladder of these rungs, for seats of these `names`; `done` is what each seat
    bid.
    """
    done = {} if done is None else done
    forks = tuple(_fork(rung, names[rung.seat], done.get(rung.seat)) for rung in rungs if rung.ways)
    return Ladder(title, forks, f"{LADDER_HELP}{LADDER_CAME if done else ''}.")


def _fork(rung: ExpectedBid, name: str, done: int | None) -> Fork:
    bids = [way.bid for way in rung.ways]
    chosen = bids.index(rung.bid) if rung.bid in bids else -1
    truth = bids.index(done) if done is not None and done in bids else -1
    return Fork(rung.seat, name, tuple(map(_way, rung.ways)), chosen, truth)


def _way(way: BidWay) -> Way:
    word = str(way.bid) if way.bid else "pass"
    return Way(word, way.chance, way.owner, str(way.sun) if way.sun else "none")


class Oracle(Judge, Protocol):
    """A judge that values lots, actions and auctions for the seats of a table.

    Equal questions have equal answers, and only the view is asked.
    """

    def worth(self, view: object, seat: int, lot: object = None) -> LotWorth:
        """Return the value of a lot to a seat; without a lot, of the block."""

    def actions(self, view: object) -> tuple[Weighed, ...]:
        """Return the actions of the seat to act, best first; () where no seat is."""

    def chances(self, view: object) -> tuple[float, ...]:
        """Return every seat's chance to win the game."""

    def auction(self, view: object) -> tuple[tuple[AuctionEnd, ...], tuple[ExpectedBid, ...]]:
        """Return the ends of the auction that goes on, or is called now, and its bids."""

    def reason(self, view: object) -> str:
        """Return why the best action is the best, in a sentence with its numbers."""
