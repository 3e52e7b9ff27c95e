"""The tracker's rules against the description in their module, and its agents and watchers."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.tracker import AGENTS, LAG, BeliefWatcher, all_food
from games.core import (
    CHANCE,
    WATCHERS,
    BadOption,
    Event,
    IllegalMove,
    Limit,
)
from games.match import Match
from games.tracker import SPEC
from games.tracker.maze import STYLES, generate
from games.tracker.rules import GAME, MOVES, WALKER, TrackerState, make_course

LIMIT = Limit(nodes=1)
TINY = "#####\n#   #\n# # #\n#   #\n#####\n"


def started(**options: Any) -> TrackerState:
    return GAME.new(SPEC.params({"layout": TINY, **options}))


def agent(name: str) -> Any:
    return next(entry for entry in AGENTS if entry.id == name).make({}, None)


def watcher(name: str) -> BeliefWatcher:
    made: BeliefWatcher = next(entry for entry in AGENTS.models if entry.id == name).make({}, None)
    return made


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


def test_watchers_never_hear_a_move() -> None:
    heard: Counter[str] = Counter()

    class Spy(BeliefWatcher):
        def observe(self, events: Any) -> None:
            heard.update(event.kind for event in events)

    params = SPEC.params({"start": "unknown", "steps": 60})
    Match(GAME, params, 3, {0: agent("explorer")}, [Spy("random")]).run(LIMIT)
    assert heard == {"reading": 60}


def test_a_match_lasts_its_steps_and_scores_those_out_of_sight() -> None:
    match: Match[TrackerState] = Match(GAME, SPEC.params({"steps": 60}), 3, {0: agent("random")})
    (unseen,) = match.run(LIMIT)
    readings = [turn for turn in match.turns if turn[0][0] == CHANCE]
    assert len(readings) == 60
    assert unseen == sum(turn[0][1] != "seen" for turn in readings)


@pytest.mark.parametrize("name", [entry.id for entry in AGENTS])
def test_a_walker_goes_the_same_way_again_after_a_replay(name: str) -> None:
    params = SPEC.params({"start": "unknown", "stay": 0.25, "steps": 60})
    whole: Match[TrackerState] = Match(GAME, params, 11, {0: agent(name)})
    whole.run(LIMIT)
    for kept in (1, 40, 77):
        again: Match[TrackerState] = Match(GAME, params, 11, {0: agent(name)})
        again.replay(whole.turns[:kept])
        again.run(LIMIT)
        assert again.turns == whole.turns


def test_the_random_walker_stays_as_often_as_the_weight_says() -> None:
    params = SPEC.params({"layout": TINY, "stay": 0.5, "steps": 400})
    match: Match[TrackerState] = Match(GAME, params, 1, {0: agent("random")})
    match.run(LIMIT)
    moves = Counter(turn[0][1] for turn in match.turns if turn[0][0] == WALKER)
    assert sum(moves.values()) == 400
    assert 0.14 < moves["stay"] / 400 < 0.27  # every cell has two ways: .5 / 2.5 = .2


@pytest.mark.parametrize("name", [entry.id for entry in AGENTS.models])
def test_every_model_watches_and_keeps_both_half_steps(name: str) -> None:
    believer = watcher(name)
    params = SPEC.params({"maze": "loops-small", "map": 2, "steps": 60})
    match: Match[TrackerState] = Match(GAME, params, 5, {0: agent("random")}, [believer])
    steps = 0
    while not match.over:
        match.step(LIMIT)
        if match.to_act == (CHANCE,) or match.state.step == steps:
            continue
        steps += 1
        thought = believer.thought
        assert thought.step == steps
        assert thought.prior.sum() == pytest.approx(1.0)
        assert thought.posterior.sum() == pytest.approx(1.0)
        assert 0.0 <= believer.held(match.state.cell, 0.9) <= 1.0
        assert 0.0 <= believer.surprise(match.state.cell) <= 20.0
    assert steps == 60
    trail = believer.trail()
    assert 0 < len(trail) <= LAG + 1 if believer.smooths else trail == []
    assert all(belief.sum() == pytest.approx(1.0) for belief in trail)
    assert believer.mind()


def test_the_random_walk_is_bayes_rule() -> None:
    """One step by hand: from the corner of the ring, then a reading."""
    believer = watcher("random")
    params = SPEC.params({"layout": TINY, "noise": 0, "sight": 0, "steps": 60})
    match: Match[TrackerState] = Match(GAME, params, 5, watchers=[believer])
    match.play({WALKER: "left"})
    match.play({CHANCE: "3"})
    assert believer.thought.prior.tolist() == [0, 0.5, 0, 0, 0.5, 0, 0, 0]
    # (2, 1) and (3, 2) are both three away from (1, 3): the reading tells nothing
    assert believer.thought.posterior.tolist() == [0, 0.5, 0, 0, 0.5, 0, 0, 0]
    assert believer.entropy() == pytest.approx(1.0)


def test_the_stay_weight_reaches_the_random_walk() -> None:
    believer = watcher("random")
    params = SPEC.params({"layout": TINY, "noise": 12, "sight": 0, "stay": 0.5})
    match: Match[TrackerState] = Match(GAME, params, 5, watchers=[believer])
    match.play({WALKER: "stay"})
    match.step(LIMIT)
    assert believer.thought.prior[2] == pytest.approx(0.2)


def test_food_lies_in_the_left_half() -> None:
    course = make_course(SPEC.params({"maze": "chambers-small"}))
    food = all_food(course.maze.rows)
    middle = course.maze.width / 2
    assert food == tuple(n for n, (x, _) in enumerate(course.cells) if x < middle)
    assert 0 < len(food) < len(course.cells)


def test_a_maze_of_ones_own_is_kept_as_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(TINY, encoding="utf-8")
    params = SPEC.params({"layout": str(path)})
    path.unlink()
    assert params["layout"] == TINY
    assert SPEC.params(params) == params
    assert GAME.new(params).course.maze.rows == tuple(TINY.splitlines())
    with pytest.raises(BadOption, match="cannot be read"):
        SPEC.params({"layout": str(path)})
    with pytest.raises(BadOption, match="row 1 has 3"):
        SPEC.params({"layout": "###\n####\n"})


def test_every_maze_on_offer_can_be_walked() -> None:
    walked = 0
    for name in SPEC.options[0].choices:
        params = SPEC.params({"maze": name, "steps": 60})
        match: Match[TrackerState] = Match(GAME, params, 2, {0: agent("explorer")})
        match.run(LIMIT, 20)
        walked += len(match.turns) == 20
    assert walked == len(SPEC.options[0].choices) == 12


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
