"""Hunters: what each policy goes by, the information of two readings, one plan for both."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import Any

import numpy as np
import pytest

from ai.belief.graph import MazeGraph
from ai.tracker.hunters import HunterAgent, expected_bits
from games import catalog
from games.core import Limit
from games.match import Match
from games.tracker import SPEC
from games.tracker.rules import GAME

LIMIT = Limit(nodes=1)
HALL = "#########\n#       #\n# # # # #\n#       #\n#########\n"
CORRIDOR = "##############\n#            #\n##############\n"


def hunting(policy: str, layout: str, belief: dict[tuple[int, int], float], **options: Any) -> Any:
    """A pair on a maze, made to believe this; with the match."""
    agent = HunterAgent(policy, "random")
    params = SPEC.params({"play": "hunt", "layout": layout, **options})
    match: Match[Any] = Match(GAME, params, 1, {0: agent, 1: agent})
    found = np.zeros(len(match.state.course.cells))
    for place, share in belief.items():
        found[match.state.course.cells.index(place)] = share
    agent.thought = agent.thought._replace(posterior=found, step=1)
    return match, agent


def decided(match: Match[Any], agent: HunterAgent) -> tuple[str, str]:
    legal = ("up", "right", "down", "left", "stay")
    moves = [agent.act(seat, match.state, legal, LIMIT).move for seat in (0, 1)]
    return moves[0], moves[1]


def test_the_mass_is_shared_out_and_the_point_is_not() -> None:
    """One ghost may be at either end of the ring; both hunters stand on the left."""
    ring = "#######\n#     #\n# ### #\n# ### #\n# ### #\n#     #\n#######\n"
    belief = {(3, 1): 0.49, (3, 5): 0.51}
    match, agent = hunting("mass", ring, belief)
    assert [match.state.course.cells[c] for c in match.state.hunters] == [(1, 5), (1, 1)]
    assert decided(match, agent) == ("right", "right")
    match, agent = hunting("point", ring, belief)
    assert decided(match, agent) == ("right", "down")
    match, agent = hunting("mass", ring, {(3, 1): 0.9, (3, 5): 0.1})
    assert decided(match, agent) == ("right", "right"), "one hunter is enough for the larger part"


def test_the_information_of_two_readings_is_exact() -> None:
    """Against a sum over every ghost and every pair of readings."""
    graph = MazeGraph(HALL.split("\n")[:-1])
    rng = np.random.default_rng(5)
    belief = rng.dirichlet(np.ones(graph.n_cells))
    for pair, sight, noise in (((0, 3), 1, 1), ((2, 9), 0, 2), ((4, 4), 2, 0), ((1, 8), 9, 3)):
        near = [graph.manhattan(graph.position(cell)) for cell in pair]
        outcomes: Counter[Any] = Counter()
        given = 0.0
        for cell, share in enumerate(belief.tolist()):
            far = [int(each[cell]) for each in near]
            if min(far) <= sight:
                outcomes["seen", cell] += share
                continue
            errors = list(itertools.product(range(-noise, noise + 1), repeat=2))
            given += share * math.log2(len(errors))
            for first, second in errors:
                outcomes[far[0] + first, far[1] + second] += share / len(errors)
        entropy = -sum(p * math.log2(p) for p in outcomes.values() if p > 0)
        assert expected_bits(graph, pair, belief, sight, noise) == pytest.approx(entropy - given)


def test_scouts_look_while_they_doubt_and_chase_when_they_know() -> None:
    sure = {(12, 1): 1.0}
    match, agent = hunting("scout", CORRIDOR, sure)
    assert decided(match, agent) == ("right", "right")
    match, agent = hunting("mass", CORRIDOR, sure)
    assert decided(match, agent) == ("right", "right")


def test_both_follow_one_plan_and_the_plan_of_the_step() -> None:
    params = SPEC.params({"play": "hunt"})
    for policy in ("mass", "scout", "point", "reading", "stray"):
        pair = HunterAgent(policy, "random")
        match: Match[Any] = Match(GAME, params, 4, {0: pair, 1: pair})
        apart: Match[Any] = Match(
            GAME, params, 4, {0: HunterAgent(policy, "random"), 1: HunterAgent(policy, "random")}
        )
        for _ in range(40):
            moves = {s: m.draw() if s == -1 else "left" for m in (match,) for s in match.to_act}
            if 2 in moves:
                moves[2] = next(iter(match.legal(2)))
            given = {s: m for s, m in moves.items() if s in (-1, 2)}
            match.step(LIMIT, given)
            if policy != "stray":
                apart.step(LIMIT, given)
        assert policy == "stray" or apart.turns == match.turns


def test_a_partner_that_stands_still_says_that_it_waits() -> None:
    """A newcomer saw it stand for twelve steps, and took it for broken."""
    game = catalog.rules("tracker")
    said: set[bool] = set()
    for seed in range(6):
        spec = catalog.spec("tracker")
        params = spec.draw(spec.params({"play": "hunt"}), seed)
        agents = [catalog.resolve("tracker", name).make() for name in ("pack", "explorer")]
        match: Match[Any] = Match(game, params, seed, {1: agents[0], 2: agents[1]})
        while not match.over and len(match.turns) < 160:
            if 1 in match.to_act:
                found = match.decide(1, Limit(nodes=1, mind=True))
                waits = found.move == "stay"
                assert found.mind
                text = getattr(found.mind[0], "text", "")
                if "one place" not in text:
                    assert text.startswith("I wait: ") == waits
                    said.add(waits)
            match.step(Limit(nodes=1), {0: "stay"} if 0 in match.to_act else {})
    assert said == {False, True}
