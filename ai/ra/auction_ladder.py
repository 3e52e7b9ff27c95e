"""An auction that is solved as a ladder: what each bidder may bid, and what follows each bid."""

from __future__ import annotations

from ai.ra.auction import bidders, outcome_after
from ai.ra.net import Opened, mean_of
from ai.ra.plain import SUNS, TURN, UP, block_size
from games.ra.asks import BidWay, ExpectedBid
from games.ra.rules.state import BID, State
from games.ra.tiles import BLOCK_PLACES


def rungs_of(auction: Opened, view: State) -> tuple[ExpectedBid, ...]:
    """Return a rung for each seat that is still to bid, the bids before it as they were or are
    expected.

    Where no auction goes on in the `view`, it is one that is called now.
    """
    seats, high = bidders(auction.row), 0
    if view.phase == BID and view.auction is not None:
        seats, high = seats[seats.index(view.actor) :], view.auction.high
    rungs: list[ExpectedBid] = []
    for seat in seats:
        rungs.append(_rung(auction, seat, high))
        high = rungs[-1].bid or high
    return tuple(rungs)


def last_high(rungs: tuple[ExpectedBid, ...], view: State) -> int:
    """Return the sun that is expected to win after these rungs, 0 for none."""
    high = 0 if view.auction is None else view.auction.high
    for rung in rungs:
        high = rung.bid or high
    return high


def reachable(auction: Opened, view: State) -> list[int]:
    """Return the suns that can still win, and 0 where no winner is possible."""
    order = bidders(auction.row)
    high = 0
    if view.phase == BID and view.auction is not None:
        order, high = order[order.index(view.actor) :], view.auction.high
    able = [sun for sun in auction.suns if sun > high and owner_of(auction, sun) in order]
    return able if high == 0 and _forced(auction) else [high, *able]


def owner_of(auction: Opened, sun: int) -> int:
    """Return the seat that bids with a sun."""
    return int(auction.row[SUNS + sun] - UP)


def _forced(auction: Opened) -> bool:
    """Return whether a seat has to bid: the caller, where no other bids and the block has room."""
    return auction.called and block_size(auction.row) < BLOCK_PLACES


def _rung(auction: Opened, seat: int, high: int) -> ExpectedBid:
    plan = auction.solved.plan
    own = [sun for sun in auction.suns if sun > high and owner_of(auction, sun) == seat]
    must = high == 0 and seat == auction.row[TURN] and _forced(auction)
    ways = tuple(_way(auction, seat, high, bid) for bid in (own if must else [0, *own]))
    return ExpectedBid(seat, plan[17 * seat + high], ways)


def _way(auction: Opened, seat: int, high: int, bid: int) -> BidWay:
    sun = outcome_after(auction.row, auction.solved.plan, seat, bid or high)
    shares = auction.solved.shares_after(auction.suns, seat, bid or high)
    chance = float(mean_of(auction.values, shares)[seat, 0])
    return BidWay(bid, sun, owner_of(auction, sun) if sun else -1, min(1.0, max(0.0, chance)))
