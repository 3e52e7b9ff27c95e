"""`greedy`: the move that leads to the best position by learned weights, one ply deep.

Its features have names (`ai.jaipur.values.FEATURES`), so its mind shows which of them decided. It
never looks at cards still to be turned up, and of the other's hand it knows the cards it saw taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.files import damage_error, read_arrays
from ai.jaipur.trading import TradeValues
from ai.jaipur.values import (
    FEATURES,
    WEIGHTS,
    WayTables,
    first_weights,
    tables_of,
)
from ai.jaipur.worlds import CAMEL, Worlds
from games.arrays import BadWeights, FloatArray, IntArray
from games.jaipur.rules.goods import (
    GOODS,
    MARKET,
    PILE_MASK,
    PILE_SHIFTS,
    PILES,
    SHIFTS,
    bonus_points,
    counts_of,
)
from games.jaipur.rules.moves import CAMELS, LegalMoves, Move, sell, swap, take
from games.jaipur.rules.state import View
from games.mind import Note
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
