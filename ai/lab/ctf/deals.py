"""The mazes of an arena: another one for each deal, with both teams on each side of it."""

from __future__ import annotations

from typing import Final

from games.core import Params
from games.streams import Stream

_MAZES: Final = 1_000_000


def dealt(params: Params, seed: int) -> Params:
    """The options with the maze of a `seed`, unless a maze of one's own or a number is given."""
    if params["layout"] or params["map"]:
        return params
    return {**params, "map": Stream.named(seed, "maze").below(_MAZES - 1) + 1}
