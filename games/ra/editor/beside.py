"""What the page before a game of Ra offers beside it: the position editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from games.ra.editor.page import TITLE, Editor
from games.shell.shell import Scene, Shell

Workshop = tuple[str, str, Callable[[Mapping[str, Any]], Scene]]
"""A sign on that page: its words, its icon, and the scene for the options chosen."""


def workshops(shell: Shell) -> list[Workshop]:
    """The signs in the corner of that page (`Hooks.workshop`): label, icon, a scene."""
    return [(TITLE, "edit", partial(Editor.of, shell))]
