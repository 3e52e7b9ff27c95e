"""The arena of Guess 2/3: what it measures, and that `mind` reaches its figures."""

from __future__ import annotations

from typing import Any

import pytest

from ai.lab.guess.arena import LEARNING, arena, report, session
from ai.lab.jobs import HERE
from ai.lab.rooms import ArenaQuestion
from games.catalog import UnknownAgent
from games.spec import BadOption
from games.streams import Stream

ALL = ("level0", "level1", "level2", "level3", "level4", "nash", "repeat", "trend", "mind")


def found(agents: tuple[str, ...] = ("level1", "mind"), games: int = 2, **given: str) -> Any:
    return arena(ArenaQuestion(agents, games, 1, given, HERE, lambda done, text: None))


def test_a_row_for_each_crowd_and_agent() -> None:
    told = found(size="5", rounds="3")
    assert [(row["crowd"], row["agent"]) for row in told["rows"]] == [
        (crowd, agent) for crowd in LEARNING for agent in ("level1", "mind")
    ]
    for crowd in LEARNING:
        rows = [row for row in told["rows"] if row["crowd"] == crowd]
        assert sum(row["nearest"] for row in rows) == pytest.approx(1)
    for row in told["rows"]:
        assert row["ci95"][0] <= row["forecast_distance"] <= row["ci95"][1]
    assert "mind is" in report(told)
    assert told == found(size="5", rounds="3")


def test_a_session_is_a_function_of_its_seed() -> None:
    played = [list(session("learners", 9, 4, 2 / 3, Stream.named(8, "s"))) for _ in range(2)]
    assert played[0] == played[1]
    assert [len(made) for made in played[0]] == [9] * 4


def test_what_there_is_not() -> None:
    with pytest.raises(UnknownAgent):
        found(("level9",))
    with pytest.raises(BadOption, match="crowd"):
        found(crowds="levels,bees")
    with pytest.raises(BadOption, match="201"):
        found(size="201")


def test_a_newspaper_alone() -> None:
    told = found(crowds="newspaper", rounds="1")
    assert {row["crowd"] for row in told["rows"]} == {"newspaper"}


@pytest.mark.sweep
def test_mind_foresees_better_than_any_fixed_rule() -> None:
    """The figures of the measured page: 25 sessions of 24 people and 20 rounds."""
    told = found(ALL, 25)
    assert told["mind_below_best_rule"] >= 0.15
    for crowd, below in (("levels", 0.07), ("followers", 0.03), ("learners", 0.0)):
        rows = {r["agent"]: r["forecast_distance"] for r in told["rows"] if r["crowd"] == crowd}
        mine = rows.pop("mind")
        assert mine <= (1 - below) * min(rows.values())
        if crowd == "learners":
            assert mine <= 0.60
