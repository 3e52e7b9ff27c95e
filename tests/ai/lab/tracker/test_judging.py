"""The judge measured: it plays what it calls best, and is held against what came."""

from __future__ import annotations

from typing import Any

import pytest

from ai.lab.errors import BadArguments
from ai.lab.jobs import Jobs
from ai.lab.rooms import ArenaQuestion
from ai.lab.tracker.arena import arena, report
from ai.lab.tracker.judging import MatchForecast, forecast_of, rows_of
from ai.lab.tracker.matches import Bout, match_of
from games.core import CHANCE


def measured(play: str, agents: tuple[str, ...], **options: str) -> dict[str, Any]:
    given = {"play": play, "steps": "60", **options}
    return arena(ArenaQuestion(agents, 1, 1, given, Jobs(1), lambda share, line: None))


def test_one_who_is_advised_marks_as_the_hound_does() -> None:
    found = measured("seek", ("hound", "judge"), ghosts="random")
    hound, judge = found["rows"]
    assert hound["agent"] == "hound"
    assert judge["rival_off"] == pytest.approx(hound["rival_off"], abs=0.3), "by the same belief"


def test_two_who_are_advised_catch_a_ghost() -> None:
    (row,) = measured("hunt", ("judge",), ghosts="random")["rows"]
    assert row["caught"] == 1


def test_a_hider_that_is_advised_plays_another_match_than_the_scripted_one() -> None:
    found = measured("hide", ("drifter",), hider="judge")
    assert found["hider"] == "judge"
    assert found["rows"] != measured("hide", ("drifter",))["rows"]
    with pytest.raises(BadArguments, match="judge is not who is measured"):
        measured("hide", ("judge",))


@pytest.mark.parametrize(
    ("play", "agent", "ghost"),
    [("seek", "drifter", "random"), ("hide", "drifter", ""), ("hunt", "pack", "random")],
)
def test_what_came_is_what_the_match_has(play: str, agent: str, ghost: str) -> None:
    match = match_of(Bout(play, agent, ghost, range(1), 1, (("steps", 60),)), 0)
    found = forecast_of(play, match)
    state = match.state
    own = [seat for turn in match.turns for seat, _ in turn if seat != CHANCE]
    if play == "seek":
        assert found.choices == own.count(2)
        assert found.came == pytest.approx(state.missed[1] / state.rounds)
    elif play == "hunt":
        steps = range(1, state.step + 1)
        assert found.choices == own.count(0) + own.count(1)
        assert found.came <= sum(min(40, state.step - step + 1) for step in steps)
    else:
        assert 0.0 <= found.came <= state.points / 10
    assert found.foreseen >= 0.0


def test_a_row_has_the_interval_of_the_difference() -> None:
    asked = ArenaQuestion(("a",), 2, 1, {}, Jobs(1), lambda share, line: None)
    matches = [MatchForecast(10, 3.0, 4.0, 0.5), MatchForecast(10, 3.0, 2.0, 0.1)]
    (row,) = rows_of("g", matches, asked)
    assert row["choices"] == 20
    assert (row["lost"], row["off"]) == (0.3, 0.0)
    low, high = row["off_ci95"]
    assert low < 0.0 < high
    assert low == -high


def test_forecasts_are_told_in_a_line() -> None:
    found = measured("seek", ("drifter",), ghosts="random", forecasts="on")
    assert found["forecasts"] is True
    assert "  random     drifter    10 choices lost" in report(found)
