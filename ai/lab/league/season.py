"""A league that is being played: its parts of the work, and how it stands.

Parts are played round by round, so that a league that was stopped stands as well as it can.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ai.lab import VERSION
from ai.lab.arena.play import Played, Result
from ai.lab.arena.schedule import Chunk, chunks
from ai.lab.arena.summary import alike, first_of_each_kind, win_shares
from ai.lab.contest import reference
from ai.lab.league.folder import FORMAT, LeagueFolder, taken
from ai.lab.league.page import league_page
from ai.lab.league.playing import Table, common_part, entrants, meetings, tables
from ai.lab.league.rating import Meeting, rate
from ai.lab.outcomes import csv_text, row_of
from ai.lab.rooms import Plain
from games import bots, catalog
from games.intervals import wilson


class LeagueQuestion(NamedTuple):
    """The arguments of a league: `agents` as they were named, or None for the usual ones."""

    game: str
    agents: Sequence[str] | None
    games: int
    seed: int
    given: Mapping[str, str]


class Season:
    """A league; `left` are the parts that are still to be played.

    Raises `BadArguments` and the errors of the catalogue and of bots.
    """

    def __init__(self, asked: LeagueQuestion, path: Path | None = None) -> None:
        """Begin the league, or take up what the folder at the `path` has of it."""
        self.asked = asked
        catalog.spec(asked.game)
        if asked.agents is None:
            self.agents, self.left_out = entrants(asked.game, asked.given)
        else:
            self.agents, self.left_out = list(dict.fromkeys(map(bots.admit, asked.agents))), []
        common = common_part(asked.game, self.agents, asked.seed, asked.given, path is not None)
        self.seated = tables(asked.game, self.agents, common.params)
        self.parts = chunks(asked.games, common, self.seated)
        self._folder = None if path is None else LeagueFolder(path, _arguments(asked), self.seated)
        known = {} if self._folder is None else self._folder.done
        keys = ((part.table, part.games.start) for part in self.parts)
        self._played = {key: known[key] for key in keys if key in known}

    @property
    def left(self) -> list[Chunk]:
        """The parts that are still to be played, those with the first games first."""
        left = [part for part in self.parts if (part.table, part.games.start) not in self._played]
        return sorted(left, key=lambda part: part.games.start)

    @property
    def done(self) -> float:
        """The share of the parts that were played."""
        return len(self._played) / len(self.parts)

    @property
    def games_all(self) -> int:
        """The number of all games."""
        return sum(len(part.games) for part in self.parts)

    @property
    def games_done(self) -> int:
        """The number of games that were played."""
        return sum(len(played.results) for played in self._played.values())

    def matches(self, one: str, other: str) -> list[str]:
        """Return the files of the games of two agents, or of `one` where they play alone."""
        return [
            result.match
            for table, some in self._by_table().items()
            if {one, other} <= {*table} or table == (one,)
            for _, played in some
            for result in played.results
            if result.match
        ]

    def take(self, part: Chunk, played: Played) -> None:
        """Enter what was played of a part, in the folder first."""
        kept = played if self._folder is None else self._folder.keep(part, played)
        self._played[part.table, part.games.start] = kept

    # -- how it stands ---------------------------------------------------------------------

    def _by_table(self) -> dict[Table, list[tuple[Chunk, Played]]]:
        """Return what was played of each table, up to the first part that is missing."""
        found: dict[Table, list[tuple[Chunk, Played]]] = {table: [] for table in self.seated}
        open_ = set(self.seated)
        for part in self.parts:
            played = self._played.get((part.table, part.games.start))
            if played is None:
                open_.discard(part.table)
            elif part.table in open_:
                found[part.table].append((part, played))
        return found

    def standing(self) -> Plain | None:
        """Return how the league stands; None until each two agents have met."""
        parts = self._by_table()
        by_table = {t: [r for _, p in some for r in p.results] for t, some in parts.items()}
        place = {name: number for number, name in enumerate(self.agents)}
        draws = meetings(self.asked.game, by_table, place)
        pairs = _pairs(self.agents, draws)
        if len(pairs) < len(self.agents) * (len(self.agents) - 1) // 2:
            return None
        zero = place.get(reference(self.asked.game))
        rows = _ratings(self.agents, draws, by_table, zero)
        for row in rows:
            row["ms"] = _milliseconds(row["agent"], parts)
        rows.sort(key=lambda row: -row["rating"])
        faults = [
            sentence
            for results in by_table.values()
            for result in results
            if result.fault
            for sentence in result.fault.sentences
        ]
        return {
            "game": self.asked.game,
            "seed": self.asked.seed,
            "games": self.asked.games,
            "each": _each(self.seated[0]),
            "played": sum(map(len, by_table.values())),
            "to_play": self.asked.games * len(self.seated),
            "options": dict(self.asked.given),
            "reference": None if zero is None else self.agents[zero],
            "ratings": rows,
            "pairs": pairs,
            "alike": [list(t) for t, results in by_table.items() if alike(results, len(t))],
            "sentences": first_of_each_kind(faults),
            "left_out": list(self.left_out),
        }

    def write(self) -> None:
        """Write how it stands into the folder: as JSON, as rows and as a page."""
        found = self.standing()
        if self._folder is None or found is None:
            return
        games = [
            (table, row_of(part, number, result) | {"match": result.match})
            for table, some in self._by_table().items()
            for part, played in some
            for number, result in zip(part.games, played.results, strict=True)
        ]
        self._folder.write("league.json", f"{json.dumps(found, indent=1, allow_nan=False)}\n")
        self._folder.write("results.csv", csv_text([row for _, row in games]))
        self._folder.write("index.html", league_page(found, games))


@contextlib.contextmanager
def season_at(asked: LeagueQuestion, path: Path | None) -> Iterator[Season]:
    """Begin a league, whose folder at a `path` belongs to it alone meanwhile.

    Raises as `Season`.
    """
    with contextlib.nullcontext() if path is None else taken(path):
        yield Season(asked, path)


def _arguments(asked: LeagueQuestion) -> Plain:
    """Return the arguments as the folder keeps them: a bot by its name, whatever its file holds."""
    names = None if asked.agents is None else [_without_sum(n) for n in asked.agents]
    return {
        "format": FORMAT,
        "arcade": VERSION,
        "game": asked.game,
        "agents": names,
        "games": asked.games,
        "seed": asked.seed,
        "options": dict(asked.given),
    }


def _without_sum(written: str) -> str:
    kept, options = bots.split(bots.admit(written))
    if not written.startswith(bots.PREFIX):
        return written
    return ":".join([f"{bots.PREFIX}{bots.name_of(kept)}", *([options] if options else [])])


def _each(table: Table) -> str:
    """Return the words behind the number of games."""
    if len(table) == 1:
        return "games of each agent, on the same seeds"
    return "games of each pair" if len(table) == 2 else "games at each table"


def _ratings(
    agents: Sequence[str],
    draws: Sequence[Sequence[Meeting]],
    by_table: Mapping[Table, Sequence[Result]],
    zero: int | None,
) -> list[Plain]:
    rows: list[Plain] = []
    for name, rating in zip(agents, rate(len(agents), draws, zero), strict=True):
        ends = [round(rating.low, 1), round(rating.high, 1)]
        row = {"agent": name, "rating": round(rating.points, 1), "ci95": ends}
        rows.append({**row, "games": 0, "wins": 0, "draws": 0, "forfeits": 0})

    def count(number: int, share: float) -> None:
        rows[number]["games"] += 1
        rows[number]["wins"] += share == 1.0
        rows[number]["draws"] += 0.0 < share < 1.0

    place = {name: number for number, name in enumerate(agents)}
    if max(map(len, by_table)) > 2:
        for table, results in by_table.items():
            for result in results:
                for name, share in zip(table, win_shares(result, len(table)), strict=True):
                    count(place[name], share)
    else:
        for one, other, share in (meeting for draw in draws for meeting in draw):
            count(one, share)
            count(other, 1.0 - share)
    for table, results in by_table.items():
        for result in results:
            for who, name in enumerate(table if result.fault is not None else ()):
                rows[place[name]]["forfeits"] += bool(result.fault and result.fault.of(who))
    return rows


def _milliseconds(name: str, parts: Mapping[Table, Sequence[tuple[Chunk, Played]]]) -> float | None:
    """Return the mean milliseconds of an agent's choices, None without one."""
    times = [
        time
        for table, some in parts.items()
        for _, played in some
        for who, time in zip(table, played.times, strict=True)
        if who == name
    ]
    choices = sum(count for _, count in times)
    return 1000.0 * sum(seconds for seconds, _ in times) / choices if choices else None


def _pairs(agents: Sequence[str], draws: Sequence[Sequence[Meeting]]) -> list[Plain]:
    """Return the results of each two agents who met, in the order of the agents."""
    shares: dict[tuple[int, int], list[float]] = {}
    for one, other, share in (meeting for draw in draws for meeting in draw):
        key, own = ((one, other), share) if one < other else ((other, one), 1.0 - share)
        shares.setdefault(key, []).append(own)
    return [
        {
            "a": agents[one],
            "b": agents[other],
            "games": len(own),
            "a_wins": own.count(1.0),
            "draws": len(own) - own.count(1.0) - own.count(0.0),
            "b_wins": own.count(0.0),
            "a_win_share": sum(own) / len(own),
            "ci95": list(wilson(sum(own), len(own))),
        }
        for (one, other), own in sorted(shares.items())
    ]
