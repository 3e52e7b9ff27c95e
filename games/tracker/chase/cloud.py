"""The cloud on a board: the `Field` in the believer's mind, so that the drawing is its own
report.
"""

from __future__ import annotations

import functools

import numpy as np

from games.mind import Field, Mind
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.night_map import Board, Vector
from games.shell.mind.board import draw_letters


class Cloud:
    """The belief now, and before: `belief` and `before`, shape (n,) or None.

    As `particles` it is drawn as guesses in place of squares.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.belief: Vector | None = None
        self.before: Vector | None = None

    @functools.cached_property
    def _number(self) -> dict[str, int]:
        """The numbers of the cells by what a mind calls them; not made before there is a mind."""
        return {f"{x},{y}": index for index, (x, y) in enumerate(self.board.cells)}

    def take(self, mind: Mind) -> bool:
        """Show what a `mind` believes from now on; whether there is a belief in it."""
        found = self._belief_in(mind)
        if found is None:
            return False
        self.before, self.belief = self.belief, found
        return True

    def _belief_in(self, mind: Mind) -> Vector | None:
        field = next((item for item in mind if isinstance(item, Field)), None)
        if field is None:
            return None
        belief = np.zeros(len(self.board.cells))
        for name, value in field.cells:
            belief[self._number[name]] = value
        return belief

    def box_of(self, name: str) -> Box:
        """Return the box of the cell that a mind calls "8,11"."""
        column, row = map(int, name.split(","))
        x, y = self.board.centre((column, row))
        side = self.board.cell
        return (x - side / 2, y - side / 2, side, side)

    def draw(self, canvas: Canvas, share: float, mind: Mind, particles: bool) -> None:
        """Draw the belief, a `share` (0..1) of the way from the one before.

        Before the first report, draw the belief in the `mind` on show: of a match that is looked at
        again.
        """
        belief = self._belief_in(mind) if self.belief is None else self.belief
        if belief is None:
            return
        if self.before is not None and share < 1.0:
            belief = self.before + (belief - self.before) * share
        if particles:
            self.board.draw_particles(canvas, belief)
        else:
            self.board.draw_belief(canvas, belief)

    def draw_mind(self, canvas: Canvas, mind: Mind) -> None:
        """Draw the belief in a `mind`, where there is one, with its letters."""
        belief = self._belief_in(mind)
        if belief is not None:
            self.board.draw_belief(canvas, belief)
            self.draw_letters(canvas, mind)

    def draw_letters(self, canvas: Canvas, mind: Mind) -> None:
        """Draw the letters by which an open `mind` calls the likeliest cells."""
        for item in mind:
            if isinstance(item, Field):
                draw_letters(canvas, item, self.box_of)
