"""What stands on the table beside the state."""

from __future__ import annotations

from games.core import WATCHERS, Event
from games.jaipur.model import Model, events_for
from games.mind import Note
from games.session.reveal import Reveal
from games.session.session import Session
from games.session.starting import make_setup

SOLD = Event("sell", {"seat": 1, "good": "L", "count": 2, "tokens": [4, 3], "pile": 0})


def session(rival: str) -> Session:
    """A match in which nothing was played, against an agent or another person."""
    return Session(make_setup("jaipur", rival, 5, {}, False))


def test_of_two_people_nobody_looks_before_the_curtain_rises() -> None:
    alone, model = Model(session("greedy")), Model(session("human"))
    assert (alone.nobody_looks, alone.looker, alone.below) == (False, 0, 0)
    assert (model.nobody_looks, model.below) == (True, 0)
    model.session.looking = 1
    assert (model.nobody_looks, model.looker, model.below) == (False, 1, 1)
    model.through = lambda: None
    assert (model.looker, model.eyes, model.below) == (None, None, 0)
    model.through = lambda: 1
    assert (model.looker, model.eyes, model.below) == (1, 1, 1)


def test_a_sale_stays_in_sight_until_its_traders_next_move() -> None:
    showing = Model(session("greedy"))
    showing.see(SOLD)
    showing.see(Event("camels", {"seat": 0, "count": 3}))
    assert showing.gains[1] is not None
    assert showing.stall == ("",) * 5
    showing.see(Event("take", {"seat": 1, "card": "L"}))
    assert showing.gains == [None, None]


def test_minds_are_kept_by_turn_and_go_with_what_is_taken_back() -> None:
    showing = Model(session("greedy"))
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
