"""Advice, odds and judged choices: from the view alone, the same from the same, and sound."""

from __future__ import annotations

from functools import lru_cache

import pytest

from ai.jaipur import adviser as advising
from ai.jaipur.adviser import SearchAdviser
from ai.jaipur.ending import solve
from ai.jaipur.greedy import in_use
from ai.jaipur.reasons import reasons
from games.jaipur.rules import GAME
from games.jaipur.rules.moves import LegalMoves, parse
from games.jaipur.rules.state import State, View, view_of
from games.mind import Bars, Holdings, Lines
from games.streams import Stream
from tests.support.jaipur_positions import choices_of_rounds

ADVISER = SearchAdviser()


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Imagine few worlds: nothing here asks how strong the advice is."""
    for name in ("TRIED", "PARTED", "JUDGED", "MEASURED"):
        monkeypatch.setattr(advising, name, 12)


@lru_cache(maxsize=1)
def middle() -> State:
    """A state in which somebody is to move, some turns after the start."""
    return choices_of_rounds(1)[4]


def seen(state: State) -> View:
    """What who is to move knows."""
    return view_of(state, state.turn)


def test_advice_is_three_legal_moves_with_what_parts_them() -> None:
    view = seen(middle())
    advice = ADVISER.hint(view, 4)
    legal = LegalMoves(view.market, view.own.hand, view.own.herd)
    assert len(advice.actions) == 3
    assert all(row.move in legal and 0 <= row.value <= 1 for row in advice.actions)
    assert [bool(row.less) for row in advice.actions] == [False, True, True]
    assert advice.sentence.lower().startswith(advice.actions[0].words)
    assert advice.sentence.count(".") == 1
    assert ADVISER.hint(view, 4) == advice


def test_advice_and_odds_know_nothing_of_hidden_cards() -> None:
    state = middle()
    advice, odds = ADVISER.hint(seen(state), 4), ADVISER.odds(seen(state))
    hands = {state.traders[1 - state.turn].hand}
    for number in range(3):
        rng = Stream.named(number, "dealt anew")
        other = GAME.imagine(seen(state), state.turn, rng)
        hands.add(other.traders[1 - state.turn].hand)
        assert ADVISER.hint(seen(other), 4) == advice
        assert ADVISER.odds(seen(other)) == odds
    assert len(hands) > 1


def test_odds_tell_of_hand_card_sales_and_tokens() -> None:
    items = ADVISER.odds(seen(choices_of_rounds(1)[0]))
    (held,) = (item for item in items if isinstance(item, Holdings))
    assert all(sum(row) == pytest.approx(1.0) for row in held.chances)
    bars = [item for item in items if isinstance(item, Bars)]
    assert len(bars) == 4
    assert all(sum(item.values) == pytest.approx(1.0) for item in bars)
    assert bars[1].title == "Bonus for 3 cards: 7 left, 2.0 on average"
    sales = [item for item in items if isinstance(item, Lines)]
    assert sales[-1].title == "With one card more"


def test_a_best_move_costs_nothing_and_a_gift_does() -> None:
    state = middle()
    best = ADVISER.hint(seen(state), 4).actions[0].move
    kept = ADVISER.judge(state, state.turn, best, 1)
    worst = max(
        (
            ADVISER.judge(state, state.turn, move, 1)
            for move in list(GAME.legal(state, state.turn))[:6]
        ),
        key=lambda judged: judged.lost,
    )
    assert worst.lost > kept.lost
    assert worst.best != worst.move
    assert worst.why
    assert worst.error > 0
    assert 0 <= worst.before <= 1
    assert 0 <= worst.after <= 1
    assert worst.seat == state.turn


def test_in_an_end_that_is_solved_the_best_move_has_its_exact_chance() -> None:
    """And a worse one has its own: the difference is what it lost."""
    state = choices_of_rounds(1, 10)[-1]
    view = seen(state)
    legal = LegalMoves(view.market, view.own.hand, view.own.herd)
    found = solve(view, [parse(move) for move in legal])
    assert found is not None
    assert found.chances[:3] == (1.0, 0.8, 0.5)
    for number in range(3):
        move, chance = found.moves[number].notation, found.chances[number]
        judged = ADVISER.judge(state, state.turn, move, 1)
        values = {row.move: row.value for row in judged.actions}
        assert values[judged.best] == 1.0
        assert values[move] == pytest.approx(chance)
        assert judged.lost == pytest.approx(1.0 - chance)


def test_reasons_are_sentences_of_the_larger_part_first() -> None:
    view, told = seen(middle()), 0
    legal = list(LegalMoves(view.market, view.own.hand, view.own.herd))
    first = parse(legal[0])
    assert first is not None
    for text in legal[1:12]:
        other = parse(text)
        assert other is not None
        found = reasons(view, first, other, in_use())
        assert [row.rupees for row in found] == sorted((r.rupees for r in found), reverse=True)
        assert all(row.words and not row.words.endswith(".") for row in found)
        told += bool(found)
    assert told > 3


def test_what_weighs_on_the_same_cards_is_one_reason() -> None:
    """Room in the hand, its square and a full hand are told together, and never by halves."""
    seen_words: set[str] = set()
    for state in choices_of_rounds(1)[:24]:
        view = seen(state)
        legal = [parse(text) for text in LegalMoves(view.market, view.own.hand, view.own.herd)]
        for other in legal[1:9]:
            assert legal[0] is not None
            assert other is not None
            for better, worse in ((legal[0], other), (other, legal[0])):
                told = [row.words for row in reasons(view, better, worse, in_use())]
                assert len(told) == len(set(told)), told
                seen_words |= set(told)
    assert "leaves more room in your hand" in seen_words
