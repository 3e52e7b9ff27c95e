"""The judge of Virtual Karate: what a move was to gain by what could be foreseen before it.

The opponent's move was sealed, so no choice is right or wrong by itself. A reader of the rounds
before (`ai.zerosum.sensei`) forecasts the moves of each side. The forecast counts as far as the
reader beat the equilibrium mix, and that mix has the rest. The value of a choice is the expected
gain against the other side's forecast, in points. A choice loses points only where the move was
foreseen: a good mix has to hold moves that are not the best answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ai.core import Agent
from ai.zerosum.equilibrium import Payoff
from ai.zerosum.sensei import SenseiStrategy
from games.agents import Advice, Judged, Measure, Weighed
from games.arrays import FloatArray
from games.core import Event, Game
from games.karate.rules import TABLES, State, gain_matrix
from games.spec import Params
from games.streams import Stream

POINTS: Final = Measure("the expected points", "points", (0.5, 2.0, 4.0, 6.0))
"""One exchange changes the lead by 10 points at most. By hand: a slip is a fifth of that."""
FORESEEN: Final = 0.5
"""The least share by the rounds before at which a move was foreseen: twice the share of a blind
guess; by hand."""
LEAST_SHARE: Final = 0.1
"""The share of an even mix in a forecast that a round judges: no round refutes a forecast."""
MOST_EVIDENCE: Final = 10.0
"""The most evidence for one of two forecasts: a side that begins to mix is believed soon."""


class MoveForecast:
    """The forecast of one side's moves by the rounds before, in a game of these `gains`."""

    def __init__(self, gains: Payoff) -> None:
        self._reader = SenseiStrategy(gains)
        self._safe = self._reader.budget.safe_strategy
        self._evidence = 0.0  # the log of the odds that the reader's forecasts are the better ones

    def shares(self) -> FloatArray:
        """Return how likely each move is, shape (k,)."""
        trust = 1.0 / (1.0 + np.exp(-self._evidence))
        return np.asarray(trust * self._reader.forecast() + (1.0 - trust) * self._safe)

    def learn(self, own: int, other: int) -> None:
        """Learn from a round: the move `other` of the side that is read, and its opponent's."""
        likely = (self._reader.forecast()[other], self._safe[other])
        ahead, behind = ((1.0 - LEAST_SHARE) * p + LEAST_SHARE / len(self._safe) for p in likely)
        new = self._evidence + float(np.log(ahead / behind))
        self._evidence = min(MOST_EVIDENCE, max(-MOST_EVIDENCE, new))
        self._reader.learn(own, other)


class Judge(Agent):
    """Foresees each side from the rounds before, as the other side could."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Watch a new match."""
        super().begin(seats, game, params, rng)
        self._moves = TABLES[params["table"]].moves
        self._gains = np.array(gain_matrix(params["table"]))
        self._forecasts = [MoveForecast(gain_matrix(params["table"])) for _ in range(2)]

    def observe(self, events: Sequence[Event]) -> None:
        """Learn from each round."""
        for event in events:
            if event.kind == "round":
                one, two = (self._moves.index(move) for move in event.data["moves"])
                self._forecasts[0].learn(one, two)
                self._forecasts[1].learn(two, one)

    def _weighed(self, seat: int) -> tuple[list[Weighed], str]:
        """Return the expected gain of each move, and what the other side was to do most likely."""
        forecast = self._forecasts[seat].shares()
        values = self._gains @ forecast
        rows = [
            Weighed(move, _name(move), float(value))
            for move, value in zip(self._moves, values, strict=True)
        ]
        most = int(forecast.argmax())
        name = _name(self._moves[most])
        return (
            rows,
            f"the other side's likeliest move was {name} ({forecast[most]:.0%})",
        )

    def judge(self, state: State, seat: int, move: str, seed: int = 0) -> Judged:
        """Judge a move by its expected gain, on top of the lead so far.

        A move that was not foreseen loses nothing.
        """
        rows, foreseen = self._weighed(seat)
        lead = float(state.player_points - state.opponent_points)
        likely = float(self._forecasts[1 - seat].shares()[self._moves.index(move)])
        why = f"{_name(move)} was foreseen at {likely:.0%}, and {foreseen}"
        judged = Judged.of(seat, move, POINTS, rows, -lead if seat else lead, why)
        if likely >= FORESEEN:
            return judged
        return judged._replace(lost=0.0, points=0.0, after=judged.before, why="")

    def hint(self, view: State, seed: int = 0) -> Advice:
        """Return the moves of the player, best first, and what is to be foreseen."""
        rows, foreseen = self._weighed(0)
        best, *rest = sorted(rows, key=lambda row: -row.value)
        gain = f"{best.words.capitalize()} gains {best.value:.1f} points on average"
        return Advice(f"{gain}: {foreseen.replace('was', 'is', 1)}.", (best, *rest))


def _name(move: str) -> str:
    """Return the words for a `move`."""
    return move.replace("-", " ")
