"""A small recurrent network that forecasts choices over any number of symbols, and its gradient.

A gated recurrent unit (Cho and others, "Learning phrase representations using RNN encoder-decoder
for statistical machine translation", 2014) reads after each choice what the experts' evidence
(`ai.sequence.bank`) had said of it. Its state weighs the evidence for the choice to come, once as
weights and once through a layer of hidden units that each symbol shares:

    score(s) = evidence(s) . (A h + a) + o . tanh(U evidence(s) + V h + u)

Nothing in it belongs to one symbol, so one network serves every alphabet. Everything is numpy; the
gradient is written out (backpropagation through time) and checked against differences in a test.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from games.arrays import Float32Array, FloatArray, IntArray

Numbers = np.ndarray[Any, np.dtype[np.floating[Any]]]
Parameters = dict[str, Numbers]
"""The weights by name, see `new_parameters`."""


class Batch(NamedTuple):
    """Stretches of sequences over one alphabet, padded with weight 0.

    `evidence` (stretches, steps, rows, k), `inputs` (stretches, steps, inputs), `moves` and
    `weight` (stretches, steps).
    """

    evidence: Numbers
    inputs: Numbers
    moves: IntArray
    weight: Numbers


def new_parameters(
    inputs: int, rows: int, state: int, hidden: int, rng: np.random.Generator
) -> Parameters:
    """First weights: small and random, with an output of 0, so that all symbols are alike."""
    reach, wide = state**-0.5, rows**-0.5

    def drawn(size: float, *shape: int) -> Float32Array:
        return rng.uniform(-size, size, shape).astype(np.float32)

    return {
        "Wx": drawn(reach, inputs, 3 * state),
        "Wh": drawn(reach, state, 3 * state),
        "b": drawn(reach, 3 * state),
        "bn": drawn(reach, state),
        "A": np.zeros((state, rows), np.float32),
        "a": np.zeros(rows, np.float32),
        "U": drawn(wide, rows, hidden),
        "V": drawn(reach, state, hidden),
        "u": drawn(wide, hidden),
        "o": np.zeros(hidden, np.float32),
    }


def _sigmoid(x: Numbers) -> Numbers:
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * x)))


class _Trace(NamedTuple):
    """What the gradient needs of a pass: gates and states by step, (steps, stretches, state)."""

    keep: Numbers
    reset: Numbers
    new: Numbers
    inner: Numbers
    states: Numbers


def _run(weights: Parameters, inputs: Numbers) -> _Trace:
    """The states after every step; `states` has one more, the 0 before the first."""
    n, steps, _ = inputs.shape
    size = len(weights["bn"])
    given = (inputs @ weights["Wx"] + weights["b"]).transpose(1, 0, 2)
    shape = (steps, n, size)
    keep, reset, new, inner = (np.empty(shape, given.dtype) for _ in range(4))
    states = np.zeros((steps + 1, n, size), given.dtype)
    for t in range(steps):
        seen = states[t] @ weights["Wh"]
        gates = _sigmoid(given[t, :, : 2 * size] + seen[:, : 2 * size])
        keep[t], reset[t] = gates[:, :size], gates[:, size:]
        inner[t] = seen[:, 2 * size :] + weights["bn"]
        new[t] = np.tanh(given[t, :, 2 * size :] + reset[t] * inner[t])
        states[t + 1] = new[t] + keep[t] * (states[t] - new[t])
    return _Trace(keep, reset, new, inner, states)


def _softmax(score: Numbers) -> Numbers:
    raised = np.exp(score - score.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def forecast(weights: Parameters, evidence: Numbers, inputs: Numbers) -> FloatArray:
    """The forecasts (steps, k) for one sequence: `evidence` (steps, rows, k), `inputs` (steps,)."""
    states = _run(weights, inputs[None]).states[1:, 0]
    seen = evidence.transpose(0, 2, 1)
    score = (seen @ (states @ weights["A"] + weights["a"])[:, :, None])[:, :, 0]
    units = np.tanh(seen @ weights["U"] + (states @ weights["V"] + weights["u"])[:, None])
    return np.asarray(_softmax((score + units @ weights["o"]).astype(np.float64)))


def loss_and_gradient(
    weights: Parameters, batch: Batch, dropped: Numbers | None = None
) -> tuple[float, Parameters]:
    """The weighted log loss of a `batch` in nats, and its gradient by each of `weights`.

    `dropped` (stretches, steps, state) multiplies the state where it is read (dropout).
    """
    trace = _run(weights, batch.inputs)
    states = trace.states[1:].transpose(1, 0, 2)
    read = states if dropped is None else states * dropped
    seen = batch.evidence.transpose(0, 1, 3, 2)
    score = (seen @ (read @ weights["A"] + weights["a"])[..., None])[..., 0]
    units = np.tanh(seen @ weights["U"] + (read @ weights["V"] + weights["u"])[:, :, None])
    chance = _softmax(score + units @ weights["o"])
    hit = np.take_along_axis(chance, batch.moves[..., None], axis=2)
    loss = float(-(np.log(hit[..., 0]) * batch.weight).sum())
    slope = chance
    np.put_along_axis(slope, batch.moves[..., None], hit - 1.0, axis=2)
    slope *= batch.weight[..., None]
    return loss, _gradient(weights, batch, trace, (read, seen, units, slope), dropped)


def _gradient(
    weights: Parameters,
    batch: Batch,
    trace: _Trace,
    read_out: tuple[Numbers, Numbers, Numbers, Numbers],
    dropped: Numbers | None,
) -> Parameters:
    """The gradient from the `slope` by the scores, through the read-out and back through time."""
    read, seen, units, slope = read_out
    size, rows = read.shape[2], seen.shape[3]
    flat = read.reshape(-1, size)
    by_row = (slope[:, :, None] @ seen)[:, :, 0]
    by_unit = slope[..., None] * weights["o"] * (1.0 - units**2)
    summed = by_unit.sum(axis=2)
    hidden = summed.shape[2]
    by_state = by_row @ weights["A"].T + summed @ weights["V"].T
    if dropped is not None:
        by_state = by_state * dropped
    return {
        **_back_through_time(weights, batch.inputs, trace, by_state.transpose(1, 0, 2)),
        "A": flat.T @ by_row.reshape(-1, rows),
        "a": by_row.sum(axis=(0, 1)),
        "U": seen.reshape(-1, rows).T @ by_unit.reshape(-1, hidden),
        "V": flat.T @ summed.reshape(-1, hidden),
        "u": summed.sum(axis=(0, 1)),
        "o": slope.reshape(-1) @ units.reshape(-1, hidden),
    }


def _back_through_time(
    weights: Parameters, inputs: Numbers, trace: _Trace, by_state: Numbers
) -> Parameters:
    """The gradient of the unit's own weights from that by its states (steps, stretches, state)."""
    keep, reset, new, inner, states = trace
    steps, n, size = keep.shape
    gates = np.empty((steps, n, 3 * size), by_state.dtype)
    onward = np.zeros((n, size), by_state.dtype)
    for t in range(steps - 1, -1, -1):
        down = by_state[t] + onward
        by_new = down * (1.0 - keep[t]) * (1.0 - new[t] ** 2)
        gates[t, :, :size] = down * (states[t] - new[t]) * keep[t] * (1.0 - keep[t])
        gates[t, :, size : 2 * size] = by_new * inner[t] * reset[t] * (1.0 - reset[t])
        gates[t, :, 2 * size :] = by_new
        through = gates[t].copy()
        through[:, 2 * size :] *= reset[t]
        onward = down * keep[t] + through @ weights["Wh"].T
    through = gates.copy()
    through[:, :, 2 * size :] *= reset
    given = gates.transpose(1, 0, 2).reshape(-1, 3 * size)
    return {
        "Wx": inputs.reshape(-1, inputs.shape[2]).T @ given,
        "Wh": states[:-1].reshape(-1, size).T @ through.reshape(-1, 3 * size),
        "b": given.sum(axis=0),
        "bn": through[:, :, 2 * size :].sum(axis=(0, 1)),
    }


MOST_SLOPE: Final = 5.0
"""A gradient is shortened to this length (Pascanu and others, 2013); by hand."""


class Adam:
    """Steps down gradients with decay of the weights (Loshchilov and Hutter, "AdamW", 2019)."""

    def __init__(self, weights: Parameters, decay: float) -> None:
        self.weights, self.decay, self._steps = weights, decay, 0
        self._mean = {name: np.zeros_like(value) for name, value in weights.items()}
        self._square = {name: np.zeros_like(value) for name, value in weights.items()}

    def step(self, slope: Parameters, size: float) -> None:
        """One step of a `size` down the `slope`."""
        self._steps += 1
        length = float(np.sqrt(sum(float((part**2).sum()) for part in slope.values())))
        short = min(1.0, MOST_SLOPE / (length + 1e-9))
        near, far = 1.0 - 0.9**self._steps, 1.0 - 0.999**self._steps
        for name, weight in self.weights.items():
            part = slope[name] * short
            self._mean[name] += 0.1 * (part - self._mean[name])
            self._square[name] += 0.001 * (part * part - self._square[name])
            weight *= 1.0 - size * self.decay
            weight -= size * (self._mean[name] / near) / (np.sqrt(self._square[name] / far) + 1e-8)
