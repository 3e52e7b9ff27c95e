"""The `--option k=v` of the command line: read, checked, and handed to the game or the agents."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ai.lab.errors import BadArguments
from games import catalog
from games.agents import AgentSpec, agent_options
from games.paths import FILE_END, read_in_time
from games.spec import BadOption, Option

MOST_FILES: Final = 1000
"""The most files of a folder that an option names."""
FILE_SECONDS: Final = 10.0
"""So long a command waits for a file that an option names; chosen by hand, for a disk that has to
spin up."""


def given_options(pairs: Sequence[str], known: Sequence[Option] = ()) -> dict[str, str]:
    """Return the `k=v` pairs of the command line; raises `BadOption`.

    Where a file stands for the value of one of the `known` options, its text takes its place. A
    path counts here alone: options from elsewhere are not looked up on the disk.
    """
    files = {option.name: option for option in known if option.file_bytes}
    given: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not name or not equals:
            raise BadOption(f"--option needs name=value, not {pair[:40]!r}.")
        if name in given:
            raise BadOption(f"--option {name[:40]} is given twice; give it once.")
        named = name in files and value not in ("", files[name].default) and "\n" not in value
        given[name] = _named_text(files[name], value) if named else value
    return given


def _named_text(option: Option, path: str) -> str:
    """Return the text of the file at a `path`, or those of all files in a folder."""
    if not option.folder:
        return _text_of(option.name, path, option.file_bytes)
    try:
        found = sorted(file for file in Path(path).iterdir() if _is_shown(file))
    except (OSError, ValueError):
        raise BadOption(f"{option.name}: {path[:80]!r} is no folder that can be read.") from None
    if not 0 < len(found) <= MOST_FILES:
        told = f"has {len(found)} files; name one with 1 to {MOST_FILES}"
        raise BadOption(f"{option.name}: {path[:80]!r} {told}.")
    return FILE_END.join(_text_of(option.name, str(f), option.file_bytes) for f in found)


def _is_shown(file: Path) -> bool:
    return file.is_file() and not file.name.startswith(".")


def _text_of(name: str, file: str, most: int) -> str:
    """Return the text of the `file` that an option called `name` names; raises `BadOption`."""
    shown = repr(Path(file).name[:80])
    try:
        text = read_in_time(Path(file), most, FILE_SECONDS).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadOption(f"{name}: {shown} is not UTF-8 text; save it as plain text.") from None
    except OSError as problem:
        why = problem.strerror or problem
        told = f"{name}: {shown} cannot be read ({why})"
        raise BadOption(f"{told}; name a text file of at most {most:,} bytes.") from None
    if not text.strip():
        raise BadOption(f"{name}: {shown} is empty; name a file with text in it.")
    return text


def share_options(
    game_id: str, agents: Sequence[AgentSpec], given: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return options split into the game's (all of them, parsed) and the agents' (those given).

    Raises `BadOption` for one that neither the game nor any of the agents has.
    """
    spec = catalog.spec(game_id)
    own = {option.name for option in spec.options}
    theirs = {option.name for agent in agents for option in agent.options}
    unknown = next((name for name in given if name not in own | theirs), None)
    if unknown is not None:
        known = ", ".join(sorted(own | theirs)) or "none"
        raise BadOption(f"There is no option {unknown[:40]!r} here; there are: {known}.")
    chosen = {name: value for name, value in given.items() if name in theirs}
    for agent in agents:
        agent_options(agent, chosen)
    return spec.params({k: v for k, v in given.items() if k in own}), chosen


def check_able(agents: Sequence[AgentSpec], params: Mapping[str, Any]) -> None:
    """Raise `BadArguments` for the first agent that cannot play a game with these options."""
    problem = next((why for agent in agents if (why := agent.hindrance(params))), "")
    if problem:
        raise BadArguments(problem)


def parse_options(known: Sequence[Option], given: Mapping[str, str]) -> dict[str, Any]:
    """Return the options given among those `known`, in their own types; raises `BadOption`."""
    options = {option.name: option for option in known}
    for name in given:
        if name not in options:
            names = ", ".join(options) or "none"
            raise BadOption(f"There is no option {name[:40]!r} here; there are: {names}.")
    return {name: options[name].parse(value) for name, value in given.items()}


def with_defaults(known: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all `known` options, with the value that was given or the usual one."""
    return {option.name: given.get(option.name, option.default) for option in known}


def all_options(known: Sequence[Option], given: Mapping[str, str]) -> dict[str, Any]:
    """Return all `known` options in their own types, as `given` or as usual; raises `BadOption`."""
    return with_defaults(known, parse_options(known, given))


def integer(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers in `low`..`high`, for `argparse`."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number") from None
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text[:40]} does not lie in {low} to {high}")
        return value

    return read
