"""The measured strength of trackers and hunters, in the words of their pages.

The figures themselves are the outputs of the arena: see `games.tracker.rules.measured`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.tracker.rules import measured


class Figure(NamedTuple):
    """The measured strength of an agent: in a word, by one number, and in a sentence."""

    word: str
    measure: float | None
    sentence: str


NOT_MEASURED: Final = Figure("", None, "")
_WORDS: Final[Mapping[str, str]] = {
    "blinker": "gentle",
    "drifter": "fair",
    "tailer": "strong",
    "hound": "merciless",
    "strays": "gentle",
    "echoes": "fair",
    "scouts": "strong",
    "pointers": "merciless",
    "pack": "merciless",
}
"""By hand, in the order of what was measured."""
_SEEN: Final = ("random", "explorer", "evader")
"""The ghosts that a hunter's sentence names: who knows no aim, who has one, and who flees."""


def _tracker(agent_id: str, found: measured.Hidden) -> Figure:
    caught, points = found
    share = f"{caught.value:.0f} of {measured.MAZES} mazes ({caught.low:.0f} to {caught.high:.0f})"
    return Figure(
        _WORDS[agent_id],
        caught.value / 100,
        f"Catches a scripted hider in {share}, who brings home {points.value:.1f} points on "
        "average.",
    )


def _hunters(agent_id: str) -> Figure:
    random, explorer, evader = (measured.hunting()[ghost, agent_id].caught.value for ghost in _SEEN)
    return Figure(
        _WORDS[agent_id],
        (random + explorer + evader) / 300,
        f"In {measured.MAZES} mazes it catches the random walker {random:.0f} times, the explorer "
        f"{explorer:.0f} times and the evader {evader:.0f} times within 150 steps.",
    )


MEASURED: Final[Mapping[str, Figure]] = {
    **{name: _tracker(name, found) for name, found in measured.hiding().items()},
    **{name: _hunters(name) for _, name in measured.hunting()},
}
