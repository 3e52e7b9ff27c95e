"""The shown parts of a game of Ur, as chosen or as usual, and the cursor among the moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.mind import Bars, Mind
from games.session.setup import Setup
from games.ur.rules import RULE_SETS

LEARNERS: Final = ("learner", "learner+")
"""Agents whose square values are shown on the board as long as their mind is open."""


class Looks:
    """The switches of legal moves, names of squares and square values.

    `names` and `values` are None before a choice; `panel` is True while the mind view is open.
    """

    def __init__(self, place: Callable[[], None]) -> None:
        """Begin as usual; `place` is called when all parts need their place anew."""
        self.hints = True
        self.names: bool | None = None
        self.values: bool | None = None
        self.panel = False
        self._place = place

    def set_hints(self, shown: bool) -> None:
        """Show the legal moves, or hide them where not `shown`."""
        self.hints = shown

    def set_names(self, shown: bool) -> None:
        """Show the names of the squares, or hide them where not `shown`."""
        self.names = shown
        self._place()

    def shows_names(self, setup: Setup) -> bool:
        """Return whether the squares are named: as chosen, else always but in attract mode."""
        return self.names if self.names is not None else not setup.demo or setup.replay

    def ends(self, setup: Setup) -> bool:
        """Return whether words stand at the trays: with the names of squares, which moves use."""
        return self.shows_names(setup) or learning(setup)

    def shows_values(self, agent: str) -> bool:
        """Return whether an `agent`'s values lie on the board: as chosen, else for a learner."""
        return self.values if self.values is not None else self.panel and agent in LEARNERS

    def toggle_values(self, agent: str) -> None:
        """Show the square values of an agent, or hide them."""
        self.values = not self.shows_values(agent)


def learning(setup: Setup) -> bool:
    """Return whether a learner plays, whose square values can be shown."""
    return any(seat.agent in LEARNERS for seat in setup.seats)


def square_values(mind: Mind, rules: str) -> Sequence[float] | None:
    """Return a value for the start, every square of `rules` and off in a mind, or None."""
    places = RULE_SETS[rules].off + 1
    bars = (item for item in mind if isinstance(item, Bars))
    return next((item.values for item in bars if len(item.values) == places), None)


class Cursor:
    """The place `at` of one of the legal moves, or None while none was gone to."""

    def __init__(self) -> None:
        self.at: int | None = None

    def go(self, by: int, moves: Sequence[str]) -> None:
        """Go on by one move or back, around the end."""
        start = -1 if by > 0 else 0
        self.at = ((start if self.at is None else self.at) + by) % len(moves)

    def focus(self, hovered: str | None, moves: Sequence[str]) -> int | None:
        """Return the number of the move that is `hovered` with the mouse, else the cursor's."""
        return moves.index(hovered) if hovered in moves else self.at

    def numbered_move(self, number: int, device: str, moves: Sequence[str]) -> str | None:
        """Return the move of a number from 0 on, chosen with a `device`.

        A gamepad's first button takes the cursor's.
        """
        if device == "gamepad" and number == 0 and self.at is not None:
            number = self.at
        return moves[number] if number < len(moves) else None

    def confirmed_move(self, moves: Sequence[str]) -> str | None:
        """Return the move of the cursor, or the only one that there is."""
        return moves[self.at or 0] if self.at is not None or len(moves) == 1 else None
