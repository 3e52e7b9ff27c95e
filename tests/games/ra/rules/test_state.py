"""Changes of a state by place against a tuple's own way to change."""

from __future__ import annotations

from games.ra.rules.state import (
    BID,
    TURN,
    Auction,
    after_lot,
    after_tile,
    bidding,
    empty,
    turn_of,
    view_of,
)
from games.ra.tiles import FLOOD, NILE, NOTHING, added
from tests.support.ra_tables import choices


def test_quick_changes_are_those_of_the_tuple() -> None:
    auction = Auction(1, True, 0, None)
    for state in choices(3, 1, 5):
        block = added(NOTHING, NILE)
        changes = {"phase": BID, "actor": 2, "auction": auction}
        assert bidding(state, 2, auction) == state._replace(**changes) == state.put(**changes)
        assert type(bidding(state, 2, auction)) is type(state)
        turn = {"phase": TURN, "turn": 1, "actor": 1, "auction": None, "block": block}
        assert turn_of(state, 1, block) == state._replace(**turn)
        suns = {"up": ((2,), (3,), ()), "down": ((), (), (4,)), "center": 9}
        won = after_lot(state, 1, suns["up"], suns["down"], 9, (block,) * 3)
        turn |= {**suns, "tiles": (block,) * 3, "block": NOTHING}
        assert won == state._replace(**turn)


def test_a_tile_of_a_given_deal_is_gone_and_no_view_has_the_rest() -> None:
    state = empty(3, False, bytes((NILE, FLOOD)))
    after = after_tile(state, 2, added(NOTHING, NILE), added(state.left, NILE, -1))
    assert (after.deal, after.turn, after.actor, after.phase) == (bytes((FLOOD,)), 2, 2, TURN)
    assert view_of(after) == after._replace(deal=b"")
    undealt = empty(3, False)
    assert view_of(undealt) is undealt
