"""How well the judge foresees: what is counted, the same for any number of jobs, and refusals."""

from __future__ import annotations

import math

import pytest

from ai.lab.ctf import judge_study
from ai.lab.ctf.judge_study import Foreseen
from ai.lab.ctf.study import arena, report
from ai.lab.jobs import HERE
from ai.lab.rooms import ArenaQuestion
from games.catalog import UnknownAgent
from games.ctf import SPEC
from tests.games.ctf.played import SMALL


def question(teams: list[str], games: int = 1, **given: str) -> ArenaQuestion:
    options = {"maze": "loops-16x8", "moves": "60", "study": "judge", **given}
    return ArenaQuestion(teams, games, 5, options, HERE, lambda share, text: None)


def test_what_was_foreseen_stands_beside_what_came() -> None:
    params = SPEC.params({**SMALL, "moves": 120})
    (found,) = judge_study.judged(judge_study.Watched("gatherer", params, 3))
    assert len(found.foreseen) == len(found.came) > 5
    assert all(came == int(came) for came in found.came)
    assert any(found.came)
    (again,) = judge_study.judged(judge_study.Watched("gatherer", params, 3))
    assert again == found


def test_the_row_sums_over_all_choices() -> None:
    rows = [Foreseen((1.0, 0.0), (2.0, 0.0)), Foreseen((2.0,), (2.0,))]
    row = judge_study.row("x", rows)
    assert (row["choices"], row["off"]) == (3, pytest.approx(1 / 3))
    assert row["error"] == pytest.approx(math.sqrt(1 / 3))
    assert row["unchanged"] == pytest.approx(math.sqrt(8 / 3))
    assert row["came"] == pytest.approx(6 / 5)
    assert row["off_within"] > 0.0
    assert judge_study.row("x", [Foreseen((), ())])["off"] is None


def test_a_study_is_told_in_a_line_a_team() -> None:
    found = arena(question(["gatherer", "random"]))
    told = report(found)
    assert [row["team"] for row in found["rows"]] == ["gatherer", "random"]
    assert len(told.splitlines()) == 3
    assert "came for each point foreseen" in told
    with pytest.raises(UnknownAgent):
        arena(question(["nobody"]))
