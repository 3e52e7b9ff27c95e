"""`main.py arena tracker --option play=hunt` (or hide, seek): the games of the maze, measured.

Every match has a maze of its own that no table was learned on, the same ones for all agents, and
the same seed, so that agents can be compared match by match. What is measured:

- hunt: the `--agents` are pairs of hunters, each against each of `ghosts`; `caught` of `games` in
  at most 150 steps, and in at most each of `WITHIN`, with 95% intervals (Wilson), and `behind`: how
  many more of 100 the first pair of the list catches within the first of `WITHIN` steps, with the
  interval over the same mazes;
- hide: the `--agents` are trackers, who look for a scripted hider (the lamplighter); how often it
  is caught, how many lanterns it brings home and its points;
- seek: the `--agents` are rivals, who mark against a scripted seeker (`CarefulSeeker`, or with
  `seeker=standing` `StandingSeeker`) where each of `ghosts` is; the mean moves off of both with the
  rival's interval, and of how many of the ten rounds the seeker was closer, the rival was, with the
  interval of the difference.

`judge` is a pair or a rival that plays what the judge calls best, and with `hider=judge` the hider
is; `forecasts=on` measures what the judge foresaw (`ai.lab.tracker.judging`).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ai.belief.graph import MazeGraph
from ai.belief.target import distance_table
from ai.core import Agent
from ai.lab.errors import BadArguments
from ai.lab.rooms import ArenaQuestion, Plain
from ai.lab.study import Groups, Study, Values, pieces
from ai.lab.tracker.judging import JUDGE, LINE, Advised, MatchForecast, forecast_of, rows_of
from ai.lab.tracker.mazes import arena_maze
from games import catalog
from games.core import Decision, Event, Game, Limit, Player
from games.intervals import wilson
from games.match import Match
from games.spec import Params
from games.streams import Stream
from games.tracker import HUNTING, SPEC, TRACKING
from games.tracker.rules import HideState, HuntState, SeekState, SensorReading
from games.tracker.rules.possible import agreeing, possible

LIMIT: Final = Limit(nodes=1)
WITHIN: Final = (25, 50)
"""Steps within which captures are counted too: nearly all are caught in 150 by who remembers."""
HIDER: Final = "lamplighter"
CAREFUL, STANDING = "careful", "standing"
"""The scripted seekers."""
SCRIPTED: Final = ""
"""No ghost: the game has its scripted side."""
AT_ONCE: Final = 10
"""Matches of one part of the work."""
_ROLES: Final = {"hunt": HUNTING, "hide": TRACKING, "seek": TRACKING}


class CarefulSeeker(Agent):
    """A scripted seeker who thinks as a careful person does, and by whom rivals are measured.

    It keeps every cell that the readings since the last known place allow
    (`games.tracker.rules.possible`), takes all of them for equally likely, and marks the cell from
    which the way to the others is shortest on average.
    """

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Know the start, where it is known."""
        super().begin(seats, game, params, rng)
        state: SeekState = game.new(params)
        self._course, self._known = state.course, state.course.start
        self._heard: list[tuple[SensorReading, ...]] = []
        graph = MazeGraph(self._course.maze.rows)
        self._moves = distance_table(graph, np.arange(graph.n_cells))[:-1].astype(np.float64)

    def observe(self, events: Sequence[Event]) -> None:
        """Hear the readings; and where the ghost was, once the marks were opened."""
        for event in events:
            if event.kind == "reading":
                self._heard.append(tuple(SensorReading(*each) for each in event.data["readings"]))
            elif event.kind == "marked":
                self._known, self._heard = int(event.data["cell"]), []

    def act(self, seat: int, view: SeekState, legal: Collection[str], limit: Limit) -> Decision:
        """Mark a cell."""
        found = possible(self._course, self._known, self._heard)
        cells = sorted(found or agreeing(self._course, self._heard[-1]))
        ways = self._moves[np.ix_(cells, cells)].sum(axis=1)
        return Decision(f"cell{cells[int(np.argmin(ways))]}")


class StandingSeeker(CarefulSeeker):
    """A seeker without any skill, who marks the cell where the ghost set out in each round."""

    def act(self, seat: int, view: SeekState, legal: Collection[str], limit: Limit) -> Decision:
        """Mark the cell that was known last; the first cell before any was."""
        return Decision(f"cell{self._known or 0}")


