"""Minds of Jaipur as they are shown: with the truth beside a belief, once hands lie open."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Final

from games.jaipur.rules.goods import GOODS, counts_of, pack
from games.jaipur.sight import Sight
from games.mind import Bars, Holdings, Mind, MindItem, Note
from games.moments import Moments
from games.session.reveal import Reveal
from games.session.session import Session

LEAST: Final = 1e-12
"""What was thought impossible surprises as if it had this chance."""


def surprise(chances: tuple[tuple[float, ...], ...], held: tuple[int, ...]) -> float:
    """Return the surprise of a hand under a belief with a row a good, in bits over all kinds."""
    rows = zip(chances, held, strict=False)
    found = (row[count] if count < len(row) else 0.0 for row, count in rows)
    return sum(-math.log2(min(1.0, max(LEAST, chance))) for chance in found) + 0.0


def with_truth(mind: Mind, hand: int) -> Mind:
    """Return a mind with the other's real hand, the packed `hand`, marked in every belief about it.

    A note at the end compares its surprise with the surprise of counting alone.
    """
    held = counts_of(hand)[: len(GOODS)]
    items: list[MindItem] = []
    for item in mind:
        if not isinstance(item, Holdings) or len(item.labels) != len(GOODS):
            items.append(item)
            continue
        items += [dataclasses.replace(item, truth=held), Note(_told(item, held))]
    return tuple(items)


def with_truths(mind: Mind, hands: Sequence[int]) -> Mind:
    """Return the public belief about both hands, with the real ones, packed by seat."""
    found: list[MindItem] = []
    seats = iter(hands)
    for item in mind:
        if isinstance(item, Holdings):
            found += with_truth((item,), next(seats))
        else:
            found.append(item)
    return tuple(found)


def _told(item: Holdings, held: tuple[int, ...]) -> str:
    told = f"This hand was {surprise(item.chances, held):.1f} bits of surprise"
    if item.beside:
        return f"{told}; by counting alone {surprise(item.beside, held):.1f}."
    return f"{told}."


def hand_after(reveal: Reveal, sight: Sight, seat: int) -> int:
    """Return the packed hand of a seat after a turn, as it is in `sight`; where the turn ended a
    round, as it was turned up.
    """
    for event in reveal.events:
        if event.kind == "score":
            return pack(event.data["hands"][seat])
    return sight.sides[seat].hand or 0


def last_thought(session: Session, minds: Mapping[int, tuple[int, Mind]]) -> tuple[int, Mind]:
    """Return the seat that thought last of `minds`, not empty, and its mind with the truth."""
    turn = max(minds)
    seat, mind = minds[turn]
    moments = Moments(session.game, session.setup.params)
    moments.follow(session.match.turns[:turn])
    return seat, with_truth(mind, moments[-1].state.traders[1 - seat].hand)


def named(mind: Mind, names: tuple[str, str], sides: tuple[str, str]) -> Mind:
    """Return a mind whose titles and notes name people by `names`, in place of the `sides`."""
    found: list[MindItem] = []
    for item in mind:
        if isinstance(item, Holdings | Bars):
            item = dataclasses.replace(item, title=_by_name(item.title, names, sides))
        elif isinstance(item, Note):
            item = dataclasses.replace(item, text=_by_name(item.text, names, sides))
        found.append(item)
    return tuple(found)


def _by_name(text: str, names: tuple[str, str], sides: tuple[str, str]) -> str:
    for side, name in zip(sides, names, strict=True):
        if name == "You":
            text = text.replace(f"{side}'s", "Your").replace(f"{side} hides", "You hide")
        text = text.replace(side, name)
    return text
