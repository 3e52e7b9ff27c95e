"""`main.py train` and `main.py solve`: find the module that serves a game, and hand over.

What a game brings is `ai.lab.rooms.Train` and `Solve`. Both write whole files or none, and go on
where they were stopped.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from ai.lab.errors import BadArguments
from ai.lab.jobs import Jobs
from ai.lab.options import parse_options
from ai.lab.progress import Progress
from ai.lab.rooms import SOLVE, TRAIN, Room
from games import catalog
from games.paths import WEIGHTS, install_command

M = TypeVar("M")


def train(game: str, agent: str | None, given: Mapping[str, str], seed: int, jobs: Jobs) -> int:
    """Train and print the report. Raises `BadArguments` where there is nothing to train."""
    module = _module(game, TRAIN, "learned weights to make")
    known = module.AGENTS
    if agent is not None and agent not in known:
        choice = f"{', '.join(known)}, not {agent[:40]!r}" if known else "no agent by name"
        raise BadArguments(f"{game} can train {choice}.")
    options = parse_options(module.OPTIONS, given)
    if agent is not None and known:
        options["agent"] = agent
    progress = Progress()
    try:
        card = module.train(options, seed, jobs, WEIGHTS / game, progress)
    except ModuleNotFoundError as error:
        raise BadArguments(_lab_needed(error)) from None
    finally:
        progress.close()
    print(module.report(card))
    return 0


def solve(game: str, rules: str, pieces: int, jobs: int, force: bool, data_dir: str | None) -> int:
    """Solve and print what was found. Raises `BadArguments` where there is nothing to solve."""
    module = _module(game, SOLVE, "tables to solve")
    progress = Progress()
    try:
        told = module.solve(rules, pieces, jobs, force, data_dir, progress)
    except ModuleNotFoundError as error:
        raise BadArguments(_lab_needed(error)) from None
    finally:
        progress.close()
    print(told)
    return 0


def _module(game: str, room: Room[M], what: str) -> M:
    catalog.spec(game)
    try:
        module = room.of(game)
    except ModuleNotFoundError as error:
        raise BadArguments(_lab_needed(error)) from None
    if module is None:
        raise BadArguments(f"{game} has no {what}; see `main.py games`.")
    return module


def _lab_needed(error: ModuleNotFoundError) -> str:
    if error.name is None:
        return str(error)
    command = install_command("requirements-lab.txt")
    return f"{error.name} is missing; install it with `{command}`."
