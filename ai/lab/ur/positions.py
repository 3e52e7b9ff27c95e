"""Positions of Ur as plain data: written out, and read with all that must agree.

A position is `{"side_to_move": "light", "light": {"home": 2, "squares": [3, 9], "off": 0},
"dark": {...}}`, squares by the numbers of each side's own path.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ai.lab.analyse import choice, integer
from ai.lab.errors import BadRequest
from ai.lab.rooms import Plain, Request
from games.core import BadPosition
from games.ur import SIDES
from games.ur.rules import PASS, State, captures, position


def real_moves(state: State) -> Sequence[str]:
    """Return the legal moves without the forced pass."""
    return () if state.moves == (PASS,) else state.moves


def describe(state: State, move: str) -> Plain:
    """Return a move as the protocol has it."""
    target = int(move) + state.roll
    captured = captures(state, move)
    return {
        "from": int(move),
        "to": target,
        "capture": captured,
        "extra_roll": state.rule_set.rolls_again(target, captured),
    }


def read_position(request: Request, rules: str, pieces: int) -> State:
    """Return the position of a request before its roll. Raises `BadRequest` and `BadPosition`."""
    plain = request.get("position")
    if not isinstance(plain, Mapping):
        raise BadRequest('"position" must be an object with side_to_move, light and dark.')
    turn = SIDES.index(choice(plain, "side_to_move", SIDES))
    sides = [_side(plain.get(name), name, pieces) for name in SIDES]
    return position(rules, pieces, turn, sides)


def _side(plain: object, name: str, pieces: int) -> tuple[list[int], int]:
    """Return squares and pieces off of one side, all its pieces accounted for."""
    if not isinstance(plain, Mapping):
        raise BadRequest(f'"{name}" must be an object with home, squares and off.')
    home, off = integer(plain, "home", 0, 7), integer(plain, "off", 0, 7)
    squares = plain.get("squares")
    if not isinstance(squares, list) or any(type(square) is not int for square in squares):
        raise BadRequest(f'"squares" of {name} must be a list of whole numbers.')
    if squares != sorted(squares):
        raise BadPosition(f"The squares of {name} must be in ascending order.")
    if home + len(squares) + off != pieces:
        found = home + len(squares) + off
        raise BadPosition(f"{name.capitalize()} has {found} pieces; the game has {pieces}.")
    return squares, off
