"""What the page before a match of Set offers beside it: the laboratory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.set.laboratory.room import Laboratory
from games.shell.shell import Scene, Shell

Workshop = tuple[str, str, Callable[[Mapping[str, Any]], Scene]]
"""A sign on that page: its words, its icon, and the scene for the options chosen."""


def workshops(shell: Shell) -> list[Workshop]:
    """The signs in the corner of that page (`Hooks.workshop`): label, icon, a scene."""
    return [("Why is there no set so often?", "stats", lambda params: Laboratory(shell))]
