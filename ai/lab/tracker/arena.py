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

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.belief.filter import TrackerSettings
from ai.belief.graph import Cell, DistanceSonar, MazeGraph, coverage, log_loss
from ai.belief.models import MODELS, best_cell, build_tracker
from ai.belief.target import distance_table
from ai.belief.walkers import make_walker
from ai.lab.errors import BadArguments
from ai.lab.options import all_options
from ai.lab.rooms import ArenaQuestion, Plain
from ai.lab.study import Groups, NamesOption, Study, Values, pieces
from ai.lab.tracker import matches
from ai.lab.tracker.judging import JUDGE
from ai.lab.tracker.mazes import arena_maze
from games import catalog
from games.spec import Option
from games.tracker import PLAYS, WATCH
from games.tracker.rules import SensorReading

WORST_LOG_LOSS = 20.0
_STUDENT_FEW = (12.706, 4.303, 3.182, 2.776)


@dataclass(frozen=True)
class ArenaSettings:
    """One arena: the sonar, the explorers' beta, the length of a walk, whether agents may stay.

    Without `readings` nothing is heard or seen after the start.
    """

    sight: int = 5
    noise: int = 6
    beta: float = 10.0
    steps: int = 150
    stay: bool = False
    readings: bool = True


class GhostsOption(Option):
    """Ghosts by their ids, with commas between them; the value is a tuple."""

    def parse(self, value: object) -> tuple[str, ...]:
        """Return the ids, each once; raises `UnknownAgent` for one that there is not."""
        names = value if isinstance(value, tuple) else str(value).split(",")
        return tuple(catalog.agent("tracker", name).id for name in dict.fromkeys(names))


OPTIONS: Final = (
    Option("play", "Game", "choice", WATCH, choices=tuple(play for play, _ in PLAYS)),
    GhostsOption("ghosts", "Ghosts", "text", ("random", "patroller", "food", "explorer", "evader")),
    Option("hider", "Hider", "choice", matches.HIDER, choices=(matches.HIDER, JUDGE)),
    Option(
        *("seeker", "Seeker", "choice", matches.CAREFUL),
        choices=(matches.CAREFUL, matches.STANDING),
    ),
    Option("forecasts", "What the judge foresaw", "bool", False),
    NamesOption(
        *("models", "Models", "text", ("auto", "random")),
        choices=tuple(model.id for model in MODELS),
        noun="motion model",
    ),
    Option("sight", "Sight", "int", ArenaSettings.sight, low=0, high=10),
    Option("noise", "Noise", "int", ArenaSettings.noise, low=0, high=12),
    Option("beta", "Beta", "float", ArenaSettings.beta, low=0.0, high=10.0),
    Option("steps", "Steps", "int", ArenaSettings.steps, low=1, high=10_000),
    Option("stay", "May stay", "bool", ArenaSettings.stay),
    Option("readings", "Readings", "bool", ArenaSettings.readings),
)


class Walks(NamedTuple):
    """Some walks of one opponent, which every model follows."""

    opponent: str
    models: tuple[str, ...]
    numbers: range
    seed: int = 0
    settings: ArenaSettings = ArenaSettings()


def arena(asked: ArenaQuestion) -> Plain:
    """Return the JSON output: a row for each opponent and model.

    Raises `BadArguments`, `BadOption` and `UnknownAgent`.
    """
    if not asked.agents:
        raise BadArguments("An arena of the tracker needs opponents, as in --agents random,food.")
    names = ("play", "ghosts", "hider", "seeker", "forecasts")
    own = {name: value for name, value in asked.given.items() if name in names}
    chosen = all_options(OPTIONS, own)
    given = {name: value for name, value in asked.given.items() if name not in names}
    if chosen["play"] != WATCH:
        numbers = {option.name for option in OPTIONS} - {"models", "stay", "readings", *names}
        options = {name: value for name, value in given.items() if name in numbers}
        return matches.play_arena(asked, {name: chosen[name] for name in names}, options)
    for name in asked.agents:
        catalog.agent("tracker", name)
    rows = WATCHING.rows(asked, all_options(OPTIONS, given))
    return {"game": "tracker", "seed": asked.seed, "rows": rows}


def _parts(asked: ArenaQuestion, values: Values) -> Groups[Walks]:
    """Return a walk a part. Twice the same walks are not twice the evidence: each opponent stands
    once.
    """
    names = ("sight", "noise", "beta", "steps", "stay", "readings")
    numbers = {name: values[name] for name in names}
    settings, models = ArenaSettings(**numbers), values["models"]
    return [
        (name, [Walks(name, models, own, asked.seed, settings) for own in pieces(asked.games, 1)])
        for name in dict.fromkeys(asked.agents)
    ]


