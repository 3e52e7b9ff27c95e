"""Teams of two roles: who goes for dots, and who goes after intruders.

`Hunter` chases and waits. `TwoRoles` has an attacker and a defender that act on the posteriors: the
attacker takes the cheapest path to a dot, on which a cell costs 1 + `CAUTION` * risk, the defender
goes where its expected distance to the intruder is least. `PointTeam` and `ReadingTeam` are the
same on less: the likeliest cell for certain, or the present reading alone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import numpy as np

from ai.belief.filter import rebuild
from ai.belief.graph import Vector
from ai.ctf.believing import BelievingTeam
from ai.ctf.danger import CAUTION, INTRUSION, risks, steps_table
from ai.ctf.intent import Intent, cheapest
from ai.ctf.tracking import Maker, TeamBelief
from ai.ctf.witness import Glance, Witness
from ai.sentences import plural, share_words
from games.core import Decision, Limit
from games.ctf.maze import Field
from games.ctf.rules.state import State

SAFE: Final = 0.05
"""A way with less risk looks safe: of one ghost, surely within three moves of it, it has 0.2."""


def chase_words(share: float) -> str:
    """Return why a bot chases an enemy that is in its half with this chance."""
    if share < 0.5:
        return f"I chase the intruder: it may be in our half ({share_words(share)})."
    return f"I chase the intruder: I am {share_words(share)} sure it is in our half."


class TwoRoles(BelievingTeam):
    """An attacker and a defender; which bot is which follows from who is nearer to an intruder."""

    def __init__(self, make: Maker, caution: float = CAUTION, intrusion: float = INTRUSION) -> None:
        """`caution` is what a cell costs more for its risk, `intrusion` the share of an enemy's
        mass at home that calls the defender."""
        super().__init__(make)
        self.caution, self.intrusion = caution, intrusion

    def choose(self, seat: int, view: State, beliefs: Sequence[Vector]) -> Intent:
        """Defend where an intruder is nearer to this bot than to its mate, else gather."""
        intruder = self._intruder(view, beliefs)
        mate = (seat + 2) % 4
        if intruder is not None and self._is_defender(seat, mate, view, intruder):
            return self._defend(view.bots[seat], intruder)
        return self._gather(seat, mate, view, beliefs)

    def _intruder(self, view: State, beliefs: Sequence[Vector]) -> Vector | None:
        """Return the mass at home of the enemy that is most surely there."""
        ours = np.array(view.field.home) == self.team
        inside = [belief * ours for belief in beliefs]
        most = max(inside, key=lambda mass: float(mass.sum()))
        return most if float(most.sum()) > self.intrusion else None

    def _is_defender(self, seat: int, mate: int, view: State, intruder: Vector) -> bool:
        table = steps_table(view.field)
        own, other = (float(table[view.bots[bot]] @ intruder) for bot in (seat, mate))
        return own < other or (own == other and seat < mate)

    def _defend(self, here: int, intruder: Vector) -> Intent:
        """Return the step to where the intruder is expected nearest."""
        table, ways = steps_table(self.field), self.field.ways[here]
        options = [move for move, to in enumerate(ways) if to >= 0]
        best = min(options, key=lambda move: (float(table[ways[move]] @ intruder), move))
        share = float(intruder.sum())
        goal = int(np.argmax(intruder))
        return Intent(best, "Defender", chase_words(share), goal)

    def _gather(self, seat: int, mate: int, view: State, beliefs: Sequence[Vector]) -> Intent:
        """Return the first step of the cheapest path to a dot that the mate is not nearer to."""
        cost = 1.0 + self.caution * risks(view.field, self.team, beliefs)
        total, first = cheapest(view.field, view.bots[seat], cost)
        dots = sorted(view.food[1 - self.team])
        goal, left = min(dots, key=lambda dot: total[dot]), False
        if len(dots) > 1:
            others, _ = cheapest(view.field, view.bots[mate], cost)
            theirs = min(dots, key=lambda dot: others[dot])
            if theirs == goal and (others[goal], mate) < (total[goal], seat):
                goal = min((dot for dot in dots if dot != goal), key=lambda dot: total[dot])
                left = True
        steps = self.roads.steps(view.bots[seat])
        safe = total[goal] - steps[goal] < SAFE * max(self.caution, 1e-9)
        if left:
            because = "my mate takes the easier one"
        elif steps[goal] > min(steps[dot] for dot in dots):
            because = "the way to nearer ones looks more dangerous"
        else:
            because = "none is nearer, and " + ("the way looks safe" if safe else "I risk it")
        why = f"I want a dot {plural(steps[goal], 'move')} away: {because}."
        return Intent(first[goal], "Attacker", why, goal, cost)


class PointTeam(TwoRoles):
    """Acts as if each enemy stood on its likeliest cell for certain."""

    def held(self) -> tuple[Vector, Vector]:
        """Point masses."""
        first, second = (
            self.belief.graph.start_belief(int(np.argmax(belief))) for belief in self.belief.beliefs
        )
        return first, second


class ReadingTeam(TwoRoles):
    """A team that acts on the present reading alone, without any past."""

    def _read(self, glance: Glance) -> None:
        super()._read(glance)
        self._heard = [rebuild(self.belief.witness.heard(glance, place))[0] for place in (0, 1)]

    def held(self) -> tuple[Vector, Vector]:
        """Return the belief by the reading alone."""
        return self._heard[0], self._heard[1]


class _OneEar(Witness):
    """A witness that has the readings of one bot of the team alone."""

    ear = 0
    """Which of the team's bots listens: 0 or 1."""

    def heard(self, now: Glance, place: int) -> Vector:
        """Return the likelihood of the reading of one enemy; all alike at the mate's moves."""
        if now.moves % 4 // 2 == self.ear:
            return super().heard(now, place)
        deaf = np.ones(self._graph.n_cells)
        deaf[[*now.food[0], *now.own]] = 0.0
        return deaf


