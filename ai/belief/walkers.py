"""The hidden opponents that trackers are measured on, as plain policies.

A walker stands on `cell` of a maze; `next_cell(rng)` decides its next cell, goes there and returns
it. That is `aim`, `draw` and `go`: choose a goal, choose the next neighbour, and go there. Only
`aim` and `go` change a walker, so that a reader who learns where it went knows all that matters.
None of them stays while it can move (except a `RandomWalker` with that option). All randomness
comes from the generator passed in.

`RandomWalker`: every neighbour equally likely. `Explorer`: P(x') proportional to exp(-beta
visits(x')), the start counting once. `FoodSeeker`: draws one of the remaining food cells, walks a
shortest path to it (ties at random), eats what it passes, and starts over with fresh food when
there is none. `Patroller`: goes round a fixed tour of waypoints, always the same way. `Evader`:
keeps away from the observers, the more so the closer they are, and does not like to turn back.
"""

from __future__ import annotations

import abc
import math
import random
from collections.abc import Sequence

from ai.belief.graph import BadBelief, Cell, Indices, MazeGraph


class Walker(abc.ABC):
    """A policy with a place: `cell` is where it stands."""

    cell: int

    def aim(self, rng: random.Random) -> None:  # noqa: B027 (most are after nothing)
        """Take up what is after the last aim, where that was reached."""

    @abc.abstractmethod
    def draw(self, rng: random.Random) -> int:
        """Return the next cell; the walker stays as it is."""

    def go(self, cell: int) -> None:
        """Be on the next `cell`."""
        self.cell = cell

    def next_cell(self, rng: random.Random) -> int:
        """Decide the next cell, go there and return it."""
        self.aim(rng)
        self.go(self.draw(rng))
        return self.cell


def neighbour_lists(graph: MazeGraph) -> list[list[int]]:
    """Return the free neighbours of each cell, in the order of the graph's directions."""
    columns = graph.neighbours.T.tolist()
    return [[cell for cell in column if cell < graph.n_cells] for column in columns]


class RandomWalker(Walker):
    """Every neighbour equally likely; stays with probability `stay`."""

    def __init__(self, graph: MazeGraph, start: int, stay: float = 0.0) -> None:
        self.cell, self.stay = start, stay
        self._neighbours = neighbour_lists(graph)

    def draw(self, rng: random.Random) -> int:
        """Return any neighbour, or its own cell where it stays."""
        around = self._neighbours[self.cell]
        if around and (self.stay == 0.0 or rng.random() >= self.stay):
            return rng.choice(around)
        return self.cell


class Explorer(Walker):
    """Goes where it has been least: P(x') proportional to exp(-beta visits(x'))."""

    def __init__(self, graph: MazeGraph, start: int, beta: float = 10.0) -> None:
        if not math.isfinite(beta):
            raise BadBelief("beta must be a finite number.")
        self.cell, self.beta = start, beta
        self._neighbours = neighbour_lists(graph)
        self.visits = [0] * graph.n_cells
        self.visits[start] = 1

    def draw(self, rng: random.Random) -> int:
        """Return a neighbour, the likelier the less it was there."""
        around = self._neighbours[self.cell]
        if not around:
            return self.cell
        logits = [-self.beta * self.visits[cell] for cell in around]
        top = max(logits)
        return rng.choices(around, [math.exp(logit - top) for logit in logits])[0]

    def go(self, cell: int) -> None:
        """Be on the next `cell`, once more."""
        self.cell = cell
        self.visits[cell] += 1


class _Heading:
    """Shortest ways to a target, with the distances of every target asked for once."""

    def __init__(self, graph: MazeGraph) -> None:
        self._graph = graph
        self._neighbours = neighbour_lists(graph)
        self._distances: dict[int, Indices] = {}

    def closer(self, cell: int, target: int) -> list[int]:
        """Return the neighbours of `cell` that lie on a shortest way to `target`."""
        if target not in self._distances:
            self._distances[target] = self._graph.distances_from(target)
        distances = self._distances[target]
        return [near for near in self._neighbours[cell] if distances[near] < distances[cell]]

    def reachable(self, cell: int) -> list[int]:
        """Return every cell that can be reached from `cell`, itself included."""
        return [int(near) for near in (self._graph.distances_from(cell) >= 0).nonzero()[0]]


