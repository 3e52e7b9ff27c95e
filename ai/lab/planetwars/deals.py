"""The maps of an arena: both games of two have one map, with each side in either seat."""

from __future__ import annotations

from typing import Any

from games.planetwars import SPEC
from games.planetwars.options import RANDOM, maps_of
from games.spec import Params
from games.streams import stream_key


def dealt(params: Params, seed: int) -> dict[str, Any]:
    """Return the options with the map of a `seed`, unless a map is given."""
    return SPEC.draw(params, seed)


def numbered(params: Params, seed: int, number: int) -> dict[str, Any]:
    """Return the options of game `number` of an arena with a `seed`: with map `number` // 2."""
    maps, deal = maps_of(params), number // 2
    if maps and params["map"] == RANDOM:
        params = {**params, "map": maps[deal % len(maps)]}
    return dealt(params, stream_key(seed, f"planetwars map {deal}") >> 1)
