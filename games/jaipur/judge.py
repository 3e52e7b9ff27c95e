"""Words of Jaipur for judged choices: rounds, their turns, rupees, and what could be counted."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, cast

from games.agents import Judge
from games.core import CHANCE
from games.jaipur.asks import Adviser
from games.judging import Asked, Chapter, ChoiceWords, Found, shares
from games.mind import Mind
from games.moments import Moments
from games.spec import Params


class JaipurWords(ChoiceWords):
    """Words for the choices of a match of Jaipur; each round is reviewed by itself."""

    judge: ClassVar[str] = "adviser"
    luck: ClassVar[str] = "The cards"
    part: ClassVar[str] = "Round"
    whole: ClassVar[bool] = False
    ships: ClassVar[Params | None] = MappingProxyType({"length": "round"})

    def where(self, asked: Asked) -> str:
        """Return the turn of the round."""
        return f"Turn {asked.place}"

    def points(self, found: Found) -> str:
        """Return the rupees that a choice lost."""
        rupees = found.judged.points
        return f" and about {rupees:.0f} rupees" if rupees >= 0.5 else ""

    def chapters(self, moments: Moments[Any]) -> list[Chapter]:
        """Return the rounds in which a player chose."""
        found: list[Chapter] = []
        first = chosen = 0
        for number, turn in enumerate(moments.turns):
            chosen += turn[0][0] != CHANCE
            scored = [e.data for e in moments[number + 1].events if e.kind == "score"]
            if not (scored or number + 1 == len(moments.turns)):
                continue
            if chosen:
                chapter = Chapter(f"Round {len(found) + 1}", first, (0.5, 0.5))
                found.append(_ended(chapter, scored[0]) if scored else chapter)
            first, chosen = number + 1, 0
        return found

    def knowing(self, judge: Judge, view: object) -> Mind:
        """Return what the seat of a view can count on."""
        return cast(Adviser, judge).odds(view)


def _ended(chapter: Chapter, data: Mapping[str, Any]) -> Chapter:
    """Return a round with its end."""
    winner, totals = data["winner"], tuple(data["total"])
    ended = (0.5, 0.5) if winner is None else shares([float(n == winner) for n in (0, 1)])
    return chapter._replace(ended=ended, scores=totals)


WORDS: Final = JaipurWords()
