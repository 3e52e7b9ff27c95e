"""The table beside the state: the order of the block, the eight gods, and the bids."""

from __future__ import annotations

from games.core import Event
from games.ra.model import Lying, Model, TableParts
from games.ra.tiles import FLOOD, GOD, NUMBER, pack
from games.session.session import Session
from games.session.starting import make_setup

ART = NUMBER["art"]


def tile(name: str, seat: int = 0) -> Event:
    """A tile that was drawn."""
    return Event("tile", {"seat": seat, "tile": name})


def test_the_block_keeps_its_order_and_every_god_is_another() -> None:
    showing = TableParts()
    showing.follow([tile("god"), tile("flood"), tile("god"), tile("art")])
    assert showing.block == [Lying(GOD), Lying(FLOOD), Lying(GOD, 1), Lying(ART)]
    assert showing.tiles_of(pack(["god", "god", "flood", "art"])) == tuple(showing.block)
    assert len(showing.tiles_of(pack(["art"]))) == 1, "another block is told by its names"
    won = {"seat": 2, "sun": 8, "center": 1, "tiles": ["art", "flood", "god", "god"]}
    showing.see(Event("won", won))
    assert (showing.block, showing.held) == ([], {2: [0, 1]})
    showing.see(Event("god", {"seat": 2, "tiles": ["flood"]}))
    assert showing.held == {2: [1]}


def test_a_god_takes_a_tile_off_the_block() -> None:
    showing = TableParts()
    showing.follow([tile("flood"), tile("art"), Event("taken", {"seat": 1, "tile": "flood"})])
    assert showing.block == [Lying(ART)]


def test_bids_are_those_of_one_auction() -> None:
    showing = TableParts()
    showing.follow(
        [
            Event("call", {"seat": 0}),
            Event("bid", {"seat": 1, "sun": 5}),
            Event("pass", {"seat": 2}),
        ]
    )
    assert (showing.bids, showing.newest) == ({1: 5, 2: 0}, 2)
    assert showing.said == {0: "calls Ra", 1: "bids 5", 2: "passes"}
    showing.see(Event("nobody", {"tiles": []}))
    assert showing.bids == {}


def test_an_epochs_end_clears_the_table_and_is_kept() -> None:
    showing = TableParts()
    showing.follow([tile("flood"), Event("epoch", {"epoch": 1, "breakdown": [{"total": 4}]})])
    assert showing.block == []
    assert (showing.points(1, 0), showing.points(2, 0)) == (4, None)


def test_the_viewer_may_not_know_what_an_option_hides_until_the_end() -> None:
    usual = Model(Session(make_setup("ra", "random", 5, {}, False)), lambda: False)
    assert (any(usual.veil), usual.counting, usual.telling, usual.lying) == (False, True, False, ())
    for options in ({"hide": "both"}, {"hide": "suns"}, {"show_bag": False}):
        session, ended = Session(make_setup("ra", "random", 5, options, False)), [False]
        model = Model(session, lambda: ended[0])  # noqa: B023
        assert (any(model.veil), model.counting) == ("hide" in options, "show_bag" not in options)
        assert model.telling
        ended[0] = True
        assert (any(model.veil), model.all_open, model.telling) == (False, True, False)
