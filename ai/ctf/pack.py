"""`pack`: both bots raid, and one turns back only for an intruder that it can soon reach.

A ghost as quick as what it chases catches only who comes its way, so that chasing across the field
costs more dots than it saves. What a catch brings (`RuleSet.catch`) says how far it is worth going.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ai.belief.graph import Vector
from ai.ctf.roles import INTRUSION, TwoRoles, steps_table
from games.ctf.rules.state import State

REACH: Final = 3.0
"""So many moves away, by expectation, an intruder is worth turning back for."""
REACH_OF_A_POINT: Final = 0.3
"""So many more for each point that a catch brings."""


class Pack(TwoRoles):
    """Two raiders who defend where it pays; see the module."""

    def choose(self, seat: int, view: State, beliefs: Sequence[Vector]) -> tuple[int, str]:
        """Turn on the nearest intruder within reach, else gather."""
        mate = (seat + 2) % 4
        prey = self._within_reach(seat, mate, view, beliefs)
        if prey is None:
            return self._gather(seat, mate, view, beliefs)
        return self._defend(view.bots[seat], prey)

    def _within_reach(
        self, seat: int, mate: int, view: State, beliefs: Sequence[Vector]
    ) -> Vector | None:
        """The mass at home of the intruder that is nearest to this bot, and not to its mate."""
        table, ours = steps_table(view.field), np.array(view.field.home) == self.team
        reach = REACH + REACH_OF_A_POINT * view.rules.catch
        best, found = reach, None
        for belief in beliefs:
            mass = belief * ours
            share = float(mass.sum())
            if share <= INTRUSION:
                continue
            own, other = (float(table[view.bots[bot]] @ mass) / share for bot in (seat, mate))
            if own <= best and (own, seat) < (other, mate):
                best, found = own, mass
        return found
