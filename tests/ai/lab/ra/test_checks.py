"""Studies of chances, faults, hints and speed, each as it is asked of the arena."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ai.ra.plain import row_of
from games.ra.rules.moves import can_draw, gods_usable
from games.ra.rules.state import TURN
from tests.support.ra_tables import choices

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
    assert arena(asked(NETS, 6, 2, study="hint", playouts="40")) == found


def test_speed_is_told_by_the_clock_and_by_the_processor() -> None:
    from ai.lab.ra.study import arena

    found = arena(asked(NETS, 20, study="speed"))
    assert found["games_per_second"] > 0
    assert found["games_per_processor_second"] > 0


def test_choices_are_drawing_calling_and_what_a_god_may_take() -> None:
    from ai.lab.ra.checks import choices as choices_of

    for view in choices(3, 11, 7):
        if view.phase == TURN:
            found = choices_of(np.array(row_of(view), np.int64))
            assert (0 in found) == can_draw(view)
            assert -1 in found
            assert (len(found) > 1 + can_draw(view)) == (gods_usable(view) > 0)
