"""Capture-the-flag through the contract of every game, and what no match may break."""

from __future__ import annotations

from typing import Any

import pytest

from ai.ctf import Gatherer
from games.core import CHANCE, Limit
from games.ctf import SPEC
from games.ctf.rules.game import GAME
from games.ctf.rules.state import UNKNOWN, State
from games.match import Match
from games.streams import Stream
from tests.support import contract

SMALL: dict[str, Any] = {"maze": "loops-16x8", "moves": 400}


@pytest.mark.parametrize("rules", ["blog", "pelita"])
def test_the_contract(rules: str) -> None:
    params = SPEC.params({**SMALL, "rules": rules})
    assert contract.check_protocol(GAME, params, 1) >= 2
    assert contract.check_refusals(GAME, params, 2) >= 10
    assert contract.check_replay(GAME, params, 3) >= 2
    assert contract.check_audience(GAME, params, 4) >= 2


def played(params: dict[str, Any], seed: int) -> list[State]:
    """The states of a match of gatherers who take three of four steps at random."""
    left, right = Gatherer(), Gatherer()
    match: Match[State] = Match(GAME, params, seed, {0: left, 1: right, 2: left, 3: right})
    rng, states = Stream.named(seed, "walkers"), [match.state]
    while not match.over:
        seat, astray = match.to_act[0], rng.below(4) != 0 and match.to_act[0] != CHANCE
        match.step(Limit(), {seat: rng.choice(tuple(match.legal(seat)))} if astray else {})
        states.append(match.state)
    return states


@pytest.mark.parametrize("rules", ["blog", "pelita"])
@pytest.mark.parametrize("maze", ["loops-16x8", "chambers-16x8"])
def test_what_no_match_breaks(rules: str, maze: str) -> None:
    params = SPEC.params({"rules": rules, "maze": maze, "map": 7, "moves": 600})
    states = played(params, 3)
    first, catches = states[0], 0
    for state in states:
        for team in (0, 1):
            by_catching = state.rules.catch * (state.kills[team] + state.kills[team + 2])
            eaten = state.score[team] - by_catching
            assert eaten + len(state.food[1 - team]) == len(first.food[1 - team])
            assert all(state.field.home[dot] == team for dot in state.food[team])
            dead = state.deaths[team] + state.deaths[team + 2]
            assert dead == state.kills[1 - team] + state.kills[3 - team]
        assert not {state.bots[0], state.bots[2]} & {state.bots[1], state.bots[3]}
        for seat, cell in enumerate(state.bots):
            assert cell not in state.food[1 - seat % 2]
        catches = max(catches, sum(state.kills))
    assert catches > 0
    assert states[-1].over


@pytest.mark.parametrize("rules", ["blog", "pelita"])
def test_a_view_has_no_truth_about_enemies_out_of_sight(rules: str) -> None:
    hidden = 0
    for state in played(SPEC.params({**SMALL, "rules": rules}), 5)[::7]:
        for seat in (0, 1):
            view = GAME.view(state, seat)
            told = dict(zip((1 - seat, 3 - seat), view.readings, strict=False))
            for enemy in (1 - seat, 3 - seat):
                heard = told.get(enemy)
                if heard is not None and heard.kind == "seen":
                    assert view.bots[enemy] == state.bots[enemy]
                else:
                    assert view.bots[enemy] == UNKNOWN
                    hidden += 1
            assert view.ages[1 - seat] == ()
            assert not any(view.kills)
            again = GAME.view(GAME.imagine(view, seat, Stream.named(1, "world")), seat)
            assert again.readings == view.readings
    assert hidden > 50
