"""The laboratory of Set beside the window: `python -m ai.set.desk`, spoken to in lines of JSON.

It counts random tables and plays whole games, a stretch at a time, adds them to what was counted
before, and keeps the sums on the disk after each. Every message has an "op":

- `{"op": "open", "file": PATH or null}` takes up what was kept there: `{"op": "opened", "counts":
  {KEY: figures}, "told": a sentence or ""}`;
- `{"op": "run", "what": "random", "deck": "full", "cards": 12}` or `"what": "game", "policy":
  "random", "weights": [4 numbers]` counts for a stretch: `{"op": "counted", "key", "figures",
  "rate": boards or games a second, "by": "arrays" or "compiled", "told"}`;
- `{"op": "forget", "key"}` counts that anew from nothing: `{"op": "forgotten", "key"}`;
- `{"op": "speed", "solver"}` measures a solver on random boards: `{"op": "speed", "solver",
  "boards_per_second": x, or null where it cannot run here}`;
- `{"op": "exact", "deck", "cards"}`: `{"op": "exact", "deck", "cards", "no_set", "mean"}`.

The first stretch is counted by arrays; the compiled counter (numba, where it is installed) then
takes over, which takes some seconds to compile once. A message may name its pane ("by_pane"),
which its answer repeats. What cannot be done is answered by `{"op": "error", "error": a sentence}`.
"""

from __future__ import annotations

import importlib
import secrets
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np

from ai.desk import Desk, Message, Operation, Reply, serve
from ai.set.kept_counts import BadKey, CountsShelf, Tallies, game_key, random_key
from ai.set.solvers import SOLVERS, Boards, Solver, batch_counts, random_boards
from ai.set.statistics import (
    DECKS,
    EVEN,
    exact_mean,
    exact_without,
    play_games,
)
from ai.set.sums import GameSums

STRETCH: Final = 0.3
"""Seconds that are counted between two answers; what is lost by a kill is no more."""
SPEED_SECONDS: Final = 0.25
PIECE: Final = 8192
FEW_GAMES: Final = 512
_MANY: Final = 1 << 18  # boards that the compiled counter deals at a time
TIMED: Final = 100
Count = Callable[[Tallies], tuple[str, int]]
"""Counts some more into tallies; the key, and how many."""


