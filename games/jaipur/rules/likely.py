"""The likely cards in the hidden part of a hand, by counting."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Final, NamedTuple

from games.jaipur.rules.goods import GOODS, NAMES

NAMED: Final = 3
"""So many kinds are named in a sentence."""


class LikelyCard(NamedTuple):
    """A card that may be hidden, by its letter, and the chance that it is."""

    good: str
    chance: float


def likely_cards(hidden: int, left: Sequence[int]) -> tuple[LikelyCard, ...]:
    """Return as many cards as a hand hides, the likeliest first; `left` has the number of unseen
    cards of each good.

    The second cloth of this list has the chance that at least two are hidden.
    """
    if hidden <= 0:
        return ()
    found = [
        LikelyCard(good, _at_least(number, left[kind], sum(left), hidden))
        for kind, good in enumerate(GOODS)
        for number in range(1, min(hidden, left[kind]) + 1)
    ]
    return tuple(sorted(found, key=lambda card: -card.chance)[:hidden])


def _at_least(number: int, of_kind: int, pool: int, drawn: int) -> float:
    """Return the chance that at least `number` of the cards `drawn` from a `pool` are of a kind."""
    ways = sum(
        comb(of_kind, each) * comb(pool - of_kind, drawn - each)
        for each in range(number, min(of_kind, drawn) + 1)
    )
    return ways / comb(pool, drawn)


def hidden_sentence(cards: Sequence[LikelyCard]) -> str:
    """Return what the opponent hides in a sentence; `cards` as `likely_cards` returns them."""
    if not cards:
        return "You saw every card of the hidden hand taken."
    count = "hidden card is" if len(cards) == 1 else f"{len(cards)} hidden cards are"
    kinds = [NAMES[good] for good in dict.fromkeys(card.good for card in cards)][:NAMED]
    told = " and ".join(filter(None, (", ".join(kinds[:-1]), kinds[-1])))
    return f"By counting, the {count} most likely {told}."
