"""What the net of Ra says of its bids."""

from __future__ import annotations

import pytest

from ai.ra.net_mind import beaten
from ai.ra.words import seat_word
from games.ra.asks import BidWay, ExpectedBid

LOW, MIDDLE, OWN = BidWay(3, 9, 1, 0.2), BidWay(6, 11, 2, 0.3), BidWay(8, 8, 0, 0.4)


@pytest.mark.parametrize(
    ("bid", "ways", "told"),
    [
        (8, (LOW, MIDDLE, OWN), f", and my 6 would lose to {seat_word(2)}'s 11"),
        (8, (LOW, OWN), f", and my 3 would lose to {seat_word(1)}'s 9"),
        (8, (BidWay(0, 9, 1, 0.1), OWN), ""),
        (8, (BidWay(6, 6, 0, 0.1), OWN), ""),
        (3, (LOW, MIDDLE), ""),
    ],
)
def test_the_highest_lower_sun_that_would_lose_is_told(
    bid: int, ways: tuple[BidWay, ...], told: str
) -> None:
    assert beaten(ExpectedBid(0, bid, ways)) == told
