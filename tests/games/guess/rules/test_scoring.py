"""Exact targets and ranks, the classic pool, and names."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.guess.rules.classic import answer, exploit
from games.guess.rules.names import BadName, clean_name, name_key
from games.guess.rules.scoring import (
    closed_round,
    competition_ranks,
    last_guesses,
    nearest_whole,
    round_figures,
    sequential_ranks,
)


def test_ties_share_a_rank_or_keep_their_order() -> None:
    assert competition_ranks([3, 1, 1, 0]) == [4, 2, 2, 1]
    assert sequential_ranks([3, 1, 1, 0]) == [4, 2, 3, 1]


def test_a_tie_that_floats_would_break() -> None:
    """Two guesses lie exactly as far from the target, also where numbers are large."""
    found = closed_round({"a": 2, "b": 4, "c": 3}, (1, 1), ranked=True)
    assert [row["rank"] for row in found["ranking"]] == [1, 2, 2]  # type: ignore[attr-defined]
    huge = {"a": 4294967295, "b": 4294967293, "c": 4294967294}
    assert closed_round(huge, (1, 1))["winners"] == [{"name": "c", "guess": 4294967294}]


def test_nobody_guessed() -> None:
    found = round_figures({}, (2, 3))
    assert found["target"] is found["mean"] is found["best_score"] is None
    assert found["histogram"] == found["winners"] == []


def test_the_last_guess_counts_in_the_order_of_the_first() -> None:
    assert list(last_guesses([("a", 1), ("b", 2), ("a", 3)]).items()) == [("a", 3), ("b", 2)]


def test_halves_go_up() -> None:
    assert [nearest_whole(Fraction(n, 2)) for n in (1, 3, 4)] == [1, 2, 2]


def test_the_best_reply_is_its_own_target() -> None:
    guesses = [0, 63, 2]
    found = exploit(guesses)
    assert found.best == Fraction(2, 3) * (sum(guesses) + found.best) / 4
    assert found.score == 0
    probe = answer([("a", 63), ("b", 0)], 1)
    assert Fraction(probe.score) == probe.target


def test_a_tie_of_the_classic_table() -> None:
    found = answer([("a", 4), ("b", 4), ("c", 4)], 2)
    assert (found.rank, found.rank_competition) == (3, 1)
    assert [(row.rank, row.sequential, row.name) for row in found.top] == [(1, 1, "a"), (1, 2, "b")]


@pytest.mark.parametrize(
    "bad", ["", "   ", "a" * 33, "a\u202eb", "a\x07b", "\ud800", 7, None, "\u0378"]
)
def test_names_that_cannot_be(bad: object) -> None:
    with pytest.raises(BadName):
        clean_name(bad)


def test_names_are_normal_and_compared_without_case() -> None:
    assert clean_name("  A\u0308da ") == "\u00c4da"
    assert name_key("STRASSE") == name_key("straße")
    assert clean_name("=1+1") == "=1+1"
