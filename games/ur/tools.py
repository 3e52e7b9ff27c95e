"""The tools of a game of Ur: small buttons, and a page of them for a gamepad without their keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from games.session.session import Session
from games.shell.hooks import CornerButton
from games.shell.pace import Pace
from games.shell.pages.overlays import Overlay
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, Choice, Toggle
from games.shell.widgets.form import Widget
from games.ur.coach.advice import MODE_NAMES, mode_of
from games.ur.looks import LEARNERS, Looks, learning


class TableActs(NamedTuple):
    """The acts of the page at the table beside those of its parts.

    `close` closes the pages over the table. `set_coach` is called with the place of a mode in
    `games.ur.coach.advice.MODES`, `set_throw` with whether people throw the dice themselves.
    """

    close: Callable[[], None]
    undo: Callable[[], None]
    redo: Callable[[], None]
    copy: Callable[[], None]
    set_coach: Callable[[int], None]
    set_throw: Callable[[bool], None]


CORNER_WORDS: Final = {
    "undo": "Undo",
    "coach": "Coach",
    "faster": "Speed",
    "step_back": "Back",
    "step": "Step",
    "pause": "Pause",
    "mind": "Mind",
    "more": "More",
}
"""A word below each small button, short enough for two of them side by side."""
_TABLES: Final = (("mind", "mind"), ("pause", "pause"))
# Units, chosen by eye.
_SIDE: Final = 40.0
_TOP: Final = 4.0
"""High enough that the words end above those at dark's tray."""
_PITCHES: Final = (58.0, 48.0)
"""From one button to the next: with room for larger words, and as usual."""
_HEADING: Final = 200.0
"""What larger words leave to the heading."""
_GAP: Final = 12.0
"""Between the table's buttons and those of the game."""


def corner(
    game: Session, sides: tuple[float, float], speed: float, lit: Mapping[str, bool], larger: bool
) -> list[CornerButton]:
    """Return the small buttons that a `game` has now, between the left and the right side of its
    stage.

    Where words fit below them they have theirs; the word of the `speed` is its number, unless it is
    the usual one. `lit` has the switched-on actions; `larger` means that small text is larger than
    usual.
    """
    left, right = sides
    tools = (*_TABLES, *corner_tools(game))
    room = right - left - 3 * _GAP
    wide = room >= _PITCHES[0] * len(tools) + _HEADING
    pitch = _PITCHES[0] if larger and wide else min(_PITCHES[1], room / len(tools))
    words = CORNER_WORDS if pitch >= _PITCHES[0 if larger else 1] else {}
    found = []
    for number, (icon, action) in enumerate(tools):
        gap = _GAP if number >= len(_TABLES) else 0.0
        x = right - _GAP - gap - pitch * (number + 0.5) - _SIDE / 2
        word = words.get(action, "")
        if word and action == "faster" and speed != 1.0:
            word = f"{speed:g}\N{MULTIPLICATION SIGN}"
        box = (x, _TOP, _SIDE, _SIDE)
        found.append(CornerButton(box, icon, action, word, lit.get(action, False)))
    return found


def corner_tools(game: Session) -> list[tuple[str, str]]:
    """Return the small buttons of a game beside the table's, from the right: icon, action."""
    if game.people:
        return [("plus", "more"), ("info", "coach"), ("undo", "undo")]
    return [("plus", "more"), ("fast", "faster"), ("step", "step"), ("step-back", "step_back")]


class Tools(Overlay):
    """Speed and what is shown can be changed here; a button of the game's course leads back to it.

    It lies over the table, or over the pause page of the game.
    """

    def __init__(
        self, shell: Shell, game: Session, pacing: Pace, looks: Looks, acts: TableActs
    ) -> None:
        self.game, self.pacing, self.looks, self.acts = game, pacing, looks, acts
        super().__init__(shell, "Tools")

    def widgets(self) -> Sequence[Widget]:
        """Return the tools that the game has now."""
        return (*self._course(), *self._shown(), Button("Back", self.cancel, icon="back"))

    def _course(self) -> list[Widget]:
        """Return the controls that go back and forth in the game."""
        game, acts, then = self.game, self.acts, self._then
        if not game.people:
            return []
        back = Button("Take back", then(acts.undo), icon="undo")
        again = Button("Redo", then(acts.redo), icon="redo")
        again.enabled = game.match.can_redo
        return [back, again]

    def _shown(self) -> list[Widget]:
        """Return the controls of the game's look, and its copy."""
        game, looks, pacing = self.game, self.looks, self.pacing
        speeds = [f"{speed:g}" for speed in pacing.levels]
        found: list[Widget] = [Choice("Speed", speeds, pacing.level, pacing.set_level)]
        if game.people:
            now = mode_of(self.shell.settings.coach)
            found.append(Choice("Coach", MODE_NAMES, now, self.acts.set_coach))
            own = self.shell.settings.own_throw
            found.append(Toggle("Throw the dice yourself", own, self.acts.set_throw))
            found.append(Toggle("Legal moves", looks.hints, looks.set_hints))
        found.append(Toggle("Names of the squares", looks.shows_names(game.setup), looks.set_names))
        if learning(game.setup):
            agent = next(seat.agent for seat in game.setup.seats if seat.agent in LEARNERS)
            shown = looks.shows_values(agent)
            found.append(Toggle("Square values", shown, lambda on: looks.toggle_values(agent)))
        return [*found, Button("Copy the game", self.acts.copy, icon="copy")]

    def _then(self, act: Callable[[], None]) -> Callable[[], None]:
        """Return an act in the game, which then is on top again."""

        def run() -> None:
            self.acts.close()
            act()

        return run
