"""The fixed rules: levels of thinking, the equilibrium, the last target, the last ratios.

All of them are exact: a guess is rounded to the nearest whole number, halves up, and clamped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from games.guess.rules.scoring import Multiplier, nearest_whole

LEVELS: Final = 5
_FADING: Final = Fraction(7, 10)
_FIRST_TREND: Final = Fraction(6, 10)
_REMEMBERED: Final = 5


class PastRound(NamedTuple):
    """A closed round: the sum of its guesses and how many there were."""

    total: int
    size: int

    @property
    def mean(self) -> Fraction:
        """The exact mean."""
        return Fraction(self.total, self.size)


class RuleInput(NamedTuple):
    """The input of a rule: the multiplier, the range and the closed rounds, oldest first."""

    multiplier: Multiplier
    low: int
    high: int
    rounds: tuple[PastRound, ...] = ()

    @property
    def factor(self) -> Fraction:
        """The multiplier as a fraction."""
        return Fraction(*self.multiplier)

    @property
    def middle(self) -> Fraction:
        """The middle of the range, the anchor of the first round."""
        return Fraction(self.low + self.high, 2)

    @property
    def anchor(self) -> Fraction:
        """The number at which levels of thinking begin."""
        return self.rounds[-1].mean if self.rounds else self.middle

    def whole(self, value: Fraction) -> int:
        """Return the guess nearest to a value."""
        return max(self.low, min(self.high, nearest_whole(value)))


def table_of(
    multiplier: Multiplier, low: int, high: int, history: Sequence[Sequence[int]]
) -> RuleInput:
    """Return the table after these closed rounds."""
    rounds = tuple(PastRound(sum(guesses), len(guesses)) for guesses in history)
    return RuleInput(multiplier, low, high, rounds)


def level(number: int) -> Callable[[RuleInput], Fraction]:
    """Return the rule that thinks this number of steps ahead."""
    return lambda table: table.anchor * table.factor**number


def nash(table: RuleInput) -> Fraction:
    """Return the equilibrium: the low end, above a multiplier of 1 the high one, with 1 any."""
    if table.factor == 1:
        return table.anchor
    return Fraction(table.low if table.factor < 1 else table.high)


def repeat(table: RuleInput) -> Fraction:
    """Return the last target."""
    if not table.rounds:
        return table.factor * table.middle * table.factor
    return table.rounds[-1].mean * table.factor


def trend(table: RuleInput) -> Fraction:
    """Return the target where the mean moves as in the last rounds, the latest counting most."""
    anchors = (table.middle, *(closed.mean for closed in table.rounds))
    ratios = [
        (closed.mean / anchor, _FADING**age)
        for age, (closed, anchor) in enumerate(
            zip(reversed(table.rounds), reversed(anchors[:-1]), strict=True)
        )
        if age < _REMEMBERED and anchor
    ]
    if not ratios:
        return table.anchor * table.factor * _FIRST_TREND
    total = sum(weight for _, weight in ratios)
    return table.anchor * table.factor * sum(ratio * weight for ratio, weight in ratios) / total


RULES: Final[Mapping[str, Callable[[RuleInput], Fraction]]] = {
    **{f"level{number}": level(number) for number in range(LEVELS)},
    "nash": nash,
    "repeat": repeat,
    "trend": trend,
}
"""Each fixed rule by its id, as what it takes the next target for."""
