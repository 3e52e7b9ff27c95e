"""Matches of capture-the-flag that tests look at: gatherers on the smallest maze."""

from __future__ import annotations

from typing import Any

from games import catalog
from games.core import Limit, Turn
from games.exhibition import exhibited

SMALL: dict[str, Any] = {"maze": "loops-16x8", "map": 2}


def turns_of(count: int, seed: int = 1, **options: Any) -> list[Turn]:
    """The turns, chance included, of the first so many moves of four gatherers."""
    match = exhibited("ctf", ("gatherer",) * 4, {**SMALL, **options}, seed)
    while match.state.moves < count and not match.over:
        match.step(Limit())
    return list(match.turns)


def params_of(**options: Any) -> dict[str, Any]:
    """All options of such a match."""
    return catalog.spec("ctf").params({**SMALL, **options})
