"""The quality of choices in a game of Ur: accuracy, grades from best to blunder, two moments.

All follows from the judge's steps (`games.ur.asks.JudgedStep`). A *choice* is a turn with more than
one legal move; its *loss* is the win probability of the best move less the played move's, and the
*stake* is the best move's less the worst's.

    accuracy = 1 - (all that was lost) / (all that was at stake)

so that always the best move is 100%, and always the worst 0%. Forced moves count nothing, and
choices among equal moves next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.shell.draw.roles import LOSS, RIGHT, SERIES
from games.ur.asks import JudgedStep


class Grade(NamedTuple):
    """A grade of choices: its name, what such a choice loses at least (0..1), and its colour."""

    name: str
    least: float
    colour: str


GRADES: Final = (
    Grade("Best", 0.0, RIGHT),
    Grade("Good", 0.005, "quiet"),
    Grade("Slip", 0.02, SERIES[4]),
    Grade("Mistake", 0.05, SERIES[1]),
    Grade("Blunder", 0.1, LOSS),
)
"""The grades, the best first. Chosen from what `greedy` loses against the solved game of 4 pieces,
so that a fifth of its choices are slips or worse and one in a hundred a blunder; half a point is
what two good judges differ by."""
SLIP: Final = 2
"""The place of the first grade that lowers the accuracy that is shared."""
MISTAKE: Final = 3
"""The place of the first grade that a coach speaks of."""
ONLY_MOVE: Final = 0.02
"""A best move is a moment where the next best one would have lost as much as a slip."""


class GradedChoice(NamedTuple):
    """One choice of a side: its turn, from 1 on, and the judge's step."""

    turn: int
    step: JudgedStep

    @property
    def lost(self) -> float:
        """The win probability that it gave away, 0..1."""
        scores = self.step.scores
        played: int = self.step.before.moves.index(self.step.move)
        return max(scores) - scores[played]

    @property
    def stake(self) -> float:
        """The win probability between the best and the worst move, 0..1."""
        return max(self.step.scores) - min(self.step.scores)

    @property
    def margin(self) -> float:
        """By how much the best move was better than the next one, 0..1."""
        first, second = sorted(self.step.scores, reverse=True)[:2]
        return first - second

    @property
    def grade(self) -> int:
        """The place of its grade among `GRADES`."""
        return grade_of(self.lost)


def grade_of(lost: float) -> int:
    """Return the place among `GRADES` of a choice that `lost` this much win probability, 0..1."""
    return max(place for place, grade in enumerate(GRADES) if lost >= grade.least or not place)


def choices(steps: Sequence[JudgedStep], seat: int) -> Iterator[GradedChoice]:
    """Yield the choices that the side in a `seat` made in the judge's `steps`, in order."""
    for turn, step in enumerate(steps, start=1):
        if step.kind == "move" and step.seat == seat and len(step.scores) > 1:
            yield GradedChoice(turn, step)


def accuracy(made: Sequence[GradedChoice]) -> float | None:
    """Return the share (0..1) of all that was at stake in the choices `made` that was not lost.

    None where nothing was at stake.
    """
    stake = sum(choice.stake for choice in made)
    return 1.0 - sum(choice.lost for choice in made) / stake if stake > 0.0 else None


def shares(made: Sequence[GradedChoice]) -> tuple[int, ...]:
    """Return the number of the choices `made` that have each of the `GRADES`."""
    found = [choice.grade for choice in made]
    return tuple(found.count(place) for place in range(len(GRADES)))


def best_moment(made: Sequence[GradedChoice]) -> GradedChoice | None:
    """Return the best move among `made` that would have been costliest to miss, or None.

    It counts where the next best move would have lost at least `ONLY_MOVE`.
    """
    found = [c for c in made if c.grade == 0 and c.margin >= ONLY_MOVE]
    return max(found, key=lambda choice: choice.margin, default=None)
