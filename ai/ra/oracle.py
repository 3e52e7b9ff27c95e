"""Answers for a table: values of lots, actions, auctions and chances, by `net+`'s network.

The same functions choose for `net+`, so that a hint is its own move.
"""

from __future__ import annotations

from ai.core import Agent
from ai.ra.auction_ladder import last_high, owner_of, reachable, rungs_of
from ai.ra.net import Candidate, NetThought, opened, think
from ai.ra.net_mind import margin_of, reason
from ai.ra.network import NETS, evaluate
from ai.ra.plain import row_of
from ai.ra.value import lot_worth
from ai.ra.words import in_words
from games.agents import WIN_CHANCE, Advice, Judged, Weighed
from games.ra.asks import AuctionEnd, ExpectedBid, LotWorth
from games.ra.rules import GAME
from games.ra.rules.state import BID, DISCARD, OVER, TURN, State, view_of
from games.ra.tiles import Counts


class AuctionOracle(Agent):
    """Answers questions about a view; it remembers the last one only to answer it quickly."""

    def __init__(self) -> None:
        self._last: tuple[State, NetThought] | None = None

    def _thought(self, view: State) -> NetThought:
        if self._last is None or self._last[0] != view:
            self._last = view, think(NETS[view.players].load(), view, deep=True)
        return self._last[1]

    def worth(self, view: State, seat: int, lot: Counts | None = None) -> LotWorth:
        """Return the value of a lot to a seat; without a lot, of the block."""
        return lot_worth(view, seat, lot)

    def actions(self, view: State) -> tuple[Weighed, ...]:
        """What the seat that is to act may do, best first; nothing where nobody is."""
        if view.phase not in (TURN, BID, DISCARD):
            return ()
        seat = view.actor
        return tuple(_weighed(row, seat) for row in self._thought(view).candidates)

    def judge(self, state: State, seat: int, move: str, seed: int = 0) -> Judged:
        """Judge a choice with what all at the table know; the order of the bag is not.

        Gods that take several tiles have the value of the table after them.
        """
        view = view_of(state)
        actions = self.actions(view)
        best, own = actions[0], next((one for one in actions if one.move == move), None)
        if own is None:
            after, _ = GAME.apply(state, {seat: move})
            chances = self.chances(view_of(after))
            own = Weighed(move, in_words(move), chances[seat], best.points, table=chances)
            actions = tuple(sorted((*actions, own), key=lambda one: -one.value))
            best = actions[0]
        others = {
            other: (best.table[other], own.table[other])
            for other in range(view.players)
            if other != seat
        }
        lost, points = max(0.0, best.value - own.value), best.points - own.points
        why = self.reason(view)
        return Judged(
            *(seat, move, WIN_CHANCE, best.value, own.value, best.move, lost),
            points=points,
            why=why,
            actions=actions,
            others=others,
        )

    def hint(self, view: State, seed: int = 0) -> Advice:
        """Return what the seat that is to act may do, best first, and why."""
        return Advice(self.reason(view), self.actions(view))

    def chances(self, view: State) -> tuple[float, ...]:
        """Return every seat's chance to win the game: after the best action, if a seat is
        to act.
        """
        if view.phase in (TURN, BID, DISCARD):
            values = self._thought(view).candidates[0].values
        else:
            values = evaluate(NETS[view.players].load(), [row_of(view)])[0]
        return tuple(float(chance) for chance in values[:, 0])

    def auction(self, view: State) -> tuple[tuple[AuctionEnd, ...], tuple[ExpectedBid, ...]]:
        """Return the ends of the auction that goes on, or is called now, and its bids."""
        if view.phase not in (TURN, BID):
            return (), ()
        called = view.auction is None or view.auction.called
        found = self._thought(view).auction
        if found is None:
            found = opened(NETS[view.players].load(), row_of(view), called, view.actor)
        rungs = rungs_of(found, view)
        expected = last_high(rungs, view)
        outcomes = tuple(
            AuctionEnd(
                owner_of(found, sun) if sun else None,
                sun,
                tuple(float(chance) for chance in found.values[found.suns.index(sun)][:, 0]),
                sun == expected,
            )
            for sun in reachable(found, view)
        )
        return outcomes, rungs

    def reason(self, view: State) -> str:
        """Return the reason for the best action in a sentence with its numbers; "" where no seat
        acts.
        """
        if view.phase == OVER or view.actor < 0:
            return ""
        return reason(view, self._thought(view))


def _weighed(row: Candidate, seat: int) -> Weighed:
    """Return a candidate with its values for the seat that moves, and for the whole table."""
    chances = tuple(float(chance) for chance in row.values[:, 0])
    words, points = in_words(row.move), margin_of(row, seat)
    return Weighed(row.move, words, chances[seat], points, table=chances)
