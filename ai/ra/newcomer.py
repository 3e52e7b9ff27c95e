"""The stand-in for a newcomer to Ra: fill the block, then call, and bid low for a large lot."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from ai.core import Agent
from games.core import Decision, Limit
from games.ra.rules.moves import CALL, DRAW_MOVE, PASS, can_draw, discard_move, discards, parse
from games.ra.rules.state import BID, DISCARD, State

ENOUGH: Final = 5
"""Tiles on the block for which it calls."""
WORTH: Final = 3
"""Tiles for which it bids."""


class Newcomer(Agent):
    """Draws until five tiles lie there, then calls, and bids its lowest sun for three or more."""

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Draw, call, or bid by the number of tiles alone."""
        tiles = sum(view.block)
        if view.phase == DISCARD:
            return Decision(discard_move(next(iter(discards(view)))))
        if view.phase == BID:
            bids = sorted(set(legal) - {PASS}, key=_sun)
            return Decision(bids[0] if bids and (tiles >= WORTH or PASS not in legal) else PASS)
        return Decision(DRAW_MOVE if tiles < ENOUGH and can_draw(view) else CALL)


def _sun(bid: str) -> int:
    found = parse(bid)
    return 0 if found is None else found.sun
