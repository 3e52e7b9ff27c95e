"""Words of Virtual Karate for judged choices: rounds, and what was to be foreseen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from games.agents import Judge
from games.judging import Asked, Found, PointWords

SOURCE: Final = (
    "A move is a slip only where it could be foreseen, and another one gained more against the "
    "other side's habits."
)


class KarateWords(PointWords):
    """Words for the choices of a match of karate."""

    one: ClassVar[str] = "round"

    def where(self, asked: Asked) -> str:
        """Return the round."""
        return f"Round {asked.choice.turn + 1}"

    def why(self, found: Found, names: Sequence[str]) -> str:
        """Return what was most likely to come."""
        told = found.judged.why
        return f"{told[:1].upper()}{told[1:]}." if told else ""

    def source(self, judge: Judge) -> str:
        """Return what choices are held against."""
        return SOURCE


WORDS: Final = KarateWords()
