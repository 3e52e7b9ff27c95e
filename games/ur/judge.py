"""Words of Ur for judged choices: throws, and what can be counted on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, cast

from games.agents import Judge as AnyJudge
from games.judging import Asked, ChoiceWords, Found
from games.ur.asks import Judge
from games.ur.coach.reasons import why
from games.ur.review import throw_of


class UrWords(ChoiceWords):
    """Words for the choices of a game of Ur."""

    judge: ClassVar[str] = "judge"
    luck: ClassVar[str] = "The dice"

    def where(self, asked: Asked) -> str:
        """Return the number of the throw, and what was thrown."""
        return f"Turn {throw_of(asked.choice.turn + 1)}, a {asked.choice.state.roll}"

    def why(self, found: Found, names: Sequence[str]) -> str:
        """Return the weightiest reason that can be counted."""
        judged = found.judged
        if judged.best == judged.move:
            return ""
        reason = why(found.asked.choice.state, judged.best, judged.move)
        return f"The better move {reason}." if reason else ""

    def source(self, judge: AnyJudge) -> str:
        """Return where estimates come from."""
        known = cast(Judge, judge)
        return "" if known.exact else f"The chances are estimated by {known.source}."


WORDS: Final = UrWords()