class LaboratoryDesk(Desk):
    """Answers one message after the other; `compiles` where numba may count."""

    known = (BadKey,)
    confused = "The laboratory did not understand that; try again."
    compiles = True

    def __init__(self) -> None:
        self.shelf = CountsShelf(None)
        self.told = ""
        self._runs = 0
        self._kernel: ModuleType | None = None
        self._rng = np.random.default_rng(secrets.randbits(128))

    def operations(self) -> Mapping[str, Operation]:
        """Take up, count for a stretch, forget, and measure."""
        return {
            "open": self._open,
            "run": self._run,
            "forget": self._forget,
            "speed": self._speed,
            "exact": _exact,
        }

    def _open(self, message: Message) -> Reply:
        file = message["file"]
        self.shelf = CountsShelf(None if file is None else Path(str(file)))
        told = self.shelf.open()
        return {"op": "opened", "counts": self.shelf.tallies.told(), "told": told}

    def _forget(self, message: Message) -> Reply:
        self.shelf.forget(str(message["key"]))
        return {"op": "forgotten", "key": message["key"]}

    # -- counting ----------------------------------------------------------------------

    def _run(self, message: Message) -> Reply:
        random = message["what"] == "random"
        count = self._boards_of(message) if random else self._games_of(message)
        fresh, done, begun = Tallies(), 0, time.perf_counter()
        passed = 0.0
        while not done or passed < STRETCH:
            key, more = count(fresh)
            done += more
            passed = time.perf_counter() - begun
        self.shelf.tallies.add(fresh)
        told = self.shelf.keep()
        self._runs += 1
        by = "arrays" if self._kernel is None else "compiled"
        figures = self.shelf.tallies.figures(key)
        return {"op": "counted", "key": key, "figures": figures, "rate": done / passed, "by": by,
                "told": told}  # fmt: skip

    def _boards_of(self, message: Message) -> Count:
        """Count a piece of random tables."""
        deck, cards = str(message["deck"]), int(message["cards"])
        key, kernel = random_key(deck, cards), self._warm()

        def count(fresh: Tallies) -> tuple[str, int]:
            if kernel is None:
                boards = random_boards(PIECE, cards, DECKS[deck], self._rng)
                fresh.add_boards(key, np.bincount(batch_counts(boards)))
                return key, PIECE
            seed = secrets.randbits(63)
            fresh.add_boards(key, kernel.random_histogram(_MANY, cards, seed, DECKS[deck]))
            return key, _MANY

        return count

    def _games_of(self, message: Message) -> Count:
        """Play some games."""
        policy = str(message["policy"])
        weights = tuple(float(weight) for weight in message.get("weights", EVEN))
        if len(weights) != len(EVEN) or not all(0 < weight < 1e9 for weight in weights):
            raise ValueError("no weights")
        key, kernel = game_key(policy, weights), self._warm()
        play = _in_step if kernel is None else kernel.play_games

        def count(fresh: Tallies) -> tuple[str, int]:
            found: GameSums = play(FEW_GAMES, secrets.randbits(62), policy, weights)
            fresh.add_games(key, found)
            return key, found.games

        return count

    def _warm(self) -> ModuleType | None:
        """Return the compiled counter from the second stretch on, where numba is there."""
        if self._kernel is None and self.compiles and self._runs:
            try:
                kernel = importlib.import_module("ai.lab.set.kernel")
                kernel.play_games(1, 1, "random")
                kernel.counts_of(np.zeros((1, 3), np.uint8))
                kernel.random_histogram(1, 3, 1, DECKS["full"])
                self._kernel = kernel
            except ImportError:
                self.compiles = False
        return self._kernel

    # -- speeds ------------------------------------------------------------------------

    def _speed(self, message: Message) -> Reply:
        solver = str(message["solver"])
        boards = random_boards(TIMED, 12, DECKS["full"], np.random.default_rng(1))
        if solver in SOLVERS:
            work = partial(_one_by_one, SOLVERS[solver], boards.tolist())
        elif solver == "batch":
            work = partial(_together, batch_counts, np.tile(boards, (160, 1)))
        elif solver == "compiled":
            self._runs += 1
            kernel = self._warm()
            if kernel is None:
                return {"op": "speed", "solver": solver, "boards_per_second": None}
            work = partial(_together, kernel.counts_of, np.tile(boards, (4096, 1)))
        else:
            raise ValueError("an unknown solver")
        return {"op": "speed", "solver": solver, "boards_per_second": _rate(work)}


def _one_by_one(solve: Solver, boards: list[list[int]]) -> int:
    for board in boards:
        solve(board)
    return len(boards)


def _together(count: Callable[[Boards], Any], boards: Boards) -> int:
    count(boards)
    return len(boards)


def _rate(work: Callable[[], int]) -> float:
    """Return the best of several turns of `work`, which returns how many boards it solved."""
    best, until = 0.0, time.perf_counter() + SPEED_SECONDS
    while not best or time.perf_counter() < until:
        begun = time.perf_counter()
        done = work()
        best = max(best, done / (time.perf_counter() - begun))
    return best


def _in_step(games: int, seed: int, policy: str, weights: tuple[float, ...]) -> GameSums:
    *_, figures = play_games(games, seed, policy, weights)
    return figures


def _exact(message: Message) -> Reply:
    deck, cards = str(message["deck"]), int(message["cards"])
    random_key(deck, cards)
    told = {"no_set": exact_without(cards, deck), "mean": exact_mean(cards, deck)}
    return {"op": "exact", "deck": deck, "cards": cards, **told}


if __name__ == "__main__":
    serve(LaboratoryDesk())
