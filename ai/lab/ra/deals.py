"""The deals of an arena: the seats' suns and the order of the tiles, whatever is played."""

from __future__ import annotations

from games.ra.deals import shuffled_text
from games.spec import Params
from games.streams import Stream


def dealt(params: Params, seed: int) -> Params:
    """Return the options with the deal of a `seed`, unless one or a position is given."""
    if params["deal"] or params["position"]:
        return params
    return {**params, "deal": shuffled_text(params["players"], Stream.named(seed, "deal"))}
