"""An auction as a ladder: one rung a bidder, the expected bid chosen, what was done told."""

from __future__ import annotations

from games.agents import BidWay, Rung
from games.ra.ladders import CAME, ladder_of

RUNGS = (
    Rung(1, 0, (BidWay(0, 9, 0, 0.2), BidWay(10, 10, 1, 0.15))),
    Rung(2, 0),
    Rung(0, 9, (BidWay(0, 0, -1, 0.5), BidWay(9, 9, 0, 0.6))),
)


def test_each_bidder_has_a_rung_with_every_bid_and_where_it_leads() -> None:
    told = ladder_of("Bids", RUNGS, ("You", "Farmer", "Scribe"))
    assert [(fork.seat, fork.name, fork.chosen, fork.truth) for fork in told.forks] == [
        (1, "Farmer", 0, -1),
        (0, "You", 1, -1),
    ]
    assert [(way.word, way.goal, way.end) for fork in told.forks for way in fork.ways] == [
        ("pass", 0, "9"),
        ("10", 1, "10"),
        ("pass", -1, "nobody"),
        ("9", 0, "9"),
    ]
    assert CAME not in told.help


def test_what_was_done_is_the_truth() -> None:
    told = ladder_of("Bids", RUNGS, ("You", "Farmer", "Scribe"), {1: 10, 0: 0})
    assert [fork.truth for fork in told.forks] == [1, 0]
    assert CAME in told.help
