"""A player with human habits, for attract mode and as an opponent that can be read.

People who are asked to choose at random do not: they avoid repeating themselves and take what has
not come for a while (Wagenaar, "Generation of random sequences by human subjects", 1972), go
through the choices in order (Towse and Neil, "Analyzing human random generation behavior", 1998),
stay with what won and move on round the circle from what lost (Wang, Xu and Zhou, "Social cycling
and conditional responses in the rock-paper-scissors game", 2014), and keep to one manner for a
while before they change it. `HabitModel` gives each of these a strength, drawn anew for every
match, and chooses with probabilities proportional to the exponential of their sum. The strengths
are invented; they are not fitted to data.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from games.streams import Stream

MOOD_LENGTH: Final = 18
"""After how many rounds, on average, a player changes manner; invented, as all strengths are."""


class Mood(NamedTuple):
    """A manner of choosing: the strength of each habit, in units of log-odds."""

    repeat: float
    overdue: float
    step: float
    alternate: float
    after_win: float
    after_loss: float


_MOODS: Final = (
    Mood(repeat=-1.2, overdue=0.30, step=0.4, alternate=0.0, after_win=0.8, after_loss=-0.6),
    Mood(repeat=-1.6, overdue=0.05, step=1.6, alternate=-0.4, after_win=0.2, after_loss=-0.2),
    Mood(repeat=-1.0, overdue=0.10, step=0.0, alternate=1.4, after_win=0.4, after_loss=-0.4),
    Mood(repeat=0.2, overdue=0.00, step=0.2, alternate=0.0, after_win=1.6, after_loss=-1.2),
)
"""The manners; the numbers are invented, and not fitted to anybody."""


class HabitModel:
    """Chooses among k moves as a person might; every trait is drawn from `rng` at the start."""

    def __init__(self, k: int, rng: Stream) -> None:
        self.k = k
        self._direction = 1 if rng.below(3) else -1
        self._liking = [0.9 * rng.random() for _ in range(k)]
        self._strength = 0.7 + 0.6 * rng.random()
        self._mood = _MOODS[rng.below(len(_MOODS))]
        self._age = [1 + rng.below(k) for _ in range(k)]
        self._last = self._before = -1
        self._won: bool | None = None

    def probabilities(self) -> tuple[float, ...]:
        """Return the probability of each move now, shape (k,)."""
        weights = [math.exp(self._strength * self._appeal(move)) for move in range(self.k)]
        total = sum(weights)
        return tuple(weight / total for weight in weights)

    def _appeal(self, move: int) -> float:
        """Return the appeal of a `move` in log-odds."""
        mood = self._mood
        appeal = self._liking[move] + mood.overdue * min(self._age[move], 2 * self.k)
        if self._last < 0:
            return appeal
        if move == self._last:
            appeal += mood.repeat
            if self._won is not None:
                appeal += mood.after_win if self._won else mood.after_loss
        elif move == self._before:
            appeal += mood.alternate
        if move == (self._last + self._direction) % self.k:
            appeal += mood.step
        return appeal

    def learn(self, move: int, won: bool | None, rng: Stream) -> None:
        """See the `move` that was chosen and whether it `won` (None for neither).

        Now and then `rng` changes the mood.
        """
        self._age = [age + 1 for age in self._age]
        self._age[move] = 0
        self._before, self._last, self._won = self._last, move, won
        if not rng.below(MOOD_LENGTH):
            self._mood = _MOODS[rng.below(len(_MOODS))]
