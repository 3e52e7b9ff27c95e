"""The judge of karate: what a habit leads it to foresee, and what a move is worth against that."""

from __future__ import annotations

import pytest

from ai.karate.judge import Judge
from games.karate import SPEC
from games.karate.rules import GAME, MOVES, gain_matrix
from games.streams import Stream


def test_a_habit_is_foreseen_and_its_answer_is_best() -> None:
    params = SPEC.params({"rounds": 50})
    judge, state = Judge(), GAME.new(params)
    judge.begin((), GAME, params, Stream(1))
    even = judge.judge(state, 0, "kick")
    for _ in range(40):
        state, events = GAME.apply(state, {0: "kick", 1: "punch"})
        judge.observe(events)
    judged = judge.judge(state, 0, "parry-kick")
    gains = dict(zip(MOVES, (row[0] for row in gain_matrix(params["table"])), strict=True))
    assert gains[judged.best] == max(gains.values()), "the answer to a punch"
    assert judged.lost > even.lost
    assert "likeliest move was punch (9" in judged.why
    lead = state.player_points - state.opponent_points
    assert judged.before == pytest.approx(lead + judged.actions[0].value)
    assert judge.judge(state, 1, "punch").before == pytest.approx(
        -lead + judge.judge(state, 1, "punch").actions[0].value
    )
    assert judge.hint(state).actions[0].move == judged.best
    assert judge.judge(state, 0, judged.best).why == ""
