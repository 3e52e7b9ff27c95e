"""Studies of chances and speed, each as it is asked of the arena."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = [pytest.mark.lab, pytest.mark.sweep]
pytest.importorskip("numba")

NETS = ("net", "net", "net")
SEEDS = ("seed-net", "seed-net", "seed-net")


def asked(table: tuple[str, ...], games: int, jobs: int = 1, **options: str) -> Any:
    """A request of a study."""
    from ai.lab.jobs import Jobs
    from ai.lab.rooms import Asked

    return Asked(table, games, 5, options, Jobs(jobs), lambda share, text: None)


def test_chances_are_compared_with_what_came() -> None:
    from ai.lab.ra.study import arena, report

    found = arena(asked(NETS, 60, study="calibration"))
    assert found["states"] > 500
    assert 0.0 < found["calibration_error"] < 0.1
    assert "calibration_error" in report(found)


def test_speed_is_told_by_the_clock_and_by_the_processor() -> None:
    from ai.lab.ra.study import arena

    found = arena(asked(NETS, 20, study="speed"))
    assert found["games_per_second"] > 0
    assert found["games_per_processor_second"] > 0
