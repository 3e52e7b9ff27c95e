"""Worked cases of Planet Wars, positions out of JSON, and random games."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from games.paths import ROOT
from games.planetwars.engine.maps import made
from games.planetwars.engine.state import Orders, State
from games.planetwars.engine.text import position
from games.planetwars.engine.turns import apply


def worked(name: str) -> dict[str, Any]:
    """The worked cases in the file of a name."""
    found: dict[str, Any] = json.loads((ROOT / f"tests/cases/planetwars/{name}.json").read_text())
    return found


def state_of(plain: Mapping[str, Any]) -> State:
    """The state that JSON says."""
    planets = [tuple(row) for row in plain["planets"]]
    fleets = [tuple(row) for row in plain["fleets"]]
    return position(planets, fleets, plain["turn"], plain["max_turns"])


def orders_of(plain: Any) -> Orders:
    """The orders of a seat that JSON says."""
    return tuple((source, target, ships) for source, target, ships in plain)


def random_orders(state: State, seat: int, rng: random.Random) -> Orders:
    """Good orders of a seat by lot: none, one, or several from one planet, some of 0 ships."""
    found = []
    left = list(state.ships)
    for planet, owner in enumerate(state.owners):
        while owner == seat + 1 and rng.random() < 0.12:
            target = rng.randrange(len(left))
            if target != planet:
                ships = rng.choice((0, 1, left[planet] // 2, left[planet]))
                ships = min(ships, left[planet])
                left[planet] -= ships
                found.append((planet, target, ships))
    return tuple(found)


def random_game(seed: int, turns: int = 120) -> Iterator[tuple[State, Orders, Orders, State]]:
    """Each turn of a random game on a made map: state, orders of both, the state after."""
    rng = random.Random(seed)
    state = made(seed)._replace(max_turns=turns)
    while state.winner is None:
        first, second = (random_orders(state, seat, rng) for seat in (0, 1))
        after = apply(state, first, second)
        yield state, first, second, after
        state = after
