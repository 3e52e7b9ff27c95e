"""Karate's speeds for `main.py bench karate`: choices, the arena, the analysis."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ai.lab.bench import LIMIT, analysis_rate, best_rate, microseconds
from ai.lab.karate.analyse import analyst
from games import catalog
from games.core import CHANCE, Limit
from games.match import Match

_MATCHES: Final = 200


def rows() -> Iterator[tuple[str, float, str]]:
    """Yield each agent's prediction and choice, the arena, and the analysis."""
    params = catalog.spec("karate").params({"rounds": 0})
    for spec in catalog.agents("karate"):
        value = microseconds("karate", spec, params, 1)
        yield f"{spec.id}: choose and learn, without mind", value, "µs a round"
    sensei = catalog.agent("karate", "sensei")
    value = microseconds("karate", sensei, params, 1, Limit(mind=True))
    yield "sensei: the same with its mind open", value, "µs a round"
    yield "arena, seed-argmax v nash", best_rate(_matches), "rounds/s"
    lines = ['{"op": "new", "agent": "seed-argmax"}']
    lines += [f'{{"op": "round", "player": {t * 7 % 4}, "ai": {t % 4}}}' for t in range(2000)]
    yield "analyse, seed-argmax", analysis_rate(analyst(None), lines), "lines/s"


def _matches() -> int:
    """Play matches of 25 rounds in this process; returns how many rounds they had."""
    game, params = catalog.rules("karate"), catalog.spec("karate").params()
    names = enumerate(("seed-argmax", "nash"))
    players = {seat: catalog.agent("karate", name).make({}, None) for seat, name in names}
    rounds = 0
    for seed in range(_MATCHES):
        match = Match(game, params, seed, players)
        match.run(LIMIT)
        rounds += sum(turn[0][0] != CHANCE for turn in match.turns)
    return rounds
