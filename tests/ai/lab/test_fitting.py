"""Trainings go on as if they had not been stopped, wherever they were."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.files import read_arrays
from ai.lab import fitting
from ai.lab.rooms import share_of, unseen
from games.arrays import Arrays, BadWeights

SETTINGS = {"agent": "counter", "seed": 3}


class Counter:
    """A training of five steps whose weights are the numbers of its steps."""

    def __init__(self, stop_in: int = 0) -> None:
        self.steps: list[int] = []
        self.stop_in = stop_in

    @property
    def done(self) -> bool:
        return len(self.steps) >= 5

    def step(self) -> None:
        self.steps.append(len(self.steps) + 1)
        if len(self.steps) == self.stop_in:
            raise KeyboardInterrupt

    def told(self) -> tuple[float, str]:
        return len(self.steps) / 5, f"{len(self.steps)} steps"

    def arrays(self) -> Arrays:
        return {"steps": np.array(self.steps, np.int64)}

    def restore(self, arrays: Arrays) -> None:
        if arrays["steps"].ndim != 1:
            raise BadWeights("No steps.")
        self.steps = arrays["steps"].tolist()


def steps_kept(weights: Path) -> list[int]:
    kept: list[int] = read_arrays(fitting.part_of(weights))["steps"].tolist()
    return kept


def test_a_training_ends_with_its_weights_its_card_and_no_part(tmp_path: Path) -> None:
    weights, training, seen = tmp_path / "counter-3.npz", Counter(), list[tuple[float, str]]()
    fitting.keep_going(training, weights, SETTINGS, lambda *told: seen.append(told))
    assert seen[0] == (0.2, "1 steps")
    assert seen[-1] == (1.0, "5 steps")
    assert fitting.part_of(weights).name == "counter-3.part.npz"
    assert steps_kept(weights) == [1, 2, 3, 4, 5]
    card = fitting.write(weights, training.arrays(), {"agent": "counter"})
    assert card == {"agent": "counter"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["counter-3.json", "counter-3.npz"]


@pytest.mark.parametrize(("seconds", "kept"), [(0.0, [1, 2]), (3600.0, None)])
def test_an_interrupt_within_a_step_loses_what_was_not_kept(
    seconds: float, kept: list[int] | None, tmp_path: Path
) -> None:
    weights = tmp_path / "counter.npz"
    with pytest.raises(KeyboardInterrupt):
        fitting.keep_going(Counter(stop_in=3), weights, SETTINGS, unseen, seconds)
    assert (steps_kept(weights) if fitting.part_of(weights).exists() else None) == kept
    again = Counter()
    fitting.keep_going(again, weights, SETTINGS, unseen, seconds)
    assert again.steps == [1, 2, 3, 4, 5]


def test_an_interrupt_between_two_steps_loses_nothing(tmp_path: Path) -> None:
    weights = tmp_path / "counter.npz"

    def stop(share: float, words: str) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fitting.keep_going(Counter(), weights, SETTINGS, stop, 3600.0)
    assert steps_kept(weights) == [1, 2, 3]


@pytest.mark.parametrize(
    ("settings", "shape", "begun"), [({"seed": 4}, (3,), "anew"), (SETTINGS, (3, 1), "damaged")]
)
def test_a_part_of_other_settings_or_a_damaged_one_is_not_taken(
    settings: dict[str, Any], shape: tuple[int, ...], begun: str, tmp_path: Path
) -> None:
    weights, training = tmp_path / "counter.npz", Counter()
    part = fitting.part_of(weights)
    fitting.keep(part, {"steps": np.full(shape, 9)}, settings)
    fitting.keep_going(training, weights, SETTINGS, unseen)
    assert training.steps == [1, 2, 3, 4, 5]
    assert part.with_name("counter.part.npz.bad-1").exists() == (begun == "damaged")


def test_the_command_on_a_card_names_every_option() -> None:
    told = fitting.made_by("ur", "learner", 5, {"games": 20, "rules": "finkel"})
    assert told == "main.py train ur learner --seed 5 --option games=20 --option rules=finkel"


def test_a_part_of_a_work_has_a_share_of_its_progress() -> None:
    seen: list[tuple[float, str]] = []
    second = share_of(lambda *told: seen.append(told), 0.5, 1.0)
    second(0.0, "begun")
    second(0.5, "half")
    assert seen == [(0.5, "begun"), (0.75, "half")]
