"""The review of a match: each choice judged, and of each round the chance to win, luck and choices.

`Review` holds what has been judged so far and judges one choice at a time, so that a page can fill
while it goes on. It needs no window.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games import catalog
from games.agents import Judged
from games.beside import Beside
from games.core import CHANCE, Event, Turn
from games.jaipur.asks import Adviser
from games.jaipur.rules import GAME
from games.jaipur.rules.state import State
from games.jaipur.stall import NEW_ROUND, Stall, stall_after
from games.spec import Params

SURE: Final = 2.0
"""A loss is told where it is so many standard errors from none."""
COSTLY: Final = 0.02
"""The least chance to win that a choice must have lost to be told as costly."""
MOST: Final = 3
"""So many costly choices are told of a round."""


class Asked(NamedTuple):
    """A choice that was made: after how many turns of the match, in which state, and what it was.

    `number` counts the choices of its round from 1 on; `stall` is the market by places.
    """

    turn: int
    number: int
    state: State
    stall: Stall
    move: str


class Round(NamedTuple):
    """A round that was played: its number, its choices, and how it ended for the first seat.

    `ended` is 1, 1/2 or 0 and `totals` are the rupees of both, None where it was not played to its
    end.
    """

    number: int
    asked: tuple[Asked, ...]
    ended: float | None
    totals: tuple[int, int] | None


def rounds_of(params: Params, turns: Sequence[Turn]) -> list[Round]:
    """The rounds of a match, in order; one in which nobody chose is left out."""
    found: list[Round] = []
    asked: list[Asked] = []
    state, stall, number = GAME.new(params), NEW_ROUND, 1
    for turn, moves in enumerate(turns):
        seat, move = moves[0]
        if seat != CHANCE:
            asked.append(Asked(turn, len(asked) + 1, state, stall, move))
        state, events = GAME.apply(state, dict(moves))
        for event in events:
            stall = stall_after(stall, event)
        scored = _scored(events)
        if scored is not None:
            found.append(Round(number, tuple(asked), *scored))
            asked, number = [], number + 1
    if asked:
        found.append(Round(number, tuple(asked), None, None))
    return found


def _scored(events: Sequence[Event]) -> tuple[float, tuple[int, int]] | None:
    """How a round ended that ended with these events."""
    for event in events:
        if event.kind == "score":
            winner, (west, east) = event.data["winner"], event.data["total"]
            return (0.5 if winner is None else 1.0 - winner), (west, east)
    return None


class Costly(NamedTuple):
    """A choice that lost much: where it was made, and what is known of it."""

    asked: Asked
    judged: Judged


class Course(NamedTuple):
    """A round as it went: the first seat's chances before and after each choice, and its end.

    `luck` is what cards that were turned up gave the first seat, the deal included, and `choices`
    what the choices of both did; with the even chance of the start they add up to the end.
    """

    values: tuple[float, ...]
    luck: float
    choices: float


class Review:
    """A round that is judged choice by choice."""

    def __init__(self, played: Round, adviser: Adviser | None = None) -> None:
        self.played = played
        self.judged: list[Judged] = []
        self._adviser = adviser

    @property
    def done(self) -> bool:
        """Whether all choices are judged."""
        return len(self.judged) == len(self.played.asked)

    def step(self) -> None:
        """Judge the next choice."""
        if self._adviser is None:
            self._adviser = catalog.watcher("jaipur", "adviser")  # type: ignore[assignment]
        assert self._adviser is not None
        asked = self.played.asked[len(self.judged)]
        self.judged.append(
            self._adviser.judge(asked.state, asked.state.turn, asked.move, asked.turn)
        )

    def course(self) -> Course:
        """The chances so far, the last one as the round ended once all is judged."""
        judged, ended = list(self.judged), self.played.ended
        pairs = [each.values(0) or (0.0, 0.0) for each in judged]
        values = [value for pair in pairs for value in pair]
        chosen = sum(after - before for before, after in pairs)
        if self.done and ended is not None:
            values.append(ended)
        lucky = values[-1] - 0.5 - chosen if values else 0.0
        return Course(tuple(values), lucky, chosen)

    def costly(self, seats: Sequence[int], most: int = MOST) -> list[Costly]:
        """The choices of some `seats` that certainly lost something, the costliest first."""
        pairs = zip(self.played.asked, self.judged, strict=False)
        found = [
            Costly(asked, judged)
            for asked, judged in pairs
            if judged.seat in seats and judged.lost >= COSTLY and judged.lost > SURE * judged.error
        ]
        return sorted(found, key=lambda each: -each.judged.lost)[:most]

    def mean_cost(self, seat: int) -> float | None:
        """The chance to win that a seat's choices gave away on average, None before there is one.

        What is told too low or too high by chance evens out.
        """
        lost = [each.lost for each in self.judged if each.seat == seat]
        return sum(lost) / len(lost) if lost else None


class Judging(Beside):
    """Judges rounds one after the other in a thread, so that no frame waits for it."""

    def __init__(self, reviews: Sequence[Review]) -> None:
        """Begin at once."""
        self.reviews = reviews
        super().__init__()

    def steps(self) -> Iterator[None]:
        """Judge a choice after the other."""
        for review in self.reviews:
            while not review.done:
                review.step()
                yield

    @property
    def share(self) -> float:
        """How much is judged, 0 to 1."""
        every = sum(len(review.played.asked) for review in self.reviews)
        return sum(len(review.judged) for review in self.reviews) / max(1, every)
