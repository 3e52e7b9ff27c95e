"""The judge of Guess: how far every number would have been from the target it would have made.

The round is open when it judges: with all other guesses known, the target of each number follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ai.core import Agent
from games.agents import Advice, Judged, Measure, Weighed
from games.core import Event, Game
from games.guess import HIGH, LOW
from games.guess.rules.game import SEATS, State, parse_multiplier
from games.spec import Params
from games.streams import Stream

DISTANCE: Final = Measure("the distance to the target", "steps", (1.0, 3.0, 6.0, 12.0), costs=True)
"""By hand: a slip is 3 of 100 numbers away from what was possible."""


class Judge(Agent):
    """Remembers the round that was closed last, and how far the seats were off before it."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Watch a new match."""
        super().begin(seats, game, params, rng)
        self._multiplier = parse_multiplier(params["multiplier"])
        self._before = [0.0 for _ in SEATS]
        self._guesses: tuple[int, ...] = ()

    def observe(self, events: Sequence[Event]) -> None:
        """Take in the guesses of each round."""
        for event in events:
            if event.kind == "close":
                for seat in SEATS if self._guesses else ():
                    self._before[seat] -= self._distance(seat, self._guesses[seat])
                self._guesses = tuple(event.data["guesses"])

    def _distance(self, seat: int, number: int) -> float:
        """Return the distance of a number to its target, had the seat named it."""
        numerator, denominator = self._multiplier
        total = sum(self._guesses) - self._guesses[seat] + number
        return abs(number - total * numerator / (denominator * len(self._guesses)))

    def judge(self, state: State, seat: int, move: str, seed: int = 0) -> Judged:
        """Judge a number of the round that was closed last by its distance."""
        rows = (
            Weighed(str(number), str(number), -self._distance(seat, number))
            for number in range(LOW, HIGH + 1)
        )
        return Judged.of(seat, move, DISTANCE, rows, self._before[seat])

    def hint(self, view: State, seed: int = 0) -> Advice:
        """Return the numbers some steps of thinking from the last average, one step first; each is
        worth its distance to the target of a crowd whose mean stays as it was.
        """
        factor = self._multiplier[0] / self._multiplier[1]
        rows = []
        for count, word in enumerate(("one step", "two steps", "three steps", "four steps"), 1):
            number = round(view.anchor * factor**count)
            distance = abs(number - view.anchor * factor)
            rows.append(Weighed(str(number), f"{number}, {word} on", -distance))
        told = f"{rows[0].move}: one step of thinking on from an average of {view.anchor:.0f}."
        return Advice(told, tuple(rows))
