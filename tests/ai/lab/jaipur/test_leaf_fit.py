"""The fit of `sensei`'s network: right gradients, less loss, and the same after a stop."""

from __future__ import annotations

import numpy as np
import pytest

from ai.jaipur.leaf import INPUTS, Leaf, answers, network
from ai.lab.jaipur.leaf_fit import LeafFit, Rounds, first_layers, gradient, joined, positions

FOUND = joined([positions(Rounds(1, part, 30)) for part in (0, 1)])


def test_positions_are_those_of_both_seats_with_their_ends() -> None:
    seen, ended = FOUND
    assert seen.shape[0] == INPUTS
    assert seen.shape[1] == ended.shape[1] > 200
    assert set(np.unique(ended[0])) <= {0.0, 0.5, 1.0}
    assert 0.3 < ended[0].mean() < 0.7
    again = positions(Rounds(1, 1, 30))
    assert (again.seen == seen[:, -again.seen.shape[1] :]).all()


def test_ends_are_those_of_rounds_played_to_their_end_for_the_seat_that_is_to_move() -> None:
    """The network that ships knows them: its chance of a position goes with how the round ended."""
    seen, ended = FOUND
    assert (ended[0] == 0.5).mean() < 0.2
    leaf = network()
    assert isinstance(leaf, Leaf)
    chance = answers(leaf, seen.astype(np.float32))[0]
    assert np.corrcoef(chance, ended[0])[0, 1] > 0.4
    assert (np.sign(ended[2]) == np.sign(ended[0] - 0.5)).mean() > 0.9


def test_the_gradient_is_that_of_the_loss() -> None:
    layers = [layer.astype(np.float64) for layer in first_layers(4)]
    seen, ended = FOUND.seen[:, :40].astype(np.float64), FOUND.ended[:, :40]
    found = gradient(Leaf(*layers), seen, ended)  # type: ignore[arg-type]

    def loss() -> float:
        said = answers(Leaf(*layers), seen)  # type: ignore[arg-type]
        chance = 1 / (1 + np.exp(-said[:2]))
        logs = -(ended[:2] * np.log(chance) + (1 - ended[:2]) * np.log(1 - chance))
        squares = 0.5 * (said[2] - ended[2]) ** 2
        return float((logs[0] + 2 * logs[1] + 0.5 * squares).mean())

    for number, place in ((0, (3, 5)), (2, (1, 2)), (4, (2, 7)), (5, (0, 0))):
        before = layers[number][place]
        layers[number][place] = before + 1e-5
        above = loss()
        layers[number][place] = before - 1e-5
        slope = (above - loss()) / 2e-5
        layers[number][place] = before
        assert found[number][place] == pytest.approx(slope, rel=1e-3, abs=1e-7)


def test_a_fit_that_was_stopped_goes_on_as_if_it_had_not_been() -> None:
    whole, first, later = (LeafFit(FOUND, 2, 60) for _ in range(3))
    before = whole.losses()["win, mean square"]
    for _ in range(whole.steps):
        whole.step()
    for _ in range(3):
        first.step()
    later.restore(first.arrays())
    while not later.done:
        later.step()
    assert all((one == two).all() for one, two in zip(whole.layers, later.layers, strict=True))
    assert whole.losses()["win, mean square"] < before