def walked(walks: Walks) -> list[list[ModelScore]]:
    """Return the scores of all models on each walk."""
    found = []
    for number in walks.numbers:
        episode = make_episode(walks.opponent, walks.seed, number, walks.settings)
        models = walks.models
        found.append([score_of(episode, name, walks.settings, walks.seed) for name in models])
    return found


class Episode(NamedTuple):
    """One walk: the maze, the start, the cells (start first), and the readings of each step.

    A step without readings has none. `moves` holds the moves between any two cells, shape (n + 1,
    n).
    """

    graph: MazeGraph
    start: Cell
    cells: list[int]
    readings: list[list[SensorReading]]
    moves: NDArray[np.int16]


@dataclass
class ModelScore:
    """The scores of one model on one walk, for each step at which the agent was not seen."""

    model: str
    losses: list[float] = field(default_factory=list)
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
    readings: list[list[SensorReading]] = []
    for cell in cells[1:]:
        if not settings.readings:
            readings.append([])
            continue
        distance = int(distances[cell])
        seen = graph.position(cell) if distance <= settings.sight else None
        z = distance + rng.randint(-settings.noise, settings.noise)
        readings.append([SensorReading(observer, z, seen)])
    moves = distance_table(graph, np.arange(graph.n_cells))
    return Episode(graph, start, cells, readings, moves)


def score_of(episode: Episode, model: str, settings: ArenaSettings, seed: int) -> ModelScore:
    """Run one model over one walk."""
    graph = episode.graph
    sensor = DistanceSonar(graph, settings.sight, settings.noise)
    observers = tuple(reading.observer for step in episode.readings[:1] for reading in step)
    tracker_settings = TrackerSettings(
        beta=settings.beta, stay=float(settings.stay), seed=seed, observers=observers
    )
    tracker = build_tracker(model, graph, sensor, episode.start, tracker_settings)
    score = ModelScore(model)
    for readings, cell in zip(episode.readings, episode.cells[1:], strict=True):
        tracker.predict()
        tracker.observe(readings)
        if readings and readings[0].seen is not None:
            continue
        score.losses.append(min(log_loss(tracker.belief, cell), WORST_LOG_LOSS))
        score.distances.append(float(episode.moves[cell, best_cell(tracker.belief)]))
        score.covered50.append(coverage(tracker.belief, cell, 0.5))
        score.covered90.append(coverage(tracker.belief, cell, 0.9))
    return score


def interval_over_walks(losses: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Return the mean of `losses` over all steps and its 95% interval, a ratio over walks."""
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


def rows_of(
    opponent: str, walks: list[list[ModelScore]], asked: ArenaQuestion | None = None
) -> list[Plain]:
    """Return a row of the protocol for each model against an `opponent`: finite numbers."""
    return [_row(opponent, scores) for scores in zip(*walks, strict=True)]


def _row(opponent: str, scores: Sequence[ModelScore]) -> Plain:
    steps = sum(len(score.losses) for score in scores)
    found: Plain = {"opponent": opponent, "model": scores[0].model, "steps": steps}
    if not steps:
        return found | dict.fromkeys(("log_loss", "ci95", "map_distance", "cover50", "cover90"))
    mean, low, high = interval_over_walks([score.losses for score in scores if score.losses])
    return found | {
        "log_loss": mean,
        "ci95": [low, high],
        "map_distance": _mean([each for score in scores for each in score.distances]),
        "cover50": _mean([each for score in scores for each in score.covered50]),
        "cover90": _mean([each for score in scores for each in score.covered90]),
    }


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


WATCHING: Final = Study(
    _parts,
    walked,
    rows_of,
    (
        "  {opponent:11} {model:17} {log_loss:9.3f}  {ci95[0]:.3f} to {ci95[1]:.3f} "
        "{map_distance:8.2f}  {cover50:6.3f}  {cover90:6.3f}",
    ),
    ("  {opponent:11} {model:17}  never out of sight",),
)
_HEAD: Final = "  opponent    model              log loss  95% interval     off by  in 50%  in 90%"


def report(found: Plain) -> str:
    """Return the rows that were `found`, for a person."""
    if found.get("play", WATCH) != WATCH:
        return matches.report(found)
    first = f"tracker, seed {found['seed']}: how well each model knows where the ghost is"
    return "\n".join([first, _HEAD, *WATCHING.lines(found["rows"])])
