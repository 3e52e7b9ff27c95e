"""A player who is followed: what a race says, how it is kept, and that it begins gently."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ai.set.following import Followed, followed_from, followed_since, stranger
from ai.set.race import prior, steady_rates
from games.arrays import Arrays, BadWeights
from games.streams import Stream

KINDS = [1, 2, 2, 3, 3, 3, 4]


def watched(known: Followed, level: float, races: int, rng: Stream) -> Followed:
    """After so many sets of a searcher of a level, found alone on one table again and again."""
    rates = [steady_rates(1)[kind - 1] * 1.5 ** (level - 1) for kind in KINDS]
    for _ in range(races):
        seconds = -math.log1p(-rng.random()) / sum(rates)
        known = known.after(KINDS, seconds, KINDS[rng.sample_from(rates)]).walked()
    return known


def test_a_stranger_is_taken_for_a_beginner() -> None:
    known = stranger()
    assert known.mean == pytest.approx(steady_rates(2))
    low, high = known.interval
    for level in (1, 5, 7):
        truth = zip(low, steady_rates(level), high, strict=True)
        assert all(a < rate < b for a, rate, b in truth)


@pytest.mark.parametrize("level", [1.0, 4.0, 8.0])
def test_it_finds_the_level_of_anybody(level: float) -> None:
    known = watched(stranger(), level, 60, Stream(3))
    for rate, truth in zip(known.mean, steady_rates(1), strict=True):
        assert abs(math.log(rate / (truth * 1.5 ** (level - 1)))) < 0.7
    narrow, wide = (known.interval, stranger().interval)
    assert narrow[1][2] / narrow[0][2] < 0.3 * wide[1][2] / wide[0][2]


def test_it_follows_who_gets_quicker() -> None:
    moved = []
    for seed in range(5):
        slow = watched(stranger(), 3.0, 50, Stream(seed))
        quick = watched(slow, 5.0, 40, Stream(seed + 50))
        moved += [math.log(b / a) for a, b in zip(slow.mean, quick.mean, strict=True)]
    assert sum(moved) / len(moved) == pytest.approx(2 * math.log(1.5), abs=0.3)


def test_a_race_moves_it_to_the_summit_of_what_is_likely() -> None:
    """There the slope of the horse race and that of what was known before cancel."""
    known = stranger()
    after = known.after(KINDS, 4.0, 2)
    exposed = np.array([4.0 * KINDS.count(kind) for kind in (1, 2, 3, 4)])
    slope = np.array([0.0, 1.0, 0.0, 0.0]) - exposed * np.array(after.mean)
    pull = np.linalg.inv(np.array(known.spread)) @ (np.array(after.log) - np.array(known.log))
    assert slope == pytest.approx(pull, abs=1e-7)
    information = np.linalg.inv(np.array(known.spread)) + np.diag(exposed * np.array(after.mean))
    assert np.array(after.spread) @ information == pytest.approx(np.eye(4), abs=1e-9)


def test_a_race_that_was_lost_late_says_slower_and_one_at_once_says_nothing() -> None:
    known = stranger()
    assert max(known.after(KINDS, 60.0).mean) < max(known.mean)
    assert known.after(KINDS, 0.0).mean == pytest.approx(known.mean)
    assert known.walked().interval[1] > known.interval[1]


def test_sums_of_before_are_taken_over() -> None:
    sums = prior()
    assert followed_since(sums).mean == pytest.approx(stranger().mean)
    for _ in range(40):
        sums = sums.after([1, 2, 3, 4], 1.0, 3)
    assert followed_since(sums).mean[2] == pytest.approx(1.0, rel=0.25)
    assert followed_since(sums).mean[0] < 0.2


def test_what_was_kept_is_read_again_and_anything_else_refused() -> None:
    good = watched(stranger(), 4.0, 5, Stream(1))
    assert followed_from(good.arrays()) == good
    assert followed_from(prior().arrays()) is None
    log, spread = good.arrays()["log"], good.arrays()["spread"]
    lopsided = spread + np.triu(np.ones((4, 4)), 1)
    bad: list[Arrays] = [
        {"log": log},
        {"log": log[:3], "spread": spread},
        {"log": log + 1e3, "spread": spread},
        {"log": log * math.nan, "spread": spread},
        {"log": log.astype(np.float32), "spread": spread},
        *({"log": log, "spread": made} for made in (-spread, spread * 0, spread * 1e9, lopsided)),
    ]
    for arrays in bad:
        with pytest.raises(BadWeights, match="is damaged"):
            followed_from(arrays)
