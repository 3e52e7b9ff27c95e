"""Exact targets and ranks, the classic pool, and names."""

from __future__ import annotations

import unicodedata
from fractions import Fraction

import pytest

from games.guess.rules.classic import answer, exploit
from games.guess.rules.names import RefusedName, clean_name, name_key
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
    assert last_guesses([("Ada", 1), ("Bob", 2), ("\u0410DA", 3)]) == {"Ada": 3, "Bob": 2}


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
    with pytest.raises(RefusedName):
        clean_name(bad)


def test_names_are_normal_and_compared_without_case() -> None:
    assert clean_name("  A\u0308da ") == "\u00c4da"
    assert name_key("STRASSE") == name_key("straße")
    assert clean_name("=1+1") == "=1+1"


UNSEEN = (
    "\u200b", "\u2800", "\u3164", "\u00ad\u2060", "\u0301", "\ufe0f", "\u115f\u1160", "\u034f ",
    "\u2003\u200d\u2003", "\U000e0041", "\u20dd",
)  # fmt: skip


@pytest.mark.parametrize("name", UNSEEN)
def test_names_of_which_nothing_is_drawn_are_refused(name: str) -> None:
    for text in (name, 3 * name, f" {name} "):
        with pytest.raises(RefusedName):
            clean_name(text)


def test_what_is_not_drawn_makes_no_other_name() -> None:
    assert clean_name("A\u200bda\ufeff") == "Ada"
    assert clean_name("Ada \u200b") == "Ada"
    assert clean_name("e\u200b\u0301") == "\u00e9", "normal form C comes after what is dropped"
    assert clean_name("Ada" + "\u200b" * 60) == "Ada", "what is dropped has no length"
    alike = (
        ("Ada", "\u0410\u0501\u0430"), ("Ada", "\uff21da"), ("Ada", "A\u034fda"),
        ("Ada", "AD\ufe0fA"),
        ("Ada Bo", "ada \u00a0\u2003 bo"), ("\u03a4om", "Tom"),
        ("\u0421\u0410\u0420\u0410", "capa"),
        ("No\u00ebl", "No\u0451l"), ("\u0412\u041e\u0412\u0410", "\u0432\u043e\u0432\u0430"),
        ("\ufb01nn", "FINN"), ("Ada\u2800", "Ada"),
    )  # fmt: skip
    for one, other in alike:
        assert name_key(one) == name_key(other), (one, other)
    apart = ("Ada", "Ad\u00e0", "Adb", "\u0414\u0410", "Anna", "\u0410\u043d\u044f", "Ida", "1da")
    assert len({name_key(name) for name in apart}) == len(apart)
    for name in {*apart, *(one for pair in alike for one in pair)}:
        assert name_key(name_key(name)) == name_key(name)


def test_marks_piled_up_are_refused() -> None:
    for pile in ("\u0301" * 31, "\u0e49\u0e47" * 9, "\u0489" * 5, "\u0f90" * 9):
        with pytest.raises(RefusedName, match="at most 4 marks"):
            clean_name("Z" + pile)


def test_names_of_every_script_are_taken_as_they_are() -> None:
    names = (
        "Nguy\u1ec5n Th\u1ecb \u00c1nh", "\u05de\u05b9\u05e9\u05c1\u05b6\u05d4",
        "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f",
        "\u0e19\u0e49\u0e33\u0e1c\u0e36\u0e49\u0e07", "\u100a\u103e\u102d\u102f\u1037",
        "\u0f67\u0f71\u0f74\u0f83",
        "\u0915\u094d\u0937\u093f\u0924\u093f\u091c", "\u1794\u17c9\u17bb\u17c6",
        "\u0391\u03bb\u03ad\u03be\u03b7\u03c2", "\u0141ukasz",
        "\u738b\u5c0f\u660e", "\uae40\ubbfc\uc9c0", "\u3055\u304f\u3089",
        "O\u2019Neill-\u0160i\u0161", "\U0001f98a", "7b", "\u2665",
        "\u041e\u043b\u044cga",
    )  # fmt: skip
    for name in names:
        assert clean_name(name) == unicodedata.normalize("NFC", name)
    assert len({name_key(name) for name in names}) == len(names)
