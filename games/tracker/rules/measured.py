"""Measured figures of the games in the maze, over 100 mazes each that no table was learned on.

The pages of help, the strengths of agents and the results all quote these figures. They are results
of the arena in `assets/measured/tracker.json`, which has the commands.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from games.measured import rows as figures
from games.spec import Params

MAZES: Final = 100
_POOR_EARS: Final = {"play": "hunt", "noise": "12", "sight": "1"}
SOON: Final = "25"
"""The most steps of a quick capture."""
WORLD: Final = ("noise", "sight", "sensors", "stay", "start", "layout")
"""The options on which the figures depend; they hold where all of them are as usual."""


class Span(NamedTuple):
    """A figure and the ends of its interval of 95% confidence."""

    value: float
    low: float
    high: float

    def words(self, form: str = "{:.0f}") -> str:
        """Return the text that a table has: "28 (20 to 37)"."""
        return f"{form} ({form} to {form})".format(*self)


class Hidden(NamedTuple):
    """A tracker against a scripted hider: captures of 100, and the points that it lets go."""

    caught: Span
    points: Span


class Sought(NamedTuple):
    """A rival that marks a ghost: how many moves off it is, and a careful seeker (one who knows
    what is possible and no odds); of ten rounds the seeker is closer in `won`, the rival in `lost`.
    """

    off: Span
    seeker_off: float
    won: float
    lost: float
    ahead: Span


class Hunted(NamedTuple):
    """Two hunters and a ghost: captures of 100, within how many steps on average (None without
    captures), those within `SOON` steps, and how many more of these the first pair has.
    """

    caught: Span
    steps: float | None
    soon: Span
    behind: Span


@functools.cache
def rows(name: str) -> tuple[Mapping[str, Any], ...]:
    """Return the rows of the arena with the option `play`; "hunt-hard" has poor ears.

    Raises `NotMeasured`.
    """
    wanted = {"play": name} if name != "hunt-hard" else _POOR_EARS
    return tuple(figures("tracker", **wanted))


def _share(part: float, interval: list[float]) -> Span:
    """Return a share, and its interval, as per cent."""
    return Span(*(100.0 * each for each in (part, *interval)))


@functools.cache
def hiding() -> dict[str, Hidden]:
    """Return the measured figures of each tracker."""
    return {
        row["agent"]: Hidden(
            _share(row["caught"] / row["games"], row["ci95"]),
            Span(row["points"], *row["points_ci95"]),
        )
        for row in rows("hide")
    }


@functools.cache
def seeking() -> dict[tuple[str, str], Sought]:
    """Return the measured figures of each ghost and rival."""
    return {
        (row["ghost"], row["agent"]): Sought(
            Span(row["rival_off"], *row["rival_off_ci95"]),
            row["seeker_off"],
            row["won"],
            row["lost"],
            Span(row["won"] - row["lost"], *row["ahead_ci95"]),
        )
        for row in rows("seek")
    }


@functools.cache
def hunting(name: str = "hunt") -> dict[tuple[str, str], Hunted]:
    """Return the figures of each ghost and pair of hunters; "hunt-hard" is with poor ears."""
    return {
        (row["ghost"], row["agent"]): Hunted(
            _share(row["caught"] / row["games"], row["ci95"]),
            row["steps"],
            _share(row["within"][SOON] / row["games"], row["within_ci95"][SOON]),
            Span(row["behind"], *row["behind_ci95"]),
        )
        for row in rows(name)
    }


def as_usual(params: Params, usual: Params) -> bool:
    """Return whether the figures hold with these options, where `usual` are the usual ones."""
    return all(params[name] == usual[name] for name in WORLD)
