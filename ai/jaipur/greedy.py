"""`greedy`: the move that leads to the best position by learned weights, one ply deep.

Its features have names (`ai.jaipur.values.FEATURES`), so its mind shows which of them decided. It
never looks at cards still to be turned up, and of the other's hand it knows the cards it saw taken.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.core import Agent
from ai.files import damage_error, read_arrays
from ai.jaipur.trading import WON, TradeValues
from ai.jaipur.values import (
    FEATURES,
    HELD,
    NEARNESS,
    SHOWN,
    THERE,
    WEIGHTS,
    WayTables,
    bonus_features,
    camel_features,
    first_weights,
    hand_features,
    herd_features,
    kind_features,
    tables_of,
)
from ai.jaipur.worlds import CAMEL, Worlds
from games.arrays import BadWeights, FloatArray, IntArray
from games.core import Decision, Limit
from games.jaipur.rules.goods import (
    GOODS,
    MARKET,
    PILE_MASK,
    PILE_SHIFTS,
    PILES,
    SHIFTS,
    TOKEN_SUMS,
    bonus_points,
    counts_of,
)
from games.jaipur.rules.moves import CAMELS, LegalMoves, Move, in_words, sell, swap, take
from games.jaipur.rules.state import View
from games.mind import Bars, Lines, Mind, Note
from games.weights import Weights as StoredWeights

_GOODS_SHIFTS: Final = np.array(SHIFTS[:-1])
_MOST: Final = 1000.0
"""No learned weight is as large."""


Counts = npt.NDArray[Any]
"""Cards of each kind."""


class Learned(NamedTuple):
    """The weights in use, shape (26, 2), and their tables.

    `lost` is the sentence about learned weights that could not be read, where these are by hand.
    """

    weights: FloatArray
    tables: WayTables
    lost: str = ""


def read_learned(path: Path) -> Learned:
    """Return the weights in a file; raises `BadWeights` for any that do not fit."""
    arrays = read_arrays(path)
    weights, names = arrays.get("weights"), arrays.get("features")
    fits = weights is not None and weights.shape == (WEIGHTS,) and weights.dtype.kind == "f"
    if not fits or names is None or names.tolist() != list(FEATURES):
        raise damage_error(path)
    assert weights is not None
    if not (np.abs(weights) <= _MOST).all():
        raise damage_error(path)
    pairs = weights.astype(np.float64).reshape(len(FEATURES), 2)
    return Learned(pairs, tables_of(pairs))


GREEDY: Final = StoredWeights("jaipur/greedy", read_learned)
"""The weights in use."""


@lru_cache(maxsize=1)
def _by_hand(lost: str) -> Learned:
    weights = first_weights()
    return Learned(weights, tables_of(weights), lost)


def in_use() -> Learned:
    """Return the learned weights, or where they are lost those that were made by hand."""
    try:
        return GREEDY.load()
    except BadWeights as error:
        return _by_hand(str(error))


def lost_note(learned: Learned) -> tuple[Note, ...]:
    """Return the note about weights that are lost."""
    if not learned.lost:
        return ()
    return (Note(f"I go by weights made by hand, which are weaker: {learned.lost}"),)


def open_world(view: View) -> Worlds:
    """Return one world with what a seat knows: of the other's hand what was seen, of the deck its
    size.
    """
    own, rival, seat = view.own, view.rival, view.seat

    def both(mine: object, theirs: object) -> IntArray:
        found: IntArray = np.array([mine, theirs] if seat == 0 else [theirs, mine])[..., None]
        return found

    known = counts_of(rival.known)[:CAMEL]
    taken = [own.bonus >> PILE_SHIFTS[pile] & PILE_MASK for pile in PILES]
    one = np.zeros(1, dtype=np.int64)
    return Worlds(
        np.array(counts_of(view.market))[:, None],
        both(counts_of(own.hand)[:CAMEL], known),
        both(counts_of(own.known)[:CAMEL], known),
        both(own.herd, rival.herd),
        both(own.points, rival.points),
        both(own.tokens, rival.tokens),
        both(bonus_points(own.bonus), 0),
        both([pile % 15 for pile in taken], rival.bonus),
        np.array(counts_of(view.tokens)[:CAMEL])[:, None],
        np.zeros((0, 1), dtype=np.int8),
        one,
        one + view.left,
        np.zeros((3, 7, 1), dtype=np.int64),
        np.array(view.piles)[:, None],
        np.zeros(1, dtype=np.bool_),
        one,
    )


class Options(NamedTuple):
    """The legal moves of a view and the value of each, float64, in the order of `legal`."""

    moves: Sequence[Move]
    values: FloatArray


def options(view: View, tables: WayTables) -> Options:
    """Return every move of the seat of a `view`, with its value by these `tables`."""
    outlook = TradeValues(open_world(view), view.seat, tables, np.zeros(1, dtype=np.int64))
    legal = LegalMoves(view.market, view.own.hand, view.own.herd)
    moves: list[Move] = []
    values: list[float] = []
    for kind in np.flatnonzero(outlook.take[:, 0] > -1e8):
        moves.append(take(GOODS[kind]))
        values.append(float(outlook.take[kind, 0]))
    if view.market & 15:
        moves.append(CAMELS)
        values.append(float(outlook.camels[0]))
    for kind, cards in np.argwhere(outlook.sell[:, :, 0] > -1e8):
        moves.append(sell(GOODS[kind], int(cards) + 1))
        values.append(float(outlook.sell[kind, cards, 0]))
    pairs = list(legal.swaps())
    moves += [swap(taken, given) for taken, given in pairs]
    return Options(moves, np.concatenate([values, _swap_values(outlook, pairs)]))


def _swap_values(outlook: TradeValues, pairs: Sequence[tuple[int, int]]) -> FloatArray:
    """Return the value of each exchange."""
    if not pairs:
        return np.zeros(0)
    packed = np.array(pairs)
    taken = packed[:, :1] >> _GOODS_SHIFTS & 15
    given = packed[:, 1:] >> _GOODS_SHIFTS & 15
    steps = outlook.steps[:, :, 0].astype(np.float64)
    extra = np.array([float(value[0]) for value in outlook.paying()])
    sums = steps[MARKET + taken - given, np.arange(6)].sum(axis=1)
    return np.asarray(sums + extra[packed[:, 1] & 15])


class GreedyTrader(Agent):
    """Plays the move with the best value."""

    def act(self, seat: int, view: View, legal: Collection[str], limit: Limit) -> Decision:
        """Return the best move; of equal ones the first."""
        learned = GREEDY.load()
        found = options(view, learned.tables)
        best = int(found.values.argmax())
        mind = mind_of(view, found, best, learned) if limit.mind else None
        return Decision(found.moves[best].notation, mind)


# -- what decided --------------------------------------------------------------------------


def features_of(view: View, move: Move) -> FloatArray:
    """Return the features of the position after a move, without cards turned up, shape (26,).

    The lead, a feature of a round's end, is left out.
    """
    own, goods = view.own, counts_of
    hand = np.array(goods(own.hand)[:CAMEL]) + np.array(goods(move.take)[:CAMEL])
    hand = hand - np.array(goods(move.give)[:CAMEL])
    market = np.array(goods(view.market)) - goods(move.take)
    herd, tokens, token = own.herd, np.array(goods(view.tokens)[:CAMEL]), 0.0
    flags = sum(bool(size) << place for place, size in enumerate(view.piles))
    refill = 1 if move.kind == "take" else 0
    if move.kind == "swap":
        market = market + np.array(goods(move.give))
        herd -= move.give & 15
    elif move.kind == "camels":
        refill = int(market[CAMEL])
        herd += refill
        market[CAMEL] = 0
    elif move.kind == "sell":
        kind = GOODS.index(move.good)
        tokens[kind] -= min(int(tokens[kind]), move.number)
        own_bonus, _ = bonus_features()
        token = float(own_bonus[0, flags, move.number])
    return _all_features(view, hand, market, herd, tokens, flags, refill, token)


def _all_features(
    view: View,
    hand: Counts,
    market: Counts,
    herd: int,
    tokens: Counts,
    flags: int,
    refill: int,
    token: float,
) -> FloatArray:
    shown = np.minimum(counts_of(view.rival.known)[:CAMEL], SHOWN - 1)
    own = np.clip(hand, 0, HELD - 1)
    there = np.clip(market[:CAMEL], 0, THERE - 1)
    kinds = kind_features()[:, np.arange(6), tokens, own, there, shown].sum(axis=1)
    bonus, fed = bonus_features()
    size = min(int(hand.sum()), 7)
    return np.concatenate(
        [
            kinds,
            bonus[:, flags, own].sum(axis=1),
            [fed[flags, there, shown].sum()],
            hand_features()[:, size],
            herd_features()[:, herd, view.rival.herd],
            camel_features()[:, int(market[CAMEL])],
            [refill, token, 0.0, 0.0],
        ]
    )


SHOWN_MOVES: Final = 5
_SHORT: Final = {
    "what my cheap goods would fetch now": "cheap goods in hand",
    "what my dear goods would fetch now": "dear goods in hand",
    "more of mine in the market": "more in the market",
    "goods that we both collect": "goods we both want",
    "goods beyond the last token": "goods without token",
    "cheap goods left to the other": "left: cheap goods",
    "dear pairs left to the other": "left: dear pairs",
    "single dear goods left to the other": "left: lone dear ones",
    "what the other lacks, left in the market": "left: what it lacks",
    "bonus left to the other": "left: a bonus",
    "camels left to the other": "left: camels",
    "camels left to the other, squared": "left: camels",
    "new cards for the other": "left: new cards",
    "rupees of the bonus token": "bonus token now",
    "kinds used up while ahead": "kinds used up",
    "cards drawn while ahead": "cards drawn",
}
"""Names of features as short as the bars of a mind have room for."""


def short_name(feature: str) -> str:
    """Return the short name of a feature for its bar; squares are counted with their own."""
    return _SHORT.get(feature, feature).removesuffix(", squared")


def mind_of(view: View, found: Options, best: int, learned: Learned) -> Mind:
    """Return the likeliest moves with their values, and what parts the one that is played, `best`,
    from the next; where it is not worth most, from the one that is.
    """
    order = np.argsort(-found.values, kind="stable")[:SHOWN_MOVES].tolist()
    if best not in order:
        order[-1] = best
    rows = tuple(_valued(found.moves[n], float(found.values[n])) for n in order)
    chosen = order.index(best)
    items: list[Note | Lines | Bars] = [
        Note(f"I {in_words(found.moves[best])}{_why(found, best, order[0])}"),
        Lines("What moves are worth to me", rows, unit="", chosen=chosen),
    ]
    if len(order) > 1:
        items.append(_reasons(view, found, best, order[1] if chosen == 0 else order[0], learned))
    return tuple(items)


def _why(found: Options, best: int, top: int) -> str:
    if best == top:
        return ": it leads to what is worth most to me."
    better = in_words(found.moves[top])
    return f". To {better} is worth more to me, but at this level I do not look so closely."


def _valued(move: Move, value: float) -> tuple[str, float]:
    """Return a move in words with its value; of one that ends the round, the rupees ahead then."""
    if abs(value) < WON / 2:
        return in_words(move), round(value, 3)
    how = "wins" if value > 0 else "loses"
    return f"{in_words(move)}: {how} the round", round(value - np.copysign(WON, value), 3)


def _reasons(view: View, found: Options, best: int, next_best: int, learned: Learned) -> Bars:
    """Return the features that part two moves, largest first, in rupees."""
    outlook = TradeValues(open_world(view), view.seat, learned.tables, np.zeros(1, dtype=np.int64))
    near = NEARNESS[int(outlook.phase[0])]
    weights = learned.weights[:, 0] + learned.weights[:, 1] * near
    difference = features_of(view, found.moves[best]) - features_of(view, found.moves[next_best])
    parts = weights * difference
    gain = _fetched(view, found.moves[best]) - _fetched(view, found.moves[next_best])
    together = {"rupees at once": gain}
    for name, part in zip(FEATURES, parts, strict=True):
        short = short_name(name)
        together[short] = together.get(short, 0.0) + float(part)
    named = sorted(together.items(), key=lambda pair: -abs(pair[1]))
    kept = [pair for pair in named[:6] if abs(pair[1]) > 1e-6] or named[:1]
    return Bars(
        f"Why not {in_words(found.moves[next_best])}",
        tuple(name for name, _ in kept),
        tuple(round(value, 3) for _, value in kept),
        unit="",
        help="What parts my move from this one, in rupees as I count them. Left: what then lies "
        "there for the other.",
    )


def _fetched(view: View, move: Move) -> float:
    """Return the rupees of goods tokens that a move fetches."""
    if move.kind != "sell":
        return 0.0
    kind = GOODS.index(move.good)
    return float(TOKEN_SUMS[kind][view.tokens >> SHIFTS[kind] & 15][move.number])
