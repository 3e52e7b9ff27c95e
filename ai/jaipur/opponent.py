"""The other trader's way to trade and its hand, by Bayes from its moves.

A move is more or less likely for each way to trade (`ai.jaipur.ways`), at each of a few
temperatures, and for each hand: a trader plays a move with a probability in proportion to exp(value
/ temperature), the original its own move but for a slip now and then, chance any move. The hidden
part of a hand are cards of the deal that were never shown, at most five, so that all possible hands
are listed; before any move they are as likely as by counting cards. Each way and temperature has a
posterior over hands of its own, so that a hand is believed as far as its trader is: a trader who
turns out to trade by chance is believed to hold what counting gives. All of it follows exactly.

Unknown traders must mislead little: neither posterior is trusted in full.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

import numpy as np

from ai.jaipur.greedy import open_world
from ai.jaipur.trading import PAIRS, TradeValues, seed_choices
from ai.jaipur.values import BONUS_MEANS, WayTables
from ai.jaipur.ways import USUAL
from ai.jaipur.worlds import CAMEL, Worlds
from games.arrays import BoolArray, FloatArray, IntArray
from games.core import Event
from games.jaipur.rules.game import unseen
from games.jaipur.rules.goods import GOODS_MASK, INDEX, MARKET, counts_of, pack, pack_counts
from games.jaipur.rules.moves import CAMELS as ALL_CAMELS
from games.jaipur.rules.moves import LegalMoves, Move, sell, swap, take
from games.jaipur.rules.state import View

TEMPERATURES: Final = (0.3, 1.0, 3.0)
"""Rupees; a trader at 3 makes a move that it values a rupee less nearly as often."""
SLIP: Final = 0.08
"""How often the original is taken to do something else."""
FORGETTING: Final = 0.98
"""The power of the former evidence at each move, so that a change of ways is noticed."""
TRUST: Final = 0.8
"""How far the posterior counts in what is expected; the rest is as if nothing had been seen."""
HAND_TRUST: Final = 0.97
"""The same for hidden goods, where who is taken for chance needs no other ways beside it."""
DOUBT: Final = 0.1
"""How far a move is taken to say nothing about a hand."""
ORIGINAL_WAY: Final = 1
"""The place of the original among the ways; the others stand in the tables in their order."""
_GOODS: Final = np.arange(CAMEL)


def move_of(event: Event) -> Move | None:
    """Return the move in an event, None for any other event."""
    data = event.data
    if event.kind == "take":
        return take(data["card"])
    if event.kind == "camels":
        return ALL_CAMELS
    if event.kind == "sell":
        return sell(data["good"], data["count"])
    if event.kind == "swap":
        return swap(pack(data["taken"]), pack(data["given"]))
    return None


@lru_cache(maxsize=8)
def _all_picks(count: int) -> IntArray:
    """Return every way to have `count` goods, shape (N, 6)."""
    found = [[0] * CAMEL]
    for kind in range(CAMEL):
        found = [
            [*pick[:kind], number, *pick[kind + 1 :]]
            for pick in found
            for number in range(count - sum(pick) + 1)
        ]
    return np.array([pick for pick in found if sum(pick) == count])


class HiddenHands(NamedTuple):
    """The possible hidden parts of a hand: `picks` of goods, shape (N, 6), with their `chances`."""

    picks: IntArray
    chances: FloatArray

    def belief(self, known: IntArray) -> FloatArray:
        """Return the probability of each number of each kind with the `known` ones (6, 8)."""
        found = np.zeros((CAMEL, 8))
        for kind in range(CAMEL):
            np.add.at(found[kind], self.picks[:, kind] + int(known[kind]), self.chances)
        return found

    def drawn(self, count: int, rng: np.random.Generator) -> IntArray:
        """Return `count` of them in proportion to their chances, spread evenly, shape (6,
        count).
        """
        edges = np.cumsum(self.chances)
        points = (np.arange(count) + rng.random()) / count * edges[-1]
        places = np.minimum(np.searchsorted(edges, points, side="right"), len(edges) - 1)
        return np.asarray(self.picks[rng.permutation(places)].T)


def counted_hands(view: View) -> HiddenHands:
    """Return the possible hidden parts of the other's hand, as likely as by counting cards."""
    left = counts_of(unseen(view))[:CAMEL]
    picks = _all_picks(view.rival.cards - sum(counts_of(view.rival.known)))
    picks = picks[(picks <= left).all(axis=1)]
    ways = [float(np.prod([comb(n, k) for n, k in zip(left, row, strict=True)])) for row in picks]
    chances = np.array(ways)
    return HiddenHands(picks, chances / chances.sum())


