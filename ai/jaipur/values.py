"""The value of a position of Jaipur as a weighted sum of named features, and its tables.

All inputs of `greedy` are functions of small whole numbers, so that the weights become tables once,
and thousands of positions are valued by looking numbers up. Most features are sums over the six
kinds of goods; for a kind they see the tokens left, the cards in the own hand, in the market, and
in the other's hand as far as it is known. The rest see the size of the hand, the herds, the camels
left in the market, the number of cards turned up next, and the lead in the round. Cards still to be
turned up are not looked at.

Each feature has two weights: its value at the start of a round, and an addition as the end comes
near, in proportion to `nearness` (0 to 1: by the deck, or by the three kinds with the fewest
tokens). Values are in rupees, because the price of a sale counts at once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from games.arrays import Float32Array, FloatArray, IntArray
from games.jaipur.rules.goods import BONUS, PILES, TOKEN_SUMS

PHASES: Final = 6
NEARNESS: Final[FloatArray] = (np.arange(PHASES) + 0.5) / PHASES
"""The nearness of the end that each phase stands for."""
_LONG_DECK, _MANY_TOKENS = 40, 14
"""The deck and the tokens of three kinds with which the end is far away."""
LEFT, HELD, THERE, SHOWN = 10, 8, 6, 4
"""Sizes of the axes of a kind: tokens left, own cards, market, cards shown (3 stands for more)."""
BONUS_MEANS: Final = tuple(sum(BONUS[pile]) / len(BONUS[pile]) for pile in PILES)

KIND_FEATURES: Final = (
    "what my cheap goods would fetch now",
    "what my dear goods would fetch now",
    "single dear goods",
    "more of mine in the market",
    "goods that we both collect",
    "goods beyond the last token",
    "cheap goods left to the other",
    "dear pairs left to the other",
    "single dear goods left to the other",
    "what the other lacks, left in the market",
)
BONUS_FEATURES: Final = (
    "bonus in hand",
    "bonus within reach",
    "bonus left to the other",
)
TABLE_FEATURES: Final = (
    "goods in hand",
    "goods in hand, squared",
    "a full hand",
    "camels in the herd",
    "camels in the herd, squared",
    "the larger herd",
    "lead of the herd",
    "camels left to the other",
    "camels left to the other, squared",
    "new cards for the other",
    "rupees of the bonus token",
    "kinds used up while ahead",
    "cards drawn while ahead",
)
FEATURES: Final = (*KIND_FEATURES, *BONUS_FEATURES, *TABLE_FEATURES)
"""All features, by the names that the open mind gives them."""
WEIGHTS: Final = 2 * len(FEATURES)
LEAD: Final = 15.0
"""A lead of so many rupees counts in full."""


def nearness_phase(tokens: IntArray, left: IntArray) -> IntArray:
    """Return the phase of a round by its `tokens` (6, W), and the cards of the deck (W,)."""
    few = np.partition(tokens, 2, axis=0)[:3].sum(axis=0)
    near = 1.0 - np.minimum(left / _LONG_DECK, few / _MANY_TOKENS)
    found: IntArray = np.clip((near * PHASES).astype(np.int64), 0, PHASES - 1)
    return found


@lru_cache(maxsize=1)
def kind_features() -> Float32Array:
    """Return each feature of a kind (10, 6, 10, 8, 6, 4): kind, tokens, own, market, shown."""
    sums = np.zeros((6, LEFT, 11))
    for kind, table in enumerate(TOKEN_SUMS):
        for left in range(LEFT):
            sums[kind, left] = table[min(left, len(table) - 1)]
    shape = (6, LEFT, HELD, THERE, SHOWN)
    kind, left, own, there, shown = np.indices(shape)
    dear = kind < 3

    def fetch(cards: IntArray) -> FloatArray:
        found: FloatArray = sums[kind, left, np.minimum(cards, 10)]
        return found

    worth = np.where(dear & (own < 2), 0.0, fetch(own))
    top = fetch(np.ones(shape, dtype=np.int64))
    offered = fetch(there)
    return np.stack(
        [
            np.where(dear, 0.0, worth),
            np.where(dear, worth, 0.0),
            np.where(dear & (own == 1), top, 0.0),
            np.where(own > 0, fetch(own + there) - fetch(own), 0.0),
            np.minimum(own, shown) * top,
            np.maximum(0, own - left),
            np.where(dear, 0.0, offered),
            np.where(dear & (there > 1), offered, 0.0),
            np.where(dear & (there == 1), top, 0.0),
            np.where(shown > 0, fetch(there + shown) - fetch(shown), 0.0),
        ]
    ).astype(np.float32)


def _bonus(flags: int, cards: int) -> float:
    """Return the mean bonus of a sale; `flags` has a bit for each pile that is not empty."""
    pile = min(cards, 5) - 3
    return BONUS_MEANS[pile] if pile >= 0 and flags >> pile & 1 else 0.0


@lru_cache(maxsize=1)
def bonus_features() -> tuple[Float32Array, Float32Array]:
    """Return own features of bonuses, shape (2, 8, 8): flags, own; and the other's, (8, 6, 4)."""
    own = np.zeros((2, 8, HELD), dtype=np.float32)
    fed = np.zeros((8, THERE, SHOWN), dtype=np.float32)
    for flags in range(8):
        for cards in range(HELD):
            own[0, flags, cards] = _bonus(flags, cards)
            own[1, flags, cards] = (_bonus(flags, cards + 1) - _bonus(flags, cards)) * (cards > 0)
        for there in range(1, THERE):
            for shown in range(SHOWN):
                fed[flags, there, shown] = _bonus(flags, there + shown)
    return own, fed


