"""The tracker's pictures: a move spreads the cloud, a reading thins it, seeing ends all doubt."""

from __future__ import annotations

from games.shell.draw.theme import Theme
from games.tracker.pictures import PICTURES, Half, bits, step_of


def test_a_move_brings_doubt_and_a_reading_takes_some() -> None:
    _, step = step_of("spread")
    assert bits(step.prior) > bits(step.before) + 0.5
    _, step = step_of("reading")
    assert bits(step.posterior) < bits(step.prior) - 1.0
    assert not step.seen
    _, step = step_of("truth")
    assert not step.seen


def test_the_eye_sees_the_ghost_and_doubt_is_gone() -> None:
    course, step = step_of("sight")
    assert step.seen
    assert bits(step.prior) > 4
    assert bits(step.posterior) == 0.0
    assert step.posterior[step.cells[1]] == 1.0
    assert course.sees(step.cells[1])
    assert not course.sees(step.cells[0])


def test_a_half_comes_round_and_stands_still_where_motion_is_reduced() -> None:
    moving = PICTURES["spread"](Theme())
    still = PICTURES["spread"](Theme(reduced_motion=True))
    assert isinstance(moving, Half)
    assert isinstance(still, Half)
    shares = []
    for _ in range(60):
        moving.update(0.1)
        shares.append(moving.share)
    assert min(shares) == 0.0
    assert max(shares) == 1.0
    assert shares.count(0.0) > 12, "it began again"
    still.update(5.0)
    assert still.share == 1.0
