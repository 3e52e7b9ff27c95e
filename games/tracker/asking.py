"""A question before any action that would end a game of hiding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.shell.shell import Shell
from games.tracker.model import Walk

ENDING: Final = frozenset(
    {"walker", "next_walk", "maze", "map", "noise", "sight", "stay", "start", "beta", "sensors"}
)
"""The actions of the page that begin another walk; so do the tour and a new length."""


def ask_first(shell: Shell, walk: Walk, go: Callable[[], None], back: Callable[[], None]) -> None:
    """Do `go`, after a question where a person hides on this `walk` and has walked already.

    `back` is done before the question: it shows what is chosen as it is now.
    """
    if not walk.hiding or not walk.tape or walk.session.over:
        go()
        return
    back()
    steps = len(walk.tape)
    told = f"You have hidden for {steps} steps. They are kept among the unfinished matches."
    shell.push(shell.doors.ask(shell, "Leave this walk?", told, [("Leave it", go)]))
