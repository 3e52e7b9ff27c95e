"""The table of a game with a pace: its speed, held, and on or back by one turn.

Every table of this kind can go faster and slower. One that is `watched`, because no person plays at
it, can also be held, stepped on and stepped back. A game says what moves on it (`motion`), what
stands over it (`reckoning`), and whether a turn of chance is a step of its own (`chance_steps`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Protocol

from games.core import CHANCE, Turn
from games.session.setup import Setup
from games.shell.input import InputEvent, Press
from games.shell.pace import Pace
from games.shell.shell import Shell
from games.shell.table import Table

SPEEDS: Final = (0.5, 0.75, 1.0, 1.5, 2.0, 4.0, 8.0)
"""The usual speeds, as multiples of the usual one."""
LOOK_AGAIN: Final = 0.05
"""Seconds until a table looks again whether a thread has found an answer; chosen by hand."""


class Moving(Protocol):
    """All that is on its way over a table."""

    @property
    def busy(self) -> bool:
        """True while a part is on its way."""

    def end(self) -> None:
        """End all of it at once."""


class StandingSum(Protocol):
    """A sum over a table, until it was read."""

    @property
    def moving(self) -> bool:
        """True if it goes on by itself."""

    def skip(self) -> bool:
        """Go on, and return whether it is gone with that."""


class WatchedTable(Table):
    """A table that goes on at the pace of who watches.

    >>> WatchedTable.speeds[2], WatchedTable.chance_steps
    (1.0, False)
    """

    speeds: ClassVar[Sequence[float]] = SPEEDS
    speeds_around: ClassVar[bool] = False
    """Whether the fastest speed leads to the slowest."""
    chance_steps: ClassVar[bool] = False
    """Whether a turn of chance is a step; else it belongs to the turn before it."""
    steps_others: ClassVar[bool] = False
    """Whether a person who plays can step on through the turns of others."""
    motion: Moving | None = None
    """The motion that the next turn waits for."""
    reckoning: StandingSum | None = None
    """The sum that stands over the table, if one does."""

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        """As the table has it."""
        self.pacing = Pace(self.speeds, self.speeds_around)
        super().__init__(shell, setup, turns)

    def open_match(self, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        """Play the match of a setup, which goes on by itself at first."""
        self.pacing.resume()
        super().open_match(setup, turns)

    # -- hooks -------------------------------------------------------------------------

    @property
    def watched(self) -> bool:
        """True where no person plays, so that the match can be held and stepped."""
        return not self.session.people and not self.setup.demo

    @property
    def awaiting(self) -> bool:
        """True while a thread works on what will be shown."""
        return False

    def land(self) -> None:
        """End what moves, at once, or go on after a sum."""
        if self.explaining:
            super().skip()
        elif self.motion is not None and self.motion.busy:
            self.motion.end()
        elif self.reckoning is not None and self.reckoning.skip():
            self.reckoning = None

    def on_speed(self) -> None:
        """Tell the new speed."""
        self.shell.toast(f"Speed {self.pacing.speed:g}.")

    # -- the pace ----------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """True while a part is on its way, a sum stands over the table, or words are read."""
        moves = self.motion is not None and self.motion.busy
        return moves or self.reckoning is not None or self.explaining

    @property
    def held(self) -> bool:
        """True if the next turn has to wait; a person's own choice never does."""
        if not self.pacing.waits or self.busy:
            return False
        if not self.chance_steps and self.match.to_act == (CHANCE,):
            return False
        return not self.session.chosen and self.session.due() is None

    def drive(self, dt: float) -> None:
        """Let the match go on, unless it is held; hold it again after the turn of a step."""
        if self.held:
            return
        turns = len(self.match.turns)
        super().drive(dt)
        chance = not self.chance_steps and self.match.to_act == (CHANCE,)
        if len(self.match.turns) != turns and not chance:
            self.pacing.note_step()

    def next_frame(self) -> float | None:
        """Return the seconds as the table does; one that is held or waits for a key is still."""
        if self.awaiting:
            return LOOK_AGAIN
        moves = self.motion is not None and self.motion.busy
        stands = not moves and self.reckoning is not None and not self.reckoning.moving
        if stands or (self.pacing.waits and not self.busy and not self.moving):
            return 0.0 if self.mind_view.moving or self.springs.moving else None
        return super().next_frame()

    def skip(self) -> None:
        """End what moves; else hold what is watched, or let it go on."""
        if self.busy:
            self.land()
        elif self.watched or self.pacing.held:
            self.pacing.toggle()

    def step(self, by: int) -> None:
        """Hold the match, and play one turn more, or take one back with a negative `by`."""
        if not self.watched and not (by > 0 and self.steps_others):
            return
        if by > 0:
            if self.busy:
                self.land()
            self.pacing.step()
            return
        self.pacing.hold()
        played = self.match.turns
        steps = [n for n in range(len(played)) if self.chance_steps or played[n][0][0] != CHANCE]
        if steps:
            self.session.go_to(steps[-1])
            self.changed()

    def change_speed(self, by: int) -> None:
        """Go `by` levels faster, or slower where it is negative."""
        self.pacing.change(by)
        self.on_speed()

    def handle_game(self, event: InputEvent) -> bool:
        """Change the speed, or step."""
        if not isinstance(event, Press) or event.repeat:
            return False
        if event.action in ("step", "step_back"):
            self.step(1 if event.action == "step" else -1)
            return True
        if event.action in ("faster", "slower"):
            self.change_speed(1 if event.action == "faster" else -1)
            return True
        return super().handle_game(event)
