"""The mind view: one painter for the open mind of every agent, always at the same place.

Probability is length; the chosen thing has a brass outline; what turned out true gets a tick,
what was wrong a hollow mark; uncertainty is a lighter band. Numbers are right-aligned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai.core import Mind
from games.shell.canvas import Box, Canvas
from games.shell.input import InputEvent, Wheel
from games.shell.theme import LABEL
from games.shell.tween import Springs

if TYPE_CHECKING:
    from games.shell.app import Shell


class MindView:
    """A panel that shows a mind and scrolls where it is taller than the panel."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.mind: Mind = ()
        self.box: Box | None = None
        self.offset = 0.0
        self.springs = Springs()

    def show(self, mind: Mind) -> None:
        """Show this mind from now on."""
        self.mind = mind

    def place(self, box: Box | None) -> None:
        """Where the panel is; None where it is closed."""
        self.box = box

    def update(self, dt: float) -> None:
        """Let the bars move."""
        self.springs.still = self.shell.theme.reduced_motion
        self.springs.update(dt)

    @property
    def moving(self) -> bool:
        """Whether some bar has not arrived."""
        return self.springs.moving

    def handle(self, event: InputEvent) -> bool:
        """Scroll."""
        if isinstance(event, Wheel):
            self.offset = max(0.0, self.offset - event.turn * 40)
            return True
        return False

    def draw(self, canvas: Canvas) -> None:
        """Draw the panel and the items."""
        if self.box is None:
            return
        x, y, w, h = self.box
        canvas.rect((x, y - 400, w + 400, h + 800), "raised")
        canvas.icon("mind", (x + 36, y + 40), 28, "brass")
        canvas.text("The open mind", (x + 60, y + 40), LABEL, "paper", "title")
