"""What others published, beside which our own figures are drawn."""

from __future__ import annotations

from games.set.laboratory.plots import PUBLISHED


def test_what_others_published_is_of_ten_million_games() -> None:
    assert [cards for cards, _, _ in PUBLISHED] == list(range(69, -1, -3))
    assert PUBLISHED[0][1] + PUBLISHED[0][2] == 10_000_000
