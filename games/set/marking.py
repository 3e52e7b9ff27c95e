"""The marked cards of a person, and the place of the arrows. It knows no clock."""

from __future__ import annotations

from typing import Final

from games.set.places import ROWS
from games.set.rules.state import State

ARROWS: Final = {"left": -ROWS, "right": ROWS, "up": -1, "down": 1}


class Marking:
    """The marked places, in the order in which they were marked, and the cursor."""

    def __init__(self) -> None:
        self.marked: list[int] = []
        self.cursor: int | None = None

    def forget(self) -> None:
        """Remove all marks."""
        self.marked = []

    def move(self, action: str, state: State) -> None:
        """Move the cursor by an arrow."""
        lying = len(state.table) + len(state.beside)
        at = 0 if self.cursor is None else self.cursor + ARROWS[action]
        self.cursor = min(max(0, at), lying - 1)

    def mark(self, place: int, state: State) -> bool:
        """Mark or unmark the card at a place; whether a claim is complete.

        In a chain one of its cards lies beside the table, so where two or none do, marking goes on
        from the newest.
        """
        if place in self.marked:
            self.marked.remove(place)
            return False
        self.marked.append(place)
        table = len(state.table)
        beside = [each for each in self.marked if each >= table]
        if len(beside) > 1:
            self.marked.remove(beside[0])
            return False
        if state.beside and not beside and len(self.marked) == state.size:
            self.marked.pop(0)
            return False
        return len(self.marked) == state.size

    def cards(self, state: State) -> tuple[int, ...]:
        """Return the marked cards as a claim names them."""
        every = (*state.table, *state.beside)
        return tuple(every[place] for place in sorted(self.marked))
