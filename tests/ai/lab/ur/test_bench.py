"""What `main.py bench ur` measures, without measuring it."""

from __future__ import annotations

import pytest

from ai.lab.ur import bench


def test_every_depth_of_the_searches_has_a_row_and_no_row_is_there_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    timed: list[int] = []

    def rate(work: object) -> float:
        timed.append(1)
        return 500.0

    monkeypatch.setattr(bench, "best_rate", rate)
    found = list(bench.rows())
    names = [what for what, _, _ in found]
    assert len(set(names)) == len(names) == len(timed)
    for kind in ("expectimax", "panda"):
        for plies in (4, 5, 6, 7):
            assert (f"{kind}-{plies}, finkel, 7 pieces", 2.0, "ms a choice") in found
    assert ("greedy-learned, schultz, 4 pieces", 2000.0, "µs a choice") in found
