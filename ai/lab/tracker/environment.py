"""The tracker's games for learners: the maze, the readings, and what the seat may know.

All seats share one list of moves: ways, cells to mark, and the three parts of a tracker's answer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ai.lab.environments.choosing import PartsOfMoves, WholeMoves
from ai.lab.environments.encoding import (
    ANY,
    MISSING,
    LastEvents,
    number,
    numbers,
    one_of,
    walls,
)
from ai.lab.environments.live import GameShape
from games.plain import Plain
from games.spec import Params
from games.tracker.rules.ground import MOVES
from games.tracker.rules.hide import LANTERNS, MOST_DOUBT, SLIP, Answers

_PLAYS = ("watch", "hide", "seek", "hunt")
_PHASES = ("walk", "read", "slip", "answer", "mark", "chase")
_EARS = 5
"""Numbers of the reading of one sensor or hunter."""
_ANSWERS_A_CELL = 101 * (MOST_DOUBT + 1)


def shape(params: Params, view: Plain) -> GameShape:
    """Return the shape of a match; a field that a seat may not know, or a play has not, is -1.

    Cells are numbers, the free cells row by row.
    """
    layout = view["layout"]
    cells = len(layout) * len(layout[0])
    parts = (
        number("seat", 2),
        one_of("play", _PLAYS),
        walls("layout", layout),
        numbers("sensors", 3, cells),
        number("start", cells),
        number("noise"),
        number("sight"),
        number("stay", 1),
        number("steps"),
        number("step"),
        one_of("phase", _PHASES),
        number("cell", cells),
        number("over", 1),
        number("unseen"),
        number("hops"),
        number("rounds"),
        numbers("closer", 2),
        numbers("missed", 2),
        numbers("lanterns", LANTERNS, cells),
        number("due"),
        number("held"),
        number("taken"),
        number("gathered"),
        number("points", low=-ANY),
        number("slips"),
        number("caught", 1),
        numbers("hunters", 2, cells),
    )
    ears = 2 if params["play"] == "hunt" else params["sensors"]
    return GameShape(parts, _choosing(params["play"], cells), _heard(ears))


def _choosing(play: str, cells: int) -> PartsOfMoves | WholeMoves:
    if play == "hide":
        answer = (
            *(f"cell {cell}" for cell in range(cells)),
            *(f"share {share}" for share in range(101)),
            *(f"doubt {doubt}" for doubt in range(MOST_DOUBT + 1)),
        )
        return PartsOfMoves((*MOVES, SLIP, *answer), 3, follow)
    marks = (f"cell{cell}" for cell in range(cells)) if play == "seek" else ()
    return WholeMoves((*MOVES, *marks))


def follow(legal: Collection[str], chosen: Sequence[str]) -> tuple[Collection[str], str | None]:
    """Return the parts that may follow those `chosen`, and the move that these make, if any.

    An answer is a cell, its share in percent, and the doubt in tenths of a bit.
    """
    if not isinstance(legal, Answers):
        return ((), chosen[0]) if chosen else (legal, None)
    if not chosen:
        return [f"cell {cell}" for cell in range(len(legal) // _ANSWERS_A_CELL)], None
    if len(chosen) == 1:
        return [f"share {share}" for share in range(101)], None
    if len(chosen) == 2:
        return [f"doubt {doubt}" for doubt in range(MOST_DOUBT + 1)], None
    return (), ":".join(part.split(" ")[1] for part in chosen)


def _heard(ears: int) -> LastEvents:
    names = ("x", "y", "distance heard", "x seen", "y seen")
    each_name = tuple(f"{name} of {ear}" for ear in range(ears) for name in names)
    return LastEvents(
        "reading", each_name, low=-ANY, high=ANY, read=lambda data: _readings(data, ears)
    )


def _readings(data: Plain, ears: int) -> Sequence[float]:
    found: list[float] = []
    for reading in data["readings"]:
        heard = MISSING if reading["z"] is None else reading["z"]
        found += (*reading["obs"], heard, *(reading["seen"] or (MISSING, MISSING)))
    return found + [MISSING] * (_EARS * ears - len(found))
