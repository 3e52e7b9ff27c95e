"""Many rounds of Jaipur at once, as arrays: W worlds that play on in step.

All worlds have the same seat to move, so that a turn of all of them is a few hundred operations on
arrays. Decks and bonus piles are shuffled beforehand, each world its own. The rules are those of
`games.jaipur.rules`, and tests compare them.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from games.arrays import BoolArray, FloatArray, IntArray
from games.jaipur.rules.goods import (
    BONUS,
    CAMEL_TOKEN,
    CARDS,
    GONE,
    MARKET,
    PILES,
    TOKEN_SUMS,
    TOKENS,
)

TAKE, CAMELS, SELL, SWAP = 0, 1, 2, 3
CAMEL: Final = 6
SUMS: Final[IntArray] = np.array(
    [[table[min(left, len(table) - 1)] for left in range(10)] for table in TOKEN_SUMS]
)
"""What cards of a kind fetch: [kind, tokens left, cards], shape (6, 10, 11)."""


class WorldMoves(NamedTuple):
    """A move in each world: its `kind` (`TAKE`, ...), what comes and goes as counts of goods.

    Shapes: `kind` (W,), `taken` and `given` (6, W), `paid` (camels given) (W,).
    """

    kind: IntArray
    taken: IntArray
    given: IntArray
    paid: IntArray


@dataclass
class Worlds:
    """The state of W rounds; seats are the first axis of arrays for both.

    `market` (7, W), `hands` and `known` (2, 6, W), `herds`, `points`, `goods`, `bonus` (2, W) with
    the rupees of bonus tokens, `taken` (2, 3, W) with their numbers, `tokens` (6, W), `deck` (52,
    W) whose next card is row `at`, up to `size` (W,), `piles` (3, 7, W) whose next value is the
    last of `stock` (3, W). `number` tells the worlds apart.
    """

    market: IntArray
    hands: IntArray
    known: IntArray
    herds: IntArray
    points: IntArray
    goods: IntArray
    bonus: IntArray
    taken: IntArray
    tokens: IntArray
    deck: npt.NDArray[np.int8]
    at: IntArray
    size: IntArray
    piles: IntArray
    stock: IntArray
    over: BoolArray
    number: IntArray

    def __len__(self) -> int:
        return len(self.number)

    @property
    def left(self) -> IntArray:
        """Cards in the deck, shape (W,)."""
        return self.size - self.at

    def only(self, which: BoolArray | IntArray) -> Worlds:
        """Return these worlds alone, copied."""
        return Worlds(*(getattr(self, field.name)[..., which] for field in fields(self)))

    def play(self, turn: int, choices: WorldMoves) -> None:
        """Play a move of seat `turn` in every world, and turn up what it brings."""
        kind, taken, given, paid = choices
        places = np.arange(len(self))
        selling = kind == SELL
        camels = np.where(kind == CAMELS, self.market[CAMEL], 0)
        self.market[:CAMEL] += np.where(selling, 0, given) - taken
        self.market[CAMEL] += paid - camels
        hand, known = self.hands[turn], self.known[turn]
        hand += taken - given
        np.maximum(known - given, 0, out=known)
        known += taken
        self.herds[turn] += camels - paid
        if selling.any():
            self._sell(turn, places[selling], given)
        self._refill()
        gone = (self.tokens == 0).sum(axis=0) >= GONE
        self.over |= gone & selling

    def _sell(self, turn: int, where: IntArray, given: IntArray) -> None:
        """Pay the sales in the worlds `where`."""
        sold = given[:, where]
        kind = sold.argmax(axis=0)
        count = sold[kind, np.arange(len(where))]
        left = self.tokens[kind, where]
        paid = np.minimum(left, count)
        self.points[turn, where] += SUMS[kind, left, count]
        self.goods[turn, where] += paid
        self.tokens[kind, where] -= paid
        for pile, cards in enumerate(PILES):
            drawn = count == cards if cards < PILES[-1] else count >= cards
            which = where[drawn & (self.stock[pile, where] > 0)]
            if len(which):
                self.stock[pile, which] -= 1
                self.bonus[turn, which] += self.piles[pile, self.stock[pile, which], which]
                self.taken[turn, pile, which] += 1

    def _refill(self) -> None:
        """Turn up cards for the market; a round whose market stays short is over."""
        short = MARKET - self.market.sum(axis=0)
        left = self.left
        coming = np.minimum(short, left)
        for number in range(int(coming.max(initial=0))):
            where = np.flatnonzero(coming > number)
            self.market[self.deck[self.at[where] + number, where], where] += 1
        self.at += coming
        self.over |= short > left

    def margin(self) -> IntArray:
        """Return by how many rupees seat 0 is ahead, as if the round ended now; shape (W,)."""
        lead = np.sign(self.herds[0] - self.herds[1])
        total = self.points + self.bonus
        found: IntArray = total[0] - total[1] + CAMEL_TOKEN * lead
        return found

    def won(self) -> FloatArray:
        """Seat 0's score of the round as it stands: 1, 0, or 1/2 after a full tie; shape (W,)."""
        margin = self.margin()
        numbers = self.taken.sum(axis=1)
        goods = self.goods[0] - self.goods[1]
        decided = np.where(
            margin != 0, margin, np.where(numbers[0] != numbers[1], numbers[0] - numbers[1], goods)
        )
        return np.asarray((np.sign(decided) + 1) / 2)


def dealt(rng: np.random.Generator, count: int) -> Worlds:
    """Return fresh rounds, each dealt its own."""
    cards = np.repeat(np.arange(7), (*CARDS[:-1], CARDS[-1] - 3))
    deck = rng.permuted(np.broadcast_to(cards[:, None], (52, count)), axis=0).astype(np.int8)
    hands = np.zeros((2, 7, count), dtype=np.int64)
    market = np.zeros((7, count), dtype=np.int64)
    market[CAMEL] = 3
    places = np.arange(count)
    for row in range(12):
        target = hands[0] if row < 5 else hands[1] if row < 10 else market
        target[deck[row], places] += 1
    piles = np.zeros((3, 7, count), dtype=np.int64)
    for pile, cards_sold in enumerate(PILES):
        values = np.array(BONUS[cards_sold])[:, None]
        piles[pile, : len(values)] = rng.permuted(
            np.broadcast_to(values, (len(values), count)), axis=0
        )
    pair, none = (2, count), np.zeros
    return Worlds(
        market,
        hands[:, :CAMEL].copy(),
        none((2, 6, count), dtype=np.int64),
        hands[:, CAMEL].copy(),
        none(pair, dtype=np.int64),
        none(pair, dtype=np.int64),
        none(pair, dtype=np.int64),
        none((2, 3, count), dtype=np.int64),
        np.repeat(np.array([[len(values)] for values in TOKENS]), count, axis=1),
        deck,
        np.full(count, 12),
        np.full(count, 52),
        piles,
        np.repeat(np.array([[len(BONUS[pile])] for pile in PILES]), count, axis=1),
        np.zeros(count, dtype=np.bool_),
        places,
    )
