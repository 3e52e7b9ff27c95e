"""Hidden walkers of the tracker: a step is a function of the seed and the step alone."""

from __future__ import annotations

from collections import Counter

import pytest

from ai.belief.graph import MazeGraph
from ai.belief.walkers import OPPONENTS, food_in_half
from ai.tracker import AGENTS
from ai.tracker.hidden import WalkerAgent
from games.core import CHANCE, Limit, Turn
from games.match import Match
from games.tracker import SPEC
from games.tracker.rules import GAME, WALKER, TrackerState, make_course

LIMIT = Limit(nodes=1)
TINY = "#####\n#   #\n# # #\n#   #\n#####\n"


@pytest.mark.parametrize("name", [entry.id for entry in AGENTS if entry.id in OPPONENTS])
def test_a_walker_goes_the_same_way_again_after_a_replay(name: str) -> None:
    params = SPEC.params({"start": "unknown", "stay": 0.25, "steps": 60})
    whole: Match[TrackerState] = Match(GAME, params, 11, {0: WalkerAgent(name)})
    whole.run(LIMIT)
    for kept in (1, 40, 77):
        again: Match[TrackerState] = Match(GAME, params, 11, {0: WalkerAgent(name)})
        again.replay(whole.turns[:kept])
        again.run(LIMIT)
        assert again.turns == whole.turns


@pytest.mark.parametrize("name", ["random", "food", "explorer", "evader"])
def test_where_a_lot_is_drawn_afresh_the_seed_does_not_tell_the_way(name: str) -> None:
    """And who only heard the moves goes on as the one that made them, with the same lots."""
    ways = []
    for lots in (1000, 2000):
        whole = walked(name, lots, [])
        assert walked(name, lots, whole[:30]) == whole
        ways.append([turn[0][1] for turn in whole if turn[0][0] == WALKER])
    assert ways[0] != ways[1]


def walked(name: str, lots: int, heard: list[Turn]) -> list[Turn]:
    """The turns of a walk with lots from a number on, the first of which were only heard."""
    params = SPEC.params({"start": "unknown", "steps": 60})
    match: Match[TrackerState] = Match(GAME, params, 11, {0: WalkerAgent(name)})
    match.replay(heard)
    while not match.over:
        (seat,) = match.to_act
        lot = lots + len(match.turns)
        drawn = seat == CHANCE
        match.play({seat: match.draw() if drawn else match.decide(seat, LIMIT, lot).move})
    return match.turns


def test_the_random_walker_stays_as_often_as_the_weight_says() -> None:
    params = SPEC.params({"layout": TINY, "stay": 0.5, "steps": 400})
    match: Match[TrackerState] = Match(GAME, params, 1, {0: WalkerAgent("random")})
    match.run(LIMIT)
    moves = Counter(turn[0][1] for turn in match.turns if turn[0][0] == WALKER)
    assert sum(moves.values()) == 400
    assert 0.14 < moves["stay"] / 400 < 0.27  # every cell has two ways: .5 / 2.5 = .2


def test_food_lies_in_the_left_half() -> None:
    course = make_course(SPEC.params({"maze": "chambers-small"}))
    food = tuple(food_in_half(MazeGraph(course.maze.rows)))
    middle = course.maze.width / 2
    assert food == tuple(n for n, (x, _) in enumerate(course.cells) if x < middle)
    assert 0 < len(food) < len(course.cells)
