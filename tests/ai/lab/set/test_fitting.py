"""The fit of the four kinds: closed form for one player, and back to the truth for several."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ai.lab.errors import BadArguments
from ai.lab.set.fitting import RaceSums, fit
from ai.set.race import prior

TRUE = (2.5, 1.5, 1.0, 0.5)
SPEEDS = {"slow": 0.02, "quick": 0.09}


def simulated(races: int) -> RaceSums:
    """Races of two players with the true weights, on tables of random kinds of sets."""
    rng, sums = random.Random(3), RaceSums()
    for number in range(races):
        player = "slow" if number % 3 else "quick"
        kinds = rng.choices((1, 2, 3, 4), (1, 3, 4, 2), k=rng.randint(1, 5))
        times = [rng.expovariate(SPEEDS[player] * TRUE[kind - 1]) for kind in kinds]
        lost = rng.uniform(5, 60)
        best = min(range(len(kinds)), key=times.__getitem__)
        found = kinds[best] if times[best] < lost else 0
        sums.add(player, kinds, min(times[best], lost), found)
    return sums


def test_one_player_has_the_closed_form() -> None:
    sums = RaceSums()
    known = prior()
    for kinds, seconds, found in (
        ([1, 3, 3], 4.0, 1),
        ([2, 2], 3.0, 2),
        ([3, 4], 7.5, 3),
        ([1, 4], 2.0, 4),
        ([1, 2, 3, 4], 9.0, 0),
    ):
        sums.add("", kinds, seconds, found)
        known = known.after(kinds, seconds, found)
    found_fit = fit(sums)
    exposed = [new - old for new, old in zip(known.rate, prior().rate, strict=True)]
    rates = [1 / seconds for seconds in exposed]
    assert found_fit.weights == pytest.approx([rate / rates[2] for rate in rates])
    assert found_fit.speeds == pytest.approx([rates[2]])
    wanted = sum(np.log(rate) - 1 for rate in rates)
    assert found_fit.fitted == pytest.approx(wanted)
    even = 4 / sum(exposed)
    assert found_fit.one_rate == pytest.approx(4 * (np.log(even) - 1))


def test_the_truth_is_found_again_and_one_rate_is_refused() -> None:
    found = fit(simulated(6000))
    held = sum(
        low <= true <= high for true, low, high in zip(TRUE, found.low, found.high, strict=True)
    )
    assert held >= 3  # the third is the scale, and of three intervals one may miss
    assert found.weights == pytest.approx(TRUE, rel=0.15)
    assert sorted(found.speeds) == pytest.approx([0.02, 0.09], rel=0.1)
    assert found.fitted > found.guess > found.one_rate
    assert found.chance < 1e-9


def test_what_chance_makes_of_no_difference() -> None:
    sums = RaceSums()
    for kind in (1, 2, 3, 4):
        sums.add("", [kind], 5.0, kind)
    assert fit(sums).chance == pytest.approx(1.0)


def test_a_kind_that_nobody_took_is_named() -> None:
    sums = RaceSums()
    for kind in (1, 2, 3):
        sums.add("", [kind, 4], 5.0, kind)
    with pytest.raises(BadArguments, match="differs in 4"):
        fit(sums)
