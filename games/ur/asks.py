"""The questions of Ur to its judge beyond single choices: the steps of a game, values, rolls."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from games.agents import Judge as AnyJudge
from games.mind import Bars, Lines


class JudgedStep(NamedTuple):
    """One turn as a judge saw it.

    `kind` is "roll" or "move" (a forced pass is a move, too); `light` is the first seat's win
    probability afterwards, `change` the change for `seat`, `best` the best move ("" of a roll).
    `before` is the position of the decision, `scores` the mover's win probability after each of its
    legal moves (() of a roll).
    """

    kind: str
    seat: int
    light: float
    change: float
    move: str
    best: str
    before: Any
    scores: tuple[float, ...] = ()


class Judge(AnyJudge, Protocol):
    """Watches a game of two and knows who is likely to win; `first` is the chance at the start."""

    steps: list[JudgedStep]
    first: float
    source: str

    @property
    def exact(self) -> bool:
        """True if the values come from perfect play by both sides."""

    def prepare(self, rules: str, pieces: int) -> None:
        """Find what values a game, which may take a moment; `use` then takes it at once.

        `rules` and `pieces` say which game it is.
        """

    def use(self, rules: str, pieces: int) -> None:
        """Value the game by these `rules` with this number of `pieces` from now on."""

    def worth(self, state: Any) -> float:
        """Return the first seat's win probability under best play."""

    def scores(self, state: Any) -> list[float]:
        """Return the mover's win probability after each legal move."""

    def candidates(self, state: Any, title: str) -> Lines:
        """Return the legal moves with their win probabilities, best first, under a `title`."""

    def rolls(self, state: Any) -> Bars:
        """Return the value of each roll to the side that is to roll."""

    def luck(self, seat: int) -> float:
        """Return the change in a seat's win probability by all dice."""

    def skill(self, seat: int) -> float:
        """Return the change in a seat's win probability by all choices."""