class WayTables(NamedTuple):
    """The values of one or several ways to trade, float32; the first axis is the way.

    The second is the phase; then follow, by name: `kind` (kind, tokens, own, market, shown), `own`
    (flags, own), `fed` (flags, market, shown), `hand` (size), `herd` (own, the other's), `camels`
    (left in the market), `refill` (cards), and single values `bonus`, `ending`, `turning`.
    """

    kind: Float32Array
    own: Float32Array
    fed: Float32Array
    hand: Float32Array
    herd: Float32Array
    camels: Float32Array
    refill: Float32Array
    bonus: Float32Array
    ending: Float32Array
    turning: Float32Array


def hand_features() -> FloatArray:
    """Return features of the size of a hand, shape (3, 8)."""
    size = np.arange(8)
    return np.stack([size, size**2 / 7, size == 7]).astype(np.float64)


def herd_features() -> FloatArray:
    """Return features of both herds, shape (4, 12, 12): own, the other's."""
    own, other = np.indices((12, 12))
    lead = own - other
    return np.stack([own, own**2 / 11, np.sign(lead), np.clip(lead, -4, 4)]).astype(np.float64)


def camel_features() -> FloatArray:
    """Return features of the camels left in the market, shape (2, 6)."""
    count = np.arange(6)
    return np.stack([count, count**2 / 5]).astype(np.float64)


def tables_of(weights: npt.NDArray[np.floating[Any]]) -> WayTables:
    """Return the tables of one way to trade, from its weights, shape (26, 2) or flat."""
    pairs = np.asarray(weights, dtype=np.float64).reshape(len(FEATURES), 2)
    by_phase = (pairs[:, :1] + pairs[:, 1:] * NEARNESS).T.astype(np.float32)
    kinds, rest = len(KIND_FEATURES), len(KIND_FEATURES) + len(BONUS_FEATURES)
    own, fed = bonus_features()
    table = by_phase[:, rest:]
    found = (
        np.tensordot(by_phase[:, :kinds], kind_features(), axes=1),
        np.tensordot(by_phase[:, kinds : kinds + 2], own, axes=1),
        by_phase[:, kinds + 2, None, None, None] * fed,
        np.tensordot(table[:, 0:3], hand_features(), axes=1),
        np.tensordot(table[:, 3:7], herd_features(), axes=1),
        np.tensordot(table[:, 7:9], camel_features(), axes=1),
        table[:, 9, None] * np.arange(6),
        table[:, 10],
        table[:, 11],
        table[:, 12],
    )
    return WayTables(*(np.ascontiguousarray(part[None], dtype=np.float32) for part in found))


def stacked(ways: list[WayTables]) -> WayTables:
    """Return several ways to trade in one, in this order."""
    return WayTables(*(np.concatenate(parts) for parts in zip(*ways, strict=True)))


def first_weights() -> FloatArray:
    """Return weights by hand, from which a training begins; shape (26, 2)."""
    start = {
        "what my cheap goods would fetch now": (0.6, -0.1),
        "what my dear goods would fetch now": (0.8, -0.1),
        "single dear goods": (0.6, -0.4),
        "more of mine in the market": (0.1, 0.0),
        "goods beyond the last token": (-0.5, 0.0),
        "cheap goods left to the other": (-0.15, 0.0),
        "dear pairs left to the other": (-0.3, 0.0),
        "single dear goods left to the other": (-0.3, 0.0),
        "bonus in hand": (0.8, -0.2),
        "bonus within reach": (0.4, -0.3),
        "goods in hand": (0.5, -0.5),
        "a full hand": (-1.0, 0.0),
        "camels in the herd": (0.6, -0.3),
        "the larger herd": (1.0, 1.0),
        "camels left to the other": (-0.4, 0.0),
        "new cards for the other": (-1.0, 0.0),
        "rupees of the bonus token": (1.0, 0.0),
    }
    return np.array([start.get(name, (0.0, 0.0)) for name in FEATURES])
