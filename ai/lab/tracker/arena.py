"""`main.py arena tracker`: how well each motion model knows where each hidden opponent is.

With `--option play=hunt` (hide, seek) it measures a game of the maze: see
`ai.lab.tracker.matches`.

`--agents OPPONENT,... --option models=M,...` scores every model against every opponent; the number
of games is the number of walks. Walks have 150 steps on generated mazes that no table was learned
on, one fixed observer in the bottom left corner, known start in the top right. All models get the
same walks and the same readings, which depend on the seed alone; opponents are spread over the
jobs. Scored are the steps at which the agent was not seen:

- `log_loss`: mean -ln P(true cell), nats; a truth that was given less than e^-20 counts 20;
- `ci95`: its 95% interval over walks (steps of one walk are not independent);
- `map_distance`: moves between the most probable cell and the true one;
- `cover50`, `cover90`: how often the credible sets held the truth, see
  `ai.belief.graph.coverage`.
"""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.belief.filter import TrackerSettings
from ai.belief.graph import Cell, DistanceSonar, MazeGraph, coverage, log_loss
from ai.belief.models import MODELS, best_cell, build_tracker
from ai.belief.target import distance_table
from ai.belief.walkers import make_walker
from ai.lab.errors import BadArguments
from ai.lab.jobs import Jobs
from ai.lab.options import all_options
from ai.lab.rooms import Asked, Plain, Progress
from ai.lab.tracker import matches
from ai.lab.tracker.mazes import arena_maze
from games import catalog
from games.spec import BadOption, Option
from games.tracker import PLAYS, WATCH
from games.tracker.rules import Reading

WORST_LOG_LOSS = 20.0
_STUDENT_FEW = (12.706, 4.303, 3.182, 2.776)


@dataclass(frozen=True)
class ArenaSettings:
    """One arena: the sonar, the explorers' beta, the length of a walk, whether agents may stay."""

    sight: int = 5
    noise: int = 6
    beta: float = 10.0
    steps: int = 150
    stay: bool = False


class ModelsOption(Option):
    """Motion models by their ids, with commas between them; the value is a tuple."""

    def parse(self, value: object) -> tuple[str, ...]:
        """The ids, each once; raises `BadOption` for one that there is not, and for none."""
        known = [model.id for model in MODELS]
        models = tuple(dict.fromkeys(name for name in str(value).split(",") if name))
        unknown = next((name for name in models if name not in known), None)
        if unknown is not None or not models:
            names = ", ".join(known)
            raise BadOption(
                f"There is no motion model {(unknown or '')[:40]!r}; there are {names}."
            )
        return models


class GhostsOption(Option):
    """Ghosts by their ids, with commas between them; the value is a tuple."""

    def parse(self, value: object) -> tuple[str, ...]:
        """The ids, each once; raises `UnknownAgent` for one that there is not."""
        names = value if isinstance(value, tuple) else str(value).split(",")
        return tuple(catalog.agent("tracker", name).id for name in dict.fromkeys(names))


OPTIONS: Final = (
    Option("play", "Game", "choice", WATCH, choices=tuple(play for play, _ in PLAYS)),
    GhostsOption("ghosts", "Ghosts", "text", ("random", "patroller", "food", "explorer", "evader")),
    ModelsOption("models", "Models", "text", ("auto", "random")),
    Option("sight", "Sight", "int", ArenaSettings.sight, low=0, high=10),
    Option("noise", "Noise", "int", ArenaSettings.noise, low=0, high=12),
    Option("beta", "Beta", "float", ArenaSettings.beta, low=0.0, high=10.0),
    Option("steps", "Steps", "int", ArenaSettings.steps, low=1, high=10_000),
    Option("stay", "May stay", "bool", ArenaSettings.stay),
)


class Walks(NamedTuple):
    """All walks of one opponent, of which every model tells what it believes."""

    opponent: str
    models: tuple[str, ...]
    number: int
    seed: int = 0
    settings: ArenaSettings = ArenaSettings()


def arena(asked: Asked) -> Plain:
    """The JSON output: a row for each opponent and model.

    Raises `BadArguments`, `BadOption` and `UnknownAgent`.
    """
    agents, games, seed, given, jobs, progress = asked
    if not agents:
        raise BadArguments("An arena of the tracker needs opponents, as in --agents random,food.")
    play, ghosts, given = _play_of(given)
    if play != WATCH:
        own = {option.name for option in OPTIONS} - {"models", "stay", "play", "ghosts"}
        options = {name: value for name, value in given.items() if name in own}
        return matches.play_arena(play, agents, games, seed, options, ghosts, jobs, progress)
    agents = tuple(dict.fromkeys(agents))  # twice the same walks are not twice the evidence
    for name in agents:
        catalog.agent("tracker", name)
    values = all_options(OPTIONS, given)
    values = {name: value for name, value in values.items() if name not in ("play", "ghosts")}
    models, settings = values.pop("models"), ArenaSettings(**values)
    work = [Walks(name, models, games, seed, settings) for name in agents]
    rows = []
    for done, part in enumerate(_played(work, jobs, progress), start=1):
        rows += part
        progress(done / len(work), work[done - 1].opponent)
    return {"game": "tracker", "seed": seed, "rows": rows}


