"""The networks of `net`: what a state before a draw is worth to every seat, for many at once.

One hidden layer of rectified units, and for each epoch ends of its own: for every seat, in the
order of play from the mover, the log odds of winning and the margin to the mean of the others. Once
the game is over the values are what came true.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.files import damage_error, read_arrays
from ai.ra.inputs import inputs_of
from ai.ra.inputs_one import input_count
from ai.ra.plain import EPOCH, SCORES, TURN, Row, winner
from games.arrays import Float32Array, FloatArray
from games.weights import Weights

PLAYERS: Final = (3, 4, 5)
MARGIN_SCALE: Final = 20.0
"""Points that are 1 in what networks say of margins."""
MIX: Final = 0.25
"""What is maximised: the chance to win, and this much of the margin in units of 20 points."""
EPOCHS: Final = 3
_MOST: Final = 1e4
"""No learned weight is as large."""


class Network(NamedTuple):
    """The arrays of a network for this number of `players`, and the temperature of its chances.

    `first` (inputs, units), `bias` (units,), `second` (3, units, 2 players), `last` (3, 2 players).
    """

    players: int
    first: Float32Array
    bias: Float32Array
    second: Float32Array
    last: Float32Array
    temperature: float = 1.0


def _read(path: Path, players: int) -> Network:
    """Return the network in a file; raises `BadWeights` if it has none for these players."""
    found = read_arrays(path)
    try:
        first, bias, second, last = (
            np.asarray(found[name], np.float32) for name in ("first", "bias", "second", "last")
        )
        own = int(found["players"])
        temperature = float(found["temperature"]) if "temperature" in found else 1.0
    except (KeyError, TypeError, ValueError):
        raise damage_error(path) from None
    parts = (first, bias, second, last)
    units = bias.shape[0] if bias.ndim == 1 else 0
    ends = 2 * players
    shapes = [(input_count(players), units), (units,), (EPOCHS, units, ends), (EPOCHS, ends)]
    whole = all(np.isfinite(part).all() and np.abs(part).max() < _MOST for part in parts)
    fits = own == players and [part.shape for part in parts] == shapes
    if not (fits and whole and 0.1 < temperature < 10.0):
        raise damage_error(path)
    return Network(players, first, bias, second, last, temperature)


def _weights(players: int) -> Weights[Network]:
    return Weights(f"ra/net-{players}", lambda path: _read(path, players))


NETS: Final = {players: _weights(players) for players in PLAYERS}
"""The networks in use, by the number of players."""


@lru_cache(maxsize=3)
def _order(players: int) -> npt.NDArray[np.intp]:
    """Return the seat at each place for each seat whose turn it is."""
    seats = np.arange(players)
    return np.asarray((seats[:, None] + seats) % players)


def evaluate(network: Network, rows: Sequence[Row]) -> FloatArray:
    """Return chance to win and margin (units of 20 points) of every seat, shape (n, players, 2)."""
    players, n = network.players, len(rows)
    epochs = [t[EPOCH] for t in rows]
    hidden = np.maximum(inputs_of(rows, players) @ network.first + network.bias, 0.0)
    if epochs.count(epochs[0]) == n:
        epoch = min(epochs[0], EPOCHS) - 1
        sums = hidden @ network.second[epoch] + network.last[epoch]
    else:
        sums = np.empty((n, 2 * players), np.float32)
        for epoch in range(EPOCHS):
            there = np.array([min(own, EPOCHS) == epoch + 1 for own in epochs])
            if there.any():
                sums[there] = hidden[there] @ network.second[epoch] + network.last[epoch]
    odds = sums[:, :players] / network.temperature
    chances = np.exp(odds - odds.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    found = np.empty((n, players, 2))
    lines, seats = np.arange(n)[:, None], _order(players)[[t[TURN] for t in rows]]
    found[lines, seats, 0] = chances
    found[lines, seats, 1] = sums[:, players:]
    for number, epoch in enumerate(epochs):
        if epoch > EPOCHS:
            found[number] = true_values(rows[number], players)
    return found


def true_values(t: Row, players: int) -> FloatArray:
    """Return the true values of a game that is over, shape (players, 2)."""
    scores = np.array(t[SCORES : SCORES + players], float)
    found = np.zeros((players, 2))
    found[winner(t), 0] = 1.0
    found[:, 1] = (scores - (scores.sum() - scores) / (players - 1)) / MARGIN_SCALE
    return found


def utilities(values: FloatArray) -> FloatArray:
    """Return the utility that seats maximise, from values with a last axis of chance and margin."""
    return np.asarray(values[..., 0] + MIX * values[..., 1])
