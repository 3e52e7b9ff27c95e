"""The figures in the help of Set."""

from __future__ import annotations


def help_figures() -> dict[str, str]:
    """What fills the names in `games/set/help/`."""
    return {"deck": "81", "sets": "1,080", "one_in_random": "31", "one_in_game": "10.6"}
