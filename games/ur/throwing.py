"""A person's own throw: the dice wait, are clicked or dragged, and roll from where they are let go.

What they show is settled by the match alone; the hand only lets it come.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.core import CHANCE
from games.shell.draw.canvas import Point
from games.shell.input import Pointer
from games.shell.shell import Shell
from games.shell.widgets.basic import inside
from games.ur.dice import Dice
from games.ur.replayer import Replayer
from games.ur.rules import State

AROUND: Final = 14.0
"""So far from the dice, in units, a press still takes them; chosen by eye."""


class Hand:
    """The hand of the person who is to throw; `dice` are those that lie on the table."""

    def __init__(
        self, shell: Shell, replayer: Replayer, dice: Dice, tell: Callable[[], None]
    ) -> None:
        """`tell` is called when the dice have been laid ready."""
        self.dice = dice
        self._shell, self._replayer, self._tell = shell, replayer, tell
        self._thrown = False
        self._grip: Point | None = None  # where the dice were taken

    @property
    def waits(self) -> bool:
        """True if the game waits for a person to throw."""
        session = self._replayer.session
        if not self._shell.settings.own_throw or self._thrown or self._replayer.active:
            return False
        if session.setup.demo or session.over or session.match.to_act != (CHANCE,):
            return False
        state: State = session.seen
        return state.turn in session.people

    def offer(self) -> bool:
        """Lay the dice ready where a throw is awaited; whether it is."""
        if self.waits:
            if not self.dice.ready:
                state: State = self._replayer.session.seen
                self.dice.offer(state.turn)
                self._tell()
            return True
        self._thrown = False
        return False

    def throw(self) -> None:
        """Let the dice go: the match then draws."""
        if self.waits:
            self._thrown, self._grip = True, None

    def point(self, event: Pointer) -> bool:
        """Take the dice, drag them, let them go; True where the pointer has to do with them."""
        if not self.waits or not self.dice.ready:
            self._grip = None
            return False
        if event.kind == "down" and event.button == 1:
            x, y, w, h = self.dice.box
            around = (x - AROUND, y - AROUND, w + 2 * AROUND, h + 2 * AROUND)
            if not inside(around, event.x, event.y):
                return False
            self._grip = (event.x, event.y)
            return True
        if self._grip is None:
            return False
        self.dice.shift = (event.x - self._grip[0], event.y - self._grip[1])
        if event.kind == "up":
            self.throw()
        return True

    def set_own(self, own: bool) -> None:
        """From now on people throw themselves, or the dice fall where it is not their `own`."""
        self._shell.change_settings(own_throw=own)

    def change_own(self) -> None:
        """Change between both, and tell it."""
        own = not self._shell.settings.own_throw
        self.set_own(own)
        self._shell.toast("You throw the dice yourself." if own else "The dice fall by themselves.")
