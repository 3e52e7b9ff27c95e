"""The explorer: every hypothesis carries the visits of its own path.

The agent prefers cells it has visited less: P(x') is proportional to exp(-beta v(x')) over the
legal moves, where v counts its own visits and the start counts once. A belief over cells is not
enough for that, so the filter keeps *hypotheses* (a cell and the visits up to now), each with a log
weight. A step replaces every hypothesis by all of its moves, which marginalises the last move out
of the answer, and merges equal ones (same cell and same visits, whatever the order): while no more
than `limit` are alive the filter is exact. Above that, the optimal resampling of Fearnhead and
Clifford (2003) keeps the heavy ones as they are and draws the light ones at equal weight.

Visits are compared by a sum of random numbers, one for each cell (Zobrist, 1970), of which some 40
bits are used.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.belief.filter import USUAL, MarkovTracker, StepReport, TrackerSettings
from ai.belief.graph import (
    BadBelief,
    Indices,
    MazeGraph,
    Reading,
    Sensor,
    Start,
    Vector,
    sum_by_index,
)
from ai.belief.motion import RandomMotion, legal_moves
from games.streams import generator

Counters = NDArray[np.uint16]

_MOST_COUNTERS = 25_000_000
"""Visit counters kept at once; larger mazes get fewer hypotheses, so memory stays bounded."""

_WALL_VISITS = 65_535
"""The visits of a wall: the largest that 16 bits hold, so that nobody goes there."""

_STEPS_BEFORE_REBASE, _REBASED_VISITS = 40_000, 20_000
"""Counters are made smaller after so many steps, to so many visits: 16 bits never run over."""

_RELIABLE_EVIDENCE = 1e-150
"""Where a step's evidence is smaller its sums are taken from logarithms; chosen by hand, far
above the smallest double."""


class Generation(NamedTuple):
    """One step of the ancestry: cells, log weights, and which parent led to which child.

    A generation without edges begins anew: it is the first, or the tracker restarted there.
    """

    cells: Indices
    log_weights: Vector
    edge_parent: Indices
    edge_child: Indices
    edge_share: Vector


def resampling_threshold(scores: Vector, limit: int) -> float:
    """Return c with sum(min(s / c, 1)) = `limit`, for more than `limit` scores s, shape (m,).

    Scores above the mean share of the rest are set aside until there are none.
    """
    places, light = limit, scores
    while places > 0:
        threshold = float(light.sum()) / places
        heavy = light >= threshold
        found = int(np.count_nonzero(heavy))
        if found == 0 or threshold <= 0.0:
            return threshold
        places -= found
        light = light[~heavy]
    return float(scores[scores >= threshold].min())


def choose_survivors(
    weights: Vector, limit: int, power: float, rng: np.random.Generator
) -> tuple[Indices, Vector]:
    """Return the indices that survive, ascending, and their new weights.

    Survival has probability min(1, w^power / c); who survives it by luck has its weight divided by
    that probability, so that expected weights stay what they were. Power 1 is Fearnhead and
    Clifford's optimal choice for the next step; a smaller power keeps more of the unlikely ones for
    the steps after. Draws are systematic in the order given, which spreads them.
    """
    scores = weights**power if power != 0.5 else np.sqrt(weights)
    threshold = resampling_threshold(scores, limit)
    chances = np.minimum(scores / threshold, 1.0) if threshold > 0.0 else np.sign(scores)
    chosen = chances >= 1.0
    places = limit - int(np.count_nonzero(chosen))
    light = np.flatnonzero((chances < 1.0) & (chances > 0.0))
    if places > 0 and len(light):
        climbing = np.cumsum(chances.take(light))
        marks = np.floor(climbing * (places / climbing[-1]) + rng.random())
        chosen[light] = np.diff(marks, prepend=0.0) > 0.0
    survivors = np.flatnonzero(chosen)[:limit]
    return survivors, weights[survivors] / chances[survivors]


class ExploreTracker:
    """A filter for the explorer; at most `limit` hypotheses between steps.

    Of the settings `particles` is the first `limit`, which may be lowered and raised again while
    tracking, up to `capacity`; `may_stay` makes the own cell a candidate. `power` sets the choice
    of survivors, see `choose_survivors`. `exact` is True if no hypothesis was ever dropped. Where
    the kept hypotheses contradict a reading that the random walk could explain, the tracker starts
    again from the random walk's posterior (`restarted`); where the random walk cannot either, the
    step is `impossible`. Without `guarded` there is no random walk beside it, and every
    contradiction is `impossible`.
    """

    def __init__(
        self,
        graph: MazeGraph,
        sensor: Sensor,
        start: Start,
        settings: TrackerSettings = USUAL,
        *,
        power: float = 1.0,
        guarded: bool = True,
    ) -> None:
        if not (math.isfinite(settings.beta) and settings.beta >= 0.0):
            raise BadBelief("beta must be a number from 0 up.")
        if settings.particles < 1 or not 0.0 < power <= 1.0:
            raise BadBelief("An explorer needs at least one hypothesis, and a power in 0..1.")
        self.graph, self.sensor, self.beta, self.power = graph, sensor, settings.beta, power
        most = max(16, _MOST_COUNTERS // graph.n_cells)
        self.limit = self.capacity = min(settings.particles, most)
        self._rng = generator(settings.seed)
        self._moves = legal_moves(graph, settings.may_stay)
        self._visit_print = np.random.default_rng(0).integers(
            2**64, size=graph.n_cells + 1, dtype=np.uint64
        )
        self._walk: MarkovTracker | None = None
        if guarded:
            walk = RandomMotion(graph, float(settings.may_stay))
            self._walk = MarkovTracker(walk, sensor, start)
        self.ancestry: deque[Generation] = deque(maxlen=settings.lag + 1)
        self.exact = True
        self._begin(graph.start_belief(start))

    def _begin(self, belief: Vector, visits: Counters | None = None) -> None:
        """Start from one hypothesis per cell of `belief`, all with the same earlier visits."""
        cells = np.flatnonzero(belief)
        weights = belief[cells]
        if len(cells) > self.limit:
            self.exact = False
            kept, weights = choose_survivors(weights, self.limit, self.power, self._rng)
            cells = cells[kept]
        n = self.graph.n_cells
        self.cells: Indices = cells
        self.log_weights: Vector = np.log(weights / weights.sum())
        self._visits = np.zeros((self.capacity, n + 1), dtype=np.uint16)
        if visits is not None:
            self._visits[:, :n] = visits
        self._rows: Indices = np.arange(len(cells))
        self._visits[self._rows, cells] += 1
        self._visits[:, n] = _WALL_VISITS
        self._steps = 0
        self._moving = False
        self._prints = self._visit_print[cells]
        self.belief: Vector = belief / belief.sum()
        nobody = np.arange(0)
        self._remember(nobody, nobody, np.zeros(0))

    def begin(self, belief: Vector) -> None:
        """Start again from a belief over cells, with the visits of the likeliest hypothesis."""
        self.exact = False
        self._begin(belief, self.best_visits())

    def predict(self) -> Vector:
        """Replace every hypothesis by its moves; returns the belief before the reading, (n,)."""
        if self._walk is not None:
            self._walk.predict()
        self._moving = True
        self._targets = self._moves.take(self.cells, axis=1)
        places = self._targets + self._rows * self._visits.shape[1]
        visits = self._visits.ravel().take(places)
        visits -= np.minimum.reduce(visits)
        logits = visits.astype(np.float64) * -self.beta
        shares = np.exp(logits)
        shares[self._targets == self.graph.n_cells] = 0.0
        total = np.add.reduce(shares)
        self._log_children = logits
        self._log_children += self.log_weights - np.log(total)
        shares *= np.exp(self.log_weights) / total
        mass = sum_by_index(self._targets, shares, self.graph.n_cells + 1)[:-1]
        self.belief = mass / mass.sum()
        return self.belief

    def observe(self, readings: Sequence[Reading]) -> StepReport:
        """Take in the readings of this step; see the class for contradictions."""
        return self.weigh(self.sensor.likelihood(readings))

    def weigh(self, likelihood: Vector) -> StepReport:
        """Take in a likelihood over cells, shape (n,), as `observe` does.

        Without a prediction since the last one it is a second look at the same step.
        """
        walk = None if self._walk is None else self._walk.weigh(likelihood)
        if not self._moving:
            return self._look_again(likelihood, walk)
        self._moving = False
        chances = np.append(likelihood, 0.0).take(self._targets.ravel())
        alive = np.flatnonzero(chances)
        if not len(alive):
            return self._restart(walk)
        logs = self._log_children.ravel().take(alive) + np.log(chances.take(alive))
        weighed = self.belief * likelihood
        evidence = float(weighed.sum())
        if evidence > _RELIABLE_EVIDENCE:
            log_evidence = math.log(evidence)
            self.belief = weighed / evidence
            self._advance(alive, logs - log_evidence)
        else:
            top = float(logs.max())
            log_evidence = top + math.log(float(np.exp(logs - top).sum()))
            self._advance(alive, logs - log_evidence)
            self.belief = self._belief_of_hypotheses()
        return StepReport(log_evidence)

    def _look_again(self, likelihood: Vector, walk: StepReport | None) -> StepReport:
        """Weigh the hypotheses where they stand."""
        chances = likelihood.take(self.cells)
        alive = np.flatnonzero(chances)
        if not len(alive):
            return self._restart(walk)
        logs = self.log_weights.take(alive) + np.log(chances.take(alive))
        top = float(logs.max())
        log_evidence = top + math.log(float(np.exp(logs - top).sum()))
        count = len(self.cells)
        self.log_weights = logs - log_evidence
        self.cells, self._prints = self.cells.take(alive), self._prints.take(alive)
        self._rows = self._rows.take(alive)
        self.belief = self._belief_of_hypotheses()
        self._remember_look(alive, count)
        return StepReport(log_evidence)

    def _remember_look(self, alive: Indices, count: int) -> None:
        """The last step, of `count` hypotheses, is remembered by those that are left `alive`."""
        if self.ancestry.maxlen == 1:  # nobody asks for the way here
            return
        last = self.ancestry.pop()
        place = np.full(count, -1, dtype=np.intp)
        place[alive] = np.arange(len(alive))
        children = place.take(last.edge_child)
        left = np.flatnonzero(children >= 0)
        self._remember(last.edge_parent[left], children[left], last.edge_share[left])

    def _belief_of_hypotheses(self) -> Vector:
        weights = np.exp(self.log_weights)
        mass = sum_by_index(self.cells, weights, self.graph.n_cells)
        mass /= mass.sum()
        return mass

    def _restart(self, walk: StepReport | None) -> StepReport:
        self.exact = False
        if walk is None or self._walk is None:
            return StepReport(-math.inf, impossible=True)
        self._begin(self._walk.belief, self.best_visits())
        return StepReport(walk.log_evidence, walk.impossible, True, walk.unreadable)

    def _advance(self, alive: Indices, logs: Vector) -> None:
        """Merge the living children, thin them out, and give each its row of visits."""
        parents, cells = alive % len(self.cells), self._targets.ravel().take(alive)
        prints = self._prints.take(parents) + self._visit_print.take(cells)
        order, starts, merged = _merge(cells, prints, logs)
        kept = np.arange(len(starts))
        if len(starts) > self.limit:
            self.exact = False
            kept, weights = choose_survivors(np.exp(merged), self.limit, self.power, self._rng)
            merged = np.log(weights / weights.sum())
        first = order.take(starts.take(kept))
        by_parent = np.argsort(parents.take(first), kind="stable")
        first = first.take(by_parent)
        self.cells, self._prints = cells.take(first), prints.take(first)
        self.log_weights = merged.take(by_parent)
        self._inherit_rows(parents.take(first))
        if self.ancestry.maxlen != 1:
            place = np.full(len(starts), -1, dtype=np.intp)
            place[kept[by_parent]] = np.arange(len(kept))
            group = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(order)))
            self._remember_edges(parents[order], place[group], logs[order])

    def _inherit_rows(self, parents: Indices) -> None:
        """Hand each row of visits to one child of its owner; copy it for the other children."""
        others = np.zeros(len(parents), dtype=bool)
        np.equal(parents[1:], parents[:-1], out=others[1:])
        rows = self._rows.take(parents)
        free = np.ones(self.capacity, dtype=bool)
        free[rows] = False
        copies = np.flatnonzero(others)
        spare = np.flatnonzero(free)[: len(copies)]
        self._visits[spare] = self._visits.take(rows[copies], axis=0)
        rows[copies] = spare
        self._rows = rows
        self._steps += 1
        self._mark(rows)
        if self._steps % _STEPS_BEFORE_REBASE == 0:
            self._rebase()

    def _mark(self, rows: Indices) -> None:
        """Count the visit of each hypothesis, in its row."""
        self._visits[rows, self.cells] += 1

    def _rebase(self) -> None:
        """Keep the counters small: only differences between the visits of a row matter."""
        visits = self._visits[:, :-1]
        visits -= visits.min(axis=1, keepdims=True)
        np.minimum(visits, _REBASED_VISITS, out=visits)

    def _remember_edges(self, parents: Indices, children: Indices, logs: Vector) -> None:
        living = children >= 0
        parents, children, logs = parents[living], children[living], logs[living]
        top = np.full(len(self.cells), -np.inf)
        np.maximum.at(top, children, logs)
        shares = np.exp(logs - top[children])
        shares /= sum_by_index(children, shares, len(self.cells))[children]
        self._remember(parents, children, shares)

    def _remember(self, parents: Indices, children: Indices, shares: Vector) -> None:
        self.ancestry.append(Generation(self.cells, self.log_weights, parents, children, shares))

    def best_visits(self) -> Counters:
        """Return the visits of the likeliest hypothesis, shape (n,)."""
        best = int(np.argmax(self.log_weights))
        return self._visits[self._rows[best], :-1].copy()

    def trail(self) -> list[Vector]:
        """Return smoothed beliefs of the remembered steps by ancestry, oldest first, each (n,).

        Exact while `exact` holds; otherwise old steps rest on few ancestors. What is known
        after a restart does not reach back beyond it.
        """
        beliefs: list[Vector] = []
        later: Generation | None = None
        weights = np.zeros(0)
        for generation in reversed(self.ancestry):
            if later is None or not len(later.edge_parent):
                weights = np.exp(generation.log_weights)
            else:
                flow = weights[later.edge_child] * later.edge_share
                weights = sum_by_index(later.edge_parent, flow, len(generation.cells))
            mass = sum_by_index(generation.cells, weights, self.graph.n_cells)
            beliefs.append(mass / mass.sum())
            later = generation
        beliefs[0] = self.belief
        return beliefs[::-1]


class LeastRecentTracker(ExploreTracker):
    """An explorer that goes where it has not been for longest, rather than least often.

    Its rows hold when each cell was visited last (in steps, 0 for never). Hypotheses that visited
    the same cells as often, and stand on the same one, are merged, whatever their order was.
    """

    def _mark(self, rows: Indices) -> None:
        """Note the time of the visit of each hypothesis, in its row."""
        self._visits[rows, self.cells] = self._steps + 1

    def _rebase(self) -> None:
        """Begin the times anew before they outgrow their counters; the oldest are forgotten."""
        if self._steps > _WALL_VISITS // 2:
            visits = self._visits[:, :-1]
            visits -= np.minimum(visits, self._steps // 2).astype(np.uint16)
            self._steps -= self._steps // 2


def _merge(
    cells: Indices, prints: NDArray[np.uint64], logs: Vector
) -> tuple[Indices, Indices, Vector]:
    """Return an order that puts equal hypotheses together, where groups start, and their weights.

    One sort of numbers made of the cell, as much of the print as fits, and the place.
    """
    count = len(cells)
    place_bits = count.bit_length()
    cell_bits = int(cells.max()).bit_length()
    keys = prints >> np.uint64(cell_bits + place_bits) << np.uint64(place_bits)
    keys |= cells.astype(np.uint64) << np.uint64(64 - cell_bits) if cell_bits else np.uint64(0)
    keys |= np.arange(count, dtype=np.uint64)
    keys.sort()
    order = (keys & np.uint64((1 << place_bits) - 1)).astype(np.intp)
    keys >>= np.uint64(place_bits)
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    logs = logs.take(order)
    if len(starts) == count:
        return order, starts, logs
    top = np.maximum.reduceat(logs, starts)
    sizes = np.diff(starts, append=count)
    summed = np.add.reduceat(np.exp(logs - np.repeat(top, sizes)), starts)
    return order, starts, top + np.log(summed)
