"""`main.py arena tracker --option play=hunt` (or hide, seek): the games of the maze, measured.

Every match has a maze of its own that no table was learned on, the same ones for all agents, and
the same seed, so that agents can be compared match by match. What is measured:

- hunt: the `--agents` are pairs of hunters, each against each of `ghosts`; `caught` of `games` in
  at most 150 steps, and in at most each of `WITHIN`, with 95% intervals (Wilson), and `behind`: how
  many more of 100 the first pair of the list catches within the first of `WITHIN` steps, with the
  interval over the same mazes;
- hide: the `--agents` are trackers, who look for a scripted hider (the lamplighter); how often it
  is caught, how many lanterns it brings home and its points;
- seek: the `--agents` are rivals, who mark against a scripted seeker (`ai.lab.tracker.careful`)
  where each of `ghosts` is; the mean moves off of both with the rival's interval, and of how many
  of the ten rounds the seeker was closer, the rival was, with the interval of the difference.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ai.lab.errors import BadArguments
from ai.lab.jobs import Jobs
from ai.lab.rooms import Plain, Progress
from ai.lab.tracker.careful import CarefulSeeker
from ai.lab.tracker.mazes import arena_maze
from games import catalog
from games.core import Limit, Player
from games.intervals import wilson
from games.match import Match
from games.spec import Params
from games.tracker import HUNTING, SPEC, TRACKING
from games.tracker.rules import HideState, HuntState, SeekState

LIMIT: Final = Limit(nodes=1)
WITHIN: Final = (25, 50)
"""Steps within which captures are counted too: nearly all are caught in 150 by who remembers."""
HIDER: Final = "lamplighter"
_ROLES: Final = {"hunt": HUNTING, "hide": TRACKING, "seek": TRACKING}


class Bout(NamedTuple):
    """All matches of one agent against one ghost ("" where the game has its scripted side)."""

    play: str
    agent: str
    ghost: str
    number: int
    seed: int
    options: tuple[tuple[str, Any], ...] = ()


def play_arena(
    play: str,
    agents: Sequence[str],
    games: int,
    seed: int,
    options: Mapping[str, Any],
    ghosts: Sequence[str],
    jobs: Jobs,
    progress: Progress,
) -> Plain:
    """The JSON output: a row for each pairing.

    `agents` and `ghosts` are ids, `options` those of the game besides `play`. Raises `BadArguments`
    for an agent that has no part in this game.
    """
    for name in agents:
        found = catalog.agent("tracker", name)
        if found.role != _ROLES[play] or found.hindrance(SPEC.params({"play": play})):
            raise BadArguments(f"{name} is not who is measured in {play}; name others.")
    for name in ghosts:
        if catalog.agent("tracker", name).role:
            raise BadArguments(f"{name} is no ghost; name others as ghosts.")
    against = ("",) if play == "hide" else tuple(ghosts)
    chosen = tuple(options.items())
    work = [Bout(play, a, g, games, seed, chosen) for g in against for a in dict.fromkeys(agents)]
    results: list[list[Result]] = []
    for done, part in enumerate(_played(work, jobs, progress), start=1):
        results.append(part)
        progress(done / len(work), f"{work[done - 1].agent} {work[done - 1].ghost}".strip())
    rows = [_row(bout, found) for bout, found in zip(work, results, strict=True)]
    if play == "hunt":
        _compare(work, results, rows)
    return {"game": "tracker", "play": play, "seed": seed, "games": games, "rows": rows}


def _played(work: Sequence[Bout], jobs: Jobs, progress: Progress) -> Iterator[list[Result]]:
    if not jobs.in_this_process(len(work)):
        for part in jobs.results(results_of, work):
            yield [Result(*each) for each in part]
        return
    for done, bout in enumerate(work):
        yield results_of(bout, functools.partial(progress, done / len(work)))


class Result(NamedTuple):
    """One match: whether the ghost was caught, its steps, and two figures of the game.

    Hiding: lanterns and points. Seeking: moves off in all rounds, of the seeker and the rival, and
    the rounds in which each was closer.
    """

    caught: int
    steps: int
    first: float = 0.0
    second: float = 0.0
    won: int = 0
    lost: int = 0


def results_of(bout: Bout, show: Callable[[str], None] = lambda line: None) -> list[Result]:
    """The matches of one pairing, a `bout`; `show` is called with a line after every tenth."""
    found = []
    for number in range(bout.number):
        found.append(result_of(bout, number))
        if number % 10 == 9:
            show(f"{bout.agent} {bout.ghost}: match {number + 1} of {bout.number}")
    return found


def result_of(bout: Bout, number: int) -> Result:
    """The match `number` of a pairing, a `bout`; the same arguments give the same match."""
    rows = arena_maze(bout.seed, number).rows
    layout = "\n".join(rows) + "\n"
    params = SPEC.params({"play": bout.play, **dict(bout.options), "layout": layout})
    match: Match[Any] = Match(
        catalog.rules("tracker"), params, 1000 * bout.seed + number, players_of(bout, params)
    )
    match.run(LIMIT)
    state = match.state
    if isinstance(state, HuntState):
        return Result(int(state.caught), state.step)
    if isinstance(state, HideState):
        return Result(int(state.caught), state.step, state.gathered, state.points / 10)
    assert isinstance(state, SeekState)
    own, other = (missed / state.rounds for missed in state.missed)
    return Result(0, state.step, own, other, *state.closer)


def players_of(bout: Bout, params: Params) -> dict[int, Player]:
    """Who plays in a match of a pairing, a `bout`."""

    def made(name: str) -> Player:
        return catalog.agent("tracker", name).make({}, None)

    if bout.play == "hunt":
        pair = made(bout.agent)
        return {0: pair, 1: pair, 2: made(bout.ghost)}
    if bout.play == "hide":
        return {0: made(HIDER), 1: made(bout.agent)}
    return {0: CarefulSeeker(), 1: made(bout.ghost), 2: made(bout.agent)}


def _row(bout: Bout, found: Sequence[Result]) -> Plain:
    """One row of the output."""
    count = len(found)
    row: Plain = {"agent": bout.agent}
    if bout.play == "seek":
        return row | {
            "ghost": bout.ghost,
            "seeker_off": _mean([each.first for each in found]),
            "rival_off": _mean([each.second for each in found]),
            "rival_off_ci95": list(_interval([each.second for each in found])),
            "won": _mean([each.won for each in found]),
            "lost": _mean([each.lost for each in found]),
            "ahead_ci95": list(_interval([each.won - each.lost for each in found])),
        }
    caught = sum(each.caught for each in found)
    low, high = wilson(caught, count)
    row |= {"caught": caught, "games": count, "ci95": [low, high]}
    if bout.play == "hide":
        row |= {
            "lanterns": _mean([each.first for each in found]),
            "points": _mean([each.second for each in found]),
            "points_ci95": list(_interval([each.second for each in found])),
        }
        return row
    steps = [each.steps for each in found if each.caught]
    soon = {str(most): _within(found, most) for most in WITHIN}
    spans = {str(most): list(wilson(soon[str(most)], count)) for most in WITHIN}
    mean = _mean(steps) if steps else None
    return row | {"ghost": bout.ghost, "steps": mean, "within": soon, "within_ci95": spans}


def _within(found: Sequence[Result], most: int) -> int:
    """How many were caught in so many steps at most."""
    return sum(each.caught and each.steps <= most for each in found)


def _compare(work: Sequence[Bout], results: Sequence[list[Result]], rows: list[Plain]) -> None:
    """How many more of 100 the first pair catches than each other, on the same mazes."""
    first = {b.ghost: r for b, r in reversed(list(zip(work, results, strict=True)))}
    for bout, found, row in zip(work, results, rows, strict=True):
        ahead = [
            100.0 * (_within([a], WITHIN[0]) - _within([b], WITHIN[0]))
            for a, b in zip(first[bout.ghost], found, strict=True)
        ]
        row["behind"] = _mean(ahead)
        row["behind_ci95"] = list(_interval(ahead))


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95% interval of a mean over many matches, by the normal distribution."""
    mean = _mean(values)
    if len(values) < 2:
        return mean, mean
    spread = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1))
    half = 1.96 * spread / math.sqrt(len(values))
    return mean - half, mean + half


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def report(found: Mapping[str, Any]) -> str:
    """The rows that were `found`, for a person."""
    head = f"tracker, {found['play']}, {found['games']} mazes, seed {found['seed']}"
    tell = {"hunt": _hunt_line, "hide": _hide_line, "seek": _seek_line}[found["play"]]
    return "\n".join([head, *(tell(row) for row in found["rows"])])


