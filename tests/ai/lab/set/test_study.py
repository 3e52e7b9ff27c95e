"""Simulated players against `mirror`: the same for any number of jobs, and told as they are."""

from __future__ import annotations

import pytest

from ai.lab.errors import BadArguments
from ai.lab.jobs import HERE
from ai.lab.rooms import ArenaQuestion, Plain
from ai.lab.set.study import (
    PLAYERS,
    PlayersPart,
    arena,
    career,
    holds,
    level_rates,
    make_player,
    report,
)
from ai.set.race import LearnedRates, prior, steady_rates
from games.streams import Stream


def studied(agents: tuple[str, ...] = ("fair",), **given: str) -> Plain:
    options = {"study": "mirror", "sets": "60", **given}
    return arena(ArenaQuestion(agents, 2, 3, options, HERE, lambda *_: None))


def test_players_are_as_they_are_called() -> None:
    for name in PLAYERS:
        player = make_player(name, Stream(1), 100)
        slow, quick = player.rates, None
        player.taken = 100
        quick = player.rates
        assert (quick != slow) == (name == "quickening")
        assert (player.right_rates != player.rates) == (name == "erring")
    assert level_rates(4.0) == pytest.approx(steady_rates(4))


def test_a_career_has_as_many_sets_as_were_asked_for() -> None:
    part = PlayersPart("quick", 1, range(1), 50, 60, 3)
    found = career(part, 0)
    assert len(found.taken) == len(found.held) == 60
    assert set(found.taken) == {0, 1}
    assert career(part, 0) == found != career(part, 1)


def test_the_study_tells_shares_and_intervals() -> None:
    found = studied(("fair", "slow"), share="70")
    row = found["rows"][0]
    assert (row["player"], row["players"], row["sets"]) == ("fair", 2, 60)
    assert row["share_ci95"][0] < row["share"] < row["share_ci95"][1]
    assert len(row["held"]) == len(row["held_at_the_end"]) == 4
    assert "mirror at 70%" in report(found)
    assert "last 50" in report(found)


def test_an_interval_holds_what_lies_in_it() -> None:
    known = LearnedRates((50.0,) * 4, (100.0,) * 4)
    assert holds(known, (0.5, 0.45, 0.3, 0.7)) == (True, True, False, False)
    low, high = prior().interval
    assert all(a < rate < b for a, rate, b in zip(low, steady_rates(3), high, strict=True))


def test_others_have_no_place_in_it() -> None:
    with pytest.raises(BadArguments, match="name some of slow"):
        studied(("steady-3",))
