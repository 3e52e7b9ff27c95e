"""Belief over a maze: the graph, the sensors, and summaries of a distribution.

A hidden agent stands on one free cell of a maze. A *belief* is a float64 vector with one
probability for each free cell; cells are numbered in row-major order from 0, coordinates are `(x,
y)` with the origin at the top left and y growing downwards. `ai.belief.filter` moves beliefs
through time, `motion`, `explore` and `target` beside it model the agent's moves, and `auto` weighs
all of them against each other.

A sensor turns the readings of one step into a *likelihood*: P(readings | the agent is on cell i)
for every cell. Sources: the Bayes filter as in Rabiner, "A tutorial on hidden Markov models"
(1989); the sonar with uniform noise is the one of the Pac-Man capture-the-flag contest (Berkeley
CS188); the noisy position is the one of the robot game Pelita.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Indices = NDArray[np.intp]
Cell = tuple[int, int]
Start = Cell | int | None
"""Where the agent begins: coordinates, a cell number, or unknown."""

DIRECTIONS: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Steps to the four neighbours: up, right, down, left. The opposite of d is (d + 2) % 4."""

_REMEMBERED_OBSERVERS = 64
"""Distances are kept for so many places of observers; chosen by hand, to bound the memory."""


class BadBelief(ValueError):
    """A layout, start, reading or setting that no belief can be built on."""


class MazeGraph:
    """The free cells of a maze and their four-neighbourhoods.

    `neighbours` has shape (4, n): the cell in each of `DIRECTIONS`, or n where there is a wall,
    so that a gather from a vector of n + 1 entries whose last is 0 needs no mask. `xs`, `ys`
    and `degree` have shape (n,), `index` has shape (height, width) with -1 for walls.
    """

    def __init__(self, rows: Sequence[str]) -> None:
        if not rows or not rows[0] or len({len(row) for row in rows}) != 1:
            raise BadBelief("The layout must have rows, and all of the same length.")
        free = np.array([[symbol != "#" for symbol in row] for row in rows])
        if not free.any():
            raise BadBelief("The layout has no free cell; leave at least one that is not '#'.")
        self.height, self.width = free.shape
        ys, xs = np.nonzero(free)
        self.xs: Indices = xs.astype(np.intp)
        self.ys: Indices = ys.astype(np.intp)
        self.n_cells = len(xs)
        self.index = np.full(free.shape, -1, dtype=np.intp)
        self.index[ys, xs] = np.arange(self.n_cells)
        self.neighbours = self._find_neighbours()
        self.degree: Indices = np.count_nonzero(self.neighbours < self.n_cells, axis=0)

    def _find_neighbours(self) -> Indices:
        padded = np.full((self.height + 2, self.width + 2), self.n_cells, dtype=np.intp)
        padded[1:-1, 1:-1] = np.where(self.index < 0, self.n_cells, self.index)
        found = [padded[self.ys + 1 + dy, self.xs + 1 + dx] for dx, dy in DIRECTIONS]
        return np.ascontiguousarray(np.stack(found))

    def cell(self, position: Cell) -> int:
        """Return the number of the free cell at `position`; raises `BadBelief` if there is none."""
        x, y = position
        if 0 <= x < self.width and 0 <= y < self.height and self.index[y, x] >= 0:
            return int(self.index[y, x])
        raise BadBelief(f"[{x}, {y}] is not a free cell of this layout; name one that is.")

    def position(self, cell: int) -> Cell:
        """Return the coordinates of a cell number."""
        return int(self.xs[cell]), int(self.ys[cell])

    def manhattan(self, position: Cell) -> Indices:
        """Return the Manhattan distance of every cell from `position`, walls ignored; (n,)."""
        return np.abs(self.xs - position[0]) + np.abs(self.ys - position[1])

    def distances_from(self, cell: int) -> Indices:
        """Return the number of moves from `cell` to every cell, -1 where no way leads; (n,)."""
        distance = np.full(self.n_cells + 1, -1, dtype=np.intp)
        distance[cell] = steps = 0
        frontier: Indices = np.array([cell], dtype=np.intp)
        while len(frontier):
            steps += 1
            reached = np.unique(self.neighbours[:, frontier])
            frontier = reached[(distance[reached] < 0) & (reached < self.n_cells)]
            distance[frontier] = steps
        return distance[:-1]

    def start_belief(self, start: Start) -> Vector:
        """Return a point mass on `start`, or the uniform belief for None; shape (n,)."""
        if start is None:
            return np.full(self.n_cells, 1.0 / self.n_cells)
        cell = start if isinstance(start, int) else self.cell(start)
        if not 0 <= cell < self.n_cells:
            raise BadBelief(f"There is no cell {cell}; cells are 0..{self.n_cells - 1}.")
        belief = np.zeros(self.n_cells)
        belief[cell] = 1.0
        return belief