def likelihoods(view: View, move: Move, picks: IntArray, tables: WayTables) -> FloatArray:
    """Return the probability of the other's `move` by way, temperature and hidden goods, (6, 3, N).

    The `view` belongs to the seat that looks on, when the other is to move.
    """
    ways, count = len(tables.bonus), len(picks)
    worlds = _with_hands(view, picks)
    several = worlds.only(np.tile(np.arange(count), ways))
    outlook = TradeValues(several, 1 - view.seat, tables, np.repeat(np.arange(ways), count))
    found = _softmax(outlook, move).reshape(len(TEMPERATURES), ways, count).transpose(1, 0, 2)
    same = _is_original(worlds, 1 - view.seat, move)
    seed = (1 - SLIP) * same + SLIP * found.mean(axis=(0, 1))
    seed = np.broadcast_to(seed, (len(TEMPERATURES), count))
    found = np.insert(found, ORIGINAL_WAY, seed, axis=0)
    chance = np.full((1, len(TEMPERATURES), count), _by_chance(view, picks))
    found = np.concatenate([found, chance])
    given = np.array(counts_of(move.give)[:CAMEL])
    known = np.array(counts_of(view.rival.known)[:CAMEL])
    return np.asarray(np.where((picks + known >= given).all(axis=1), found, 0.0))


