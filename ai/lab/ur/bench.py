"""Ur's speeds for `main.py bench ur`: rules, matches, batches, and what agents take a move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ai.lab.bench import best_rate
from ai.lab.ur.batch import play, policy_of
from ai.ur.simple import RandomMover
from ai.ur.table import shipped
from games import catalog
from games.core import CHANCE, Limit
from games.match import Match
from games.streams import Stream
from games.ur.rules import GAME, PASS, RULE_SETS, State

_GAMES: Final = 300
_BATCH: Final = 8192
_STATES: Final = 300
_DICE: Final = "0111122222233334"
_TIMED: Final = (
    ("greedy-learned", "schultz", 4),
    ("lookahead-2-learned", "schultz", 4),
    ("expectimax-3", "finkel", 7),
    ("linear+", "schultz", 4),
    ("perfect", "schultz", 4),
)


_DEEP: Final = tuple(
    (f"{kind}-{plies}", count)
    for plies, count in ((4, 60), (5, 30), (6, 12), (7, 6))
    for kind in ("expectimax", "panda")
)
"""Searches that take milliseconds, and on how many of the states they are timed."""


def rows() -> Iterator[tuple[str, float, str]]:
    """Yield all figures: what was measured, the value, its unit."""
    yield "random v random, rules alone, 4 pieces", best_rate(_rules_alone), "games/s"
    yield "random v random through Match, 4 pieces", best_rate(_matches), "games/s"
    yield "random v random in batches, 4 pieces", best_rate(_batches), "games/s"
    for agent, rules, pieces in _TIMED:
        yield (
            f"{agent}, {rules}, {pieces} pieces",
            _time_a_choice(agent, rules, pieces),
            "µs a choice",
        )
    for agent, count in _DEEP:
        told = f"{agent}, finkel, 7 pieces"
        yield told, _time_a_choice(agent, "finkel", 7, count) / 1000.0, "ms a choice"
    yield "shipped table of 4 pieces, opened", _time_of_loading(), "ms"


def _rules_alone() -> int:
    rng = Stream(1)
    for _ in range(_GAMES):
        state = GAME.new({"rules": "schultz", "pieces": 4})
        while state.acting:
            if state.roll < 0:
                state, _ = GAME.apply(state, {CHANCE: _DICE[rng.word() >> 60]})
            else:
                moves = state.moves
                state, _ = GAME.apply(state, {state.turn: moves[rng.below(len(moves))]})
    return _GAMES


def _matches() -> int:
    players = {0: RandomMover(), 1: RandomMover()}
    for seed in range(_GAMES):
        Match(GAME, {"rules": "schultz", "pieces": 4}, seed, players).run(Limit())
    return _GAMES


def _batches() -> int:
    policy = policy_of(RandomMover(), RULE_SETS["schultz"], 4)
    assert policy is not None
    play(policy, policy, range(_BATCH), {"rules": "schultz", "pieces": 4})
    return _BATCH


def _choices(rules: str, pieces: int) -> list[State]:
    """Return states of random games in which there is a choice."""
    rng = Stream(5)
    found: list[State] = []
    while len(found) < _STATES:
        state = GAME.new({"rules": rules, "pieces": pieces})
        while state.acting:
            state, _ = GAME.apply(state, {CHANCE: _DICE[rng.word() >> 60]})
            if len(state.moves) > 1 and state.moves != (PASS,):
                found.append(state)
            state, _ = GAME.apply(state, {state.turn: rng.choice(state.moves)})
    return found[:_STATES]


def _time_a_choice(agent_id: str, rules: str, pieces: int, count: int = _STATES) -> float:
    """Return microseconds that an agent takes where there is a choice, without any memory.

    It is timed on `count` states, taken evenly from all.
    """
    states = _choices(rules, pieces)[:: _STATES // count]
    spec = catalog.agent("ur", agent_id)

    def choose() -> int:
        agent = spec.make({}, None)
        agent.begin((0,), GAME, {"rules": rules, "pieces": pieces}, Stream(1))
        for state in states:
            agent.act(state.turn, state, state.moves, Limit())
        return len(states)

    return 1e6 / best_rate(choose)


def _time_of_loading() -> float:
    def load() -> int:
        shipped.cache_clear()
        shipped("schultz")
        return 1

    return 1000.0 / best_rate(load)
