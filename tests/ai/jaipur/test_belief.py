"""The counting belief, against an enumeration of all deals at small decks."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from ai.jaipur.belief import counting_belief, hypergeometric, surprise
from games.jaipur.rules.goods import BONUS, KINDS, counts_of, letters_of, pack, pack_bonus
from games.jaipur.rules.state import MatchSoFar, State, Trader, new_round, view_of


def small(deck: str, own: str, other: str, known: str, market: str = "GGCPP") -> State:
    """A position late in a round: everything else was sold, or is in the herds."""
    state = new_round(MatchSoFar("round"))
    west, east = (
        Trader(pack(own), 4, 0, 0, 0, pack_bonus((1, 4))),
        Trader(pack(other), 2, pack(known)),
    )
    out = pack(market + deck + own + other)
    everything = pack("D" * 6 + "G" * 6 + "S" * 6 + "C" * 8 + "P" * 8 + "L" * 10)
    assert counts_of(out)[-1] == 5, "11 camels"
    discards = everything - (out & ~15)
    return state._replace(
        *(),
        market=pack(market),
        deck=pack(deck),
        left=len(deck),
        discards=discards,
        traders=(west, east),
        due=0,
        acting=(0,),
    )


POSITIONS = (
    small("DSSLKKKKK", "LL", "DCG", "D"),
    small("DDCCPKKKKK", "SS", "LLPP", ""),
    small("KKKKK", "SS", "GGC", "GG"),
    small("LLLLKKKKK", "D", "LLL", "LL"),
)


@pytest.mark.parametrize("state", POSITIONS)
def test_the_belief_is_that_of_all_deals(state: State) -> None:
    view = view_of(state, 0)
    found = counting_belief(view)
    known = letters_of(view.rival.known)
    hidden = list(letters_of(state.traders[1].hand))
    for card in known:
        hidden.remove(card)
    pool = [card for card in letters_of(state.deck) if card != "K"] + hidden
    camels = state.left - (len(pool) - len(hidden))
    hand, following, deals = np.zeros((6, 8)), np.zeros(7), 0
    for chosen in combinations(range(len(pool)), len(hidden)):
        held = [pool[place] for place in chosen] + list(known)
        deck = [pool[place] for place in range(len(pool)) if place not in chosen] + ["K"] * camels
        for kind in range(6):
            hand[kind, held.count(KINDS[kind])] += 1
        for card in deck:
            following[KINDS.index(card)] += 1 / len(deck)
        deals += 1
    assert found.hand == pytest.approx(hand / deals, abs=1e-9)
    assert found.next == pytest.approx(following / deals, abs=1e-9)
    assert found.hand.sum(axis=1) == pytest.approx(np.ones(6), abs=1e-12)


def test_bonus_tokens_are_what_one_does_not_have() -> None:
    found = counting_belief(view_of(POSITIONS[0], 0)).bonus
    assert found[3].values == {1: 1 / 6, 2: 3 / 6, 3: 2 / 6}
    assert found[4].mean == pytest.approx((sum(BONUS[4]) - 4) / 5)
    assert found[5].left == 5


def test_hypergeometric_adds_up() -> None:
    assert hypergeometric(20, 6, 5).sum() == pytest.approx(1.0, abs=1e-12)
    assert hypergeometric(4, 0, 2).tolist() == [1.0, 0.0, 0.0]
    assert hypergeometric(3, 3, 3).tolist() == [0.0, 0.0, 0.0, 1.0]


def test_surprise_in_bits() -> None:
    belief = np.zeros((6, 8))
    belief[:, 0] = 0.5
    belief[:, 1] = 0.5
    assert surprise(belief, np.array([0, 1, 0, 0, 0, 0])) == pytest.approx(6.0)
