"""The figures in the help of Guess 2/3, and the numbers of a match."""

from __future__ import annotations

from games import measured
from games.guess import HIGH, LOW
from games.guess.line import Closed
from games.weights import UNKNOWN


def help_figures() -> dict[str, str]:
    """Return the figures for the texts in `games/guess/help/`."""
    steps = [50 * (2 / 3) ** level for level in range(5)]
    names = ("none", "one", "two", "three", "four")
    told = {name: f"{value:.1f}" for name, value in zip(names, steps, strict=True)}
    claims = {
        "originals": measured.originals_table("guess"),
        "levels": measured.or_else(UNKNOWN)(measured.levels_words)("guess"),
    }
    return {"low": str(LOW), "high": str(HIGH), **told, **claims}


def workings(closed: Closed) -> dict[str, str]:
    """Return the formulas of the target and of the steps by a `closed` round's numbers."""
    total, count = sum(closed.guesses), len(closed.guesses)
    num, den = closed.multiplier
    steps = [closed.mean * (num / den) ** level for level in range(5)]
    told = ", ".join(f"{value:.1f}" for value in steps)
    target = f"{num}/{den} · {total} / {count} = {closed.target:.2f}"
    return {
        "now_target": f"round {closed.number}: {target}",
        "now_steps": f"from the average of round {closed.number}: {told}",
    }
