"""The common part of teams that act on a belief: the belief itself, kept up by observation.

A team reads each glance (`ai.ctf.witness.Glance`) as soon as it gets it: its state is a function of
its observations.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from ai.belief.graph import Vector, entropy_bits
from ai.ctf.following import Follower
from ai.ctf.intent import Intent
from ai.ctf.obeying import under_order
from ai.ctf.roads import Roads
from ai.ctf.tracking import Maker, TeamBelief
from ai.ctf.witness import Glance, view_from
from games.core import Decision, Limit
from games.counting import places_of
from games.ctf import KNOWN, MARKS
from games.ctf.maze import MOVES
from games.ctf.rules.state import State
from games.mind import Bars, Mind, Note

ALMOST: Final = "I am almost sure where it is"


class BelievingTeam(Follower):
    """A team with beliefs over both enemies; a subclass derives the `move` from them.

    `caution` is what a cell costs more for its risk on a way that was ordered.
    """

    caution = 0.0

    def __init__(self, make: Maker) -> None:
        self._make = make

    def _started(self, start: State) -> None:
        """Both enemies stand on their start cells."""
        self.roads = Roads.of(start.field)
        self.belief = TeamBelief(start.field, start.rules, self.team, self._make)

    def recall(self, glance: Glance, move: str | None) -> State:
        """Take in a glance that comes outside the events; return the view it stands for.

        `move` is our bot's move since the last one.
        """
        view = view_from(glance, self.field, self.rules, self.team)
        self._bots, self._deaths = list(view.bots), list(view.deaths)
        self._food, self._score = [set(dots) for dots in view.food], list(view.score)
        self._played = move
        self._read(glance)
        return view

    def _read(self, glance: Glance) -> None:
        self.belief.read(glance, self._played)

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return the move that follows from the beliefs."""
        held = self.held()
        intent = under_order(seat, view, held, self.caution) or self.choose(seat, view, held)
        move = MOVES[intent.move]
        if not limit.mind:
            return Decision(move)
        return Decision(move, (*intent.told(view.field, view.bots[seat]), *self.mind()))

    def held(self) -> tuple[Vector, Vector]:
        """Return the beliefs that it acts on, shape (n,) each."""
        return self.belief.beliefs

    def choose(self, seat: int, view: State, beliefs: Sequence[Vector]) -> Intent:
        """Return the intent of the bot to move: its move and the place it wants to reach."""
        raise NotImplementedError

    def mind(self) -> Mind:
        """Return the certainty about each enemy, and the idea of what each is up to."""
        items: list[Note | Bars] = []
        for enemy, tracker in zip(self.enemies, self.belief.trackers, strict=True):
            bits = entropy_bits(tracker.belief)
            told = f"when I moved, in one of about {places_of(bits)} places"
            if places_of(bits) == 1:
                told = ALMOST if bits >= KNOWN else "I know where it is"
            items.append(Note(f"The {MARKS[enemy]}: {told}."))
        return tuple(items)
