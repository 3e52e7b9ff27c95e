"""Whose a press is, and when claims of two people count."""

from __future__ import annotations

from games.set.hands import Hands, hint_cards, place_of
from games.set.rules.cards import kind_of
from games.set.rules.claims import Remark, right_claims
from games.shell.input import Press
from tests.support.set_tables import CASES, dealt


def test_one_person_has_every_device_and_two_share_them() -> None:
    one, two = Hands((0,)), Hands((0, 1))
    card, left, right = Press("card_3"), Press("left_3"), Press("right_set")
    pads = [Press("up", "gamepad", source=number) for number in (1, 2)]
    assert [one.seat_of(press) for press in (card, *pads)] == [0, 0, 0]
    assert [two.seat_of(press) for press in (left, right, *pads, Press("up"))] == [0, 1, 1, 0, 1]
    assert Hands(()).seat_of(card) is None


def test_the_mouse_is_whoever_said_set() -> None:
    hands = Hands((0, 1))
    assert hands.pointing == 1
    hands.call(0, 3.0)
    assert hands.pointing == 0
    assert not hands.run_out(2.9)
    assert hands.run_out(0.2)


def test_the_second_claim_of_a_frame_comes_a_millisecond_later_and_stays_when_the_first_errs() -> (
    None
):
    state = dealt(CASES[0]["deck"])
    cards = right_claims(state)[0]
    hands = Hands((0, 1))
    hands.claim(1, 700, cards)
    hands.claim(0, 700, cards)
    assert [(seat, claim.ms) for seat, claim in hands.due(state)] == [(1, 700), (0, 701)]
    hands.settle(1, same_table=True)
    after = state._replace(after=700, frozen=(5700, 0))
    assert [(seat, claim.ms) for seat, claim in hands.due(after)] == [(0, 5700)]
    hands.settle(0, same_table=False)
    assert not hands.claiming


def test_a_claim_of_cards_that_are_gone_is_not_played() -> None:
    state = dealt(CASES[0]["deck"])
    cards = right_claims(state)[0]
    hands = Hands((0,))
    hands.claim(0, 700, cards)
    gone = state._replace(table=tuple(card for card in state.table if card != cards[0]))
    assert list(hands.due(gone)) == []


def test_what_was_hinted_stands_behind_a_claim_until_the_table_is_taken() -> None:
    hands = Hands((0,))
    hands.hinted, hands.paused = 2, True
    assert hands.remark == Remark(2, True)
    assert hands.claim(0, 5, (), "none").text() == "5-none+hint2+paused"
    hands.forget()
    assert hands.remark.text() == ""


def test_a_hint_shows_the_likest_set() -> None:
    state = dealt(CASES[0]["deck"])
    found = right_claims(state)
    assert hint_cards(state, 0) == ()
    assert hint_cards(state, 3) in found
    assert kind_of(hint_cards(state, 3)) == min(map(kind_of, found))


def test_actions_name_places() -> None:
    assert [place_of(name) for name in ("card_7", "left_20", "right_set", "choice_3")] == [
        7,
        20,
        None,
        None,
    ]
