"""A game of Ur that is looked at again: the graph and the costly choices lead through it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.session.reveal import Reveal
from games.session.session import Session
from games.shell.hooks import Hooks
from games.shell.input import Pointer, Press
from games.shell.replay_steps import ReplaySteps
from games.shell.widgets.basic import inside
from games.ur.asks import JudgedStep
from games.ur.board import Board
from games.ur.motion import Motion
from games.ur.review import costly_choices
from games.ur.watch import JudgeWatch

SLIPS: Final = {"up": -1, "down": 1}


class UrReplaySteps(ReplaySteps):
    """Goes through a game; the judge in `watch` has seen all of it.

    `slips` are the costly choices by turn, counted from 1; a game that goes on has none yet. `tool`
    uses a key as the table does.
    """

    tool: Callable[[Press], bool] = staticmethod(lambda event: False)

    def __init__(
        self,
        scene: Hooks,
        session: Session,
        watch: JudgeWatch,
        motion: Motion,
        board: Board,
        changed: Callable[[], None],
        show: Callable[[Reveal], None],
    ) -> None:
        super().__init__(scene, session, changed, show)
        self._motion, self._board = motion, board
        goes_on = session.setup.eyes is not None
        slips = costly_choices(watch.judge.steps, session.setup.humans or (0, 1))
        self.slips: dict[int, JudgedStep] = {} if goes_on else dict(slips)

    @property
    def slip(self) -> JudgedStep | None:
        """The costly choice that comes next, or None."""
        return self.slips.get(self.moment + 1)

    @property
    def mind_taken(self) -> bool:
        """The judge speaks before a costly choice."""
        return self.slip is not None and not self._motion.dice.rolling

    def point(self, event: Pointer) -> bool:
        """Go to the turn under a click on the graph."""
        x, y, w, h = self._board.graph_box
        pressed = event.kind == "down" and event.button == 1
        if not pressed or not inside((x - 6, y - 6, w + 12, h + 12), event.x, event.y):
            return False
        self.stand_at(round(min(1.0, max(0.0, (event.x - x) / w)) * self.moments))
        return True

    def press(self, event: Press) -> bool:
        """Handle the keys of the costly choices, and those of what is shown on the board."""
        if event.action in SLIPS and event.device == "keyboard":
            self.to_slip(SLIPS[event.action])
            return True
        return event.action in ("squares", "truth", "copy") and self.tool(event)

    @property
    def marks(self) -> tuple[int, ...]:
        """The turns before a costly choice."""
        return tuple(turn - 1 for turn in sorted(self.slips))

    def to_slip(self, by: int) -> None:
        """Stand before the next costly choice, or with a negative `by` the one before."""
        found = sorted(turn for turn in self.slips if by * (turn - self.moment - 1) > 0)
        if found:
            self.stand_at(found[0 if by > 0 else -1] - 1)
        else:
            which = "after" if by > 0 else "before"
            self.scene.shell.toast(f"There is no costly choice {which} this turn.")

    def entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return the ways to the costly choices, and to the names of the squares."""
        slips: list[tuple[str, str, Callable[[], None]]] = []
        if self.slips:
            slips = [
                ("Previous mistake", "up", lambda: self.to_slip(-1)),
                ("Next mistake", "down", lambda: self.to_slip(1)),
            ]
        return [*slips, ("Names", "edit", lambda: self._press("squares"))]

    def _press(self, action: str) -> None:
        self.tool(Press(action))
