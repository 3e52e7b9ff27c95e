"""What a table may be told: values of lots, actions, auctions and chances, by `net+`'s network.

The same functions answer that choose for `net+`, so that a hint is what it would do.
"""

from __future__ import annotations

from ai.core import Agent
from ai.ra.net import Thought, opened, think
from ai.ra.net_mind import chance_of, margin_of, reason
from ai.ra.network import NETS, evaluate
from ai.ra.plain import row_of
from ai.ra.rungs import last_high, owner_of, reachable, rungs_of
from ai.ra.value import lot_worth
from ai.ra.words import in_words
from games.agents import LotWorth, Outcome, Rung, WeighedAction
from games.ra.rules.state import BID, DISCARD, OVER, TURN, State
from games.ra.tiles import Counts


class Oracle(Agent):
    """Answers questions about a view; it remembers the last one only to answer it quickly."""

    def __init__(self) -> None:
        self._last: tuple[State, Thought] | None = None

    def _thought(self, view: State) -> Thought:
        if self._last is None or self._last[0] != view:
            self._last = view, think(NETS[view.players].load(), view, deep=True)
        return self._last[1]

    def worth(self, view: State, seat: int, lot: Counts | None = None) -> LotWorth:
        """What a lot, the block where none is given, is worth to a seat."""
        return lot_worth(view, seat, lot)

    def actions(self, view: State) -> tuple[WeighedAction, ...]:
        """What the seat that is to act may do, best first; nothing where nobody is."""
        if view.phase not in (TURN, BID, DISCARD):
            return ()
        seat = view.actor
        return tuple(
            WeighedAction(row.move, in_words(row.move), chance_of(row, seat), margin_of(row, seat))
            for row in self._thought(view).candidates
        )

    def chances(self, view: State) -> tuple[float, ...]:
        """Every seat's chance to win the game: after the best action, where somebody is to act."""
        if view.phase in (TURN, BID, DISCARD):
            values = self._thought(view).candidates[0].values
        else:
            values = evaluate(NETS[view.players].load(), [row_of(view)])[0]
        return tuple(float(chance) for chance in values[:, 0])

    def auction(self, view: State) -> tuple[tuple[Outcome, ...], tuple[Rung, ...]]:
        """How the auction that goes on, or one that is called now, may end; and what is bid."""
        if view.phase not in (TURN, BID):
            return (), ()
        called = view.auction is None or view.auction.called
        found = self._thought(view).auction
        if found is None:
            found = opened(NETS[view.players].load(), row_of(view), called, view.actor)
        rungs = rungs_of(found, view)
        expected = last_high(rungs, view)
        outcomes = tuple(
            Outcome(
                owner_of(found, sun) if sun else None,
                sun,
                tuple(float(chance) for chance in found.values[found.suns.index(sun)][:, 0]),
                sun == expected,
            )
            for sun in reachable(found, view)
        )
        return outcomes, rungs

    def reason(self, view: State) -> str:
        """Why the best action is the best, in a sentence with its numbers; "" where nobody acts."""
        if view.phase == OVER or view.actor < 0:
            return ""
        return reason(view, self._thought(view))
