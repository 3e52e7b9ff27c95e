"""The plain form of Set."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from games.plain import Plain, PlainForm
from games.set.rules.cards import NAMES
from games.set.rules.state import FREE, State

SOONEST: Final = 600
"""The first millisecond at which a claim of a bot counts."""
_EARLY: Final = re.compile(r"(0|[1-9][0-9]{0,2})-")


class Form(PlainForm):
    """Both seats see the table; nobody knows the order of the deck."""

    def seen(self, view: State, seat: int) -> Plain:
        """Return the rules of the match, the table and the clocks."""
        return {
            **view.terms._asdict(),
            "table": _names(view.table),
            "beside": _names(view.beside),
            "deck": view.left,
            "points": list(view.points),
            "taken": list(view.taken),
            "after": view.after,
            "frozen": list(view.frozen),
            "idle": view.idle,
            "over": view.over,
        }

    def legal(self, moves: Collection[str]) -> list[str] | None:
        """Return None: a claim may come at every millisecond of a day."""
        return None

    def move(self, written: str) -> str:
        """Return the move that a bot has `written`, a claim before `SOONEST` ms at that moment."""
        early = _EARLY.match(written)
        if early is None or int(early[1]) >= SOONEST:
            return written
        return f"{SOONEST}{written[len(early[1]) :]}"


def _names(cards: Sequence[int]) -> list[str | None]:
    return [None if card == FREE else NAMES[card] for card in cards]
