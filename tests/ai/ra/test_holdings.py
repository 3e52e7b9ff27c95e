"""The remembered worths of holdings against the plain code over rows, bit by bit."""

from __future__ import annotations

from collections.abc import Sequence

from ai.ra.heuristic import heuristic_move
from ai.ra.holdings import LONE, Scribe
from ai.ra.plain import BLOCK, K, Row, row_of
from ai.ra.potential import (
    choose_bid,
    choose_turn,
    lot_worth,
    potential,
    sun_worth,
    tile_worth,
)
from games.ra.rules.moves import (
    BIDS,
    PASS,
    can_draw,
    discard_move,
    discards,
    god_move,
    gods_usable,
    must_bid,
)
from games.ra.rules.state import BID, DISCARD, State
from tests.support.ra_tables import choices


def tables() -> list[State]:
    """Choices at tables of 3, 4 and 5."""
    seeds = [(players, seed) for players in (3, 4, 5) for seed in range(3)]
    return [state for players, seed in seeds for state in choices(players, seed)]


def test_worths_are_those_of_the_plain_code_to_the_last_bit() -> None:
    catastrophes = 0
    for state in tables():
        t, scribe = row_of(state), Scribe.of(state)
        catastrophes += any(t[BLOCK + 19 : BLOCK + K])
        for seat in range(state.players):
            assert scribe.lot(seat) == lot_worth(t, seat)
            assert scribe.holding(seat, state.tiles[seat]) == potential(t, seat)
            for sun in state.up[seat]:
                assert scribe.least(seat, sun) == sun_worth(t, seat, sun)
            for kind in range(1, K):
                if state.block[kind]:
                    assert scribe.lot(seat, LONE[kind]) == tile_worth(t, seat, kind)
    assert catastrophes > 20


def best_by_the_plain_code(state: State, t: Row) -> str:
    """The discard after which the row has the highest potential."""

    def left(tiles: Sequence[int]) -> float:
        after = t.copy()
        for kind in tiles:
            after[K * state.actor + kind] -= 1
        return potential(after, state.actor)

    return discard_move(max(discards(state), key=left))


def test_moves_are_those_of_the_plain_code() -> None:
    found = set()
    for state in tables():
        t = row_of(state)
        for error, spoils in ((0.0, True), (-2.5, False), (3.5, True)):
            move = heuristic_move(state, error, spoils)
            if state.phase == BID:
                assert state.auction is not None
                sun = choose_bid(t, state.actor, state.auction.high, must_bid(state), error)
                assert move == (BIDS[sun] if sun else PASS)
            elif state.phase == DISCARD:
                assert move == best_by_the_plain_code(state, t)
            else:
                choice = choose_turn(t, can_draw(state), gods_usable(state), error, spoils)
                assert move == {0: "draw", -1: "call"}.get(choice, god_move((choice,)))
            found.add(move.split()[0])
    assert found == {"bid", "pass", "draw", "call", "god", "discard"}
