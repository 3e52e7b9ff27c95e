"""Playing many rounds to their end in step, each world with its own traders."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ai.jaipur.trading import greedy_choices, seed_choices
from ai.jaipur.values import Tables
from ai.jaipur.worlds import Choices, Worlds
from games.arrays import FloatArray, IntArray

MOST_TURNS: Final = 160
"""A round that goes on longer ends as it stands; three in four need fewer than 60 turns."""
ORIGINAL: Final = -1
"""In place of a way to trade: the original, `seed-utility`."""


class Company(NamedTuple):
    """Who trades in which world: `ways` into the `tables`, or `ORIGINAL`, by seat, shape (2, W)."""

    tables: Tables
    ways: IntArray

    def choices(self, worlds: Worlds, turn: int) -> Choices:
        """What seat `turn` does in every world; worlds are known by their number."""
        ways = self.ways[turn, worlds.number]
        original = ways == ORIGINAL
        if not original.any():
            return greedy_choices(worlds, turn, self.tables, ways)
        if original.all():
            return seed_choices(worlds, turn)
        greedy = greedy_choices(worlds.only(~original), turn, self.tables, ways[~original])
        seed = seed_choices(worlds.only(original), turn)
        return _merged(original, seed, greedy)


def _merged(first: IntArray, yes: Choices, no: Choices) -> Choices:
    """Choices of two kinds of worlds, those of `yes` where `first` is true."""
    parts = []
    for one, other in zip(yes, no, strict=True):
        whole = np.zeros((*one.shape[:-1], len(first)), dtype=np.int64)
        whole[..., first], whole[..., ~first] = one, other
        parts.append(whole)
    return Choices(*parts)


class Outcome(NamedTuple):
    """How rounds ended for seat 0: its score (1, 1/2 or 0) and its margin in rupees, shape (W,)."""

    won: FloatArray
    margin: FloatArray


def play_out(worlds: Worlds, turn: int, company: Company, most: int = MOST_TURNS) -> Outcome:
    """Play all worlds to their end, seat `turn` first; `worlds` are used up.

    Worlds are numbered from 0 on.
    """
    count = len(worlds)
    won, margin = np.zeros(count), np.zeros(count)
    for number in range(most + 1):
        done = worlds.over if number < most else np.ones(len(worlds), dtype=np.bool_)
        if done.any():
            won[worlds.number[done]] = worlds.won()[done]
            margin[worlds.number[done]] = worlds.margin()[done]
            worlds = worlds.only(~done)
        if not len(worlds):
            break
        worlds.play(turn, company.choices(worlds, turn))
        turn = 1 - turn
    return Outcome(won, margin)
