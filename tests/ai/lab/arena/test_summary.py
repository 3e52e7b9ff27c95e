"""Figures of pairs and of tables, from results that were made up."""

from __future__ import annotations

import numpy as np
import pytest

from ai.lab.arena.faults import GameFault
from ai.lab.arena.play import Played, Result
from ai.lab.arena.summary import (
    deals,
    ladder,
    margins,
    pair_summary,
    rank_shares,
    ratio,
    table_summary,
    win_shares,
)
from games.intervals import wilson


def played(*results: Result, places: int = 2) -> Played:
    return Played(list(results), ((0.0, 0),) * places)


def lost_by(who: int) -> Result:
    return Result((), 2, GameFault(who, 0, 2, "It stumbled."))


def test_sides_alternate_and_draws_count_half() -> None:
    parts = [
        Played([Result((1, 0), 5), Result((2, 2), 5)], ((0.5, 100), (0.25, 50))),
        played(Result((0, 4), 5)),
    ]
    found = pair_summary(("x", "y"), parts, points=True)
    assert found["a_win_share"] == 0.5
    assert (found["a_win_share_first"], found["a_win_share_second"]) == (0.5, 0.5)
    assert found["a_mean_margin"] == -1.0
    assert (found["a_ms_per_move"], found["b_ms_per_move"]) == (5.0, 5.0)
    assert "faults" not in found


def test_who_forfeits_has_lost_and_no_score() -> None:
    parts = [played(Result((1, 0), 5), lost_by(0), Result((3, 0), 5), lost_by(1))]
    found = pair_summary(("x", "y"), parts, points=True)
    assert found["a_win_share"] == 0.75
    assert found["a_mean_margin"] == 2.0
    assert (found["a_faults"], found["b_faults"]) == (1, 1)
    first = {"agent": "x", "game": 0, "turn": 2, "message": "It stumbled."}
    assert found["faults"] == [first, {**first, "agent": "y"}]


def test_a_pair_of_forfeits_only_has_no_margin() -> None:
    found = pair_summary(("x", "y"), [played(lost_by(1))], points=True)
    assert (found["a_win_share"], found["a_mean_margin"]) == (1.0, None)
    assert found["a_mean_margin_ci95"] is None


def test_the_ladder_adds_up() -> None:
    pairs = [
        {"a": "x", "b": "y", "games": 10, "a_win_share": 0.7},
        {"a": "x", "b": "z", "games": 10, "a_win_share": 0.5},
        {"a": "y", "b": "z", "games": 10, "a_win_share": 1.0},
    ]
    assert ladder(pairs) == [("y", 0.65, 20), ("x", 0.6, 20), ("z", 0.25, 20)]


def test_a_win_and_places_are_shared_by_equals() -> None:
    shared = Result((4.0, 1.0, 4.0), 9)
    assert win_shares(shared, 3) == [0.5, 0.0, 0.5]
    assert rank_shares(shared, 3) == [[0.5, 0.5, 0.0], [0.0, 0.0, 1.0], [0.5, 0.5, 0.0]]
    assert win_shares(lost_by(1), 3) == [0.5, 0.0, 0.5]
    assert rank_shares(lost_by(1), 3) == rank_shares(shared, 3)
    assert margins((4.0, 1.0, 4.0)) == [1.5, -3.0, 1.5]


def test_an_interval_counts_deals() -> None:
    rng = np.random.default_rng(3)
    values = rng.normal(size=(40, 3))
    middle, interval = ratio(deals([[value] for value in values.ravel()], 3))
    means = values.mean(axis=1)
    half = 1.959963984540054 * means.std(ddof=1) / np.sqrt(40)
    assert middle == pytest.approx(values.mean())
    assert interval == pytest.approx([values.mean() - half, values.mean() + half])
    alike = ratio(deals([[float(game % 3)] for game in range(30)], 3))
    assert alike == (1.0, [1.0, 1.0])  # every deal came out alike


def test_a_deal_that_was_broken_off_counts_for_its_games() -> None:
    found = deals([[1.0], [0.0], [0.0], [1.0]], 3)
    assert [deal.values for deal in found] == [3, 1]
    assert ratio(found)[0] == 0.5
    assert ratio(deals([[], [], []], 3)) == (None, None)
    assert ratio(deals([[2.0]], 3)) == (2.0, None)


def test_a_row_for_each_name() -> None:
    results = [
        Result((9, 5, 1), 7),
        Result((2, 5, 5), 7),
        Result((0, 3, 6), 7),
        Result((6, 0, 3), 7),
    ]
    times = ((0.3, 100), (0.1, 50), (0.2, 50))
    found = table_summary(("x", "y", "y"), [Played(results, times)], points=True)
    x, y = found.pop("agents")
    assert found == {
        "table": ["x", "y", "y"],
        "players": 3,
        "games": 4,
        "fair_share": 1 / 3,
        "moves_per_game": 7.0,
    }
    assert (x["agent"], x["seats"], y["agent"], y["seats"]) == ("x", 1, "y", 2)
    assert x["win_share"] == 0.5
    assert y["win_share"] == 0.25
    assert x["win_share"] + 2 * y["win_share"] == 1.0
    assert x["mean_score"] == 4.25
    assert x["mean_margin"] == pytest.approx(np.mean([6.0, -3.0, -4.5, 4.5]))
    assert y["mean_margin"] == pytest.approx(-x["mean_margin"] / 2)
    assert x["places"] == [0.5, 0.0, 0.5]
    assert y["places"] == [0.25, 0.5, 0.25]
    assert (x["ms_per_move"], y["ms_per_move"]) == (3.0, pytest.approx(3.0))
    low, high = x["mean_margin_ci95"]
    assert low < x["mean_margin"] < high
    assert "by_source" not in x
    assert "faults" not in x


def test_deals_that_are_all_alike_still_leave_doubt() -> None:
    won = [Result((1, 0, 0), 1)] * 30
    x, y, _ = table_summary("xyz", [played(*won, places=3)], points=False)["agents"]
    assert (x["win_share"], y["win_share"]) == (1.0, 0.0)
    assert x["ci95"] == pytest.approx(wilson(10, 10))
    assert y["ci95"] == pytest.approx(wilson(0, 10))
    assert "mean_score" not in x


def test_forfeits_and_sources_at_a_table() -> None:
    sources = ({"gold": 1.0}, {"gold": 2.0}, {"gold": 3.0})
    results = [Result((3, 2, 1), 5, sources=sources), lost_by(2), lost_by(2)]
    found = table_summary(("x", "y", "y"), [played(*results, places=3)], points=True)
    x, y = found["agents"]
    assert (x["faults"], y["faults"]) == (0, 2)
    assert len(found["faults"]) == 2
    assert x["win_share"] == pytest.approx(2 / 3)
    assert (x["mean_score"], y["mean_score"]) == (3.0, 1.5)
    assert (x["by_source"], y["by_source"]) == ({"gold": 1.0}, {"gold": 2.5})
    assert y["places"] == pytest.approx([1 / 6, 1 / 3, 1 / 2])
