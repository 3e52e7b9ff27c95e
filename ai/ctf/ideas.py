"""Ideas about an enemy's aims, and `auto`, which trusts each as much as it has been right.

An enemy has a goal: the dots that it wants to eat, home again, to the border that it guards, after
one of our bots. Each is a Markov chain in which a way that leads nearer is the likelier,
`exp(steepness)` times for a move nearer; its goal changes as dots are eaten and bots move, and the
chain gets it before each of its steps (`notice`). Beside them stand explorers that carry their
visits, walkers with a hidden target, and chance. The average is the one of `ai.belief.auto`: by
evidence, with sticky switching, so that a change of role is found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np

from ai.belief.auto import AutoTracker, Member, RoamingMotion
from ai.belief.explore import ExploreTracker, LeastRecentTracker
from ai.belief.filter import USUAL, MarkovTracker, StepReport, TrackerSettings
from ai.belief.graph import Indices, MazeGraph, Silence, Start, Vector
from ai.belief.motion import RandomMotion
from ai.belief.target import HiddenTargetTracker
from games.ctf.maze import STAY, Field

_SWITCHING: Final = 0.02
"""The chance of another role in a step; of .003, .01, .02 and .03 the best on those games."""
FAR: Final = 10_000
"""A distance beyond every way in a field."""


class Situation(NamedTuple):
    """The things that an enemy heads for or keeps away from, before its move.

    `dots` are the dots that it could eat, `bots` ours, `enemy` its number.
    """

    field: Field
    enemy: int
    dots: frozenset[int]
    bots: tuple[int, int]


def distances(field: Field, goals: Sequence[int]) -> Indices:
    """Return the moves from every cell to the nearest of the `goals`, FAR without any (n,)."""
    steps = [FAR] * len(field.cells)
    frontier = list(goals)
    for goal in frontier:
        steps[goal] = 0
    for here in frontier:
        for there in field.ways[here][:STAY]:
            if there >= 0 and steps[there] == FAR:
                steps[there] = steps[here] + 1
                frontier.append(there)
    return np.array(steps, dtype=np.intp)


Goals = Callable[[Situation], Sequence[int]]
"""Where an idea has an enemy go."""


def dots_of(situation: Situation) -> Sequence[int]:
    """Return the dots that it could eat."""
    return tuple(situation.dots)


def home_of(situation: Situation) -> Sequence[int]:
    """Return its half of the field."""
    team = situation.enemy % 2
    return [cell for cell, home in enumerate(situation.field.home) if home == team]


def border_of(situation: Situation) -> Sequence[int]:
    """Return the cells of its half that lie at the border."""
    return situation.field.borders[situation.enemy % 2]


def intruders_of(situation: Situation) -> Sequence[int]:
    """Return the cells of our bots that are in its half; its border, where none is."""
    team = situation.enemy % 2
    inside = [cell for cell in situation.bots if situation.field.home[cell] == team]
    return inside or border_of(situation)


class HeadingMotion(RandomMotion):
    """A chain that goes nearer to its goals the likelier; states are cells.

    A way is weighed exp(`steepness` * (moves nearer)), staying with `stay` as if it led nowhere.
    """

    def __init__(self, graph: MazeGraph, steepness: float, stay: float) -> None:
        super().__init__(graph, stay)
        self.steepness, self.weight_of_staying = steepness, stay
        self._shares = np.zeros((4, graph.n_cells))
        self.head_for(np.zeros(graph.n_cells, dtype=np.intp))

    def head_for(self, steps: Indices) -> None:
        """Go to where `steps` (n,), the moves that are left from each cell, are 0."""
        padded = np.append(steps, 0)
        nearer = steps - padded[self.graph.neighbours]
        weights = np.exp(self.steepness * np.clip(nearer, -1, 1))
        weights[self.graph.neighbours == self.graph.n_cells] = 0.0
        total = weights.sum(axis=0) + self.weight_of_staying
        total[total == 0.0] = 1.0
        self._shares = weights / total
        self.stay = np.where(self.graph.degree == 0, 1.0, self.weight_of_staying / total)

    def push(self, states: Vector) -> Vector:
        """Return the belief `states` one move later."""
        flow = (self._shares * states).ravel()
        size = self.n_states + 1
        moved = np.bincount(self.graph.neighbours.ravel(), flow, size)[:-1]
        return np.asarray(moved + states * self.stay)

    def pull(self, message: Vector) -> Vector:
        """Return the expectation of `message` after one move, for each cell."""
        ahead = np.append(message, 0.0)[self.graph.neighbours]
        return np.asarray((self._shares * ahead).sum(axis=0) + message * self.stay)


class Heading(MarkovTracker):
    """A tracker of an enemy that heads for `goals`, which it gets before each step."""

    def __init__(
        self, graph: MazeGraph, start: Start, goals: Goals, steepness: float, stay: float
    ) -> None:
        self.heading = HeadingMotion(graph, steepness, stay)
        super().__init__(self.heading, Silence(graph), start)
        self.goals = goals
        self._known: tuple[int, ...] | None = None

    def notice(self, situation: Situation) -> None:
        """Head for what this idea makes of a `situation`."""
        goals = tuple(self.goals(situation))
        if goals != self._known:
            self._known = goals
            self.heading.head_for(distances(situation.field, goals))


class DotSeeker(HiddenTargetTracker):
    """A tracker of an enemy that chose one of our dots, any of them, and goes there."""

    def __init__(self, graph: MazeGraph, start: Start, cells: Indices, change: float) -> None:
        """`cells` are those that dots can lie on, `change` the chance to choose anew in a step."""
        self._lies = np.ones(len(cells), dtype=bool)
        super().__init__(graph, Silence(graph), start, change=change, targets=cells)

    def target_prior(self) -> Vector:
        """Return each dot that lies there alike; each cell, where none is left."""
        lies = self._lies if self._lies.any() else np.ones_like(self._lies)
        return lies / float(lies.sum())

    def notice(self, situation: Situation) -> None:
        """Know which dots are left."""
        lies = np.isin(self.targets, list(situation.dots))
        if (lies != self._lies).any():
            gone = self._lies & ~lies
            self._lies = lies
            self.drop_targets(gone)


CHASES: Final = "after our bots"
"""The idea of an enemy that gives chase wherever our bots are."""


COMES: Final = frozenset({"on the way to a dot", "after our dots", "straight to our dots"})
"""The ideas of an enemy that wants our dots."""


class _Idea(NamedTuple):
    name: str
    prior: float
    goals: Goals
    steepness: float
    stay: float


_IDEAS: Final = (
    _Idea("after our dots", 0.2, dots_of, 2.0, 0.1),
    _Idea("straight to our dots", 0.2, dots_of, 5.0, 0.01),
    _Idea("home again", 0.05, home_of, 2.0, 0.1),
    _Idea("guards the border", 0.1, border_of, 1.0, 0.5),
    _Idea(CHASES, 0.1, intruders_of, 3.0, 0.1),
)
"""Their priors and numbers were chosen on the recorded games of `tests/cases/ctf/episodes.json`."""


def members_of(
    graph: MazeGraph, start: Start, cells: Indices, particles: int = 250
) -> list[Member]:
    """Return all ideas of one enemy that starts at `start`, with their prior weights.

    `cells` are those that our dots can lie on; `particles` bounds the hypotheses of an explorer.
    """
    silence = Silence(graph)
    least = replace(USUAL, beta=10.0, stay=0.0, particles=particles)
    anew = replace(least, stay=1.0)

    def walker(stay: float) -> MarkovTracker:
        return MarkovTracker(RandomMotion(graph, stay), silence, start)

    def explorer(kind: type[ExploreTracker], settings: TrackerSettings) -> ExploreTracker:
        return kind(graph, silence, start, settings, power=0.5, guarded=False)

    headings = [
        Member(idea.name, idea.prior, Heading(graph, start, idea.goals, idea.steepness, idea.stay))
        for idea in _IDEAS
    ]
    return [
        Member("on the way to a dot", 0.2, DotSeeker(graph, start, cells, 0.02)),
        *headings,
        Member("explores", 0.2, explorer(ExploreTracker, least)),
        Member("explores anew", 0.1, explorer(LeastRecentTracker, anew)),
        Member("walks at random", 0.1, walker(0.1)),
        Member("rests often", 0.02, walker(4.0)),
        Member("roams", 0.01, MarkovTracker(RoamingMotion(graph, 0.05, 0.02), silence, start)),
    ]


class AutoEnemy:
    """`auto` for one enemy: the average of the ideas; it is never impossible."""

    def __init__(self, graph: MazeGraph, start: Start, cells: Indices) -> None:
        """`cells` are those that our dots can lie on."""
        members = members_of(graph, start, cells)
        self.auto = AutoTracker(graph, Silence(graph), start, members=members, switching=_SWITCHING)

    @property
    def belief(self) -> Vector:
        """The average over cells, shape (n,)."""
        return self.auto.belief

    @property
    def trusted(self) -> list[tuple[str, float]]:
        """The ideas and how much each is believed, the most believed first."""
        pairs = zip(self.auto.names, map(float, self.auto.weights), strict=True)
        return sorted(pairs, key=lambda pair: -pair[1])

    def notice(self, situation: Situation) -> None:
        """Tell every idea how things stand before the enemy moves."""
        for member in self.auto.members:
            if isinstance(member.tracker, Heading | DotSeeker):
                member.tracker.notice(situation)

    def begin(self, belief: Vector) -> None:
        """Start again from a belief over cells; who is believed stays."""
        for member in self.auto.members:
            member.tracker.begin(belief)
        self.auto.belief = belief

    def predict(self) -> Vector:
        """Move the belief by one step."""
        return self.auto.predict()

    def weigh(self, likelihood: Vector) -> StepReport:
        """Take in a likelihood over cells, shape (n,)."""
        return self.auto.weigh(likelihood)
