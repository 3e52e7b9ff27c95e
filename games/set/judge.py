"""Words of Set for judged races: when a claim was due, and the cards that could be taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from games.agents import Judge, Judged
from games.judging import Asked, Chapter, ChoiceWords, Found
from games.moments import Moments
from games.set.drawing import words
from games.set.rules.claims import is_right, parse
from games.set.rules.state import FREEZE, State
from games.set.words import why_wrong


class SetWords(ChoiceWords):
    """Words for races; asked again, a race has no clock, and every right claim is as good."""

    luck: ClassVar[str] = ""
    one: ClassVar[str] = "race"
    whole: ClassVar[bool] = False
    opened: ClassVar[bool] = True
    shown_before: ClassVar[bool] = True
    given: ClassVar[str] = "Behind the usual time, a race"
    lost: ClassVar[str] = "a race"

    def move(self, judged: Judged, move: str) -> str:
        """Return a claim in words: as the judge has it, else whether its cards fit."""
        claim = parse(move)
        if any(row.move == move for row in judged.actions) or claim is None:
            return super().move(judged, move)
        fit = "that fit" if judged.lost <= 0 else "that do not fit"
        return f"{len(claim.cards)} cards {fit}" if claim.cards else "no set"

    def answer(self, found: Found, move: str) -> Judged:
        """Return a claim without its time: a wrong one costs as much as the usual search for a
        right one, and at least a freeze.
        """
        known, claim = found.judged, parse(move)
        if claim is not None and is_right(found.asked.choice.state, claim):
            return known._replace(move=move, lost=0.0, error=0.0, after=known.before, why="")
        usual = max((-row.value for row in known.actions if row.move == known.best), default=0.0)
        lost = max(FREEZE / 1000, usual)
        return known._replace(move=move, lost=lost, error=0.0, after=known.before - lost)

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
