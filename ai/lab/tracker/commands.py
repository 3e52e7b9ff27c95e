"""What the command line has of its own for the tracker: an arena of opponents against models.

`arena tracker --agents OPPONENT,... --option models=M,...` scores every motion model against every
hidden opponent over the same walks (`ai.lab.tracker.arena`); the number of games is the number of
walks. Opponents are spread over the jobs, and each one's walks depend on the seed alone.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ai.belief.models import MODELS
from ai.lab.errors import BadArguments
from ai.lab.jobs import Jobs
from ai.lab.tracker.arena import ArenaSettings, arena_rows
from ai.lab.tracker.bench import bench_rows
from games import catalog
from games.core import BadOption, Option

OPTIONS: Final = (
    Option("sight", "Sight", "int", ArenaSettings.sight, low=0, high=10),
    Option("noise", "Noise", "int", ArenaSettings.noise, low=0, high=12),
    Option("beta", "Beta", "float", ArenaSettings.beta, low=0.0, high=10.0),
    Option("steps", "Steps", "int", ArenaSettings.steps, low=1, high=10_000),
    Option("stay", "May stay", "bool", ArenaSettings.may_stay),
)
DEFAULT_MODELS: Final = "auto,random"


class _Work(NamedTuple):
    """All walks of one opponent."""

    opponent: str
    models: tuple[str, ...]
    walks: int
    seed: int
    settings: ArenaSettings


def arena(
    agents: Sequence[str],
    games: int,
    seed: int,
    given: Mapping[str, str],
    jobs: Jobs,
    progress: Callable[[float, str], None],
) -> dict[str, Any]:
    """The JSON output: a row for each opponent and model.

    Raises `BadArguments`, `BadOption` and `UnknownAgent`.
    """
    if not agents:
        raise BadArguments("An arena of the tracker needs opponents, as in --agents random,food.")
    agents = tuple(dict.fromkeys(agents))  # twice the same walks are not twice the evidence
    for name in agents:
        catalog.agent("tracker", name)
    rest = dict(given)
    models = _models(rest.pop("models", DEFAULT_MODELS))
    settings = _settings(rest)
    work = [_Work(name, models, games, seed, settings) for name in agents]
    rows = []
    for done, part in enumerate(_played(work, jobs, progress), start=1):
        rows += part
        progress(done / len(work), work[done - 1].opponent)
    return {"game": "tracker", "seed": seed, "rows": rows}


def _models(text: str) -> tuple[str, ...]:
    known = [model.id for model in MODELS]
    models = tuple(dict.fromkeys(name for name in text.split(",") if name))
    unknown = next((name for name in models if name not in known), None)
    if unknown is not None or not models:
        told = ", ".join(known)
        raise BadOption(f"There is no motion model {(unknown or '')[:40]!r}; there are {told}.")
    return models


def _settings(given: Mapping[str, str]) -> ArenaSettings:
    known = {option.name: option for option in OPTIONS}
    for name in given:
        if name not in known:
            told = ", ".join(["models", *known])
            raise BadOption(f"There is no option {name[:40]!r} here; there are: {told}.")
    values = {name: option.parse(given.get(name, option.default)) for name, option in known.items()}
    return ArenaSettings(may_stay=values.pop("stay"), **values)


def _played(
    work: Sequence[_Work], jobs: Jobs, progress: Callable[[float, str], None]
) -> Iterator[list[dict[str, Any]]]:
    if not jobs.leave_here(len(work)):
        yield from jobs.results(_rows, work)
        return
    for done, part in enumerate(work):
        yield _rows(part, functools.partial(progress, done / len(work)))


def _rows(work: _Work, told: Callable[[str], None] = lambda line: None) -> list[dict[str, Any]]:
    return arena_rows(
        (work.opponent,), work.models, work.walks, work.seed, work.settings, progress=told
    )


def arena_text(found: Mapping[str, Any]) -> str:
    """The rows for a person."""
    lines = [f"tracker, seed {found['seed']}: how well each model knows where the hidden one is"]
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


def bench() -> Iterator[tuple[str, float, str]]:
    """How long a step of each model takes."""
    for row in bench_rows():
        yield f"{row.model}: a step at {row.cells} cells", row.microseconds, "µs"
