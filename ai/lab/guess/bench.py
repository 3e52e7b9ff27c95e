"""The speeds of Guess 2/3 for `main.py bench guess`: exact scores, rounds, forecasts."""

from __future__ import annotations

from collections.abc import Iterator

from ai.guess.forecast import GuessFrame
from ai.guess.reader import read
from ai.lab.bench import best_rate
from ai.lab.guess.arena import session
from games import catalog
from games.core import Limit
from games.guess.rules.scoring import TWO_THIRDS, competition_ranks, distances
from games.match import Match
from games.streams import Stream

_GUESSES = tuple(number * number % 101 for number in range(100_000))
_SESSION = tuple(session("levels", 24, 20, 2 / 3, Stream.named(1, "bench")))
_MATCHES = 20


def rows() -> Iterator[tuple[str, float, str]]:
    """Yield exact ranks of 100,000 guesses, a forecast after 20 rounds of 24, and whole matches."""
    yield "score and rank 100,000 guesses", 1e3 / best_rate(_ranks), "ms"
    yield "mind: read 20 rounds of 24 and forecast", 1e3 / best_rate(_forecast), "ms"
    yield "level1 v mind, table of 24, through Match", best_rate(_matches), "matches/s"


def _ranks() -> int:
    competition_ranks(distances(_GUESSES, TWO_THIRDS).keys)
    return 1


def _forecast() -> int:
    read(GuessFrame(2 / 3, 0, 100), _SESSION).forecast()
    return 1


def _matches() -> int:
    for seed in range(_MATCHES):
        names = {0: "level1", 1: "mind"}
        made = {seat: catalog.agent("guess", name).make({}, None) for seat, name in names.items()}
        params = catalog.spec("guess").params()
        Match(catalog.rules("guess"), params, seed, made).run(Limit())
    return _MATCHES
