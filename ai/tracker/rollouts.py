"""Matches in the maze played on by chance, many at once: what a judge estimates values from.

A row is one way in which a match may go on. All rows take their steps together, each with a ghost,
a belief about it shape (n,), and in the hunt two hunters. The belief moves as a random walk and
hears the readings exactly; hunters move as the pack does, a hider as the lamplighter. Rows of
different first moves share their random numbers, so that their difference is the moves'.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.belief.graph import MazeGraph
from ai.belief.target import distance_table
from ai.tracker.hidden import SEEN_COST
from ai.tracker.hunters import DISCOUNT
from games.tracker.rules import STAY, MatchGround
from games.tracker.rules.hide import HELD_TO_CATCH, MOST_DOUBT, SURE, HideState

Ints = NDArray[np.intp]
Floats = NDArray[np.float64]

TURNS: Final = np.array([1.0, 0.18, 0.1])
"""The weight of turning back beside 1 for every other way, by kind of ghost: of a random walker, of
other walkers (the share at a corridor that `main.py train tracker` pools), of an evader."""
CAUTION: Final = 0.4
"""As of `ai.belief.walkers.Evader`."""
WANDERS, WALKS, FLEES = range(3)
NEVER, LATER, NEXT = range(3)
"""When a hider slips away: not at all, with little doubt left, or in its second step."""
SLIPS_BELOW: Final = 1.0
"""With less doubt, in bits, a hider slips away; by hand: then it is on one of two cells."""


class MazeTables:
    """A maze with all tables that rows need: distances, walking and as the crow flies."""

    def __init__(self, graph: MazeGraph, course: MatchGround) -> None:
        """Measure the maze."""
        self.graph, self.course, self.n = graph, course, graph.n_cells
        ways = np.array(course.ways)[:, : STAY + 1]
        ways[:, STAY] = np.arange(self.n)
        self.ways: Ints = ways.astype(np.intp)
        """The cell of each move, -1 for a wall; staying is always one. Shape (n, 5)."""
        self.steps = distance_table(graph, np.arange(self.n))[:-1].astype(np.float32)
        self.near = np.power(np.float32(DISCOUNT), self.steps)
        self.far = np.stack([graph.manhattan(graph.position(cell)) for cell in range(self.n)])
        self._share = 1.0 / np.maximum(graph.degree, 1)
        self._around = graph.neighbours

    def spread(self, beliefs: Floats) -> Floats:
        """Return beliefs (rows, n) one step of a random walk later."""
        padded = np.zeros((len(beliefs), self.n + 1))
        padded[:, :-1] = beliefs * self._share
        moved: Floats = padded[:, self._around].sum(axis=1)
        return moved

    def hear(self, beliefs: Floats, ghosts: Ints, observers: Ints, noise: Ints) -> Floats:
        """Return beliefs (rows, n) after a reading of each observer.

        `observers` are cells and `noise` the errors of their readings, both shape (rows, k).
        """
        course, rows = self.course, np.arange(len(ghosts))
        fits = np.ones(beliefs.shape, dtype=bool)
        seen = np.zeros(len(ghosts), dtype=bool)
        for observer, error in zip(observers.T, noise.T, strict=True):
            far = self.far[observer]
            own = far[rows, ghosts]
            seen |= own <= course.sight
            read = (own + error)[:, None]
            fits &= (np.abs(far - read) <= course.noise) & (far > course.sight)
        heard = np.where(fits, beliefs, 0.0)
        total = heard.sum(axis=1)
        lost = total <= 0.0
        heard[lost] = fits[lost]
        heard[seen] = 0.0
        heard[seen, ghosts[seen]] = 1.0
        heard /= np.maximum(heard.sum(axis=1), 1e-300)[:, None]
        return heard

    def walk(self, ghosts: Ints, before: Ints, hunters: Ints, kinds: Ints, lots: Floats) -> Ints:
        """Return the next cells of ghosts of these `kinds`; `before` are their cells a step ago."""
        to = self.ways[ghosts][:, :STAY]
        weight = np.where(to == before[:, None], TURNS[kinds][:, None], 1.0)
        nearest = np.minimum.reduce([self.far[h[:, None], to] for h in hunters.T])
        lure = np.exp(CAUTION * (nearest - nearest.max(axis=1, keepdims=True)))
        weight = np.where(kinds[:, None] == FLEES, weight * lure, weight)
        return self._drawn(ghosts, to, np.where(to >= 0, weight, 0.0), lots)

    @staticmethod
    def _drawn(ghosts: Ints, to: Ints, weight: Floats, lots: Floats) -> Ints:
        sums = weight.cumsum(axis=1)
        chosen = (sums < lots[:, None] * sums[:, -1:]).sum(axis=1)
        found: Ints = to[np.arange(len(to)), np.minimum(chosen, to.shape[1] - 1)]
        return np.where(sums[:, -1] > 0.0, found, ghosts)

    def chase(self, beliefs: Floats, hunters: Ints) -> Ints:
        """Return the next cells of both hunters, as the pack goes: shape (rows, 2)."""
        ways = self.ways[hunters]
        near = self.near[np.maximum(ways, 0)]
        best = np.maximum(near[:, 0, :, None], near[:, 1, None, :])
        worth = np.einsum("rabn,rn->rab", best, beliefs.astype(np.float32))
        closed = (ways[:, 0, :, None] < 0) | (ways[:, 1, None, :] < 0)
        worth = np.where(closed, -1.0, np.round(worth, 6)).reshape(len(worth), -1)
        first, second = np.divmod(worth.argmax(axis=1), STAY + 1)
        rows = np.arange(len(ways))
        return np.stack([ways[rows, 0, first], ways[rows, 1, second]], axis=1)


class HuntRows(NamedTuple):
    """The state of a hunt in each row: beliefs, and the cells of the ghosts, now and before."""

    beliefs: Floats
    ghosts: Ints
    before: Ints
    hunters: Ints


def hunt(
    ground: MazeTables,
    start: HuntRows,
    kinds: Ints,
    shares: Ints,
    most: int,
    rng: np.random.Generator,
    ghost_first: bool = False,
) -> Floats:
    """Return for each row the steps to the catch, at most `most`.

    The hunters of the `start` have moved already, or with `ghost_first` the ghosts have.
    Rows with the same number in `shares` take the same random numbers.
    """
    count, noise = int(shares.max()) + 1, ground.course.noise
    steps = np.full(len(shares), float(most))
    live = np.arange(len(shares))
    beliefs, ghosts, before, hunters = start
    for step in range(1, most + 1):
        lots, errors = rng.random(count), rng.integers(-noise, noise + 1, (count, 2))
        own = shares[live]
        if step > 1 or not ghost_first:
            if step > 1:
                hunters = ground.chase(beliefs, hunters)
            free = (hunters != ghosts[:, None]).all(axis=1)
            steps[live[~free]] = step - ghost_first
            live, own = live[free], own[free]
            beliefs, ghosts, before, hunters = (
                each[free] for each in (beliefs, ghosts, before, hunters)
            )
            if not len(live):
                break
            moved = ground.walk(ghosts, before, hunters, kinds[live], lots[own])
            ghosts, before = moved, ghosts
        free = (hunters != ghosts[:, None]).all(axis=1)
        steps[live[~free]] = step
        live, own = live[free], own[free]
        if not len(live):
            break
        ghosts, before, hunters = ghosts[free], before[free], hunters[free]
        beliefs = ground.hear(ground.spread(beliefs[free]), ghosts, hunters, errors[own])
    return steps


class Hiding:
    """Hiders who go from lantern to lantern, as the lamplighter does, and a tracker that hears."""

    def __init__(self, ground: MazeTables, view: HideState, forgets: bool) -> None:
        """Go on from a `view`; a tracker that `forgets` knows the last reading alone."""
        self.ground, self.view, self.forgets = ground, view, forgets
        seen = np.array([view.course.sees(cell) for cell in range(ground.n)])
        self.hidden: Ints = np.flatnonzero(~seen) if not seen.all() else np.arange(ground.n)
        self._costs = np.where(seen, SEEN_COST, 1)
        self._ways = np.stack([self._way(lantern) for lantern in view.lanterns])

    def _way(self, lantern: int) -> Floats:
        """Return the cost of the way from each cell to a `lantern`, shape (n + 1,)."""
        ground = self.ground
        costs = np.full(ground.n + 1, np.inf)
        costs[lantern] = 0.0
        enter = np.append(self._costs, np.inf)
        around = ground.graph.neighbours
        while True:
            through = (costs + enter)[around].min(axis=0)
            better = np.minimum(costs[:-1], through)
            if (better == costs[:-1]).all():
                return costs
            costs[:-1] = better

    def points(
        self,
        belief: Floats,
        firsts: Sequence[int],
        plans: Sequence[int],
        shares: Ints,
        most: int,
        rng: np.random.Generator,
    ) -> Floats:
        """Return for each row the points that it still brings home.

        `firsts` are the cells of the rows after their first step, `plans` tell when they slip away,
        `shares` are the numbers of their random numbers, `most` the steps that are left. `belief`
        (n,) is the tracker's before the first step.
        """
        ground, view = self.ground, self.view
        rows, count = len(firsts), int(shares.max()) + 1
        slips = np.array(plans)
        eyes = np.array(view.course.eyes)
        points, live = np.zeros(rows), np.arange(rows)
        ghosts: Ints = np.array(firsts)
        burning = np.ones((rows, len(view.lanterns)), dtype=bool)
        places = np.array(view.lanterns)
        held = np.full(rows, view.held)
        beliefs = np.repeat(belief[None], rows, axis=0)
        noise = view.course.noise
        for step in range(1, most + 1):
            lots = rng.random(count)
            errors = rng.integers(-noise, noise + 1, (count, len(eyes)))
            own = shares[live]
            if step > 1:
                away = slips == NEXT
                away |= (slips == LATER) & (doubt_of(beliefs) < SLIPS_BELOW)
                ghosts = self._walked(ghosts, burning, lots[own])
                ghosts[away] = self.hidden[rng.integers(0, len(self.hidden), count)[own[away]]]
                slips = np.where(away, NEVER, slips)
            found = burning & (places == ghosts[:, None])
            burning &= ~found
            spread = np.full_like(beliefs, 1 / ground.n) if self.forgets else ground.spread(beliefs)
            observers = np.repeat(eyes[None], len(live), axis=0)
            beliefs = ground.hear(spread, ghosts, observers, errors[own])
            points[live] += found.any(axis=1) * doubt_of(beliefs)
            likely = beliefs.argmax(axis=1)
            sure = 100 * beliefs[np.arange(len(live)), likely] + 1e-9 >= SURE
            held = np.where(sure & (likely == ghosts), held + 1, 0)
            on = burning.any(axis=1) & (held < HELD_TO_CATCH)
            live, ghosts, held, slips = live[on], ghosts[on], held[on], slips[on]
            burning, beliefs = burning[on], beliefs[on]
            if not len(live):
                break
        return points

    def way_on(self, cell: int) -> int:
        """Return the number of the first move from a `cell` on a shortest way to a lantern."""
        to = self.ground.ways[cell][:STAY]
        costs = self._ways[:, to].min(axis=0) + self._costs[np.maximum(to, 0)]
        return int(np.where(to >= 0, costs, np.inf).argmin())

    def _walked(self, ghosts: Ints, burning: NDArray[Any], lots: Floats) -> Ints:
        to = self.ground.ways[ghosts][:, :STAY]
        costs = np.where(burning[:, :, None], self._ways[:, to].transpose(1, 0, 2), np.inf)
        cost = costs.min(axis=1)
        cost = np.where(to >= 0, cost + self._costs[np.maximum(to, 0)], np.inf)
        best = (cost == cost.min(axis=1, keepdims=True)) & (to >= 0)
        return self.ground._drawn(ghosts, to, best.astype(np.float64), lots)


def doubt_of(beliefs: Floats) -> Floats:
    """Return the entropy of beliefs (rows, n) in bits, by tenths, as trackers answer it."""
    logs = np.log2(np.where(beliefs > 0.0, beliefs, 1.0))
    tenths = np.round(-10 * (beliefs * logs).sum(axis=1))
    found: Floats = np.clip(tenths, 0, MOST_DOUBT) / 10
    return found
