"""The ways into the position editor: the page before a game, and its table at any moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from games.ra.editor.page import RaEditor
from games.ra.editor.setting import Setting
from games.ra.rules.state import State
from games.shell.shell import Scene, Shell

Workshop = tuple[str, str, Callable[[Mapping[str, Any]], Scene]]
"""A sign on that page: its words, its icon, and the scene for the options chosen."""
Entry = tuple[str, str, Callable[[], None]]
"""A button: its words, its icon, and what it does."""
FROM_HERE: Final = "Set up from here"
SET_UP: Final = "Set up"
"""The same where there is less room."""
IS_OVER: Final = "The game is over here: a moment before it can be set up."
IS_HIDDEN: Final = "The editor shows what is hidden here: it opens after the game."


def workshops(shell: Shell) -> list[Workshop]:
    """Return the signs in the corner of that page (`Hooks.workshop`): label, icon, a scene."""
    return [("Editor", "edit", partial(RaEditor.of, shell))]


def set_up(shell: Shell, state: State, called: Sequence[str]) -> None:
    """Open the editor with the table of a `state`, or say why it cannot be.

    `called` is who sits in each seat.
    """
    setting = Setting.of(state)
    if setting is None:
        shell.toast(IS_OVER)
    else:
        shell.push(RaEditor(shell, setting, called))


def set_up_table(shell: Shell, state: State, called: Sequence[str], hidden: bool) -> None:
    """Open the editor with what lies or lay on a table, unless it would show what is `hidden`."""
    if hidden:
        shell.toast(IS_HIDDEN)
    else:
        set_up(shell, state, called)
