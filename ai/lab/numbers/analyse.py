"""Numbers' part of the analysis protocol: what a model held before each move of a sequence.

`predict` gives one row of k probabilities before each move, and one for the move to come. A
missed round, `-` (in a list also null), has no row, and the models do not see it: the moves around
it are neighbours, as they were when `mind` was fitted. The opponent's move of a missed round is
left out with it; where only the opponent missed a round, its move of that round is unknown.

Models: `uniform`; `seed`, counts from 1 after each pair of moves, with the moves 1, k - 1, k // 2
before the first (for four keys the original's); and `mind` (`ai.sequence.predictor`), which alone
makes use of `opponent` and `prior`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from ai.lab.analyse import choice, switch, whole
from ai.lab.errors import BadRequest
from ai.sequence.bank import initial_history
from ai.sequence.markov import MarkovTable
from ai.sequence.predictor import MAX_SYMBOLS, MindPredictor

MODELS: Final = ("uniform", "seed", "mind")
MOST_NUMBERS: Final = 12_000_000
"""Rows times symbols of one reply."""

Moves = list[int | None]


class _Model(Protocol):
    def row(self) -> list[float]:
        """The forecast, shape (k,)."""

    def see(self, move: int, opponent: int | None) -> None:
        """Learn one move."""


class _Uniform:
    def __init__(self, k: int) -> None:
        self._row = [1.0 / k] * k

    def row(self) -> list[float]:
        return self._row

    def see(self, move: int, opponent: int | None) -> None:
        pass


class _Seed:
    def __init__(self, k: int) -> None:
        self._table = MarkovTable(k, (1.0,) * k, initial_history(k))

    def row(self) -> list[float]:
        return list(self._table.forecast())

    def see(self, move: int, opponent: int | None) -> None:
        self._table.observe(move)


class _Mind:
    def __init__(self, k: int, opponent: bool, prior: bool) -> None:
        self._mind = MindPredictor(k, opponent=opponent, prior=prior)

    def row(self) -> list[float]:
        forecast = [float(p) for p in self._mind.predict()]
        total = sum(forecast)
        return [p / total for p in forecast]

    def see(self, move: int, opponent: int | None) -> None:
        self._mind.update(move, opponent)


def serve(request: Mapping[str, Any]) -> dict[str, Any]:
    """Serve one request; raises `BadRequest` (a `ValueError`) where it cannot be."""
    choice(request, "op", ("predict",))
    k = whole(request, "k", 2, MAX_SYMBOLS, 4)
    moves = _moves(request, "moves", k)
    given = request.get("opponent") is not None
    others: Moves = _moves(request, "opponent", k) if given else [None] * len(moves)
    if len(others) != len(moves):
        raise BadRequest('"opponent" needs one move for each of "moves".')
    if (len(moves) + 1) * k > MOST_NUMBERS:
        raise BadRequest(f'"moves" are too many; at most {MOST_NUMBERS // k - 1} here.')
    return {"probabilities": _rows(_model(request, k, given), moves, others)}


def _model(request: Mapping[str, Any], k: int, opponent: bool) -> _Model:
    name = choice(request, "model", MODELS, "mind")
    prior = switch(request, "prior", True)
    if name == "uniform":
        return _Uniform(k)
    return _Seed(k) if name == "seed" else _Mind(k, opponent, prior)


def _rows(model: _Model, moves: Moves, others: Moves) -> list[list[float]]:
    rows = []
    for move, other in zip(moves, others, strict=True):
        if move is not None:
            rows.append(model.row())
            model.see(move, other)
    rows.append(model.row())
    return rows


def _moves(request: Mapping[str, Any], name: str, k: int) -> Moves:
    """A string of digits or a list of whole numbers as moves, None for a missed round."""
    given: str | Sequence[Any] | None = request.get(name)
    if isinstance(given, str):
        known: dict[Any, int | None] = {str(move): move for move in range(k)}
    elif isinstance(given, list):
        known = {move: move for move in range(k)}
    else:
        raise BadRequest(f'"{name}" must be a string of digits or a list of whole numbers.')
    known |= {"-": None} if isinstance(given, str) else {"-": None, None: None}
    try:
        moves = [known[entry] for entry in given]
    except (KeyError, TypeError):
        moves = None
    if moves is None or any(type(entry) in (bool, float) for entry in given):
        raise BadRequest(f'"{name}" may hold moves 0 to {k - 1}, and - for a missed round.')
    return moves
