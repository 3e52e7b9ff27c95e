"""No seat is better on a made map: agents against themselves, over many maps."""

from __future__ import annotations

import math

import pytest

from games import catalog
from games.core import Limit
from games.match import Match
from games.planetwars import SPEC
from games.planetwars.engine.state import State
from games.planetwars.rules import GAME


@pytest.mark.parametrize(
    ("agent", "maps"),
    [
        ("random", 20),
        pytest.param("random", 2000, marks=pytest.mark.sweep),
        pytest.param("planner", 500, marks=pytest.mark.sweep),
    ],
)
def test_neither_seat_wins_more_than_chance_explains(agent: str, maps: int) -> None:
    players = {seat: catalog.resolve("planetwars", agent).make() for seat in (0, 1)}
    ahead = []
    for seed in range(maps):
        match: Match[State] = Match(GAME, SPEC.draw(SPEC.params(), seed), seed, players)
        first, second = match.run(Limit())
        ahead.append(first - second)
    error = math.sqrt(math.fsum(each * each for each in ahead))
    assert abs(math.fsum(ahead)) <= 3 * error, (math.fsum(ahead), error)
    assert any(ahead) or agent != "random"
