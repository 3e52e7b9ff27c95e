"""Jaipur for learners: the market, the hands as far as they are known, tokens, and the match."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from ai.lab.environments.choosing import WholeMoves
from ai.lab.environments.encoding import (
    MISSING,
    Value,
    ViewPart,
    counts,
    each,
    number,
    numbers,
    one_of,
)
from ai.lab.environments.live import GameShape
from games.jaipur.rules.goods import (
    CARDS,
    DEAR,
    GOODS,
    HAND_LIMIT,
    KINDS,
    MARKET,
    PILE_OF,
    PILES,
    TOKENS,
)
from games.plain import Plain
from games.spec import Params

_ENDS = ("three_types_depleted", "cannot_refill")


def shape(params: Params, view: Plain) -> GameShape:
    """Return the shape of a match; a hand is known as far as its cards were seen being taken."""
    goods = tuple(GOODS)
    tokens = (
        numbers(f"tokens.{good}", len(values), max(values))
        for good, values in zip(GOODS, TOKENS, strict=True)
    )
    parts = (
        number("seat", 1),
        number("to_move", 1),
        counts("market", tuple(KINDS), MARKET),
        counts("hand", goods, HAND_LIMIT),
        counts("shown", goods, HAND_LIMIT),
        number("opponent.cards", HAND_LIMIT),
        counts("opponent.known", goods, HAND_LIMIT),
        numbers("herds", 2, CARDS[-1]),
        number("deck"),
        *tokens,
        counts("bonus", tuple(map(str, PILES)), 7),
        numbers("goods_points", 2),
        numbers("goods_tokens", 2),
        each(2, _BONUS),
        counts("discards", goods, max(CARDS)),
        number("over", 1),
        one_of("end_reason", _ENDS),
        number("match.round"),
        number("match.starter", 1),
        numbers("match.seals", 2),
    )
    return GameShape(parts, WholeMoves(list(all_moves())))


def _bonus(taken: Value) -> Sequence[float]:
    """Return the tokens of each pile and the rupees of all, which are known for the own ones."""
    if isinstance(taken, Mapping):
        return (*(taken[str(pile)] for pile in PILES), MISSING)
    piles = [PILE_OF[value] for value in taken or ()]
    return (*(piles.count(pile) for pile in PILES), sum(taken or ()))


_BONUS = ViewPart(
    "bonus_taken", 4, MISSING, 200, "tokens of piles 3, 4, 5, and their rupees", _bonus
)


def all_moves() -> Iterator[str]:
    """Yield every move that a position can have: takes, camels, sales, exchanges."""
    yield from (f"take-{good}" for good in GOODS)
    yield "camels"
    for good, cards in zip(GOODS, CARDS, strict=False):
        for number_ in range(1 + (good in DEAR), min(cards, HAND_LIMIT) + 1):
            yield f"sell-{good}{number_}"
    for size in range(2, MARKET + 1):
        for taken in _hands(GOODS, size):
            others = [kind for kind in KINDS if kind not in taken]
            for given in _hands(others, size):
                yield f"swap-{''.join(taken)}-{''.join(given)}"


def _hands(kinds: Sequence[str], size: int) -> Iterator[tuple[str, ...]]:
    """Yield all ways to have `size` cards of these kinds, in the order of the letters."""
    yield from itertools.combinations_with_replacement(kinds, size)
