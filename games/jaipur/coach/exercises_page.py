"""The page of exercises: positions in which one move is clearly the best.

First come positions of the player's own matches, in which a better move was missed, the newest
match first; then the shipped ones. Matches that are not judged yet are judged meanwhile, and their
positions come last.
"""

from __future__ import annotations

from typing import Final

from games.jaipur.coach.exercises import Exercise, shipped
from games.jaipur.coach.own_rounds import OwnRounds
from games.jaipur.coach.positions_page import Position, PositionsPage
from games.session.archiving import time_words
from games.shell.pages.overlays import Card
from games.shell.shell import Scene, Shell

LOST: Final = "The exercises are missing or damaged; install the arcade again to have them."
MOST: Final = 12
"""So many of the own positions stand before those that ship."""


def position(exercise: Exercise, heading: str = "one move is clearly the best") -> Position:
    """Return an exercise as a position."""
    names = ("You", "The other") if exercise.state.turn == 0 else ("The other", "You")
    return Position(exercise.state, exercise.stall, heading, names, exercise.best)


class ExercisesPage(PositionsPage):
    """The exercises one after the other; `own` gives more of them while one looks."""

    def __init__(self, shell: Shell, own: OwnRounds | None) -> None:
        """Begin with the first; raises `ValueError` where there are none."""
        self.own = own
        self._ended = {} if own is None else {row.key: row.ended for row in own.rows}
        known = [] if own is None else self._known(own)
        found = [*known, *(position(exercise) for exercise in shipped())]
        if not found:
            raise ValueError("there are no exercises")
        super().__init__(shell, "Exercise", found)
        if own is not None:
            own.start()

    def _known(self, own: OwnRounds) -> list[Position]:
        """Return the positions of judged matches, the newest first."""
        found: list[Position] = []
        for row in own.rows:
            if row.key in own.worth and len(found) < MOST:
                found += self._positions(own, row.key)
        return found[:MOST]

    def _positions(self, own: OwnRounds, key: str) -> list[Position]:
        heading = f"from your match of {time_words(self._ended[key])}"
        return [position(exercise, heading) for exercise in own.exercises(own.worth[key])]

    def update(self, dt: float) -> None:
        """More of them, as they come."""
        super().update(dt)
        if self.own is not None:
            for worth in self.own.collect():
                self.add(self._positions(self.own, worth.key))

    def next_frame(self) -> float | None:
        """Now and then while some may still come."""
        judging = self.own is not None and self.own.judging
        return 0.5 if judging and not self.mind_view.moving else super().next_frame()

    def leave(self) -> None:
        """Judge no more."""
        if self.own is not None:
            self.own.end()


def exercises_page(shell: Shell) -> Scene:
    """Return the exercises, or a card where there are none."""
    profile = shell.profile
    own = None if profile is None else OwnRounds(shell.library, profile.id)
    try:
        return ExercisesPage(shell, own)
    except ValueError:
        return Card(shell, "Exercises", LOST)
