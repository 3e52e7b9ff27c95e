"""Teams that look at no enemy: chance, and who gathers dots by the shortest way."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ai.core import Agent
from ai.ctf.intent import Intent
from ai.ctf.roads import Roads
from games.core import Decision, Game, Limit
from games.ctf.maze import MOVES
from games.ctf.rules.state import State
from games.mind import Note
from games.spec import Params
from games.streams import Stream


class Chance(Agent):
    """Every legal move alike, to stay included."""

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Any of them."""
        move = self.rng.choice(tuple(legal))
        mind = (Note(f"One of {len(legal)} moves, each alike."),) if limit.mind else None
        return Decision(move, mind)


class Gatherer(Agent):
    """Each bot goes to the nearest dot, but not to its mate's while there are two."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """No bot has a goal."""
        super().begin(seats, game, params, rng)
        self._goals: dict[int, int] = {}

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """One step towards the nearest dot that the mate does not want."""
        roads, here = Roads.of(view.field), view.bots[seat]
        dots, steps = view.food[1 - seat % 2], roads.steps(here)
        wanted = self._goals.get((seat + 2) % 4)
        free = dots - {wanted} if wanted is not None and len(dots) > 1 else dots
        goal = min(free, key=lambda dot: (steps[dot], dot))
        self._goals[seat] = goal
        move = MOVES[roads.towards(here, goal)]
        far = "1 move" if steps[goal] == 1 else f"{steps[goal]} moves"
        why = f"To the dot at ({view.field.name(goal)}), {far} away."
        if not limit.mind:
            return Decision(move)
        intent = Intent(MOVES.index(move), "Gatherer", why, goal)
        return Decision(move, (intent.told(view.field, here),))
