"""Measured figures: strengths, speeds and beliefs, each with the command that measures it again.

Every game has a file `assets/measured/<game>.json`, and the arcade itself has `arcade.json`. A file
is `{"game": ID, "measured": [ENTRY, ...]}`. An entry has the command, its seed, the day and the
commit of the measurement, and the result as the command prints it with `--json`. Figures that were
carried over from older texts have a `note` that says what is not known of them.

`--save` of `main.py arena`, `bench` and `league` writes the files (`ai.lab.saving`);
`python -m ai.lab.pages` makes `assets/measured/README.md` and other pages from them.

>>> found = won("planetwars", "sensei", "rage")
>>> found.share.games, found.share.percent()
(40, '100%')
"""

from __future__ import annotations

import functools
import itertools
import json
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

from games.intervals import wilson
from games.paths import ASSETS

P = ParamSpec("P")
T = TypeVar("T")
V = TypeVar("V")

FOLDER: Final = ASSETS / "measured"
ARCADE: Final = "arcade"
"""The name of the file with the speeds that belong to no game."""
ORIGINALS: Final = "originals.json"
"""The name of the file with the claims of the originals."""
_NOT_RULES: Final = frozenset({"study", "rounds"})
"""Options of a command that change no rule of the games whose shares are looked up."""


class NotMeasured(LookupError):
    """A figure was asked for that no file has."""


class Entry(NamedTuple):
    """One measurement: the command, its seed (None where it is not known), day, commit, result."""

    command: str
    seed: int | None
    date: str
    commit: str
    result: Mapping[str, Any]
    note: str = ""

    @property
    def options(self) -> Mapping[str, str]:
        """The options of the game that the command names."""
        words = shlex.split(self.command)
        given = [after for word, after in itertools.pairwise(words) if word == "--option"]
        return dict(option.split("=", 1) for option in given if "=" in option)


class Share(NamedTuple):
    """A share of games won with its 95% interval, all in 0..1, and the number of games."""

    value: float
    low: float
    high: float
    games: int

    @property
    def half(self) -> str:
        """Half of the interval in points, as "0.5"."""
        half = 50.0 * (self.high - self.low)
        return f"{half:.2f}" if half < 0.095 else f"{half:.1f}"

    def percent(self, form: str = "") -> str:
        """Return the share in percent, by default with the digits that tell it from 0 and 100."""
        value = 100.0 * self.value
        if form:
            return f"{value:{form}}%"
        if value in (0.0, 100.0):
            return f"{value:.0f}%"
        close = round(value, 1) in (0.0, 99.9, 100.0)
        return f"{value:.2f}".removesuffix("0") + "%" if close else f"{value:.1f}%"

    def words(self) -> str:
        """Return the share with its interval, as "93.9% (93.4 to 94.4)"."""
        if self.value in (0.0, 1.0):
            who = "all" if self.value else "none"
            return f"{who} of {self.games:,} ({self._ends(0)})"
        wide = self.high - self.low > 0.06
        return f"{self.percent('.0f' if wide else '')} ({self._ends(0 if wide else 1)})"

    def _ends(self, digits: int) -> str:
        return f"{100 * self.low:.{digits}f} to {100 * self.high:.{digits}f}"


class Won(NamedTuple):
    """The share that an agent won at a table with `rivals`, under which options, and how far ahead.

    `first` is True where the command names the agent first.
    """

    agent: str
    rivals: tuple[str, ...]
    share: Share
    options: Mapping[str, str]
    margin: float | None = None
    first: bool = True
    halves: tuple[float, float] | None = None
    """The shares of the games in which it sat first, and second."""


class Rated(NamedTuple):
    """An agent's rating in the league of its game: Elo points, their 95% interval, games played.

    `zero` is the agent with 0 points.
    """

    agent: str
    points: float
    low: float
    high: float
    games: int
    zero: str

    @property
    def short(self) -> str:
        """The rating with half of its interval, as "+312 ±22"."""
        half = (self.high - self.low) / 2
        return "0" if self.agent == self.zero else f"{self.points:+.0f} ±{half:.0f}"

    def words(self) -> str:
        """Return the rating with its interval, as "+312 (+290 to +334)"."""
        if self.agent == self.zero:
            return "0"
        return f"{round(self.points):+} ({round(self.low):+} to {round(self.high):+})"


