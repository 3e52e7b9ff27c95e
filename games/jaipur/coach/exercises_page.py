"""The page of exercises: positions that ship, each with one move that is clearly the best."""

from __future__ import annotations

from typing import Final

from games.jaipur.coach.exercises import Exercise, shipped
from games.jaipur.coach.positions_page import Position, PositionsPage
from games.shell.pages.overlays import Card
from games.shell.shell import Scene, Shell

LOST: Final = "The exercises are missing or damaged; install the arcade again to have them."


def position(exercise: Exercise) -> Position:
    """An exercise as a position."""
    names = ("You", "The other") if exercise.state.turn == 0 else ("The other", "You")
    heading = "one move is clearly the best"
    return Position(exercise.state, exercise.stall, heading, names, exercise.best)


def exercises_page(shell: Shell) -> Scene:
    """The exercises, one after the other; where there are none, a card that says so."""
    found = [position(exercise) for exercise in shipped()]
    return PositionsPage(shell, "Exercise", found) if found else Card(shell, "Exercises", LOST)
