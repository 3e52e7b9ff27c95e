"""Numbers' part of the analysis protocol: what a model held before each move of a sequence.

`predict` gives one row of k probabilities before each move, and one for the move to come. A
missed round, `-` (in a list also null), has no row, and the models do not see it: the moves around
it are neighbours, as they were when `mind` was fitted. The opponent's move of a missed round is
left out with it; where only the opponent missed a round, its move of that round is unknown.

Models: `uniform`; `seed`, counts from 1 after each pair of moves, with the moves 1, k - 1, k // 2
before the first (for four keys the original's); and `mind` (`ai.sequence.predictor`), which alone
makes use of `opponent` and `prior`. With `mind` true the reply has the model's mind before the move
to come as well: its items as objects, the sentence with the reason first. Moves are called by the
numbers that the request gave them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ai.lab.analyse import choice, integer, served, switch
from ai.lab.errors import BadRequest
from ai.lab.positions import of_matches, until
from ai.lab.rooms import Answer, Plain, Request
from ai.numbers.machine import counted, guessed
from ai.numbers.reader import open_mind
from ai.sequence.markov import MarkovTable, seed_table
from ai.sequence.predictor import MAX_SYMBOLS, Predictor
from ai.sequence.reasons import Seen as LastSeen
from games.mind import Mind, mind_to_plain
from games.numbers.rules import KEYS

MODELS: Final = ("uniform", "seed", "mind")
MOST_NUMBERS: Final = 12_000_000
"""Rows times symbols of one reply."""

Moves = list[int | None]
Seen = list[tuple[int, int | None]]
"""Moves with the opponent's, None where it is not known."""
Rows = list[list[float]]
Thought = Callable[[], Mind]


def _predict(request: Request) -> Plain:
    k = integer(request, "k", 2, MAX_SYMBOLS, 4)
    moves = _moves(request, "moves", k)
    given = request.get("opponent") is not None
    others: Moves = _moves(request, "opponent", k) if given else [None] * len(moves)
    if len(others) != len(moves):
        raise BadRequest('"opponent" needs one move for each of "moves".')
    if (len(moves) + 1) * k > MOST_NUMBERS:
        raise BadRequest(f'"moves" are too many; at most {MOST_NUMBERS // k - 1} here.')
    seen = [(move, other) for move, other in zip(moves, others, strict=True) if move is not None]
    rows, mind = _foreseen(request, k, seen, given)
    asked = switch(request, "mind", False)
    return {"probabilities": rows, **({"mind": mind_to_plain(mind())} if asked else {})}


def _foreseen(request: Request, k: int, seen: Seen, opponent: bool) -> tuple[Rows, Thought]:
    """Return the forecasts before each move `seen` and the one to come, and the mind of it."""
    name = choice(request, "model", MODELS, "mind")
    prior = switch(request, "prior", True)
    names = tuple(str(move) for move in range(k))
    if name == "uniform":
        return [[1.0 / k] * k] * (len(seen) + 1), lambda: guessed(names)
    if name == "seed":
        table = seed_table(k)
        return _seed_rows(seen, table), lambda: counted(table, names)
    predictor = Predictor(k, opponent=opponent, prior=prior)
    rows = _predictor_rows(seen, predictor)
    return rows, lambda: open_mind(predictor, _last(seen, k), names)


def _last(seen: Seen, k: int) -> LastSeen:
    """Return what was `seen` last, of `k` symbols."""
    last = LastSeen(k)
    for move, other in seen:
        last.add(move, -1 if other is None else other)
    return last


def _seed_rows(seen: Seen, table: MarkovTable) -> Rows:
    rows = []
    for move, _ in seen:
        rows.append(list(table.forecast()))
        table.observe(move)
    return [*rows, list(table.forecast())]


def _predictor_rows(seen: Seen, predictor: Predictor) -> Rows:
    rows = []
    for move, other in seen:
        rows.append(_row(predictor))
        predictor.update(move, other)
    return [*rows, _row(predictor)]


def _row(predictor: Predictor) -> list[float]:
    """Return the forecast as numbers whose plain sum is 1."""
    forecast: list[float] = predictor.predict().tolist()
    total = sum(forecast)
    return [p / total for p in forecast]


def _moves(request: Request, name: str, k: int) -> Moves:
    """Return a string of digits or a list of whole numbers as moves, None for a missed round."""
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
    odd = isinstance(given, list) and any(type(entry) in (bool, float) for entry in given)
    if moves is None or odd:
        raise BadRequest(f'"{name}" may hold moves 0 to {k - 1}, and - for a missed round.')
    return moves


serve: Final = served(of_matches("numbers", {"predict": _predict}, until("pressed", "keys", KEYS)))


def analyst(data_dir: str | None) -> Answer:
    """Return the answer to requests, without what was learned on this machine."""
    return serve
