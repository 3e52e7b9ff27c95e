"""The judge of Virtual Karate: what a move was to gain by what could be foreseen before it.

The opponent's move was sealed, so no choice is right or wrong by itself. A reader of the rounds
before (`ai.zerosum.sensei`) says how likely each of the opponent's moves was; a choice is worth its
expected gain against that, in points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ai.core import Agent
from ai.karate.fighter import NAMES
from ai.zerosum.sensei import SenseiStrategy
from games.agents import Advice, Judged, Measure, Weighed
from games.core import Event, Game
from games.karate.rules import MOVES, State, gain_matrix
from games.spec import Params
from games.streams import Stream

POINTS: Final = Measure("the expected points", "points", (0.5, 2.0, 4.0, 6.0))
"""One exchange changes the lead by 10 points at most. By hand: a slip is a fifth of that."""


class Judge(Agent):
    """Foresees each side from the rounds before, as the other side could."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Watch a new match."""
        super().begin(seats, game, params, rng)
        self._gains = np.array(gain_matrix(params["table"]))
        self._readers = [SenseiStrategy(gain_matrix(params["table"])) for _ in range(2)]

    def observe(self, events: Sequence[Event]) -> None:
        """Learn from each round."""
        for event in events:
            if event.kind == "round":
                one, two = (MOVES.index(move) for move in event.data["moves"])
                self._readers[0].learn(one, two)
                self._readers[1].learn(two, one)

    def _weighed(self, seat: int) -> tuple[list[Weighed], str]:
        """Return the expected gain of each move, and what the other side was to do most likely."""
        forecast = self._readers[seat].forecast()
        values = self._gains @ forecast
        rows = [
            Weighed(move, name.lower(), float(value))
            for move, name, value in zip(MOVES, NAMES, values, strict=True)
        ]
        most = int(forecast.argmax())
        return (
            rows,
            f"the other side's likeliest move was {NAMES[most].lower()} ({forecast[most]:.0%})",
        )

    def judge(self, state: State, seat: int, move: str, seed: int = 0) -> Judged:
        """Judge a move by its expected gain, on top of the lead so far."""
        rows, foreseen = self._weighed(seat)
        lead = float(state.player_points - state.opponent_points)
        return Judged.of(seat, move, POINTS, rows, -lead if seat else lead, foreseen)

    def hint(self, view: State, seed: int = 0) -> Advice:
        """Return the moves of the player, best first, and what is to be foreseen."""
        rows, foreseen = self._weighed(0)
        best, *rest = sorted(rows, key=lambda row: -row.value)
        gain = f"{best.words.capitalize()} gains {best.value:.1f} points on average"
        return Advice(f"{gain}: {foreseen.replace('was', 'is', 1)}.", (best, *rest))
