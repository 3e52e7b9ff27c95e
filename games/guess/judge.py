"""Words of Guess for judged numbers: rounds, and the distance that was possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from games.agents import Judge
from games.judging import Asked, Chapter, ChoiceWords, Found
from games.moments import Moments


class GuessWords(ChoiceWords):
    """Words for the numbers that were named.

    Each is judged with the round open, so none is asked again: the crowd was not to be known.
    """

    luck: ClassVar[str] = "Luck"
    one: ClassVar[str] = "round"
    whole: ClassVar[bool] = False
    opened: ClassVar[bool] = True
    asks: ClassVar[bool] = False

    def where(self, asked: Asked) -> str:
        """Return the round."""
        return f"Round {asked.number}"

    def why(self, found: Found, names: Sequence[str]) -> str:
        """Return how far the number was off."""
        off = found.judged.lost - found.judged.actions[0].value
        return f"{found.judged.move} was {off:.1f} away from the target."

    def chapters(self, moments: Moments[Any]) -> list[Chapter]:
        """Return the match; what is counted is how far numbers were off, from 0 on."""
        return [Chapter("", 0, (0.0, 0.0))]

    def source(self, judge: Judge) -> str:
        """Return what numbers are held against."""
        return "Each number is held against the one that would have been nearest to the target."


WORDS: Final = GuessWords()
