"""The judge of Guess: distances that the rules themselves find."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ai.guess.judge import Judge
from games.core import CHANCE
from games.guess import SPEC
from games.guess.rules import GAME
from games.guess.rules.scoring import target_of
from games.streams import Stream


def test_each_number_is_judged_by_the_target_that_it_would_have_made() -> None:
    params = SPEC.params({})
    judge, state = Judge(), GAME.new(params)
    judge.begin((), GAME, params, Stream(1))
    while GAME.to_act(state) == (CHANCE,):
        state, events = GAME.apply(state, {CHANCE: "lot-7"})
    lost = 0.0
    for own, other in (("50", "20"), ("33", "10"), ("5", "8")):
        before = state
        state, events = GAME.apply(before, {0: own, 1: other})
        judge.observe(events)
        judged = judge.judge(before, 0, own)
        for move in ("0", "12", own, "100"):
            _, (event,) = GAME.apply(before, {0: move, 1: other})
            guesses = event.data["guesses"]
            target = target_of(sum(guesses), len(guesses), state.terms.multiplier)
            value = next(row.value for row in judged.actions if row.move == move)
            assert value == pytest.approx(-float(abs(Fraction(int(move)) - target)))
        assert judged.after == pytest.approx(lost + judged.actions[0].value - judged.lost)
        lost = judged.after
        assert not judged.measure.level(judged.actions[0].value).startswith("-")  # a distance
        assert judge.judge(before, 0, judged.best).lost == 0.0


def test_a_hint_goes_steps_on_from_the_last_mean() -> None:
    judge, state = Judge(), GAME.new(SPEC.params({}))
    judge.begin((), GAME, SPEC.params({}), Stream(1))
    assert state.anchor == 50.0
    advice = judge.hint(state)
    assert [row.move for row in advice.actions] == ["33", "22", "15", "10"]
    far = [abs(Fraction(number) - Fraction(100, 3)) for number in (33, 22, 15, 10)]
    assert [row.value for row in advice.actions] == pytest.approx([-float(each) for each in far])
    assert advice.sentence.startswith("33: one step")
