"""Readings of the past: the longest repeats by hand, the turns, and what choosers follow."""

from __future__ import annotations

import numpy as np
import pytest

from ai.lab.karate.readings import (
    Bandit,
    Betting,
    Chooser,
    ChooserTeam,
    Fading,
    Repeats,
    turned,
    worth,
)
from games.streams import Stream


def place_by_hand(history: list[int], window: int) -> int:
    """The place after the newest of the longest repeats of the end, by comparing all of them."""

    def run(end: int) -> int:
        found = 0
        while found < min(window, end) and history[end - 1 - found] == history[-1 - found]:
            found += 1
        return found

    return max(range(1, len(history)), key=lambda end: (run(end), end))


def test_the_longest_repeat_is_found_in_each_history() -> None:
    rng, repeats, windows, held = Stream.named(3, "x"), Repeats((1, 3, 8)), (1, 3, 8), 0
    own: list[int] = []
    other: list[int] = []
    assert repeats.follow() == ([], [])
    for _ in range(120):
        own.append(rng.below(3))
        other.append(own[-5] if len(own) > 5 and rng.below(4) else rng.below(3))
        repeats.add(own[-1], other[-1])
        if len(own) < 2:
            continue
        joint = [3 * one + two for one, two in zip(own, other, strict=True)]
        places = [place_by_hand(history, w) for history in (joint, own, other) for w in windows]
        assert repeats.follow() == ([own[p] for p in places], [other[p] for p in places])
        held += 1
    assert held == 119


def test_a_forecast_is_answered_and_what_expects_the_answer_too() -> None:
    assert turned([], [0]) == [1, 0, 2]
    answers = turned([2], [0])
    assert worth(answers[0], 0) == 1
    expecting = 1 + answers[0]  # beats the answer
    assert worth(answers[1], expecting % 3) == 1
    assert worth(answers[3], (2 + 1) % 3) == 1  # the other answers a forecast of our 2
    assert [worth(own, own + 1) for own in range(3)] == [-1, -1, -1]


@pytest.mark.parametrize(
    "chooser",
    [
        Fading(5, 0.9),
        Fading(5, 1.0, drop=True),
        Betting(5, Stream(1)),
        Bandit(5, Stream(1)),
        ChooserTeam(5, Stream(1)),
    ],
    ids=lambda chooser: type(chooser).__name__,
)
def test_choosers_follow_what_wins_and_turn_with_it(chooser: Chooser) -> None:
    right = 0
    for turn in range(600):
        winner = 3 if turn < 300 else 1
        gains = np.full(5, -1.0)
        gains[winner] = 1.0
        right += chooser.best() == winner and turn % 300 >= 150
        chooser.see(gains)
    assert right > 0.75 * 300


def test_a_drop_forgets_all_that_a_proposal_has_won() -> None:
    kept, dropped = Fading(2, 1.0), Fading(2, 1.0, drop=True)
    for gains in ([1.0, 0.0],) * 5 + ([-1.0, 1.0],):
        kept.see(np.array(gains))
        dropped.see(np.array(gains))
    assert (kept.best(), dropped.best()) == (0, 1)
