"""The living pictures on a page of help: those in sight play, each made when it is first seen.

One picture a frame is made, so that opening a page does not stall. Those in sight are redrawn
about 15 times a second; under reduced motion they stand as they were made.
"""

from __future__ import annotations

from collections.abc import Callable

from games.shell.draw.canvas import Box, Canvas
from games.shell.pages.poster import REDRAW_SECONDS, Poster


class Gallery:
    """The pictures of one game by name; `tell` is called with the fault of one that fails."""

    def __init__(self, game_id: str, tell: Callable[[Exception], object]) -> None:
        self.game_id = game_id
        self.posters: dict[str, Poster] = {}
        self._tell = tell
        self._ages: dict[str, float] = {}
        self._may_make = True
        self.waiting = False  # whether a picture in sight is still to be made
        self.lives = False  # whether any is in sight

    def update(self, dt: float) -> None:
        """Let time pass for the pictures that were in sight."""
        for name, poster in self.posters.items():
            poster.update(dt)
            self._ages[name] = self._ages.get(name, 0.0) + dt
        self._may_make, self.waiting, self.lives = True, False, False

    def hang(self, canvas: Canvas, name: str, box: Box) -> None:
        """Draw the picture `name` in a box, as it is now."""
        self.lives = True
        poster = self.posters.setdefault(name, Poster(self.game_id, name))
        if poster.miniature is None and not poster.problem:
            if not self._may_make:
                self.waiting = True
                canvas.rect(box, "raised", 4)
                return
            self._may_make = False
            poster.load(canvas.theme)
        self._renew(canvas, poster, box)
        poster.draw(canvas, box)
        canvas.outline(box, "line", 2, 4)

    def _renew(self, canvas: Canvas, poster: Poster, box: Box) -> None:
        """Redraw a picture that is due, or that was never drawn at this size."""
        fresh = poster.has(canvas.box(box).size)
        still = canvas.theme.reduced_motion
        if fresh and (still or self._ages.get(poster.name, 0.0) < REDRAW_SECONDS):
            return
        self._ages[poster.name] = 0.0
        fault = poster.refresh(canvas, box)
        if fault is not None:
            self._tell(fault)
