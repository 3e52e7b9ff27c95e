"""The mixture of levels and the trackers on tables that are known."""

from __future__ import annotations

import numpy as np
import pytest

from ai.guess.forecast import (
    QUICK,
    SLOW,
    ClosedSums,
    GuessFrame,
    Mixture,
    fitted_line,
    tracked_ratio,
)

FRAME = GuessFrame(2 / 3, 0, 100)


def test_the_mixture_finds_who_sits_there() -> None:
    mixture = Mixture(FRAME, SLOW)
    for anchor in (50.0, 48.0, 45.0, 40.0):
        guesses = [anchor * (2 / 3) ** 2] * 15 + [anchor] * 5 + [97.0, 88.0]
        mixture.learn(np.array(guesses), anchor)
    shares = mixture.shares
    assert shares.sum() == pytest.approx(1)
    assert shares.argmax() == 2
    assert shares[2] == pytest.approx(15 / 22, abs=0.06)
    assert shares[5] == pytest.approx(2 / 22, abs=0.04)


def test_a_quick_mixture_forgets() -> None:
    found = []
    for keep in (SLOW, QUICK):
        mixture = Mixture(FRAME, keep)
        for level in (1, 1, 1, 3, 3):
            mixture.learn(np.full(20, 50 * (2 / 3) ** level), 50.0)
        found.append(mixture.shares[3])
    assert found[0] < 0.6 < 0.8 < found[1]


def test_one_step_deeper_expects_less() -> None:
    mixture = Mixture(FRAME, QUICK)
    mixture.learn(np.full(20, 33.0), 50.0)
    assert mixture.deeper(33.0) < mixture.means(33.0)[0]


def test_ratios_and_lines_find_what_is_exact() -> None:
    anchors = [50.0 * 0.6**n for n in range(12)]
    past = ClosedSums(anchors, [0.6 * anchor for anchor in anchors])
    assert tracked_ratio(past, 1.0, weight=1e-9) == pytest.approx(0.6)
    line = ClosedSums([50.0, 20.0, 10.0, 40.0] * 5, [33.0, 15.0, 9.0, 27.0] * 5)
    intercept, slope = fitted_line(line, FRAME, 1.0)
    assert intercept == pytest.approx(3.0, abs=0.3)
    assert slope == pytest.approx(0.6, abs=0.02)
