"""Motion models that are Markov chains: the random walk and second-order direction tables.

`RandomMotion`: every legal move equally likely; the own cell counts `stay_weight` moves (0 for
an agent that never stays, 1 for one to which staying is a move like any other).
`DirectionMotion`: the next direction depends on the cell and on the direction the agent came
from; its states are (direction it came by or none) x cell. Tables are counted from simulated
strategies, on this maze (`ai.lab.tracker.train`), or carried over from other mazes by the type
of junction: which of ahead, right, back and left are open.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.belief.filter import USUAL, MarkovTracker, StepReport, TrackerSettings, rebuild
from ai.belief.graph import (
    BadBelief,
    Cell,
    Indices,
    MazeGraph,
    Reading,
    Sensor,
    Start,
    Vector,
    sum_by_index,
)
from ai.belief.weights import JUNCTIONS, JunctionWeights

N_HEADINGS = 5
"""Heading d < 4: the last move went in DIRECTIONS[d]; heading 4: it did not move yet, or stayed."""


class RandomMotion:
    """The random walk; states are cells. Moves are reversible, so one gather serves both ways."""

    def __init__(self, graph: MazeGraph, stay_weight: float = 0.0) -> None:
        if not (math.isfinite(stay_weight) and stay_weight >= 0.0):
            raise BadBelief("The stay weight must be a number from 0 up.")
        self.graph, self.n_states = graph, graph.n_cells
        lonely = graph.degree == 0
        total = np.where(lonely, 1.0, graph.degree + stay_weight)
        self.share: Vector = 1.0 / total
        self.stay: Vector = np.where(lonely, 1.0, stay_weight / total)
        self._stays = bool(self.stay.any())
        self._padded = np.zeros(graph.n_cells + 1)
        self._gathered = np.empty(graph.neighbours.shape)

    def begin(self, cells: Vector) -> Vector:
        """Return the belief over `cells` itself."""
        return cells.copy()

    def _gather(self) -> Vector:
        np.take(self._padded, self.graph.neighbours, out=self._gathered, mode="clip")
        return np.asarray(np.add.reduce(self._gathered, axis=0))

    def push(self, states: Vector) -> Vector:
        """Return the belief `states` one move later."""
        np.multiply(states, self.share, out=self._padded[:-1])
        moved = self._gather()
        if self._stays:
            np.add(moved, states * self.stay, out=moved)
        return moved

    def pull(self, message: Vector) -> Vector:
        """Return the expectation of `message` after one move, for each cell."""
        self._padded[:-1] = message
        expected = self._gather()
        expected *= self.share
        if self._stays:
            expected += message * self.stay
        return expected

    def lift(self, cells: Vector) -> Vector:
        """Return the vector itself: states are cells."""
        return cells

    def marginal(self, states: Vector) -> Vector:
        """Return the vector itself: states are cells."""
        return states


class DirectionMotion:
    """Second-order motion: P(next direction | cell, heading); state = heading * n + cell.

    `table` has shape (5, 5, n): heading, move (four directions and staying), cell; every
    (heading, cell) column sums to 1 over the moves and gives 0 to walls.
    """

    def __init__(self, graph: MazeGraph, table: Vector) -> None:
        n = graph.n_cells
        if table.shape != (N_HEADINGS, N_HEADINGS, n):
            raise BadBelief("A direction table must have the shape (5, 5, cells).")
        if not np.allclose(table.sum(axis=1), 1.0) or (table < 0.0).any():
            raise BadBelief("A direction table must hold probabilities that sum to 1 over moves.")
        if table[:, :4][:, graph.neighbours == n].any():
            raise BadBelief("A direction table must give walls no probability.")
        self.graph, self.n_states = graph, N_HEADINGS * n
        self.table = np.ascontiguousarray(table)
        self._padded = np.zeros((N_HEADINGS, n + 1))

    def begin(self, cells: Vector) -> Vector:
        """Return states without a heading for a belief over `cells`."""
        states = np.zeros((N_HEADINGS, self.graph.n_cells))
        states[4] = cells
        return states.ravel()

    def push(self, states: Vector) -> Vector:
        """Return the state vector one move later."""
        leaving: Vector = np.einsum("hc,hmc->mc", states.reshape(N_HEADINGS, -1), self.table)
        self._padded[:, :-1] = leaving
        arriving = np.empty_like(leaving)
        for move in range(4):
            source = self.graph.neighbours[(move + 2) % 4]
            np.take(self._padded[move], source, out=arriving[move], mode="clip")
        arriving[4] = leaving[4]
        return arriving.ravel()

    def pull(self, message: Vector) -> Vector:
        """Return the expectation of `message` after one move, for each state."""
        self._padded[:, :-1] = message.reshape(N_HEADINGS, -1)
        after = np.empty((N_HEADINGS, self.graph.n_cells))
        for move in range(4):
            np.take(self._padded[move], self.graph.neighbours[move], out=after[move], mode="clip")
        after[4] = self._padded[4, :-1]
        expected: Vector = np.einsum("hmc,mc->hc", self.table, after)
        return expected.ravel()

    def lift(self, cells: Vector) -> Vector:
        """Return the likelihood of every state's cell."""
        return np.tile(cells, N_HEADINGS)

    def marginal(self, states: Vector) -> Vector:
        """Return the belief over cells that `states` stand for, shape (n,)."""
        return np.asarray(states.reshape(N_HEADINGS, -1).sum(axis=0))