class Reading(Protocol):
    """One sonar reading, see `games.tracker.rules.ground.SensorReading`."""

    @property
    def observer(self) -> Cell:
        """The place of the observer."""

    @property
    def z(self) -> int | None:
        """The noisy distance, None for a reading of "out of sight" alone."""

    @property
    def seen(self) -> Cell | None:
        """The agent's cell, where it was seen."""


class Sensor(Protocol):
    """A sensor as a filter needs it; the readings are the ones of one step."""

    def likelihood(self, readings: Sequence[Reading]) -> Vector:
        """Return P(readings | agent on cell i) for every cell, shape (n,), not normalised."""
        ...


class Silence:
    """A sensor without information, for trackers that are given their likelihoods (`weigh`)."""

    def __init__(self, graph: MazeGraph) -> None:
        self.graph = graph

    def likelihood(self, readings: Sequence[Reading]) -> Vector:
        """Return all 1, shape (n,)."""
        return np.ones(self.graph.n_cells)


class DistanceSonar:
    """Manhattan distance with uniform integer noise, and exact sight nearby.

    Within `sight` of an observer the agent is seen. Otherwise the observer reads z = D + e with e
    uniform on -noise..noise. `likelihood` therefore holds 1 on the seen cell, or [D > sight][|z -
    D| <= noise] / (2 noise + 1) multiplied over the readings. A reading with neither `z` nor `seen`
    means only that the agent is out of sight.
    """

    def __init__(self, graph: MazeGraph, sight: int, noise: int) -> None:
        if sight < 0 or noise < 0:
            raise BadBelief("sight and noise must be whole numbers from 0 up.")
        self.graph, self.sight, self.noise = graph, sight, noise
        self._distances: dict[Cell, tuple[Indices, int]] = {}

    def _distance_row(self, observer: Cell) -> tuple[Indices, int]:
        known = self._distances.get(observer)
        if known is None:
            if len(self._distances) >= _REMEMBERED_OBSERVERS:
                self._distances.pop(next(iter(self._distances)))
            row = self.graph.manhattan(observer)
            known = self._distances[observer] = (row, int(row.max()))
        return known

    def likelihood(self, readings: Sequence[Reading]) -> Vector:
        """Return P(readings | cell) for every cell, shape (n,); all 1 without readings."""
        result: Vector | None = None
        for reading in readings:
            one = self._likelihood_of_one(reading)
            result = one if result is None else result * one
        return np.ones(self.graph.n_cells) if result is None else result

    def _likelihood_of_one(self, reading: Reading) -> Vector:
        if reading.seen is not None:
            return self.graph.start_belief(reading.seen)
        distances, largest = self._distance_row(reading.observer)
        by_distance = np.zeros(largest + 1)
        if reading.z is None:
            by_distance[self.sight + 1 :] = 1.0
        else:
            low = max(reading.z - self.noise, self.sight + 1, 0)
            by_distance[low : max(reading.z + self.noise + 1, low)] = 1.0 / (2 * self.noise + 1)
        return by_distance.take(distances, mode="clip")


def sum_by_index(indices: Indices, weights: Vector, size: int) -> Vector:
    """Return the sums of the `weights` whose `indices` are equal, shape (`size`,)."""
    return np.asarray(np.bincount(indices.ravel(), weights.ravel(), size), dtype=np.float64)


def entropy_bits(belief: NDArray[np.floating[Any]]) -> float:
    """Return the Shannon entropy of a `belief` in bits; 2 ** entropy is the number of equally
    likely cells with the same entropy.
    """
    positive = belief[belief > 0.0]
    return max(0.0, float(-(positive * np.log2(positive)).sum()))


def coverage(belief: Vector, cell: int, mass: float) -> float:
    """Return how far the credible set of `mass` holds the true cell: 1, 0, or between.

    Cells as probable as the true one enter together, and count by the share of them that the set
    needs to hold exactly `mass`. A belief that is right holds the truth with frequency `mass`.
    """
    own = belief[cell]
    if own <= 0.0:
        return 0.0
    before = float(belief[belief > own].sum())
    tied = float(belief[belief == own].sum())
    return min(max((mass - before) / tied, 0.0), 1.0)


def log_loss(belief: Vector, cell: int) -> float:
    """Return -ln of the probability of the true `cell` in a `belief`, in nats; infinite where it is
    0.
    """
    probability = float(belief[cell])
    return -math.log(probability) if probability > 0.0 else math.inf
