"""A game of Ur that is looked at again: the graph and the costly choices lead through it."""

from __future__ import annotations

from collections.abc import Callable

from games.session.reveal import Reveal
from games.shell.draw.canvas import Box
from games.shell.hooks import Hooks
from games.shell.input import Pointer
from games.shell.replay_steps import Again
from games.shell.widgets.basic import inside
from games.ur.board import BoardView
from games.ur.motion import Motion
from games.ur.replayer import Replayer
from games.ur.review import costly_choices
from games.ur.watch import Watch


def press_graph(box: Box, replayer: Replayer, event: Pointer) -> bool:
    """Go to the turn under a click on the graph in a `box`, where a game is looked at again.

    True if it was one.
    """
    x, y, w, h = box
    pressed = replayer.active and event.kind == "down" and event.button == 1
    if not pressed or not inside((x - 6, y - 6, w + 12, h + 12), event.x, event.y):
        return False
    share = min(1.0, max(0.0, (event.x - x) / w))
    replayer.go_to(1 + round(share * replayer.length))
    return True


class UrAgain(Again):
    """Goes through a game with its `replayer`; the judge in `watch` has seen all of it."""

    def __init__(
        self,
        scene: Hooks,
        replayer: Replayer,
        watch: Watch,
        motion: Motion,
        board: BoardView,
        changed: Callable[[], None],
        show: Callable[[Reveal], None],
    ) -> None:
        super().__init__(scene, replayer.session, changed, show)
        self._replayer, self._motion, self._board = replayer, motion, board
        slips = dict(costly_choices(watch.judge.steps, self.session.setup.humans or (0, 1)))
        replayer.begin(watch.course(), slips, watch.judge.steps, "")

    @property
    def mind_taken(self) -> bool:
        """The judge speaks before a costly choice."""
        return self._replayer.slip is not None and not self._motion.dice.rolling

    def point(self, event: Pointer) -> bool:
        """Go to the turn under a click on the graph."""
        return press_graph(self._board.graph_box, self._replayer, event)

    @property
    def marks(self) -> tuple[int, ...]:
        """The turns before a costly choice."""
        return tuple(turn - 1 for turn in sorted(self._replayer.slips))

    def entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """To the costly choices."""
        go = self._replayer.to_slip
        return [("Mistake", "up", lambda: go(-1)), ("Mistake", "down", lambda: go(1))]
