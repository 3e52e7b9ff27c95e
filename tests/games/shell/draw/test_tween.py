"""Motion: easings, timers, and values on their way."""

from __future__ import annotations

import itertools
import random

import pytest

from games.shell.draw.tween import Springs, Timer, ease_in_out, ease_out, overshoot


@pytest.mark.parametrize("easing", [ease_out, ease_in_out, overshoot])
def test_easings_go_from_nothing_to_all_and_stay_there(easing) -> None:
    assert easing(0.0) == pytest.approx(0.0)
    assert easing(1.0) == pytest.approx(1.0)
    assert easing(-3.0) == pytest.approx(0.0)
    assert easing(7.0) == pytest.approx(1.0)


def test_easing_out_is_fast_first_and_never_goes_back() -> None:
    steps = [ease_out(i / 100) for i in range(101)]
    pairs = list(itertools.pairwise(steps))
    assert len(pairs) == 100
    assert all(later > earlier for earlier, later in pairs)
    assert steps[50] > 0.8
    assert max(overshoot(i / 100) for i in range(101)) == pytest.approx(1.1, abs=0.01)


def test_a_timer_says_once_that_it_is_done() -> None:
    timer = Timer()
    assert not timer.running
    assert timer.progress == 1.0
    timer.start(0.5)
    assert [timer.update(0.2) for _ in range(5)] == [False, False, True, False, False]
    timer.start()
    assert timer.running
    timer.stop()
    assert not timer.running


def test_a_spring_arrives_and_jumps_when_motion_is_reduced() -> None:
    springs = Springs(0.24)
    assert springs.get("x", 0.0) == 0.0
    seen = []
    for _ in range(120):
        seen.append(springs.get("x", 10.0))
        springs.update(1 / 60)
    assert len(seen) == 120
    assert seen == sorted(seen)
    assert 0 < seen[2] < 10
    assert springs.get("x", 10.0) == 10.0
    assert not springs.moving
    springs.still = True
    assert springs.get("x", -5.0) == -5.0
    assert not springs.moving


def test_a_spring_keeps_its_place_while_nothing_is_drawn() -> None:
    springs = Springs()
    springs.get("x", 1.0)
    for _ in range(30):  # an idle screen: time passes, nothing is drawn
        springs.update(0.5)
    assert springs.get("x", 5.0) == 1.0
    assert springs.moving


def test_what_is_no_longer_drawn_is_forgotten() -> None:
    springs = Springs()
    rng = random.Random(1)
    for frame in range(1000):
        springs.get("kept", rng.random())
        springs.get(("passing", frame), 1.0)
        springs.update(1 / 60)
    assert frame == 999
    assert len(springs.values) <= 2


def test_the_pace_does_not_depend_on_the_frame_rate() -> None:
    slow, fast = Springs(), Springs()
    for springs, steps in ((slow, 6), (fast, 60)):
        springs.get("x", 0.0)
        for _ in range(steps):
            springs.get("x", 1.0)
            springs.update(0.12 / steps)
    assert slow.get("x", 1.0) == pytest.approx(fast.get("x", 1.0), abs=2e-3)
