"""The orders that a person puts together: shares, landing together, supply lines, taking back."""

from __future__ import annotations

from games.planetwars.draft import SAFE, Draft
from games.planetwars.engine.state import State, begun
from games.planetwars.engine.turns import apply, fault

SPOTS = [(0.0, 0.0), (3.0, 0.0), (9.0, 0.0), (20.0, 0.0)]


def four_planets() -> State:
    return begun(SPOTS, [1, 1, 0, 2], [100, 40, 10, 100], [5, 2, 3, 5])


def test_a_share_of_what_stands_there_leaves() -> None:
    draft, view = Draft(share=50), four_planets()
    draft.sources = (0, 1)
    assert draft.send(view, 2) == 70
    assert draft.orders(view) == ((0, 2, 50), (1, 2, 20))
    assert draft.move(view) == "0 2 50; 1 2 20"
    draft.sources = (0,)
    draft.share = 100
    assert draft.send(view, 3) == 50, "no more than is left"
    assert fault(view, 0, draft.orders(view)) is None
    assert draft.left(view, 0) == 0


def test_all_that_is_safe_leaves_what_holds_the_planet() -> None:
    view = apply(four_planets(), (), [(3, 0, 60)])
    draft = Draft(share=SAFE, sources=(0,))
    ships = draft.send(view, 2)
    landing = view.fleets[0].arrives - view.turn
    assert ships == view.ships[0], "growth until the landing is enough" if landing > 12 else ""
    weak = view._replace(ships=(20, *view.ships[1:]), fleets=(view.fleets[0]._replace(arrives=3),))
    draft = Draft(share=SAFE, sources=(0,))
    assert draft.send(weak, 2) == 0, "it falls anyway"


def test_ships_that_land_together_leave_one_after_the_other() -> None:
    draft, view = Draft(share=100, together=True), four_planets()
    draft.sources = (0, 1)
    draft.send(view, 2)
    assert draft.orders(view) == ((0, 2, 100),)
    assert [(each.turn, each.source) for each in draft.waiting()] == [(3, 1)]
    for _ in range(3):
        view = apply(view, draft.orders(view), ())
        draft.begin_turn(view)
    assert draft.orders(view) == ((1, 2, 40),)
    after = apply(view, draft.orders(view), ())
    assert len({fleet.arrives for fleet in after.fleets}) == 1
    draft.begin_turn(after)
    assert draft.orders(after) == ()


def test_orders_are_taken_back_the_last_first() -> None:
    draft, view = Draft(), four_planets()
    draft.sources = (0,)
    draft.send(view, 2)
    draft.sources = (1,)
    draft.send(view, 2)
    assert draft.take_back()
    assert draft.orders(view) == ((0, 2, 50),)
    assert draft.take_back()
    assert not draft.take_back()
    assert draft.move(view) == "-"


def test_a_supply_line_sends_what_is_safe_every_turn() -> None:
    draft, view = Draft(), four_planets()
    draft.sources = (1,)
    draft.supply(0)
    assert draft.orders(view) == ((1, 0, 40),)
    view = apply(view, draft.orders(view), ())
    draft.begin_turn(view)
    assert draft.orders(view) == ((1, 0, 2),)
    draft.sources = (1,)
    draft.supply(0)
    assert draft.lines == {}


def test_what_was_lost_is_no_source_any_more() -> None:
    draft, view = Draft(sources=(0, 1), lines={1: 0}), four_planets()
    assert draft.begin_turn(view._replace(owners=(1, 2, 0, 2))) == {1}
    assert draft.sources == (0,)
    assert draft.lines == {}


def test_orders_that_wait_on_a_planet_are_lost_with_it() -> None:
    draft, view = Draft(share=100, together=True, sources=(0, 1)), four_planets()
    draft.send(view, 2)
    later = apply(view, draft.orders(view), ())
    assert draft.begin_turn(later) == set()
    assert draft.begin_turn(later._replace(owners=(1, 2, 0, 2))) == {1}
    assert draft.begin_turn(later) == set()
    assert not list(draft.waiting()), "though the planet is taken again"


def test_the_share_turns_between_five_and_a_hundred() -> None:
    draft = Draft(share=95)
    draft.turn_share(5)
    draft.turn_share(5)
    assert draft.share == 100
    for _ in range(30):
        draft.turn_share(-5)
    assert draft.share == 5
    draft.toggle(3)
    draft.toggle(4)
    draft.toggle(3)
    assert draft.sources == (4,)
