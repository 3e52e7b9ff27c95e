"""The exercises that ship: positions of Jaipur in which one move is clearly the best.

`main.py arena jaipur --agents sensei:level=2 --option study=exercises --games 16 --json` made the
file. A position is kept as the moves that lead to it.
"""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from games.core import CHANCE, IllegalMove
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.jaipur.rules.state import State
from games.jaipur.stall import NEW_ROUND, Stall, stall_after
from games.paths import ASSETS, read_plain

FILE: Final = ASSETS / "exercises" / "jaipur.json"
MOST_BYTES: Final = 1 << 18


class Exercise(NamedTuple):
    """A position with its best move, and what the second best gives away of the chance to win.

    `stall` is the market by places.
    """

    state: State
    stall: Stall
    best: str
    lost: float
    error: float


def shipped() -> list[Exercise]:
    """Return all of them; those that cannot be are left out, and all of a file that cannot
    be read.
    """
    try:
        rows = json.loads(read_plain(FILE, MOST_BYTES))["rows"]
        plain = [each for row in rows for each in row["exercises"]]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    found = (_exercise(each) for each in plain)
    return [exercise for exercise in found if exercise is not None]


def _exercise(plain: object) -> Exercise | None:
    """Return one exercise from its JSON, None where it is none."""
    if not isinstance(plain, dict):
        return None
    try:
        state, stall = GAME.new(SPEC.params({"length": "round"})), NEW_ROUND
        for move in str(plain["moves"]).split():
            state, events = GAME.apply(state, {state.acting[0]: move})
            for event in events:
                stall = stall_after(stall, event)
        best, lost, error = str(plain["best"]), float(plain["lost"]), float(plain["error"])
        fits = state.acting and state.acting[0] != CHANCE and best in GAME.legal(state, state.turn)
    except (IllegalMove, IndexError, KeyError, TypeError, ValueError):
        return None
    return Exercise(state, stall, best, lost, error) if fits else None
