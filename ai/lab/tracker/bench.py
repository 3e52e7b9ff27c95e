"""The time of one step of the belief trackers, from 100 to 100,000 cells.

A step is `predict` and `observe` with one sonar reading (sight 5, noise 6) of a random walk.
The mazes are halls of single pillars, which can be made in any size; their open ground is the
hardest case, as no wall keeps the belief together. The best of several batches is reported, as
other work on the machine only ever adds.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence

from ai.belief.filter import Tracker, TrackerSettings
from ai.belief.graph import Cell, DistanceSonar, MazeGraph
from ai.belief.models import build_tracker
from ai.belief.walkers import RandomWalker
from games.tracker.rules import SensorReading

SIZES = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
MODELS_AT_300 = ("random", "explore-expected", "momentum", "target", "explore", "auto")
SIGHT, NOISE = 5, 6
_OBSERVER: Cell = (1, 1)


def pillar_hall(cells: int) -> MazeGraph:
    """Return a walled hall of about `cells` cells with a pillar on every second square."""
    height = max(3, round((cells / 1.5) ** 0.5)) | 1
    width = max(3, round(cells / 0.75 / height)) | 1
    full = "#" * (width + 2)
    rows = ["#" + " " * width + "#", "#" + " #" * (width // 2) + " #"]
    return MazeGraph([full, *(rows[y % 2] for y in range(height)), full])


def readings_of_walk(
    graph: MazeGraph, start: Cell, steps: int, seed: int = 1
) -> list[list[SensorReading]]:
    """Return the readings of a random walk of `steps` by a `seed`, one observer at the top left."""
    rng = random.Random(seed)
    walker = RandomWalker(graph, graph.cell(start))
    distances = graph.manhattan(_OBSERVER)
    readings: list[list[SensorReading]] = []
    for _ in range(steps):
        cell = walker.next_cell(rng)
        distance = int(distances[cell])
        seen = graph.position(cell) if distance <= SIGHT else None
        readings.append([SensorReading(_OBSERVER, distance + rng.randint(-NOISE, NOISE), seen)])
    return readings


def time_step(
    tracker: Tracker, readings: Sequence[Sequence[SensorReading]], batches: int = 20
) -> float:
    """Return the mean microseconds of a step in the fastest of `batches` parts of the walk."""
    size = max(1, len(readings) // batches)
    best = float("inf")
    for first in range(0, size * batches, size):
        batch = readings[first : first + size]
        began = time.perf_counter()
        for step in batch:
            tracker.predict()
            tracker.observe(step)
        best = min(best, (time.perf_counter() - began) / len(batch))
    return best * 1e6


def time_model(model: str, graph: MazeGraph, steps: int) -> float:
    """Return the microseconds that a step of a model takes, after a quarter as many to warm up."""
    start = graph.position(graph.n_cells - 1)
    sensor = DistanceSonar(graph, SIGHT, NOISE)
    tracker = build_tracker(model, graph, sensor, start, TrackerSettings(particles=500))
    readings = readings_of_walk(graph, start, steps + steps // 4)
    time_step(tracker, readings[: steps // 4], 1)
    return time_step(tracker, readings[steps // 4 :])


def rows(
    sizes: Sequence[int] = SIZES, models: Sequence[str] = MODELS_AT_300, steps: int = 400
) -> Iterator[tuple[str, float, str]]:
    """Yield the time of a step of `random` at every size, then of every model at 300 cells."""
    tasks = [("random", size) for size in sizes]
    tasks += [(model, 300) for model in models if model != "random"]
    for model, size in tasks:
        graph = pillar_hall(size)
        value = time_model(model, graph, max(40, steps if size <= 10_000 else steps // 4))
        yield f"{model}: a step at {graph.n_cells} cells", value, "µs"
