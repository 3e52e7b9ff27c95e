"""`auto`: a tracker that does not know how the hidden agent moves.

Several trackers, one for each idea of how the agent moves, take in the same readings. The answer is
their average, weighted by how well each foresaw the readings (Bayes), with *sticky switching*: at
every step the agent may take up another manner with a small probability, so no weight ever dies and
a change of manner is found. Source: the interacting-models filter of Blom and Bar-Shalom (1988)
with fixed-share weights (Herbster and Warmuth, 1998).

One member, the `roamer`, sometimes jumps to any cell. It gives every cell a positive probability,
so no reading that fits any cell at all is ever impossible. A member whose hypotheses a reading
rules out, or that fell hopelessly behind, is *refuted*: it starts again from the average. Staying:
where the agent may stay there are members that stay now and then, with a small prior.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ai.belief.explore import ExploreTracker
from ai.belief.filter import USUAL, MarkovTracker, MotionModel, StepReport, TrackerSettings
from ai.belief.graph import BadBelief, MazeGraph, Reading, Sensor, Start, Vector
from ai.belief.motion import (
    DirectionMotion,
    FleeingTracker,
    RandomMotion,
    table_from_junctions,
)
from ai.belief.target import HiddenTargetTracker
from ai.belief.weights import JUNCTIONS

_SURVIVAL_POWER = 0.5
"""The explorers' survivors are chosen by the square root of their weight (`ai.belief.explore`).

Chosen by hand: a smaller power keeps more of the unlikely ones.
"""

_LOW_WEIGHT = 0.15
"""An explorer with less weight keeps a quarter of its hypotheses, to save time; chosen by hand."""

_DISTRUST, _FORGIVENESS = 0.3, 0.002
"""A refuted member's chance to be switched to falls to this share, and comes back at this pace.

Both were chosen by hand.
"""

UNREADABLE_LOG_EVIDENCE = math.log(1e-6)
"""What a reading that fits no cell at all counts for; it is left out of the belief.