class ApartTeam(TwoRoles):
    """Two roles whose bots share no readings: each acts on what it heard and saw itself.

    Catches, eaten dots and moves of the mate are public, and known to both.
    """

    def _started(self, start: State) -> None:
        super()._started(start)
        self._ears = [self.belief, TeamBelief(start.field, start.rules, self.team, self._make)]
        for ear, belief in enumerate(self._ears):
            belief.witness = _OneEar(start.field, start.rules, self.team, belief.graph)
            belief.witness.ear = ear

    def _read(self, glance: Glance) -> None:
        for belief in self._ears:
            belief.read(glance, self._played)

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return the move that follows from what this bot alone believes."""
        self.belief = self._ears[seat // 2]
        return super().act(seat, view, legal, limit)


class Hunter(BelievingTeam):
    """One bot chases whoever is in its half, the other waits where the enemies are nearest."""

    def choose(self, seat: int, view: State, beliefs: Sequence[Vector]) -> Intent:
        """Chase with the bot that has the shorter way; the other waits at the border."""
        ours = np.array(view.field.home) == self.team
        inside = [belief * ours for belief in beliefs]
        prey = max(inside, key=lambda mass: float(mass.sum()))
        here, mate = view.bots[seat], (seat + 2) % 4
        goal = int(np.argmax(prey))
        steps = self.roads.steps(goal)
        if prey[goal] > 0 and (steps[here], seat) <= (steps[view.bots[mate]], mate):
            why = "I chase the intruder: my mate is no nearer to it."
            return Intent(self.roads.towards(here, goal), "Hound", why, goal)
        post = self._post(view.field, beliefs)
        why = "I wait at our border, nearest to where I expect the enemies."
        return Intent(self.roads.towards(here, post), "Gate", why, post)

    def _post(self, field: Field, beliefs: Sequence[Vector]) -> int:
        """Return the own border cell that is nearest to where the enemies are expected."""
        border = field.borders[self.team]
        expected = steps_table(field)[list(border)] @ sum(beliefs[1:], beliefs[0])
        return border[int(np.argmin(expected))]
