"""Orders as the text of a move: one form, any program's blanks, and moves without end."""

from __future__ import annotations

import itertools

from games.planetwars.engine.maps import made
from games.planetwars.engine.orders import LegalOrders, parse, tidy, written
from games.planetwars.engine.turns import fault


def test_a_move_has_one_form() -> None:
    for orders in ((), ((3, 7, 20),), ((3, 7, 20), (4, 17, 0), (3, 7, 1))):
        assert parse(written(orders)) == orders
    for move in ("", "3 7", "3 7 20;", "3  7 20", "3 7 20; ", "+3 7 20", "03 7 20", "3 7 2e1", 7):
        assert parse(move) is None


def test_what_a_program_writes_is_brought_into_that_form() -> None:
    assert tidy(" 3 7  20;4 17 50 ;") == "3 7 20; 4 17 50"
    assert tidy("") == tidy(" - ") == "-"
    assert tidy("+3 7 20") == "3 7 20"
    for move in ("3 7", "3 7 20 4 17 50", "three 7 20"):
        assert parse(tidy(move)) is None
    assert parse(tidy("3 7 -2")) == ((3, 7, -2),)
    assert parse("3 7 -0") is None


def test_listed_moves_are_legal_and_no_move_comes_twice() -> None:
    state = made(1)
    legal = LegalOrders(state, 1)
    listed = list(itertools.islice(legal, 5000))
    assert len(set(listed)) == 5000
    assert len(legal) >= 5000
    assert listed[:2] == ["-", "1 0 100"]
    for move in listed:
        orders = parse(move)
        assert orders is not None
        assert fault(state, 1, orders) is None
        assert move in legal
    assert "0 1 5" not in legal
    assert "1 0 101" not in legal


def test_a_seat_with_fleets_alone_has_one_move() -> None:
    state = made(1)
    lost = state._replace(owners=(2, *state.owners[1:]))
    assert list(LegalOrders(lost, 0)) == ["-"]
    assert len(LegalOrders(lost, 0)) == 1
