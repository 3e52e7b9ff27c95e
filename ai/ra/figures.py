"""The measured strength of Ra's agents, as sentences for their pages; shares are for one seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games import measured
from games.measured import Won

_QUOTED: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = {
    "easy": (("heuristic",) * 2,),
    "heuristic": (("random",) * 2,),
    "seed-net": tuple(("heuristic",) * rivals for rivals in (2, 3, 4)),
    "net": (*(("seed-net",) * rivals for rivals in (2, 3, 4)), ("heuristic",) * 2),
    "net+": tuple(("seed-net",) * rivals for rivals in (2, 3, 4)),
}
"""The tables that the page of an agent quotes, as its rivals at them."""
_RIVALS: Final = {"random": "random players", "heuristic": "scribes", "seed-net": "old oracles"}
_NUMBERS: Final = {2: ("two", "a third"), 3: ("three", "a fourth"), 4: ("four", "a fifth")}
_SCALE: Final = "seed-net"
"""The ladder goes by the shares at a table with two of these."""


@measured.or_else("")
def strength(agent: str) -> str:
    """Return what an agent was measured to win, "" where that is not known."""
    found = [measured.won("ra", agent, *rivals) for rivals in _QUOTED.get(agent, ())]
    parts = [_told(won, number == 0) for number, won in enumerate(found)]
    return f"Wins {measured.listed(parts)}." if parts else ""


def _told(won: Won, first: bool) -> str:
    """Return as "39.5% with three (a fourth is fair; 3,000 games, 37.4 to 41.5)"."""
    share, (number, fair) = won.share, _NUMBERS[len(won.rivals)]
    games = f"{share.games:,} games, {100 * share.low:.1f} to {100 * share.high:.1f}"
    table = f"{number} {_RIVALS[won.rivals[0]]}"
    if first:
        return f"{share.percent()} at a table with {table} ({fair} is fair; {games})"
    return f"{share.percent()} with {table} ({fair} is fair; {games})"


@measured.or_else(0.0)
def measure(agent: str) -> float:
    """Return the share of games that an agent wins at a table with two old oracles."""
    if agent == _SCALE:
        return 1 / 3
    return measured.won("ra", agent, _SCALE, _SCALE).share.value
