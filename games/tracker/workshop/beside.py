"""The entries beside Play on the page before a match: the tour, and a maze to draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.session.starting import make_setup
from games.shell.opening import start_table
from games.shell.shell import Scene, Shell
from games.tracker import SPEC, WATCH
from games.tracker.workshop.draw_page import MazeEditor

TOUR = "Tour: how a belief thinks"


def workshops(
    scene: type[Scene], shell: Shell
) -> list[tuple[str, str, Callable[[Mapping[str, Any]], Scene]]]:
    """Return the signs in the corner of that page (`Hooks.workshop`): label, icon, a scene."""

    def tour(params: Mapping[str, Any]) -> Scene:
        shell.change_settings(toured=False)  # the laboratory begins with it
        setup = make_setup(SPEC.id, None, None, {"play": WATCH}, False)
        return start_table(shell, setup)

    return [
        (TOUR, "forward", tour),
        ("Draw a maze", "edit", lambda params: MazeEditor(shell, params)),
    ]
