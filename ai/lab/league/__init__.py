"""`main.py league`: every agent against every other, with a rating for each.

`playing` says who meets whom and plays, `rating` has the model, `season` is a league that is being
played, `folder` keeps it, and `page` shows it in a browser.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from ai.lab.errors import BadArguments
from ai.lab.jobs import Jobs
from ai.lab.league.playing import entrants, play_part
from ai.lab.league.season import LeagueQuestion as LeagueQuestion
from ai.lab.league.season import season_at
from ai.lab.progress import Progress
from ai.lab.rooms import Plain, unseen
from ai.lab.rooms import Progress as ProgressShown
from ai.lab.saving import check_checkout, league_command, save
from games import bots

_AT_ONCE: Final = 200
"""Parts of the work that a cluster does before what it did is kept."""
WRITE_SECONDS: Final = 30.0
"""Seconds between two pages of a league that is being played."""
_KEPT: Final = ("game", "seed", "games", "each", "reference")
"""What is kept of a league among the measured figures, beside its ratings."""


def league(
    asked: LeagueQuestion,
    jobs: Jobs,
    path: Path | None = None,
    progress: ProgressShown = unseen,
) -> Plain:
    """Play a league and return its result, which is also in the folder at the `path`.

    Raises `BadArguments` and the errors of the catalogue, of bots and of `jobs`.
    """
    with season_at(asked, path) as season:
        left, written = season.left, time.monotonic()
        step = _AT_ONCE if jobs.cluster else max(1, len(left))
        try:
            for first in range(0, len(left), step):
                some = left[first : first + step]
                for part, played in zip(some, jobs.results(play_part, some), strict=True):
                    season.take(part, played)
                    progress(season.done, " v ".join(part.table))
                    if time.monotonic() - written > WRITE_SECONDS:
                        season.write()
                        written = time.monotonic()
        finally:
            season.write()
        found = season.standing()
        assert found is not None
        return found


# -- for a person ------------------------------------------------------------------------------


def serve(asked: LeagueQuestion, jobs: Jobs, path: Path | None, keep: bool = False) -> int:
    """Play a league and print its table; returns the exit code. Raises as `league`.

    With `keep` the ratings of agents that ship are written among the measured figures.
    """
    if keep:
        asked = of_what_ships(asked)
    with contextlib.closing(Progress()) as progress:
        found = league(asked, jobs, path, progress)
    print("\n".join(league_lines(found)))
    if keep:
        command = league_command(asked.game, asked.games, asked.seed, asked.given)
        save(asked.game, command, asked.seed, kept_ratings(found))
    if path is not None:
        print(f"{path / 'index.html'} has the table, the pairs and every match.")
    return 0


def of_what_ships(asked: LeagueQuestion) -> LeagueQuestion:
    """Return the league of the agents that ship, without own bots.

    Raises `BadArguments` outside a checkout and where agents are named.
    """
    check_checkout()
    if asked.agents is not None:
        raise BadArguments("Ratings that ship are of all that ships; leave --agents out.")
    found, _ = entrants(asked.game, asked.given)
    return asked._replace(agents=[name for name in found if not name.startswith(bots.PREFIX)])


def kept_ratings(found: Mapping[str, Any]) -> Plain:
    """Return what the measured figures keep of a league: no pairs, and no times."""
    rows = [
        {name: value for name, value in row.items() if name != "ms"} for row in found["ratings"]
    ]
    return {**{name: found[name] for name in _KEPT}, "ratings": rows}


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
