"""Guess 2/3 for learners: the terms, the points, and the rounds that are closed."""

from __future__ import annotations

from collections.abc import Sequence

from ai.lab.environments.choosing import WholeMoves
from ai.lab.environments.encoding import MISSING, LastEvents, number, numbers, one_of
from ai.lab.environments.live import GameShape
from games import catalog
from games.guess.rules.game import NUMBERS
from games.plain import Plain
from games.spec import Params


def shape(params: Params, view: Plain) -> GameShape:
    """Return the shape of a match; guesses of closed rounds are known, the crowd's as a mean."""
    options = {option.name: option for option in catalog.spec("guess").options}
    parts = (
        number("seat", 1),
        number("rounds"),
        number("closed"),
        number("people"),
        one_of("crowd", options["crowd"].choices),
        numbers("multiplier", 2),
        number("last.mean", 100),
        number("last.target", 100),
        numbers("points", 2),
    )
    return GameShape(parts, WholeMoves(NUMBERS), _ROUNDS, at_once=True)


def _closed(data: Plain) -> Sequence[float]:
    above, below = data["target"]
    guesses = data["guesses"]
    return (guesses[0], guesses[1], data["sum"] / len(guesses), above / below)


_ROUNDS = LastEvents(
    "close",
    ("guess of seat 0", "guess of seat 1", "mean of all guesses", "target"),
    MISSING,
    100,
    _closed,
)
