"""The hidden walkers of the belief tracker: the policies of `ai.belief.walkers` in a seat."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ai.belief.graph import MazeGraph
from ai.belief.walkers import FoodSeeker, RandomWalker, Walker, make_walker
from ai.core import Agent
from games.core import Decision, Event, Game, Limit, Params
from games.mind import Mind, Note
from games.streams import Stream
from games.tracker.rules import MOVES, Course, TrackerState


class WalkerAgent(Agent):
    """One of the policies of `ai.belief.walkers` in the walker's seat.

    The policy is asked once a step, with numbers that depend on the seed and the step alone, so
    that hearing the moves again brings it to the same place.
    """

    def __init__(self, policy: str) -> None:
        self.policy = policy

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Stand at the start, where it is known."""
        super().begin(seats, game, params, rng)
        state: TrackerState = game.new(params)
        self._course: Course = state.course
        self._beta = float(params["beta"])
        self._key = rng.word()
        self._graph = MazeGraph(state.course.maze.rows)
        self._walker: Walker | None = None
        self._step, self._planned = 0, -1
        if state.cell >= 0:
            self._stand_on(state.cell)

    def _stand_on(self, cell: int) -> None:
        rng = Stream(self._key)
        sensors = self._course.sensors
        self._walker = make_walker(self.policy, self._graph, cell, sensors, rng, self._beta)

    def act(self, seat: int, view: TrackerState, legal: Collection[str], limit: Limit) -> Decision:
        """Ask the policy for the next cell."""
        if self._walker is None:
            self._stand_on(view.cell)
        cell = self._plan(self._step + 1)
        move = MOVES[self._course.ways[view.cell].index(cell)]
        return Decision(move, self.mind() if limit.mind else None)

    def _plan(self, step: int) -> int:
        """The cell that the policy goes to in this step; asked again, it stays with it."""
        walker = self._walker
        assert walker is not None
        if self._planned != step:
            self._planned = step
            rng = Stream(self._key)
            rng.jump(step)
            if isinstance(walker, RandomWalker):
                stay, degree = self._course.stay, int(self._graph.degree[walker.cell])
                walker.stay = stay / (degree + stay) if stay else 0.0
            walker.next_cell(rng)
        return walker.cell

    def observe(self, events: Sequence[Event]) -> None:
        """Go where the move went."""
        for event in events:
            if event.kind == "start":
                self._stand_on(int(event.data["cell"]))
            elif event.kind == "move":
                if self._walker is None:
                    self._stand_on(int(event.data["from"]))
                self._step = int(event.data["step"])
                self._plan(self._step)
                assert self._walker is not None
                self._walker.cell = int(event.data["to"])

    @property
    def food(self) -> tuple[int, ...]:
        """The cells with food that are left, for a food seeker."""
        return tuple(self._walker.food) if isinstance(self._walker, FoodSeeker) else ()

    def mind(self) -> Mind:
        """What it is after."""
        walker = self._walker
        if isinstance(walker, FoodSeeker) and walker.target is not None:
            x, y = self._graph.position(walker.target)
            left = len(walker.food)
            return (Note(f"It heads for the food at {x}, {y}; {left} pieces are left."),)
        return ()
