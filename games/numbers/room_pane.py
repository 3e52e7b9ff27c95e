"""What the panes of the reading room have in common, and what they are given of the room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.tween import Springs
from games.shell.input import InputEvent
from games.shell.shell import Shell
from games.shell.widgets.form import Widget


class Room(Protocol):
    """What a pane may ask of its room."""

    shell: Shell
    springs: Springs

    def send(self, message: Mapping[str, Any]) -> None:
        """Ask the process that reads."""

    def restart(self) -> None:
        """End the process; the next question starts another."""

    def refresh(self) -> None:
        """Take the widgets of the pane anew."""


class Pane:
    """One page of the room; `hint` stands at its foot, `waiting` says that an answer is due."""

    title = ""
    hint = ""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.box: Box = (0.0, 0.0, 0.0, 0.0)
        self.waiting = False

    def begin(self) -> None:
        """The pane was opened, or the process began anew."""

    def widgets(self) -> Sequence[Widget]:
        """What takes the focus now."""
        return ()

    def place(self, box: Box) -> None:
        """The pane has this box: place all on it."""
        self.box = box

    def handle(self, event: InputEvent) -> bool:
        """An event before the widgets have it; True if it was used."""
        return False

    def take_file(self, path: str) -> bool:
        """Take a file that was dropped on the window; False where the pane reads none."""
        return False

    def take(self, reply: Mapping[str, Any]) -> None:
        """An answer of the process."""

    def update(self, dt: float) -> None:
        """Move on by `dt` seconds."""

    def draw(self, canvas: Canvas) -> None:
        """Draw all but the widgets."""
