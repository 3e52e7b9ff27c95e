"""Words of Set for judged races: when a claim was due, and the cards that could be taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from games.agents import Judge
from games.judging import Asked, Chapter, ChoiceWords, Found
from games.moments import Moments
from games.set.drawing import words
from games.set.rules.claims import is_right, parse
from games.set.rules.state import State
from games.set.words import why_wrong


class SetWords(ChoiceWords):
    """Words for races; none is asked again, for the clock of a race does not run in an exercise."""

    luck: ClassVar[str] = ""
    one: ClassVar[str] = "race"
    whole: ClassVar[bool] = False
    opened: ClassVar[bool] = True
    shown_before: ClassVar[bool] = True
    asks: ClassVar[bool] = False
    given: ClassVar[str] = "Behind the usual time, a race"
    lost: ClassVar[str] = "a race"

    def where(self, asked: Asked) -> str:
        """Return the number of the race."""
        return f"Race {asked.number}"

    def why(self, found: Found, names: Sequence[str]) -> str:
        """Return what a wrong claim broke, the cards of the easiest set, and why it is easy."""
        best, own = parse(found.judged.best), parse(found.judged.move)
        if best is None or not best.cards or not found.judged.why:
            return super().why(found, names)
        told = f"{_cards(best.cards)}: it {found.judged.why}."
        wrong = (
            own is not None and len(own.cards) == 3 and not is_right(found.asked.choice.state, own)
        )
        return f"{why_wrong(own.cards)} {told}" if own is not None and wrong else told

    def chapters(self, moments: Moments[State]) -> list[Chapter]:
        """Return the match; what is counted are seconds gained on the usual time, from 0 on."""
        return [Chapter("", 0, (0.0, 0.0))]

    def source(self, judge: Judge) -> str:
        """Return what times are held against."""
        return (
            "Each time is held against what the horse race expects of the same player on that "
            "table, from the races before. A point that a wrong claim costs counts as the time of "
            "a set. Races with a hint or a pause are not judged."
        )


def _cards(cards: Sequence[int]) -> str:
    """Return cards as a sentence begins with them."""
    *most, last = (words(card) for card in cards)
    told = f"{', '.join(most)} and {last}"
    return f"{told[:1].upper()}{told[1:]}"


WORDS: Final = SetWords()
