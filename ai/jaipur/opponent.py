"""Who the other trader is: a posterior over ways to trade, by Bayes from the moves that it makes.

A move is more or less likely for each way (`ai.jaipur.ways`), at each of a few temperatures: a
trader plays a move with a probability in proportion to exp(value / temperature), the original its
own move but for a slip now and then. The hidden part of its hand is summed out over hands that
counting cards allows and that hold what was given. Exchanges other than the one that was made are
summed as if the best one stood for all, which is close where temperatures are low.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.jaipur.search import imagined
from ai.jaipur.trading import Outlook, seed_choices
from ai.jaipur.values import Tables
from ai.jaipur.ways import USUAL
from ai.jaipur.worlds import CAMEL
from games.arrays import FloatArray, IntArray
from games.core import Event
from games.jaipur.rules.goods import GOODS_MASK, INDEX, MARKET, counts_of, pack
from games.jaipur.rules.moves import CAMELS as ALL_CAMELS
from games.jaipur.rules.moves import Move, sell, swap, take
from games.jaipur.rules.state import View

TEMPERATURES: Final = (0.3, 1.0, 3.0)
"""Rupees; a trader at 3 makes a move that it values a rupee less nearly as often."""
HANDS: Final = 24
"""Hands over which a move is summed out."""
SLIP: Final = 0.08
"""How often the original is taken to do something else."""
FORGETTING: Final = 0.98
"""The power of the former evidence at each move, so that a change of ways is noticed."""
TRUST: Final = 0.8
"""How far the posterior counts in what is expected; the rest is as if nothing had been seen."""
ORIGINAL_WAY: Final = 1
"""The place of the original among the ways; the others stand in the tables in their order."""


def move_of(event: Event) -> Move | None:
    """The move that an event tells of, None for any other event."""
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


def likelihoods(view: View, move: Move, tables: Tables, rng: np.random.Generator) -> FloatArray:
    """The probability of the other's `move` for each way and temperature, shape (5, 3).

    The `view` is that of the seat that looks on, when the other is to move.
    """
    rival = 1 - view.seat
    worlds = imagined(_holding(view, move.give & GOODS_MASK), HANDS, rng)
    ways = len(tables.bonus)
    several = worlds.only(np.tile(np.arange(HANDS), ways))
    outlook = Outlook(several, rival, tables, np.repeat(np.arange(ways), HANDS))
    chances = _softmax(outlook, move).reshape(len(TEMPERATURES), ways, HANDS).mean(axis=2).T
    choice = seed_choices(worlds, rival)
    taken, given, paid = _counts(move)
    same = (choice.taken == taken[:, None]).all(axis=0) & (choice.given == given[:, None]).all(
        axis=0
    )
    same &= (choice.paid == paid) & (choice.kind == _kind(move))
    seed = np.full(len(TEMPERATURES), ((1 - SLIP) * same + SLIP * chances.mean()).mean())
    return np.insert(chances, ORIGINAL_WAY, seed, axis=0)


def _kind(move: Move) -> int:
    return ("take", "camels", "sell", "swap").index(move.kind)


def _counts(move: Move) -> tuple[IntArray, IntArray, int]:
    taken = np.array(counts_of(move.take)[:CAMEL])
    return taken, np.array(counts_of(move.give)[:CAMEL]), move.give & 15


def _holding(view: View, goods: int) -> View:
    """The view of who has seen that the other holds these goods."""
    known, wanted = np.array(counts_of(view.rival.known)), np.array(counts_of(goods))
    more = np.maximum(known, wanted)
    packed = sum(int(count) << 4 * (6 - place) for place, count in enumerate(more))
    return view._replace(rival=view.rival._replace(known=packed))


def _softmax(outlook: Outlook, move: Move) -> FloatArray:
    """The probability of a move in each world at each temperature, shape (3, W)."""
    count = len(outlook.worlds)
    every = np.concatenate(
        [
            outlook.take,
            outlook.camels[None],
            outlook.sell.reshape(-1, count),
            outlook.swap()[None],
        ]
    ).astype(np.float64)
    value = _value(outlook, move)
    top = every.max(axis=0)
    found = []
    for temperature in TEMPERATURES:
        total = np.exp((every - top) / temperature).sum(axis=0)
        found.append(np.exp(np.minimum(0.0, value - top) / temperature) / total)
    return np.stack(found)


def _value(outlook: Outlook, move: Move) -> FloatArray:
    """The value of one move in each world."""
    if move.kind == "camels":
        return np.asarray(outlook.camels, dtype=np.float64)
    if move.kind == "take":
        return np.asarray(outlook.take[INDEX[move.good]], dtype=np.float64)
    if move.kind == "sell":
        return np.asarray(outlook.sell[INDEX[move.good], move.number - 1], dtype=np.float64)
    taken, given, paid = _counts(move)
    steps = outlook.steps[MARKET + taken - given, np.arange(6)].sum(axis=0)
    return np.asarray(steps + outlook.paying()[paid], dtype=np.float64)


class Opponent:
    """The evidence for each way and temperature, as logarithms of shape (5, 3)."""

    def __init__(self, evidence: FloatArray | None = None) -> None:
        self.evidence = np.zeros((len(USUAL), len(TEMPERATURES)))
        if evidence is not None:
            self.evidence = evidence.copy()
        self.moves = 0

    def learn(self, view: View, move: Move, tables: Tables, rng: np.random.Generator) -> None:
        """Take a move of the other into account, made when a seat had this view."""
        found = np.maximum(likelihoods(view, move, tables, rng), 1e-6)
        self.evidence = FORGETTING * self.evidence + np.log(found)
        self.evidence -= self.evidence.max()
        self.moves += 1

    def ways(self) -> FloatArray:
        """The posterior over ways to trade, shape (5,)."""
        joint = np.exp(self.evidence) * USUAL[:, None]
        found: FloatArray = joint.sum(axis=1) / joint.sum()
        return found

    def expected(self) -> FloatArray:
        """The chances of the ways in what is imagined: the posterior, never trusted in full."""
        return np.asarray(TRUST * self.ways() + (1 - TRUST) * USUAL)
