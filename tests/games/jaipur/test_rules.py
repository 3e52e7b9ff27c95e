"""Jaipur's rules: the contract, what adds up after every turn, and whole matches."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import CHANCE, WATCHERS
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.jaipur.rules.goods import (
    ALL_BONUS,
    ALL_CARDS,
    CARDS,
    TOKENS,
    counts_of,
    letters_of,
    pack,
    pile_sizes,
    to_mapping,
)
from games.jaipur.rules.moves import covers
from games.jaipur.rules.state import State, Trader, view_of
from games.streams import Stream
from tests.support import contract

VARIANTS = tuple(contract.variants(SPEC))


@pytest.mark.parametrize("params", VARIANTS, ids=lambda params: "-".join(params.values()))
def test_the_contract(params: dict[str, Any]) -> None:
    assert contract.check_protocol(GAME, params, 1) >= 16
    assert contract.check_refusals(GAME, params, 2) >= 10
    assert contract.check_replay(GAME, params, 3) >= 16
    assert contract.check_views(GAME, params, 4) >= 100


def test_the_rest_of_the_contract() -> None:
    params = SPEC.params()
    assert contract.check_undo(GAME, params, 3) >= 2
    assert contract.check_audience(GAME, params, 4) >= 2
    assert contract.check_small_state(GAME, params, 5) >= 200


def random_states(params: dict[str, Any], seed: int) -> list[State]:
    """All states of a match of chance."""
    rng, state = Stream.named(seed, "states"), GAME.new(params)
    found = [state]
    while state.acting:
        seat = state.acting[0]
        state, _ = GAME.apply(state, {seat: contract.any_move(GAME, state, seat, rng)})
        found.append(state)
    return found


def check_all_accounted_for(state: State) -> None:
    """55 cards, 38 goods tokens and 18 bonus tokens."""
    west, east = state.traders
    parts = (state.market, state.deck, state.discards, west.hand, east.hand)
    counts = [sum(counts_of(part)[kind] for part in parts) for kind in range(7)]
    counts[-1] += west.herd + east.herd
    assert tuple(counts) == CARDS
    assert sum(counts_of(state.deck)) == state.left
    assert sum(counts_of(state.tokens)) + west.tokens + east.tokens == 38
    left = [sum(v[len(v) - n :]) for v, n in zip(TOKENS, counts_of(state.tokens), strict=False)]
    assert sum(left) + west.points + east.points == sum(map(sum, TOKENS))
    assert state.piles + west.bonus + east.bonus == ALL_BONUS
    for trader in state.traders:
        assert sum(counts_of(trader.hand)) <= 7
        assert covers(trader.hand, trader.known)
    if state.acting and not state.due:
        assert sum(counts_of(state.market)) == 5


def check_rounds(first: int, rounds: int) -> int:
    """Play rounds of chance, everything counted after every turn; returns the turns."""
    turns = 0
    for seed in range(first, first + rounds):
        for state in random_states(SPEC.params({"length": "round"}), seed):
            check_all_accounted_for(state)
            turns += 1
    return turns


def test_everything_is_accounted_for_after_every_turn() -> None:
    assert check_rounds(0, 4) > 200


@pytest.mark.sweep
def test_everything_is_accounted_for_in_ten_thousand_rounds() -> None:
    assert check_rounds(0, 10_000) > 500_000


def test_a_match_goes_to_two_seals() -> None:
    ended = 0
    for seed in range(3):
        states = random_states(SPEC.params(), seed)
        last = states[-1]
        assert max(last.series.seals) == 2
        assert GAME.returns(last)[last.series.seals.index(2)] == 1.0
        rounds = {state.series.round for state in states}
        assert rounds == set(range(1, last.series.round + 1))
        assert len(rounds) >= 2
        ended += 1
    assert ended == 3


def crafted(**changes: Any) -> State:
    """A position in which seat 0 is to move: a market of DDCKK, hands LLL and SS."""
    traders = (Trader(pack("LLL"), 2), Trader(pack("SS"), 1))
    state = GAME.new({"length": "round", "tie": "replay"})._replace(
        market=pack("DDCKK"), traders=traders, due=0, acting=(0,)
    )
    out = state.market + sum(t.hand + t.herd for t in traders)
    deck = ALL_CARDS - out
    return state._replace(**{"deck": deck, "left": sum(counts_of(deck)), **changes})


def test_an_exactly_used_up_deck_does_not_end_the_round() -> None:
    state = crafted(deck=pack("L"), left=1)
    state, _ = GAME.apply(state, {0: "take-D"})
    state, _ = GAME.apply(state, {CHANCE: "L"})
    assert state.left == 0
    assert state.acting == (1,)


def test_a_market_that_stays_short_ends_the_round_once_what_is_left_was_laid_down() -> None:
    state = crafted(deck=pack("L"), left=1)
    state, _ = GAME.apply(state, {0: "camels"})
    assert state.acting == (CHANCE,)
    state, events = GAME.apply(state, {CHANCE: "L"})
    assert state.end == "cannot_refill"
    assert to_mapping(state.market) == {"D": 2, "C": 1, "L": 1}
    assert [event.kind for event in events] == ["refill", "score", "win"]


def test_the_third_kind_that_is_gone_ends_the_round_after_the_bonus_token() -> None:
    tokens = pack("SSSSSCCCCCCCPLLL")
    state = crafted(tokens=tokens - pack("P"))
    assert to_mapping(state.tokens) == {"S": 5, "C": 7, "L": 3}
    state = state._replace(tokens=pack("SSSSSCCCCCCCLLL") - pack("SSSSS") + pack("S"))
    state, events = GAME.apply(state, {0: "sell-L3"})
    assert state.acting == (CHANCE,)
    assert events[0].data["pile"] == 3
    state, events = GAME.apply(state, {CHANCE: "2"})
    assert state.end == "three_types_depleted"
    assert pile_sizes(state.traders[0].bonus) == (1, 0, 0)
    assert [event.kind for event in events][-2:] == ["score", "win"]


def test_known_grows_by_what_is_taken_and_shrinks_by_what_is_given() -> None:
    state, _ = GAME.apply(crafted(), {0: "swap-DD-LK"})
    assert letters_of(view_of(state, 1).rival.known) == "DD"
    state, _ = GAME.apply(state._replace(turn=0, acting=(0,)), {0: "sell-D2"})
    assert view_of(state, 1).rival.known == 0
    assert state.traders[0].points == 14


def test_a_view_is_the_same_for_all_that_is_hidden() -> None:
    looked = 0
    for state in random_states(SPEC.params(), 5)[:60]:
        for seat in (0, 1):
            view = GAME.view(state, seat)
            rng = Stream.named(7, "imagined")
            others = {GAME.imagine(view, seat, rng).traders[1 - seat].hand for _ in range(20)}
            hidden = view.rival.cards - view.rival.known % 15
            assert len(others) > 1 or not hidden or state.left < 3
            looked += hidden > 0
    assert looked > 20


def test_a_card_dealt_to_a_hand_is_told_to_its_owner_alone() -> None:
    state = GAME.new(SPEC.params())
    for told, card in enumerate("DKGSCPLLKC"):
        state, events = GAME.apply(state, {CHANCE: card})
        seat = 0 if told < 5 else 1
        for event in events:
            if event.audience is not None and seat not in event.audience:
                assert "card" not in event.data
                assert WATCHERS in event.audience
        assert (events[0].audience is None) == (card == "K")
    assert state.traders[0].herd == 1
    assert letters_of(state.traders[1].hand) == "CPLL"


def test_the_value_of_a_bonus_token_is_told_to_its_owner_alone() -> None:
    state, _ = GAME.apply(crafted(), {0: "sell-L3"})
    _, events = GAME.apply(state, {CHANCE: "3"})
    assert [(event.audience, event.data.get("value")) for event in events] == [
        ((0,), 3),
        ((1, WATCHERS), None),
    ]
