"""The tape's place in time."""

from __future__ import annotations

from games.tracker.half_steps import SPEEDS, HalfSteps


def test_playback_counts_in_half_steps() -> None:
    playback = HalfSteps()
    playback.go(1)
    assert (playback.step, playback.predicting) == (1, True)
    playback.update(0.1)
    assert 0.0 < playback.share < 1.0
    playback.update(10.0)
    assert playback.share == 1.0
    assert playback.following == 2
    for _ in range(9):
        playback.pace.change(1)
    assert playback.speed == SPEEDS[-1]
    assert playback.following == 2, "the other half first"
    playback.jump(2)
    assert playback.following == 4
