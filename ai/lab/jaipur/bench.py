"""Jaipur's speeds for `main.py bench jaipur`: rules, matches, roll-outs, and what a move takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from ai.jaipur.greedy import GREEDY
from ai.jaipur.playing import Company, play_out
from ai.jaipur.seed import scores_of
from ai.jaipur.simple import RandomTrader
from ai.jaipur.worlds import dealt
from ai.lab.bench import best_rate
from games import catalog
from games.core import CHANCE, Limit
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.jaipur.rules.game import play
from games.jaipur.rules.moves import LegalMoves
from games.jaipur.rules.state import State, view_of
from games.match import Match
from games.streams import Stream

_ROUNDS: Final = 60
_WORLDS: Final = 400
_PARAMS: Final = SPEC.params({"length": "round"})
_TIMED: Final = (("seed-utility", 200), ("greedy", 200), ("search", 6), ("sensei", 6))


def rows() -> Iterator[tuple[str, float, str]]:
    """All figures: what was measured, the value, its unit."""
    yield "random v random, rules alone", best_rate(_random), "rounds/s"
    yield "random v random through Match", best_rate(_matches), "rounds/s"
    yield "seed-utility v itself, rules alone", best_rate(_seed), "rounds/s"
    yield "greedy v itself, 400 rounds in step", best_rate(_in_step), "rounds/s"
    for agent, count in _TIMED:
        yield agent, _time_a_move(agent, count), "ms a move"


def _drawn(state: State, rng: Stream) -> State:
    """The state after chance drew."""
    outcomes = GAME.chance(state)
    outcome = outcomes[rng.weighted([weight for _, weight in outcomes])][0]
    return GAME.apply(state, {CHANCE: outcome})[0]


def _random() -> int:
    rng = Stream(1)
    for _ in range(_ROUNDS):
        state = GAME.new(_PARAMS)
        while state.acting:
            if state.due:
                state = _drawn(state, rng)
            else:
                legal = GAME.legal(state, state.turn)
                assert isinstance(legal, LegalMoves)
                state, _ = GAME.apply(state, {state.turn: legal[rng.below(len(legal))]})
    return _ROUNDS


def _seed() -> int:
    rng = Stream(1)
    for _ in range(_ROUNDS):
        state = GAME.new(_PARAMS)
        while state.acting:
            if state.due:
                state = _drawn(state, rng)
                continue
            own, other = state.traders[state.turn], state.traders[1 - state.turn]
            found = scores_of(state.market, own.hand, own.herd, other.hand % 15, "code")
            move = found.chosen()
            state, _ = play(state, move)
    return _ROUNDS


def _matches() -> int:
    for seed in range(_ROUNDS):
        Match(GAME, _PARAMS, seed, {0: RandomTrader(), 1: RandomTrader()}).run(Limit())
    return _ROUNDS


def _in_step() -> int:
    company = Company(GREEDY.load().tables, np.zeros((2, _WORLDS), dtype=np.int64))
    play_out(dealt(np.random.default_rng(1), _WORLDS), 0, company)
    return _WORLDS


def _choices(count: int) -> list[State]:
    """States in which somebody is to move, spread over rounds of chance."""
    rng = Stream(5)
    found: list[State] = []
    while len(found) < 4 * count:
        state = GAME.new(_PARAMS)
        while state.acting:
            if state.due:
                state = _drawn(state, rng)
                continue
            found.append(state)
            legal = GAME.legal(state, state.turn)
            assert isinstance(legal, LegalMoves)
            state, _ = GAME.apply(state, {state.turn: legal[rng.below(len(legal))]})
    return found[:: max(1, len(found) // count)][:count]


def _time_a_move(agent_id: str, count: int) -> float:
    """Milliseconds that an agent takes for a move."""
    states, spec = _choices(count), catalog.agent("jaipur", agent_id)

    def choose() -> int:
        agent = spec.make({}, None)
        agent.begin((0,), GAME, _PARAMS, Stream(1))
        for state in states:
            own = state.traders[state.turn]
            legal = LegalMoves(state.market, own.hand, own.herd)
            agent.act(state.turn, view_of(state, state.turn), legal, Limit())
        return len(states)

    return 1000.0 / best_rate(choose)
