"""Twenty cards without a set, all that are made of them, and what one more card does."""

from __future__ import annotations

from random import Random

from games.set.laboratory.twenty import CAP, another, completed_by
from games.set.rules.cards import is_set, sets_among


def test_there_is_no_set_among_them_nor_among_any_that_are_made_of_them() -> None:
    rng, cap, seen = Random(2), CAP, {CAP}
    for _ in range(40):
        assert len(set(cap)) == 20
        assert sets_among(cap) == []
        cap = another(cap, rng)
        seen.add(cap)
    assert len(seen) > 35


def test_any_further_card_completes_a_set() -> None:
    further = 0
    for card in set(range(81)) - set(CAP):
        pairs = completed_by(card, CAP)
        assert pairs
        assert all(is_set(card, a, b) for a, b in pairs)
        assert len(pairs) == len(sets_among([*CAP, card]))
        further += 1
    assert further == 61
