"""The stand-in for a newcomer to Set: two cards after the other, and a look for the third."""

from __future__ import annotations

import itertools
from typing import Final

from ai.set.race import START_MS
from ai.set.searchers import Searcher
from games.mind import Mind, Note
from games.set.rules.cards import THIRD
from games.set.rules.claims import Claim
from games.set.rules.state import FREE, State

PAIR_MS: Final = 4000
"""The time for two cards and their third; chosen."""


class Newcomer(Searcher):
    """Takes two cards in any order, four seconds each time, until their third lies there too."""

    def plan(self, view: State, since: int) -> Claim | None:
        """Return the claim of the first two cards whose third lies there, None without any."""
        table = [card for card in view.table if card != FREE]
        pairs = list(itertools.combinations(table, 2))
        for looked in range(1, len(pairs) + 1):
            one, other = pairs.pop(self.rng.below(len(pairs)))
            cards = {one, other, THIRD[one][other]}
            if cards <= set(table):
                found = tuple(card for card in table if card in cards)
                return Claim(since + START_MS + looked * PAIR_MS, found)
        return None

    def mind(self) -> Mind:
        """Return a note on its method."""
        return (Note("I take two cards and look for the third."),)
