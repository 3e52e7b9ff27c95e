"""The figures in the help of Guess 2/3."""

from __future__ import annotations

from games.guess import HIGH, LOW


def help_figures() -> dict[str, str]:
    """What fills the names in `games/guess/help/`."""
    steps = [50 * (2 / 3) ** level for level in range(5)]
    names = ("none", "one", "two", "three", "four")
    told = {name: f"{value:.1f}" for name, value in zip(names, steps, strict=True)}
    return {"low": str(LOW), "high": str(HIGH), **told}