def _play_of(given: Mapping[str, str]) -> tuple[str, tuple[str, ...], dict[str, str]]:
    """Which game is played against which ghosts, and what else was given."""
    rest = dict(given)
    own: dict[str, str] = {n: rest.pop(n) for n in ("play", "ghosts") if n in rest}
    values = all_options(OPTIONS, own)
    return values["play"], values["ghosts"], rest


def _played(work: Sequence[Walks], jobs: Jobs, progress: Progress) -> Iterator[list[Plain]]:
    if not jobs.in_this_process(len(work)):
        yield from jobs.results(rows_of, work)
        return
    for done, part in enumerate(work):
        yield rows_of(part, functools.partial(progress, done / len(work)))


def rows_of(walks: Walks, show: Callable[[str], None] = lambda line: None) -> list[Plain]:
    """A row for each model; `show` is called with a line after each walk."""
    scores = {model: ModelScore() for model in walks.models}
    for number in range(walks.number):
        episode = make_episode(walks.opponent, walks.seed, number, walks.settings)
        for model in walks.models:
            score_episode(episode, model, walks.settings, walks.seed, scores[model])
        show(f"{walks.opponent}: walk {number + 1} of {walks.number}")
    return [row_of(walks.opponent, model, scores[model]) for model in walks.models]


class Episode(NamedTuple):
    """One walk: the maze, the start, the cells (start first), and the readings of each step.

    `moves` holds the moves between any two cells, shape (n + 1, n).
    """

    graph: MazeGraph
    start: Cell
    cells: list[int]
    readings: list[list[Reading]]
    moves: NDArray[np.int16]


@dataclass
class ModelScore:
    """What one model collected against one opponent, walk by walk."""

    losses: list[list[float]] = field(default_factory=list)
    distances: list[float] = field(default_factory=list)
    covered50: list[float] = field(default_factory=list)
    covered90: list[float] = field(default_factory=list)


def make_episode(opponent: str, seed: int, number: int, settings: ArenaSettings) -> Episode:
    """Walk `number` of an `opponent` and its readings; the same arguments give the same."""
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
    episode: Episode, model: str, settings: ArenaSettings, seed: int, score: ModelScore
) -> None:
    """Run one model over one walk and add what it reached to `score`."""
    graph = episode.graph
    sensor = DistanceSonar(graph, settings.sight, settings.noise)
    observers = tuple(reading.observer for reading in episode.readings[0])
    tracker_settings = TrackerSettings(
        beta=settings.beta, stay=float(settings.stay), seed=seed, observers=observers
    )
    tracker = build_tracker(model, graph, sensor, episode.start, tracker_settings)
    losses: list[float] = []
    for readings, cell in zip(episode.readings, episode.cells[1:], strict=True):
        tracker.predict()
        tracker.observe(readings)
        if readings[0].seen is not None:
            continue
        losses.append(min(log_loss(tracker.belief, cell), WORST_LOG_LOSS))
        score.distances.append(float(episode.moves[cell, best_cell(tracker.belief)]))
        score.covered50.append(coverage(tracker.belief, cell, 0.5))
        score.covered90.append(coverage(tracker.belief, cell, 0.9))
    if losses:
        score.losses.append(losses)


def interval_over_walks(losses: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """The mean of `losses` over all steps and its 95% interval, a ratio estimate over walks."""
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
    """The 97.5% point of Student's t (from 5 degrees on by the Cornish-Fisher expansion)."""
    if freedom <= len(_STUDENT_FEW):
        return _STUDENT_FEW[freedom - 1]
    z = 1.959964
    terms = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    cubic = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + terms[0] / freedom + terms[1] / freedom**2 + cubic / freedom**3


def row_of(opponent: str, model: str, score: ModelScore) -> Plain:
    """The row of the protocol of `model` against `opponent`, by its `score`: finite numbers."""
    found: Plain = {"opponent": opponent, "model": model, "steps": len(score.distances)}
    if not score.losses:
        return found | dict.fromkeys(("log_loss", "ci95", "map_distance", "cover50", "cover90"))
    mean, low, high = interval_over_walks(score.losses)
    return found | {
        "log_loss": mean,
        "ci95": [low, high],
        "map_distance": _mean(score.distances),
        "cover50": _mean(score.covered50),
        "cover90": _mean(score.covered90),
    }


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def report(found: Mapping[str, Any]) -> str:
    """The rows that were `found`, for a person."""
    if found.get("play", WATCH) != WATCH:
        return matches.report(found)
    lines = [f"tracker, seed {found['seed']}: how well each model knows where the ghost is"]
    lines.append(
        "  opponent    model              log loss  95% interval     off by  in 50%  in 90%"
    )
    for row in found["rows"]:
        name = f"  {row['opponent']:11} {row['model']:17}"
        if row["log_loss"] is None:
            lines.append(f"{name}  never out of sight")
            continue
        low, high = row["ci95"]
        lines.append(
            f"{name} {row['log_loss']:9.3f}  {low:.3f} to {high:.3f} {row['map_distance']:8.2f}"
            f"  {row['cover50']:6.3f}  {row['cover90']:6.3f}"
        )
    return "\n".join(lines)
