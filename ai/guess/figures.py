"""The measured strength of the agents of Guess 2/3, as sentences for their pages and the ladder.

Measured by `main.py arena guess --agents level0,level1,level2,level3,level4,nash,repeat,trend,mind
--games 25`: the mean distance of the forecast to the target in 25 sessions of 24 people and 20
rounds with each crowd, and their sum.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Off(NamedTuple):
    """The mean error of forecasts, in numbers of the line, by crowd and summed."""

    levels: float
    followers: float
    learners: float
    summed: float


OFF: Final = {
    "nash": Off(6.079, 11.323, 2.817, 20.219),
    "level0": Off(5.658, 7.603, 3.909, 17.170),
    "level1": Off(2.700, 1.752, 1.667, 6.120),
    "level2": Off(1.734, 2.964, 0.336, 5.034),
    "level3": Off(2.747, 5.718, 0.852, 9.317),
    "level4": Off(3.858, 7.586, 1.499, 12.943),
    "repeat": Off(2.162, 1.364, 1.255, 4.782),
    "trend": Off(2.169, 1.379, 0.421, 3.969),
    "mind": Off(1.560, 1.212, 0.335, 3.107),
}


def strength(agent: str) -> str:
    """Return the sentence on the page of this agent."""
    off = OFF[agent]
    return (
        f"Off by {off.levels:.2f} on average among thinkers, {off.followers:.2f} among followers "
        f"and {off.learners:.2f} among learners (25 simulated sessions each)."
    )


def measure(agent: str) -> float:
    """Return how much nearer than `nash` it is in sum: 0 for the same error, 1 for none."""
    return 1 - OFF[agent].summed / OFF["nash"].summed
