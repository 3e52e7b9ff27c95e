"""The hidden walkers of the belief tracker: the policies of `ai.belief.walkers` in a seat."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Sequence
from typing import Any, Final

from ai.belief.graph import MazeGraph
from ai.belief.walkers import Evader, FoodSeeker, RandomWalker, Walker, make_walker
from ai.core import Agent
from ai.sentences import plural
from games.core import Decision, Event, Game, Limit
from games.mind import Mind, Note
from games.spec import Params
from games.streams import Stream
from games.tracker.rules import MOVES, STAY, HideState, HuntState, MatchGround, MazeState

SEEN_COST: Final = 5
"""What a lamplighter takes a cell in sight for, in cells out of sight; chosen by hand."""


_AFTER: Final = {
    "random": "I take any open way: each is as likely.",
    "patroller": "I go round my tour of five places, always the same way.",
    "explorer": "I go where I have been least.",
    "evader": "I keep away from whoever listens, and seldom turn back.",
}
"""What walkers without a goal are after, by their policy."""


class WalkerAgent(Agent):
    """One of the policies of `ai.belief.walkers` in the walker's seat.

    What the policy is after comes from the seed and the step alone, so that hearing the moves
    again brings it to the same place; its next step does too, where no lot was drawn afresh.
    """

    def __init__(self, policy: str) -> None:
        self.policy = policy

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Stand at the start, where it is known."""
        super().begin(seats, game, params, rng)
        state: MazeState = game.new(params)
        self._course: MatchGround = state.course
        self._beta = float(params["beta"])
        self._key = rng.word()
        self._graph = MazeGraph(state.course.maze.rows)
        self._observers = self._course.sensors
        if isinstance(state, HuntState):
            self._observers = tuple(self._course.cells[cell] for cell in state.hunters)
        self._walker: Walker | None = None
        self._step, self._planned = 0, (-1, -1)  # the step that was planned last, and its cell
        if state.cell >= 0:
            self._stand_on(state.cell)

    def _stand_on(self, cell: int) -> None:
        rng = Stream(self._key)
        around = self._observers
        self._planned = -1, -1
        self._walker = make_walker(self.policy, self._graph, cell, around, rng, self._beta)

    def act(self, seat: int, view: MazeState, legal: Collection[str], limit: Limit) -> Decision:
        """Ask the policy for the next cell."""
        if self._walker is None:
            self._stand_on(view.cell)
        cell = self._planned_cell(self._step + 1)
        move = MOVES[self._course.ways[view.cell].index(cell)]
        return Decision(move, self.mind() if limit.mind else None)

    def _planned_cell(self, step: int) -> int:
        """Return the cell that the policy goes to in this step.

        By the seed it is the same at every call. Where this turn's lot was drawn afresh, the cell
        comes from the lot, and the policy's goal still from the seed.
        """
        walker = self._walker
        assert walker is not None
        numbers = self._aimed(walker, step)
        if isinstance(walker, RandomWalker):
            stay, degree = self._course.stay, int(self._graph.degree[walker.cell])
            walker.stay = stay / (degree + stay) if stay else 0.0
        if self.rng.afresh:
            return walker.draw(self.rng)
        if self._planned[0] != step:
            self._planned = step, walker.draw(numbers)
        return self._planned[1]

    def _aimed(self, walker: Walker, step: int) -> Stream:
        """Let a `walker` know what it is after in this step; returns the step's other numbers."""
        numbers = Stream(self._key)
        numbers.jump(step)
        walker.aim(numbers)
        return numbers

    def observe(self, events: Sequence[Event]) -> None:
        """Go where the move went."""
        for event in events:
            if event.kind == "start":
                self._stand_on(int(event.data["cell"]))
            elif event.kind == "move":
                if self._walker is None:
                    self._stand_on(int(event.data["from"]))
                assert self._walker is not None
                self._step = int(event.data["step"])
                self._aimed(self._walker, self._step)
                self._walker.go(int(event.data["to"]))
            elif event.kind == "chase" and isinstance(self._walker, Evader):
                self._walker.keep_from([self._course.cells[cell] for cell in event.data["to"]])

    @property
    def food(self) -> tuple[int, ...]:
        """The cells with food that are left, for a food seeker."""
        return tuple(self._walker.food) if isinstance(self._walker, FoodSeeker) else ()

    def mind(self) -> Mind:
        """Return what it is after."""
        if isinstance(self._walker, FoodSeeker):
            left = plural(len(self._walker.food), "piece")
            return (Note(f"I head for one of {left} of food, which I drew by lot."),)
        return (Note(_AFTER[self.policy]),)


class Lamplighter(Agent):
    """An agent that goes the short way to the nearest lantern, round the sensors' sight where it
    can.

    It takes no notice of the tracker's answers, and is the scripted hider of the figures.
    """

    def act(self, seat: int, view: HideState, legal: Collection[str], limit: Limit) -> Decision:
        """Return the first of the moves that lead on; none leads nowhere."""
        ways = self._costs(view)
        course, here = view.course, view.cell
        steps = [move for move in legal if move in MOVES]  # it never slips away
        costs = {move: ways[course.ways[here][MOVES.index(move)]] for move in steps}
        best = min(costs.values())
        good = [move for move, cost in costs.items() if cost == best]
        move, far = good[self.rng.below(len(good))], len(view.lanterns)
        told = f"I want the nearest of {plural(far, 'lantern')}, by ways that sensors see little."
        return Decision(move, (Note(told),) if limit.mind else None)

    @staticmethod
    def _costs(view: HideState) -> list[int]:
        """Return the cost of the way from each cell to the nearest lantern; cells in sight cost
        more.
        """
        course = view.course
        costs = [1 << 30] * len(course.cells)
        frontier = [(0, lantern) for lantern in view.lanterns]
        while frontier:
            cost, cell = heapq.heappop(frontier)
            if cost >= costs[cell]:
                continue
            costs[cell] = cost
            more = cost + (SEEN_COST if course.sees(cell) else 1)
            for to in course.ways[cell][:STAY]:
                if to >= 0 and more < costs[to]:
                    heapq.heappush(frontier, (more, to))
        return costs
