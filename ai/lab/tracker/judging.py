"""The judge of the tracker's games, measured: as a player, and by what it foresaw.

`Advised` plays what the judge calls best: `--agents judge` in the arena of the hunt and of seek,
and `--option hider=judge` in the one of hide.

With `--option forecasts=on` the matches of the arena are judged, choice by choice. A row compares
what the judge foresaw after each choice of a side with what came:

- seek: the moves from the mark of a rival to the ghost;
- hide: the points that the hider still brings home;
- hunt: the steps to the catch, at most `ai.tracker.judge_by_playing.MOST`.

`off` is what came less what was foreseen, the mean of the means of all matches, with its 95%
interval; `lost` is the mean loss of a choice.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ai.core import Agent
from ai.lab.rooms import ArenaQuestion, Plain
from ai.lab.study import mean_interval
from ai.tracker.judge import Judge
from ai.tracker.judge_by_playing import MOST
from games import catalog
from games.core import Decision, Event, Game, Limit
from games.judging import Found, asked_in, judge_in_order
from games.match import Match
from games.moments import Moments
from games.spec import Params
from games.streams import Stream
from games.tracker.rules import GAME, HideState, MazeState, SeekState

JUDGE: Final = "judge"
"""The name of the advised agent in an arena."""
SIDES: Final = {"seek": (2,), "hide": (0,), "hunt": (0, 1)}
"""The seats of the measured side in each game."""


class Advised(Agent):
    """Plays what the judge calls best."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Seat a judge beside each seat."""
        super().begin(seats, game, params, rng)
        self._judges = {seat: Judge() for seat in seats}
        for seat, judge in self._judges.items():
            judge.begin((seat,), game, params, rng)

    def observe(self, events: Sequence[Event]) -> None:
        """Let the judges hear it."""
        for judge in self._judges.values():
            judge.observe(events)

    def act(self, seat: int, view: MazeState, legal: Collection[str], limit: Limit) -> Decision:
        """Return the best move."""
        return Decision(self._judges[seat].hint(view, view.step).actions[0].move)


class MatchForecast(NamedTuple):
    """The choices of the measured side in a match: how many, and means of what was foreseen, of
    what came, and of the losses.
    """

    choices: int
    foreseen: float
    came: float
    lost: float


def forecast_of(play: str, match: Match[Any]) -> MatchForecast:
    """Judge a match that was played."""
    moments: Moments[MazeState] = Moments(GAME, match.params)
    moments.follow(match.turns)
    words = catalog.choice_words("tracker", match.params)
    every = asked_in(moments, words.chapters(moments), words)
    asked = [each for each in every if each.seat in SIDES[play]]
    found = list(judge_in_order(moments, asked, match.params, words, Judge))
    pairs = [_pair(each, moments) for each in found]
    count = max(1, len(found))
    foreseen, came = (sum(side) / count for side in zip(*pairs, strict=True))
    return MatchForecast(
        len(found), foreseen, came, sum(each.judged.lost for each in found) / count
    )


def _pair(found: Found, moments: Moments[MazeState]) -> tuple[float, float]:
    """Return what was foreseen after a choice, and what came."""
    judged, before, last = found.judged, found.asked.choice.state, moments[-1].state
    value = next(row.value for row in judged.actions if row.move == judged.move)
    if isinstance(before, SeekState):
        after = moments[found.asked.choice.turn + 1].state
        assert isinstance(after, SeekState)
        return -value, float(after.missed[1] - before.missed[1])
    if isinstance(before, HideState):
        assert isinstance(last, HideState)
        return value, (last.points - before.points) / 10
    return -value, float(min(MOST, last.step - before.step + 1))


def rows_of(ghost: str, results: Sequence[MatchForecast], asked: ArenaQuestion) -> list[Plain]:
    """Return a row for each agent against a `ghost`."""
    games = asked.games
    return [
        _row(ghost, agent, results[place * games : (place + 1) * games])
        for place, agent in enumerate(asked.agents)
    ]


def _row(ghost: str, agent: str, found: Sequence[MatchForecast]) -> Plain:
    count = len(found)
    off, interval = mean_interval(np.array([each.came - each.foreseen for each in found]))
    return {
        "agent": agent,
        "ghost": ghost,
        "games": count,
        "choices": sum(each.choices for each in found),
        "lost": sum(each.lost for each in found) / count,
        "foreseen": sum(each.foreseen for each in found) / count,
        "came": sum(each.came for each in found) / count,
        "off": off,
        "off_ci95": interval,
    }


LINE: Final = (
    "  {ghost:10} {agent:10} {choices} choices lost {lost:.2f} each; foreseen {foreseen:.2f}, came "
    "{came:.2f}, off by {off:+.2f} ({off_ci95[0]:+.2f} to {off_ci95[1]:+.2f})"
)
