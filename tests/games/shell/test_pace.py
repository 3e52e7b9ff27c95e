"""Speeds, holding and stepping of a game that is watched."""

from __future__ import annotations

import pytest

from games.shell.pace import Pace

LEVELS = (0.5, 1.0, 2.0, 4.0)


@pytest.mark.parametrize(
    ("around", "faster"),
    [(False, [2.0, 4.0, 4.0, 4.0]), (True, [2.0, 4.0, 0.5, 1.0])],
)
def test_faster_and_slower(around: bool, faster: list[float]) -> None:
    pace = Pace(LEVELS, around)
    assert pace.speed == 1.0
    speeds = []
    for _ in range(4):
        pace.change(1)
        speeds.append(pace.speed)
    assert speeds == faster
    for _ in range(4):
        pace.change(-1)
    assert pace.speed == 0.5, "the slowest never leads to the fastest"
    pace.set_level(3)
    assert pace.speed == 4.0


def test_one_turn_goes_on_while_it_is_held() -> None:
    pace = Pace(LEVELS)
    assert not pace.waits
    pace.toggle()
    assert pace.waits
    pace.step()
    assert pace.held
    assert not pace.waits
    pace.note_step()
    assert pace.waits
    pace.step()
    pace.hold()
    assert pace.waits
    pace.step()
    pace.resume()
    assert not pace.held
    assert not pace.stepping
    pace.hold()
    pace.toggle()
    assert not pace.waits
