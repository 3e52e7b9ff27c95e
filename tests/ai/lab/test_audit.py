"""Work that is done again here: which lies are found, how often, and who is never blamed."""

from __future__ import annotations

import copy
import dataclasses
import random
from typing import Any, NamedTuple

import numpy as np
import pytest

from ai.lab.audit import ONE_IN, Audit, same


class Games(NamedTuple):
    """A part whose rows can be done alone."""

    games: range


class Played(NamedTuple):
    """Its result."""

    results: list[float]
    times: tuple[float, ...] = ()


PARTS = {number: Games(range(50 * number, 50 * number + 50)) for number in range(40)}
GROUPS = [range(10), range(10, 39), range(39, 40)]
"""The parts of each of three workers."""


def play(part: Games) -> Played:
    """The games of a part; here they take other times than elsewhere."""
    return Played([game / 7 for game in part.games], (1.0,))


def honest() -> dict[int, Played]:
    return {number: play(part)._replace(times=(2.0,)) for number, part in PARTS.items()}


def wrong(results: dict[int, Any], seed: int, work: Any = play) -> set[int]:
    return Audit(work, PARTS, random.Random(seed)).wrong(results, GROUPS)


def test_who_returns_what_is_found_here_is_never_wrong() -> None:
    for seed in range(50):
        assert wrong(honest(), seed) == set()


@pytest.mark.parametrize("group", GROUPS)
def test_a_worker_whose_rows_are_all_wrong_is_always_found(group: range) -> None:
    results = honest()
    for number in group:
        results[number] = Played([score + 1e-12 * (score + 1) for score in results[number].results])
    for seed in range(50):
        found = wrong(results, seed)
        assert found
        assert found <= set(group)


def test_a_single_wrong_row_is_found_once_in_a_hundred_times() -> None:
    results = honest()
    results[5].results[17] += 1.0
    found = [wrong(results, seed) for seed in range(2000)]
    assert all(numbers in (set(), {5}) for numbers in found)
    assert 3 <= sum(map(bool, found)) <= 37  # 20 and almost four deviations
    assert ONE_IN == 100


def test_one_row_in_a_hundred_is_done_again_and_no_more() -> None:
    done: list[int] = []

    def work(part: Games) -> Played:
        done.extend(part.games)
        return play(part)

    for seed in range(100):
        assert wrong(honest(), seed, work) == set()
    assert 1850 <= len(done) <= 2250  # of 200,000, with one of whoever has none
    assert len(set(done)) > 1000


def test_which_rows_are_done_again_nobody_can_foresee() -> None:
    chosen = set()
    for _ in range(3):
        audit = Audit(play, PARTS)
        assert isinstance(audit.chance, random.SystemRandom)
        chosen.add(tuple(audit.found))
    assert len(chosen) == 3


def test_a_game_that_depends_on_those_before_it_blames_nobody() -> None:
    def learning(part: Games) -> Played:
        return Played([float(game - part.games.start) for game in part.games])

    results = {number: learning(part) for number, part in PARTS.items()}
    for seed in range(20):
        assert wrong(results, seed, learning) == set()


def test_what_is_no_result_is_wrong() -> None:
    results: dict[int, Any] = honest()
    for number in GROUPS[1]:
        results[number] = [None, Played([]), 5, "x" * 50][number % 4]
    for seed in range(20):
        assert wrong(results, seed)


def test_parts_without_rows_are_done_again_as_a_whole() -> None:
    done: list[int] = []

    def square(number: int) -> int:
        done.append(number)
        return number * number

    parts = {number: number + 3 for number in range(20)}
    results = {number: (number + 3) ** 2 for number in parts}
    assert Audit(square, parts, random.Random(2)).wrong(results, [range(10), range(10, 20)]) == (
        set()
    )
    assert 1 <= len(done) <= 4
    changed = {number: result + 1 for number, result in results.items()}
    found = Audit(square, parts, random.Random(2)).wrong(changed, [range(20)])
    assert found == {number - 3 for number in done}
    assert Audit(square, {}, random.Random(2)).wrong({}, []) == set()


@dataclasses.dataclass
class Record:
    """A result."""

    values: Any


PAIRS: list[tuple[Any, Any]] = [
    (1, 2),
    (1.5, 1.5000000000000002),
    (float("nan"), 0.0),
    ("a", "b"),
    (None, False),
    (True, 1),
    ((1, [2.0]), (1, [2.5])),
    ({"a": [1]}, {"a": [2]}),
    (np.arange(3), np.arange(4)),
    (np.arange(3), np.arange(3.0)),
    (np.array([np.nan]), np.array([0.0])),
    (Record(np.arange(3)), Record(np.arange(2))),
    (Played([1.0]), Played([1.5])),
]


@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_results_are_compared_to_the_last_bit(number: int) -> None:
    one, other = PAIRS[number]
    assert same(one, copy.deepcopy(one))
    assert not same(one, other)
    assert not same(other, one)
