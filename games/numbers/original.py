"""The original's counter over the keys of a game: its author's claim, measured on people.

The original (the Pair counter) is said to guess `CLAIMED` of a person's keys, where chance has one
in four. At the end of a game its counts run over the keys that were pressed. The shares of all
games are added up with the results of their players, and give a mean over this machine.

>>> foreseen_of([3] * 5)
[False, False, False, True, True]
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from games.intervals import Z, whole_percent
from games.numbers.rules import KEYS

CLAIMED: Final = "35 to 40%"
"""The share that the text of 2009 speaks of."""
_BEFORE: Final = (3, 2)
"""The keys 4 and 3, which the original takes for the last two before the first one."""
_GAMES, _SHARES, _SQUARES = "counted-games", "counted-shares", "counted-squares"
"""Counters of a player's results: games, and the sums of shares in thousandths and of squares."""


def foreseen_of(keys: Sequence[int]) -> list[bool]:
    """Return which `keys` (0 to 3) the original foresees by its counts after each pair of keys.

    The agent `seed` guesses the same keys; games do not import agents.
    """
    counts: dict[tuple[int, int], list[int]] = defaultdict(lambda: [1] * len(KEYS))
    before, last = _BEFORE
    found = []
    for key in keys:
        row = counts[before, last]
        found.append(row.index(max(row)) == key)
        row[key] += 1
        before, last = last, key
    return found


def counters_of(keys: Sequence[int]) -> dict[str, int]:
    """Return what a game with these `keys` adds to the counters of its player's results."""
    share = round(1000 * sum(foreseen_of(keys)) / len(keys))
    return {_GAMES: 1, _SHARES: share, _SQUARES: share * share}


class CountedClaim(NamedTuple):
    """The original's mean share over all games of a machine, with half of its 95% interval.

    `half` is None for a single game.
    """

    games: int
    mean: float
    half: float | None

    def words(self) -> str:
        """Return the mean in a sentence."""
        if self.half is None:
            return "This is the first game that was counted here."
        told = f"{100 * self.mean:.1f}% (±{100 * self.half:.1f})"
        return f"Over all {self.games:,} games on this machine its mean is {told}."


def claim_of(counters: Iterable[Mapping[str, int]]) -> CountedClaim | None:
    """Return the claim as measured by the `counters` of all players; None before the first game."""
    games = shares = squares = 0
    for each in counters:
        games += each.get(_GAMES, 0)
        shares += each.get(_SHARES, 0)
        squares += each.get(_SQUARES, 0)
    if not games:
        return None
    mean = shares / games
    spread = max(0.0, squares - games * mean * mean)
    half = None if games == 1 else Z * math.sqrt(spread / (games - 1) / games) / 1000
    return CountedClaim(games, mean / 1000, half)


def claim_words(keys: Sequence[int], claim: CountedClaim | None) -> tuple[str, ...]:
    """Return what the original would have had of these `keys`, and the `claim` on this machine."""
    hits = sum(foreseen_of(keys))
    share = whole_percent(hits, len(keys))
    first = (
        f"The original's Pair counter would have guessed {hits} of these {len(keys)} keys, "
        f"{share}%. Its author wrote that it often guesses {CLAIMED}."
    )
    return (first,) if claim is None else (first, claim.words())
