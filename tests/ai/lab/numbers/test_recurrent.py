"""The recurrent network: its gradient by differences, its invariance, and that it learns."""

from __future__ import annotations

import numpy as np
import pytest

from ai.lab.numbers.recurrent import Adam, Batch, forecast, loss_and_gradient, new_parameters
from games.streams import generator


def some_weights() -> dict[str, np.ndarray]:
    rng = generator(1)
    weights = {k: v.astype(float) for k, v in new_parameters(7, 5, 4, 3, rng).items()}
    weights["A"] += rng.normal(0, 0.3, weights["A"].shape)
    weights["a"] += rng.normal(0, 0.3, weights["a"].shape)
    weights["o"] += rng.normal(0, 0.5, 3)
    return weights


def some_batch(k: int = 3) -> Batch:
    rng = generator(2)
    shape = (2, 6)
    evidence, inputs = rng.normal(size=(*shape, 5, k)), rng.normal(size=(*shape, 7))
    return Batch(evidence, inputs, rng.integers(0, k, shape), rng.random(shape))


@pytest.mark.parametrize("name", ["Wx", "Wh", "b", "bn", "A", "a", "U", "V", "u", "o"])
def test_the_gradient_is_that_of_differences(name: str) -> None:
    weights, batch, rng, near = some_weights(), some_batch(), generator(3), 1e-6
    dropped = (rng.random((2, 6, 4)) > 0.3) * 1.4
    slope = loss_and_gradient(weights, batch, dropped)[1][name]
    for _ in range(4):
        place = tuple(int(rng.integers(size)) for size in slope.shape)
        weights[name][place] += near
        above = loss_and_gradient(weights, batch, dropped)[0]
        weights[name][place] -= 2 * near
        below = loss_and_gradient(weights, batch, dropped)[0]
        weights[name][place] += near
        assert slope[place] == pytest.approx((above - below) / (2 * near), rel=1e-4, abs=1e-6)


def test_the_loss_is_that_of_the_forecasts() -> None:
    weights, batch = some_weights(), some_batch()
    expected = 0.0
    for row in range(2):
        chance = forecast(weights, batch.evidence[row], batch.inputs[row])
        assert chance.sum(axis=1) == pytest.approx(np.ones(6))
        expected -= float(
            (np.log(chance[np.arange(6), batch.moves[row]]) * batch.weight[row]).sum()
        )
    assert loss_and_gradient(weights, batch)[0] == pytest.approx(expected)


def test_symbols_are_alike_but_for_their_evidence() -> None:
    weights, batch = some_weights(), some_batch(5)
    order = [3, 0, 4, 1, 2]
    plain = forecast(weights, batch.evidence[0], batch.inputs[0])
    turned = forecast(weights, batch.evidence[0][:, :, order], batch.inputs[0])
    assert turned == pytest.approx(plain[:, order])


def test_it_learns_what_only_a_memory_can_know() -> None:
    """Which of two symbols comes is told by the input two steps before."""
    rng = generator(4)
    weights = new_parameters(2, 2, 8, 4, rng)
    adam, losses = Adam(weights, 0.0), []
    for _ in range(160):
        told = rng.integers(0, 2, (16, 12))
        inputs = np.eye(2, dtype=np.float32)[told]
        evidence = np.broadcast_to(np.eye(2, dtype=np.float32) - 0.5, (16, 12, 2, 2))
        moves = np.roll(told, 2, axis=1)
        weight = np.ones((16, 12), np.float32) / (16 * 10)
        weight[:, :2] = 0.0
        loss, slope = loss_and_gradient(weights, Batch(evidence, inputs, moves, weight))
        adam.step(slope, 0.02)
        losses.append(loss)
    assert losses[0] == pytest.approx(np.log(2), abs=0.01)
    assert np.mean(losses[-10:]) < 0.1
    assert len(losses) == 160
