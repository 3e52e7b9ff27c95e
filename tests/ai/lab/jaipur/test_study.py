"""`arena jaipur --option study=...`: the figures of each study, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.lab.errors import BadArguments
from ai.lab.jaipur import study
from ai.lab.jaipur.traders import WAYS, trader
from ai.lab.jobs import HERE
from ai.lab.rooms import ArenaQuestion
from games.catalog import UnknownAgent
from games.paths import ASSETS
from games.spec import BadOption


def studied(name: str, agent: str, games: int, **given: str) -> dict[str, object]:
    """The row of a study, and that it can be told."""
    options = {"study": name, **given}
    found = study.arena(ArenaQuestion([agent], games, 3, options, HERE, lambda share, text: None))
    assert agent in study.report(found)
    assert found["study"] == name
    row = found["rows"][0]
    assert isinstance(row, dict)
    return row


def test_the_hidden_cards_of_the_original_are_told_by_its_moves() -> None:
    row = studied("belief", "seed-utility", 2)
    assert row["rounds"] == 2
    assert row["gain"] == pytest.approx(row["counting"] - row["inferred"])  # type: ignore[operator]
    assert row["gain"] > 0.2  # type: ignore[operator]


@pytest.mark.sweep
def test_what_is_said_of_the_chance_to_win_is_counted_by_tenths() -> None:
    row = studied("calibration", "sensei:level=4", 2)
    classes = row["classes"]
    assert isinstance(classes, list)
    assert sum(each["moves"] for each in classes) > 20
    for each in classes:
        assert each["from"] <= each["said"] <= each["from"] + 0.1 + 1e-9
        assert 0 <= each["came"] <= 1


@pytest.mark.sweep
def test_learning_is_measured_on_the_same_deals() -> None:
    row = studied("learning", "quick-seller", 2, level="4", before="1")
    for gain, learned, without in (
        ("gain", "with", "without"),
        ("rupees_gain", "rupees_with", "rupees_without"),
    ):
        assert row[gain] == pytest.approx(row[learned] - row[without])  # type: ignore[operator]
    assert row["rupees_with"] not in (0, row["with"])


def test_a_round_is_won_by_so_many_rupees() -> None:
    ((won, lead),) = study.play(study.RoundsPart(study.LEARNING, "random", 3, range(1), 2))
    assert won == 1.0
    assert lead > 0


def test_what_cannot_be_studied_is_refused() -> None:
    with pytest.raises(BadOption):
        studied("luck", "greedy", 1)
    with pytest.raises(UnknownAgent):
        studied("belief", "nobody", 1)
    with pytest.raises(BadArguments, match="says nothing of its chance"):
        studied("calibration", "greedy", 1)
    with pytest.raises(BadArguments, match="gave no chance"):
        studied("calibration", "sensei:level=1", 1)
    with pytest.raises(BadArguments, match="needs traders"):
        study.arena(ArenaQuestion([], 1, 1, {}, HERE, lambda share, text: None))


def test_weights_of_a_file_can_be_played_against(tmp_path: Path) -> None:
    there = ASSETS / "weights" / "jaipur" / "greedy.npz"
    assert studied("belief", f"greedy@{there}", 1)["rounds"] == 1
    for wrong in (tmp_path / "nothing.npz", ASSETS / "weights" / "jaipur" / "sensei.npz"):
        with pytest.raises(BadArguments, match="no weights of greedy"):
            trader(f"greedy@{wrong}")


def test_every_way_to_trade_can_sit_down() -> None:
    assert all(trader(name) for name in (*WAYS, "random", "sensei:level=2"))
