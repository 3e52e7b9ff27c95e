"""Ur's part of the analysis protocol: one request in, one reply out.

A position is `{"side_to_move": "light", "light": {"home": 2, "squares": [3, 9], "off": 0},
"dark": {...}}`, squares by the numbers of each side's own path. `legal` lists the moves of a roll;
`evaluate` adds each one's win probability under perfect play, from a solved table (`"exact":
true`) or else from the network (`false`), and without a roll tells the probability before it
alone; `move` asks an agent, with its mind (optional: its `"options"`, a `"seed"`, and `"nodes"` as
a limit of its search); `perft` counts.

Everything is checked before it is used; what cannot be served raises a `ValueError` of its own
kind with one sentence.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from ai.lab.analyse import agent as named_agent
from ai.lab.analyse import choice, integer
from ai.lab.errors import BadRequest
from ai.lab.rooms import Answer, Plain, Request
from ai.ur.net import NET_RULES, NetTable
from ai.ur.table import NoTable, Perfect, WinTable, best_after_roll, find_table
from games.core import CHANCE, Limit
from games.mind import mind_to_plain
from games.store.place import data_directory
from games.streams import Stream
from games.ur import SIDES
from games.ur.rules import (
    GAME,
    PASS,
    RULE_SETS,
    BadPosition,
    State,
    captures,
    perft,
    position,
)

OPERATIONS: Final = ("legal", "evaluate", "move", "perft")
DEEPEST_PERFT: Final = 10
_LARGEST: Final = 2**63 - 1


class Analyst:
    """Serves requests; holds where solved tables lie, and nothing between requests."""

    def __init__(self, tables: Path | None = None) -> None:
        self.tables = tables

    def serve(self, request: Request) -> Plain:
        """The reply to a request; raises a `ValueError` of its own kind where there is none."""
        operation = choice(request, "op", OPERATIONS)
        rules = choice(request, "rules", tuple(RULE_SETS))
        pieces = integer(request, "pieces", 1, 7)
        if operation == "perft":
            return perft(rules, pieces, integer(request, "depth", 1, DEEPEST_PERFT))._asdict()
        before = read_position(request, rules, pieces)
        if operation == "evaluate" and request.get("roll") is None:
            value, exact = self._value(before)
            return {"win_prob_before_roll": value, "exact": exact}
        roll = str(integer(request, "roll", 0, 4))
        state, _ = GAME.apply(before, {CHANCE: roll})
        if operation == "legal":
            return {"moves": [describe(state, move) for move in real_moves(state)]}
        if operation == "evaluate":
            return self._evaluate(before, state)
        return self._move(request, state)

    def _table(self, state: State) -> WinTable:
        """What evaluates a position: a solved table, else the network; raises `NoTable`."""
        try:
            return find_table(state.rules, state.pieces, self.tables)
        except NoTable:
            if state.rules != NET_RULES:
                raise
            return NetTable(state.rule_set, state.pieces)

    def _value(self, before: State) -> tuple[float, bool]:
        """The win probability before the roll, and whether it comes from a solved table."""
        table = self._table(before)
        own, other = before.side(before.turn), before.side(1 - before.turn)
        return table.value(own, other, before.pieces), table.solved

    def _evaluate(self, before: State, state: State) -> Plain:
        """Every move's win probability, the best moves, and the position before and after."""
        table = self._table(state)
        own, other = state.side(state.turn), state.side(1 - state.turn)
        moves = [
            {
                **describe(state, move),
                "win_prob": table.after(own, other, int(move), state.roll, state.pieces),
            }
            for move in real_moves(state)
        ]
        after = best_after_roll(table, state)
        value, exact = self._value(before)
        return {
            "moves": moves,
            "best": [move["from"] for move in moves if move["win_prob"] >= after - table.ties],
            "win_prob": after,
            "win_prob_before_roll": value,
            "exact": exact,
        }

    def _move(self, request: Request, state: State) -> Plain:
        """What an agent plays, and its mind."""
        agent = named_agent(request, "ur").make()
        seed = integer(request, "seed", -_LARGEST, _LARGEST, 0)
        nodes = integer(request, "nodes", 0, _LARGEST, -1)
        if isinstance(agent, Perfect):
            agent.tables = self.tables
        rng = Stream.named(seed, f"seat {state.turn}")
        params = {"rules": state.rules, "pieces": state.pieces}
        agent.begin((state.turn,), GAME, params, rng)
        if state.moves == (PASS,):
            return {"move": None, "mind": []}
        rng.jump(0)
        limit = Limit(nodes=None if nodes < 0 else nodes, mind=True)
        decision = agent.act(state.turn, state, state.moves, limit)
        mind = mind_to_plain(decision.mind or ())
        return {"move": describe(state, decision.move), "mind": mind}


def analyst(data_dir: str | None) -> Answer:
    """An analyst with the tables that were solved into this data directory."""
    root = data_directory(data_dir, os.environ)
    return Analyst(None if root is None else root / "tables").serve


def real_moves(state: State) -> Sequence[str]:
    """The legal moves without the forced pass."""
    return () if state.moves == (PASS,) else state.moves


def describe(state: State, move: str) -> Plain:
    """A move as the protocol has it."""
    target = int(move) + state.roll
    captured = captures(state, move)
    return {
        "from": int(move),
        "to": target,
        "capture": captured,
        "extra_roll": state.rule_set.rolls_again(target, captured),
    }


# ---- checking


def read_position(request: Request, rules: str, pieces: int) -> State:
    """The position of a request before its roll. Raises `BadRequest` and `BadPosition`."""
    plain = request.get("position")
    if not isinstance(plain, Mapping):
        raise BadRequest('"position" must be an object with side_to_move, light and dark.')
    turn = SIDES.index(choice(plain, "side_to_move", SIDES))
    sides = [_side(plain.get(name), name, pieces) for name in SIDES]
    return position(rules, pieces, turn, sides)


def _side(plain: object, name: str, pieces: int) -> tuple[list[int], int]:
    """Squares and pieces off of one side, all its pieces accounted for."""
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
