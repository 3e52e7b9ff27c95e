"""The games in the maze opened in an arcade, against agents that think in this process."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.core import Seating
from games.session.setup import HUMAN, Setup
from games.shell.app import App
from games.tracker import SPEC
from games.tracker.chase.board_table import MazeTable
from games.tracker.scene import Scene
from tests.support.hands import FRAME

SEATS = {
    "hide": (HUMAN, "drifter"),
    "seek": (HUMAN, "random", "drifter"),
    "hunt": (HUMAN, "echoes", "random"),
}
SEED = 7


def opened(
    app: App,
    play: str,
    seats: tuple[str, ...] = (),
    turns: Any = (),
    resting: bool = True,
    **options: Any,
) -> MazeTable:
    """The table of a game on a small maze, waiting for the person where it is `resting`."""
    params = SPEC.params({"play": play, "maze": "loops-small", **options})
    seating = tuple(Seating(who) for who in seats or SEATS[play])
    table = Scene.open(app, Setup("tracker", seating, params, SEED), turns)
    assert isinstance(table, MazeTable)
    app.push(table)
    app.frame(FRAME)
    if table.session.people and resting:
        rest(app, table)
    return table


def rest(app: App, table: MazeTable) -> bool:
    """Let time pass, undrawn, until the person is to act; False where the match is over."""
    for _ in range(400):
        if app.top is not table:
            return False
        if table.waiting_for_person is not None and not table.queue:
            return True
        table.update(0.3)
    raise AssertionError("nobody is to act")


def believed(table: MazeTable, cell: int) -> None:
    """Let the cloud be on one cell."""
    belief = np.zeros(len(table.course.cells))
    belief[cell] = 1.0
    table.cloud.belief = table.cloud.before = belief
