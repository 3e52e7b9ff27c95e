"""`main.py league`: every agent against every other, with a rating for each.

`playing` says who meets whom and plays, `rating` has the model, `folder` keeps what was played, and
`page` shows the result in a browser.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from ai.lab import VERSION
from ai.lab.arena.play import Played, Result
from ai.lab.arena.schedule import Chunk, chunks
from ai.lab.arena.summary import alike, first_of_each_kind, win_shares
from ai.lab.contest import reference
from ai.lab.jobs import Jobs
from ai.lab.league.folder import FORMAT, LeagueFolder, taken
from ai.lab.league.page import league_page
from ai.lab.league.playing import Table, common_part, entrants, meetings, play_part, tables
from ai.lab.league.rating import Meeting, rate
from ai.lab.outcomes import csv_text, row_of
from ai.lab.progress import Progress
from ai.lab.rooms import Plain, unseen
from ai.lab.rooms import Progress as ProgressShown
from games import bots, catalog
from games.intervals import wilson

_AT_ONCE: Final = 200
"""Parts of the work that a cluster does before what it did is kept."""


class LeagueQuestion(NamedTuple):
    """The arguments of a league: `agents` as they were named, or None for the usual ones."""

    game: str
    agents: Sequence[str] | None
    games: int
    seed: int
    given: Mapping[str, str]


def league(
    asked: LeagueQuestion,
    jobs: Jobs,
    path: Path | None = None,
    progress: ProgressShown = unseen,
) -> Plain:
    """Play a league and return its result, which is also in the folder at the `path`.

    Raises `BadArguments` and the errors of the catalogue, of bots and of `jobs`.
    """
    game = asked.game
    catalog.spec(game)
    if asked.agents is None:
        agents, left_out = entrants(game, asked.given)
    else:
        agents, left_out = list(dict.fromkeys(map(bots.admit, asked.agents))), []
    common = common_part(game, agents, asked.seed, asked.given, path is not None)
    seated = tables(game, agents, common.params)
    work = chunks(asked.games, common, seated)
    with contextlib.ExitStack() as stack:
        folder = None
        if path is not None:
            stack.enter_context(taken(path))
            folder = LeagueFolder(path, _arguments(asked), seated)
        played = _played(work, jobs, folder, progress)
        found = _found(asked, agents, left_out, seated, played)
        if folder is not None:
            _write(folder, found, work, played)
    return found


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


def _played(
    work: Sequence[Chunk], jobs: Jobs, folder: LeagueFolder | None, progress: ProgressShown
) -> list[Played]:
    """Return what was played of all parts of the work, in order; what the folder has is not played
    again.
    """
    done = {} if folder is None else folder.done
    found = {
        (part.table, part.games.start): done.get((part.table, part.games.start)) for part in work
    }
    left = [part for part in work if found[part.table, part.games.start] is None]
    step = _AT_ONCE if jobs.cluster else max(1, len(left))
    for first in range(0, len(left), step):
        some = left[first : first + step]
        for number, (part, played) in enumerate(
            zip(some, jobs.results(play_part, some), strict=True),
            start=len(work) - len(left) + first + 1,
        ):
            kept = played if folder is None else folder.keep(part, played)
            found[part.table, part.games.start] = kept
            progress(number / len(work), " v ".join(part.table))
    return [played for played in found.values() if played is not None]


# -- the result --------------------------------------------------------------------------------


def _found(
    asked: LeagueQuestion,
    agents: Sequence[str],
    left_out: Sequence[str],
    seated: Sequence[Table],
    played: Sequence[Played],
) -> Plain:
    size = len(played) // len(seated)
    by_table = {
        table: [result for part in played[n * size : (n + 1) * size] for result in part.results]
        for n, table in enumerate(seated)
    }
    place = {name: number for number, name in enumerate(agents)}
    draws = meetings(asked.game, by_table, place)
    zero = place.get(reference(asked.game))
    rows = _ratings(agents, draws, by_table, zero)
    for row in rows:
        row["ms"] = _milliseconds(row["agent"], seated, played, size)
    rows.sort(key=lambda row: -row["rating"])
    faults = [r.fault.sentence for results in by_table.values() for r in results if r.fault]
    return {
        "game": asked.game,
        "seed": asked.seed,
        "games": asked.games,
        "each": _each(seated[0]),
        "options": dict(asked.given),
        "reference": None if zero is None else agents[zero],
        "ratings": rows,
        "pairs": _pairs(agents, draws),
        "alike": [list(t) for t, results in by_table.items() if alike(results, len(t))],
        "sentences": first_of_each_kind(faults),
        "left_out": list(left_out),
    }


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
            if result.fault is not None:
                rows[place[table[result.fault.who]]]["forfeits"] += 1
    return rows


def _milliseconds(
    name: str, seated: Sequence[Table], played: Sequence[Played], size: int
) -> float | None:
    """Return the mean milliseconds of an agent's choices, None without one."""
    times = [
        time
        for n, table in enumerate(seated)
        for part in played[n * size : (n + 1) * size]
        for who, time in zip(table, part.times, strict=True)
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


def _write(
    folder: LeagueFolder, found: Plain, work: Sequence[Chunk], played: Sequence[Played]
) -> None:
    """Write the result into a folder: as JSON, as rows and as a page."""
    games = [
        (part.table, row_of(part, number, result) | {"match": result.match})
        for part, some in zip(work, played, strict=True)
        for number, result in zip(part.games, some.results, strict=True)
    ]
    folder.write("league.json", f"{json.dumps(found, indent=1, allow_nan=False)}\n")
    folder.write("results.csv", csv_text([row for _, row in games]))
    folder.write("index.html", league_page(found, games))


# -- for a person ------------------------------------------------------------------------------


def serve(asked: LeagueQuestion, jobs: Jobs, path: Path | None) -> int:
    """Play a league and print its table; returns the exit code. Raises as `league`."""
    with contextlib.closing(Progress()) as progress:
        found = league(asked, jobs, path, progress)
    print("\n".join(league_lines(found)))
    if path is not None:
        print(f"{path / 'index.html'} has the table, the pairs and every match.")
    return 0


def league_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield the result as lines: a table with a row an agent, and what was remarkable."""
    zero = found["reference"] or "the weakest"
    about = f"{found['game']}, seed {found['seed']}, {found['games']} {found['each']}"
    yield f"{about}: Elo points, {zero} = 0"
    names = [row["agent"] for row in found["ratings"]]
    wide = max(map(len, ["agent", *names]))
    yield f"  {'':>3} {'agent':{wide}} rating  95% interval     games   wins forfeits  ms a choice"
    for rank, row in enumerate(found["ratings"], start=1):
        low, high = row["ci95"]
        ms = "-" if row["ms"] is None else f"{row['ms']:.3f}"
        interval = "" if row["agent"] == found["reference"] else f"{low:+.0f} to {high:+.0f}"
        yield (
            f"  {rank:>2}. {row['agent']:{wide}} {row['rating']:+6.0f}  {interval:15} "
            f"{row['games']:6} {row['wins']:6} {row['forfeits']:8} {ms:>12}"
        )
    for table in found["alike"]:
        yield f"  all games alike, so that one says as much: {' v '.join(table)}"
    yield from (f"  {sentence}" for sentence in found["sentences"])
    yield from (f"  not in it: {sentence}" for sentence in found["left_out"])
