"""Planet Wars' speeds for `main.py bench planetwars`: turns, forecasts, maps, the agents."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

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

_PLANETS, _FLEETS, _TURNS, _AHEAD, _TIMED = 23, 16, 200, 60, 4


def rows() -> Iterator[tuple[str, float, str]]:
    """Yield the engine alone and by requests, a projection, a map, and each agent's turn."""
    states, turns = played_by_lot()
    about = f"{_PLANETS} planets, {sum(len(s.fleets) for s in states) / len(states):.0f} fleets"

    def played() -> int:
        state = states[0]
        for first, second in turns * 20:
            state = apply(state, first, second)
            if state.turn == _TURNS:
                state = states[0]
        return 20 * _TURNS

    yield f"engine, {about}", best_rate(played), "turns/s"
    line = json.dumps({"op": "play", "start": plain_state(states[0]), "turns": turns})
    requests = best_rate(lambda: sum(bool(json.dumps(serve(json.loads(line)))) for _ in range(20)))
    yield f"analyse play, {about}", _TURNS * requests, "turns/s"
    rate = best_rate(lambda: sum(1 for state in states if project(state, _AHEAD)))
    yield f"projection, {about}, {_AHEAD} turns", 1000 / rate, "ms"
    seeds = iter(range(10_000))
    rate = best_rate(lambda: sum(1 for _ in range(50) if made(next(seeds))))
    yield "a fair map", 1000 / rate, "ms"
    for agent in catalog.agents("planetwars"):
        spent = sorted(_seconds(agent.make({}, None)))
        yield f"{agent.id}: a turn, median", 1000 * spent[len(spent) // 2], "ms"
        yield f"{agent.id}: a turn, worst of {len(spent)}", 1000 * spent[-1], "ms"


def played_by_lot() -> tuple[list[State], list[tuple[Orders, Orders]]]:
    """Return states and orders of a game by lot, with about `_FLEETS` fleets in flight."""
    states, turns = (
        [made(3, _PLANETS)._replace(max_turns=10 * _TURNS)],
        list[tuple[Orders, Orders]](),
    )
    rng = Stream(1)
    for _ in range(_TURNS):
        orders = [_one_order(states[-1], owner, rng) for owner in (1, 2)]
        turns.append((orders[0], orders[1]))
        states.append(apply(states[-1], *turns[-1]))
    return states, turns


def _one_order(state: State, owner: int, rng: Stream) -> Orders:
    own = [n for n, of in enumerate(state.owners) if of == owner and state.ships[n] > 2]
    if not own or len(state.fleets) >= _FLEETS:
        return ()
    source, target = own[rng.below(len(own))], rng.below(len(state.owners))
    return () if source == target else ((source, target, state.ships[source] // 3),)


def _seconds(agent: Player) -> Iterator[float]:
    """Yield the processor time of each turn of an agent against `rage`, both seats in turn."""
    for number in range(_TIMED):
        rival, own = catalog.agent("planetwars", "rage").make({}, None), number % 2
        params = GAME.spec.draw(GAME.spec.params(), number)
        match: Match[State] = Match(GAME, params, number, {own: agent, 1 - own: rival})
        while not match.over:
            begun = time.process_time()
            move = match.decide(own, LIMIT).move
            yield time.process_time() - begun
            match.step(LIMIT, {own: move})
