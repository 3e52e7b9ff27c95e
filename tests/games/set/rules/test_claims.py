"""The moves of Set: which there are, and why others are none."""

from __future__ import annotations

import itertools

import pytest

from games.core import IllegalMove
from games.set.rules.cards import NAMES, NUMBERS
from games.set.rules.claims import Claim, Remark, parse, remark_of, right_claims, why_not
from games.set.rules.game import GAME
from games.set.rules.state import FREE
from tests.support.set_tables import CASES, dealt


def test_refusals_say_what_is_wrong() -> None:
    state = dealt(CASES[0]["deck"])
    a, b, c, *_ = (NAMES[card] for card in state.table)
    gone = next(name for name, card in NUMBERS.items() if card not in state.table)
    for move, part in (
        (f"10-{b}.{a}.{c}", "in the order of their places"),
        (f"10-{a}.{a}.{c}", "in the order of their places"),
        (f"10-{a}.{b}.{gone}", f"{gone} does not lie on the table"),
        (f"10-{a}.{b}.{c}.{gone}", "names 3 cards here, not 4"),
        ("10-none", "More cards come by themselves"),
        ("10-late", "Nobody says Set!"),
        (f"0-{a}.{b}.{c}", "is no move"),
        (f"86400001-{a}.{b}.{c}", "is no move"),
    ):
        assert part in why_not(state, 0, move), move
        with pytest.raises(IllegalMove):
            GAME.apply(state, {0: move, 1: "wait"})


def test_lazy_moves_are_counted_and_begin_with_what_they_hold() -> None:
    state = dealt(CASES[0]["deck"], none="call", call=3)
    legal = GAME.legal(state, 0)
    first = list(itertools.islice(legal, 2 + 2 * 222))
    assert first[:2] == ["wait", "void"]
    assert len(set(first)) == len(first)
    assert all(move in legal for move in first)
    assert first[-1].startswith("2-")
    assert len(legal) == 2 + 86_400_000 * 222
    assert GAME.idle(state, 0) == "wait"


def test_what_stood_beside_the_cards_is_part_of_a_claim_and_of_a_wait() -> None:
    state = dealt(CASES[0]["deck"])
    cards = state.table[:3]
    for remark in (Remark(), Remark(2), Remark(0, True), Remark(3, True)):
        claim = Claim(70, cards, "", remark)
        assert parse(claim.text()) == claim
        assert remark_of(claim.text()) == remark_of("wait" + remark.text()) == remark
        assert why_not(state, 0, claim.text()) == why_not(state, 0, "wait" + remark.text()) == ""
    assert remark_of("void") == Remark()
    for move in ("wait+hint9", "wait+hint", "void+paused", "wait+paused+hint1", "waiting"):
        assert "is no move" in why_not(state, 0, move), move


@pytest.mark.parametrize("mode", ["normal", "ultraset"])
def test_where_cards_are_still_to_come_only_what_lies_can_be_right(mode: str) -> None:
    state = dealt(CASES[0]["deck"], mode=mode)
    whole = right_claims(state)
    for place, card in enumerate(state.table):
        table = (*state.table[:place], FREE, *state.table[place + 1 :], FREE)
        found = right_claims(state._replace(table=table))
        assert found == [claim for claim in whole if card not in claim]
