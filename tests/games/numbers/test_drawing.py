"""What stands at the zones of Numbers' scale."""

from __future__ import annotations

import pytest

from games.numbers.drawing import COIN, DICE, HUMAN, METRONOME, Zone, scale_words


@pytest.mark.parametrize(
    ("zone", "high", "reach", "words"),
    [
        (DICE, 0.34, 0.45, "dice, now up to 45%"),
        (DICE, 0.34, 0.0, "dice (up to 34%)"),
        (HUMAN, 0.45, 0.0, "typical person (up to 45%)"),
        (HUMAN, 0.45, 0.40, "typical person (up to 45%)"),
        (HUMAN, 0.45, 0.447, "typical person: too early"),
        (HUMAN, 0.45, 0.6, "typical person: too early"),
        (COIN, 0.7, 0.6, "coin (up to 70%)"),
        (METRONOME, 1.0, 0.6, "clockwork"),
    ],
)
def test_a_zone_that_chance_still_covers_has_no_end_of_its_own(
    zone: Zone, high: float, reach: float, words: str
) -> None:
    assert scale_words(zone, high, reach)[0] == words
