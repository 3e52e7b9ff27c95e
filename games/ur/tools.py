"""The tools of a game of Ur as a page of buttons, for a gamepad that has no keys for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from games.shell.pages.overlays import Overlay
from games.shell.widgets.basic import Button, Choice, Toggle
from games.shell.widgets.form import Widget

if TYPE_CHECKING:
    from games.shell.shell import Shell
    from games.ur.scene import Scene


class Tools(Overlay):
    """Speed and what is shown can be changed here; a button of the game's course leads back to it.

    It lies over the pause page of the game.
    """

    def __init__(self, shell: Shell, game: Scene) -> None:
        self.game = game
        super().__init__(shell, "Tools")

    def widgets(self) -> Sequence[Widget]:
        """The tools that the game has now."""
        return (*self._course(), *self._looks(), Button("Back", self.cancel, icon="back"))

    def _course(self) -> list[Widget]:
        """What goes back and forth in the game."""
        game = self.game
        if game.replaying:
            return [
                Button("Next mistake", self._then(lambda: game.to_slip(1)), icon="down"),
                Button("Mistake before", self._then(lambda: game.to_slip(-1)), icon="up"),
                Button("To the start", self._then(lambda: game.go_to(1)), icon="step-back"),
                Button("To the end", self._then(lambda: game.go_to(game.length + 1)), icon="step"),
                Button("Back to the report", self._then(game.end_replay), icon="stats"),
            ]
        if game.watched:
            return []
        back = Button("Take back", self._then(game.undo), icon="undo")
        again = Button("Play again", self._then(game.redo), icon="redo")
        again.enabled = game.match.can_redo
        return [back, again]

    def _looks(self) -> list[Widget]:
        """What changes how the game is shown, and its copy."""
        game = self.game
        speeds = [f"{pace:g}" for pace in game.paces]
        found: list[Widget] = [Choice("Speed", speeds, game.level, game.set_level)]
        if not game.watched:
            found.append(Toggle("Legal moves", game.hints, game.set_hints))
        found.append(Toggle("Names of the squares", game.names_shown, game.set_names))
        return [*found, Button("Copy the game", game.copy, icon="copy")]

    def _then(self, act: Callable[[], None]) -> Callable[[], None]:
        """Do something in the game, which then is on top again."""

        def run() -> None:
            self.shell.pop()
            self.shell.pop()
            act()

        return run
