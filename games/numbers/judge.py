"""Words of Numbers for judged keys: how far each was to be foreseen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from games.agents import Judge
from games.judging import Asked, Found, PointWords
from games.numbers.rules import PERSON


class NumbersWords(PointWords):
    """Words for the keys of the person; nothing is asked again, for no key is right by itself.

    The table has no hint: a key that a predictor names is no key of the person's own, and to be
    unforeseeable by oneself is the game.
    """

    one: ClassVar[str] = "key"
    luck: ClassVar[str] = "Luck"
    asks: ClassVar[bool] = False
    seats: ClassVar[tuple[int, ...] | None] = (PERSON,)

    def where(self, asked: Asked) -> str:
        """Return the number of the key."""
        return f"Key {asked.choice.turn + 1}"

    def why(self, found: Found, names: Sequence[str]) -> str:
        """Return how far the key was to be foreseen."""
        told = found.judged.why
        return f"{told[:1].upper()}{told[1:]}." if told else ""

    def ended(self, returns: Sequence[float]) -> tuple[float, ...]:
        """Return the points of both sides."""
        return tuple(returns)

    def source(self, judge: Judge) -> str:
        """Return what keys are held against."""
        return "No key is right by itself: each is held against how well it could be guessed."


WORDS: Final = NumbersWords()
