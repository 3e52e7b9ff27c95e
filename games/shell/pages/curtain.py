"""What hides the table between two people at one machine who may not see the same."""

from __future__ import annotations

from collections.abc import Callable

from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import HEADING, TEXT
from games.shell.input import InputEvent, Pointer, Press
from games.shell.shell import Scene, Shell

OPENS = ("confirm", "skip", "choice_1")
"""The actions that open the curtain."""


class Curtain(Scene):
    """Covers everything until the person whose turn it is says that nobody else looks."""

    title = "Curtain"
    contexts = ("menu", "choice", "play", "all")

    def __init__(self, shell: Shell, name: str, pause: Callable[[], None]) -> None:
        """`name` is who looks next; `pause` opens the pause page, over the curtain."""
        super().__init__(shell)
        self.name = name
        self._pause = pause

    def handle(self, event: InputEvent) -> bool:
        """Confirm, a click or the first button of a pad opens; back pauses behind it."""
        pressed = isinstance(event, Press) and event.action in OPENS and not event.repeat
        clicked = isinstance(event, Pointer) and event.kind == "down" and event.button == 1
        if pressed or clicked:
            self.shell.pop()
            return True
        if isinstance(event, Press) and event.action in ("back", "pause") and not event.repeat:
            self._pause()
            return True
        return False

    def draw(self, canvas: Canvas) -> None:
        """Nothing of the table, and whose turn it is to look."""
        canvas.fill("ink")
        x, y = canvas.width / 2, canvas.height / 2
        canvas.icon("eye-off", (x, y - 96), 72, "brass")
        canvas.text(f"{self.name} plays next.", (x, y), HEADING, "paper", "title", "centre")
        key = self.shell.input.label("confirm")
        told = f"Only {self.name} looks at the screen now. Press {key} to go on."
        room = min(560.0, canvas.width - 48)
        canvas.paragraph(told, (x, y + 40), room, TEXT, "quiet", align="centre")
