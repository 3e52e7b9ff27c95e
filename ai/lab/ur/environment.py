"""Ur for learners: both sides by their squares, and the roll."""

from __future__ import annotations

from ai.lab.environments.choosing import WholeMoves
from ai.lab.environments.encoding import ViewPart, marks, number, one_of
from ai.lab.environments.live import GameShape
from games.plain import Plain
from games.spec import Params
from games.ur import SIDES
from games.ur.rules import PASS, RULE_SETS


def shape(params: Params, view: Plain) -> GameShape:
    """Return the shape of a match; both seats see all of it."""
    off, pieces = RULE_SETS[params["rules"]].off, params["pieces"]
    sides: list[ViewPart] = []
    for side in SIDES:
        sides += (
            number(f"{side}.home", pieces),
            marks(f"{side}.squares", off),
            number(f"{side}.off", pieces),
        )
    parts = (
        number("seat", 1),
        one_of("rules", tuple(RULE_SETS)),
        number("pieces", 7),
        one_of("side_to_move", SIDES),
        *sides,
        number("roll", 4),
    )
    return GameShape(parts, WholeMoves((PASS, *map(str, range(off)))))