class FoodSeeker(Walker):
    """Draws a remaining food cell, walks a shortest way there, eats what it passes."""

    def __init__(self, graph: MazeGraph, start: int, food: Sequence[int] | None = None) -> None:
        self.cell = start
        self._heading = _Heading(graph)
        reachable = set(self._heading.reachable(start))
        wanted = range(graph.n_cells) if food is None else food
        self._fresh = [cell for cell in wanted if cell in reachable]
        if set(self._fresh) <= {start} and len(reachable) > 1:
            raise BadBelief("A food seeker needs food on a cell that it can reach.")
        self.food = [cell for cell in self._fresh if cell != start]
        self.target: int | None = None

    def aim(self, rng: random.Random) -> None:
        """Draw the food that it heads for, if it heads for none."""
        if self.target is None and self.food:
            self.target = rng.choice(self.food)

    def draw(self, rng: random.Random) -> int:
        """Return any neighbour on a shortest way to its target."""
        if self.target is None:
            return self.cell
        return rng.choice(self._heading.closer(self.cell, self.target))

    def go(self, cell: int) -> None:
        """Be on the next `cell`, and eat what is there."""
        self.cell = cell
        if self.target is None:
            return
        if self.cell in self.food:
            self.food.remove(self.cell)
        if self.cell == self.target:
            self.target = None
        if not self.food:
            self.food = [cell for cell in self._fresh if cell != self.cell]


class Patroller(Walker):
    """Goes round a fixed tour of waypoints by fixed shortest ways."""

    def __init__(self, graph: MazeGraph, start: int, waypoints: Sequence[int]) -> None:
        self.cell = start
        self._heading = _Heading(graph)
        reachable = set(self._heading.reachable(start))
        self.tour = [cell for cell in waypoints if cell in reachable]
        if len(set(self.tour)) < 2:
            raise BadBelief("A patroller needs two waypoints that it can reach.")
        self._next = 0

    def aim(self, rng: random.Random) -> None:
        """Head for the next place of the tour if this one was reached; without randomness."""
        while self.tour[self._next] == self.cell:
            self._next = (self._next + 1) % len(self.tour)

    def draw(self, rng: random.Random) -> int:
        """Return the first neighbour on a shortest way there; without randomness."""
        return self._heading.closer(self.cell, self.tour[self._next])[0]


class Evader(Walker):
    """A walker with P(x') proportional to exp(caution * distance to the nearest observer).

    Turning back is rare. `caution` and `turning_back`, the weight of going back, were chosen by
    hand: this is an opponent to try trackers on, not a model of a person.
    """

    def __init__(
        self,
        graph: MazeGraph,
        start: int,
        observers: Sequence[Cell],
        caution: float = 0.4,
        turning_back: float = 0.1,
    ) -> None:
        if not observers:
            raise BadBelief("An evader needs an observer to keep away from.")
        self.cell, self._previous = start, -1
        self._graph, self._caution = graph, caution
        self._neighbours = neighbour_lists(graph)
        self._turning_back = turning_back
        self.keep_from(observers)

    def keep_from(self, observers: Sequence[Cell]) -> None:
        """Keep away from these `observers` from now on, one at least."""
        nearest = self._graph.manhattan(observers[0])
        for observer in observers[1:]:
            nearest = nearest.clip(max=self._graph.manhattan(observer))
        self._weight = [math.exp(self._caution * min(int(far), 40)) for far in nearest]

    def draw(self, rng: random.Random) -> int:
        """Return a neighbour, the likelier the further from all observers."""
        around = self._neighbours[self.cell]
        if not around:
            return self.cell
        weights = [
            self._weight[near] * (self._turning_back if near == self._previous else 1.0)
            for near in around
        ]
        return rng.choices(around, weights)[0]

    def go(self, cell: int) -> None:
        """Be on the next `cell`, and know where it came from."""
        if self._neighbours[self.cell]:
            self._previous = self.cell
        self.cell = cell


def food_in_half(graph: MazeGraph, left: bool = True) -> list[int]:
    """Return the cells of the left half of a `graph`'s maze, or of the right one if not `left`."""
    middle = graph.width / 2
    return [cell for cell in range(graph.n_cells) if (int(graph.xs[cell]) < middle) == left]


def make_walker(
    name: str,
    graph: MazeGraph,
    start: int,
    observers: Sequence[Cell],
    rng: random.Random,
    beta: float = 10.0,
) -> Walker:
    """Return the opponent `name`, one of `OPPONENTS`, on a `graph`, at its `start`; raises
    `BadBelief`.

    `rng` draws a patroller's tour, an evader keeps away from the `observers`, `beta` is how keenly
    an explorer goes where it was least.
    """
    if name == "random":
        return RandomWalker(graph, start)
    if name == "loiterer":
        return RandomWalker(graph, start, stay=0.3)
    if name == "explorer":
        return Explorer(graph, start, beta)
    if name == "food":
        return FoodSeeker(graph, start, food_in_half(graph))
    if name == "patroller":
        reachable = _Heading(graph).reachable(start)
        return Patroller(graph, start, rng.sample(reachable, min(5, len(reachable))))
    if name == "evader":
        return Evader(graph, start, observers)
    raise BadBelief(f"There is no opponent {name!r}; choose from {', '.join(OPPONENTS)}.")


OPPONENTS: tuple[str, ...] = ("random", "explorer", "food", "patroller", "evader", "loiterer")
"""Ids of the opponents; the loiterer is a random walker that stays three times in ten."""
