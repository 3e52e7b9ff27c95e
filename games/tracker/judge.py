"""Words of the tracker's games for judged choices, each in its own measure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from games.agents import Judge
from games.judging import Asked, Chapter, ChoiceWords
from games.moments import Moments
from games.spec import Params
from games.tracker import WATCH
from games.tracker.rules import hide, hunt, seek


class MazeWords(ChoiceWords):
    """Words for choices in a maze; `of` has those of the game that is played."""

    one: ClassVar[str] = "step"
    seats: ClassVar[tuple[int, ...] | None] = (0,)
    whole: ClassVar[bool] = False
    held: ClassVar[str] = ""

    def where(self, asked: Asked) -> str:
        """Return the number of the step."""
        return f"Step {asked.choice.state.step + 1}"

    def source(self, judge: Judge) -> str:
        """Return what choices are held against."""
        return self.held

    def of(self, params: Params) -> ChoiceWords:
        """Return the words of the game that the options choose."""
        return _PLAYS[params.get("play", WATCH)]


class WatchWords(MazeWords):
    """Words for steps in the laboratory; there nothing is added up, and nothing asked again."""

    luck: ClassVar[str] = ""
    whole: ClassVar[bool] = True
    asks: ClassVar[bool] = False
    given: ClassVar[str] = "Less surprising than the best step, on average"
    held: ClassVar[str] = "Steps are held against the surprise that a believer was to expect."

    def chapters(self, moments: Moments[Any]) -> list[Chapter]:
        """Return the match."""
        return [Chapter()]


class SeekWords(MazeWords):
    """Words for marks; values count moves that were gained on the expected ones."""

    luck: ClassVar[str] = "The ghost"
    one: ClassVar[str] = "round"
    seats: ClassVar[tuple[int, ...] | None] = (seek.SEEKER, seek.RIVAL)
    given: ClassVar[str] = "Farther from the ghost than the best mark was to be, a round"
    lost: ClassVar[str] = "lost a mark"
    held: ClassVar[str] = (
        "Each mark is held against the one that was to be nearest, by all readings before it."
    )

    def where(self, asked: Asked) -> str:
        """Return the number of the round."""
        return f"Round {asked.choice.state.rounds + 1}"

    def chapters(self, moments: Moments[Any]) -> list[Chapter]:
        """Return the match, in which the seats have gained nothing at first."""
        return [Chapter("", 0, (0.0, 0.0, 0.0))]


class HideWords(MazeWords):
    """Words for the steps of a ghost that hides."""

    luck: ClassVar[str] = "Chance"
    held: ClassVar[str] = (
        "Points are estimated: each step is played on many times, from lantern to lantern."
    )

    def chapters(self, moments: Moments[Any]) -> list[Chapter]:
        """Return the match, which ends with the points that were brought home."""
        last: hide.HideState = moments[-1].state
        return [Chapter("", 0, (), moments.game.returns(last) if last.over else ())]


class HuntWords(MazeWords):
    """Words for the steps of hunters, who want few, and of their ghost, who wants many."""

    luck: ClassVar[str] = "Chance and the others"
    seats: ClassVar[tuple[int, ...] | None] = None
    held: ClassVar[str] = "Steps to the catch are estimated: each move is played on many times."

    def chapters(self, moments: Moments[Any]) -> list[Chapter]:
        """Return the match, which ends with the steps of the hunt."""
        last: hunt.HuntState = moments[-1].state
        steps = float(last.step)
        return [Chapter("", 0, (), (-steps, -steps, steps) if last.over else ())]


WORDS: Final = MazeWords()
_PLAYS: Final[Mapping[str, ChoiceWords]] = {
    WATCH: WatchWords(),
    "seek": SeekWords(),
    "hide": HideWords(),
    "hunt": HuntWords(),
}
