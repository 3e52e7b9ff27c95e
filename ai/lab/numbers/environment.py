"""Numbers for learners: the hits, and the last keys with their guesses."""

from __future__ import annotations

from ai.lab.environments.choosing import WholeMoves
from ai.lab.environments.encoding import MISSING, LastEvents, number
from ai.lab.environments.live import GameShape
from games.numbers.rules import KEYS, LONGEST
from games.plain import Plain
from games.spec import Params


def shape(params: Params, view: Plain) -> GameShape:
    """Return the shape of a game; both sides see the same but for their seat."""
    parts = (
        number("seat", 1),
        number("keys", LONGEST),
        number("pressed", LONGEST),
        number("hits", LONGEST),
    )
    return GameShape(parts, WholeMoves(KEYS), _PRESSED, at_once=True, each_round=True)


_PRESSED = LastEvents(
    "key",
    ("key", "guess"),
    MISSING,
    len(KEYS),
    lambda data: (float(data["key"]), float(data["guess"])),
)
