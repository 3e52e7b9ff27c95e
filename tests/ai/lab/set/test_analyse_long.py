"""Long statistics: they tell how far they are, and an interruption loses nothing."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from ai.lab.errors import BadRequest
from ai.lab.set import analyse
from ai.lab.set.analyse import serve
from ai.set import statistics
from ai.set.sums import GameSums

RANDOM = {"op": "statistics", "what": "random", "cards": 12, "boards": 20_000, "seed": 3}
GAMES = {"op": "statistics", "what": "game", "games": 9_000, "seed": 3}


def stopped(pieces: Iterator[Any], after: int) -> Iterator[Any]:
    """So many pieces, then somebody presses Ctrl and C."""
    yield from itertools.islice(pieces, after)
    raise KeyboardInterrupt


def interrupt(monkeypatch: pytest.MonkeyPatch, name: str, after: int) -> None:
    whole = getattr(statistics, name)
    monkeypatch.setattr(analyse, name, lambda *given: stopped(whole(*given), after))


def test_boards_that_were_counted_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt(monkeypatch, "random_histogram", 1)
    told = serve(RANDOM)
    assert told["interrupted"] is True
    assert told["boards"] == sum(told["histogram"]) == 8192
    monkeypatch.undo()
    assert "interrupted" not in serve({**RANDOM, "boards": 100})


def test_games_that_were_played_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def few(*given: Any) -> Iterator[GameSums]:
        (figures,) = statistics.play_games(50, 3, "random")
        yield figures
        raise KeyboardInterrupt

    monkeypatch.setattr(analyse, "play_games", few)
    told = serve(GAMES)
    assert (told["games"], told["interrupted"]) == (50, True)


@pytest.mark.parametrize(
    ("request_", "name"), [(RANDOM, "random_histogram"), (GAMES, "play_games")]
)
def test_nothing_counted_is_said(
    monkeypatch: pytest.MonkeyPatch, request_: dict[str, Any], name: str
) -> None:
    interrupt(monkeypatch, name, 0)
    with pytest.raises(BadRequest, match="interrupted before"):
        serve(request_)


def test_progress_is_told_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[float, str]] = []

    class Heard:
        def __call__(self, done: float, text: str) -> None:
            told.append((done, text))

        def close(self) -> None:
            told.append((-1.0, "closed"))

    monkeypatch.setattr(analyse, "Progress", Heard)
    serve(RANDOM)
    assert told == [
        (8192 / 20_000, "8,192 of 20,000 boards"),
        (16384 / 20_000, "16,384 of 20,000 boards"),
        (1.0, "20,000 of 20,000 boards"),
        (-1.0, "closed"),
    ]


def test_games_can_be_played_as_one_does() -> None:
    usual = serve({**GAMES, "games": 40, "policy": "yours"})
    even = serve({**GAMES, "games": 40, "policy": "yours", "weights": [1, 1, 1, 1]})
    assert usual["games"] == even["games"] == 40
    assert even == serve({**GAMES, "games": 40, "policy": "random"})
    assert usual["all"] != even["all"]
    with pytest.raises(BadRequest, match="weights"):
        serve({**GAMES, "games": 4, "policy": "yours", "weights": [1, 0, 1, 1]})


def test_compiled_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.delitem(sys.modules, "ai.lab.set.kernel", raising=False)
    board = ["0000", "0001", "0002"]
    with pytest.raises(BadRequest, match="needs numba, which is missing; install it"):
        serve({"op": "solve", "solver": "compiled", "boards": [board]})


@pytest.mark.lab
def test_compiled_solves_as_the_others_do() -> None:
    pytest.importorskip("numba")
    board = ["0000", "0001", "0002", "1111", "2222", "0120"]
    asked = {"op": "solve", "boards": [board, board[::-1]], "list": True}
    found = serve({**asked, "solver": "compiled"})
    plain = serve({**asked, "solver": "brute"})
    assert found["counts"] == plain["counts"]
    assert found["sets"] == plain["sets"]
