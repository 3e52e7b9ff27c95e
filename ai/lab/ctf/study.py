"""`main.py arena ctf --option study=tournament`: a round robin with a crosstable and its games.

Every two of `--agents` play `--games` games, two in a row on one maze with sides changed, and all
pairs on the same mazes. Beside the teams of the game `pelita:FILE` can be named. With `--option
save=FOLDER` the tournament is written there, for programs (`tournament.json`,
`games.ctf.tournament`), and each game as a file of its own, to be seen by `main.py play ctf --match
FILE`; both after each game, before it is shown, so that the same command goes on where it was
stopped. All follows from the seed, for any number of jobs.

`--option study=belief` measures how well the belief of a team holds its enemies (`belief_study`),
`--option study=judge` how well the judge foresees (`judge_study`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ai.files import put, short_path
from ai.lab.ctf import belief_study, judge_study
from ai.lab.errors import BadArguments
from ai.lab.options import share_options
from ai.lab.rooms import ArenaQuestion, Plain
from games import catalog
from games.ctf.tournament import BadTournament, Row, Tournament, play

STUDY: Final = "tournament"
OTHERS: Final = {belief_study.STUDY: belief_study, judge_study.STUDY: judge_study}
FILE: Final = "tournament.json"
_LONGEST: Final = 200
"""Characters of names that are told."""


def arena(asked: ArenaQuestion) -> Plain:
    """Play the tournament, or what the study `belief` asks for; returns it with its table."""
    other = OTHERS.get(asked.given.get("study", ""))
    if other is not None:
        plain: Plain = other.arena(asked)
        return plain
    agents, games, seed, given, jobs, progress = asked
    options = dict(given)
    study, folder = options.pop("study", STUDY), options.pop("save", "")
    if study != STUDY:
        known = f"{STUDY}, {' and '.join(OTHERS)}"
        raise BadArguments(f"There is no study {study[:40]!r} of ctf; there are {known}.")
    params, _ = share_options("ctf", [catalog.agent("ctf", name) for name in agents], options)
    try:
        cup = Tournament(agents, params, games, seed)
    except BadTournament as problem:
        raise BadArguments(str(problem)) from None
    kept = Path(folder) if folder else None
    if kept is not None:
        take_up(cup, kept)
    for outcome in jobs.results(play, cup.fixtures[len(cup.outcomes) :]):
        cup.take(outcome)
        if kept is not None:
            put(files_of(cup, kept))
        progress(len(cup.outcomes) / len(cup.fixtures), f"{outcome.left} v {outcome.right}")
    rows = [_row_plain(row) for row in cup.table()]
    return {**cup.to_plain(logs=False), "table": rows, "saved": folder}


def take_up(cup: Tournament, folder: Path) -> None:
    """Enter what was played of this very tournament, where a `folder` has it.

    Raises `BadArguments` where another one is kept there, or what cannot be read.
    """
    path = folder / FILE
    if not path.exists():
        return
    try:
        kept = Tournament.from_text(path.read_text(encoding="utf-8"))
    except (BadTournament, OSError, UnicodeDecodeError):
        told = f"{short_path(path)} is no tournament that can go on"
        raise BadArguments(f"{told}; move it away, or save in another folder.") from None
    if kept.fixtures != cup.fixtures:
        told = f"seed {kept.seed}, {kept.games} games a pair, {', '.join(kept.teams)[:_LONGEST]}"
        raise BadArguments(
            f"{short_path(folder)} holds another tournament ({told}); save in another folder."
        )
    for outcome in kept.outcomes:
        cup.take(outcome)


def files_of(cup: Tournament, folder: Path) -> dict[Path, bytes]:
    """Return the files that the last game of a tournament changes, and what is in them."""
    digits, last = len(str(len(cup.fixtures))), cup.outcomes[-1]
    game = folder / f"game-{last.number + 1:0{digits}}.log"
    return {game: last.log.encode(), folder / FILE: cup.to_text().encode()}


def _row_plain(row: Row) -> Plain:
    cells = {other: cell._asdict() for other, cell in row.cells.items()}
    return {**row._asdict(), "cells": cells}


def report(found: Mapping[str, Any]) -> str:
    """Return the crosstable and the faults that ended games, or the table of beliefs."""
    other = OTHERS.get(found.get("study", ""))
    if other is not None:
        told: str = other.report(found)
        return told
    rows = found["table"]
    names = [row["team"] for row in rows]
    wide = max(map(len, names))
    head = " ".join(f"{number:>5}" for number in range(1, len(rows) + 1))
    lines = [
        f"{len(found['played'])} games, seed {found['seed']}: wins against each, a draw as half",
        f"    {'':{wide}} {head}   won  of  share (95 %)         margin  catches",
    ]
    for rank, row in enumerate(rows, start=1):
        lines.append(f"{rank:3} {row['team']:{wide}} {_cells(row, names)} {_sums(row)}")
    faults = [outcome for outcome in found["played"] if outcome["fault"] is not None]
    lines += [_fault(outcome) for outcome in faults]
    saved = found["saved"]
    return "\n".join([*lines, f"Saved in {saved}."] if saved else lines)


def _cells(row: Plain, names: Sequence[str]) -> str:
    told = []
    for name in names:
        cell = row["cells"].get(name)
        told.append(f"{'-':>5}" if cell is None else f"{cell['won']:5.1f}")
    return " ".join(told)


def _sums(row: Plain) -> str:
    low, high = row["interval"]
    games = max(row["games"], 1)
    margin = (row["points"][0] - row["points"][1]) / games
    caught, lost = (catches / games for catches in row["catches"])
    share = f"{row['won'] / games:.3f} ({low:.3f} to {high:.3f})"
    return f"{row['won']:5.1f} {row['games']:3}  {share} {margin:+7.1f}  {caught:.1f}:{lost:.1f}"


def _fault(outcome: Plain) -> str:
    fault = outcome["fault"]
    told = f"game {outcome['number'] + 1}, {outcome['left']} v {outcome['right']}"
    return f"    {told}: {fault['team']} failed after {fault['moves']} moves. {fault['sentence']}"
