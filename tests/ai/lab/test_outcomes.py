"""The results of an arena as a program meets them: rows, a file of them, a table for a notebook."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from ai.lab import api as arcade
from ai.lab.outcomes import ArenaResults


def test_a_row_a_game_leads_to_the_shares(tmp_path: Path) -> None:
    found = arcade.play("ra", "easy", "random", "random", games=6, seed=2)
    assert [row["game"] for row in found.rows] == list(range(6))
    assert found.rows[0]["seed"] == found.rows[2]["seed"] != found.rows[3]["seed"]
    won = sum(row[f"share_{side}"] for row in found.rows for side in range(3)
              if row[f"agent_{side}"] == "easy")  # fmt: skip
    assert won / 6 == pytest.approx(found.shares["easy"])
    low, high = found.intervals["easy"]
    assert low <= found.shares["easy"] <= high
    found.to_csv(tmp_path / "ra.csv")
    with (tmp_path / "ra.csv").open(encoding="utf-8", newline="") as file:
        written = list(csv.DictReader(file))
    assert [float(row["score_1"]) for row in written] == [row["score_1"] for row in found.rows]


def test_a_notebook_shows_names_as_text() -> None:
    html = arcade.play("karate", "nash", "random", games=2, rounds=10).as_html()
    assert html.count("<tr>") == 3
    assert "<svg" in html
    assert "http" not in html


def test_an_arena_of_its_own_kind_gives_its_rows() -> None:
    found = arcade.play("guess", "nash", "level1", games=2)
    assert found.shares == {}
    assert {row["agent"] for row in found.rows} == {"nash", "level1"}
    assert "<table>" in found.as_html()


def test_agents_that_do_not_meet_have_a_row_each() -> None:
    found = arcade.play("numbers", "seed", "uniform", games=12, keys=60)
    assert [row["game"] for row in found.rows] == [*range(12), *range(12)]
    hits = {name: [row["score"] for row in found.rows if row["agent"] == name]
            for name in ("seed", "uniform")}  # fmt: skip
    won = sum((a > b) + (a == b) / 2 for a, b in zip(hits["seed"], hits["uniform"], strict=True))
    assert found.shares["seed"] == pytest.approx(won / 12)


def test_names_are_text_in_html() -> None:
    pair = {"a": "<b>", "b": "&", "a_win_share": 0.5, "ci95": [0.2, 0.8], "games": 2}
    shown = ArenaResults({"game": "ur", "pairs": [pair]}, ()).as_html()
    assert "&lt;b&gt;" in shown
    assert "<b>" not in shown
