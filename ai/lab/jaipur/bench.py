"""Jaipur's speeds for `main.py bench jaipur`: rules, matches, roll-outs, and what a move takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import numpy as np

from ai.jaipur.greedy import GREEDY
from ai.jaipur.playing import Traders, play_out
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
_TIMED: Final = (("seed-utility", 200), ("greedy", 200), ("search", 6), ("sensei", 40))


def rows() -> Iterator[tuple[str, float, str]]:
    """Yield all figures: what was measured, the value, its unit."""
    yield "random v random, rules alone", best_rate(partial(_rounds, _any_move)), "rounds/s"
    yield "random v random through Match", best_rate(_matches), "rounds/s"
    yield (
        "seed-utility v itself, rules alone",
        best_rate(partial(_rounds, _original_move)),
        "rounds/s",
    )
    yield "greedy v itself, 400 rounds in step", best_rate(_in_step), "rounds/s"
    for agent, count in _TIMED:
        times = _times(agent, count)
        yield f"{agent}, processor time, mean", sum(times) / len(times), "ms a move"
        yield f"{agent}, processor time, most", max(times), "ms a move"


def _drawn(state: State, rng: Stream) -> State:
    """Return the state after chance drew."""
    outcomes = GAME.chance(state)
    outcome = outcomes[rng.weighted([weight for _, weight in outcomes])][0]
    return GAME.apply(state, {CHANCE: outcome})[0]


def _rounds(play_one: Callable[[State, Stream], State]) -> int:
    """Play rounds in which `play_one` makes the moves, in rules alone."""
    rng = Stream(1)
    for _ in range(_ROUNDS):
        state = GAME.new(_PARAMS)
        while state.acting:
            state = _drawn(state, rng) if state.due else play_one(state, rng)
    return _ROUNDS


def _any_move(state: State, rng: Stream) -> State:
    """Return the state after any legal move, each as likely."""
    legal = GAME.legal(state, state.turn)
    assert isinstance(legal, LegalMoves)
    return GAME.apply(state, {state.turn: legal[rng.below(len(legal))]})[0]


def _original_move(state: State, rng: Stream) -> State:
    """Return the state after the original's move."""
    own, other = state.traders[state.turn], state.traders[1 - state.turn]
    found = scores_of(state.market, own.hand, own.herd, other.hand % 15, "code")
    return play(state, found.chosen())[0]


def _matches() -> int:
    for seed in range(_ROUNDS):
        Match(GAME, _PARAMS, seed, {0: RandomTrader(), 1: RandomTrader()}).run(Limit())
    return _ROUNDS


def _in_step() -> int:
    company = Traders(GREEDY.load().tables, np.zeros((2, _WORLDS), dtype=np.int64))
    play_out(dealt(np.random.default_rng(1), _WORLDS), 0, company)
    return _WORLDS


def _choices(count: int) -> list[State]:
    """Return states in which a seat is to move, spread over rounds of chance."""
    rng = Stream(5)
    found: list[State] = []
    while len(found) < 4 * count:
        state = GAME.new(_PARAMS)
        while state.acting:
            if state.due:
                state = _drawn(state, rng)
                continue
            found.append(state)
            state = _any_move(state, rng)
    return found[:: max(1, len(found) // count)][:count]


def _times(agent_id: str, count: int) -> list[float]:
    """Return milliseconds of processor time of an agent's moves, each in a state of its own."""
    agent, found = catalog.agent("jaipur", agent_id).make({}, None), []
    agent.begin((0,), GAME, _PARAMS, Stream(1))
    for state in _choices(count):
        own = state.traders[state.turn]
        legal, view = LegalMoves(state.market, own.hand, own.herd), view_of(state, state.turn)
        begun = time.process_time()
        agent.act(state.turn, view, legal, Limit())
        found.append(1000 * (time.process_time() - begun))
    return found
