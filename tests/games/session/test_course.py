"""A player's line over time: shares with chance, strength by whom one met, and what changed."""

from __future__ import annotations

import dataclasses
import math

import pytest

from games import catalog
from games.intervals import chance_band, wilson
from games.session import course
from games.session.course import (
    MatchEstimate,
    change,
    lately,
    luck,
    moments,
    opponent_logit,
    strength,
)
from games.store.past import PastMatch
from games.store.statistics import MatchResult
from tests.support.careers import read, result

SHARE = catalog.spec("karate").told.course
RATE = catalog.spec("tracker").told.course


def rows(results: list[MatchResult], counted: str = "record") -> list[PastMatch]:
    """Rows as the archive has them: the newest first."""
    found = [
        PastMatch(f"k{n}", f"2026-03-{n + 1:02}T12:00:00+00:00", result, n, 20, counted)
        for n, result in enumerate(results)
    ]
    return found[::-1]


def karate(shares: list[float], trials: int = 24) -> list[MatchResult]:
    counters = read(("foreseen", "forecasts"), shares, trials)
    return [result("karate", "sensei", "lost", counted) for counted in counters]


def line_of(shares: list[float], trials: int = 24) -> tuple[MatchEstimate, ...]:
    return moments(catalog.spec("karate"), rows(karate(shares, trials)))


def test_shares_stand_in_the_order_they_were_played_with_their_intervals_and_chance() -> None:
    line = line_of([0.5, 0.25])
    assert [moment.value for moment in line] == [0.5, 0.25]
    first = line[0]
    assert (first.low, first.high) == wilson(12, 24)
    assert first.chance == chance_band(24, 0.25)
    assert first.ended.startswith("2026-03-01")


def test_what_counts_for_nothing_or_had_no_forecast_is_no_part_of_it() -> None:
    spec = catalog.spec("karate")
    assert moments(spec, rows(karate([0.5]), "practice")) == ()
    assert moments(spec, rows(karate([0.5]), "glass")) == ()
    assert len(moments(spec, rows(karate([0.5]), "today"))) == 1
    assert moments(spec, rows([result("karate", "nash", "won")])) == ()
    assert moments(catalog.spec("karate"), ()) == ()


def test_lately_is_the_sum_of_the_last_ten() -> None:
    assert SHARE is not None
    assert lately(SHARE, line_of([1.0] * 5 + [0.25] * 10)) == 0.25
    assert lately(SHARE, line_of([0.5, 0.25])) == pytest.approx(0.375)


def test_a_change_is_told_where_chance_does_not_explain_it() -> None:
    assert SHARE is not None
    assert change(SHARE, line_of([0.6] * 6 + [0.3] * 6, 50)) == "Harder to read than before (60%)."
    assert change(SHARE, line_of([0.3] * 6 + [0.6] * 6, 50)) == "Easier to read than before (30%)."
    assert change(SHARE, line_of([0.5, 0.5, 0.45, 0.45])) == ""
    assert change(SHARE, line_of([0.9, 0.1])) == "", "one match on either side says nothing"


def test_places_are_two_to_the_doubt_a_step_of_walks_and_of_hiding() -> None:
    assert RATE is not None
    walk = MatchResult("tracker", "auto", "played", "", 50, counters={"doubt": 500, "steps": 50})
    hidden = MatchResult("tracker", "hound", "won", "", 40, counters={"doubt": 800, "steps": 40})
    walks = [walk, hidden]
    sought = MatchResult("tracker", "hound", "lost", "", 10, 3.0, 5.0)  # other points altogether
    line = moments(catalog.spec("tracker"), rows([sought, *walks]))
    assert [moment.value for moment in line] == [2.0, 4.0]
    assert lately(RATE, line) == 3.0
    assert change(RATE, line * 4) == ""


