"""The cursor and the mouse, without a window: choosing, sending, the lasso, words to the person."""

from __future__ import annotations

from games.planetwars.draft import Draft
from games.planetwars.engine.state import State
from games.planetwars.hand import (
    NO_LINE,
    NO_SHIPS,
    NO_SOURCE,
    NOTHING_LEFT,
    SENT,
    FleetHand,
    nearest,
)
from games.planetwars.sky import Sky, sky_of
from games.shell.input import Pointer
from tests.games.planetwars.test_draft import SPOTS, four_planets


def at_hand(share: int = 50) -> tuple[FleetHand, State, Sky]:
    view = four_planets()
    return FleetHand(Draft(share=share)), view, sky_of(view, (0, 0, 900, 500))


def at(sky: Sky, planet: int, kind: str) -> Pointer:
    return Pointer(kind, *sky.spots[planet], 1)


def test_the_cursor_begins_on_an_own_planet_and_goes_on() -> None:
    hand, view, sky = at_hand()
    hand.go(view, sky, (1, 0))
    assert hand.cursor == hand.hovered == 0
    hand.go(view, sky, (1, 0))
    assert hand.cursor == 1


def test_picking_chooses_sends_and_lets_go() -> None:
    hand, view, _ = at_hand()
    assert hand.pick(view) is None
    hand.cursor = 2
    assert hand.pick(view) == NO_SOURCE
    hand.cursor = 0
    assert hand.pick(view) is None
    assert hand.draft.sources == (0,)
    hand.pick(view)
    assert hand.draft.sources == ()
    hand.pick(view)
    hand.cursor = 1
    hand.pick_more(view)
    assert hand.draft.sources == (0, 1)
    hand.cursor = 2
    assert hand.pick(view) == SENT
    assert hand.draft.orders(view) == ((0, 2, 50), (1, 2, 20))


def test_who_has_no_ships_left_is_told() -> None:
    hand, view, _ = at_hand(100)
    for expected in (SENT, NO_SHIPS):
        hand.draft.sources = (0,)
        hand.cursor = 2
        assert hand.pick(view) == expected


def test_a_lasso_holds_own_planets_and_a_click_in_the_sky_none() -> None:
    hand, view, sky = at_hand()
    hand.grip(view, sky, Pointer("down", 5, 5, 1))
    hand.point(view, sky, Pointer("move", 890, 490))
    assert hand.lasso == (5, 5, 890, 490)
    assert hand.let_go(view, sky, Pointer("up", 890, 490, 1)) is None
    assert hand.draft.sources == (0, 1)
    hand.grip(view, sky, Pointer("down", 5, 5, 1))
    hand.let_go(view, sky, Pointer("up", 6, 5, 1))
    assert hand.draft.sources == ()


def test_a_drag_sends_and_a_press_elsewhere_does_not() -> None:
    hand, view, sky = at_hand()
    hand.grip(view, sky, at(sky, 0, "down"))
    assert hand.let_go(view, sky, at(sky, 2, "up")) == SENT
    assert hand.let_go(view, sky, at(sky, 2, "up")) is None, "nothing was pressed"
    hand.grip(view, sky, at(sky, 3, "down"))
    assert hand.let_go(view, sky, at(sky, 2, "up")) is None
    assert len(hand.draft.orders(view)) == 1


def test_a_supply_line_needs_sources_and_a_target() -> None:
    hand, view, sky = at_hand()
    assert hand.supply() == NO_LINE
    hand.draft.sources = (1,)
    hand.point(view, sky, at(sky, 0, "move"))
    assert hand.supply() is None
    assert hand.draft.lines == {1: 0}


def test_a_held_key_moves_the_cursor_alone() -> None:
    hand, view, sky = at_hand()
    assert hand.act(view, sky, "right", True) == (True, None)
    assert hand.act(view, sky, "pick", True) == (False, None)
    assert hand.act(view, sky, "share_0", False) == (True, None)
    assert hand.draft.share == 0
    assert hand.act(view, sky, "dance", False) == (False, None)
    assert hand.act(view, sky, "undo", False) == (True, NOTHING_LEFT)


def test_the_cursor_goes_to_what_lies_that_way() -> None:
    spots = dict(enumerate(SPOTS))
    assert nearest(spots, 0, (1, 0)) == 1
    assert nearest(spots, 3, (-1, 0)) == 2
    assert nearest(spots, 0, (0, 1)) == 0, "there is none"
