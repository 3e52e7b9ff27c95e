"""The measured strength of the agents of Guess 2/3, as sentences for their pages and the ladder.

The figures are the mean distances of the forecast to the target with each of three crowds, and
their sums, from `assets/measured/guess.json`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import NamedTuple

from games import measured


class Off(NamedTuple):
    """The mean error of forecasts, in numbers of the line, by crowd and summed."""

    levels: float
    followers: float
    learners: float
    summed: float


@functools.cache
def forecasts_off() -> Mapping[str, Off]:
    """Return how far the forecasts of each agent were off."""
    rows = measured.records("guess", "rows")
    off = {(row["agent"], row["crowd"]): row["forecast_distance"] for row in rows}
    found = {}
    for row in measured.records("guess", "sums"):
        levels, followers, learners = (off[row["agent"], crowd] for crowd in Off._fields[:3])
        found[row["agent"]] = Off(levels, followers, learners, row["forecast_distance"])
    return found


@measured.or_else("")
def strength(agent: str) -> str:
    """Return the sentence on the page of this agent."""
    off = forecasts_off()[agent]
    return (
        f"Off by {off.levels:.2f} on average among thinkers, {off.followers:.2f} among followers "
        f"and {off.learners:.2f} among learners (25 simulated sessions each)."
    )


@measured.or_else(0.0)
def measure(agent: str) -> float:
    """Return how much nearer than `nash` it is in sum: 0 for the same error, 1 for none."""
    off = forecasts_off()
    return 1 - off[agent].summed / off["nash"].summed
