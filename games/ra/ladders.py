"""An auction as a ladder of seats and suns, for minds: who may bid what, and who gets the lot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.agents import BidWay, Rung
from games.mind import Fork, Ladder, Way

HOW: Final = (
    "In the order of bidding. Under each bid: the bidder's chance to win the game then, and who "
    "gets the lot. The expected one has a frame"
)
CAME: Final = ", what was done a tick"


def ladder_of(
    title: str, rungs: Sequence[Rung], names: Sequence[str], done: Mapping[int, int] | None = None
) -> Ladder:
    """The ladder of these rungs, for seats of these `names`; `done` is what each seat bid."""
    done = {} if done is None else done
    forks = tuple(_fork(rung, names[rung.seat], done.get(rung.seat)) for rung in rungs if rung.ways)
    return Ladder(title, forks, f"{HOW}{CAME if done else ''}.")


def _fork(rung: Rung, name: str, done: int | None) -> Fork:
    bids = [way.bid for way in rung.ways]
    chosen = bids.index(rung.bid) if rung.bid in bids else -1
    truth = bids.index(done) if done is not None and done in bids else -1
    return Fork(rung.seat, name, tuple(map(_way, rung.ways)), chosen, truth)


def _way(way: BidWay) -> Way:
    word = str(way.bid) if way.bid else "pass"
    return Way(word, way.chance, way.owner, str(way.sun) if way.sun else "nobody")
