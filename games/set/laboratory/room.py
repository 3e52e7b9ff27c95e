"""The laboratory of Set: why there is no set so often, what was counted, how solvers go about it.

All counting is done in a process of its own (`ai.set.desk`), so that no frame waits for it; it
keeps what it has counted with the player, and goes on from there another time. `workshops` and
`lesson` are the ways in, beside Play on the page before a match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from games.arrays import BadWeights, arrays_from_text
from games.set import SPEC
from games.set.laboratory.counting import CountPane
from games.set.laboratory.pane import ReportPages
from games.set.laboratory.solvers import SolversPane
from games.set.laboratory.story import StoryPane
from games.set.laboratory.twenty import TwentyPane
from games.set.lesson.page import Lesson
from games.shell.draw.canvas import Canvas
from games.shell.shell import Scene, Shell
from games.shell.workroom import Workroom

FILE: Final = "set-laboratory.npz"
USUAL: Final = (2.0, 1.4, 1.0, 0.7)
"""How soon the four kinds are seen by whom nothing is known: the guess of the searchers."""
FASTEST: Final = 1e9
"""Sets a second that nobody sees, so that nothing overflows: as much as the process takes."""


class Laboratory(Workroom):
    """The panes, and the process that counts for them."""

    title = "Laboratory of Set"
    contexts = ("menu", "choice", "play", "all")
    desk = "ai.set.desk"
    sign = "flask"
    keeps = FILE

    def __init__(self, shell: Shell, first: int = 0) -> None:
        """Begin with the pane at the place `first`."""
        self.counts: dict[str, ReportPages] = {}
        self.weights = learned_weights(shell)
        super().__init__(shell, (StoryPane, CountPane, SolversPane, TwentyPane), first)

    def enter(self) -> None:
        """Take up what was counted before."""
        super().enter()
        self.send({"op": "open", "file": self.file()})

    def take(self, reply: Mapping[str, Any]) -> None:
        """Hand a count to every pane."""
        told = reply.get("error") or reply.get("told")
        if told:
            self.shell.toast(str(told))
        if reply["op"] == "opened":
            self.counts = dict(reply["counts"])
        elif reply["op"] == "counted":
            self.counts[str(reply["key"])] = reply["figures"]
        for pane in self.panes:
            pane.take(reply)

    def stopped(self) -> None:
        """Note that the counting has ended by itself."""
        self.shell.toast("The counting stopped; what was counted is kept.")
        for pane in self.panes:
            pane.take({"op": "error"})

    def next_frame(self) -> float | None:
        """Return 0 while the picture moves, and little while an answer is awaited."""
        if self.springs.moving or self.pane.moving:
            return 0.0
        return 1 / 15 if any(pane.waiting for pane in self.panes) or not self.counts else None

    def draw_ground(self, canvas: Canvas) -> None:
        """Draw the table of Set."""
        canvas.sprite("set-backdrop", (0, 0, *self.size))


def learned_weights(shell: Shell) -> tuple[float, ...]:
    """Return the player's speed of seeing each kind of set, from the mirror; else the usual one."""
    profile = shell.profile
    text = None if profile is None else shell.library.learned(profile.id, "set")
    if text is None:
        return USUAL
    try:
        arrays = arrays_from_text(text)
        with np.errstate(all="ignore"):
            rates = arrays["shape"] / arrays["rate"]
            possible = bool(((rates > 0) & (rates < FASTEST)).all())
    except (BadWeights, KeyError, TypeError, ValueError):
        return USUAL
    if rates.shape != (len(USUAL),) or not possible:
        return USUAL
    return tuple(float(rate) for rate in rates)


SIGN: Final = "First lesson: a set in six steps"
BUTTON: Final = "Lesson"
Workshop = tuple[str, str, Callable[[Mapping[str, Any]], Scene]]
"""A sign on that page: its words, its icon, and the scene for the options chosen."""


def workshops(shell: Shell) -> list[Workshop]:
    """Return the signs in the corner of that page (`Hooks.workshop`): label, icon, a scene."""
    return [
        (SIGN, "star", lambda params: Lesson(shell)),
        ("Why is there no set so often?", "stats", lambda params: Laboratory(shell)),
    ]


def lesson(shell: Shell) -> tuple[str, Callable[[], Scene]] | None:
    """Return the first lesson, until a match was finished (`Hooks.lesson`), then a sign."""
    profile = shell.profile
    records = () if profile is None else shell.library.statistics(profile.id).records
    if any(record.game == SPEC.id for record in records):
        return None
    return BUTTON, lambda: Lesson(shell)
