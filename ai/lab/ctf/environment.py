"""Capture the Flag for learners: the maze, both teams as far as they are known, and the dots."""

from __future__ import annotations

from collections.abc import Sequence

from ai.lab.environments.choosing import WholeMoves
from ai.lab.environments.encoding import (
    ANY,
    MISSING,
    LastEvents,
    Value,
    ViewPart,
    each,
    ground,
    number,
    numbers,
    one_of,
    walls,
)
from ai.lab.environments.live import GameShape
from games.ctf import RULES
from games.plain import Plain
from games.spec import Params

_MOVES = ("up", "right", "down", "left", "stay")
_KINDS = ("z", "seen", "near")


def shape(params: Params, view: Plain) -> GameShape:
    """Return the shape of a match; the own team comes first in every list."""
    layout = view["layout"]
    both = numbers("", 2)
    parts = (
        number("seat", 3),
        one_of("rules", RULES),
        walls("layout", layout),
        number("max_moves"),
        number("sight"),
        number("noise"),
        number("moves"),
        each(2, both._replace(path="own")),
        each(2, ViewPart("enemy", 4, -ANY, ANY, _READING, _reading)),
        each(2, ground("food", layout)),
        numbers("score", 2, low=-ANY),
        each(2, both._replace(path="deaths")),
        each(2, both._replace(path="killed")),
        ground("ages", layout),
        number("over", 1),
    )
    return GameShape(parts, WholeMoves(_MOVES), _HEARD)


_READING = f"index in {', '.join(_KINDS)}, the distance, x, y"


def _reading(reading: Value) -> Sequence[float]:
    if reading is None:
        return (MISSING,) * 4
    kind, value = next(iter(reading.items()))
    place = (value, MISSING, MISSING) if kind == "z" else (MISSING, *value)
    return (_KINDS.index(kind), *place)


def _heard(data: Plain) -> Sequence[float]:
    first, second = (*data["readings"], None, None)[:2]
    return (data["moves"], *_reading(first), *_reading(second))


_HEARD = LastEvents(
    "heard",
    ("moves", *(f"{name} of enemy {n}" for n in (0, 1) for name in ("kind", "distance", "x", "y"))),
    -ANY,
    ANY,
    _heard,
)
