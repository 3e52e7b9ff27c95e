"""The judge of Numbers: which keys were to be foreseen from the keys before.

There is no right key. What can be said of one is how likely a reader of the keys before
(`ai.zerosum.sensei`) held it: the less, the surer it was a point for the person.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ai.core import Agent
from ai.zerosum.sensei import Sensei
from games.agents import Advice, Judged, Measure, Weighed
from games.core import Event, Game
from games.numbers.rules import KEYS, State
from games.spec import Params
from games.streams import Stream

POINTS: Final = Measure("the expected points", "points", (0.1, 0.3, 0.5, 0.7))
"""By chance alone each key is foreseen with 25%: a slip is a key that was foreseen with more than
twice that."""
_GUESSED: Final = tuple(tuple(float(key == guess) for key in KEYS) for guess in KEYS)
"""What a guess (row) gains against a key."""


class Judge(Agent):
    """Foresees the person's keys from the keys before."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Watch a new game."""
        super().begin(seats, game, params, rng)
        self._reader = Sensei(_GUESSED)

    def observe(self, events: Sequence[Event]) -> None:
        """Learn from each key."""
        for event in events:
            if event.kind == "key":
                self._reader.learn(KEYS.index(event.data["guess"]), KEYS.index(event.data["key"]))

    def _weighed(self) -> tuple[Weighed, ...]:
        """The chance of each key to be a point, best first."""
        rows = zip(KEYS, self._reader.forecast(), strict=True)
        found = (Weighed(key, f"key {key}", 1.0 - float(share)) for key, share in rows)
        return tuple(sorted(found, key=lambda row: -row.value))

    def judge(self, state: State, seat: int, move: str, seed: int = 0) -> Judged:
        """Judge a key by its chance to be a point, on top of the points so far."""
        rows = self._weighed()
        own = next(row.value for row in rows if row.move == move)
        told = f"key {move} was to be foreseen with {1.0 - own:.0%}, by chance it is 25%"
        points = float(state.pressed - state.hits)
        return Judged.of(seat, move, POINTS, rows, points, told)

    def hint(self, view: State, seed: int = 0) -> Advice:
        """Return the keys, the least foreseeable first."""
        rows = self._weighed()
        return Advice(f"{rows[0].words.capitalize()} is the least foreseeable.", rows)
