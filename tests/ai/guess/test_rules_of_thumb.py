"""The fixed rules, by hand."""

from __future__ import annotations

from fractions import Fraction

from ai.guess.rules_of_thumb import RULES, RuleInput, table_of

EMPTY = RuleInput((2, 3), 0, 100)
PLAYED = table_of((2, 3), 0, 100, [[30, 40], [20, 22]])


def expects(rule: str, table: RuleInput) -> Fraction:
    return RULES[rule](table)


def test_first_round() -> None:
    guesses = {name: EMPTY.whole(rule(EMPTY)) for name, rule in RULES.items()}
    assert guesses == {
        "level0": 50,
        "level1": 33,
        "level2": 22,
        "level3": 15,
        "level4": 10,
        "nash": 0,
        "repeat": 22,
        "trend": 20,
    }


def test_later_rounds() -> None:
    assert expects("level1", PLAYED) == 14
    assert expects("repeat", PLAYED) == 14
    ratios = (Fraction(21, 35) + Fraction(7, 10) * Fraction(35, 50)) / Fraction(17, 10)
    assert expects("trend", PLAYED) == 21 * Fraction(2, 3) * ratios


def test_halves_go_up_and_the_range_holds() -> None:
    half = table_of((1, 2), 0, 100, [[5]])
    assert half.whole(expects("level1", half)) == 3
    low = RuleInput((2, 3), 40, 60)
    assert low.whole(expects("level4", low)) == 40
    assert expects("nash", RuleInput((4, 3), 0, 100)) == 100


def test_nothing_but_zeros_divides_by_nothing() -> None:
    zeros = table_of((2, 3), 0, 100, [[0], [0], [0]])
    assert {rule(zeros) for rule in RULES.values()} == {0}


def test_only_five_ratios_count() -> None:
    rounds = [[90], [45], [40], [30], [20], [10], [5]]
    short = table_of((2, 3), 0, 100, rounds)
    other = table_of((2, 3), 0, 100, [[1], *rounds[1:]])
    assert expects("trend", short) == expects("trend", other)
