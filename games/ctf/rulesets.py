"""The two rule sets of capture-the-flag: numbers of one engine, not two engines."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, NamedTuple


class CtfRules(NamedTuple):
    """The rules of a match.

    - `length` is in moves, `catch` in points.
    - With `shared` sight both bots of a team see for the one to move.
    - An unseen enemy is heard as a distance with an error of up to `noise` ("distance"), or as a
      cell at most `noise` away from it ("position").
    - Where `camping` is ruled out a dot near a ghost of its own is moved away as soon as it is
      older than `camping`; 0 allows it.
    """

    id: str
    length: int
    catch: int
    shared: bool
    told: str
    noise: int
    camping: int
    sight: int = 5
    reach: int = 2
    """How near a ghost is to a dot that it camps at (Manhattan)."""


RULE_SETS: Final = MappingProxyType(
    {
        "blog": CtfRules("blog", 3000, 0, True, "distance", 6, 0),
        "pelita": CtfRules("pelita", 1200, 5, False, "position", 5, 30),
    }
)
"""The game of the post of 2009, and the rules of the tournament program Pelita 2.7."""
