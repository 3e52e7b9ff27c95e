"""`main.py serve GAME`: starts the service of a game that has one, in `games/<id>/service/`.

A service is its own room: rules and core below it, no window and no agents. Its module
`games.<id>.service.command` has `serve(arguments, data_dir) -> int`, which reads its own options
from the rest of the command line and returns the exit code.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence

from ai.lab.errors import BadArguments
from games import catalog
from games.paths import ROOT, install_command


def services() -> tuple[str, ...]:
    """Return the games that have a service; no module is loaded for it."""
    return tuple(
        game
        for game in (*catalog.GAMES, *catalog.IN_THE_LABORATORY)
        if (ROOT / "games" / game / "service").is_dir()
    )


def serve(game: str, arguments: Sequence[str], data_dir: str | None) -> int:
    """Serve a `game`, its data in `data_dir`, until it is ended.

    Raises `UnknownGame`, and `BadArguments` where there is none.
    """
    catalog.spec(game)
    folder = f"games.{game}.service"
    if importlib.util.find_spec(folder) is None:
        others = " or ".join(services())
        told = f"choose {others}" if others else "no game has one yet"
        raise BadArguments(f"{game} has no service; {told}.")
    try:
        module = importlib.import_module(f"{folder}.command")
    except ModuleNotFoundError as missing:
        command = install_command("requirements-service.txt")
        problem = f"{missing.name} is missing; install it with `{command}`."
        raise BadArguments(problem) from None
    code: int = module.serve(list(arguments), data_dir)
    return code
