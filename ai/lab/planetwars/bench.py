"""Planet Wars' speeds for `main.py bench planetwars`: turns, forecasts, maps, the agents."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from typing import Final

from ai.lab.bench import LIMIT, best_rate
from ai.lab.planetwars.analyse import serve
from games import catalog
from games.core import Player
from games.match import Match
from games.planetwars.engine.forecast import project
from games.planetwars.engine.maps import made
from games.planetwars.engine.state import Orders, State
from games.planetwars.engine.text import plain_state
from games.planetwars.engine.turns import apply
from games.planetwars.rules import GAME
from games.streams import Stream

_PLANETS: Final = 23
_FLEETS: Final = 16
_TURNS: Final = 200
_AHEAD: Final = 60
_TIMED: Final = 4
"""Matches of which each turn of an agent is timed."""


def rows() -> Iterator[tuple[str, float, str]]:
    """Yield the engine alone and by requests, a projection, a map, and each agent's turn."""
    start, turns = played_by_lot()
    states = list(_states(start, turns))
    fleets = sum(len(state.fleets) for state in states) / len(states)
    about = f"{_PLANETS} planets, {fleets:.0f} fleets"
    rate = best_rate(lambda: sum(1 for _ in range(20) for _ in _states(start, turns)))
    yield f"engine, {about}", rate, "turns/s"
    request = {"op": "play", "start": plain_state(start), "turns": turns}
    line = json.dumps(request)
    rate = best_rate(lambda: sum(_asked(line) for _ in range(20)))
    yield f"analyse play, {about}", rate, "turns/s"
    rate = best_rate(lambda: sum(1 for state in states if project(state, _AHEAD)))
    yield f"projection, {about}, {_AHEAD} turns", 1000 / rate, "ms"
    seeds = iter(range(10_000))
    rate = best_rate(lambda: sum(1 for _ in range(50) if made(next(seeds))))
    yield "a fair map", 1000 / rate, "ms"
    for agent in catalog.agents("planetwars"):
        spent = sorted(_seconds(agent.make({}, None)))
        yield f"{agent.id}: a turn, median", 1000 * spent[len(spent) // 2], "ms"
        yield f"{agent.id}: a turn, worst of {len(spent)}", 1000 * spent[-1], "ms"


def played_by_lot() -> tuple[State, list[tuple[Orders, Orders]]]:
    """Return a start and the orders of a game by lot, with about `_FLEETS` fleets in flight."""
    start, rng = made(3, _PLANETS)._replace(max_turns=10 * _TURNS), Stream(1)
    state, turns = start, list[tuple[Orders, Orders]]()
    for _ in range(_TURNS):
        orders = [_one_order(state, owner, rng) for owner in (1, 2)]
        turns.append((orders[0], orders[1]))
        state = apply(state, *turns[-1])
    return start, turns


def _one_order(state: State, owner: int, rng: Stream) -> Orders:
    own = [n for n, of in enumerate(state.owners) if of == owner and state.ships[n] > 2]
    if not own or len(state.fleets) >= _FLEETS:
        return ()
    source, target = own[rng.below(len(own))], rng.below(len(state.owners))
    return () if source == target else ((source, target, state.ships[source] // 3),)


def _states(start: State, turns: Sequence[tuple[Orders, Orders]]) -> Iterator[State]:
    state = start
    for first, second in turns:
        state = apply(state, first, second)
        yield state


def _asked(line: str) -> int:
    """Answer a request as it comes over the wire; return its turns."""
    request = json.loads(line)
    return len(json.dumps(serve(request))) and len(request["turns"])


def _seconds(agent: Player) -> list[float]:
    """Return the processor time of each turn of an agent against `rage`, both seats in turn."""
    spent = []
    for number in range(_TIMED):
        rival, own = catalog.agent("planetwars", "rage").make({}, None), number % 2
        params = GAME.spec.draw(GAME.spec.params(), number)
        match: Match[State] = Match(GAME, params, number, {own: agent, 1 - own: rival})
        while not match.over:
            begun = time.process_time()
            move = match.decide(own, LIMIT).move
            spent.append(time.process_time() - begun)
            match.step(LIMIT, {own: move})
    return spent