def test_strength_follows_whom_one_beats() -> None:
    rival, deviation = strength([(0.0, 1.0), (0.0, 0.0)] * 20)
    assert abs(rival) < 0.1
    assert deviation < 0.7
    stronger = strength([(2.0, 1.0), (2.0, 0.0)] * 20)[0]
    assert 1.5 < stronger < 2.1
    assert strength([(-4.0, 1.0)] * 20)[0] < strength([(0.0, 1.0)] * 20)[0]
    late = strength([(0.0, 0.0)] * 20 + [(0.0, 1.0)] * 20)[0]
    early = strength([(0.0, 1.0)] * 20 + [(0.0, 0.0)] * 20)[0]
    assert late > early, "older matches count less"


def test_the_most_probable_strength_is_found() -> None:
    met = [(1.0, 1.0), (0.5, 0.0), (-1.0, 1.0), (3.0, 0.0)]
    best, _ = strength(met)

    def likelihood(logit: float) -> float:
        told = -course.CAUTION * logit**2 / 2
        for age, (rival, score) in enumerate(reversed(met)):
            won = 1.0 / (1.0 + math.exp(rival - logit))
            told += course.FADE**age * math.log(won if score else 1.0 - won)
        return told

    assert likelihood(best) > max(likelihood(best - 0.02), likelihood(best + 0.02))


def test_opponents_are_as_strong_as_they_were_measured() -> None:
    greedy = opponent_logit("ur", result("ur", "greedy"))
    assert greedy == pytest.approx(0.0, abs=0.05)
    net, chance = (opponent_logit("ur", result("ur", agent)) for agent in ("net", "random"))
    assert net is not None
    assert chance is not None
    assert chance < -2 < 2 < net
    written = MatchResult("ur", "expectimax", "won", "depth=2, plain=False, rules=finkel")
    assert opponent_logit("ur", written) is not None
    assert opponent_logit("ur", MatchResult("ur", "human", "won")) is None
    assert opponent_logit("ur", MatchResult("ur", "gone-long-ago", "won")) is None


def test_a_line_of_strength_has_its_interval() -> None:
    person = MatchResult("ur", "human", "won")
    games = [result("ur", "greedy", "won"), person, result("ur", "net", "lost")]
    line = moments(catalog.spec("ur"), rows(games))
    assert len(line) == 2
    assert all(0 < moment.low < moment.value < moment.high < 1 for moment in line)
    assert line[0].value > 0.5


def test_a_game_without_a_line_has_none() -> None:
    spec = catalog.spec("karate")
    bare = dataclasses.replace(spec, told=spec.told._replace(course=None))
    assert moments(bare, rows(karate([0.5]))) == ()


def counted(game: str, *counters: dict[str, int]) -> list[PastMatch]:
    """Matches of a game with these counters, the newest first."""
    agent = catalog.spec(game).opponents.default
    return rows([result(game, agent, counters=each) for each in counters])


def test_a_mean_is_of_each_match_and_one_without_anything_counted_has_none() -> None:
    spec = catalog.spec("set")
    three = {"tenths": 120, "sets": 4}, {"tenths": 0, "sets": 0}, {"tenths": 50, "sets": 5}
    found = moments(spec, counted("set", *three))
    assert [moment.value for moment in found] == [3.0, 1.0]
    assert spec.told.course is not None
    assert lately(spec.told.course, found) == 2.0


def test_a_share_without_chance_has_no_band_and_tells_no_change() -> None:
    spec = catalog.spec("jaipur")
    assert spec.told.course is not None
    won = [{"rounds_won": n, "rounds": 2} for n in (0, 0, 0, 2, 2, 2)]
    found = moments(spec, counted("jaipur", *won))
    assert [moment.value for moment in found] == [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]
    assert {moment.chance for moment in found} == {None}
    assert change(spec.told.course, found) == ""


def test_what_luck_alone_would_give_is_told_while_nothing_more_is_known() -> None:
    assert SHARE is not None
    one = moments(catalog.spec("karate"), rows(karate([0.36])))
    assert luck(SHARE, one).startswith("Luck alone gives up to ")
    many = moments(catalog.spec("karate"), rows(karate([0.6] * 4)))
    assert luck(SHARE, many) == ""
    assert luck(SHARE, ()) == ""
