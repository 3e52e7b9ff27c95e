"""Ways to trade in many worlds at once: `greedy` by its tables, and the original.

`greedy` chooses the move with the best value in every world. Takes, camels and sales are few and
are all valued. The best exchange is found by dynamic programming: because values are sums over
kinds, and no kind stands on both sides, it is enough to know the best sum for each number of cards
taken and given, kind after kind; what the camels add to that depends on their number alone.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.jaipur.values import BONUS_MEANS, HELD, LEAD, SHOWN, THERE, WayTables, nearness_phase
from ai.jaipur.worlds import CAMEL, CAMELS, SELL, SUMS, SWAP, TAKE, WorldMoves, Worlds
from games.arrays import Float32Array, IntArray
from games.jaipur.rules.goods import CAMEL_TOKEN, GONE, HAND_LIMIT, MARKET

NEVER: Final = np.float32(-1e9)
"""The value of what cannot be done."""
WON: Final = 1000.0
"""What a round that is won at once is worth; one that is lost, as much less than nothing."""
STEPS: Final[IntArray] = np.arange(-MARKET, MARKET + 1)
"""Cards of a kind that an exchange gives (below 0) or takes."""
_KINDS: Final = np.arange(6)[:, None]
PAIRS: Final = tuple(
    (taken, taken - camels)
    for camels in range(MARKET + 1)
    for taken in range(max(2, camels), MARKET + 1)
)
"""Cards taken, and goods given with the rest in camels."""
_SEED_ORDER: Final = np.array([TAKE, SELL, CAMELS, SWAP])
"""The original compares its candidates in this order."""
_MEANS: Final = np.array(BONUS_MEANS, dtype=np.float32)


class TradeValues:
    """The values of all moves of seat `turn` in some worlds.

    `take` (6, W), `camels` (W,), `sell` (6, 7, W) for 1 to 7 cards, and `steps` (11, 6, W), the
    value of giving 5 to taking 5 of a kind in an exchange; float32, `NEVER` where it cannot be
    done.
    """

    def __init__(self, worlds: Worlds, turn: int, tables: WayTables, ways: IntArray) -> None:
        self.worlds, self.turn, self.tables = worlds, turn, tables
        self.own, self.there = worlds.hands[turn], worlds.market[:CAMEL]
        self.size = self.own.sum(axis=0)
        self.phase = ways * 6 + nearness_phase(worlds.tokens, worlds.left)
        self.shown = np.minimum(worlds.known[1 - turn], SHOWN - 1)
        self.flags = (worlds.stock > 0).T @ np.array([1, 2, 4])
        self._standing()
        self._index()
        self.steps = self._steps()
        self.take, self.camels = self._take(), self._camels()
        self.sell = self._sell()

    def _standing(self) -> None:
        """The lead as far as this seat can know, and what the herds, hand and market are worth."""
        worlds, turn = self.worlds, self.turn
        hidden = (worlds.taken[1 - turn] * _MEANS[:, None]).sum(axis=0)
        self.rupees = (
            worlds.points[turn] + worlds.bonus[turn] - worlds.points[1 - turn] - hidden
        ).astype(np.float32)
        herd, other = worlds.herds[turn], worlds.herds[1 - turn]
        self.lead = np.clip(
            (self.rupees + CAMEL_TOKEN * np.sign(herd - other)) / LEAD, -1, 1
        ).astype(np.float32)
        flat = self.tables.hand.reshape(-1, 8)
        self.hand = flat[self.phase]
        herds = self.tables.herd.reshape(-1, 12, 12)
        self.herd = herds[self.phase, :, other]
        self.left_over = self.tables.camels.reshape(-1, 6)[self.phase]

    def _index(self) -> None:
        """Find the places of the present counts in the tables of kinds and of bonuses."""
        worlds = self.worlds
        self.at = (((self.phase * 6 + _KINDS) * 10 + worlds.tokens) * HELD + self.own) * THERE
        self.at = (self.at + self.there) * SHOWN + self.shown
        bonus = self.phase * 8 + self.flags
        self.at_own = bonus * HELD + self.own
        self.at_fed = (bonus * THERE + self.there) * SHOWN + self.shown
        self.flat = tuple(
            table.reshape(-1) for table in (self.tables.kind, self.tables.own, self.tables.fed)
        )
        kind, own, fed = self.flat
        self.before = kind[self.at] + own[self.at_own] + fed[self.at_fed]

    def _steps(self) -> Float32Array:
        """Return the value of taking or giving cards of a kind, shape (11, 6, W)."""
        steps = STEPS[:, None, None]
        good = (steps <= self.there) & (-steps <= self.own)
        good &= (self.own + steps < HELD) & (self.there - steps < THERE)
        row, goods, place = np.nonzero(good)  # few of all: only these are looked up
        step = STEPS[row]
        kind, own, fed = self.flat
        value = kind[self.at[goods, place] + step * ((THERE - 1) * SHOWN)]
        value += own[self.at_own[goods, place] + step]
        value += fed[self.at_fed[goods, place] - step * SHOWN]
        found = np.full(good.shape, NEVER, dtype=np.float32)
        found[row, goods, place] = value - self.before[goods, place]
        return found

    def _rest(self, hand: IntArray, camels: int | IntArray = 0) -> Float32Array:
        """Return the value of the hand's size, with the herd and the market as they are."""
        places = np.arange(len(self.worlds))
        herd = self.worlds.herds[self.turn]
        left = self.left_over[places, self.worlds.market[CAMEL] - camels]
        found: Float32Array = self.hand[places, hand] + self.herd[places, herd + camels] + left
        return found

    def _ended(
        self, herds: IntArray, place: IntArray, gain: Float32Array | float = 0.0
    ) -> Float32Array:
        """Return the value of a round that ends in the worlds `place`, by herds and a `gain`."""
        lead = np.sign(herds[place] - self.worlds.herds[1 - self.turn, place])
        margin = self.rupees[place] + CAMEL_TOKEN * lead + gain
        return np.asarray(WON * np.sign(margin) + margin, dtype=np.float32)

    def _take(self) -> Float32Array:
        phase = self.phase
        size = np.minimum(self.size + 1, HAND_LIMIT)
        value = self.steps[MARKET + 1] + self._rest(size)
        value = value + self.tables.refill.reshape(-1, 6)[phase, 1]
        value = value + self.tables.turning.reshape(-1)[phase] * self.lead
        ends = self.worlds.left < 1
        if ends.any():
            where = np.flatnonzero(ends)
            value[:, where] = self._ended(self.worlds.herds[self.turn], where)
        never = (self.there == 0) | (self.size >= HAND_LIMIT)
        return np.where(never, NEVER, value)

    def _camels(self) -> Float32Array:
        camels = self.worlds.market[CAMEL]
        value = self._rest(self.size, camels)
        value = value + self.tables.refill.reshape(-1, 6)[self.phase, camels]
        value = value + self.tables.turning.reshape(-1)[self.phase] * self.lead * camels
        where = np.flatnonzero(self.worlds.left < camels)
        value[where] = self._ended(self.worlds.herds[self.turn] + camels, where)
        return np.where(camels == 0, NEVER, value).astype(np.float32)

    def _sell(self) -> Float32Array:
        worlds = self.worlds
        cards = np.arange(1, 8)[None, :, None]
        least = np.where(np.arange(6) < 3, 2, 1)[:, None, None]
        good = (cards <= self.own[:, None]) & (cards >= least)
        goods, sold, place = np.nonzero(good)
        sold += 1
        tokens, phase = worlds.tokens[goods, place], self.phase[place]
        paid = np.minimum(tokens, sold)
        kind, bonus, fed = self.flat
        value = kind[self.at[goods, place] - ((paid * HELD + sold) * THERE) * SHOWN]
        value = value + bonus[self.at_own[goods, place] - sold] + fed[self.at_fed[goods, place]]
        value -= self.before[goods, place]
        gain = SUMS[goods, tokens, sold].astype(np.float32)
        token = self._bonus_means()[sold, place]
        used_up = (tokens > 0) & (paid == tokens)
        value += gain + token * self.tables.bonus.reshape(-1)[phase]
        value += used_up * (self.tables.ending.reshape(-1)[phase] * self.lead[place])
        size = self.size[place]
        value += self.hand[place, size - sold]
        value += self._rest(self.size)[place] - self.hand[place, size]
        ends = (worlds.tokens == 0).sum(axis=0)[place] + used_up >= GONE
        if ends.any():
            ended = self._ended(worlds.herds[self.turn], place, gain + token)
            value = np.where(ends, ended, value)
        found = np.full(good.shape, NEVER, dtype=np.float32)
        found[goods, sold - 1, place] = value
        return found

    def _bonus_means(self) -> Float32Array:
        """Return the mean bonus for 0 to 7 cards sold, shape (8, W)."""
        piles = np.where(self.worlds.stock > 0, _MEANS[:, None], np.float32(0))
        none = np.zeros_like(piles[:1])
        return np.concatenate([none, none, none, piles, piles[2:], piles[2:]])

    def swap(self) -> Float32Array:
        """Return the value of the best exchange; `stages` and `pair` remember how it came about."""
        count = len(self.worlds)
        best = np.full((MARKET + 1, MARKET + 1, count), NEVER, dtype=np.float32)
        best[0, 0] = 0.0
        self.stages = [best]
        for kind in range(6):
            best = self._with_kind(best, kind)
            self.stages.append(best)
        extra = self.paying()
        values = np.stack([best[t, s] + extra[t - s] for t, s in PAIRS])
        self.pair = values.argmax(axis=0)
        found: Float32Array = values.max(axis=0)
        return np.where(found < NEVER / 2, NEVER, found)

    def _with_kind(self, before: Float32Array, kind: int) -> Float32Array:
        """Return the best sums by cards taken and goods given, with one more kind."""
        after = before.copy()
        for cards in range(1, int(self.there[kind].max(initial=0)) + 1):
            step = self.steps[MARKET + cards, kind]
            np.maximum(after[cards:], before[:-cards] + step, out=after[cards:])
        for cards in range(1, min(MARKET, int(self.own[kind].max(initial=0))) + 1):
            step = self.steps[MARKET - cards, kind]
            np.maximum(after[:, cards:], before[:, :-cards] + step, out=after[:, cards:])
        return after

    def paying(self) -> list[Float32Array]:
        """Return the effect of paying with 0 to 5 camels on the hand, the herds and the market."""
        worlds = self.worlds
        herd = worlds.herds[self.turn]
        found = []
        for camels in range(MARKET + 1):
            good = (herd >= camels) & (self.size + camels <= HAND_LIMIT)
            good &= worlds.market[CAMEL] + camels <= MARKET
            paid = np.where(good, camels, 0)
            found.append(np.where(good, self._rest(self.size + paid, -paid), NEVER))
        return found

    def exchanges(self, where: IntArray) -> tuple[IntArray, IntArray]:
        """Return the best exchanges in these worlds: cards by kind (given: below 0), and camels."""
        pairs = np.array(PAIRS)[self.pair[where]].T
        taken, given = pairs[0].copy(), pairs[1].copy()
        camels = taken - given
        found = np.zeros((6, len(where)), dtype=np.int64)
        for kind in range(5, -1, -1):
            before = self.stages[kind]
            t = taken - np.maximum(STEPS, 0)[:, None]
            s = given - np.maximum(-STEPS, 0)[:, None]
            good = (t >= 0) & (s >= 0)
            value = before[np.where(good, t, 0), np.where(good, s, 0), where]
            value = np.where(good, value + self.steps[:, kind, where], 2 * NEVER)
            step = STEPS[value.argmax(axis=0)]
            found[kind] = step
            taken -= np.maximum(step, 0)
            given -= np.maximum(-step, 0)
        return found, camels

    def best(self) -> WorldMoves:
        """Return the best move in every world; of equals a take, camels, a sale, an exchange."""
        count = len(self.worlds)
        sell = self.sell.reshape(-1, count)
        good, sale = self.take.argmax(axis=0), sell.argmax(axis=0)
        places = np.arange(count)
        four = np.stack([self.take[good, places], self.camels, sell[sale, places], self.swap()])
        kind = four.argmax(axis=0)
        taken = np.zeros((6, count), dtype=np.int64)
        given, paid = np.zeros_like(taken), np.zeros(count, dtype=np.int64)
        where = np.flatnonzero(kind == TAKE)
        taken[good[where], where] = 1
        where = np.flatnonzero(kind == SELL)
        given[sale[where] // 7, where] = sale[where] % 7 + 1
        where = np.flatnonzero(kind == SWAP)
        if len(where):
            steps, paid[where] = self.exchanges(where)
            taken[:, where], given[:, where] = np.maximum(steps, 0), np.maximum(-steps, 0)
        return WorldMoves(kind, taken, given, paid)


def greedy_choices(worlds: Worlds, turn: int, tables: WayTables, ways: IntArray) -> WorldMoves:
    """Return `greedy`'s move in every world; `ways` are the tables that each world uses (W,)."""
    return TradeValues(worlds, turn, tables, ways).best()


def seed_choices(worlds: Worlds, turn: int) -> WorldMoves:
    """Return the original's move in every world (`ai.jaipur.seed`, variant `code`)."""
    own, there = worlds.hands[turn], worlds.market[:CAMEL]
    camels, herd = worlds.market[CAMEL], worlds.herds[turn]
    size, other = own.sum(axis=0), worlds.hands[1 - turn].sum(axis=0)
    count = len(worlds)
    places = np.arange(count)
    dear = np.arange(6)[:, None] < 3
    price = np.where(dear, 48, 32)
    fits = (there > 0) & (size < HAND_LIMIT)
    take = np.where(fits, np.minimum(160, (own + 1) * price), -1)
    good = take.argmax(axis=0)
    sellable = np.where(dear & (own < 2), 0, own)
    sold = sellable.argmax(axis=0)
    number = sellable[sold, places]
    sell = np.minimum(160, number * price[sold, 0])
    raw = np.clip(4 * camels**2 - 2 * size**2 + 4 * other, 0, 160)
    swap, taken_by_swap, given_by_swap, paid_by_swap = _seed_swap(own, there, size, herd)
    four = np.stack([np.maximum(take[good, places], 0), sell, np.where(camels > 0, raw, 0), swap])
    kind = _SEED_ORDER[four.argmax(axis=0)]
    taken = np.where(kind == SWAP, taken_by_swap, 0)
    given = np.where(kind == SWAP, given_by_swap, 0)
    where = np.flatnonzero(kind == TAKE)
    taken[good[where], where] = 1
    where = np.flatnonzero(kind == SELL)
    given[sold[where], where] = number[where]
    return WorldMoves(kind, taken, given, np.where(kind == SWAP, paid_by_swap, 0))


def _seed_swap(
    own: IntArray, there: IntArray, size: IntArray, herd: IntArray
) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """Return the original's exchange: score times 160, goods to and fro (6, W), camels (W,)."""
    camels = np.minimum(HAND_LIMIT - size, herd)
    dear = np.arange(6)[:, None] < 3
    singles = (own == 1) & (there == 0)
    wanted = (there > 0) & ((own + there > 1) | dear)
    rank = np.where(wanted, (own + there) * 6 + (5 - np.arange(6)[:, None]), -1)
    order = np.argsort(-rank, axis=0, kind="stable")
    offer = np.take_along_axis(np.where(wanted, there, 0), order, axis=0)
    pairs = np.minimum(offer.sum(axis=0), camels + singles.sum(axis=0))
    before = np.cumsum(offer, axis=0) - offer
    sorted_taken = np.clip(pairs - before, 0, offer)
    taken = np.zeros_like(own)
    np.put_along_axis(taken, order, sorted_taken, axis=0)
    paid = np.minimum(camels, pairs)
    turn = np.cumsum(singles, axis=0)
    given = (singles & (turn <= pairs - paid)).astype(np.int64)
    most = np.where(wanted, own + there, -1).max(axis=0)
    score = np.where(pairs >= 2, np.minimum(160, 32 * (most + 1)), 0)
    return score, taken, given, paid
