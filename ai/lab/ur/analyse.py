"""Ur's part of the analysis protocol: one request in, one reply out.

Positions are written as in `ai.lab.ur.positions`. `legal` lists the moves of a roll; `evaluate`
adds each one's win probability under perfect play, from a solved table (`"exact": true`) or else
from the network (`false`), and without a roll gives the probability before it alone; `move` asks an
agent, with its mind (optional: its `"options"`, a `"seed"`, and `"nodes"` as a limit of its
search); `perft` counts.

Requests are checked before they are used; one that cannot be served raises a `ValueError` of its
own kind with one sentence.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from ai.core import Agent
from ai.lab.analyse import choice, integer, served
from ai.lab.positions import of_matches, seated
from ai.lab.rooms import Answer, Plain, Request
from ai.lab.ur.positions import describe, read_position, real_moves
from ai.ur.net import NET_RULES, NetTable
from ai.ur.table import NoTable, Perfect, WinTable, best_after_roll, find_table
from games.core import CHANCE
from games.mind import mind_to_plain
from games.store.place import data_directory
from games.ur import SIDES
from games.ur.rules import (
    GAME,
    RULE_SETS,
    State,
    perft,
)

DEEPEST_PERFT: Final = 10


def _game(request: Request) -> tuple[str, int]:
    return choice(request, "rules", tuple(RULE_SETS)), integer(request, "pieces", 1, 7)


def _before(request: Request) -> State:
    """Return the position of a request before its roll."""
    return read_position(request, *_game(request))


def _rolled(request: Request) -> State:
    """Return the position of a request after its roll."""
    before = _before(request)
    return GAME.apply(before, {CHANCE: str(integer(request, "roll", 0, 4))})[0]


def _perft(request: Request) -> Plain:
    return perft(*_game(request), integer(request, "depth", 1, DEEPEST_PERFT))._asdict()


def _legal(request: Request) -> Plain:
    return {"moves": _listed(_rolled(request))}


def _moves_in(view: Request) -> list[str]:
    """Return the moves of the seat that has a plain `view`."""
    seat = integer(view, "seat", 0, 1)
    if view.get("roll") is None or view.get("side_to_move") != SIDES[seat]:
        return []
    return list(_rolled({**view, "position": view}).moves)


def _listed(state: State) -> list[Plain]:
    return [describe(state, move) for move in real_moves(state)]


class Analyst:
    """Serves requests, each by itself; knows where solved tables lie."""

    def __init__(self, tables: Path | None = None) -> None:
        self.tables = tables
        own = {"legal": _legal, "evaluate": self._evaluate, "move": self._move, "perft": _perft}
        self.serve = served(of_matches("ur", own, _moves_in))

    def _table(self, state: State) -> WinTable:
        """Return a solved table for a position, else the network; raises `NoTable`."""
        try:
            return find_table(state.rules, state.pieces, self.tables)
        except NoTable:
            if state.rules != NET_RULES:
                raise
            return NetTable(state.rule_set, state.pieces)

    def _value(self, before: State) -> tuple[float, bool]:
        """Return the win probability before the roll, and whether a solved table has it."""
        table = self._table(before)
        own, other = before.side(before.turn), before.side(1 - before.turn)
        return table.value(own, other, before.pieces), table.solved

    def _evaluate(self, request: Request) -> Plain:
        """Return every move's win probability, the best moves, and those before and after."""
        before = _before(request)
        if request.get("roll") is None:
            value, exact = self._value(before)
            return {"win_prob_before_roll": value, "exact": exact}
        state = _rolled(request)
        table = self._table(state)
        own, other = state.side(state.turn), state.side(1 - state.turn)
        moves = [
            {
                **move,
                "win_prob": table.after(own, other, move["from"], state.roll, state.pieces),
            }
            for move in _listed(state)
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

    def _move(self, request: Request) -> Plain:
        """Return what an agent plays, and its mind."""
        state = _rolled(request)

        def prepare(agent: Agent) -> None:
            if isinstance(agent, Perfect):
                agent.tables = self.tables

        params = {"rules": state.rules, "pieces": state.pieces}
        seats, stream = (state.turn,), f"seat {state.turn}"
        agent, rng, limit = seated(request, "ur", seats, params, stream, prepare=prepare)
        if not real_moves(state):
            return {"move": None, "mind": []}
        rng.jump(0)
        decision = agent.act(state.turn, state, state.moves, limit)
        mind = mind_to_plain(decision.mind or ())
        return {"move": describe(state, decision.move), "mind": mind}


def analyst(data_dir: str | None) -> Answer:
    """Return an analyst with the tables that were solved into this data directory."""
    root = data_directory(data_dir, os.environ)
    return Analyst(None if root is None else root / "tables").serve
