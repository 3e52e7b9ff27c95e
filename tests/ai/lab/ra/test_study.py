"""Studies of Ra: each answers what it was asked, and refuses who is not compiled."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = [pytest.mark.lab, pytest.mark.sweep]
pytest.importorskip("numba")

NETS = ("net", "net", "net")
SEEDS = ("seed-net", "seed-net", "seed-net")


def asked(table: tuple[str, ...], games: int, **options: str) -> Any:
    """A request of a study."""
    from ai.lab.jobs import Jobs
    from ai.lab.rooms import Asked

    return Asked(table, games, 5, options, Jobs(1), lambda share, text: None)


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


def test_wishes_that_were_passed_are_counted_with_the_1_in_the_centre_and_without() -> None:
    from ai.lab.ra.study import arena

    found = arena(asked(SEEDS, 40, study="faults"))
    for name in ("one_in_the_centre", "another_sun"):
        row = found[name]
        assert 0 <= row["passed"] <= row["wished"]
        assert row["wished"] > 50
        assert 0.0 < row["share"] < 0.5
    assert found["lots_of_monuments"]["lots"] + found["lots_without"]["lots"] > 200
    assert "lots_of_monuments" not in arena(asked(NETS, 20, study="faults"))


def test_a_hint_loses_few_points_against_playouts() -> None:
    from ai.lab.ra.study import arena

    found = arena(asked(NETS, 6, study="hint", playouts="40"))
    assert (found["positions"], found["playouts"]) == (6, 40)
    assert -5.0 < found["points_lost"] < 10.0


def test_an_answer_is_measured_as_net_and_as_net_plus(monkeypatch: pytest.MonkeyPatch) -> None:
    from ai.lab.ra import answering
    from ai.lab.ra.study import arena

    for name, value in (("ROUND", 20), ("GATE_DEALS", 3), ("MEASURED_DEALS", 4)):
        monkeypatch.setattr(answering, name, value)
    found = arena(asked(("net+", "net+", "net+"), 40, study="answer"))
    assert set(found["answer"]) == {"net", "net+"}
    assert all(0.0 <= row["win_share"] <= 1.0 for row in found["answer"].values())


def test_speed_is_told_by_the_clock_and_by_the_processor() -> None:
    from ai.lab.ra.study import arena

    found = arena(asked(NETS, 20, study="speed"))
    assert found["games_per_second"] > 0
    assert found["games_per_processor_second"] > 0
