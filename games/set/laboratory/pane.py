"""What the panes of the laboratory have in common, and what they are given of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.tween import Springs
from games.shell.input import InputEvent
from games.shell.shell import Shell
from games.shell.widgets.form import Widget

Figures = Mapping[str, Any]


class Room(Protocol):
    """What a pane may ask of its room."""

    shell: Shell
    springs: Springs
    counts: dict[str, Figures]

    @property
    def weights(self) -> tuple[float, ...]:
        """How soon the player sees each of the four kinds of sets, a second."""

    def send(self, message: Mapping[str, Any]) -> None:
        """Ask the process that counts."""

    def refresh(self) -> None:
        """Take the widgets of the pane anew."""


class Pane:
    """One page of the laboratory; `hint` stands at its foot, `waiting` says an answer is due."""

    title = ""
    hint = ""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.box: Box = (0.0, 0.0, 0.0, 0.0)
        self.waiting = False

    @property
    def asking(self) -> Mapping[str, Any]:
        """How a question to the process begins that counts for this pane."""
        return {"op": "run", "by_pane": self.title}

    def widgets(self) -> Sequence[Widget]:
        """What takes the focus now."""
        return ()

    def place(self, box: Box) -> None:
        """The pane has this box: place all on it."""
        self.box = box

    def handle(self, event: InputEvent) -> bool:
        """An event before the widgets have it; True if it was used."""
        return False

    def take(self, reply: Mapping[str, Any]) -> None:
        """An answer of the process."""

    def stop(self) -> None:
        """Ask for nothing more: the pane is left."""

    def update(self, dt: float) -> None:
        """Move on by `dt` seconds."""

    @property
    def moving(self) -> bool:
        """Whether the picture changes by itself."""
        return False

    def draw(self, canvas: Canvas) -> None:
        """Draw all but the widgets."""


def game_key(policy: str, weights: Sequence[float]) -> str:
    """The name under which games with this way of taking sets are counted."""
    if policy != "yours":
        return f"game {policy}"
    scaled = " ".join(f"{round(100 * weight / max(weights))}" for weight in weights)
    return f"game yours {scaled}"


def one_in(share: float | None) -> str:
    """A share as people say it: "1 in 31.0", "never" where there was none."""
    if not share:
        return "never"
    many = 1 / share
    return f"1 in {many:,.0f}" if many >= 200 else f"1 in {many:.1f}"


def many(number: float) -> str:
    """A large number in words: "2.6 million"."""
    if number >= 1e9:
        return f"{number / 1e9:.1f} billion"
    if number >= 1e6:
        return f"{number / 1e6:.1f} million"
    return f"{round(number):,}"
