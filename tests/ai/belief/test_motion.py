"""Motion by expected visits: however long a walk is, the belief stays one."""

from __future__ import annotations

import numpy as np
import pytest

from ai.belief.graph import DistanceSonar, MazeGraph
from ai.belief.motion import ExpectedVisitsTracker


def test_after_a_long_walk_in_a_small_maze_the_belief_is_still_one() -> None:
    graph = MazeGraph(["#####", "#   #", "#####"])
    tracker = ExpectedVisitsTracker(graph, DistanceSonar(graph, 0, 0), (1, 1))
    for _ in range(4000):
        tracker.predict()
        assert not tracker.observe([]).restarted, "nothing that was heard is impossible"
    assert np.isfinite(tracker.belief).all()
    assert tracker.belief.sum() == pytest.approx(1.0)