class Bout(NamedTuple):
    """Some matches of one agent against one ghost ("" where the game has its scripted side)."""

    play: str
    agent: str
    ghost: str
    numbers: range
    seed: int
    options: tuple[tuple[str, Any], ...] = ()
    hider: str = HIDER
    seeker: str = CAREFUL


def play_arena(asked: ArenaQuestion, values: Values, options: Values) -> Plain:
    """Return the JSON output: a row for each pairing.

    `values` are options of the arena, `options` those of the game besides `play`. Raises
    `BadArguments` for an agent that has no part in this game.
    """
    play, ghosts = values["play"], values["ghosts"]
    for name in asked.agents:
        if name == JUDGE and play != "hide":
            continue
        found = None if name == JUDGE else catalog.agent("tracker", name)
        if (
            found is None
            or found.role != _ROLES[play]
            or found.hindrance(SPEC.params({"play": play}))
        ):
            raise BadArguments(f"{name} is not who is measured in {play}; name others.")
    for name in ghosts:
        if catalog.agent("tracker", name).role:
            raise BadArguments(f"{name} is no ghost; name others as ghosts.")
    values = {**values, "options": tuple(options.items())}
    asked = asked._replace(agents=tuple(dict.fromkeys(asked.agents)))
    head = {"game": "tracker", "play": play, "seed": asked.seed, "games": asked.games}
    head |= {"hider": values["hider"]} if values["hider"] != HIDER else {}
    head |= {"seeker": values["seeker"]} if values["seeker"] != CAREFUL else {}
    if values["forecasts"]:
        return {**head, "forecasts": True, "rows": FORECASTS.rows(asked, values)}
    return {**head, "rows": GAMES[play].rows(asked, values)}


def _parts(asked: ArenaQuestion, values: Values) -> Groups[Bout]:
    """Return for each ghost all agents, one after the other, some matches a part."""
    play, options = values["play"], values["options"]
    scripted = (values["hider"], values["seeker"])
    ghosts = (SCRIPTED,) if play == "hide" else values["ghosts"]
    split = [(name, some) for name in asked.agents for some in pieces(asked.games, AT_ONCE)]
    return [
        (
            ghost,
            [Bout(play, name, ghost, some, asked.seed, options, *scripted) for name, some in split],
        )
        for ghost in ghosts
    ]


class TrackerResult(NamedTuple):
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


def results_of(bout: Bout) -> list[TrackerResult]:
    """Return the matches of a `bout`."""
    return [result_of(bout, number) for number in bout.numbers]


def forecasts_of(bout: Bout) -> list[MatchForecast]:
    """Return what the judge foresaw in the matches of a `bout`."""
    return [forecast_of(bout.play, match_of(bout, number)) for number in bout.numbers]


def match_of(bout: Bout, number: int) -> Match[Any]:
    """Return the match `number` of a pairing, a `bout`; the same arguments give the same match."""
    rows = arena_maze(bout.seed, number).rows
    layout = "\n".join(rows) + "\n"
    params = SPEC.params({"play": bout.play, **dict(bout.options), "layout": layout})
    match: Match[Any] = Match(
        catalog.rules("tracker"), params, 1000 * bout.seed + number, players_of(bout, params)
    )
    match.run(LIMIT)
    return match


def result_of(bout: Bout, number: int) -> TrackerResult:
    """Return the result of the match `number` of a pairing, a `bout`."""
    state = match_of(bout, number).state
    if isinstance(state, HuntState):
        return TrackerResult(int(state.caught), state.step)
    if isinstance(state, HideState):
        return TrackerResult(int(state.caught), state.step, state.gathered, state.points / 10)
    assert isinstance(state, SeekState)
    own, other = (missed / state.rounds for missed in state.missed)
    return TrackerResult(0, state.step, own, other, *state.closer)


def players_of(bout: Bout, params: Params) -> dict[int, Player]:
    """Return the players of a match of a pairing, a `bout`."""

    def made(name: str) -> Player:
        return Advised() if name == JUDGE else catalog.agent("tracker", name).make({}, None)

    if bout.play == "hunt":
        pair = made(bout.agent)
        return {0: pair, 1: pair, 2: made(bout.ghost)}
    if bout.play == "hide":
        return {0: made(bout.hider), 1: made(bout.agent)}
    seeker = StandingSeeker() if bout.seeker == STANDING else CarefulSeeker()
    return {0: seeker, 1: made(bout.ghost), 2: made(bout.agent)}


