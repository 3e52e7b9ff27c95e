"""The claims about Numbers, and the rigged die of AdvancedMath."""

from __future__ import annotations

import re

from ai.lab.numbers.originals import MEASURES
from ai.lab.originals import Effort


def test_the_rigged_die_throws_three_hundred_sixes() -> None:
    found = MEASURES["MATH-1"](Effort(part=0.2))
    low, high = map(
        int, re.findall(r"\b\d{3}\b", found.his_way.partition(" give ")[2].partition(" sixes")[0])
    )
    assert 265 < low < 285 < 315 < high < 335
    assert abs(found.figures["times"].value - 2.14) < 0.05


def test_the_pair_counter_is_above_chance_on_most_studies() -> None:
    found = MEASURES["NUMBERS-3"](Effort(part=0.1))
    assert found.verdict == "holds"
    assert sum(figure.value > 0 for figure in found.figures.values()) >= 3
