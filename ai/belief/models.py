"""The motion models by name: what a page, the arena, the bench and the analysis choose from."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ai.belief.auto import AutoTracker
from ai.belief.explore import ExploreTracker
from ai.belief.filter import MarkovTracker, StepReport, Tracker, rebuild
from ai.belief.graph import BadBelief, Cell, MazeGraph, Reading, Sensor, Vector
from ai.belief.junctions import learn_this_maze
from ai.belief.motion import (
    DirectionMotion,
    ExpectedVisitsTracker,
    FleeingTracker,
    RandomMotion,
    table_from_junctions,
)
from ai.belief.target import HiddenTargetTracker
from ai.belief.weights import load_junctions


@dataclass(frozen=True)
class TrackerSettings:
    """What a model may be told: sensible values for the demo.

    ``lag`` is how many steps a trail goes back; ``observers`` are where readings will come from
    (a table for this maze is learned with them).
    """

    beta: float = 10.0
    may_stay: bool = False
    particles: int = 1000
    seed: int = 0
    lag: int = 0
    observers: tuple[Cell, ...] = ()


Builder = Callable[[MazeGraph, Sensor, "Cell | int | None", TrackerSettings], Tracker]


class TrackerModel(NamedTuple):
    """One model: its id, its name, what it believes in a sentence, and how it is built."""

    id: str
    name: str
    description: str
    build: Builder


class ReadingTracker:
    """No memory: every step starts from the uniform belief.  The yardstick for the others."""

    def __init__(self, graph: MazeGraph, sensor: Sensor, start: Cell | int | None) -> None:
        self.graph, self.sensor = graph, sensor
        self.belief = graph.start_belief(start)

    def predict(self) -> Vector:
        """Forget everything; returns the uniform belief, shape (n,)."""
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


def _random(
    graph: MazeGraph, sensor: Sensor, start: Cell | int | None, settings: TrackerSettings
) -> Tracker:
    motion = RandomMotion(graph, 1.0 if settings.may_stay else 0.0)
    return MarkovTracker(motion, sensor, start, settings.lag)


def _resting(
    graph: MazeGraph, sensor: Sensor, start: Cell | int | None, settings: TrackerSettings
) -> Tracker:
    return MarkovTracker(RandomMotion(graph, 1.0), sensor, start, settings.lag)


def _explore(
    graph: MazeGraph, sensor: Sensor, start: Cell | int | None, settings: TrackerSettings
) -> Tracker:
    return ExploreTracker(
        graph,
        sensor,
        start,
        beta=settings.beta,
        variant_stay=settings.may_stay,
        limit=settings.particles,
        seed=settings.seed,
        keep_ancestry=settings.lag,
    )


def _expected_visits(
    graph: MazeGraph, sensor: Sensor, start: Cell | int | None, settings: TrackerSettings
) -> Tracker:
    return ExpectedVisitsTracker(graph, sensor, start, settings.beta, settings.may_stay)


def _momentum(
    graph: MazeGraph, sensor: Sensor, start: Cell | int | None, settings: TrackerSettings
) -> Tracker:
    table = table_from_junctions(graph, load_junctions().by_strategy["pooled"])
    return MarkovTracker(DirectionMotion(graph, table), sensor, start, settings.lag)


def _this_maze(
    graph: MazeGraph, sensor: Sensor, start: Cell | int | None, settings: TrackerSettings
) -> Tracker:
    observers = settings.observers or (graph.position(0),)
    pooled = load_junctions().by_strategy["pooled"]
    table = learn_this_maze(graph, pooled, observers, seed=settings.seed)
    return MarkovTracker(DirectionMotion(graph, table), sensor, start, settings.lag)


def _target(
    graph: MazeGraph, sensor: Sensor, start: Cell | int | None, settings: TrackerSettings
) -> Tracker:
    return HiddenTargetTracker(graph, sensor, start, lag=settings.lag)


def _flee(
    graph: MazeGraph, sensor: Sensor, start: Cell | int | None, settings: TrackerSettings
) -> Tracker:
    learned = load_junctions()
    return FleeingTracker(graph, sensor, start, learned.fleeing, learned.caution, settings.lag)


def _auto(
    graph: MazeGraph, sensor: Sensor, start: Cell | int | None, settings: TrackerSettings
) -> Tracker:
    return AutoTracker(
        graph, sensor, start, may_stay=settings.may_stay, seed=settings.seed, lag=settings.lag
    )


def _reading(
    graph: MazeGraph, sensor: Sensor, start: Cell | int | None, settings: TrackerSettings
) -> Tracker:
    return ReadingTracker(graph, sensor, start)


MODELS: tuple[TrackerModel, ...] = (
    TrackerModel("auto", "Auto", "Weighs all the others by how well they foresaw.", _auto),
    TrackerModel("random", "Random walk", "Every legal move equally likely; exact.", _random),
    TrackerModel(
        "random-stay", "Random walk that may stay", "Staying is a move like any other.", _resting
    ),
    TrackerModel(
        "explore", "Explorer", "Goes where it has been least; hypotheses carry visits.", _explore
    ),
    TrackerModel(
        "explore-expected",
        "Explorer, expected visits",
        "The shortcut of the original: visits averaged over the belief; overconfident.",
        _expected_visits,
    ),
    TrackerModel("target", "Hidden target", "Heads for a cell that it infers.", _target),
    TrackerModel(
        "momentum", "Momentum", "Turns as other walkers did at such junctions.", _momentum
    ),
    TrackerModel(
        "this-maze", "Momentum, this maze", "Turns as simulated walkers did right here.", _this_maze
    ),
    TrackerModel("flee", "Fleeing", "Keeps away from the observers.", _flee),
    TrackerModel("reading", "Reading alone", "No memory at all.", _reading),
)


def model(name: str) -> TrackerModel:
    """Return the model of that id; BadBelief with the ids there are."""
    for candidate in MODELS:
        if candidate.id == name:
            return candidate
    known = ", ".join(candidate.id for candidate in MODELS)
    raise BadBelief(f"There is no motion model {name!r}; choose from {known}.")


def build_tracker(
    name: str,
    graph: MazeGraph,
    sensor: Sensor,
    start: Cell | int | None,
    settings: TrackerSettings | None = None,
) -> Tracker:
    """Return a tracker with the motion model of that id."""
    return model(name).build(graph, sensor, start, settings or TrackerSettings())


def best_cell(belief: Vector) -> int:
    """Return the most probable cell, the first of equals."""
    return int(np.argmax(belief))