@functools.cache
def entries(game: str, folder: Path = FOLDER) -> tuple[Entry, ...]:
    """Return what was measured of a game (or of `ARCADE`), in the order of its file.

    A file that is missing or damaged has nothing.
    """
    try:
        plain = json.loads((folder / f"{game}.json").read_text(encoding="utf-8"))
        return tuple(Entry(**entry) for entry in plain["measured"])
    except (OSError, ValueError, KeyError, TypeError):
        return ()


@functools.cache
def originals(folder: Path = FOLDER) -> tuple[Mapping[str, Any], ...]:
    """Return the claims of the originals with what was measured of each; none without their file.

    Each has `id`, `game`, `claim`, `his_way`, `ours`, `interval`, `figures`, `command`, `seed`,
    `commit` and `verdict`.
    """
    try:
        return tuple(json.loads((folder / ORIGINALS).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return ()


def originals_table(game: str) -> str:
    """Return the rows of the table of claims for the page of a game's originals."""
    columns = ("id", "claim", "his_way", "ours", "verdict")
    own = (row for row in originals() if row["game"] == game)
    return table([str(row[name]) or "\u2013" for name in columns] for row in own)


def result(game: str, name: str) -> Mapping[str, Any]:
    """Return the table `name` of the first result of a game that has it; raises `NotMeasured`."""
    found: Mapping[str, Any] = _with(game, name).result[name]
    return found


def records(game: str, name: str) -> Sequence[Mapping[str, Any]]:
    """Return the list `name` of the first result of a game that has it; raises `NotMeasured`."""
    found: Sequence[Mapping[str, Any]] = _with(game, name).result[name]
    return found


def _with(game: str, name: str) -> Entry:
    for entry in entries(game):
        if name in entry.result:
            return entry
    raise NotMeasured(f"{game}: {name}")


def or_else(value: V) -> Callable[[Callable[P, T]], Callable[P, T | V]]:
    """Make a function return `value` where it raises `NotMeasured`."""

    def decorate(function: Callable[P, T]) -> Callable[P, T | V]:
        @functools.wraps(function)
        def found(*args: P.args, **named: P.kwargs) -> T | V:
            try:
                return function(*args, **named)
            except NotMeasured:
                return value

        return found

    return decorate


def games_won(entry: Entry) -> Iterator[Won]:
    """Yield the shares of an entry: of pairs both ways round, of larger tables the first named."""
    options = {name: value for name, value in entry.options.items() if name not in _NOT_RULES}
    for pair in entry.result.get("pairs", ()):
        low, high = pair["ci95"]
        share = Share(pair["a_win_share"], low, high, pair["games"])
        margin = pair.get("a_mean_margin")
        halves = None
        if "a_win_share_first" in pair:
            halves = pair["a_win_share_first"], pair["a_win_share_second"]
        yield Won(pair["a"], (pair["b"],), share, options, margin, True, halves)
        other = Share(1.0 - share.value, 1.0 - high, 1.0 - low, share.games)
        behind = None if margin is None else -margin
        yield Won(pair["b"], (pair["a"],), other, options, behind, False)
    table = entry.result.get("table")
    row = next(iter(entry.result.get("agents", ())), entry.result)
    if table and "win_share" in row:
        low, high = row["ci95"]
        share = Share(row["win_share"], low, high, entry.result["games"])
        yield Won(table[0], tuple(table[1:]), share, options, row.get("mean_margin"))


def rows(game: str, **options: str) -> Sequence[Mapping[str, Any]]:
    """Return the rows of the first result whose command has exactly these options.

    Raises `NotMeasured`.
    """
    for entry in entries(game):
        if entry.options == options and "rows" in entry.result:
            found: Sequence[Mapping[str, Any]] = entry.result["rows"]
            return found
    raise NotMeasured(f"{game}: {options}")


def figure(game: str, what: str) -> str:
    """Return what was found of `what`, for a figure that is kept in words."""
    for entry in entries(game):
        for each, found in entry.result.get("figures", ()):
            if each == what:
                return str(found)
    raise NotMeasured(f"{game}: {what}")


def regrets(game: str) -> str:
    """Return what agents lose in endings that are known exactly, the rows of a Markdown table.

    Raises `NotMeasured`.
    """
    found = rows(game, study="regret")
    return table(
        (
            f"`{row['agent']}`",
            f"{row['regret']:.2%} ({row['ci95'][0]:.2%} to {row['ci95'][1]:.2%})",
            f"{row['worst']:.1%}",
            f"{row['best']:.1%}",
            f"{row['endings']:,}",
        )
        for row in sorted(found, key=lambda row: -float(row["regret"]))
    )


def league(game: str) -> Entry | None:
    """Return the league of a game with its usual options, None where there was none."""
    found = (entry for entry in entries(game) if "ratings" in entry.result and not entry.options)
    return next(found, None)


def rated(game: str, agent: str) -> Rated | None:
    """Return the rating of an agent with its usual options, None where it has none.

    >>> rated("karate", "random").words()
    '0'
    """
    entry = league(game)
    if entry is None:
        return None
    rows: Sequence[Mapping[str, Any]] = entry.result["ratings"]
    zero = entry.result["reference"] or rows[-1]["agent"]
    for row in rows:
        if row["agent"] == agent:
            low, high = row["ci95"]
            return Rated(agent, row["rating"], low, high, row["games"], zero)
    return None


def speed(game: str, what: str) -> float:
    """Return a row of `main.py bench`; raises `NotMeasured`."""
    for entry in entries(game):
        if entry.command.startswith("main.py bench"):
            for row in entry.result["rows"]:
                if row["what"] == what:
                    return float(row["value"])
    raise NotMeasured(f"{game}: {what}")


def table(lines: Iterable[Sequence[str]]) -> str:
    """Return the rows of a Markdown table."""
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


@functools.cache
def all_won(game: str) -> tuple[Won, ...]:
    """Return every share that was measured of the agents of a game, in the order of its file."""
    return tuple(found for entry in entries(game) for found in games_won(entry))


def won(game: str, agent: str, *rivals: str, options: Mapping[str, str] | None = None) -> Won:
    """Return what `agent` won against `rivals` under exactly these options, by the most games.

    Raises `NotMeasured`.
    """
    wanted = dict(options or {})
    found = [
        each
        for each in all_won(game)
        if (each.agent, each.rivals, dict(each.options)) == (agent, rivals, wanted)
    ]
    if not found:
        raise NotMeasured(f"{game}: {agent} against {', '.join(rivals)}")
    return max(found, key=lambda each: each.share.games)


def levels_won(game: str, mode: str = "") -> dict[str, Share]:
    """Return the share that a newcomer's stand-in wins of each level in a mode, by its word."""
    found: dict[str, Share] = {}
    for entry in entries(game):
        if entry.options.get("study") == "levels":
            rows = (row for row in entry.result["rows"] if row["mode"] in ("", mode))
            found |= {
                row["level"]: counted(row["won"] / row["games"], row["games"]) for row in rows
            }
    return found


def levels_words(game: str, mode: str = "") -> str:
    """Return the shares that a newcomer's stand-in wins as "68% at easy, 9% at normal, ..."."""
    found = levels_won(game, mode).items()
    if not found:
        raise NotMeasured(f"{game}: the levels")
    fewest, most = (end(share.games for _, share in found) for end in (min, max))
    games = f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"
    told = listed([f"{share.percent('.0f')} at {word}" for word, share in found])
    return f"{told} ({games} matches each)"


def counted(value: float, games: int) -> Share:
    """Return a share of `games` with its interval by Wilson's formula."""
    return Share(value, *wilson(value * games, games), games)


def listed(parts: Sequence[str]) -> str:
    """Return the parts as an English list: "a", "a and b", "a, b and c"."""
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last
