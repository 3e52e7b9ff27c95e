"""The figures in the help of Set, and with the numbers of a match."""

from __future__ import annotations

from games.mind import Bars, Mind
from games.set.rules.cards import CARDS, sets_among


def help_figures() -> dict[str, str]:
    """Return the figures for the texts in `games/set/help/`."""
    sets = len(sets_among(range(CARDS)))
    return {"deck": str(CARDS), "sets": f"{sets:,}", "one_in_random": "31", "one_in_game": "10.6"}


def workings(mind: Mind) -> dict[str, str]:
    """Return the formula of the mirror with its belief about you, where its `mind` has that."""
    bars = next((item for item in mind if isinstance(item, Bars) and item.low), None)
    if bars is None:
        return {}
    told = ", ".join(f"{value:.1f}" for value in bars.values)
    return {"now_rate": f"your rates now, by the features that differ: {told} a minute"}
