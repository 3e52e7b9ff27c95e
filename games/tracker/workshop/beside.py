"""The entries beside Play on the page before a match: the tour, and a maze to draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, cast

from games.session.starting import make_setup
from games.shell.opening import start_table
from games.shell.shell import Scene, Shell
from games.tracker import SPEC, WATCH
from games.tracker.controls import TOUR as TOUR_TAB
from games.tracker.workshop.draw_page import MazeEditor

TOUR = "Tour: how a belief thinks"


class TabbedPage(Protocol):
    """The page with the tabs, one of which is the tour."""

    def open_tab(self, tab: int) -> None:
        """Open a tab."""


def workshops(
    scene: type[Scene], shell: Shell
) -> list[tuple[str, str, Callable[[Mapping[str, Any]], Scene]]]:
    """Return the signs in the corner of that page (`Hooks.workshop`): label, icon, a scene."""

    def tour(params: Mapping[str, Any]) -> Scene:
        setup = make_setup(SPEC.id, None, None, {"play": WATCH}, False)
        table = start_table(shell, setup)
        cast(TabbedPage, table).open_tab(TOUR_TAB)
        return table

    return [
        (TOUR, "forward", tour),
        ("Draw a maze", "edit", lambda params: MazeEditor(shell, params)),
    ]
