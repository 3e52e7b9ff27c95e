"""Matches played on by chance: against plain second programs, one row at a time."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ai.belief.graph import DistanceSonar, MazeGraph
from ai.belief.motion import RandomMotion
from ai.tracker.hidden import Lamplighter
from ai.tracker.hunters import HunterAgent
from ai.tracker.rollouts import (
    FLEES,
    LATER,
    NEVER,
    NEXT,
    WALKS,
    WANDERS,
    Hiding,
    HuntRows,
    MazeTables,
    doubt_of,
    hunt,
)
from games.core import Limit
from games.streams import Stream
from games.tracker import SPEC
from games.tracker.rules import GAME, MOVES, HideState, HuntState, SensorReading, make_course

SMALL = {"maze": "loops-small", "start": "known"}


@pytest.fixture(scope="module")
def ground() -> MazeTables:
    course = make_course(SPEC.params({**SMALL, "sight": 2}))
    return MazeTables(MazeGraph(course.maze.rows), course)


def test_beliefs_spread_and_hear_as_the_exact_filter(ground: MazeTables) -> None:
    graph, rng = ground.graph, np.random.default_rng(1)
    beliefs = rng.dirichlet(np.ones(ground.n), 6)
    motion = RandomMotion(graph)
    for row, moved in zip(beliefs, ground.spread(beliefs), strict=True):
        assert moved == pytest.approx(motion.push(row))
    ghosts = rng.integers(0, ground.n, 6)
    observers, errors = rng.integers(0, ground.n, (6, 2)), rng.integers(-6, 7, (6, 2))
    heard = ground.hear(beliefs, ghosts, observers, errors)
    sonar = DistanceSonar(graph, ground.course.sight, ground.course.noise)
    for row, ghost, places, error, found in zip(
        beliefs, ghosts, observers, errors, heard, strict=True
    ):
        seen = any(ground.far[place][ghost] <= ground.course.sight for place in places)
        readings = [
            SensorReading(
                graph.position(int(place)),
                None if seen else int(ground.far[place][ghost] + e),
                graph.position(int(ghost)) if seen else None,
            )
            for place, e in zip(places, error, strict=True)
        ]
        likely = row * sonar.likelihood(readings)
        assert found == pytest.approx(likely / likely.sum())


def test_hunters_chase_as_the_pack_does(ground: MazeTables) -> None:
    params = SPEC.params({**SMALL, "play": "hunt"})
    pack = HunterAgent("mass", "random")
    pack.begin((0, 1), GAME, params, Stream(1))
    state = GAME.new(params)
    assert isinstance(state, HuntState)
    rng = np.random.default_rng(2)
    for belief in rng.dirichlet(np.full(ground.n, 0.05), 20):
        pack.thought = pack.thought._replace(posterior=belief, step=pack.thought.step + 1)
        moves = [
            pack.act(seat, state, GAME.legal(state, seat), Limit(nodes=1)).move for seat in (0, 1)
        ]
        to = ground.chase(belief[None], np.array([state.hunters]))[0]
        near = [
            ground.near[ground.ways[cell, MOVES.index(move)]]
            for cell, move in zip(state.hunters, moves, strict=True)
        ]
        own = np.maximum(*(ground.near[cell] for cell in to)) @ belief
        assert own == pytest.approx(np.maximum(*near) @ belief, abs=1e-5)


def test_a_ghost_walks_by_its_kind(ground: MazeTables) -> None:
    middle = int(np.argmax((ground.ways[:, :4] >= 0).sum(axis=1)))
    around = [int(cell) for cell in ground.ways[middle, :4] if cell >= 0]
    count, before = 4000, around[0]
    hunter = around[-1]
    rng = np.random.default_rng(3)

    def shares(kind: int) -> dict[int, float]:
        went = ground.walk(
            np.full(count, middle),
            np.full(count, before),
            np.full((count, 2), hunter),
            np.full(count, kind),
            rng.random(count),
        )
        return {cell: float((went == cell).mean()) for cell in around}

    even = shares(WANDERS)
    assert all(share == pytest.approx(1 / len(around), abs=0.04) for share in even.values())
    turned = shares(WALKS)
    assert turned[before] == pytest.approx(0.18 / (len(around) - 1 + 0.18), abs=0.03)
    assert shares(FLEES)[hunter] < turned[hunter]


def hunted(ground: MazeTables, ghosts: list[int], hunters: tuple[int, int]) -> HuntRows:
    beliefs = np.zeros((len(ghosts), ground.n))
    beliefs[np.arange(len(ghosts)), ghosts] = 1.0
    rows = np.array(ghosts)
    return HuntRows(beliefs, rows, np.full(len(ghosts), -1), np.array([hunters] * len(ghosts)))


def test_a_catch_is_counted_from_the_move_that_is_judged(ground: MazeTables) -> None:
    kinds, shares = np.full(2, WANDERS), np.arange(2)
    rng = np.random.default_rng(4)
    start = hunted(ground, [5, ground.n - 1], (5, 0))
    steps = hunt(ground, start, kinds, shares, 30, rng)
    assert steps[0] == 1, "the hunter has come to the ghost by this move"
    assert 1 < steps[1] <= 30
    steps = hunt(ground, start, kinds, shares, 30, rng, ghost_first=True)
    assert steps[0] == 1, "the ghost has run into the hunter"
    assert (hunt(ground, hunted(ground, [9, 9], (0, 0)), kinds, shares, 2, rng) <= 2).all()


def test_equal_numbers_bring_equal_rows(ground: MazeTables) -> None:
    far = ground.n - 1
    start = hunted(ground, [far, far, far], (0, 5))
    kinds, shares = np.full(3, WALKS), np.array([0, 1, 0])
    found = hunt(ground, start, kinds, shares, 40, np.random.default_rng(5))
    assert found[0] == found[2]


def test_a_hider_goes_as_the_lamplighter() -> None:
    params = SPEC.params({**SMALL, "play": "hide", "sight": 3})
    state = GAME.new(params)
    assert isinstance(state, HideState)
    course = state.course
    ground = MazeTables(MazeGraph(course.maze.rows), course)
    free = [cell for cell in range(ground.n) if not course.sees(cell)]
    view = HideState(course, free[0], placed=True, due=0, lanterns=(free[40], free[-1]))
    hiding = Hiding(ground, view, forgets=False)
    lamps = Lamplighter()
    lamps.begin((0,), GAME, params, Stream(1))
    cell = view.cell
    for _ in range(80):
        here = HideState(course, cell, placed=True, due=0, lanterns=view.lanterns)
        limit, legal = Limit(nodes=1), GAME.legal(here, 0)
        moves = {lamps.act(0, here, legal, limit).move for _ in range(12)}
        move = MOVES[hiding.way_on(cell)]
        assert move in moves
        to = course.ways[cell][MOVES.index(move)]
        cell = to
        if cell in view.lanterns:
            break
    assert cell in view.lanterns


def test_a_lantern_is_worth_the_doubt_about_who_takes_it() -> None:
    params = SPEC.params({**SMALL, "play": "hide", "noise": 0, "sight": 0})
    state = GAME.new(params)
    assert isinstance(state, HideState)
    course = state.course
    ground = MazeTables(MazeGraph(course.maze.rows), course)
    here = 30
    to = next(cell for cell in ground.ways[here, :4] if cell >= 0)
    view = HideState(course, here, placed=True, due=0, lanterns=(int(to),))
    even = np.full(ground.n, 1 / ground.n)
    shares, rng = np.arange(3), np.random.default_rng(6)
    points = Hiding(ground, view, False).points(even, [int(to)] * 3, [NEVER] * 3, shares, 9, rng)
    belief = ground.spread(even[None])[0]
    far = ground.far[course.eyes[0]]
    ring = belief[far == far[to]]
    ring /= ring.sum()
    bits = -float((ring * np.log2(ring)).sum())
    assert points == pytest.approx(np.full(3, round(bits, 1)))


def test_who_is_held_in_a_dead_end_is_caught_unless_it_slips_away() -> None:
    rows = "#" * 32 + "\n#" + " " * 30 + "#\n" + "#" * 32 + "\n"
    params = SPEC.params({"play": "hide", "layout": rows, "noise": 2, "sight": 0})
    state = GAME.new(params)
    assert isinstance(state, HideState)
    ground = MazeTables(MazeGraph(state.course.maze.rows), state.course)
    end = ground.n - 1
    view = HideState(state.course, end, placed=True, due=0, lanterns=(16,), held=2)
    known = np.zeros(ground.n)
    known[end] = 1.0
    hiding, shares = Hiding(ground, view, False), np.arange(16)

    def points(first: int, plan: int) -> np.ndarray:
        rng = np.random.default_rng(7)
        return hiding.points(known, [first] * 16, [plan] * 16, shares, 60, rng)

    assert (points(end - 1, NEVER) == 0.0).all()
    assert points(10, NEVER).mean() > 1.0
    known[:] = 1.0 / ground.n
    never, later, at_once = (points(end - 1, plan) for plan in (NEVER, LATER, NEXT))
    assert (at_once != never).any(), "it slips away in its second step"
    assert (later != at_once).any(), "or once there is little doubt"


def test_doubt_is_counted_in_tenths_of_a_bit() -> None:
    beliefs = np.array([[0.5, 0.5, 0.0], [1.0, 0.0, 0.0], [1 / 3, 1 / 3, 1 / 3]])
    assert doubt_of(beliefs) == pytest.approx([1.0, 0.0, round(math.log2(3), 1)])
