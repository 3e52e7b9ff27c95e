"""Teams that look at no enemy: their next move follows from what they observed."""

from __future__ import annotations

import pytest

from games import catalog
from games.core import Limit
from games.ctf import SPEC
from games.ctf.rules.game import GAME
from games.ctf.rules.state import State
from games.match import Match

LIMIT = Limit(nodes=1, mind=True)


def match_of(rules: str, snapshots: bool = False) -> Match[State]:
    """A match of two teams of gatherers, in which Pelita's rules move dots that are camped at."""
    params = SPEC.params({"maze": "loops-24x12", "map": 5, "moves": 400, "rules": rules})
    left, right = (catalog.agent("ctf", "gatherer").make({}, None) for _ in range(2))
    return Match(GAME, params, 8, {0: left, 1: right, 2: left, 3: right}, snapshots=snapshots)


@pytest.mark.parametrize("rules", ["blog", "pelita"])
def test_a_team_that_only_observed_wants_the_same_dots(rules: str) -> None:
    """A continued match shows the goals of the match that was left, at every move."""
    match, looked = match_of(rules), 0
    while not match.over:
        if match.to_act[0] >= 0 and len(match.turns) % 7 == 0:
            again = match_of(rules)
            again.replay(match.turns)
            assert again.decide(match.to_act[0], LIMIT) == match.decide(match.to_act[0], LIMIT)
            looked += 1
        match.step(LIMIT)
    assert looked > 10


def test_a_jump_back_finds_the_goals_of_that_moment() -> None:
    match = match_of("pelita", snapshots=True)
    while len(match.turns) < 150 or match.to_act[0] < 0:
        match.step(LIMIT)
    wanted, turns = match.decide(match.to_act[0], LIMIT), len(match.turns)
    match.run(LIMIT, 100)
    match.go_to(turns)
    assert match.decide(match.to_act[0], LIMIT) == wanted
