"""A scene is one screen: it takes events, moves on with time, and draws itself.

Scenes lie on a stack that the app owns. The top one has the input; a scene that is `overlay`
lets the one below be seen (and stand still). `Shell` is what a scene may use of the app.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.shell.draw.canvas import Canvas
from games.shell.input import InputEvent

if TYPE_CHECKING:
    from games.shell.app import Shell


class Scene:
    """The base of all screens; a subclass overrides what it needs.

    `contexts` are the kinds of actions it listens to, first match wins (`games.shell.input`).
    """

    title = ""
    overlay = False
    contexts: tuple[str, ...] = ("menu", "all")

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    def enter(self) -> None:
        """The scene was put on top for the first time."""

    def resume(self) -> None:
        """What lay above is gone, and the scene is on top again."""

    def leave(self) -> None:
        """The scene is taken off for good: save what has to be kept."""

    def focus_lost(self) -> None:
        """The window lost the focus while the scene was on top."""

    def layout(self, width: float, height: float) -> None:
        """Place everything for a canvas of this virtual size; called before the first draw."""

    def handle(self, event: InputEvent) -> bool:
        """Take an event; True if it was used (else the app may use it)."""
        return False

    def update(self, dt: float) -> None:
        """Move on by `dt` seconds."""

    def draw(self, canvas: Canvas) -> None:
        """Draw everything."""

    def toast_place(self, width: float) -> tuple[float, float, float]:
        """Where toasts cover no control: left, top and width of a strip, for this canvas."""
        wide = min(width - 96, 760.0)
        return (width - wide) / 2, 12.0, wide

    def next_frame(self) -> float | None:
        """Seconds until it looks different by itself: 0 at once, None never without input."""
        return None

    @property
    def wants_text(self) -> bool:
        """Whether typed letters are text now."""
        return False
