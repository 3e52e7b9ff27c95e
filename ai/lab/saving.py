"""Keeping what was measured: `--save` of `main.py arena`, `bench` and `league`.

A result goes into `assets/measured/<game>.json` (see `games.measured`) with its command, the day
and the commit. A result of the same command takes the place of the older one. Only a checkout of
the project keeps figures, since they belong to a commit.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from ai.lab.errors import BadArguments
from games import measured
from games.measured import Entry
from games.paths import ROOT
from games.store.alone import Taken, in_turn
from games.store.place import printable_path

PATIENCE: Final = 10.0
"""Seconds that another command is waited for; each writes for milliseconds."""
_SHORT_LIST: Final = re.compile(r"\[[^][{}]*\]")
"""A list of plain values, which stands on one line."""


def check_checkout(root: Path = ROOT, kept: str = "figures; leave --save out") -> str:
    """Return the commit that is checked out below `root`, "+" behind it where files differ.

    Raises `BadArguments` outside a checkout; `kept` says there what only a checkout keeps.
    """
    commit = _git(root, "rev-parse", "--short=8", "HEAD") if (root / ".git").exists() else ""
    if not commit:
        raise BadArguments(f"Only a checkout of the project keeps {kept}.")
    return commit + ("+" if _git(root, "status", "--porcelain", "--untracked-files=no") else "")


def _git(root: Path, *words: str) -> str:
    try:
        done = subprocess.run(
            ["git", *words], cwd=root, capture_output=True, text=True, check=True, timeout=30
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def arena_command(
    game: str,
    agents: Sequence[str],
    games: int,
    seed: int,
    given: Mapping[str, Any],
    nodes: int | None = None,
) -> str:
    """Return the command of an arena, without what changes no figure, such as `--jobs`."""
    named = ["--agents", ",".join(agents)] if agents else []
    words = ["main.py arena", game, *named, *_amount(games, seed, given)]
    return " ".join([*words, f"--nodes {nodes}"] if nodes else words)


def league_command(game: str, games: int, seed: int, given: Mapping[str, Any]) -> str:
    """Return the command of a league of the agents that ship."""
    return " ".join(["main.py league", game, *_amount(games, seed, given)])


def _amount(games: int, seed: int, given: Mapping[str, Any]) -> list[str]:
    options = [f"--option {shlex.quote(f'{name}={value}')}" for name, value in given.items()]
    return [f"--games {games}", f"--seed {seed}", *options]


def save(
    game: str, command: str, seed: int | None, result: Mapping[str, Any], root: Path = ROOT
) -> Path:
    """Write a result into the file of its game; returns the file. Raises `BadArguments`."""
    commit = check_checkout(root)
    day = datetime.now(UTC).date().isoformat()
    folder = root / measured.FOLDER.relative_to(ROOT)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game}.json"
    try:
        with in_turn(folder, PATIENCE):
            _put(path, game, Entry(command, seed, day, commit, dict(result)))
    except Taken:
        told = f"Another command keeps figures in {printable_path(folder)}"
        raise BadArguments(f"{told}; start this one again once it has ended.") from None
    measured.entries.cache_clear()
    measured.all_won.cache_clear()
    return path


def _put(path: Path, game: str, entry: Entry) -> None:
    """Put an `entry` into the file of a game as it is now: another command may have kept some."""
    measured.entries.cache_clear()
    kept = list(measured.entries(game, path.parent))
    if path.exists() and not kept:
        raise BadArguments(f"{path.name} cannot be read; get it again with `git restore`.")
    places = [place for place, each in enumerate(kept) if each.command == entry.command]
    if places:
        kept[places[0]] = entry
    else:
        kept.append(entry)
    fresh = path.with_suffix(".new")
    fresh.write_text(as_text(game, kept), encoding="utf-8")
    os.replace(fresh, path)


def as_text(game: str, kept: Sequence[Entry]) -> str:
    """Return the text of the file of a game: an entry's short parts on a line each."""
    return as_json({"game": game, "measured": [_plain(entry) for entry in kept]})


def as_json(plain: object) -> str:
    """Return `plain` data as the text of a file: lists of plain values on a line each."""
    text = json.dumps(plain, indent=1, ensure_ascii=False, allow_nan=False)
    return _SHORT_LIST.sub(lambda found: " ".join(found[0].split()), text) + "\n"


def _plain(entry: Entry) -> dict[str, Any]:
    plain = entry._asdict()
    return plain if entry.note else {name: plain[name] for name in plain if name != "note"}
