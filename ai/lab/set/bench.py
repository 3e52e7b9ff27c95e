"""Set's speeds for `main.py bench set`: solvers on the same boards, games, decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from ai.lab.bench import best_rate
from ai.set.solvers import SOLVERS, Solver, batch_counts, full_deck, random_boards
from ai.set.statistics import play_games
from games import catalog
from games.core import Limit
from games.match import Match

_BOARDS = 500
"""For one board at a time; a hundred times as many for many at once."""
_GAMES = 4000


def rows() -> Iterator[tuple[str, float, str]]:
    """Solvers on random boards of 12, whole games, a plan of each agent, and matches."""
    rng = np.random.default_rng(1)
    boards = random_boards(100 * _BOARDS, 12, full_deck(), rng)
    few = boards[:_BOARDS].tolist()
    for name, solve in SOLVERS.items():
        yield f"solver {name}", best_rate(partial(_one_by_one, solve, few)), "boards/s"
    yield "solver batch, counting", best_rate(lambda: len(batch_counts(boards))), "boards/s"
    yield "games, random removal", best_rate(_games), "games/s"
    for agent in ("steady-5", "mirror", "solver"):
        yield f"{agent}: plan", 1e6 / best_rate(partial(_plans, agent)), "µs a table"
    yield "steady-5 v steady-4, through Match", best_rate(_matches), "matches/s"


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
