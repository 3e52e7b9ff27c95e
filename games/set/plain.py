"""The plain form of Set."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.plain import Plain, PlainForm
from games.set.rules.cards import NAMES
from games.set.rules.state import FREE, State


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


def _names(cards: Sequence[int]) -> list[str | None]:
    return [None if card == FREE else NAMES[card] for card in cards]