Chosen by hand: any number far below that of a reading which fits would do.
"""


class MemberTracker(Protocol):
    """A member of the average."""

    belief: Vector

    def begin(self, belief: Vector) -> None:
        """Start again from a belief over cells."""
        ...

    def predict(self) -> Vector:
        """Move the belief by one step."""
        ...

    def weigh(self, likelihood: Vector) -> StepReport:
        """Take in a likelihood over cells."""
        ...

    def trail(self) -> list[Vector]:
        """Return smoothed beliefs of the last steps, oldest first."""
        ...


@dataclass
class Member:
    """One idea of how the agent moves: its name, its prior weight, and its tracker."""

    name: str
    prior: float
    tracker: MemberTracker


class RoamingMotion(RandomMotion):
    """The random walk that jumps to any cell with probability `jump`."""

    def __init__(self, graph: MazeGraph, stay_weight: float, jump: float) -> None:
        super().__init__(graph, stay_weight)
        self.jump = jump

    def push(self, states: Vector) -> Vector:
        """Return the belief one move later."""
        moved = super().push(states)
        moved *= 1.0 - self.jump
        moved += self.jump / self.n_states
        return moved

    def pull(self, message: Vector) -> Vector:
        """Return the expectation of `message` after one move, for each cell."""
        expected = super().pull(message)
        expected *= 1.0 - self.jump
        expected += self.jump * float(message.mean())
        return expected


def standard_members(
    graph: MazeGraph,
    sensor: Sensor,
    start: Start,
    settings: TrackerSettings = USUAL,
    particles: int = 700,
) -> list[Member]:
    """Return the members that `auto` weighs unless it is given others.

    They are for this `graph`, `sensor` and `start`. Of the `settings` they take `stay`, `seed` and
    `lag`. `particles` is the limit of the keen explorer; the mild one gets three tenths of it.
    Their prior weights were chosen by hand; no fit of them is recorded.
    """
    learned = JUNCTIONS.load()
    keen = replace(settings, beta=10.0, stay=0.0, particles=particles)
    mild = replace(keen, beta=1.0, particles=max(1, 3 * particles // 10))

    def chain(motion: MotionModel) -> MarkovTracker:
        return MarkovTracker(motion, sensor, start, settings.lag)

    def explorer(own: TrackerSettings) -> ExploreTracker:
        return ExploreTracker(graph, sensor, start, own, power=_SURVIVAL_POWER, guarded=False)

    turns = table_from_junctions(graph, learned.by_strategy["pooled"])
    fleeing = FleeingTracker(graph, sensor, start, settings, learned)
    members = [
        Member("random", 0.40, chain(RandomMotion(graph))),
        Member("explore", 0.50, explorer(keen)),
        Member("target", 0.25, HiddenTargetTracker(graph, sensor, start, settings)),
        Member("wander", 0.05, explorer(mild)),
        Member("flee", 0.05, fleeing),
        Member("momentum", 0.03, chain(DirectionMotion(graph, turns))),
        Member("roamer", 0.01, chain(RoamingMotion(graph, 0.05, 0.02))),
    ]
    if settings.may_stay:
        members.append(Member("rests at times", 0.015, chain(RandomMotion(graph, 0.05))))
        members.append(Member("rests often", 0.015, chain(RandomMotion(graph, 1.0))))
    return members


class AutoTracker:
    """The weighted average of its members; `weights` and `names` say who is believed.

    `refuted` marks the members that started again at the last reading. Deterministic: the same seed
    and readings give the same beliefs, and a prefix of the readings a prefix of the beliefs.
    `switching` is the probability of a change of member in a step, `max_deficit` how many nats a
    member may fall behind the average before it is refuted; both defaults were chosen by hand.
    """

    def __init__(
        self,
        graph: MazeGraph,
        sensor: Sensor,
        start: Start,
        settings: TrackerSettings = USUAL,
        *,
        members: Sequence[Member] | None = None,
        switching: float = 0.0015,
        max_deficit: float = 25.0,
    ) -> None:
        if members is None:
            members = standard_members(graph, sensor, start, settings)
        if not members or not 0.0 <= switching < 1.0:
            raise BadBelief("auto needs members, and a switching probability in 0..1.")
        self.graph, self.sensor, self.members = graph, sensor, list(members)
        self.switching, self.max_deficit = switching, max_deficit
        self.names = tuple(member.name for member in members)
        prior = np.array([member.prior for member in members])
        self.prior: Vector = prior / prior.sum()
        self.weights: Vector = self.prior.copy()
        self.deficit: Vector = np.zeros(len(members))
        self.trust: Vector = np.ones(len(members))
        self.refuted: NDArray[np.bool_] = np.zeros(len(members), dtype=bool)
        self.belief = graph.start_belief(start)
        self._past: deque[Vector] = deque([self.belief], maxlen=settings.lag + 1)

    def predict(self) -> Vector:
        """Move the belief by one step; returns the belief before the reading, shape (n,)."""
        fresh = self.prior * self.trust
        fresh *= self.switching / fresh.sum()
        self.weights = (1.0 - self.switching) * self.weights + fresh
        for member in self.members:
            member.tracker.predict()
        self.belief = self._average()
        return self.belief

    def _average(self) -> Vector:
        total = np.zeros(self.graph.n_cells)
        for weight, member in zip(self.weights, self.members, strict=True):
            total += weight * member.tracker.belief
        return total

    def observe(self, readings: Sequence[Reading]) -> StepReport:
        """Take in the readings of this step; never impossible."""
        for member in self.members:
            if isinstance(member.tracker, FleeingTracker):
                member.tracker.notice(readings)
        return self.weigh(self.sensor.likelihood(readings))

    def weigh(self, likelihood: Vector) -> StepReport:
        """Take in a likelihood over cells, shape (n,), as `observe` does."""
        report = self._weigh_members(likelihood)
        self._past.append(self.belief)
        return report

    def _weigh_members(self, likelihood: Vector) -> StepReport:
        self.refuted = np.zeros(len(self.members), dtype=bool)
        evidence = float((self.belief * likelihood).sum())
        if evidence <= 0.0:
            return self._absorb_misfit(likelihood)
        log_evidence = math.log(evidence)
        gains = np.array(
            [
                member.tracker.weigh(likelihood).log_evidence - log_evidence
                for member in self.members
            ]
        )
        self.weights = self.weights * np.exp(gains)
        self.weights /= self.weights.sum()
        self.belief = self._average()
        self.belief /= self.belief.sum()
        self.deficit = np.maximum(self.deficit - gains, 0.0)
        self.refuted = (self.deficit > self.max_deficit) | np.isneginf(gains)
        for index in np.flatnonzero(self.refuted):
            self.members[index].tracker.begin(self.belief)
            self.deficit[index] = 0.0
            self.trust[index] *= _DISTRUST
        self._share_hypotheses()
        self.trust += _FORGIVENESS * (1.0 - self.trust)
        return StepReport(log_evidence)

    def _share_hypotheses(self) -> None:
        """Give explorers with little weight fewer hypotheses, and so less time."""
        for weight, member in zip(self.weights, self.members, strict=True):
            if isinstance(member.tracker, ExploreTracker):
                capacity = member.tracker.capacity
                believed = weight > _LOW_WEIGHT
                member.tracker.limit = capacity if believed else max(1, capacity // 4)

    def _absorb_misfit(self, likelihood: Vector) -> StepReport:
        """Leave out a reading that fits no cell, or start again from one that fits some."""
        if not likelihood.any():
            nothing = np.ones_like(likelihood)
            for member in self.members:
                member.tracker.weigh(nothing)
            return StepReport(UNREADABLE_LOG_EVIDENCE, unreadable=True)
        self.belief = likelihood / likelihood.sum()
        for member in self.members:
            member.tracker.begin(self.belief)
        self.weights = self.prior.copy()
        return StepReport(UNREADABLE_LOG_EVIDENCE, restarted=True)

    def trail(self) -> list[Vector]:
        """Return the average of the members' smoothed beliefs, oldest first; approximate.

        Weighted as the members are believed now. Where a member started again since, the belief
        that was held at the time stands in for it.
        """
        trails = [member.tracker.trail() for member in self.members]
        smoothed: list[Vector] = []
        for age in range(1, len(self._past) + 1):
            total, known = np.zeros(self.graph.n_cells), 0.0
            for weight, beliefs in zip(self.weights, trails, strict=True):
                if age <= len(beliefs):
                    total += weight * beliefs[-age]
                    known += weight
            smoothed.append(total + (1.0 - known) * self._past[-age])
        return smoothed[::-1]

    def best_visits(self) -> NDArray[np.uint16]:
        """Return the visits of the likeliest explorer's likeliest hypothesis, shape (n,)."""
        explorers = [
            (weight, member.tracker)
            for weight, member in zip(self.weights, self.members, strict=True)
            if isinstance(member.tracker, ExploreTracker)
        ]
        if not explorers:
            raise BadBelief("None of the members carries visits.")
        return max(explorers, key=lambda pair: float(pair[0]))[1].best_visits()
