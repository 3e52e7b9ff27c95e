"""A walker that heads by a shortest path to an unknown cell.

States are pairs (cell, target). From x the agent goes to any neighbour that is nearer to its
target, all equally likely. At the target it draws the next one, and with probability `change` per
step it changes its mind. Filtering that chain infers the target from the moves.

Where targets are drawn from is learned while tracking, in two ways that cost nothing: a cell that
the agent probably passed is less likely to be its next target (a seeker eats what it passes), and
the half of the maze that held most targets before (left or right) more likely holds the next one.

Only rows of cells that the agent may be on are kept, in single precision. Where no way leads to a
target the agent draws another, and stays if there is none. Mazes beyond `MOST_PAIRS` pairs get an
even subset of their cells as targets, which keeps the cost linear.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from ai.belief.filter import USUAL, StepReport, TrackerSettings, rebuild
from ai.belief.graph import BadBelief, Indices, MazeGraph, Reading, Sensor, Start, Vector

Single = NDArray[np.float32]

MOST_PAIRS = 2_000_000
"""Pairs of cell and target at most; larger mazes get fewer targets, so memory stays bounded."""

_NEGLIGIBLE = 1e-4
"""Cells with less of the belief are left out, to save time; chosen by hand."""

_HALF_PRIOR = 0.5
"""The count of targets that each half of the maze starts with (Jeffreys' prior)."""

_SURELY_EATEN = 0.02
"""What a cell that was surely passed still counts for as the next target; chosen by hand."""

_FAR = 30_000
"""A distance beyond every way in a maze, within 16 bits."""


_SMALL = 4 << 20
"""Bytes of a table that stays when nobody uses it any longer, as one of the last few."""

_shared: WeakValueDictionary[bytes, Single] = WeakValueDictionary()
_last: deque[Single] = deque(maxlen=6)


def distance_table(graph: MazeGraph, targets: Indices) -> NDArray[np.int16]:
    """Return the moves in a `graph` from every cell to every one of `targets`, _FAR where no way
    leads.

    Shape (n + 1, targets): the last row, all _FAR, stands for a wall. All targets are searched
    from at once, each in a bit of its own.
    """
    n, size = graph.n_cells, len(targets)
    there = np.zeros((n + 1, size), dtype=bool)
    there[targets, np.arange(size)] = True
    frontier = np.packbits(there, axis=1)
    known = frontier.copy()
    distances = np.zeros((n + 1, size), dtype=np.int16)
    while frontier.any():
        distances += np.unpackbits(~known, axis=1, count=size)
        reached = np.bitwise_or.reduce(frontier[graph.neighbours])
        frontier[:n] = reached & ~known[:n]
        known |= frontier
    distances[np.unpackbits(~known, axis=1, count=size).view(bool)] = _FAR
    return distances


def approach_table(graph: MazeGraph, targets: Indices) -> Single:
    """Return P(direction | cell, target) on a `graph`, shape (4, n, targets).

    Zeros on and off the target. All who track somebody in one maze share the table, which cannot
    be written to.
    """
    key = graph.neighbours.tobytes() + targets.tobytes()
    table = _shared.get(key)
    if table is None:
        distances = distance_table(graph, targets)
        here = distances[:-1]
        nearer = np.stack([distances[direction] < here for direction in graph.neighbours])
        table = nearer.astype(np.float32)
        table /= np.maximum(nearer.sum(axis=0), 1)
        table.setflags(write=False)
        _shared[key] = table
        if table.nbytes <= _SMALL:
            _last.append(table)
    return table


class PastStep(NamedTuple):
    """One step of the past: possible cells, P(cell, target), and the step's reading and prior.

    `likelihood` is the likelihood of its reading on these cells, `prior` the distribution that new
    targets were drawn from on the way to it.
    """

    cells: Indices
    joint: Single
    likelihood: Single
    prior: Single


class HiddenTargetTracker:
    """Filter for (cell, target); see the module for the model.

    `change` is the chance of a change of mind per step, and `forget` the share of the eaten memory
    that grows back per step; both defaults were chosen by hand. `targets` are the cells that can be
    one, all or an even subset where none are given.
    """

    def __init__(
        self,
        graph: MazeGraph,
        sensor: Sensor,
        start: Start,
        settings: TrackerSettings = USUAL,
        *,
        change: float = 0.02,
        forget: float = 0.002,
        targets: Indices | None = None,
    ) -> None:
        if not 0.0 < change < 1.0:
            raise BadBelief("change must lie between 0 and 1.")
        self.graph, self.sensor, self.change, self.forget = graph, sensor, change, forget
        n = graph.n_cells
        size = min(n, max(16, MOST_PAIRS // n))
        even = np.linspace(0, n - 1, size).round().astype(np.intp)
        self.targets: Indices = even if targets is None else targets
        size = len(self.targets)
        self._approach = approach_table(graph, self.targets)
        self._leads: NDArray[np.bool_] = np.asarray(self._approach.any(axis=0))
        unled = ~self._leads
        unled[self.targets, np.arange(size)] = False
        self._split = bool(unled.any()) or n == 1
        self._column = np.full(n, -1, dtype=np.intp)
        self._column[self.targets] = np.arange(size)
        self._left = graph.xs[self.targets] < graph.width / 2
        self._half_counts = np.array([_HALF_PRIOR, _HALF_PRIOR])
        self._remaining = np.ones(n)
        self._past: deque[PastStep] = deque(maxlen=settings.lag + 1)
        self.begin(graph.start_belief(start))

    def begin(self, belief: Vector) -> None:
        """Forget the target and start from a belief over cells; what was learned stays."""
        self.cells: Indices = np.flatnonzero(belief > _NEGLIGIBLE * belief.max())
        mass = belief[self.cells] / belief[self.cells].sum()
        self._prior: Single = self.target_prior().astype(np.float32)
        self.joint: Single = mass.astype(np.float32)[:, None] * self._prior
        self.belief: Vector = belief / belief.sum()
        self._past.clear()
        self._remember(np.ones(self.graph.n_cells))

    def target_prior(self) -> Vector:
        """Return the distribution that the next target is drawn from, shape (targets,)."""
        shares = self._half_counts / self._half_counts.sum()
        weights = self._remaining[self.targets].clip(_SURELY_EATEN)
        for half, inside in enumerate((self._left, ~self._left)):
            total = weights[inside].sum()
            if total > 0.0:
                weights[inside] *= shares[half] / total
        return np.asarray(weights / weights.sum())

    def predict(self) -> Vector:
        """Move the belief by one step; returns the belief before the reading, shape (n,)."""
        joint = self._redraw()
        stuck = self._turn_from_unreachable(joint) if self._split else None
        neighbours = self.graph.neighbours[:, self.cells]
        reached = np.zeros(self.graph.n_cells + 1, dtype=bool)
        reached[neighbours] = True
        if stuck is not None:
            reached[self.cells[stuck > 0.0]] = True
        after = np.flatnonzero(reached[:-1])
        row = np.empty(self.graph.n_cells + 1, dtype=np.intp)
        row[after] = np.arange(len(after))
        moved = np.zeros((len(after), len(self.targets)), dtype=np.float32)
        for direction in range(4):
            open_ways = np.flatnonzero(neighbours[direction] < self.graph.n_cells)
            step = self._approach[direction].take(self.cells[open_ways], axis=0)
            step *= joint.take(open_ways, axis=0)
            moved[row[neighbours[direction, open_ways]]] += step
        if stuck is not None:
            stays = np.flatnonzero(stuck)
            moved[row[self.cells[stays]]] += stuck[stays, None] * self._prior
        self.cells, self.joint = after, moved
        mass: Vector = moved.sum(axis=1, dtype=np.float64)
        self.belief = np.zeros(self.graph.n_cells)
        self.belief[after] = mass / max(mass.sum(), 1e-300)
        return self.belief

    def _turn_from_unreachable(self, joint: Single) -> Single:
        """Move mass to targets that can be reached; return what is left stuck, shape (cells,)."""
        total: Single = joint.sum(axis=1)
        joint *= self._leads[self.cells]
        kept: Single = joint.sum(axis=1)
        free = kept > 0.0
        joint *= np.divide(total, kept, out=np.zeros_like(total), where=free)[:, None]
        return np.where(free, np.float32(0.0), total)

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
        self._prior = self.target_prior().astype(np.float32)
        joint += redrawn[:, None] * self._prior
        return joint

    def drop_targets(self, gone: NDArray[np.bool_]) -> None:
        """Give agents on their way to one of the targets that are `gone`, shape (targets,), others.

        They are drawn from `target_prior`, which holds the targets left.
        """
        self._prior = self.target_prior().astype(np.float32)
        homeless = self.joint[:, gone].sum(axis=1)
        self.joint[:, gone] = 0.0
        self.joint += homeless[:, None] * self._prior

    def observe(self, readings: Sequence[Reading]) -> StepReport:
        """Take in the readings; where they are impossible, start again from them alone."""
        return self.weigh(self.sensor.likelihood(readings))

    def weigh(self, likelihood: Vector) -> StepReport:
        """Take in a likelihood over cells, shape (n,), as `observe` does."""
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
        self._remaining += self.forget * (1.0 - self._remaining)
        self._remaining *= 1.0 - weighed
        self._remember(likelihood)
        return StepReport(math.log(evidence))

    def _remember(self, likelihood: Vector) -> None:
        if self._past.maxlen != 1:
            here = likelihood[self.cells].astype(np.float32)
            self._past.append(PastStep(self.cells, self.joint.copy(), here, self._prior))

    def trail(self) -> list[Vector]:
        """Return the smoothed beliefs of the last steps, oldest first, each (n,)."""
        smoothed: list[Vector] = []
        later: PastStep | None = None
        message: Single = np.ones((1, 1), dtype=np.float32)
        for frame in reversed(self._past):
            if later is not None:
                message = self._pull(frame.cells, later, message * later.likelihood[:, None])
            mass: Vector = (frame.joint * message).sum(axis=1, dtype=np.float64)
            if mass.sum() <= 0.0:
                mass = frame.joint.sum(axis=1, dtype=np.float64)
            belief = np.zeros(self.graph.n_cells)
            belief[frame.cells] = mass / mass.sum()
            smoothed.append(belief)
            later = frame
        return smoothed[::-1] or [self.belief]

    def _pull(self, cells: Indices, later: PastStep, message: Single) -> Single:
        """Return the expectation of a message over the later frame's states, for older states."""
        row = np.full(self.graph.n_cells + 1, len(later.cells), dtype=np.intp)
        row[later.cells] = np.arange(len(later.cells))
        size = (len(later.cells), len(self.targets))
        padded = np.zeros((size[0] + 1, size[1]), dtype=np.float32)
        padded[:-1] = message / max(float(message.max()), 1e-30)
        ahead = np.zeros((len(cells), size[1]), dtype=np.float32)
        for direction in range(4):
            reached = row[self.graph.neighbours[direction, cells]]
            ahead += self._approach[direction].take(cells, axis=0) * padded.take(reached, axis=0)
        redrawn: Single = (ahead * later.prior).sum(axis=1)
        pulled: Single = (1.0 - self.change) * ahead + self.change * redrawn[:, None]
        column = self._column[cells]
        rows = np.flatnonzero(column >= 0)
        pulled[rows, column[rows]] = redrawn[rows]
        return pulled