def _hunt_line(row: Plain) -> str:
    told = [f"{row['caught']:3} {_span(row['ci95'])}"]
    told += [f"{n}: {row['within'][n]:3} {_span(row['within_ci95'][n])}" for n in row["within"]]
    worse, better = row["behind_ci95"]
    told.append(f"behind {row['behind']:.0f} ({worse:.0f} to {better:.0f})")
    return f"  {row['ghost']:10} {row['agent']:10} caught " + "  ".join(told)


def _span(interval: Sequence[float]) -> str:
    low, high = (100 * bound for bound in interval)
    return f"({low:.0f} to {high:.0f}%)"


def _hide_line(row: Plain) -> str:
    low, high = (100 * bound for bound in row["ci95"])
    share = f"{row['caught']:3} of {row['games']} ({low:.0f} to {high:.0f}%)"
    points = "{:.1f} ({:.1f} to {:.1f})".format(row["points"], *row["points_ci95"])
    return f"  {row['agent']:10} catches {share}  lanterns {row['lanterns']:.1f}  points {points}"


def _seek_line(row: Plain) -> str:
    off = "{:.1f} moves off ({:.1f} to {:.1f})".format(row["rival_off"], *row["rival_off_ci95"])
    told = f"seeker {row['seeker_off']:.1f}, closer {row['won']:.1f} to {row['lost']:.1f}"
    ahead = "ahead by {:.1f} to {:.1f}".format(*row["ahead_ci95"])
    return f"  {row['ghost']:10} {row['agent']:10} {off}; {told}, {ahead}"
