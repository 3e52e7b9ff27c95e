"""The study of strangers: its rows, its means, and that a match is what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.karate.originals import NashFighter, RandomFighter
from ai.lab.errors import BadArguments
from ai.lab.jobs import Jobs
from ai.lab.karate import study
from ai.lab.karate.strangers import HELD_OUT, STRANGERS
from ai.lab.rooms import ArenaQuestion
from games.catalog import UnknownAgent
from games.spec import BadOption
from tests.support.bots import written_bot


def question(agents: list[str], games: int = 2, **given: str) -> ArenaQuestion:
    return ArenaQuestion(
        agents, games, 1, {"study": "strangers", **given}, Jobs(), lambda share, words: None
    )


def test_there_is_a_row_for_each_agent_and_kind_and_means_over_kinds() -> None:
    found = study.arena(question(["nash", "seed-argmax"], rounds="60"))
    assert len(found["rows"]) == 2 * len(STRANGERS)
    held = [row["stranger"] for row in found["rows"] if row["held_out"] and row["agent"] == "nash"]
    assert held == [kind.id for kind in HELD_OUT]
    assert all(abs(row["gain"]) < 1e-9 for row in found["rows"] if row["agent"] == "nash")
    gains = [row["gain"] for row in found["rows"] if row["agent"] == "seed-argmax"]
    means = found["means"]["seed-argmax"]
    assert means["all"] == pytest.approx(sum(gains) / len(gains))
    assert means["held_out"] == pytest.approx(sum(gains[-len(HELD_OUT) :]) / len(HELD_OUT))
    assert means["worst"] == min(gains) < -50
    text = study.report(found)
    assert "seed-argmax v neuron (held out)" in text
    assert text.splitlines()[-1].startswith("  seed-argmax: mean ")
    assert found == study.arena(question(["nash", "seed-argmax"], rounds="60"))


def test_a_match_is_scored_by_the_moves_that_were_drawn() -> None:
    kind = STRANGERS[0]
    even = study.played(NashFighter(), kind, 1, 0, 300)
    assert even.gain == pytest.approx(0, abs=1e-9)
    assert even.score != 0
    again = study.played(NashFighter(), kind, 1, 0, 300)
    other = study.played(RandomFighter(), kind, 1, 1, 300)
    assert even == again
    assert even.score != other.score


def test_refusals(tmp_path: Path) -> None:
    with pytest.raises(UnknownAgent):
        study.arena(question(["nine"]))
    with pytest.raises(BadOption, match="rounds"):
        study.arena(question(["nash"], rounds="5"))
    with pytest.raises(BadOption, match="choose one of strangers"):
        study.arena(question(["nash"])._replace(given={"study": "x"}))
    kept = written_bot(tmp_path, "def choose(view, legal, rng):\n    return legal[0]\n")
    with pytest.raises(BadArguments, match="no strategy"):
        study.arena(question([kept]))
