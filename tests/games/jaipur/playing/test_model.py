"""What stands on the table beside the state."""

from __future__ import annotations

from games.core import WATCHERS, Event
from games.jaipur.playing.model import Showing, events_for
from games.mind import Note
from games.session.reveal import Reveal

SUM = (("A", "B"), 0, True)
SOLD = Event("sell", {"seat": 1, "good": "L", "count": 2, "tokens": [4, 3], "pile": 0})


def test_a_sale_stays_in_sight_until_its_traders_next_move() -> None:
    showing = Showing()
    showing.see(SOLD, (), SUM)
    showing.see(Event("camels", {"seat": 0, "count": 3}), (), SUM)
    assert showing.gains[1] is not None
    assert showing.stall == ("",) * 5
    showing.see(Event("take", {"seat": 1, "card": "L"}), (), SUM)
    assert showing.gains == [None, None]


def test_minds_are_kept_by_turn_and_go_with_what_is_taken_back() -> None:
    showing = Showing()
    showing.keep_minds(Reveal({1: "camels"}, (), thought={1: (Note("so"),)}), 8)
    showing.keep_minds(Reveal({0: "camels"}, (), thought={0: ()}), 9)
    assert list(showing.minds) == [7]
    showing.restore((), 8)
    assert list(showing.minds) == [7]
    showing.restore((), 7)
    assert showing.minds == {}


def test_a_dealt_card_is_seen_once_and_by_whom_it_may() -> None:
    told = Event("deal", {"seat": 1, "card": "D"}, (1,)), Event("deal", {"seat": 1}, (0, WATCHERS))
    refill = Event("refill", {"card": "C"})
    for viewer, which in ((0, told[1]), (1, told[0]), (None, told[0])):
        assert events_for((*told, refill), viewer) == (which, refill)
