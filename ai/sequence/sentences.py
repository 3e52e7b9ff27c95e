"""The first sentence of a reader's mind: what it expects, and the simplest idea that explains it.

A sentence has at most `games.mind.SENTENCE_WORDS` words. So a reason comes in several forms, from
the fullest to the shortest, and the first that fits is used. Of all ideas that explain a player's
moves, the simplest is named whose mean code length is at most `NEARLY` times the least: who plays
one move nearly always hears of no deeper plan that foresees the same moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from games.mind import SENTENCE_WORDS

T = TypeVar("T")
NEARLY: Final = 1.02
"""Mean bits a move up to this multiple of the least explain the moves nearly as well."""
_EQUAL: Final = 1e-9
_COUNTED: Final = re.compile(r" \((\d+) of the last (\d+) times\)")


def simplest(ideas: Sequence[T], costs: Sequence[float]) -> T | None:
    """Return the first of `ideas`, which come from the simplest to the deepest, that explains
    nearly as much as the best; None for none.

    `costs` are their mean bits a move.

    >>> simplest(("often", "counters"), (1.01, 1.0)), simplest(("often", "counters"), (1.5, 1.0))
    ('often', 'counters')
    """
    most = min(costs, default=0.0) * NEARLY + _EQUAL
    return next((idea for idea, cost in zip(ideas, costs, strict=True) if cost <= most), None)


def forms(reason: str, brief: str = "") -> Iterator[str]:
    """Yield a reason with how often it held, then shorter, then its `brief` form.

    >>> list(forms("you repeat a key (8 of the last 9 times)"))[1:]
    ['you repeat a key (8 of 9 times)', 'mostly you repeat a key']
    """
    yield reason
    found, mostly = _COUNTED.search(reason), ""
    if found:
        mostly = "mostly " if 2 * int(found[1]) > int(found[2]) else "often "
        yield _COUNTED.sub(r" (\1 of \2 times)", reason)
        yield mostly + _COUNTED.sub("", reason)
    if brief:
        yield mostly + brief


def expecting(name: str, reasons: Sequence[str]) -> str:
    """Return a sentence that expects the choice `name`, with the first of the `reasons` that fits;
    without one that fits none is given.

    >>> expecting("kick", ["you repeat your last move"])
    'I expect kick: you repeat your last move.'
    """
    start = f"I expect {name}"
    told = (f"{start}: {reason}." for reason in reasons)
    return next((text for text in told if len(text.split()) <= SENTENCE_WORDS), f"{start}.")


IDEA: Final = "I think {}"
"""A reason that is an idea, of which no count in the last rounds says that it holds."""
GUESSED: Final = "I expect {}, but it is little more than a guess."
REMEMBERED: Final = "I expect {}, by what I remember of you."
BY_OTHERS: Final = "I expect {}: I do not know you yet and go by others."
UNKNOWN: Final = "I expect {}: I do not know you yet."
"""Sentences without a reason in what was seen of the player."""
