"""A deal as text, so that a table can be compared or a game from a box entered.

`2-5-8-13 3-6-9-12 4-7-10-11: nile ra nile ...`: the suns of each seat, a colon, and the 180 tiles
in the order in which they are drawn, by name.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.ra.tiles import ALL, KINDS, NUMBER, SUN_SETS, Counts
from games.spec import BadOption, Option

SUNS: Final = re.compile(r"\d{1,2}(-\d{1,2})*")
Dealt = tuple[tuple[tuple[int, ...], ...], Counts]
"""The suns of each seat, and the kinds of all tiles in the order of drawing."""


class DealOption(Option):
    """A deal's text, "" for none."""

    def parse(self, value: object) -> str:
        """Return the deal in its one way of writing; raises `BadOption`."""
        if not isinstance(value, str):
            raise BadOption(f"{self.name} needs the text of a deal.")
        text = " ".join(value.split())
        if not text:
            return ""
        return write_deal(*read_deal(text))


_shuffled: list[tuple[str, Dealt]] = [("", ((), b""))]
"""The deal that was shuffled last."""


def read_deal(text: str) -> Dealt:
    """Return the deal that a text writes; raises `BadOption` where it is none."""
    known, dealt = _shuffled[0]
    return dealt if text and text == known else _read_deal(text)


@lru_cache(maxsize=64)
def _read_deal(text: str) -> Dealt:
    head, colon, tail = text.partition(":")
    odd = next((word for word in head.split() if not SUNS.fullmatch(word)), None)
    odd = odd or next((word for word in tail.split() if word not in NUMBER), None)
    if odd is not None:
        told = f"{odd[:40]!r} is neither suns as in 2-5-8-13 nor a tile"
        raise BadOption(f"This is no deal of Ra: {told}; it has suns, a colon, and 180 tiles.")
    suns = tuple(tuple(map(int, word.split("-"))) for word in head.split())
    bag = bytes(NUMBER[word] for word in tail.split())
    reason = why_no_deal(suns, bag) if colon else "a deal has suns, a colon, and tiles."
    if reason:
        raise BadOption(f"This is no deal of Ra: {reason}")
    return suns, bag


def why_no_deal(suns: Sequence[tuple[int, ...]], bag: Counts) -> str:
    """Return why this is no whole deal, as a sentence, or ""."""
    if len(suns) not in SUN_SETS:
        return f"it has suns for {len(suns)} seats, and Ra is for 3, 4 or 5."
    if sorted(suns) != sorted(SUN_SETS[len(suns)]):
        return "the suns are not the sets of the game, one a seat."
    if len(bag) != sum(ALL):
        return f"its bag has {len(bag)} of the {sum(ALL)} tiles."
    wrong = next((k for k, count in enumerate(ALL) if bag.count(k) != count), None)
    if wrong is None:
        return ""
    return f"it has {bag.count(wrong)} of {KINDS[wrong]}, and there are {ALL[wrong]}."


def write_deal(suns: Sequence[Sequence[int]], bag: Counts) -> str:
    """Return a deal as text."""
    seats = " ".join("-".join(map(str, own)) for own in suns)
    return f"{seats}: {' '.join([KINDS[kind] for kind in bag])}"


def shuffled_text(players: int, rng: random.Random) -> str:
    """Return a random deal as text, and know already how it reads."""
    dealt = shuffled(players, rng)
    text = write_deal(*dealt)
    _shuffled[0] = (text, dealt)
    return text


_BAG: Final = bytes(kind for kind, count in enumerate(ALL) for _ in range(count))


def shuffled(players: int, rng: random.Random) -> Dealt:
    """Return a random deal for this number of `players`."""
    suns = list(SUN_SETS[players])
    bag = [*_BAG]
    rng.shuffle(suns)
    rng.shuffle(bag)
    return tuple(suns), bytes(bag)
