"""A walk that is looked at again: it waits for the models before it goes on."""

from __future__ import annotations

from typing import Any

import pytest

from games.tracker.replay_steps import TrackerReplaySteps
from tests.support.tracker_walks import started, walked


@pytest.mark.parametrize(
    ("heard", "settling", "ready"), [(2, True, False), (3, True, True), (4, False, True)]
)
def test_it_goes_on_once_the_next_step_was_heard(
    monkeypatch: pytest.MonkeyPatch, heard: int, settling: bool, ready: bool
) -> None:
    walk = walked(started(models=("random",)), 6)
    scene: Any = None
    steps = TrackerReplaySteps(scene, walk, lambda dt: None, lambda: None, lambda reveal: None)
    steps.stand_at(3)
    monkeypatch.setattr(walk.lineup, "have_heard", lambda step: step <= heard)
    assert (steps.moment, steps.moments) == (3, 6)
    assert (steps.settling, steps.ready) == (settling, ready)


def test_after_the_last_step_there_is_none_to_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    walk = walked(started(models=("random",)), 6)
    scene: Any = None
    steps = TrackerReplaySteps(scene, walk, lambda dt: None, lambda: None, lambda reveal: None)
    steps.stand_at(6)
    monkeypatch.setattr(walk.lineup, "have_heard", lambda step: step <= 6)
    assert not steps.settling
