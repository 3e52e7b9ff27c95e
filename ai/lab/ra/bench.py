"""Ra's speeds for `main.py bench ra`: rules, tables of agents, decisions, the value of a lot.

Processor time of one core. A decision is timed over all states of some games between heuristics in
which a seat has a choice. Agents remember parts of what they worked out, so that no game and no
state is timed that was played or asked before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from ai.lab.ra.deals import dealt
from ai.ra.heuristic import Heuristic
from ai.ra.value import lot_worth
from games import catalog
from games.core import CHANCE, Limit
from games.match import Match
from games.ra import SPEC
from games.ra.rules.game import GAME
from games.ra.rules.moves import legal_moves
from games.ra.rules.state import TURN, State
from games.streams import Stream

_TABLES: Final = (("random", 40), ("heuristic", 10), ("net", 2))
_DECISIONS: Final = (("heuristic", 200), ("seed-net", 200), ("net", 200), ("net+", 40))


def rows() -> Iterator[tuple[str, float, str]]:
    """Yield all figures: what was measured, the value, its unit."""
    yield "random, rules alone", _rate(_rules, 30), "games/s"
    for agent, games in _TABLES:
        yield f"three {agent} through Match", _rate(partial(_games, agent), games), "games/s"
    before, states = _states(range(2)), _states(range(2, 4))
    for agent, number in _DECISIONS:
        yield f"a decision of {agent}", _decision(agent, before[:number], states[:number]), "ms"
    blocks = [state for state in states if any(state.block)][:200]
    spent = _seconds(lambda: [lot_worth(state, 0) for state in blocks])
    yield "the value of a lot", 1000.0 * spent / len(blocks), "ms"


def _seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def _rate(work: Callable[[range], object], number: int) -> float:
    """Return the games a second of the quicker of two times this `number`, after as many others."""
    work(range(number))
    later = (range(number * times, number * (times + 1)) for times in (1, 2))
    return number / min(_seconds(partial(work, games)) for games in later)


def _rules(games: range) -> None:
    for game in games:
        rng, state = Stream.named(game, "bench"), GAME.new(SPEC.params())
        while acting := GAME.to_act(state):
            if acting[0] == CHANCE:
                outcomes = GAME.chance(state)
                move = outcomes[rng.weighted([weight for _, weight in outcomes])][0]
            else:
                moves = tuple(legal_moves(state))
                move = moves[rng.below(len(moves))]
            state, _ = GAME.apply(state, {acting[0]: move})


def _games(agent: str, games: range) -> None:
    found = catalog.resolve("ra", agent)
    for game in games:
        params = dealt(SPEC.params(), game)
        Match(GAME, params, game, {seat: found.make() for seat in range(3)}).run(Limit())


def _states(games: range) -> list[State]:
    """Return states of some games in which a seat in its turn or in an auction decides."""
    found: list[State] = []
    for game in games:
        match = Match(GAME, dealt(SPEC.params(), game), game, {s: Heuristic() for s in range(3)})
        while not match.over:
            if match.to_act[0] != CHANCE and match.state.phase in (TURN, "bid"):
                found.append(GAME.view(match.state, match.to_act[0]))
            match.step(Limit())
    return found[::2]


def _decision(agent: str, before: list[State], states: list[State]) -> float:
    """Return milliseconds of a decision in `states`, after those in the states `before`."""
    player = catalog.resolve("ra", agent).make()
    player.begin((0,), GAME, SPEC.params(), Stream.named(1, "bench"))

    def decide(asked: list[State]) -> None:
        for state in asked:
            player.act(state.actor, state, legal_moves(state), Limit())

    decide(before)
    return 1000.0 * _seconds(partial(decide, states)) / len(states)
