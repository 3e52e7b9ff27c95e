"""The judge of Numbers: a key that was to be foreseen, and one that was not."""

from __future__ import annotations

import pytest

from ai.numbers.judge import Judge
from games.numbers import SPEC
from games.numbers.rules import GAME
from games.streams import Stream


def test_a_key_that_always_comes_is_the_worst_choice() -> None:
    params = SPEC.params({"keys": 60})
    judge, state = Judge(), GAME.new(params)
    judge.begin((), GAME, params, Stream(1))
    for _ in range(40):
        state, events = GAME.apply(state, {0: "3", 1: "1"})
        judge.observe(events)
    judged = judge.judge(state, 0, "3")
    assert judged.actions[-1].move == "3"
    assert judged.lost > 0.5
    assert "key 3 could be guessed with " in judged.why
    assert judged.after == pytest.approx(40 + judged.actions[-1].value)
    assert sum(1.0 - row.value for row in judged.actions) == pytest.approx(1.0)
    assert judge.hint(state).actions[0].move == judged.best != "3"
