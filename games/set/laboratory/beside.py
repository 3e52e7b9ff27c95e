"""The entries beside Play on the page before a match of Set: the laboratory, and a first lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.set import SPEC
from games.set.laboratory.room import Laboratory
from games.set.lesson.page import Lesson
from games.shell.shell import Scene, Shell

SIGN: Final = "First lesson, in six steps"
BUTTON: Final = "Lesson"
Workshop = tuple[str, str, Callable[[Mapping[str, Any]], Scene]]
"""A sign on that page: its words, its icon, and the scene for the options chosen."""


def workshops(shell: Shell) -> list[Workshop]:
    """Return the signs in the corner of that page (`Hooks.workshop`): label, icon, a scene."""
    return [
        ("Why is there no set so often?", "stats", lambda params: Laboratory(shell)),
        (SIGN, "star", lambda params: Lesson(shell)),
    ]


def lesson(shell: Shell) -> tuple[str, Callable[[], Scene]] | None:
    """Return the first lesson, until a match was finished (`Hooks.lesson`); then it is among the
    signs.
    """
    profile = shell.profile
    records = () if profile is None else shell.library.statistics(profile.id).records
    if any(record.game == SPEC.id for record in records):
        return None
    return BUTTON, lambda: Lesson(shell)
