"""The judge of karate: what a habit leads it to foresee, and what a move is worth against that."""

from __future__ import annotations

import numpy as np
import pytest

from ai.karate.judge import Judge, MoveForecast
from games import catalog
from games.agents import agent_options
from games.core import Limit
from games.judging import Found, asked_in, judge_in_order
from games.karate import SPEC
from games.karate.rules import GAME, MOVES, State, gain_matrix
from games.match import Match
from games.moments import Moments
from games.streams import Stream


def after_habits(own: str, other: str, rounds: int = 40) -> tuple[Judge, State]:
    """A judge that saw both sides press one key each."""
    params = SPEC.params({"rounds": 50})
    judge, state = Judge(), GAME.new(params)
    judge.begin((), GAME, params, Stream(1))
    for _ in range(rounds):
        state, events = GAME.apply(state, {0: own, 1: other})
        judge.observe(events)
    return judge, state


def reviewed(agent: str, seed: int, rounds: int = 25) -> list[Found]:
    """The judged choices of an agent in a match against sensei."""
    params = SPEC.params({"rounds": rounds})
    seated = {0: agent, 1: "sensei"}
    players = {
        seat: (spec := catalog.agent("karate", name)).make(agent_options(spec, {}), None)
        for seat, name in seated.items()
    }
    match = Match(GAME, params, seed, players)
    while match.to_act:
        match.step(Limit(), {seat: match.decide(seat, Limit()).move for seat in (0, 1)})
    moments = Moments(GAME, params)
    moments.follow(match.turns)
    words = catalog.choice_words("karate", params)
    every = asked_in(moments, words.chapters(moments), words)
    own = [asked for asked in every if asked.seat == 0]
    return list(judge_in_order(moments, own, params, words, Judge))


def test_rock_paper_scissors_is_judged_by_its_own_moves() -> None:
    params = SPEC.params({"rounds": 50, "table": "rps"})
    judge, state = Judge(), GAME.new(params)
    judge.begin((), GAME, params, Stream(1))
    for _ in range(40):
        state, events = GAME.apply(state, {0: "paper", 1: "rock"})
        judge.observe(events)
    advice = judge.hint(state)
    assert advice.actions[0][:2] == ("paper", "paper")
    assert "likeliest move is rock" in advice.sentence
    assert judge.judge(state, 1, "rock").lost > 1.5


def test_a_habit_is_foreseen_and_its_answer_is_best() -> None:
    judge, state = after_habits("punch", "kick")
    judged = judge.judge(state, 0, "punch")
    gains = dict(zip(MOVES, (row[1] for row in gain_matrix("classic")), strict=True))
    assert gains[judged.best] == max(gains.values()), "the answer to a kick"
    assert judged.lost > 10.0
    assert "punch was foreseen at " in judged.why
    assert "likeliest move was kick (9" in judged.why
    lead = state.player_points - state.opponent_points
    assert judged.before == pytest.approx(lead + judged.actions[0].value)
    assert judge.judge(state, 1, "punch").before == pytest.approx(
        -lead + judge.judge(state, 1, "punch").actions[0].value
    )
    assert judge.hint(state).actions[0].move == judged.best
    assert judge.judge(state, 0, judged.best).why == ""


def test_a_move_that_could_not_be_foreseen_is_no_mistake() -> None:
    judge, state = after_habits("punch", "kick")
    judged = judge.judge(state, 0, "parry-punch")
    assert judged.best == "parry-kick"
    assert (judged.lost, judged.after, judged.why) == (0.0, judged.before, "")
    first = Judge()
    first.begin((), GAME, SPEC.params({}), Stream(1))
    for move in MOVES:
        assert first.judge(GAME.new(SPEC.params({})), 0, move).lost == 0.0, "nothing was seen yet"


@pytest.mark.parametrize("agent", ["random", "nash", "habits"])
def test_few_of_25_rounds_are_mistakes_of_a_player_who_mixes(agent: str) -> None:
    costly = [sum(found.costly for found in reviewed(agent, seed)) for seed in range(3)]
    assert max(costly) <= {"random": 3, "nash": 0, "habits": 5}[agent]


def test_a_side_whose_forecasts_fail_is_believed_to_mix() -> None:
    forecast = MoveForecast(gain_matrix("classic"))
    lots = np.random.default_rng(3).choice(4, 400, p=(0.2, 0.4, 0.0, 0.4))
    for move in lots:
        forecast.learn(0, int(move))
    assert forecast.shares() == pytest.approx((0.2, 0.4, 0.0, 0.4), abs=0.12)
