"""Marks and steps that are judged exactly: against sums by hand on small mazes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from ai.tracker.judge_exactly import OFF, SURPRISE, SeekPart, WalkPart, way_words
from games.core import Event
from games.tracker import SPEC
from games.tracker.rules import GAME, SeekState, SensorReading, TrackerState

ROW = "#" * 12 + "\n#" + " " * 10 + "#\n" + "#" * 12 + "\n"
"""A corridor of ten cells; the sensor stands at its left end."""


def reading(z: int | None, seen: tuple[int, int] | None = None, step: int = 1) -> Event:
    return Event("reading", {"step": step, "readings": (SensorReading((1, 1), z, seen),)})


def seeking(**options: Any) -> tuple[SeekPart, SeekState]:
    params = SPEC.params({"play": "seek", "layout": ROW, "start": "unknown", "sight": 0, **options})
    part = SeekPart(GAME, params, 0)
    state = GAME.new(params)
    assert isinstance(state, SeekState)
    return part, state


def test_a_mark_is_worth_its_expected_way_to_the_ghost() -> None:
    part, state = seeking(noise=1)
    part.observe([reading(5)])
    belief = part.belief
    assert np.flatnonzero(belief).tolist() == [4, 5, 6]
    found = part.judge(state, 0, "cell9", 0)
    by_hand = {
        mark: sum(belief[cell] * abs(mark - cell) for cell in range(10)) for mark in range(10)
    }
    assert {row.move: -row.value for row in found.actions} == pytest.approx(
        {f"cell{mark}": far for mark, far in by_hand.items()}
    )
    assert found.best == "cell5"
    assert found.lost == pytest.approx(by_hand[9] - by_hand[5])
    assert found.measure == OFF
    assert round(by_hand[5]) == 1
    assert "is about 1 move from the ghost" in found.why
    assert "with 100%" in found.why
    assert OFF.level(found.actions[0].value) == f"{by_hand[5]:.1f} moves"


def test_what_the_ghost_adds_to_a_mark_is_no_choice() -> None:
    part, state = seeking(noise=1)
    part.observe([reading(5)])
    least = -part.judge(state, 0, "cell5", 0).actions[0].value
    event = {"round": 1, "cell": 6, "marks": [5, 9], "missed": [1, 3]}
    part.observe([Event("marked", event)])
    assert part.belief[6] == 1.0, "the truth is shown"
    part.observe([reading(6, step=2)])
    assert part.judge(state, 0, "cell6", 0).before == pytest.approx(least - 1)
    assert part.judge(state, 2, "cell6", 0).before == pytest.approx(least - 3)


def walking(cell: int, **options: Any) -> tuple[WalkPart, TrackerState]:
    params = SPEC.params({"layout": ROW, "start": "unknown", "sight": 1, "noise": 2, **options})
    state = TrackerState(GAME.new(params).course, cell, 3, placed=True)
    return WalkPart(GAME, params, 0), state


def test_a_step_is_as_surprising_as_the_readings_will_leave_it() -> None:
    part, state = walking(5)
    before = part.watcher.tracker.belief.copy()
    found = part.judge(state, 0, "right", 0)
    assert (part.watcher.tracker.belief == before).all(), "it looks ahead and goes nowhere"
    forecast = part.watcher.tracker.predict()
    by_hand = {}
    for move, cell in (("left", 4), ("right", 6)):
        losses = []
        for z in range(cell - 2, cell + 3):
            mass = sum(forecast[other] for other in range(2, 10) if abs(other - z) <= 2)
            losses.append(-math.log(forecast[cell] / mass))
        by_hand[move] = sum(losses) / len(losses)
    assert {row.move: row.value for row in found.actions} == pytest.approx(by_hand)
    assert found.measure == SURPRISE
    assert found.lost == pytest.approx(max(by_hand.values()) - by_hand["right"])


def test_a_step_into_sight_surprises_nobody_and_one_who_is_carried_is_judged_too() -> None:
    part, state = walking(2)
    found = part.judge(state, 0, "carry9", 0)
    values = {row.move: row.value for row in found.actions}
    assert values["left"] == 0.0
    assert values["carry9"] > 0.0
    assert {row.words for row in found.actions} == {"go left", "go right", "be carried off"}
    assert "carry9" not in {row.move for row in part.judge(state, 0, "left", 0).actions}


def test_several_sensors_are_averaged_over_the_same_readings_each_time() -> None:
    part, state = walking(5, sensors=2, sight=0)
    assert part.judge(state, 0, "left", 4) == part.judge(state, 0, "left", 4)


def test_moves_in_words() -> None:
    assert [way_words(move) for move in ("up", "stay", "slip")] == ["go up", "stay", "slip away"]
