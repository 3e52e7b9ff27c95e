"""Karate for learners: the table, the score, and the last rounds."""

from __future__ import annotations

from ai.lab.environments.choosing import WholeMoves
from ai.lab.environments.encoding import ANY, MISSING, LastEvents, number, numbers, one_of
from ai.lab.environments.live import GameShape
from games.karate.rules import LONGEST, POINTS, TABLES
from games.plain import Plain
from games.spec import Params

_INDEX = {move: float(place) for moves, _ in TABLES.values() for place, move in enumerate(moves)}


def shape(params: Params, view: Plain) -> GameShape:
    """Return the shape of a match; both fighters see the same but for their seat."""
    table = params["table"]
    parts = (
        number("seat", 1),
        one_of("table", tuple(POINTS if table in POINTS else TABLES)),
        number("rounds", LONGEST),
        number("played", LONGEST),
        numbers("points", 2),
    )
    return GameShape(parts, WholeMoves(TABLES[table].moves), _ROUNDS, at_once=True, each_round=True)


_ROUNDS = LastEvents(
    "round",
    ("move of seat 0", "move of seat 1", "points of seat 0", "points of seat 1"),
    MISSING,
    ANY,
    lambda data: (*(_INDEX[move] for move in data["moves"]), *data["points"]),
)
