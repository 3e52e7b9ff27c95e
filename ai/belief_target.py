"""A walker that heads by a shortest path to a cell nobody was told.

States are pairs (cell, target).  From x the agent goes to any neighbour that is nearer to its
target, all equally likely.  At the target it draws the next one, and with probability ``change``
per step it changes its mind.  Filtering that chain infers the target from the moves.

Where targets are drawn from is learned while tracking, in two ways that cost nothing: a cell that
the agent probably passed is less likely to be its next target (a seeker eats what it passes), and
the half of the maze that held the targets so far (left or right) more likely holds the next one.

Only rows of cells that the agent may be on are kept, in single precision.  Mazes beyond
``_MOST_PAIRS`` pairs get an even subset of their cells as targets, which keeps the cost linear.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.belief import BadBelief, Cell, Indices, MazeGraph, Reading, Sensor, Vector
from ai.belief_filter import StepReport, rebuild

Single = NDArray[np.float32]

_MOST_PAIRS = 2_000_000
_NEGLIGIBLE = 1e-7
_FAR = 30_000


def distance_table(graph: MazeGraph, targets: Indices) -> NDArray[np.int16]:
    """Return the moves from every cell to every target, shape (n, targets), _FAR where no way."""
    n = graph.n_cells
    distances = np.full((n + 1, len(targets)), _FAR, dtype=np.int16)
    frontier = np.zeros((n + 1, len(targets)), dtype=bool)
    frontier[targets, np.arange(len(targets))] = True
    distances[frontier] = 0
    steps = 0
    while frontier.any():
        steps += 1
        reached = np.zeros_like(frontier)
        for direction in graph.neighbours:
            reached[:n] |= frontier[direction]
        reached &= distances == _FAR
        reached[n] = False
        distances[reached] = steps
        frontier = reached
    return distances


def approach_table(graph: MazeGraph, targets: Indices) -> Single:
    """Return P(direction | cell, target), shape (4, n, targets); zeros on and off the target."""
    distances = distance_table(graph, targets)
    here = distances[:-1]
    nearer = np.stack([distances[direction] < here for direction in graph.neighbours])
    ways = nearer.sum(axis=0)
    table: Single = nearer.astype(np.float32)
    table /= np.maximum(ways, 1)
    return table


class HiddenTargetTracker:
    """Filter for (cell, target); see the module for the model.

    ``forget`` is the share of the eaten memory that grows back per step.
    """

    def __init__(
        self, graph: MazeGraph, sensor: Sensor, start: Cell | int | None, *,
        change: float = 0.02, random_share: float = 0.0, forget: float = 0.002,
        half_prior: float = 0.5, eats: bool = True, table: Single | None = None,
    ) -> None:
        if not 0.0 < change < 1.0:
            raise BadBelief("change must lie between 0 and 1.")
        self.graph, self.sensor, self.change, self.forget = graph, sensor, change, forget
        self.random_share, self.eats = random_share, eats
        n = graph.n_cells
        size = min(n, max(16, _MOST_PAIRS // n))
        self.targets: Indices = np.linspace(0, n - 1, size).round().astype(np.intp)
        self._approach = approach_table(graph, self.targets) if table is None else table
        self._column = np.full(n, -1, dtype=np.intp)
        self._column[self.targets] = np.arange(size)
        self._left = graph.xs[self.targets] < graph.width / 2
        self._half_counts = np.array([half_prior, half_prior])
        self._remaining = np.ones(n)
        self.begin(graph.start_belief(start))

    def begin(self, belief: Vector) -> None:
        """Forget the target and start from a belief over cells; what was learned stays."""
        self.cells: Indices = np.flatnonzero(belief > _NEGLIGIBLE * belief.max())
        mass = belief[self.cells] / belief[self.cells].sum()
        self.joint: Single = (mass[:, None] * self.target_prior()).astype(np.float32)
        self.belief: Vector = belief / belief.sum()

    def target_prior(self) -> Vector:
        """Return the distribution that the next target is drawn from, shape (targets,)."""
        shares = self._half_counts / self._half_counts.sum()
        weights = self._remaining[self.targets].clip(0.02)
        for half, inside in enumerate((self._left, ~self._left)):
            total = weights[inside].sum()
            if total > 0.0:
                weights[inside] *= shares[half] / total
        return np.asarray(weights / weights.sum())

    def predict(self) -> Vector:
        """Move the belief by one step; returns the belief before the reading, shape (n,)."""
        joint = self._redraw()
        neighbours = self.graph.neighbours[:, self.cells]
        reached = np.zeros(self.graph.n_cells + 1, dtype=bool)
        reached[neighbours] = True
        after = np.flatnonzero(reached[:-1])
        row = np.empty(self.graph.n_cells + 1, dtype=np.intp)
        row[after] = np.arange(len(after))
        moved = np.zeros((len(after), len(self.targets)), dtype=np.float32)
        for direction in range(4):
            open_ways = np.flatnonzero(neighbours[direction] < self.graph.n_cells)
            step = self._approach[direction].take(self.cells[open_ways], axis=0)
            step *= joint.take(open_ways, axis=0)
            moved[row[neighbours[direction, open_ways]]] += step
        self.cells, self.joint = after, moved
        mass: Vector = moved.sum(axis=1, dtype=np.float64)
        self.belief = np.zeros(self.graph.n_cells)
        self.belief[after] = mass / max(mass.sum(), 1e-300)
        return self.belief

    def _redraw(self) -> Single:
        """Give agents at their target, and those that change their mind, a new target."""
        joint = self.joint
        column = self._column[self.cells]
        rows = np.flatnonzero(column >= 0)
        arrived = joint[rows, column[rows]].copy()
        self._half_counts += np.bincount(
            (~self._left[column[rows]]).astype(np.intp), arrived, minlength=2
        )
        joint[rows, column[rows]] = 0.0
        redrawn = joint.sum(axis=1) * self.change
        joint *= 1.0 - self.change
        redrawn[rows] += arrived
        joint += redrawn[:, None] * self.target_prior().astype(np.float32)
        return joint

    def observe(self, readings: Sequence[Reading]) -> StepReport:
        """Take in the readings; where they are impossible, start again from them alone."""
        return self.weigh(self.sensor.likelihood(readings))

    def weigh(self, likelihood: Vector) -> StepReport:
        """Take in a likelihood over cells, shape (n,), as ``observe`` does."""
        weighed = self.belief * likelihood
        evidence = float(weighed.sum())
        if evidence <= 1e-30:
            belief, unreadable = rebuild(likelihood)
            self.begin(belief)
            return StepReport(-math.inf, True, True, unreadable)
        weighed /= evidence
        rows = np.flatnonzero(weighed[self.cells] > _NEGLIGIBLE)
        self.joint = self.joint[rows]
        self.cells = self.cells[rows]
        scale = weighed[self.cells] / self.joint.sum(axis=1)
        self.joint *= scale[:, None].astype(np.float32)
        self.belief = weighed
        if self.eats:
            self._remaining += self.forget * (1.0 - self._remaining)
            self._remaining *= 1.0 - weighed
        return StepReport(math.log(evidence))
