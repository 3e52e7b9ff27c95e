"""The claims about capture-the-flag that can be measured; see `ai.lab.originals`."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Final

from ai.lab.originals import FAILS, HALF, HOLDS, Effort, Measure, Remeasured, exact, shares, won

_TEAMS: Final = ("pack", "belief", "hunter", "gatherer")
_POST: Final = {"rules": "blog"}


def _rich(effort: Effort) -> Remeasured:
    """Let the teams play each other by the post's rules, and look for a circle."""
    found = shares("ctf", _TEAMS, effort, 4, **_POST)
    beats = {pair for pair, share in found.items() if share.value > 0.5}
    circle = next(
        (
            three
            for three in permutations(_TEAMS, 3)
            if {(three[0], three[1]), (three[1], three[2]), (three[2], three[0])} <= beats
        ),
        None,
    )
    first = next(
        (team for team in _TEAMS if all((team, o) in beats for o in _TEAMS if o != team)), ""
    )
    least = min(found[first, other].value for other in _TEAMS if other != first) if first else 0.5
    told = f"no circle; {first or 'no team'} beats all, each in at least {least:.0%} of games"
    if circle:
        told = f"{' beats '.join(circle)}; {first or 'no team'} beats all, least {least:.0%}"
    return Remeasured(
        "by the post's rules, four of our teams, 4 games a pair",
        told,
        HOLDS if circle else FAILS if first else HALF,
        {"the leader's least share": exact(least)},
    )


def _cooperation(effort: Effort) -> Remeasured:
    """Let a team whose bots share no readings play the same team that shares them."""
    found = won("ctf", "belief-apart", "belief", effort, 20, **_POST)
    alone = won("ctf", "belief-apart", "belief-reading", effort, 10, **_POST)
    return Remeasured(
        "by the post's rules, two roles on all readings of the team",
        f"without their mates' readings they win {found.percent(0)} against it, and "
        f"{alone.percent(0)} against the team without memory",
        HOLDS if found.high < 0.5 else HALF if found.low < 0.5 else FAILS,
        {"apart": found, "apart v no memory": alone},
    )


MEASURES: Final[Mapping[str, Measure]] = {"CTF-1": _rich, "CTF-3": _cooperation}
