"""Sparring partners: each plays by the rules, and does what its temper says."""

from __future__ import annotations

from typing import Any

import pytest

from ai.ctf.partners import FITTED, KEPT, KINDS, SparringTeam
from games import catalog
from games.core import Limit
from games.ctf import SPEC
from games.ctf.rules.game import GAME
from games.ctf.rules.state import State
from games.match import Match
from games.spec import BadOption

PARAMS = SPEC.params({"rules": "pelita", "maze": "pelita-24x12", "map": 4, "moves": 400})


def sparred(first: str, second: str, seed: int = 1, **options: Any) -> Match[State]:
    """A match that is over, `first` on the left."""
    left, right = SparringTeam(first), SparringTeam(second)
    params = {**PARAMS, **options}
    match = Match(GAME, params, seed, {0: left, 1: right, 2: left, 3: right})
    match.run(Limit())
    return match


def test_a_third_of_them_is_kept_out_of_every_fit() -> None:
    assert not set(FITTED) & set(KEPT)
    assert len(KEPT) / len(KINDS) == pytest.approx(1 / 3, abs=0.02)
    assert len({*FITTED.values(), *KEPT.values()}) == len(KINDS), "no two are alike"


def test_a_partner_is_found_by_name_and_offered_to_nobody() -> None:
    found = catalog.resolve("ctf", "partner", {"kind": "usher"})
    assert dict(found.options) == {"kind": "usher"}
    assert "partner" not in [entry.id for entry in catalog.agents("ctf")]
    with pytest.raises(BadOption, match="grazer"):
        catalog.resolve("ctf", "partner", {"kind": "nobody"})


@pytest.mark.parametrize("kind", KINDS)
def test_each_plays_a_match_and_the_same_one_again(kind: str) -> None:
    match = sparred(kind, "grazer")
    assert match.over
    assert match.turns == sparred(kind, "grazer").turns


def test_one_without_fear_eats_and_is_caught_where_a_timid_one_is_not() -> None:
    caught = {"reckless": 0, "hare": 0}
    for kind in caught:
        for seed in range(3):
            state = sparred(kind, "sentry", seed, map=seed + 1).state
            caught[kind] += state.deaths[0] + state.deaths[2]
    assert caught["reckless"] > caught["hare"]


def test_one_that_waits_stays_at_home_until_its_round() -> None:
    left = SparringTeam("sleeper")
    right = SparringTeam("tortoise")
    match = Match(GAME, PARAMS, 3, {0: left, 1: right, 2: left, 3: right})
    at_home = []
    while match.state.moves < 4 * 90:
        match.step(Limit())
        at_home += [match.state.is_ghost(bot) for bot in range(4)]
    assert sum(at_home) / len(at_home) > 0.9, "a short way may lead past the border"
    assert match.state.score == (0, 0)


def test_a_shadow_stands_between_a_raider_and_its_half() -> None:
    """Against one guard that shadows, a team that fears ghosts gets fewer dots."""
    eaten = {}
    for other in ("mirror", "racers"):
        games = [sparred("hare", other, seed, map=seed + 1).state for seed in range(3)]
        eaten[other] = sum(15 - len(state.food[1]) for state in games)
    assert eaten["mirror"] < eaten["racers"]


def test_it_says_what_it_does() -> None:
    left = SparringTeam("grazer")
    match = Match(GAME, PARAMS, 1, {0: left, 1: left, 2: left, 3: left})
    while match.to_act != (0,):
        match.step(Limit())
    decision = match.decide(0, Limit(mind=True))
    assert decision.mind is not None
    assert str(decision.mind[0]).count("dot") == 1
