"""The learning of `net`, compiled: gradients over kept states, and steps of Adam.

The loss of a state is the cross-entropy of who won and half the squared error of every seat's
margin, in units of 20 points (Kingma and Ba, "Adam", 2015). Sums are taken in one order in one
thread, so that the same data and seed give the same weights. What is handed on is a running mean of
the weights, which plays better than the last ones (Polyak and Juditsky, 1992).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numba
import numpy as np

from ai.lab.ra.kernel import COMPILED
from ai.lab.ra.layers import add_rows
from ai.ra.plain import EPOCH, PLAYERS, SIZE, TURN

UNITS: Final = 96
BATCH: Final = 256
AVERAGING: Final = 0.9995
"""The share of the running mean that a step keeps."""
MARGIN_WEIGHT: Final = 0.5

_fill = COMPILED["fill_inputs"]
_count = COMPILED["input_count"]

Array = np.ndarray[Any, np.dtype[Any]]
Parts = tuple[Array, ...]
"""The arrays of a network."""


def layout(players: int) -> list[tuple[int, ...]]:
    """Return the shapes of a network's arrays."""
    count = int(_count(players))
    ends = 2 * players
    return [(count, UNITS), (UNITS,), (3, UNITS, ends), (3, ends)]


def split(theta: Array, players: int) -> tuple[Array, ...]:
    """Return the arrays of a network that lie in one vector."""
    found, at = [], 0
    for shape in layout(players):
        size = int(np.prod(shape))
        found.append(theta[at : at + size].reshape(shape))
        at += size
    return tuple(found)


def stack(thetas: Sequence[Array], players: int) -> tuple[Array, ...]:
    """Return networks one behind the other, as the engine takes them."""
    parts = [split(theta, players) for theta in thetas]
    return tuple(np.ascontiguousarray(np.stack(group)) for group in zip(*parts, strict=True))


def first_theta(players: int, rng: np.random.Generator) -> Array:
    """Return weights to begin with: He's for the first layer, small ones for the ends."""
    shapes = layout(players)
    first = rng.normal(0.0, np.sqrt(2.0 / 60), shapes[0])
    ends = rng.normal(0.0, 0.05, shapes[2])
    parts = [first, np.zeros(shapes[1]), ends, np.zeros(shapes[3])]
    return np.concatenate([part.ravel() for part in parts]).astype(np.float32)


@numba.njit(nogil=True, fastmath=True)
def gradient(
    net: Parts, slope: Parts, states: Array, chosen: Array, worth: Array, room: Parts
) -> float:
    """Add the gradient of the `chosen` states' loss to `slope`; returns the sum of the loss.

    `worth` (states, 5, 2) has the chance to win and the margin by seat.
    """
    first, bias, second, last = net
    d_first, d_bias, d_second, d_last = slope
    x, hidden, back, sums, t = room
    units = hidden.shape[0]
    loss = 0.0
    for number in chosen:
        t[:] = states[number]
        players = t[PLAYERS]
        count = _count(players)
        _fill(t, x)
        hidden[:] = bias
        add_rows(x, count, first, hidden)
        epoch = t[EPOCH] - 1
        sums[: 2 * players] = last[epoch]
        for unit in range(units):
            value = hidden[unit]
            if value > 0.0:
                row = second[epoch, unit]
                for place in range(2 * players):
                    sums[place] += value * row[place]
        loss += ends_slope(sums, t, worth[number])
        back[:] = 0.0
        for place in range(2 * players):
            d_last[epoch, place] += sums[place]
        for unit in range(units):
            value = hidden[unit]
            if value > 0.0:
                row, d_row = second[epoch, unit], d_second[epoch, unit]
                total = np.float32(0.0)
                for place in range(2 * players):
                    total += row[place] * sums[place]
                    d_row[place] += value * sums[place]
                back[unit] = total
        d_bias += back
        for place in range(count):
            value = x[place]
            if value != 0.0:
                d_row = d_first[place]
                for unit in range(units):
                    d_row[unit] += value * back[unit]
    return loss


@numba.njit(nogil=True, fastmath=True)
def ends_slope(sums: Array, t: Array, worth: Array) -> float:
    """Return the loss of one state; its slope takes the place of the sums."""
    players = t[PLAYERS]
    most = sums[0]
    for place in range(1, players):
        most = max(most, sums[place])
    total = 0.0
    for place in range(players):
        total += np.exp(sums[place] - most)
    loss = 0.0
    for place in range(players):
        seat = (t[TURN] + place) % players
        chance = np.exp(sums[place] - most) / total
        target = worth[seat, 0]
        loss -= target * np.log(max(chance, 1e-12))
        sums[place] = chance - target
        error = sums[players + place] - worth[seat, 1]
        loss += 0.5 * MARGIN_WEIGHT * error * error / players
        sums[players + place] = MARGIN_WEIGHT * error / players
    return loss


@numba.njit(nogil=True, fastmath=True)
def adam(theta: Array, slope: Array, memory: Array, mean: Array, rate: float, step: int) -> None:
    """Take one step of Adam, and of the running mean; `memory` has both moments."""
    one = 1.0 - 0.9**step
    two = 1.0 - 0.999**step
    share = max(1.0 - AVERAGING, 1.0 / (step + 1.0))
    for place in range(theta.shape[0]):
        memory[0, place] = 0.9 * memory[0, place] + 0.1 * slope[place]
        memory[1, place] = 0.999 * memory[1, place] + 0.001 * slope[place] * slope[place]
        theta[place] -= rate * (memory[0, place] / one) / (np.sqrt(memory[1, place] / two) + 1e-8)
        mean[place] += share * (theta[place] - mean[place])


class NetLearner:
    """Weights in one vector, what Adam remembers, and their running mean."""

    def __init__(self, players: int, rng: np.random.Generator, theta: Array | None = None) -> None:
        self.players = players
        self.theta = first_theta(players, rng) if theta is None else theta.copy()
        self.mean = self.theta.copy()
        self.memory = np.zeros((2, len(self.theta)), np.float32)
        self.steps = 0

    def learn(self, states: Array, worth: Array, steps: int, rate: float, seed: int) -> float:
        """Take steps over states drawn by lot, the later ones more often; returns the mean loss.

        The chance of a state is in proportion to its number: all are kept, but what older networks
        played counts less and less.
        """
        rng = np.random.default_rng(seed)
        slope = np.zeros_like(self.theta)
        net, slopes = split(self.theta, self.players), split(slope, self.players)
        room = (
            np.zeros(net[0].shape[0], np.float32),
            np.zeros(UNITS, np.float32),
            np.zeros(UNITS, np.float32),
            np.zeros(2 * self.players, np.float32),
            np.zeros(SIZE, np.int64),
        )
        total = 0.0
        for _ in range(steps):
            chosen = (len(states) * np.sqrt(rng.random(BATCH))).astype(np.int64)
            slope[:] = 0.0
            total += gradient(net, slopes, states, chosen, worth, room)
            slope /= BATCH
            self.steps += 1
            adam(self.theta, slope, self.memory, self.mean, rate, self.steps)
        return total / (steps * BATCH) if steps else 0.0
