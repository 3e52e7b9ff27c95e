"""Which weights are in use: whole trained ones where they were chosen, else those that ship."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.belief.weights import JUNCTIONS
from ai.files import read_arrays
from ai.sequence.weights import MIND
from ai.ur import FITTED, TREE
from ai.ur.judge import find_evaluator
from ai.ur.linear import LINEAR
from ai.ur.values import MOST_VALUE
from games import catalog, weights
from games.agents import NOT_MEASURED
from games.paths import WEIGHTS
from games.weights import Weights
from tests.support.trained import give

NAME = "ur/learner+"
OTHER = np.arange(16.0)
SHIPPED = WEIGHTS / "ur" / "learner+.npz"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "REPLACING_SECONDS", 0.0)


def test_what_ships_is_used_until_trained_ones_are_chosen(tmp_path: Path) -> None:
    folder = give(tmp_path, NAME, {"games": 7}, values=OTHER)
    before = FITTED.load()
    assert weights.in_use(NAME) == SHIPPED
    assert FITTED.told() == ""
    with weights.choosing(folder):
        assert weights.in_use(NAME) == folder / "ur" / "learner+.npz"
        assert FITTED.load() == tuple(OTHER)
        assert FITTED.card["games"] == 7
        day = date.today()
        told = f"{day.day} {day:%B %Y}."
        assert FITTED.told() == f"Plays with weights that you trained on {told}"
        assert weights.in_use("ur/learner") == WEIGHTS / "ur" / "learner.npz"
    assert FITTED.load() == before != tuple(OTHER)
    assert weights.take_notices() == ()


def turned(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


DAMAGES = {
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:50]),
    "a turned bit": turned,
    "empty": lambda path: path.write_bytes(b""),
    "no card": lambda path: path.with_suffix(".json").unlink(),
    "half a card": lambda path: path.with_suffix(".json").write_text('{"games": 7'),
    "the card of another": lambda path: path.with_suffix(".json").write_text(
        json.dumps({weights.SUM: "0" * 64})
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_put_aside_and_what_ships_is_used(damage: str, tmp_path: Path) -> None:
    folder = give(tmp_path, NAME, values=OTHER)
    path = folder / "ur" / "learner+.npz"
    DAMAGES[damage](path)
    content = path.read_bytes()
    with weights.choosing(folder):
        assert FITTED.load() != tuple(OTHER)
        assert weights.in_use(NAME) == SHIPPED
        (told,) = weights.take_notices()
        assert told.startswith("ur/learner+.npz, which you trained, is damaged (it is learner+.npz")
        assert told.endswith("what ships is used.")
        assert path.with_name("learner+.npz.bad-1").read_bytes() == content
        assert not path.exists()
        assert not path.with_suffix(".json").exists()
        weights.look_again()
        FITTED.load()
        assert weights.take_notices() == ()


def test_weights_of_another_shape_are_put_aside(tmp_path: Path) -> None:
    folder = give(tmp_path, NAME, values=np.arange(15.0))
    with weights.choosing(folder):
        assert weights.in_use(NAME) != SHIPPED
        assert not FITTED.trained
        assert len(FITTED.load()) == 16
        (told,) = weights.take_notices()
        assert "does not fit this version of the arcade" in told
        assert weights.in_use(NAME) == SHIPPED
    assert (folder / "ur" / "learner+.npz.bad-1").exists()


STRANGE: dict[str, tuple[Weights[Any], dict[str, Any]]] = {
    "words for numbers": (MIND, {"start": "words"}),
    "no caution": (JUNCTIONS, {"caution": np.array(np.nan)}),
    "a caution beyond all sense": (JUNCTIONS, {"caution": np.array(-1e30)}),
    "values of squares beyond all sums": (FITTED, {"values": np.full(16, 1e300)}),
    "a value that drowns the others": (
        FITTED,
        {"values": np.array([*range(15), -1.1 * MOST_VALUE])},
    ),
    "brains beyond all sums": (TREE, {"brains": 1e7}),
    "a mark that decides alone": (LINEAR, {"pairs_finkel": 37.0}),
    "huge homes": (LINEAR, {"homes_schultz": 1e300}),
    "huge starting weights": (MIND, {"start": 1e30}),
    "huge whole numbers": (MIND, {"growth": -(1 << 62)}),
    "huge rates": (MIND, {"rate": 750.0}),
    "a huge trust": (MIND, {"population_trust": 1e300}),
    "huge concentrations": (MIND, {"concentration": 1e20}),
    "huge covariances": (MIND, {"variety_covariance": 1e9}),
}


@pytest.mark.parametrize("strange", STRANGE)
def test_a_whole_file_of_somebody_else_is_put_aside(strange: str, tmp_path: Path) -> None:
    own, arrays = STRANGE[strange]
    before = read_arrays(weights.shipped(own.name))
    wrong = {
        k: np.full(before[k].shape, v) if isinstance(v, str | float | int) else v
        for k, v in arrays.items()
    }
    folder = give(tmp_path, own.name, **wrong)
    with weights.choosing(folder):
        assert own.load() is not None
        assert not own.trained
        (told,) = weights.take_notices()
        assert "does not fit this version of the arcade" in told


def test_the_largest_weights_that_can_be_reckoned_with_are_used(tmp_path: Path) -> None:
    values = MOST_VALUE * np.linspace(-1.0, 1.0, 16)
    folder = give(tmp_path, NAME, values=values)
    with weights.choosing(folder):
        assert FITTED.load() == tuple(values)
        assert weights.take_notices() == ()


def test_what_cannot_be_renamed_is_not_used_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    folder = give(tmp_path, NAME, values=OTHER)
    turned(folder / "ur" / "learner+.npz")
    monkeypatch.setattr(weights.os, "replace", refused)
    with weights.choosing(folder):
        assert FITTED.load() != tuple(OTHER)
        assert len(weights.take_notices()) == 1


def test_who_comes_between_a_file_and_its_card_looks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = give(tmp_path, NAME, values=OTHER)
    card = folder / "ur" / "learner+.json"
    text = card.read_text()
    card.write_text("{}")
    monkeypatch.setattr(weights.time, "sleep", lambda seconds: card.write_text(text))
    with weights.choosing(folder):
        assert FITTED.load() == tuple(OTHER)
    assert weights.take_notices() == ()


def test_a_training_during_a_match_changes_nothing_in_it(tmp_path: Path) -> None:
    folder = give(tmp_path, NAME, values=OTHER)
    with weights.choosing(folder):
        FITTED.load()
        give(tmp_path, NAME, values=2 * OTHER)
        assert FITTED.load() == tuple(OTHER)
        weights.choose(folder)  # as a worker hears it again
        assert FITTED.load() == tuple(OTHER)
        weights.look_again()
        assert FITTED.load() == tuple(2 * OTHER)


def test_reset_puts_both_files_aside(tmp_path: Path) -> None:
    folder = give(tmp_path, NAME, values=OTHER)
    assert weights.trained_names(folder, "ur") == [NAME]
    with weights.choosing(folder):
        FITTED.load()
        moved = weights.reset(NAME, folder)
        assert [path.name for path in moved] == ["learner+.npz.aside-1", "learner+.json.aside-1"]
        assert FITTED.load() != tuple(OTHER)
    assert weights.trained_names(folder, "ur") == []
    give(tmp_path, NAME, values=OTHER)
    assert weights.reset(NAME, folder)[0].name == "learner+.npz.aside-2"
    assert weights.reset(NAME, folder) == []


def test_parts_of_a_training_are_no_weights(tmp_path: Path) -> None:
    (tmp_path / "ur").mkdir()
    (tmp_path / "ur" / "learner.part.npz").write_bytes(b"")
    assert weights.trained_names(tmp_path, "ur") == []
    assert weights.trained_names(tmp_path, "karate") == []


def test_figures_are_those_of_the_weights_in_use(tmp_path: Path) -> None:
    card = {
        "rules": "finkel",
        "pieces": 3,
        "strength": {"random": 0.9},
        "measured_games": 2000,
    }
    give(tmp_path, "ur/learner", card)
    folder = give(tmp_path, NAME, {"games": 7})
    agents = {agent.id: agent for agent in catalog.agents("ur")}
    assert agents["learner"].told().strength.startswith("4 pieces, Schultz: wins 78.3%")
    with weights.choosing(folder):
        assert (
            agents["learner"].told().strength
            == "3 pieces, Finkel: wins 90.0% against Random (2,000 games, ±1.3)."
        )
        assert agents["learner+"].told().strength == NOT_MEASURED
        assert agents["net"].told().strength.startswith("7 pieces, Finkel: wins 49.7%")


@pytest.mark.parametrize("shares", [{}, {"random": 10**400}])
def test_a_card_that_makes_no_sense_measures_nothing(
    shares: dict[str, Any], tmp_path: Path
) -> None:
    folder = give(tmp_path, NAME, {"strength": shares, "measured_games": 9})
    with weights.choosing(folder):
        assert catalog.agent("ur", "learner+").told().strength == NOT_MEASURED


def test_the_sensei_was_measured_with_one_set_of_weights(tmp_path: Path) -> None:
    sensei = catalog.agent("karate", "sensei")
    figures = catalog.scene("karate").Scene.help_figures
    assert "99% of matches" in sensei.told().strength
    priors = 1.5 * read_arrays(weights.shipped("numbers/mind"))["concentration"]
    folder = give(tmp_path, "numbers/mind", concentration=priors)
    with weights.choosing(folder):
        told = sensei.told()
        assert told.strength == NOT_MEASURED
        assert not any(digit in told.options[0].help for digit in "123456789")
        assert figures()["gain_of_theories"] == "not measured"
        assert "trained on" in sensei.own_words()[0]
        sums = {"numbers/mind": weights.sum_of(weights.in_use("numbers/mind"))}
        card = {"roster_mean": {"sensei": 4.25}, weights.MEASURED_WITH: sums}
        (folder / "karate").mkdir()
        (folder / "karate" / "sensei.json").write_text(json.dumps(card))
        assert "gains 4.2 points a round" in sensei.told().strength
        assert figures()["gain_of_theories"] == "4.2"
    assert "99% of matches" in sensei.told().strength


def test_numbers_and_the_tracker_tell_no_figures_of_other_weights(tmp_path: Path) -> None:
    give(tmp_path, "tracker/junctions")
    folder = give(tmp_path, "numbers/mind")
    food, mind = catalog.agent("tracker", "food"), catalog.agent("numbers", "mind")
    assert "1.41 surprise points a step (1.24 to 1.59)" in food.told().strength
    assert "12.9%" in mind.told().strength
    with weights.choosing(folder):
        assert food.told().strength == mind.told().strength == NOT_MEASURED
        assert food.own_words()[0].startswith("Is followed with weights that you trained on")
        assert catalog.scene("numbers").Scene.help_figures()["chance_reader"] == "not measured"
    assert catalog.scene("numbers").Scene.help_figures()["chance_reader"] == "2.01"


@pytest.mark.parametrize(
    ("day", "words"),
    [("2026-11-22", "22 November 2026"), ("2026-02-03", "3 February 2026"), (None, ""), ("x", "")],
)
def test_a_day_in_words(day: object, words: str) -> None:
    assert weights.in_words(day) == words


def test_the_judge_says_whose_estimate_it_gives(tmp_path: Path) -> None:
    folder = give(tmp_path, "ur/linear+")
    assert find_evaluator("schultz", 7).source == "linear+"
    with weights.choosing(folder):
        assert find_evaluator("schultz", 7).source == "linear+ as you trained it"
        assert find_evaluator("finkel", 7).source == "the network"
