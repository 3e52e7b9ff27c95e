"""The public belief about both hands, as a watcher: what any person at the table could know.

It sees public events alone. Of each hand it knows the cards taken in the open; the rest is a
uniform sample, without replacement, of all goods that lie neither in the market nor in the discards
nor among the known cards of either hand. It can be shown while a person plays, because it depends
on no card that a player holds hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ai.core import Agent
from ai.jaipur.belief import GOODS_KINDS, hypergeometric
from ai.jaipur.watching import first_view, view_after
from games.arrays import FloatArray, IntArray
from games.core import Event, Game
from games.jaipur import SIDES
from games.jaipur.rules.goods import ALL_CARDS, GOODS, HAND_LIMIT, KINDS, NAMES, counts_of
from games.jaipur.rules.state import MatchSoFar
from games.mind import Bars, Holdings, Mind, Note, percent
from games.spec import Params
from games.streams import Stream

TOLD: Final = "Full colour: certain. Pale: likely, by counting what lies open."


def hand_map(
    title: str,
    belief: FloatArray,
    help_text: str = "",
    known: IntArray | None = None,
    beside: FloatArray | None = None,
) -> Holdings:
    """Return a belief over a hand, shape (6, 8), as a row for each kind.

    `known` are the cards that were seen, shape (6,), and `beside` is another belief.
    """
    return Holdings(
        title,
        tuple(NAMES[good] for good in GOODS),
        _rows(belief),
        () if known is None else tuple(int(count) for count in known),
        () if beside is None else _rows(beside),
        help=help_text,
    )


def _rows(belief: FloatArray) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(chance) for chance in row) for row in belief)


def card_bars(chances: FloatArray) -> Bars:
    """Return the chances of the next card, shape (7,)."""
    labels = tuple(NAMES[kind] for kind in KINDS)
    return Bars("The next card", labels, tuple(float(chance) for chance in chances))


class Onlooker(Agent):
    """Watches a match and believes what all may believe."""

    restorable = True

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Begin before any card is dealt."""
        super().begin(seats, game, params, rng)
        series = MatchSoFar(params["length"], params["tie"])
        self._views = [first_view(series, seat) for seat in (0, 1)]

    def observe(self, events: Sequence[Event]) -> None:
        """Keep up what lies open; each seat's view knows the other's side of it."""
        for event in events:
            self._views = [view_after(view, event) for view in self._views]

    def unseen(self) -> tuple[int, ...]:
        """Return the number of cards of each kind in the deck or hidden in either hand."""
        west, east = self._views[1].rival, self._views[0].rival
        view = self._views[0]
        seen = view.market + view.discards + west.known + east.known + west.herd + east.herd
        return counts_of(ALL_CARDS - seen)

    def belief(self, seat: int) -> FloatArray:
        """Return the probability that a seat holds each number of each kind, shape (6, 8)."""
        shown = self._views[1 - seat].rival
        known = counts_of(shown.known)
        hidden = shown.cards - sum(known)
        left = self.unseen()[:GOODS_KINDS]
        found = np.zeros((GOODS_KINDS, HAND_LIMIT + 1))
        for kind in range(GOODS_KINDS):
            chances = hypergeometric(sum(left), left[kind], hidden)
            found[kind, known[kind] : known[kind] + hidden + 1] = chances
        return found

    def next_card(self) -> FloatArray:
        """Return the chances of the next card, shape (7,); all 0 where the deck is empty."""
        chances, size = np.zeros(len(KINDS)), self._views[0].left
        if size:
            *goods, camels = self.unseen()
            chances[-1] = camels / size
            total = sum(goods)
            if total:
                chances[:-1] = np.array(goods) / total * (1 - chances[-1])
        return chances

    def mind(self) -> Mind:
        """Return the likeliest hidden card, the next one, and both hands, from public knowledge."""
        maps = [
            hand_map(f"What {name} may hold", self.belief(seat), TOLD, self.known(seat))
            for seat, name in enumerate(SIDES)
        ]
        return (Note(self._hidden()), card_bars(self.next_card()), *maps)

    def _hidden(self) -> str:
        """Return what both hands hide, in a sentence."""
        west, east = (self._views[1 - seat].rival for seat in (0, 1))
        counts = [trader.cards - sum(counts_of(trader.known)) for trader in (west, east)]
        left = self.unseen()[:GOODS_KINDS]
        if not any(counts) or not any(left):
            return "No hand hides a card: each was taken in the open."
        likeliest = NAMES[GOODS[left.index(max(left))]]
        share = percent(max(left) / sum(left))
        first, second = (f"{name} hides {n}" for name, n in zip(SIDES, counts, strict=True))
        return f"{first} and {second}: each is {likeliest} with {share}, no kind is likelier."

    def known(self, seat: int) -> IntArray:
        """Return the goods of a seat that were taken in the open, shape (6,)."""
        return np.array(counts_of(self._views[1 - seat].rival.known)[:GOODS_KINDS])
