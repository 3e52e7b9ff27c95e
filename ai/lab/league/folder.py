"""The folder of a league: what was played outlives any kill, and the same league goes on.

| file | holds |
|---|---|
| `played.jsonl` | the arguments, and a line for each part of the work that is done |
| `matches/*.match` | every match |
| `league.json`, `results.csv`, `index.html` | the result, written at the end |

Only `played.jsonl` is read. A match is written before the line that counts it, so a league that was
killed plays at most the parts again that were being played. A part with a match that is lost is
played again, too. Games of a bot whose file has changed are forgotten, and so are those of an agent
that takes part no more.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from ai.lab.arena.faults import GameFault
from ai.lab.arena.play import Played, Result
from ai.lab.arena.schedule import Chunk
from ai.lab.errors import BadArguments
from ai.lab.league.playing import Table
from ai.lab.rooms import Plain
from games.store.alone import Taken, in_turn
from games.store.place import printable_path

FORMAT: Final = "open-mind-arcade/league"
JOURNAL: Final = "played.jsonl"
MATCHES: Final = "matches"
_LONGEST_NAME: Final = 24
_LOG: Final = re.compile(r" \(its log: .*\)(?=\.$)", re.DOTALL)
"""The path in a bot's sentence; a folder that may be shared holds none of this machine."""
Done = dict[tuple[Table, int], Played]
"""What was played of each table from each game on."""


class LeagueFolder:
    """The folder at a `path` with a league of these `arguments`; `done` is what was played."""

    def __init__(self, path: Path, arguments: Plain, tables: Collection[Table]) -> None:
        """Take up what the folder holds; raises `BadArguments` for other files."""
        self.path, self.arguments = path, arguments
        self.done: Done = {}
        self._journal = path / JOURNAL
        try:
            (path / MATCHES).mkdir(parents=True, exist_ok=True)
            self._begin(frozenset(tables))
        except OSError as problem:
            raise BadArguments(f"{_shown(path)}: {problem.strerror or problem}.") from None

    def _begin(self, tables: Collection[Table]) -> None:
        head, *lines = self._lines()
        kept, whole = list[str](), self._is_whole()
        for line in lines:
            found = _part_of(line, self.arguments["games"])
            if found is None:
                continue
            key, played = found
            if not all((self.path / result.match).exists() for result in played.results):
                continue
            if key[0] in tables:
                self.done[key] = played
                kept.append(line)
            else:
                for result in played.results:
                    (self.path / result.match).unlink(missing_ok=True)
        if not whole or head != json.dumps(self.arguments) or len(kept) < len(lines):
            self._put(JOURNAL, "".join(f"{line}\n" for line in (json.dumps(self.arguments), *kept)))

    def _is_whole(self) -> bool:
        """Return False where a kill left half a line, which the next one would run on from."""
        with contextlib.suppress(FileNotFoundError), self._journal.open("rb") as journal:
            return journal.read()[-1:] == b"\n"
        return False

    def _lines(self) -> list[str]:
        """Return the whole lines of the journal, of a new one an empty first line."""
        if not self._journal.exists():
            others = {entry.name for entry in self.path.iterdir()} - {MATCHES}
            if others or any((self.path / MATCHES).iterdir()):
                told = f"{_shown(self.path)} has other files"
                raise BadArguments(f"{told}; name a new folder or an empty one.")
            return [""]
        text = self._journal.read_text(encoding="utf-8", errors="replace")
        head, *lines = text[: text.rfind("\n") + 1].splitlines() or [""]
        self._check(head)
        return [head, *lines]

    def _check(self, head: str) -> None:
        """Raise `BadArguments` unless the league that began with `head` is this one."""
        try:
            known = json.loads(head)
            if known["format"] != FORMAT:
                raise ValueError
        except (ValueError, KeyError, TypeError):
            told = f"{JOURNAL} in {_shown(self.path)} is no league's"
            raise BadArguments(f"{told}; name another folder.") from None
        for name, value in self.arguments.items():
            if known.get(name) != value:
                what = "was played by another version of the arcade"
                if name not in ("arcade", "format"):
                    what = f"has other {name}: {_brief(known.get(name))}, not {_brief(value)}"
                told = f"The league in {_shown(self.path)} {what}"
                raise BadArguments(f"{told}; name another folder.")

    def keep(self, chunk: Chunk, played: Played) -> Played:
        """Write what was played; returns it as it will be read, with the names of match files."""
        results = []
        for number, result in zip(chunk.games, played.results, strict=True):
            name = match_file(chunk.table, number) if result.match else ""
            if name:
                (self.path / name).write_text(result.match, encoding="utf-8", newline="")
            results.append(_plain(result, bool(name)))
        line = json.dumps(
            {
                "table": chunk.table,
                "first": chunk.games.start,
                "results": results,
                "times": played.times,
            }
        )
        with self._journal.open("a", encoding="utf-8") as journal:
            journal.write(f"{line}\n")
        found = _part_of(line, self.arguments["games"])
        assert found is not None
        return found[1]

    def write(self, name: str, text: str) -> None:
        """Put the file `name` in place, whole or not at all; raises `BadArguments`."""
        try:
            self._put(name, text)
        except OSError as problem:
            raise BadArguments(f"{_shown(self.path)}: {problem.strerror or problem}.") from None

    def _put(self, name: str, text: str) -> None:
        fresh = self.path / f"{name}.new"
        fresh.write_text(text, encoding="utf-8", newline="")
        os.replace(fresh, self.path / name)


