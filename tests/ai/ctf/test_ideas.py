"""`auto` for unseen enemies: never impossible, calibrated on recorded games, and what it trusts."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from ai.belief.graph import coverage
from ai.ctf.ideas import AutoEnemy, Situation, intruders_of
from ai.ctf.tracking import TeamBelief, auto_enemies, exact_walkers
from ai.lab.ctf.positions import glances_in, moves_in
from games.ctf.maze import ground_of
from games.ctf.rulesets import RULE_SETS
from games.paths import ROOT

RECORDED: dict[str, Any] = json.loads(
    (ROOT / "tests" / "cases" / "ctf" / "episodes.json").read_text()
)
FOUND: dict[str, tuple[float, float]] = {
    "gather": (0.85, 1.05),
    "mixed": (1.4, 1.7),
    "wander": (1.5, 1.75),
    "explorer": (1.0, 1.2),
    "prototype": (0.55, 0.75),
    "smart-eating": (0.3, 0.5),
}
"""Nats a reading on these games lie between; a change that makes them worse has to be explained."""


def losses(opponent: str, make: Any = auto_enemies) -> tuple[list[float], list[float]]:
    """Of each enemy out of sight: nats of its true cell, and whether the 90 % set holds it."""
    nats: list[float] = []
    held: list[float] = []
    for episode in RECORDED["episodes"]:
        if episode["opponent"] != opponent:
            continue
        field = ground_of(RECORDED["mazes"][episode["maze"]]).field
        rules, team = RULE_SETS[episode["rules"]], episode["team"]
        glances = glances_in(episode, field, rules, team)
        belief = TeamBelief(field, rules, team, make)
        moves = [None, *moves_in(episode, len(glances))]
        for glance, move, truth in zip(glances, moves, episode["truth"], strict=False):
            belief.read(glance, move)
            assert not belief.impossible
            for own, reading, place in zip(belief.beliefs, glance.readings, truth, strict=True):
                assert own.sum() == pytest.approx(1.0)
                if reading.kind != "seen":
                    cell = field.number[tuple(place)]
                    nats.append(-math.log(max(float(own[cell]), 1e-12)))
                    held.append(coverage(own, cell, 0.9))
    return nats, held


@pytest.mark.parametrize("opponent", list(FOUND))
def test_recorded_games(opponent: str) -> None:
    nats, held = losses(opponent)
    low, high = FOUND[opponent]
    assert low < float(np.mean(nats)) < high
    assert float(np.mean(held)) > 0.8


def test_who_gathers_is_foreseen_better_than_chance_by_far() -> None:
    chance, _ = losses("gather", exact_walkers(0.1))
    nats, _ = losses("gather")
    assert float(np.mean(nats)) < float(np.mean(chance)) - 2.0


def test_what_is_trusted_follows_who_plays() -> None:
    episode = next(e for e in RECORDED["episodes"] if e["opponent"] == "smart-eating")
    field = ground_of(RECORDED["mazes"][episode["maze"]]).field
    rules, team = RULE_SETS[episode["rules"]], episode["team"]
    belief = TeamBelief(field, rules, team, auto_enemies)
    glances = glances_in(episode, field, rules, team)
    for glance, move in zip(glances[:30], [None, *episode["played"]], strict=False):
        belief.read(glance, move)
    for tracker in belief.trackers:
        assert isinstance(tracker, AutoEnemy)
        dots = [share for name, share in tracker.trusted if "dot" in name]
        assert sum(dots) > 0.7


@pytest.mark.parametrize("enemy", range(4))
def test_who_chases_heads_for_our_bots_in_its_own_half(enemy: int) -> None:
    field = ground_of(RECORDED["mazes"][RECORDED["episodes"][0]["maze"]]).field
    own, other = ([c for c, home in enumerate(field.home) if home == team] for team in (0, 1))
    left, right = own[0], other[0]
    inside = {0: left, 1: right}[enemy % 2]
    assert intruders_of(Situation(field, enemy, frozenset(), (left, right))) == [inside]
    outside = {0: right, 1: left}[enemy % 2]
    found = intruders_of(Situation(field, enemy, frozenset(), (outside, outside)))
    assert found
    assert list(found) == list(field.borders[enemy % 2])
