"""The zones of shares of hits: chance's own border first, the others fixed."""

from __future__ import annotations

import itertools

import pytest

from games.intervals import chance_band
from games.numbers.drawing import ZONES, borders, zone_of


@pytest.mark.parametrize(
    ("hits", "pressed", "name"),
    [
        (0, 0, "dice"),
        (5, 20, "dice"),
        (9, 20, "dice"),  # 45%: in twenty keys chance does that
        (34, 100, "dice"),
        (35, 100, "person"),
        (45, 100, "person"),
        (46, 100, "coin"),
        (70, 100, "coin"),
        (71, 100, "clockwork"),
        (2000, 2000, "clockwork"),
    ],
)
def test_the_zone_of_a_share(hits: int, pressed: int, name: str) -> None:
    assert zone_of(hits, pressed).name == name


@pytest.mark.parametrize("pressed", [1, 5, 20, 60, 100, 300, 2000])
def test_zones_cover_all_shares_once_and_agree_with_the_borders(pressed: int) -> None:
    parts = borders(pressed)
    assert parts[0][1] == 0.0
    assert parts[-1][2] == pytest.approx(1.0)
    assert all(a[2] == b[1] for a, b in itertools.pairwise(parts))
    assert all(low < high for _, low, high in parts)
    assert parts[0][2] == chance_band(pressed, 0.25)[1]
    assert [zone for zone, _, _ in parts] == [z for z in ZONES if z in [p[0] for p in parts]]
    for hits in range(0, pressed + 1, max(1, pressed // 50)):
        share, zone = hits / pressed, zone_of(hits, pressed)
        low, high = next((low, high) for z, low, high in parts if z is zone)
        assert low < share or not hits
        assert share <= high
