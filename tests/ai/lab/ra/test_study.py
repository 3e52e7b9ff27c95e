"""Studies of Ra: each answers what it was asked, and refuses who is not compiled."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = [pytest.mark.lab, pytest.mark.sweep]
pytest.importorskip("numba")


NETS = ("net", "net", "net")


def asked(table: tuple[str, ...], games: int, jobs: int = 1, **options: str) -> Any:
    """A request of a study."""
    from ai.lab.jobs import Jobs
    from ai.lab.rooms import ArenaQuestion

    return ArenaQuestion(table, games, 5, options, Jobs(jobs), lambda share, text: None)


def test_shares_come_again_and_say_who_is_not_compiled() -> None:
    from ai.lab.errors import BadArguments
    from ai.lab.ra.study import arena, report

    table = ("seed-net", "heuristic", "heuristic")
    found = arena(asked(table, 300, study="shares"))
    assert found == arena(asked(table, 300, study="shares"))
    assert 0.2 < found["win_share"] < 0.6
    assert "300 games" in report(found)
    for wrong in (("easy", "net", "net"), ("net", "net+", "seed-net"), ("net", "net")):
        with pytest.raises(BadArguments):
            arena(asked(wrong, 300, study="shares"))


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
