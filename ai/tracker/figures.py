"""What was measured of trackers and hunters, as their pages tell it.

Each table was printed by the command that stands above it, and can be printed again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Figure(NamedTuple):
    """How strong an agent was measured to be: in a word, by one number, and in a sentence."""

    word: str
    measure: float | None
    sentence: str


NOT_MEASURED: Final = Figure("", None, "")


def _caught(word: str, caught: int, low: int, high: int, points: float) -> Figure:
    return Figure(
        word,
        caught / 100,
        f"Catches a scripted hider in {caught} of 100 mazes ({low} to {high}), who brings home "
        f"{points:.1f} points on average.",
    )


# main.py arena tracker --agents blinker,drifter,tailer,hound --games 100 --seed 1 \\
#   --option play=hide
TRACKERS: Final[Mapping[str, Figure]] = {
    "blinker": _caught("gentle", 9, 5, 16, 37.0),
    "drifter": _caught("fair", 10, 6, 17, 22.1),
    "tailer": _caught("strong", 19, 13, 28, 23.1),
    "hound": _caught("merciless", 53, 43, 62, 17.6),
}


def _hunted(word: str, random: int, explorer: int, evader: int) -> Figure:
    return Figure(
        word,
        (random + explorer + evader) / 300,
        f"In 100 mazes it catches the random walker {random} times, the explorer {explorer} times "
        f"and the evader {evader} times within 150 steps.",
    )


# main.py arena tracker --agents pack,scouts,pointers,echoes,strays --games 100 --seed 1 \\
#   --option play=hunt
HUNTERS: Final[Mapping[str, Figure]] = {
    "strays": _hunted("gentle", 28, 56, 13),
    "echoes": _hunted("fair", 44, 69, 36),
    "scouts": _hunted("strong", 100, 100, 99),
    "pointers": _hunted("merciless", 100, 100, 100),
    "pack": _hunted("merciless", 100, 100, 100),
}

MEASURED: Final[Mapping[str, Figure]] = {**TRACKERS, **HUNTERS}
