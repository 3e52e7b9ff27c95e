"""The mazes of an arena: another one for each deal, with both teams on each side of it."""

from typing import Any

from games.ctf import SPEC
from games.spec import Params


def dealt(params: Params, seed: int) -> dict[str, Any]:
    """Return the options with the maze of a `seed`, unless a maze or its number is given."""
    return SPEC.draw(params, seed)
