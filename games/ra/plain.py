"""The plain form of Ra, with views as `main.py analyse ra` reads them."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from typing import Final

from games.plain import Plain, PlainForm
from games.ra.rules.moves import TurnMoves
from games.ra.rules.state import BID, State
from games.ra.tiles import KINDS, listed, table_of

GODS: Final = 2
"""The most tiles of the god moves that are listed; there are too many of the longer ones."""


class Form(PlainForm):
    """All lies open but the order of the bag: every seat sees the same."""

    def seen(self, view: State, seat: int) -> Plain:
        """Return the table, the phase with the seat that chooses, and all that the seats hold."""
        auction = view.auction
        losses = [(loss.seat, KINDS[loss.kind], loss.number) for loss in view.losses]
        return {
            "players": view.players,
            "epoch": view.epoch,
            "ra": view.ra,
            "center": view.center,
            "block": listed(view.block),
            "turn": None if view.turn < 0 else view.turn,
            "phase": view.phase,
            "actor": None if view.actor < 0 else view.actor,
            "scores": list(view.scores),
            "up": [list(suns) for suns in view.up],
            "down": [list(suns) for suns in view.down],
            "tiles": [table_of(held) for held in view.tiles],
            "left": table_of(view.left),
            "auction": None if auction is None or view.phase != BID else auction._asdict(),
            "discards": [
                dict(zip(("seat", "catastrophe", "number"), loss, strict=True)) for loss in losses
            ],
            "takes": [KINDS[kind] for kind in view.takes],
        }

    def legal(self, moves: Collection[str]) -> list[str] | None:
        """Return the moves, of the gods' those that take one or two tiles."""
        if not isinstance(moves, TurnMoves):
            return list(moves)
        return list(itertools.takewhile(lambda move: move.count(" ") <= GODS, moves))