def junction_types(graph: MazeGraph) -> NDArray[np.intp]:
    """Return a number 0..15 for each (heading 0..3, cell) of a `graph`: which ways are open, seen
    from it.

    Bit r is set where the way turned r quarters clockwise from the heading is open: bit 0 ahead,
    bit 1 right, bit 2 back, bit 3 left. Shape (4, n).
    """
    is_open = (graph.neighbours < graph.n_cells).astype(np.intp)
    kinds = [
        sum(is_open[(heading + turn) % 4] << turn for turn in range(4)) for heading in range(4)
    ]
    return np.stack([np.asarray(kind, dtype=np.intp) for kind in kinds])


def table_from_junctions(
    graph: MazeGraph, junctions: Vector, stay: float = 0.0, lure: Vector | None = None
) -> Vector:
    """Return the direction table (5, 5, n) of a new maze, its `graph`.

    `junctions` has shape (16, 4): the weight of turning r quarters clockwise at a junction of each
    type. Without a heading every open way is equally likely. `stay` is the probability of staying,
    the same everywhere. `lure`, shape (n,), multiplies the weight of going to a cell.
    """
    if junctions.shape != (16, 4):
        raise BadBelief("A junction table must have the shape (16, 4).")
    is_open = graph.neighbours < graph.n_cells
    table = np.zeros((N_HEADINGS, N_HEADINGS, graph.n_cells))
    kinds = junction_types(graph)
    for heading in range(4):
        for turn in range(4):
            table[heading, (heading + turn) % 4] = junctions[kinds[heading], turn]
    table[4, :4] = 1.0
    table[:, :4] *= is_open if lure is None else np.append(lure, 0.0)[graph.neighbours]
    total = table.sum(axis=1, keepdims=True)
    np.divide(table, total, out=table, where=total > 0.0)
    table *= 1.0 - stay
    table[:, 4] = np.where(total[:, 0] > 0.0, stay, 1.0)
    return table


def legal_moves(graph: MazeGraph, may_stay: bool) -> Indices:
    """Return the cells of a `graph` that an agent may go to, n standing for no move.

    Shape (4, n), or (5, n) with the own cell where it `may_stay`.
    """
    own = np.arange(graph.n_cells)
    if may_stay:
        return np.concatenate([graph.neighbours, own[None, :]])
    lonely = graph.degree == 0
    if lonely.any():
        return np.concatenate([graph.neighbours, np.where(lonely, own, graph.n_cells)[None, :]])
    return graph.neighbours


class FleeingTracker(MarkovTracker):
    """A tracker with second-order motion away from the places where it last heard the observers.

    A way is weighed by its junction type and by exp(caution * distance to the nearest observer).
    `notice` gives it the observers' places; until then it knows only the junctions. `learned` are
    the junction tables, read from the assets where None.
    """

    def __init__(
        self,
        graph: MazeGraph,
        sensor: Sensor,
        start: Start,
        settings: TrackerSettings = USUAL,
        learned: JunctionWeights | None = None,
    ) -> None:
        weights = JUNCTIONS.load() if learned is None else learned
        self.junctions, self.caution = weights.fleeing, weights.caution
        self._observers: tuple[Cell, ...] = ()
        motion = DirectionMotion(graph, table_from_junctions(graph, self.junctions))
        super().__init__(motion, sensor, start, settings.lag)

    def notice(self, readings: Sequence[Reading]) -> None:
        """Note where the observers of these `readings` are; the next move is weighed by it."""
        observers = tuple(reading.observer for reading in readings)
        if observers and observers != self._observers:
            self._observers = observers
            nearest = np.min([self.graph.manhattan(place) for place in observers], axis=0)
            lure = np.exp(self.caution * np.maximum(nearest - float(nearest.max()), -60.0))
            table = table_from_junctions(self.graph, self.junctions, lure=lure)
            self.motion = DirectionMotion(self.graph, table)

    def observe(self, readings: Sequence[Reading]) -> StepReport:
        """Take in the readings; where they are impossible, start again from them alone."""
        self.notice(readings)
        return super().observe(readings)


class ExpectedVisitsTracker:
    """Explore with *expected* visits under the belief: the shortcut, kept for comparison.

    It plugs E[visits] into P(x') proportional to exp(-beta v(x')). Visits belong to a path and
    not to a cell, so this is badly overconfident (two to four nats on most opponents).
    """

    def __init__(
        self, graph: MazeGraph, sensor: Sensor, start: Start, settings: TrackerSettings = USUAL
    ) -> None:
        self.graph, self.sensor, self.beta = graph, sensor, settings.beta
        self._moves = legal_moves(graph, settings.may_stay)
        self.belief = graph.start_belief(start)
        self.expected_visits = np.append(self.belief, np.inf)

    def predict(self) -> Vector:
        """Move the belief by one step; returns the belief before the reading, shape (n,)."""
        visits = self.expected_visits[self._moves]
        weights = np.exp(-self.beta * (visits - visits.min(axis=0)))
        weights *= self.belief / weights.sum(axis=0)
        size = self.graph.n_cells + 1
        self.belief = sum_by_index(self._moves, weights, size)[:-1]
        return self.belief

    def observe(self, readings: Sequence[Reading]) -> StepReport:
        """Take in the readings; where they are impossible, start again from them alone."""
        likelihood = self.sensor.likelihood(readings)
        weighed = self.belief * likelihood
        evidence = float(weighed.sum())
        if evidence > 0.0:
            self.belief = weighed / evidence
            report = StepReport(math.log(evidence))
        else:
            self.belief, unreadable = rebuild(likelihood)
            report = StepReport(-math.inf, True, True, unreadable)
        self.expected_visits[:-1] += self.belief
        return report
