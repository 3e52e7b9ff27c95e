"""The plain form of Jaipur, with views as `main.py analyse jaipur` reads them."""

from __future__ import annotations

from collections.abc import Sequence

from games.jaipur.rules.goods import GOODS, PILES, TOKENS, bonus_values, counts_of, to_mapping
from games.jaipur.rules.state import View
from games.plain import Plain, PlainForm


class Form(PlainForm):
    """A trader sees the market, the own hand, and what the other openly has."""

    def seen(self, view: View, seat: int) -> Plain:
        """Return the round, and the match around it where it is one of several."""
        found = round_seen(view)
        if view.series.length == "match":
            names = ("round", "starter", "seals")
            found["match"] = {name: getattr(view.series, name) for name in names}
            found["match"]["seals"] = list(view.series.seals)
        return found


def round_seen(view: View, taken: Sequence[int] | None = None) -> Plain:
    """Return a round as its `view` shows it, without the seat.

    `taken` are the own bonus tokens, where the order of taking is known.
    """
    own, rival, seat = view.own, view.rival, view.seat
    taken = bonus_values(own.bonus) if taken is None else taken

    def both(mine: object, theirs: object) -> list[object]:
        return [theirs, mine] if seat else [mine, theirs]

    return {
        "to_move": view.turn,
        "market": to_mapping(view.market),
        "hand": to_mapping(own.hand),
        "shown": to_mapping(own.known),
        "opponent": {"cards": rival.cards, "known": to_mapping(rival.known)},
        "herds": both(own.herd, rival.herd),
        "deck": view.left,
        "tokens": plain_tokens(view.tokens),
        "bonus": _by_pile(view.piles),
        "goods_points": both(own.points, rival.points),
        "goods_tokens": both(own.tokens, rival.tokens),
        "bonus_taken": both(list(taken), _by_pile(rival.bonus)),
        "discards": to_mapping(view.discards),
        "over": bool(view.end),
        "end_reason": view.end or None,
    }


def plain_tokens(tokens: int) -> dict[str, list[int]]:
    """Return the goods tokens that are left, highest first."""
    counts = counts_of(tokens)
    return {
        good: list(values[len(values) - count :])
        for good, values, count in zip(GOODS, TOKENS, counts, strict=False)
    }


def _by_pile(numbers: Sequence[int]) -> dict[str, int]:
    return {str(pile): number for pile, number in zip(PILES, numbers, strict=True)}