def _by_chance(view: View, picks: IntArray) -> float:
    """Return the chance of any one move by chance: one over their number, from a few hands."""
    rival = view.rival
    hands = (rival.known + pack_counts(row) for row in picks[:: max(1, len(picks) // 4)].tolist())
    shares = [1 / len(LegalMoves(view.market, hand, rival.herd)) for hand in hands]
    return sum(shares) / len(shares)


def _with_hands(view: View, picks: IntArray) -> Worlds:
    """Return a world for each of the hidden `picks`; the other's bonus tokens at their mean."""
    rival = 1 - view.seat
    worlds = open_world(view).only(np.zeros(len(picks), dtype=np.int64))
    worlds.hands[rival] += picks.T
    worlds.bonus[rival] = round(sum(np.array(view.rival.bonus) * BONUS_MEANS))
    worlds.number = np.arange(len(picks))
    return worlds


def _is_original(worlds: Worlds, seat: int, move: Move) -> BoolArray:
    """Return, for each world, whether the original makes this move."""
    choice = seed_choices(worlds, seat)
    taken, given, paid = _counts(move)
    kind = ("take", "camels", "sell", "swap").index(move.kind)
    same = (choice.taken == taken[:, None]).all(axis=0)
    same &= (choice.given == given[:, None]).all(axis=0)
    return np.asarray(same & (choice.paid == paid) & (choice.kind == kind))


def _counts(move: Move) -> tuple[IntArray, IntArray, int]:
    taken = np.array(counts_of(move.take)[:CAMEL])
    return taken, np.array(counts_of(move.give)[:CAMEL]), move.give & 15


def _softmax(outlook: TradeValues, move: Move) -> FloatArray:
    """Return the probability of a move in each world at each temperature, shape (3, W)."""
    count = len(outlook.worlds)
    plain = np.concatenate(
        [outlook.take, outlook.camels[None], outlook.sell.reshape(-1, count)]
    ).astype(np.float64)
    value = _value(outlook, move)
    found = []
    for temperature in TEMPERATURES:
        logs = np.concatenate([plain / temperature, all_swaps(outlook, temperature)[None]])
        total = np.logaddexp.reduce(logs, axis=0)
        found.append(np.exp(np.minimum(0.0, value / temperature - total)))
    return np.stack(found)


def all_swaps(outlook: TradeValues, temperature: float) -> FloatArray:
    """Return ln of the sum of exp(value / temperature) over every exchange, shape (W,).

    The sums over kinds that find the best exchange (`TradeValues.swap`) with plus in place of the
    larger and times in place of plus.
    """
    weights = np.exp(outlook.steps.astype(np.float64) / temperature)
    sums = np.zeros((MARKET + 1, MARKET + 1, len(outlook.worlds)))
    sums[0, 0] = 1.0
    for kind in range(CAMEL):
        before, sums = sums, sums.copy()
        for cards in range(1, int(outlook.there[kind].max(initial=0)) + 1):
            sums[cards:] += before[:-cards] * weights[MARKET + cards, kind]
        for cards in range(1, min(MARKET, int(outlook.own[kind].max(initial=0))) + 1):
            sums[:, cards:] += before[:, :-cards] * weights[MARKET - cards, kind]
    with np.errstate(divide="ignore"):
        logs = np.log(sums)
    extra = outlook.paying()
    parts = [logs[t, s] + extra[t - s].astype(np.float64) / temperature for t, s in PAIRS]
    return np.asarray(np.logaddexp.reduce(np.stack(parts), axis=0))


def _value(outlook: TradeValues, move: Move) -> FloatArray:
    """Return the value of one move in each world."""
    if move.kind == "camels":
        return np.asarray(outlook.camels, dtype=np.float64)
    if move.kind == "take":
        return np.asarray(outlook.take[INDEX[move.good]], dtype=np.float64)
    if move.kind == "sell":
        return np.asarray(outlook.sell[INDEX[move.good], move.number - 1], dtype=np.float64)
    taken, given, paid = _counts(move)
    steps = outlook.steps[MARKET + taken - given, _GOODS].sum(axis=0)
    return np.asarray(steps + outlook.paying()[paid], dtype=np.float64)


class Opponent:
    """The belief about the other trader from its moves.

    `evidence` for each way and temperature are logarithms of shape (6, 3), at most 0. The evidence
    of hidden goods, (6, 3) for each possible pick, is forgotten when a round begins.
    """

    def __init__(self, evidence: FloatArray | None = None) -> None:
        self.evidence = np.zeros((len(USUAL), len(TEMPERATURES)))
        if evidence is not None:
            self.evidence = evidence.copy()
        self.moves = 0
        self.hidden: dict[tuple[int, ...], FloatArray] = {}

    def new_round(self) -> None:
        """Begin a round, whose hands are dealt anew."""
        self.hidden = {}

    def hands(self, view: View) -> HiddenHands:
        """Return the possible hidden parts of the other's hand, by counting and by its moves."""
        counted = counted_hands(view)
        if not self.hidden:
            return counted
        weights = HAND_TRUST * self._joint()
        weights += (1 - HAND_TRUST) * USUAL[:, None] / len(TEMPERATURES)
        return HiddenHands(counted.picks, np.tensordot(weights, self._by_way(counted), axes=2))

    def _logs(self, picks: IntArray) -> FloatArray:
        """Return the evidence up to now for these hidden goods, shape (6, 3, N)."""
        if not self.hidden:
            return np.zeros((*self.evidence.shape, len(picks)))
        least = np.min(list(self.hidden.values()), axis=0)
        found = [self.hidden.get(tuple(row), least) for row in picks.tolist()]
        return np.stack(found, axis=-1)

    def _by_way(self, counted: HiddenHands) -> FloatArray:
        """Return the probability of hidden goods for each way and temperature, shape (6, 3, N)."""
        logs = self._logs(counted.picks)
        found = counted.chances * np.exp(logs - logs.max(axis=-1, keepdims=True))
        return np.asarray(found / found.sum(axis=-1, keepdims=True))

    def learn(self, view: View, move: Move, tables: WayTables) -> None:
        """Take a move of the other into account, made when a seat had this `view`."""
        counted = counted_hands(view)
        found = likelihoods(view, move, counted.picks, tables)
        ways = (self._by_way(counted) * found).sum(axis=-1)
        self._about_hands(view, move, counted.picks, found, ways)
        self.evidence = FORGETTING * self.evidence + np.log(np.maximum(ways, 1e-6))
        self.evidence -= self.evidence.max()
        self.moves += 1

    def _about_hands(
        self, view: View, move: Move, picks: IntArray, found: FloatArray, ways: FloatArray
    ) -> None:
        """Update the evidence for hidden goods with the move, without the goods that it shows."""
        said = np.log((1 - DOUBT) * found + DOUBT * ways[..., None] + 1e-12) + self._logs(picks)
        known = np.array(counts_of(view.rival.known)[:CAMEL])
        given = np.array(counts_of(move.give & GOODS_MASK)[:CAMEL])
        shown = np.maximum(given - known, 0)
        held = (picks >= shown).all(axis=1)
        after = (picks[held] - shown).tolist()
        self.hidden = {
            tuple(row): log
            for row, log in zip(after, said[..., held].T.swapaxes(1, 2), strict=True)
        }

    def _joint(self) -> FloatArray:
        """Return the posterior over ways and temperatures, shape (6, 3)."""
        joint = np.exp(self.evidence) * USUAL[:, None]
        return np.asarray(joint / joint.sum())

    def ways(self) -> FloatArray:
        """Return the posterior over ways to trade, shape (6,)."""
        return np.asarray(self._joint().sum(axis=1))

    def expected(self) -> FloatArray:
        """Return the chances of the ways to imagine: the posterior, never trusted in full."""
        return np.asarray(TRUST * self.ways() + (1 - TRUST) * USUAL)
