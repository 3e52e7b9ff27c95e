"""The tracker's rules against the description in their module."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.tracker.hidden import WalkerAgent
from games.core import CHANCE, WATCHERS, Event, IllegalMove, Limit
from games.match import Match
from games.mazes import STYLES
from games.spec import BadOption
from games.tracker import SPEC
from games.tracker.maze import generate
from games.tracker.rules import GAME, WALKER, TrackerState, make_course
from games.tracker.rules.ground import MOVES

LIMIT = Limit(nodes=1)
MAZE_NAMES = next(option.choices for option in SPEC.options if option.name == "maze")
TINY = "#####\n#   #\n# # #\n#   #\n#####\n"


def started(**options: Any) -> TrackerState:
    return GAME.new(SPEC.params({"layout": TINY, **options}))


def test_the_known_start_is_the_top_right_corner_and_the_sensor_the_bottom_left() -> None:
    state = started()
    assert state.course.cells[state.cell] == (3, 1)
    assert state.course.sensors == ((1, 3),)
    assert GAME.to_act(state) == (WALKER,)


def test_an_unknown_start_is_drawn_by_chance_and_told_to_the_walker_only() -> None:
    state = started(start="unknown")
    assert GAME.to_act(state) == (CHANCE,)
    outcomes = GAME.chance(state)
    assert [weight for _, weight in outcomes] == [1] * 8
    after, events = GAME.apply(state, {CHANCE: "cell5"})
    assert after.cell == 5
    assert [(event.kind, event.audience) for event in events] == [("start", (WALKER,))]


def test_moves_are_the_open_ways_and_staying_only_where_it_is_allowed() -> None:
    assert GAME.legal(started(), WALKER) == ("down", "left")
    assert GAME.legal(started(stay=0.5), WALKER) == ("down", "left", "stay")
    with pytest.raises(IllegalMove, match="not possible"):
        GAME.apply(started(), {WALKER: "stay"})


def test_a_reading_is_the_distance_plus_an_even_error() -> None:
    state, events = GAME.apply(started(sight=1, noise=2), {WALKER: "left"})
    assert events == (Event("move", {"step": 1, "from": 2, "to": 1}, (WALKER,)),)
    # (2, 1) is three from (1, 3)
    assert GAME.chance(state) == tuple((str(z), 1) for z in range(1, 6))
    after, events = GAME.apply(state, {CHANCE: "1"})
    assert events[0].audience == (WALKER, WATCHERS)
    assert events[0].data["readings"] == (((1, 3), 1, None),)
    assert (after.step, after.unseen) == (1, 1)
    assert GAME.to_act(after) == (WALKER,)


def test_in_sight_it_is_seen_and_nothing_is_drawn() -> None:
    state, _ = GAME.apply(started(sight=3), {WALKER: "left"})
    assert GAME.chance(state) == (("seen", 1),)
    after, events = GAME.apply(state, {CHANCE: "seen"})
    assert events[0].data["readings"] == (((1, 3), None, (2, 1)),)
    assert (after.step, after.unseen) == (1, 0)


def test_several_sensors_read_one_after_the_other_and_one_that_sees_speaks_for_all() -> None:
    state, _ = GAME.apply(started(sensors=2, sight=0, noise=1), {WALKER: "left"})
    state, events = GAME.apply(state, {CHANCE: "2"})
    assert events == ()
    assert GAME.to_act(state) == (CHANCE,)
    state, events = GAME.apply(state, {CHANCE: "4"})
    assert [reading[1] for reading in events[0].data["readings"]] == [2, 4]
    state, _ = GAME.apply(started(sensors=2, sight=1, noise=1), {WALKER: "down"})
    assert state.course.sees(state.cell)
    _, events = GAME.apply(state, {CHANCE: "seen"})
    assert [reading[2] for reading in events[0].data["readings"]] == [(3, 2), (3, 2)]


def test_a_match_lasts_its_steps_and_scores_those_out_of_sight() -> None:
    match: Match[TrackerState] = Match(
        GAME, SPEC.params({"steps": 60}), 3, {0: WalkerAgent("random")}
    )
    (unseen,) = match.run(LIMIT)
    readings = [turn for turn in match.turns if turn[0][0] == CHANCE]
    assert len(readings) == 60
    assert unseen == sum(turn[0][1] != "seen" for turn in readings)


def test_a_maze_of_ones_own_is_text_and_no_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(TINY, encoding="utf-8")
    params = SPEC.params({"layout": TINY})
    assert params["layout"] == TINY
    assert SPEC.params(params) == params
    assert GAME.new(params).course.maze.rows == tuple(TINY.splitlines())
    with pytest.raises(BadOption):
        SPEC.params({"layout": str(path)})
    with pytest.raises(BadOption, match="row 1 has 3"):
        SPEC.params({"layout": "###\n####\n"})


def test_every_maze_on_offer_can_be_walked() -> None:
    walked = 0
    for name in MAZE_NAMES:
        params = SPEC.params({"maze": name, "steps": 60})
        match: Match[TrackerState] = Match(GAME, params, 2, {0: WalkerAgent("explorer")})
        match.run(LIMIT, 20)
        walked += len(match.turns) == 20
    assert walked == len(MAZE_NAMES) == 12


def test_ways_are_the_neighbours() -> None:
    rng = random.Random(4)
    checked = 0
    for style in STYLES:
        maze = generate(rng.randrange(100), 21, 11, style)
        course = make_course(SPEC.params({"layout": "\n".join(maze.rows) + "\n"}))
        for cell, ways in zip(course.cells, course.ways, strict=True):
            open_ways = tuple(course.cells[to] for to in ways[:4] if to >= 0)
            assert open_ways == maze.neighbours(cell)
            checked += 1
    assert checked > 100
    assert np.all([len(ways) == len(MOVES) for ways in course.ways])
