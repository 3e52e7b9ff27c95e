"""Set's speeds for `main.py bench set`: solvers on the same boards, games, decisions.

Seconds are seconds of the processor.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import numpy as np

from ai.lab.bench import best_rate
from ai.set.solvers import SOLVERS, Boards, Solver, batch_counts, full_deck, random_boards
from ai.set.statistics import play_games
from games import catalog
from games.core import Limit
from games.match import Match
from games.set.rules.cards import THIRD, Indices

_BOARDS = 500
"""For one board at a time; a hundred times as many for many at once."""
_GAMES = 4000


def rows() -> Iterator[tuple[str, float, str]]:
    """Yield solvers on random boards of 12, whole games, a plan of each agent, and matches."""
    rng = np.random.default_rng(1)
    boards = random_boards(100 * _BOARDS, 12, full_deck(), rng)
    few = boards[:_BOARDS].tolist()
    for name, solve in SOLVERS.items():
        yield f"solver {name}", best_rate(partial(_one_by_one, solve, few)), "boards/s"
    yield from _beside(few, boards)
    yield "games, random removal", best_rate(_games), "games/s"
    yield from _compiled(boards)
    for agent in ("steady-5", "mirror", "solver"):
        yield f"{agent}: plan", 1e6 / best_rate(partial(_plans, agent)), "µs a table"
    yield "steady-5 v steady-4, through Match", best_rate(_matches), "matches/s"


def _beside(few: Sequence[Sequence[int]], boards: Boards) -> Iterator[tuple[str, float, str]]:
    """Yield a plain reference, and how `table` and `batch` compare, on the same boards."""
    plain = best_rate(partial(_one_by_one, plain_sets, few))
    table = best_rate(partial(_one_by_one, SOLVERS["table"], few))
    together = best_rate(lambda: len(batch_counts(boards)))
    yield "solver: a plain reference", plain, "boards/s"
    yield "solver table, of the reference", table / plain, "times"
    yield "solver batch, counting", together, "boards/s"
    yield "solver batch, of the reference", together / plain, "times"


_THIRDS: Final = [list(row) for row in THIRD]


def plain_sets(cards: Sequence[int]) -> list[Indices]:
    """Return the sets as one would write it down first: each two cards, their third in a table, and
    its place.
    """
    places = {card: number for number, card in enumerate(cards)}
    found: list[Indices] = []
    for (i, a), (j, b) in itertools.combinations(enumerate(cards), 2):
        third = _THIRDS[a][b]
        if third in places and places[third] > j:
            found.append((i, j, places[third]))
    return found


def _compiled(boards: Boards) -> Iterator[tuple[str, float, str]]:
    """Yield the compiled counter on twenty times the boards, and compiled games, where numba is."""
    try:
        from ai.lab.set import kernel
    except ModuleNotFoundError:
        return
    many = np.tile(boards, (20, 1))
    yield (
        "solver compiled, counting",
        best_rate(lambda: len(kernel.counts_of(many))),
        "boards/s",
    )
    games = partial(kernel.play_games, 25 * _GAMES, 1, "random")
    yield "games compiled, random removal", best_rate(lambda: games().games), "games/s"


def _one_by_one(solve: Solver, boards: Sequence[Sequence[int]]) -> int:
    for board in boards:
        solve(board)
    return len(boards)


def _games() -> int:
    *_, figures = play_games(_GAMES, 1, "random")
    return figures.games


def _plans(agent: str) -> int:
    """Plan on the same tables again and again."""
    match = _match(agent, 3)
    tables = 0
    while not match.over:
        match.step(Limit())
        if 0 in match.to_act:
            for _ in range(20):
                match.decide(0, Limit())
            tables += 20
    return tables


def _match(agent: str, seed: int) -> Match[object]:
    players = {0: catalog.agent("set", agent), 1: catalog.agent("set", "steady-4")}
    made = {seat: spec.make({}, None) for seat, spec in players.items()}
    return Match(catalog.rules("set"), catalog.spec("set").params(), seed, made)


def _matches() -> int:
    for seed in range(20):
        _match("steady-5", seed).run(Limit())
    return 20
