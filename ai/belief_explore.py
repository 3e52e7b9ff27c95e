"""The explorer: every hypothesis carries the visits of its own path.

The agent prefers cells it has visited less: P(x') is proportional to exp(-beta v(x')) over the
legal moves, where v counts its own visits and the start counts once.  A belief over cells is not
enough for that, so the filter keeps *hypotheses* (a cell and the visits so far), each with a log
weight.  A step replaces every hypothesis by all of its moves, which marginalises the last move out
of the answer, and merges equal ones (same cell and same visits, whatever the order): while no more
than ``limit`` are alive the filter is exact.  Above that, the optimal resampling of Fearnhead and
Clifford (2003) keeps the heavy ones as they are and draws the light ones at equal weight.

Visits are compared by a 64-bit sum of random numbers, one for each cell (Zobrist, 1970).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.belief import (
    BadBelief,
    Cell,
    Indices,
    MazeGraph,
    Reading,
    Sensor,
    Vector,
    sum_by_index,
)
from ai.belief_filter import MarkovTracker, StepReport
from ai.belief_motion import RandomMotion

_MOST_COUNTERS = 25_000_000
"""Visit counters kept at once; larger mazes get fewer hypotheses, so memory stays bounded."""


class Generation(NamedTuple):
    """One step of the ancestry: cells, log weights, and which parent led to which child.

    A generation without edges begins anew: it is the first, or the tracker restarted there.
    """

    cells: Indices
    log_weights: Vector
    edge_parent: Indices
    edge_child: Indices
    edge_share: Vector


def resampling_threshold(weights: Vector, limit: int) -> float:
    """Return c with sum(min(w / c, 1)) = limit for descending weights; shape (m,), m > limit."""
    tail = np.cumsum(weights[::-1])[::-1]
    kept = np.arange(limit)
    candidates = tail[:limit] / (limit - kept)
    fits = weights[:limit] <= candidates
    return float(candidates[int(np.argmax(fits)) if fits.any() else limit - 1])


def choose_survivors(
    weights: Vector, order: Indices, limit: int, power: float, rng: np.random.Generator
) -> tuple[Indices, Vector]:
    """Return the indices that survive, ascending, and their new weights.

    Survival has probability min(1, w^power / c); who survives it by luck has its weight divided by
    that probability, so that expected weights stay what they were.  Power 1 is Fearnhead and
    Clifford's optimal choice for the next step; a smaller power keeps more of the unlikely ones
    for the steps after.  Draws are systematic along ``order``, which spreads them.
    """
    scores = weights if power == 1.0 else weights**power
    threshold = resampling_threshold(np.sort(scores)[::-1], limit)
    chances = np.minimum(scores / threshold, 1.0) if threshold > 0.0 else np.ones(len(weights))
    certain = chances >= 1.0
    chosen = certain.copy()
    places = limit - int(np.count_nonzero(certain))
    light = order[~certain[order]]
    if places > 0 and len(light):
        climbing = np.cumsum(chances[light])
        marks = (rng.random() + np.arange(places)) * (climbing[-1] / places)
        chosen[light[np.minimum(np.searchsorted(climbing, marks), len(light) - 1)]] = True
    survivors = np.flatnonzero(chosen)[:limit]
    return survivors, weights[survivors] / chances[survivors]


class ExploreTracker:
    """Filter for the explorer; at most ``limit`` hypotheses between steps.

    ``variant_stay`` makes the own cell a candidate; ``random_share`` is the probability of a
    uniformly random legal move instead (0 is the model of the cases; a little of it makes the
    filter forgiving).  ``exact`` says whether no hypothesis was ever dropped.  Where the kept
    hypotheses contradict a reading the random walk could explain, the tracker starts again from
    the random walk's posterior and says ``restarted``; where not even that can, ``impossible``.
    ``keep_ancestry`` stores what ``smoothed`` and ``trail`` need.
    """

    def __init__(
        self, graph: MazeGraph, sensor: Sensor, start: Cell | int | None, *,
        beta: float = 10.0, variant_stay: bool = False, limit: int = 1000,
        random_share: float = 0.0, power: float = 1.0, seed: int = 0, keep_ancestry: int | None = 0,
        guarded: bool = True,
    ) -> None:
        if not (math.isfinite(beta) and beta >= 0.0) or not 0.0 <= random_share <= 1.0:
            raise BadBelief("beta must be a number from 0 up, and random_share one in 0..1.")
        if limit < 1:
            raise BadBelief("An explorer needs at least one hypothesis.")
        self.graph, self.sensor, self.beta, self.random_share = graph, sensor, beta, random_share
        self.power = power
        self.limit = min(limit, max(16, _MOST_COUNTERS // graph.n_cells))
        self._rng = np.random.default_rng(seed)
        self._moves = _legal_moves(graph, variant_stay)
        self._uniform = (self._moves < graph.n_cells).astype(np.float64)
        self._uniform /= self._uniform.sum(axis=1, keepdims=True)
        fingerprints = np.random.default_rng(0).integers(2**63, size=(2, graph.n_cells + 1))
        self._visit_print, self._cell_print = fingerprints.astype(np.uint64) * 2 + 1
        self._walk: MarkovTracker | None = None
        if guarded:
            stay = 1.0 if variant_stay else 0.0
            self._walk = MarkovTracker(RandomMotion(graph, stay), sensor, start)
        self.ancestry: deque[Generation] = deque(
            maxlen=None if keep_ancestry is None else keep_ancestry + 1
        )
        self.exact = True
        self._begin(graph.start_belief(start))

    def _begin(self, belief: Vector, visits: NDArray[np.int32] | None = None) -> None:
        """Start from one hypothesis per cell of ``belief``, all with the same earlier visits."""
        cells = np.flatnonzero(belief)
        if len(cells) > self.limit:
            self.exact = False
            kept, weights = choose_survivors(
                belief[cells], np.arange(len(cells)), self.limit, self.power, self._rng
            )
            cells = cells[kept]
        else:
            weights = belief[cells]
        n = self.graph.n_cells
        self.cells: Indices = cells
        self.log_weights: Vector = np.log(weights / weights.sum())
        self._visits = np.zeros((self.limit, n + 1), dtype=np.int32)
        if visits is not None:
            self._visits[:, :n] = visits
        self._visits[:, n] = np.iinfo(np.int32).max // 2
        self._rows: Indices = np.arange(len(cells))
        self._visits[self._rows, cells] += 1
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
        self._targets = self._moves.take(self.cells, axis=0)
        flat = self._targets + (self._rows * self._visits.shape[1])[:, None]
        visits = self._visits.ravel().take(flat).astype(np.float64)
        visits -= visits.min(axis=1, keepdims=True)
        self._log_children = self._log_move(visits)
        self._log_children += self.log_weights[:, None]
        top = float(self._log_children.max())
        weights = np.exp(self._log_children - top)
        size = self.graph.n_cells + 1
        mass = sum_by_index(self._targets, weights, size)[:-1]
        self.belief = mass / mass.sum()
        return self.belief

    def _log_move(self, extra_visits: Vector) -> Vector:
        legal = self._targets < self.graph.n_cells
        logits = extra_visits * -self.beta
        shares = np.exp(logits) * legal
        total = shares.sum(axis=1, keepdims=True)
        if self.random_share == 0.0:
            return np.asarray(np.where(legal, logits - np.log(total), -np.inf))
        shares *= (1.0 - self.random_share) / total
        shares += self.random_share * self._uniform.take(self.cells, axis=0)
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(shares))

    def observe(self, readings: Sequence[Reading]) -> StepReport:
        """Take in the readings of this step; see the class for contradictions."""
        return self.weigh(self.sensor.likelihood(readings))

    def weigh(self, likelihood: Vector) -> StepReport:
        """Take in a likelihood over cells, shape (n,), as ``observe`` does."""
        walk = None if self._walk is None else self._walk.weigh(likelihood)
        padded = np.append(likelihood, 0.0)
        with np.errstate(divide="ignore"):
            log_children = self._log_children + np.log(padded).take(self._targets)
        alive = np.flatnonzero(log_children > -np.inf)
        if not len(alive):
            return self._restart(walk)
        logs = log_children.ravel()[alive]
        top = float(logs.max())
        log_evidence = top + math.log(float(np.exp(logs - top).sum()))
        self._advance(alive, logs - log_evidence)
        weighed = self.belief * likelihood
        self.belief = self._belief_of_hypotheses() if weighed.sum() <= 0.0 else (
            weighed / weighed.sum()
        )
        return StepReport(log_evidence)

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
        ways = self._targets.shape[1]
        parents, cells = alive // ways, self._targets.ravel()[alive]
        prints = self._prints[parents] + self._visit_print[cells]
        edges = np.arange(len(alive))
        merged_logs, chosen = logs, edges
        if len(alive) > 1:
            chosen, edges, merged_logs = _merge(prints + self._cell_print[cells], logs)
        kept = np.arange(len(chosen))
        if len(chosen) > self.limit:
            self.exact = False
            by_cell = np.argsort(cells[chosen], kind="stable")
            kept, weights = choose_survivors(
                np.exp(merged_logs), by_cell, self.limit, self.power, self._rng
            )
            merged_logs = np.log(weights / weights.sum())
        first = chosen[kept]
        previous = parents[first]
        self.cells, self._prints, self.log_weights = cells[first], prints[first], merged_logs
        self._inherit_rows(previous)
        if self.ancestry.maxlen != 1:
            place = np.full(len(chosen), -1, dtype=np.intp)
            place[kept] = np.arange(len(kept))
            self._remember_edges(parents, place[edges], logs)

    def _inherit_rows(self, parents: Indices) -> None:
        """Hand each row of visits to one child of its owner; copy it for the other children."""
        first = np.ones(len(parents), dtype=bool)
        if len(parents) > 1:
            first[1:] = parents[1:] != parents[:-1]
        rows = self._rows[parents]
        used = np.zeros(self.limit, dtype=bool)
        used[rows] = True
        spare = np.flatnonzero(~used)[: np.count_nonzero(~first)]
        self._visits[spare] = self._visits[rows[~first]]
        rows[~first] = spare
        self._rows = rows
        self._visits[rows, self.cells] += 1

    def _remember_edges(self, parents: Indices, children: Indices, logs: Vector) -> None:
        living = children >= 0
        parents, children, logs = parents[living], children[living], logs[living]
        shares = np.exp(logs - logs.max())
        total = sum_by_index(children, shares, len(self.cells))
        with np.errstate(invalid="ignore", divide="ignore"):
            shares = np.where(total[children] > 0.0, shares / total[children], 0.0)
        self._remember(parents, children, shares)

    def _remember(self, parents: Indices, children: Indices, shares: Vector) -> None:
        self.ancestry.append(Generation(self.cells, self.log_weights, parents, children, shares))

    def best_visits(self) -> NDArray[np.int32]:
        """Return the visits of the likeliest hypothesis, shape (n,)."""
        best = int(np.argmax(self.log_weights))
        return self._visits[self._rows[best], :-1].copy()

    def trail(self) -> list[Vector]:
        """Return smoothed beliefs of the remembered steps by ancestry, oldest first, each (n,).

        Exact while ``exact`` holds; otherwise old steps rest on few ancestors.  What is known
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
        return beliefs[::-1]


def _legal_moves(graph: MazeGraph, variant_stay: bool) -> Indices:
    """Return the cells an agent may go to, shape (n, 4 or 5), n standing for no move."""
    own = np.arange(graph.n_cells)
    last = own if variant_stay else np.where(graph.degree == 0, own, graph.n_cells)
    columns = [*graph.neighbours]
    if variant_stay or (graph.degree == 0).any():
        columns.append(last)
    return np.ascontiguousarray(np.stack(columns, axis=1))


def _merge(keys: NDArray[np.uint64], logs: Vector) -> tuple[Indices, Indices, Vector]:
    """Return one index for each distinct key, the group of each entry, and the summed weights."""
    _, first, group = np.unique(keys, return_index=True, return_inverse=True)
    in_order = np.argsort(first, kind="stable")
    rank = np.empty(len(first), dtype=np.intp)
    rank[in_order] = np.arange(len(first))
    group = rank[group.ravel()]
    first = first[in_order]
    if len(first) == len(keys):
        return first, group, logs
    top = np.full(len(first), -np.inf)
    np.maximum.at(top, group, logs)
    sums = sum_by_index(group, np.exp(logs - top[group]), len(first))
    return first, group, top + np.log(sums)
