"""The motion models by name: what a page, the arena, the bench and the analysis choose from."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ai.belief.auto import AutoTracker
from ai.belief.explore import ExploreTracker
from ai.belief.filter import (
    USUAL,
    MarkovTracker,
    MotionModel,
    StepReport,
    Tracker,
    TrackerSettings,
    rebuild,
)
from ai.belief.graph import BadBelief, MazeGraph, Reading, Sensor, Start, Vector
from ai.belief.junctions import learn_this_maze
from ai.belief.motion import (
    DirectionMotion,
    ExpectedVisitsTracker,
    FleeingTracker,
    RandomMotion,
    table_from_junctions,
)
from ai.belief.target import HiddenTargetTracker
from ai.belief.weights import JUNCTIONS

Builder = Callable[[MazeGraph, Sensor, Start, TrackerSettings], Tracker]


class TrackerModel(NamedTuple):
    """One model: its id, its name, what it believes in a sentence, and how it is built."""

    id: str
    name: str
    description: str
    build: Builder


class ReadingTracker:
    """No memory: every step starts from the uniform belief. The yardstick for the others."""

    def __init__(
        self, graph: MazeGraph, sensor: Sensor, start: Start, settings: TrackerSettings = USUAL
    ) -> None:
        self.graph, self.sensor = graph, sensor
        self.belief = graph.start_belief(start)

    def predict(self) -> Vector:
        """Forget all readings; return the uniform belief, shape (n,)."""
        self.belief = self.graph.start_belief(None)
        return self.belief

    def observe(self, readings: Sequence[Reading]) -> StepReport:
        """Take in the readings of this step."""
        likelihood = self.sensor.likelihood(readings)
        evidence = float(likelihood.mean())
        self.belief, unreadable = rebuild(likelihood)
        if unreadable:
            return StepReport(-math.inf, True, True, True)
        return StepReport(math.log(evidence))


def _chain(motion: Callable[[MazeGraph, TrackerSettings], MotionModel]) -> Builder:
    """Return the builder of the exact filter for a motion."""

    def build(
        graph: MazeGraph, sensor: Sensor, start: Start, settings: TrackerSettings
    ) -> MarkovTracker:
        return MarkovTracker(motion(graph, settings), sensor, start, settings.lag)

    return build


def _momentum(graph: MazeGraph, settings: TrackerSettings) -> MotionModel:
    table = table_from_junctions(graph, JUNCTIONS.load().by_strategy["pooled"])
    return DirectionMotion(graph, table)


def _this_maze(graph: MazeGraph, settings: TrackerSettings) -> MotionModel:
    observers = settings.observers or (graph.position(0),)
    pooled = JUNCTIONS.load().by_strategy["pooled"]
    return DirectionMotion(graph, learn_this_maze(graph, pooled, observers, seed=settings.seed))


MODELS: tuple[TrackerModel, ...] = (
    TrackerModel(
        "auto", "Auto", "Trusts each of the other models as much as it has been right.", AutoTracker
    ),
    TrackerModel(
        "random",
        "Random walk",
        "Every legal move equally likely; exact.",
        _chain(lambda graph, settings: RandomMotion(graph, settings.stay)),
    ),
    TrackerModel(
        "random-stay",
        "Random walk that may stay",
        "Staying is a move like any other.",
        _chain(lambda graph, settings: RandomMotion(graph, 1.0)),
    ),
    TrackerModel(
        "explore",
        "Explorer",
        "Goes where it has been least; hypotheses carry visits.",
        ExploreTracker,
    ),
    TrackerModel(
        "explore-expected",
        "Explorer, expected visits",
        "The shortcut of the original: visits averaged over the belief; overconfident.",
        ExpectedVisitsTracker,
    ),
    TrackerModel(
        "target", "Hidden target", "Heads for a cell that it infers.", HiddenTargetTracker
    ),
    TrackerModel(
        "momentum",
        "Momentum",
        "Turns as other walkers did at such junctions.",
        _chain(_momentum),
    ),
    TrackerModel(
        "this-maze",
        "Momentum, this maze",
        "Turns as simulated walkers did right here.",
        _chain(_this_maze),
    ),
    TrackerModel("flee", "Fleeing", "Keeps away from the observers.", FleeingTracker),
    TrackerModel("reading", "Reading alone", "No memory at all.", ReadingTracker),
)


def model(name: str) -> TrackerModel:
    """Return the model with the id `name`; raises `BadBelief` with the ids there are."""
    for candidate in MODELS:
        if candidate.id == name:
            return candidate
    known = ", ".join(candidate.id for candidate in MODELS)
    raise BadBelief(f"There is no motion model {name!r}; choose from {known}.")


def build_tracker(
    name: str, graph: MazeGraph, sensor: Sensor, start: Start, settings: TrackerSettings = USUAL
) -> Tracker:
    """Return a tracker with the motion model whose id is `name`, for a `graph` and `sensor` and a
    `start`.

    It takes of the `settings` what concerns it. Raises `BadBelief` for an unknown name.
    """
    return model(name).build(graph, sensor, start, settings)


def best_cell(belief: Vector) -> int:
    """Return the most probable cell of a `belief`, the first of equals."""
    return int(np.argmax(belief))
