"""What is imagined of hidden cards, against an enumeration of all deals."""

from __future__ import annotations

from collections import Counter

from games.jaipur.rules.game import GAME, less, unseen
from games.jaipur.rules.goods import letters_of, pack
from games.jaipur.rules.state import State, Trader, view_of
from games.streams import Stream


def end_game() -> State:
    """Six cards unseen by seat 0: two in the other's hand, four in the deck."""
    state = GAME.new({"length": "round", "tie": "replay"})
    hands = (Trader(pack("LL"), 5), Trader(pack("DC"), 2, pack("D")))
    state = state._replace(market=pack("GGCPP"), deck=pack("DSSK"), left=4, traders=hands, due=0)
    out = state.market + state.deck + sum(trader.hand + trader.herd for trader in hands)
    return state._replace(
        discards=(pack("D" * 6 + "G" * 6 + "S" * 6 + "C" * 8 + "P" * 8 + "L" * 10) + 11 - out)
        & ~15,
        acting=(0,),
    )


def test_unseen_is_the_deck_and_what_is_not_known_of_the_hand() -> None:
    view = view_of(end_game(), 0)
    assert letters_of(unseen(view)).replace("K", "") == "DSSC"


def test_hidden_hands_are_imagined_as_often_as_counting_says() -> None:
    view, rng = view_of(end_game(), 0), Stream.named(1, "deals")
    found = Counter(
        letters_of(GAME.imagine(view, 0, rng).traders[1].hand - pack("D")) for _ in range(4000)
    )
    for card, share in (("D", 0.25), ("S", 0.5), ("C", 0.25)):
        assert abs(found[card] / 4000 - share) < 0.03


def test_known_never_falls_below_nothing() -> None:
    assert less(pack("DDL"), pack("DDDC")) == pack("L")
