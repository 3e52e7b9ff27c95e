"""The training of the value: fits what it sees, and goes on where it was stopped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ai.lab.jobs import Jobs
from ai.lab.planetwars import train as training
from ai.lab.planetwars.train import SelfPlay, calibration_error, fitted
from ai.planetwars.value import INPUTS

GIVEN = {"generations": 2, "games": 8, "gate": 2}


def test_a_calibrated_forecast_has_no_error() -> None:
    chances = np.array([0.05] * 20 + [0.95] * 20)
    results = np.array(([1.0] + [0.0] * 19) + ([0.0] + [1.0] * 19))
    assert calibration_error(chances, results) == pytest.approx(0, abs=1e-9)
    assert calibration_error(chances, 1 - results) == pytest.approx(0.9)


def test_the_fit_finds_the_weights_that_made_the_results() -> None:
    rng = np.random.default_rng(1)
    columns = rng.normal(size=(4000, 2 * INPUTS))
    true = np.zeros(2 * INPUTS)
    true[[0, 3]] = 2.0, -1.0
    chances = 1 / (1 + np.exp(-columns @ true))
    results = (rng.random(4000) < chances).astype(float)
    weights, (_, right, error) = fitted(columns, results, np.arange(4000))
    assert np.abs(weights - true).max() < 0.25
    assert right > 0.75
    assert error < 0.03


@pytest.mark.lab
def test_a_training_that_was_stopped_comes_to_the_same(tmp_path: Path) -> None:
    whole = SelfPlay(7, GIVEN, Jobs(1))
    while not whole.done:
        whole.step()
    halted = SelfPlay(7, GIVEN, Jobs(1))
    halted.step()
    again = SelfPlay(7, GIVEN, Jobs(1))
    again.restore(halted.arrays())
    while not again.done:
        again.step()
    assert again.weights == whole.weights
    assert again.generation == GIVEN["generations"]
    assert training.AGENTS == ("sensei",)
