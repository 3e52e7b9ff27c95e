"""Belts: which ranks are some, and who won which."""

from __future__ import annotations

from games import catalog
from games.session.ladder import BELTS, belts, is_belt
from games.store.statistics import MatchResult, Statistics


def test_every_rank_of_karate_is_a_belt_of_its_own_and_no_other_is_one() -> None:
    ranks = [agent.rank for agent in catalog.agents("karate")]
    assert all(is_belt(rank) for rank in ranks)
    assert len(set(ranks)) == len(ranks) == len(BELTS)
    assert not any(is_belt(rank) for rank in ("first seal", "", "belt", "purple belt"))
    assert belts("numbers", Statistics()) == []


def test_a_belt_is_won_by_a_match_that_is_won() -> None:
    statistics = Statistics()
    for agent, outcome in (("nash", "won"), ("random", "lost"), ("habits", "drawn")):
        result = MatchResult("karate", agent, outcome, points_for=10.0)  # type: ignore[arg-type]
        statistics = statistics.with_result(result)
    found = belts("karate", statistics)
    assert [rank for rank, won in found if won] == ["blue belt"]
    assert len(found) == 6
