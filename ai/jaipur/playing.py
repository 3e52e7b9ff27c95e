"""Playing many rounds to their end in step, each world with its own traders."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ai.jaipur.leaf import MARGIN, Leaf, weighed
from ai.jaipur.trading import greedy_choices, seed_choices
from ai.jaipur.values import WayTables
from ai.jaipur.worlds import WorldMoves, Worlds
from games.arrays import FloatArray, IntArray

MOST_TURNS: Final = 160
"""A round that goes on longer ends as it stands; three in four need fewer than 60 turns."""
ORIGINAL: Final = -1
"""In place of a way to trade: the original, `seed-utility`."""


class Traders(NamedTuple):
    """The traders of each world: `ways` into the `tables`, or `ORIGINAL`, by seat, shape (2, W)."""

    tables: WayTables
    ways: IntArray

    def choices(self, worlds: Worlds, turn: int) -> WorldMoves:
        """Return the move of seat `turn` in every world; worlds are known by their number."""
        ways = self.ways[turn, worlds.number]
        original = ways == ORIGINAL
        if not original.any():
            return greedy_choices(worlds, turn, self.tables, ways)
        if original.all():
            return seed_choices(worlds, turn)
        greedy = greedy_choices(worlds.only(~original), turn, self.tables, ways[~original])
        seed = seed_choices(worlds.only(original), turn)
        return _merged(original, seed, greedy)


def _merged(first: IntArray, yes: WorldMoves, no: WorldMoves) -> WorldMoves:
    """Return choices of two kinds of worlds: `yes` where `first` is true, else `no`."""
    parts = []
    for one, other in zip(yes, no, strict=True):
        whole = np.zeros((*one.shape[:-1], len(first)), dtype=np.int64)
        whole[..., first], whole[..., ~first] = one, other
        parts.append(whole)
    return WorldMoves(*parts)


class RoundResults(NamedTuple):
    """The results of rounds for seat 0: its score (1, 1/2 or 0) and its margin in rupees, shape
    (W,).

    `smooth` is the logistic of the margin over `ai.jaipur.leaf.MARGIN`. For rounds that were left
    before their end all three are expected values.
    """

    won: FloatArray
    margin: FloatArray
    smooth: FloatArray


def play_out(
    worlds: Worlds, turn: int, company: Traders, most: int = MOST_TURNS, leaf: Leaf | None = None
) -> RoundResults:
    """Play all worlds to their end, seat `turn` first; `worlds` are used up.

    Worlds are numbered from 0 on. What is not over after `most` turns is weighed by the `leaf`, or
    without one as it stands.
    """
    count = len(worlds)
    found = RoundResults(np.zeros(count), np.zeros(count), np.zeros(count))
    for number in range(most + 1):
        ended = worlds.over.any()
        if ended:
            _note(found, worlds.only(worlds.over))
            worlds = worlds.only(~worlds.over)
        if not len(worlds) or number == most:
            break
        worlds.play(turn, company.choices(worlds, turn))
        turn = 1 - turn
    if len(worlds) and leaf is None:
        _note(found, worlds)
    elif len(worlds) and leaf is not None:
        for row, part in zip(found, weighed(leaf, worlds, turn), strict=True):
            row[worlds.number] = part
    return found


def _note(found: RoundResults, worlds: Worlds) -> None:
    """Write down how these worlds stand."""
    margin = worlds.margin()
    found.won[worlds.number] = worlds.won()
    found.margin[worlds.number] = margin
    found.smooth[worlds.number] = 1 / (1 + np.exp(-margin / MARGIN))
