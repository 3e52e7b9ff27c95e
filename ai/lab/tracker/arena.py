"""Opponents against motion models: how well each belief knows where the hidden one is.

Walks of 150 steps on generated mazes that no table was learned on, one fixed observer in the bottom
left corner, known start in the top right.  Scored are the steps at which the agent was not seen:

- ``log_loss``: mean -ln P(true cell), nats; a truth that was given less than e^-20 counts 20;
- ``ci95``: its 95% interval over walks (steps of one walk are not independent);
- ``map_distance``: moves between the most probable cell and the true one;
- ``cover50``, ``cover90``: how often the credible sets held the truth, see
  ``ai.belief.graph.coverage``.

All models get the same walks and the same readings.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.belief.filter import TrackerSettings
from ai.belief.graph import Cell, DistanceSonar, MazeGraph, Reading, coverage, log_loss
from ai.belief.models import best_cell, build_tracker
from ai.belief.target import distance_table
from ai.belief.walkers import make_walker
from games.tracker.maze import STYLES, Maze, generate

WORST_LOG_LOSS = 20.0
MAZE_SIZES: tuple[Cell, ...] = ((33, 15), (31, 17), (27, 17))
_STUDENT_FEW = (12.706, 4.303, 3.182, 2.776)
_ARENA_MAZES = 7_000_000
"""Seeds of arena mazes start here, far from those that tables are learned on."""


@dataclass(frozen=True)
class ArenaSettings:
    """One arena: the sonar, the explorers' beta, and the length of a walk."""

    sight: int = 5
    noise: int = 6
    beta: float = 10.0
    steps: int = 150
    may_stay: bool = False


class Episode(NamedTuple):
    """One walk: the maze, the start, the cells (start first), and the readings of each step.

    ``moves`` holds the moves between any two cells, shape (n + 1, n).
    """

    graph: MazeGraph
    start: Cell
    cells: list[int]
    readings: list[list[Reading]]
    moves: NDArray[np.int16]


@dataclass
class Score:
    """What one model collected against one opponent, walk by walk."""

    losses: list[list[float]] = field(default_factory=list)
    distances: list[float] = field(default_factory=list)
    held50: list[float] = field(default_factory=list)
    held90: list[float] = field(default_factory=list)


def arena_maze(seed: int, number: int) -> Maze:
    """Return the maze of walk ``number``: sizes and styles take turns."""
    width, height = MAZE_SIZES[number % len(MAZE_SIZES)]
    return generate(_ARENA_MAZES + 1000 * seed + number, width, height, STYLES[number % 2])


def make_episode(opponent: str, seed: int, number: int, settings: ArenaSettings) -> Episode:
    """Return one walk and its readings; the same arguments give the same walk."""
    maze = arena_maze(seed, number)
    graph = MazeGraph(maze.rows)
    start, observer = maze.corner(right=True, top=True), maze.corner(right=False, top=False)
    rng = random.Random(f"{seed}/{number}/{opponent}")
    walker = make_walker(opponent, graph, graph.cell(start), [observer], rng, settings.beta)
    cells = [walker.cell, *(walker.next_cell(rng) for _ in range(settings.steps))]
    distances = graph.manhattan(observer)
    readings: list[list[Reading]] = []
    for cell in cells[1:]:
        distance = int(distances[cell])
        seen = graph.position(cell) if distance <= settings.sight else None
        z = distance + rng.randint(-settings.noise, settings.noise)
        readings.append([Reading(observer, z, seen)])
    moves = distance_table(graph, np.arange(graph.n_cells))
    return Episode(graph, start, cells, readings, moves)


def score_episode(
    episode: Episode, model: str, settings: ArenaSettings, seed: int, score: Score
) -> None:
    """Run one model over one walk and add what it reached to ``score``."""
    graph = episode.graph
    sensor = DistanceSonar(graph, settings.sight, settings.noise)
    observers = tuple(reading.observer for reading in episode.readings[0])
    told = TrackerSettings(
        beta=settings.beta, stay=float(settings.may_stay), seed=seed, observers=observers
    )
    tracker = build_tracker(model, graph, sensor, episode.start, told)
    losses: list[float] = []
    for readings, cell in zip(episode.readings, episode.cells[1:], strict=True):
        tracker.predict()
        tracker.observe(readings)
        if readings[0].seen is not None:
            continue
        losses.append(min(log_loss(tracker.belief, cell), WORST_LOG_LOSS))
        score.distances.append(float(episode.moves[cell, best_cell(tracker.belief)]))
        score.held50.append(coverage(tracker.belief, cell, 0.5))
        score.held90.append(coverage(tracker.belief, cell, 0.9))
    if losses:
        score.losses.append(losses)


def interval_over_walks(losses: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Return the mean over all steps and its 95% interval, a ratio estimate over walks."""
    sums = np.array([sum(walk) for walk in losses])
    counts = np.array([len(walk) for walk in losses], dtype=np.float64)
    mean = float(sums.sum() / counts.sum())
    if len(losses) < 2:
        return mean, 0.0, WORST_LOG_LOSS
    residuals = (sums - mean * counts) / counts.mean()
    error = float(np.sqrt((residuals**2).sum() / (len(losses) - 1) / len(losses)))
    half = _student_975(len(losses) - 1) * error
    return mean, max(0.0, mean - half), mean + half


def _student_975(freedom: int) -> float:
    """Return the 97.5% point of Student's t (from 5 degrees on by the Cornish-Fisher expansion)."""
    if freedom <= len(_STUDENT_FEW):
        return _STUDENT_FEW[freedom - 1]
    z = 1.959964
    terms = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    cubic = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + terms[0] / freedom + terms[1] / freedom**2 + cubic / freedom**3


def row_of(opponent: str, model: str, score: Score) -> dict[str, Any]:
    """Return the row of the protocol: plain finite numbers."""
    if not score.losses:
        return {
            "opponent": opponent,
            "model": model,
            "steps": 0,
            "log_loss": None,
            "ci95": None,
            "map_distance": None,
            "cover50": None,
            "cover90": None,
        }
    mean, low, high = interval_over_walks(score.losses)
    return {
        "opponent": opponent,
        "model": model,
        "steps": len(score.distances),
        "log_loss": mean,
        "ci95": [low, high],
        "map_distance": math.fsum(score.distances) / len(score.distances),
        "cover50": math.fsum(score.held50) / len(score.held50),
        "cover90": math.fsum(score.held90) / len(score.held90),
    }


def arena_rows(
    opponents: Sequence[str],
    models: Sequence[str],
    walks: int,
    seed: int = 0,
    settings: ArenaSettings | None = None,
    progress: Callable[[str], None] = lambda line: None,
) -> list[dict[str, Any]]:
    """Return a row for each opponent and model, in this order, over so many walks each."""
    settings = settings or ArenaSettings()
    rows: list[dict[str, Any]] = []
    for opponent in opponents:
        scores = {model: Score() for model in models}
        for number in range(walks):
            episode = make_episode(opponent, seed, number, settings)
            for model in models:
                score_episode(episode, model, settings, seed, scores[model])
            progress(f"{opponent}: walk {number + 1} of {walks}")
        rows += [row_of(opponent, model, scores[model]) for model in models]
    return rows
