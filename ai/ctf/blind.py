"""Teams that look at no enemy: chance, and who gathers dots by the shortest way."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ai.core import Agent
from ai.ctf.intent import Intent
from ai.ctf.roads import Roads
from games.core import Decision, Event, Game, Limit
from games.ctf.maze import MOVES
from games.ctf.rules.state import State
from games.mind import Note
from games.spec import Params
from games.streams import Stream


class Chance(Agent):
    """Every legal move alike, to stay included."""

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return any of them."""
        move = self.rng.choice(tuple(legal))
        mind = (Note(f"One of {len(legal)} moves, each alike."),) if limit.mind else None
        return Decision(move, mind)


class Gatherer(Agent):
    """Each bot goes to the nearest dot, but not to its mate's while there are two."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """No bot has a goal."""
        super().begin(seats, game, params, rng)
        start: State = game.new(params)
        self._field, self._dots = start.field, set(start.food[1 - self.seat % 2])
        self._goals: dict[int, int] = {}

    def observe(self, events: Sequence[Event]) -> None:
        """Keep the goal that a bot had at its move, and follow which dots are left."""
        for event in events:
            data = event.data
            if event.kind == "move" and data["bot"] in self.seats:
                self._goals[data["bot"]] = self._goal(data["bot"], data["from"], self._dots)
            elif event.kind == "eat" and data["bot"] % 2 == self.seat % 2:
                self._dots.discard(data["cell"])
            elif event.kind == "relocate" and data["team"] != self.seat % 2:
                self._dots ^= {data["from"], data["to"]}

    def snapshot(self) -> object:
        """The goals and the dots."""
        return dict(self._goals), frozenset(self._dots)

    def restore(self, snapshot: object) -> None:
        """Go back to what `snapshot` returned."""
        assert isinstance(snapshot, tuple)
        self._goals, self._dots = dict(snapshot[0]), set(snapshot[1])

    def _goal(self, bot: int, here: int, dots: Collection[int]) -> int:
        """Return the dot nearest to `here` that the mate of `bot` does not want."""
        steps, wanted = Roads.of(self._field).steps(here), self._goals.get((bot + 2) % 4)
        free = [dot for dot in dots if dot != wanted] if len(dots) > 1 else dots
        return min(free, key=lambda dot: (steps[dot], dot))

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return one step towards the nearest dot that the mate does not want."""
        roads, here = Roads.of(view.field), view.bots[seat]
        goal = self._goal(seat, here, view.food[1 - seat % 2])
        move = MOVES[roads.towards(here, goal)]
        if not limit.mind:
            return Decision(move)
        steps = roads.steps(here)[goal]
        far = "1 move" if steps == 1 else f"{steps} moves"
        why = f"To the dot at ({view.field.name(goal)}), {far} away."
        intent = Intent(MOVES.index(move), "Gatherer", why, goal)
        return Decision(move, (intent.told(view.field, here),))
