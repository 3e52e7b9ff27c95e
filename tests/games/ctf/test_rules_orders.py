"""Orders to the mate: in the moves and the log, for the own team's eyes, never listed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games import log
from games.core import IllegalMove, Limit, Log, Seating
from games.ctf.maze import MOVES
from games.ctf.plain import Form
from games.ctf.rules.game import GAME
from games.ctf.rules.orders import FREE, ORDERS, OpenMoves, parted
from games.ctf.rules.state import State
from games.exhibition import exhibited
from games.match import Match
from tests.games.ctf.played import SMALL, params_of


def ordered_match(order: str = "guard", after: int = 12) -> Match[Any]:
    """A match of gatherers in which the first bot gives its mate an order at its second move."""
    match = exhibited("ctf", ("gatherer",) * 4, SMALL, 1)
    while match.state.moves < after:
        first = match.to_act == (0,) and match.state.moves == 4
        match.step(Limit(), {0: f"stay {order}"} if first else {})
    return match


def test_a_move_with_an_order_walks_and_orders() -> None:
    match = ordered_match()
    assert match.state.orders == ("guard", "")
    assert [pair for turn in match.turns for pair in turn if pair[1].endswith("guard")] == [
        (0, "stay guard")
    ]
    told = GAME.view(match.state, 2)
    assert told.orders == ("guard", "")
    assert GAME.view(match.state, 1).orders == ("", ""), "the others hear nothing of it"
    assert GAME.view(match.state, 3).orders == ("", "")


def test_the_event_of_an_order_is_for_the_own_team() -> None:
    match = exhibited("ctf", ("gatherer",) * 4, SMALL, 1)
    while match.to_act != (0,):
        match.step(Limit())
    _, events = GAME.apply(match.state, {0: "stay attack"})
    order = next(event for event in events if event.kind == "order")
    assert order.data == {"bot": 0, "order": "attack"}
    assert order.audience is not None
    assert 2 in order.audience
    assert not {1, 3} & set(order.audience)


def test_free_takes_an_order_back_and_a_plain_move_keeps_it() -> None:
    match = ordered_match()
    while match.to_act != (0,):
        match.step(Limit())
    kept: State = GAME.apply(match.state, {0: "stay"})[0]
    assert kept.orders == ("guard", "")
    freed: State = GAME.apply(match.state, {0: f"stay {FREE}"})[0]
    assert freed.orders == ("", "")
    assert freed.bots == kept.bots


def test_orders_are_legal_and_not_listed() -> None:
    match = ordered_match()
    while match.to_act != (0,):
        match.step(Limit())
    legal = match.legal(0)
    assert set(legal) <= set(MOVES)
    assert all(f"{move} {order}" in legal for move in legal for order in (*ORDERS, FREE))
    for wrong in ("stay sing", "stay  guard", "guard", "stay guard guard", " guard", "jump guard"):
        assert wrong not in legal
        with pytest.raises(IllegalMove):
            GAME.apply(match.state, {0: wrong})
    assert 5 not in OpenMoves(("up",))
    assert parted("up attack") == ("up", "attack")


def test_the_log_keeps_orders_and_plays_them_again() -> None:
    match = ordered_match()
    seats = (Seating("human"), *(Seating("gatherer"),) * 3)
    written = log.encode(Log("ctf", match.params, 1, seats, list(match.turns)))
    read = log.decode(written)
    assert list(read.turns) == match.turns
    again: Match[State] = Match(GAME, params_of(), 1)
    again.replay(read.turns)
    assert again.state == match.state


def test_a_plain_view_names_the_own_order_and_has_no_word_of_it_without_one() -> None:
    match = ordered_match()
    form = Form(match.params)
    own = form.view(GAME.view(match.state, 2), 2)
    other = form.view(GAME.view(match.state, 1), 1)
    assert json.loads(json.dumps(own))["order"] == "guard"
    assert "order" not in other
