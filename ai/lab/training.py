"""`main.py train` and `main.py solve`: find the module that serves a game, and hand over.

What a game brings is `ai.lab.rooms.Train` and `Solve`. Both write whole files or none, and go on
where they were stopped. What is trained goes into the folder of saved data and is used from there
(`games.weights`), and only with `--ship` in the place of what ships.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from ai.lab.errors import BadArguments
from ai.lab.jobs import Jobs
from ai.lab.options import parse_options
from ai.lab.progress import Progress
from ai.lab.rooms import SOLVE, TRAIN, Room
from ai.lab.saving import check_checkout
from games import catalog, weights
from games.paths import WEIGHTS, arcade_command, as_called, lacks
from games.store.place import printable_path

M = TypeVar("M")


def train(
    game: str,
    agent: str | None,
    given: Mapping[str, str],
    seed: int,
    jobs: Jobs,
    folder: Path | None,
) -> int:
    """Train into a `folder` of weights, into what ships where it is None, and print the report.

    Raises `BadArguments` for a game without learned weights, and for what ships outside a checkout.
    """
    if folder is None:
        check_checkout(kept="weights that ship; leave --ship out")
    module = _module(game, TRAIN, "learned weights to make")
    known = module.AGENTS
    if agent is not None and agent not in known:
        choice = f"{', '.join(known)}, not {agent[:40]!r}" if known else "no agent by name"
        raise BadArguments(f"{game} can train {choice}.")
    options = parse_options(module.OPTIONS, given)
    if agent is not None and known:
        options["agent"] = agent
    private = _private() if folder is not None else contextlib.nullcontext()
    with _working() as progress, weights.choosing(folder), private:
        card = module.train(options, seed, jobs, (folder or WEIGHTS) / game, progress)
    print(module.report(card))
    print(_written(game, agent, folder))
    return 0


def _written(game: str, agent: str | None, folder: Path | None) -> str:
    """Return a sentence about where the weights are now, and what comes of it."""
    if folder is None:
        return f"Written to {printable_path(WEIGHTS / game)}, in the place of what shipped."
    again = " ".join(word for word in ("main.py train", game, agent, "--reset") if word)
    return as_called(
        f"Written to {printable_path(folder / game)}. The arcade plays with it from now on; "
        f"`{again}` goes back to what ships."
    )


def reset(game: str, agent: str | None, folder: Path) -> int:
    """Go back to what ships: put what was trained into a `folder` of weights aside, and say so.

    Of one agent, or of a whole game. Raises the errors of the catalogue, and `BadArguments` where
    files cannot be renamed.
    """
    catalog.spec(game)
    names = weights.trained_names(folder, game)
    if agent is not None:
        wanted = f"{game}/{agent}"
        own = re.compile(rf"{re.escape(wanted)}(-\d+)?")  # weights may come by number of players
        names = [name for name in names if own.fullmatch(name)]
        if not names:
            catalog.agent(game, agent)
    for name in names:
        try:
            moved = weights.reset(name, folder)
        except OSError as error:
            raise BadArguments(f"{name} could not be put aside ({error.strerror}).") from None
        places = " and ".join(path.name for path in moved)
        where = printable_path(moved[0].parent)
        print(f"{name} is what ships again. Yours lie in {where} as {places}.")
    if not names:
        whose = game if agent is None else f"{game} {agent}"
        print(f"Nothing was trained here for {whose}; what ships is in use.")
    return 0


def choose_trained(game: str, folder: Path) -> None:
    """Use what was trained into a `folder` of weights, and print what that is for `game`.

    Bad files are put aside here and now, before other processes find them.
    """
    weights.choose(folder)
    specs = (*catalog.agents(game), *catalog.models(game))
    own = {one.name: one for spec in specs for one in spec.weights if one.trained}
    days = {name: weights.in_words(found.card.get(weights.DAY)) for name, found in own.items()}
    names = ", ".join(f"{name} of {day or 'an unknown day'}" for name, day in days.items())
    none = f"Nothing was trained here for {game}; what ships is used."
    told = f"Trained weights in use: {names}." if names else none
    print(as_called(f"main.py: {told}"), file=sys.stderr)


def solve(game: str, rules: str, pieces: int, jobs: int, force: bool, data_dir: str | None) -> int:
    """Solve and print what was found. Raises `BadArguments` for a game without tables."""
    module = _module(game, SOLVE, "tables to solve")
    with _working() as progress, _private():
        found = module.solve(rules, pieces, jobs, force, data_dir, progress)
    print(found)
    return 0


def _module(game: str, room: Room[M], what: str) -> M:
    """Return the module of a game; raises `BadArguments` where it has none, as it has no `what`."""
    catalog.spec(game)
    with _working():
        module = room.of(game)
    if module is None:
        raise BadArguments(f"{game} has no {what}; see `{arcade_command('games')}`.")
    return module


@contextlib.contextmanager
def _private() -> Iterator[None]:
    """Make files that are their owner's alone, as all that the window keeps in saved data."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


@contextlib.contextmanager
def _working() -> Iterator[Progress]:
    """Show progress; raises `BadArguments` where a package of the laboratory is missing."""
    with contextlib.closing(Progress()) as progress:
        try:
            yield progress
        except ModuleNotFoundError as error:
            missing = lacks("The laboratory", str(error.name), "requirements-lab.txt")
            raise BadArguments(missing if error.name else str(error)) from None
