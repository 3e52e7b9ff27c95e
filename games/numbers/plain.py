"""The plain form of Numbers."""

from __future__ import annotations

from games.numbers.rules import LONGEST, State
from games.plain import Plain, PlainForm


class Form(PlainForm):
    """Both sides see all that has happened, and nothing of the key to come."""

    def seen(self, view: State, seat: int) -> Plain:
        """Return how far the game is, and the machine's hits."""
        return {"keys": view.keys or LONGEST, "pressed": view.pressed, "hits": view.hits}