@contextlib.contextmanager
def taken(path: Path) -> Iterator[None]:
    """Hold the folder at a `path`, made where it is not there, while its league is played.

    Raises `BadArguments` where another league is being played there, or none can be.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(in_turn(path))
            except Taken:
                told = f"A league is being played in {_shown(path)}"
                raise BadArguments(f"{told}; wait for it, or name another folder.") from None
            yield
    except OSError as problem:
        raise BadArguments(f"{_shown(path)}: {problem.strerror or problem}.") from None


def match_file(table: Table, number: int) -> str:
    """Return the name of the file of a game of a `table`, below the folder of a league.

    >>> match_file(("sensei", "bot:my bot.py@0123abcd"), 7)
    'matches/sensei-v-my-bot-py-ab691568-0007.match'
    """
    names = "-v-".join(_slug(name) for name in table)
    mark = hashlib.blake2b("\n".join(table).encode(), digest_size=4).hexdigest()
    return f"{MATCHES}/{names}-{mark}-{number:04d}.match"


def _slug(name: str) -> str:
    bare = re.sub(r"@[0-9a-f]{8}", "", name.removeprefix("bot:")).lower()
    return re.sub(r"[^a-z0-9]+", "-", bare)[:_LONGEST_NAME].strip("-") or "bot"


def _plain(result: Result, kept: bool) -> Plain:
    found = {"scores": result.scores, "moves": result.moves, "trace": result.trace, "kept": kept}
    if result.fault is not None:
        said = [_LOG.sub("", result.fault.sentence), _LOG.sub("", result.fault.other)]
        fault = result.fault._replace(sentence=said[0], other=said[1])
        found |= {"fault": fault, "left": result.left}
    return found


def _part_of(line: str, games: int) -> tuple[tuple[Table, int], Played] | None:
    """Return what a line of the journal holds, None where it cannot be read."""
    try:
        plain = json.loads(line)
        table, first = tuple(map(str, plain["table"])), int(plain["first"])
        rows = plain["results"]
        if not 0 <= first < first + len(rows) <= games:
            return None
        numbers = range(first, first + len(rows))
        results = [_result(row, table, n) for n, row in zip(numbers, rows, strict=True)]
        times = tuple((float(seconds), int(count)) for seconds, count in plain["times"])
        return ((table, first), Played(results, times)) if len(times) == len(table) else None
    except (ValueError, KeyError, TypeError):
        return None


def _result(row: Mapping[str, Any], table: Table, number: int) -> Result:
    """Return one result; raises `ValueError`, `KeyError` or `TypeError` for no such thing."""
    fault = None
    if row.get("fault"):
        who, game, turn, *said = row["fault"]
        fault = GameFault(int(who), int(game), int(turn), *map(str, said))
        if fault.who not in range(len(table)):
            raise ValueError
    scores, left = (tuple(map(float, row.get(name, ()))) for name in ("scores", "left"))
    if len(scores) != (0 if fault else len(table)) or len(left) not in (0, len(table)):
        raise ValueError
    match = match_file(table, number) if row["kept"] else ""
    return Result(scores, int(row["moves"]), fault, (), left, int(row["trace"]), match)


def _shown(path: Path) -> str:
    return printable_path(path)[:80]


def _brief(value: object) -> str:
    text = "the usual ones" if value is None else json.dumps(value)
    return text if len(text) <= 60 else f"{text[:60]}..."
