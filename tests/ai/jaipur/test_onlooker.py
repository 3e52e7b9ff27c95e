"""The public belief: the counting belief where hands lie open, and blind to what is hidden."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from ai.jaipur.belief import counting_belief
from ai.jaipur.onlooker import Onlooker
from ai.jaipur.seed import SeedUtility
from games.core import Limit
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.jaipur.rules.goods import KINDS, counts_of
from games.jaipur.rules.state import State
from games.match import Match
from games.mind import mind_to_plain

PARAMS = SPEC.params({"length": "round"})


def watched(turns: int, seed: int = 4) -> tuple[Match[State], Onlooker]:
    """A match of the originals after some turns, and who watches it."""
    onlooker = Onlooker()
    match: Match[State] = Match(
        GAME, PARAMS, seed, {0: SeedUtility(), 1: SeedUtility()}, [onlooker]
    )
    match.run(Limit(), turns)
    return match, onlooker


def test_it_is_a_belief_at_every_turn() -> None:
    match, onlooker = watched(12)
    looked = 0
    while match.to_act:
        for seat in (0, 1):
            found = onlooker.belief(seat)
            assert found.sum(axis=1) == pytest.approx(np.ones(6))
            held = np.array(counts_of(match.state.traders[seat].hand)[:6])
            assert (found[np.arange(6), held] > 0).all()
        if match.state.left:
            assert onlooker.next_card().sum() == pytest.approx(1.0)
        assert mind_to_plain(onlooker.mind())
        match.step(Limit())
        looked += 1
    assert looked > 40


def test_it_is_the_counting_belief_of_who_hides_nothing() -> None:
    compared = 0
    for seed in range(6):
        match, onlooker = watched(12, seed)
        while match.to_act:
            west, east = match.state.traders
            for seat, own in ((1, west), (0, east)):
                if own.hand == own.known and match.to_act != (-1,):
                    counted = counting_belief(GAME.view(match.state, 1 - seat))
                    assert onlooker.belief(seat) == pytest.approx(counted.hand, abs=1e-9)
                    assert onlooker.next_card() == pytest.approx(counted.next, abs=1e-9)
                    compared += 1
            match.step(Limit())
    assert compared > 3


def test_it_is_that_of_all_deals_of_both_hands() -> None:
    """The first hidden card of a hand, by enumeration over pairs of unseen cards."""
    _, onlooker = watched(14)
    left = onlooker.unseen()[:6]
    pool = [kind for kind, count in zip(KINDS, left, strict=False) for _ in range(count)]
    drawn: Counter[str] = Counter()
    for chosen in combinations(range(len(pool)), 2):
        drawn[pool[chosen[0]]] += 1
        drawn[pool[chosen[1]]] += 1
    shares = [drawn[kind] / drawn.total() for kind in KINDS[:6]]
    goods = onlooker.next_card()[:6]
    assert goods / goods.sum() == pytest.approx(shares)


def test_what_is_hidden_changes_nothing() -> None:
    """The same public events with other cards in the hands."""
    match, onlooker = watched(12)
    other = Onlooker()
    again: Match[State] = Match(GAME, PARAMS, 99, {}, [other])
    swapped = {"C": "P", "P": "C", "D": "G", "G": "D"}
    for number, turn in enumerate(match.turns):
        card = turn[0][1]
        again.play({-1: swapped.get(card, card) if number < 10 else card})
    assert again.state != match.state
    assert other.mind() == onlooker.mind()
