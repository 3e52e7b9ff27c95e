"""Tables of three from the agents to the JSON output and to a person's lines."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from ai.lab import arena
from ai.lab.command_line import BAD_ARGUMENTS, DONE, run

ROW = {
    "agent", "seats", "win_share", "ci95", "mean_score", "mean_margin", "mean_margin_ci95",
    "places", "ms_per_move",
}  # fmt: skip


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    rows = [{k: v for k, v in row.items() if k != "ms_per_move"} for row in found["agents"]]
    return {**found, "agents": rows, "games_per_second": 0}


def test_a_table_as_json(null_bids: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = f"arena {null_bids} --agents low,high,even --games 60 --seed 4 --json"
    assert run(words.split()) == DONE
    found = json.loads(capsys.readouterr().out)
    assert list(found) == [
        "game", "seed", "table", "players", "games", "fair_share", "agents", "moves_per_game",
        "games_per_second",
    ]  # fmt: skip
    assert (found["table"], found["players"], found["games"]) == (["low", "high", "even"], 3, 60)
    assert found["moves_per_game"] == 5
    assert sum(row["win_share"] for row in found["agents"]) == pytest.approx(1)
    for row in found["agents"]:
        assert set(row) == ROW
        assert row["ci95"][0] <= row["win_share"] <= row["ci95"][1]
        assert sum(row["places"]) == pytest.approx(1)
        assert row["places"][0] >= row["win_share"] - 1e-12
        assert row["ms_per_move"] > 0
    assert sum(row["mean_margin"] for row in found["agents"]) == pytest.approx(0)


def test_the_share_of_the_wins_is_what_it_must_be(null_bids: str) -> None:
    """One bids 0, two bid 2 or 3: a round is won by 0 in one half, by each other in a quarter."""
    table = ["low", "high", "high"]
    expected = 0.0
    for rounds in itertools.product((0, 0, 1, 2), repeat=5):
        points = [rounds.count(who) for who in range(3)]
        expected += (points[0] == max(points)) / points.count(max(points)) / 4**5
    found = arena.tournament(null_bids, table, 700, 2, {})
    low, high = found["agents"]
    assert abs(low["win_share"] - expected) < 0.05
    assert low["ci95"][0] < expected < low["ci95"][1]
    assert 0.05 < low["ci95"][1] - low["ci95"][0] < 0.09
    assert high["seats"] == 2
    assert high["win_share"] == pytest.approx((1 - low["win_share"]) / 2)


def test_the_same_seed_gives_the_same_figures(null_bids: str) -> None:
    table = ("low", "high", "even")
    one, again, other = (arena.tournament(null_bids, table, 30, seed, {}) for seed in (1, 1, 2))
    assert without_times(one) == without_times(again)
    assert without_times(one)["agents"] != without_times(other)["agents"]


def test_a_table_for_a_person(null_bids: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(f"arena {null_bids} --agents low,high,low --games 9".split()) == DONE
    told = capsys.readouterr()
    assert "0.333 is fair" in told.out
    assert "1. high             1.000 (0.439 to 1.000)" in told.out
    assert "2. low              0.000 (0.000 to 0.561), 2 seats" in told.out
    assert "places 1.000 0.000 0.000" in told.out
    assert told.err == ""


@pytest.mark.parametrize("agents", ["low,high", "low,high,even,low"])
def test_as_many_agents_as_seats(
    null_bids: str, agents: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["arena", null_bids, "--agents", agents]) == BAD_ARGUMENTS
    assert "is for 3 agents; name as many in --agents" in capsys.readouterr().err


def test_a_game_for_one_has_no_arena(null_game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", null_game, "--agents", "heads,heads"]) == BAD_ARGUMENTS
    assert "do not play each other" in capsys.readouterr().err
