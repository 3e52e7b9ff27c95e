"""The reading room: read over 2 to 10 keys, read a class, and tell people from machines.

All reading is done in a process of its own (`ai.numbers.desk`), so that no frame waits for it. The
room shows one of three panes; each sends its requests to the process and takes the replies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.numbers.room_class import ClassPane
from games.numbers.room_pairs import PairPane
from games.numbers.room_reading import ReadingPane
from games.shell.shell import Shell
from games.shell.workroom import Workroom
from games.spec import Action

ACTIONS: Final = tuple(
    Action(f"choice_{number}", name, "choice", (f"key:{key}", f"key:[{key}]"))
    for number, key, name in ((8, 8, "Eighth key"), (9, 9, "Ninth key"), (10, 0, "Tenth key"))
)
"""The keys of the row of numbers beyond those that every game knows; 0 stands for 10."""


class ReadingRoom(Workroom):
    """Three panes, and the process that reads for them."""

    title = "Reading room"
    actions = ACTIONS
    desk = "ai.numbers.desk"
    sign = "mind"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, (ReadingPane, ClassPane, PairPane))

    def take(self, reply: Mapping[str, Any]) -> None:
        """Hand a reply to the open pane."""
        problem = reply.get("error")
        if problem is not None:
            self.shell.toast(str(problem))
        self.pane.take(reply)

    def stopped(self) -> None:
        """Note that the reader has ended by itself."""
        self.shell.toast("The reader stopped and was started again; begin anew.")
        self.pane.begin()