def _by_agent(
    results: list[TrackerResult], asked: ArenaQuestion
) -> list[tuple[str, list[TrackerResult]]]:
    """Return the agents with their matches, by the order of `_parts`."""
    found = [results[at : at + asked.games] for at in range(0, len(results), asked.games)]
    return list(zip(asked.agents, found, strict=True))


def _hunts(ghost: str, results: list[TrackerResult], asked: ArenaQuestion) -> list[Plain]:
    agents = _by_agent(results, asked)
    return [_hunt(ghost, agent, found, agents[0][1]) for agent, found in agents]


def _hunt(ghost: str, agent: str, found: list[TrackerResult], first: list[TrackerResult]) -> Plain:
    """Return the row of a pair, and how many more of 100 the `first` pair catches on the same
    mazes.
    """
    count, steps = len(found), [each.steps for each in found if each.caught]
    soon = {str(most): _within(found, most) for most in WITHIN}
    pairs = zip(first, found, strict=True)
    ahead = [100.0 * (_within([a], WITHIN[0]) - _within([b], WITHIN[0])) for a, b in pairs]
    return {
        **_caught(agent, found),
        "ghost": ghost,
        "steps": _mean(steps) if steps else None,
        "within": soon,
        "within_ci95": {most: list(wilson(number, count)) for most, number in soon.items()},
        "behind": _mean(ahead),
        "behind_ci95": list(_interval(ahead)),
    }


def _hides(ghost: str, results: list[TrackerResult], asked: ArenaQuestion) -> list[Plain]:
    return [
        {
            **_caught(agent, found),
            "lanterns": _mean([each.first for each in found]),
            "points": _mean([each.second for each in found]),
            "points_ci95": list(_interval([each.second for each in found])),
        }
        for agent, found in _by_agent(results, asked)
    ]


def _seeks(ghost: str, results: list[TrackerResult], asked: ArenaQuestion) -> list[Plain]:
    return [
        {
            "agent": agent,
            "ghost": ghost,
            "seeker_off": _mean([each.first for each in found]),
            "rival_off": _mean([each.second for each in found]),
            "rival_off_ci95": list(_interval([each.second for each in found])),
            "won": _mean([each.won for each in found]),
            "lost": _mean([each.lost for each in found]),
            "ahead_ci95": list(_interval([each.won - each.lost for each in found])),
            "matches_won": sum(each.won > each.lost for each in found),
            "matches_lost": sum(each.won < each.lost for each in found),
        }
        for agent, found in _by_agent(results, asked)
    ]


def _caught(agent: str, found: Sequence[TrackerResult]) -> Plain:
    count, caught = len(found), sum(each.caught for each in found)
    return {"agent": agent, "caught": caught, "games": count, "ci95": list(wilson(caught, count))}


def _within(found: Sequence[TrackerResult], most: int) -> int:
    """Return how many were caught in at most this number of steps."""
    return sum(each.caught and each.steps <= most for each in found)


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95% interval of a mean over many matches, by the normal distribution."""
    mean = _mean(values)
    if len(values) < 2:
        return mean, mean
    spread = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1))
    half = 1.96 * spread / math.sqrt(len(values))
    return mean - half, mean + half


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


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


GAMES: Final = {
    "hunt": Study(_parts, results_of, _hunts, (_hunt_line,), (_hunt_line,)),
    "hide": Study(_parts, results_of, _hides, (_hide_line,)),
    "seek": Study(
        _parts,
        results_of,
        _seeks,
        (
            "  {ghost:10} {agent:10} {rival_off:.1f} moves off ({rival_off_ci95[0]:.1f} to "
            "{rival_off_ci95[1]:.1f}); seeker {seeker_off:.1f}, closer {won:.1f} to {lost:.1f}, "
            "ahead by {ahead_ci95[0]:.1f} to {ahead_ci95[1]:.1f}",
        ),
    ),
}


FORECASTS: Final = Study(_parts, forecasts_of, rows_of, (LINE,))


def report(found: Plain) -> str:
    """Return the rows that were `found`, for a person."""
    head = f"tracker, {found['play']}, {found['games']} mazes, seed {found['seed']}"
    study = FORECASTS if found.get("forecasts") else GAMES[found["play"]]
    return "\n".join([head, *study.lines(found["rows"])])
