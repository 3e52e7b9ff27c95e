"""The likely hidden cards: by counting what a seat sees, and their sentence."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.jaipur.rules.goods import ALL_CARDS, GOODS, counts_of
from games.jaipur.rules.likely import LikelyCard, hidden_sentence
from games.jaipur.rules.state import view_of
from games.jaipur.sight import hidden_cards, sight_of
from tests.support.jaipur_positions import choices_of_rounds


def test_chances_are_those_of_every_hidden_hand_counted_one_by_one() -> None:
    looked = 0
    for state in choices_of_rounds(3):
        view = view_of(state, state.turn)
        rival = view.rival
        hidden = rival.cards - sum(counts_of(rival.known))
        seen = view.market + view.discards + view.own.hand + view.own.herd
        left = counts_of(ALL_CARDS - seen - rival.known - rival.herd)[: len(GOODS)]
        pool = [good for good, count in zip(GOODS, left, strict=True) for _ in range(count)]
        found = hidden_cards(sight_of(view), 1 - view.seat)
        assert len(found) == hidden
        if not 1 <= hidden <= 3:
            continue
        hands = list(combinations(pool, hidden))
        for number, (good, chance) in enumerate(found):
            least = [card.good for card in found[: number + 1]].count(good)
            share = sum(hand.count(good) >= least for hand in hands) / len(hands)
            assert chance == pytest.approx(share)
        assert [card.chance for card in found] == sorted((c.chance for c in found), reverse=True)
        looked += 1
    assert looked > 10


def test_an_open_hand_hides_nothing_and_the_sentence_says_so() -> None:
    sight = sight_of(choices_of_rounds(1)[4])
    assert hidden_cards(sight, 0) == hidden_cards(sight, 1) == ()
    assert hidden_sentence(()) == "You saw every card of the hidden hand taken."
    cards = (LikelyCard("L", 0.7), LikelyCard("P", 0.6), LikelyCard("L", 0.3))
    told = "By counting, the 3 hidden cards are most likely leather and spice."
    assert hidden_sentence(cards) == told
