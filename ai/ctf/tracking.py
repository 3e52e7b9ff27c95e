"""The beliefs of a team over its two enemies, one tracker for each.

A tracker takes in the `Evidence` of a `Witness` (`ai.ctf.witness`); which one it is, is the model's
affair. With enemies that walk at random (`exact_walkers`) this is the exact filter: it equals the
enumeration of all joint hypotheses, because between two views only one of them moves and what is
seen weighs each of them apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

import numpy as np

from ai.belief.filter import MarkovTracker, StepReport
from ai.belief.graph import MazeGraph, Silence, Start, Vector
from ai.belief.motion import RandomMotion
from ai.ctf.ideas import AutoEnemy, Situation
from ai.ctf.witness import Evidence, Glance, Witness
from games.ctf.maze import Field
from games.ctf.rulesets import CtfRules


class EnemyTracker(Protocol):
    """The face of a tracker of one enemy."""

    @property
    def belief(self) -> Vector:
        """The belief about its place, shape (n,)."""
        ...

    def begin(self, belief: Vector) -> None:
        """Start again from a belief over cells."""
        ...

    def predict(self) -> Vector:
        """Move the belief by one step."""
        ...

    def weigh(self, likelihood: Vector) -> StepReport:
        """Take in a likelihood over cells, shape (n,)."""
        ...


Maker = Callable[[MazeGraph, Start], EnemyTracker]
"""Makes the tracker of one enemy from the graph and where it starts."""


def exact_walkers(stay: float) -> Maker:
    """Return enemies that take each open way alike, and stay as if `stay` ways led there."""

    def make(graph: MazeGraph, start: Start) -> MarkovTracker:
        return MarkovTracker(RandomMotion(graph, stay), Silence(graph), start)

    return make


def auto_enemies(graph: MazeGraph, start: Start) -> AutoEnemy:
    """Return a tracker of enemies of which only the start is known."""
    left = isinstance(start, int) and 2 * int(graph.xs[start]) < graph.width
    ours = 2 * graph.xs >= graph.width if left else 2 * graph.xs < graph.width
    return AutoEnemy(graph, start, np.flatnonzero(ours))


class TeamBelief:
    """A team's belief about both enemies; `beliefs` have shape (n,) each.

    `impossible` marks a glance that fits no cell of the belief before it; that enemy's belief then
    starts again from the glance alone.
    """

    def __init__(self, field: Field, rules: CtfRules, team: int, make: Maker) -> None:
        self.graph = MazeGraph(field.maze.rows)
        self.witness = Witness(field, rules, team, self.graph)
        self.trackers = [make(self.graph, start) for start in self.witness.starts]
        self.impossible = False

    @property
    def beliefs(self) -> tuple[Vector, Vector]:
        """The posterior over each enemy's cell, the lower bot first."""
        return self.trackers[0].belief, self.trackers[1].belief

    def read(self, glance: Glance, move: str | None = None) -> None:
        """Take in a glance; `move` is what our bot did since the last one.

        Raises `BadBelief` for a move that cannot have been.
        """
        witness = self.witness
        late = witness.last is None and glance.moves > 1
        dots = (witness.last or glance).food[0]
        found = witness.read(glance, move)
        reports = [
            self._take(
                self.trackers[place],
                witness.starts[place],
                found[place],
                late,
                Situation(witness.field, witness.enemies[place], dots, glance.own),
            )
            for place in (0, 1)
        ]
        self.impossible = any(report.impossible for report in reports)

    def _take(
        self,
        tracker: EnemyTracker,
        start: int,
        evidence: Evidence,
        late: bool,
        situation: Situation,
    ) -> StepReport:
        """Take in the evidence of a glance about one enemy, in the order in which it happened."""
        everywhere = self.graph.start_belief(None)
        if late:
            tracker.begin(everywhere)
        if evidence.sent:
            tracker.begin(self.graph.start_belief(start))
        elif tracker.belief[list(evidence.shut)].any():
            shut = np.ones_like(everywhere)
            shut[list(evidence.shut)] = 0.0
            if tracker.weigh(shut).impossible:
                return StepReport(-math.inf, impossible=True)
        if evidence.moved:
            if isinstance(tracker, AutoEnemy):
                tracker.notice(situation)
            tracker.predict()
        if evidence.home:
            tracker.begin(self.graph.start_belief(start))
        return tracker.weigh(evidence.likelihood)
