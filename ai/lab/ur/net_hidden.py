"""Fit the hidden layers of Ur's network (`ai.ur.net`) to what its tables leave; needs numba.

Thousands of games go on side by side, half of them with the network on the first seat and half on
the second, against perfect play, with a random move now and then; one turn of all of them is one
step of Adam (Kingma and Ba, 2015). The gradient is taken of the cross-entropy between held and
solved win probability, with the error of a move split in two as in `ai.lab.ur.net_fit`: its
difference from the mean error of the choice counts whole, the mean the share `LEVEL`. A move that
loses much counts less, since its place in the order is easily found. Games end where both sides
have as few pieces left as the shipped solution holds. All follows from the seed, and none from the
number of threads: all sums are taken here, in one order.
"""

from __future__ import annotations

import hashlib
from itertools import accumulate
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.lab.compiled import compiled, inlined
from ai.lab.ur import kernel
from ai.lab.ur.kernel import HIGHEST, MOST_MOVES, OFF, Choices, Solution
from ai.lab.ur.net_fit import fill_fields, fill_places, lookups
from ai.ur.bits import Array
from ai.ur.net import (
    FIELDS,
    HIDDEN_TABLES,
    MIX_SCALE,
    OUT_SCALE,
    PIECES,
    ROW_SCALE,
    SCALE,
    SOLVED_PIECES,
    UNITS,
    layout,
    size,
)
from games.arrays import Arrays, BadWeights
from games.streams import generator, stream_key

GAMES: Final = 4096
"""Games that go on side by side."""
SPREADING: Final = 60
"""Turns before the first step, after which the games are no longer all at their starts."""
STEPS_A_ROUND: Final = 500
WARMING: Final = 200
"""Steps in which the rate rises to that of the first stage."""
LEVEL: Final = 0.3
LOSS_WEIGHT: Final = 10.0
"""A move that loses the win probability p counts 1 / (1 + LOSS_WEIGHT p)."""
GRADIENT_SCALE: Final = 100.0
_LARGEST_ROW: Final = np.float32(127 / ROW_SCALE)


class HiddenStage(NamedTuple):
    """Rounds at one rate."""

    rate: float
    rounds: int


STAGES: Final = (
    HiddenStage(2e-3, 20),
    HiddenStage(1e-3, 16),
    HiddenStage(5e-4, 12),
    HiddenStage(2e-4, 9),
    HiddenStage(1e-4, 4),
    HiddenStage(4e-5, 3),
)
_ENDS: Final = tuple(STEPS_A_ROUND * end for end in accumulate(stage.rounds for stage in STAGES))
"""The steps after which each stage ends."""

_WIDE, _NARROW = UNITS
_TABLES: Final = len(HIDDEN_TABLES)
_ROWS: Final = size(HIDDEN_TABLES)
_DIRECT: Final = _ROWS * _WIDE
_MIX: Final = _DIRECT + _ROWS
_BIAS: Final = _MIX + _WIDE * _NARROW
_OUT: Final = _BIAS + _NARROW
PARAMETERS: Final = _OUT + _NARROW
"""All parameters are one vector: the rows, the direct weights, mix, bias and out."""
_FIRST, _STEPS = lookups(layout())
_HIDDEN_FIRST, _HIDDEN_STEPS = lookups(layout(HIDDEN_TABLES))
_ALMOST: Final = PIECES - SOLVED_PIECES
"""With this many pieces off on both sides the shipped solution is looked up."""


class Workspace(NamedTuple):
    """The arrays in which log odds are worked out; one line for each move of a choice."""

    fields: Array
    looked: Array
    rows: Array
    wide: Array
    narrow: Array
    wide_slope: Array
    narrow_slope: Array


Network = tuple[Array, Array]
"""The weights of the tables, and the vector of parameters."""
Given = tuple[Network, Array, Solution, Choices, Workspace, Array]
Games = tuple[Array, Array, Array]
"""Games that go on side by side: sides (n, 2), seats to roll (n,), and the state of the dice."""


def make_room(kind: type) -> Workspace:
    """Return a room for networks of this `kind` of numbers."""
    return Workspace(
        np.zeros(len(FIELDS), np.int64),
        np.zeros(len(_FIRST), np.int64),
        np.zeros((MOST_MOVES, _TABLES), np.int64),
        np.zeros((MOST_MOVES, _WIDE), kind),
        np.zeros((MOST_MOVES, _NARROW), kind),
        np.zeros(_WIDE, kind),
        np.zeros(_NARROW, kind),
    )


@compiled
def held_log_odds(network: Network, own: int, other: int, room: Workspace, line: int) -> float:
    """Return the log odds of the side `own`, which rolls, by the network (tables, parameters)."""
    tables, theta = network
    fill_fields(own, other, room.fields)
    fill_places(_FIRST, _STEPS, room.fields, room.looked)
    fill_places(_HIDDEN_FIRST, _HIDDEN_STEPS, room.fields, room.rows[line])
    total = tables[room.looked[0]]
    for table in range(1, room.looked.shape[0]):
        total += tables[room.looked[table]]
    return _forward(theta, room.rows[line], room.wide[line], room.narrow[line], total)


@compiled
def _forward(theta: Array, rows: Array, wide: Array, narrow: Array, total: float) -> float:
    """Return the log odds, from those that the tables give; fills in the units of both layers."""
    wide[:] = 0
    for table in range(_TABLES):
        total += theta[_DIRECT + rows[table]]
        row = theta[rows[table] * _WIDE : (rows[table] + 1) * _WIDE]
        for unit in range(_WIDE):
            wide[unit] += row[unit]
    narrow[:] = theta[_BIAS:_OUT]
    for unit in range(_WIDE):
        value = wide[unit]
        if value <= 0:
            wide[unit] = 0
            continue
        mix = theta[_MIX + unit * _NARROW : _MIX + (unit + 1) * _NARROW]
        for other in range(_NARROW):
            narrow[other] += value * mix[other]
    for unit in range(_NARROW):
        if narrow[unit] <= 0:
            narrow[unit] = 0
        else:
            total += narrow[unit] * theta[_OUT + unit]
    return total


@compiled
def backward(
    theta: Array, gradient: Array, room: Workspace, line: int, slope: float | np.float32
) -> None:
    """Add to `gradient` the gradient of the position in a `line` of `room`, by `theta`.

    `slope` is the slope of the log odds there.
    """
    wide, narrow = room.wide[line], room.narrow[line]
    wide_slope, narrow_slope = room.wide_slope, room.narrow_slope
    wide_slope[:] = 0
    narrow_slope[:] = 0
    for unit in range(_NARROW):
        if narrow[unit] > 0:
            gradient[_OUT + unit] += slope * narrow[unit]
            narrow_slope[unit] = slope * theta[_OUT + unit]
            gradient[_BIAS + unit] += narrow_slope[unit]
    for unit in range(_WIDE):
        if wide[unit] > 0:
            value, total = wide[unit], theta.dtype.type(0)
            mix = theta[_MIX + unit * _NARROW : _MIX + (unit + 1) * _NARROW]
            change = gradient[_MIX + unit * _NARROW : _MIX + (unit + 1) * _NARROW]
            for other in range(_NARROW):
                change[other] += value * narrow_slope[other]
                total += mix[other] * narrow_slope[other]
            wide_slope[unit] = total
    for table in range(_TABLES):
        row = room.rows[line, table]
        gradient[_DIRECT + row] += slope
        change = gradient[row * _WIDE : (row + 1) * _WIDE]
        for unit in range(_WIDE):
            change[unit] += wide_slope[unit]


@compiled
def is_almost_over(own: int, other: int) -> bool:
    """Return whether `own` and `other` have as few pieces left as the shipped solution holds."""
    return own >> OFF >= _ALMOST and other >> OFF >= _ALMOST


@compiled
def _hold(network: Network, choices: Choices, room: Workspace, count: int) -> None:
    """Fill in the probability that the network holds of each move."""
    for i in range(count):
        ahead, behind = choices.ahead[i], choices.behind[i]
        if is_almost_over(ahead, behind):
            choices.held[i] = choices.solved[i]
        else:
            log_odds = held_log_odds(network, ahead, behind, room, i)
            choices.held[i] = 1 / (1 + np.exp(-log_odds * choices.signs[i]))


@compiled
def _learn(theta: Array, gradient: Array, choices: Choices, room: Workspace, count: int) -> None:
    """Add the gradient of one choice."""
    solved, held = choices.solved, choices.held
    best = solved[:count].max()
    mean, whole = 0.0, 0.0
    for i in range(count):
        weight = 1.0 / (1.0 + LOSS_WEIGHT * (best - solved[i]))
        whole += weight
        mean += weight * (held[i] - solved[i])
    mean /= whole
    for i in range(count):
        if not is_almost_over(choices.ahead[i], choices.behind[i]):
            weight = 1.0 / (1.0 + LOSS_WEIGHT * (best - solved[i]))
            error = held[i] - solved[i] - mean + LEVEL * mean
            slope = np.float32(weight * error * choices.signs[i])
            backward(theta, gradient, room, i, slope)


@inlined
def _choose(
    given: Given, own: int, other: int, roll: int, free: int, network: bool, state: Array
) -> int:
    """Learn from a choice, and make it; see `ai.lab.ur.kernel`."""
    if free & (free - 1) == 0:
        return HIGHEST[free]
    parameters, gradient, solution, choices, room, found = given
    count = kernel.look(solution, own, other, roll, free, choices)
    _hold(parameters, choices, room, count)
    found[0] += 1
    found[1] += kernel.loss(choices, count)
    _learn(parameters[1], gradient, choices, room, count)
    return kernel.explore(choices, count, network, state)


@compiled
def turn_of_all(
    network: Network,
    gradient: Array,
    solution: Solution,
    games: Games,
    choices: Choices,
    room: Workspace,
) -> Array:
    """Return one turn in every game; adds the choices' gradients.

    `games` are the sides, the seats to roll and the state of the dice. Returns how many choices
    there were, and the win probability that the network's first moves lose in them altogether.
    """
    sides, seats, state = games
    found = np.zeros(2)
    given = (network, gradient, solution, choices, room, found)
    for game in range(len(seats)):
        seat, over = seats[game], is_almost_over(sides[game, 0], sides[game, 1])
        if not over:
            network_rolls = seat == game % 2
            seats[game], over = kernel.turn(_choose, given, sides[game], seat, network_rolls, state)
        if over:
            sides[game], seats[game] = 0, 0
    return found


@compiled
def adam(
    theta: Array, gradient: Array, first: Array, second: Array, rate: float, step: int, scale: float
) -> None:
    """Take one step of Adam with the usual constants; clears the gradient, keeps rows in 8 bits."""
    one, small = np.float32(1), np.float32(1e-8)
    fade, slow = np.float32(0.9), np.float32(0.999)
    bias, slow_bias = np.float32(1 / (1 - 0.9**step)), np.float32(1 / (1 - 0.999**step))
    pace, share = np.float32(rate), np.float32(scale)
    for i in range(len(theta)):
        change = gradient[i] * share
        first[i] = fade * first[i] + (one - fade) * change
        second[i] = slow * second[i] + (one - slow) * change * change
        theta[i] -= pace * first[i] * bias / (np.sqrt(second[i] * slow_bias) + small)
        if i < _DIRECT:
            theta[i] = min(max(theta[i], -_LARGEST_ROW), _LARGEST_ROW)
        gradient[i] = 0


def start_parameters(seed: int) -> npt.NDArray[np.float32]:
    """Return rows and mix by a `seed`; the last layer is 0, so that at first no value is
    corrected.
    """
    rng = generator(seed)
    theta = np.zeros(PARAMETERS, np.float32)
    theta[:_DIRECT] = rng.normal(0, 0.2, _DIRECT)
    theta[_MIX:_BIAS] = rng.normal(0, (2 / _WIDE) ** 0.5, _WIDE * _NARROW)
    return theta


def shipped_arrays(weights: npt.NDArray[np.int16], theta: Array, seen: Array) -> Arrays:
    """Return the arrays that ship; rows that no position ever looked up are zero.

    `seen` is the second moment of the parameters' gradients.
    """
    theta = theta.astype(np.float64)
    rows = np.rint(theta[:_DIRECT] * ROW_SCALE).astype(np.int8).reshape(_ROWS, _WIDE)
    rows[seen[_DIRECT:_MIX] == 0] = 0
    return {
        "weights": weights,
        "direct": np.rint(theta[_DIRECT:_MIX] * SCALE).astype(np.int16),
        "rows": rows,
        "mix": np.rint(theta[_MIX:_BIAS] * MIX_SCALE).astype(np.int16).reshape(UNITS),
        "bias": np.rint(theta[_BIAS:_OUT] * ROW_SCALE * MIX_SCALE).astype(np.int32),
        "out": np.rint(theta[_OUT:] * OUT_SCALE).astype(np.int16),
    }


def real_parameters(arrays: Arrays) -> tuple[Array, Array]:
    """Return tables and parameter vector of arrays that ship, as float64: their sums are exact."""
    parts = (
        arrays["rows"].ravel() / ROW_SCALE,
        arrays["direct"] / SCALE,
        arrays["mix"].ravel() / MIX_SCALE,
        arrays["bias"] / (ROW_SCALE * MIX_SCALE),
        arrays["out"] / OUT_SCALE,
    )
    return arrays["weights"] / SCALE, np.concatenate(parts)


class HiddenTraining:
    """The fit, round by round; its rates stand in `STAGES`."""

    def __init__(self, weights: npt.NDArray[np.int16], solved: Solution, seed: int) -> None:
        self.weights = weights
        self.solved = solved
        self.seed = seed
        self.steps = 0
        self.choices = 0
        self.lost = 0.0
        self.theta: Array = start_parameters(seed)
        self.first = np.zeros_like(self.theta)
        self.second = np.zeros_like(self.theta)
        self._gradient = np.zeros_like(self.theta)
        self._tables = (weights / SCALE).astype(np.float32)
        self._room = (kernel.make_choices(), make_room(np.float32))
        self.sides: Array = np.zeros((GAMES, 2), np.int64)
        self.seats: Array = np.zeros(GAMES, np.int64)
        self.dice: Array = np.array([stream_key(seed, "correction")], dtype=np.uint64)

    @property
    def settings(self) -> dict[str, int | str]:
        """The settings that a part must be made with: the seed and the tables."""
        return {"seed": self.seed, "tables": hashlib.sha256(self.weights.tobytes()).hexdigest()}

    @property
    def done(self) -> bool:
        """True once all steps were taken."""
        return self.steps >= _ENDS[-1]

    def told(self) -> tuple[float, str]:
        """Return the share of the steps, and the mean loss of the last round's choices."""
        return self.steps / _ENDS[-1], f"{self.lost:.7f} lost a choice"

    def restore(self, arrays: Arrays) -> None:
        """Go on from what `arrays` gave; raises `BadWeights` for another fit."""
        mine = self.arrays()
        if any(arrays[name].shape != array.shape for name, array in mine.items()):
            raise BadWeights("This training is damaged; start it anew.")
        self.steps = int(arrays["steps"][0])
        self.theta, self.first, self.second = (arrays[k] for k in ("theta", "first", "second"))
        self.sides, self.seats, self.dice = (arrays[k] for k in ("sides", "seats", "dice"))

    def arrays(self) -> Arrays:
        """Return all that a later run needs to go on."""
        return {
            "theta": self.theta,
            "first": self.first,
            "second": self.second,
            "sides": self.sides,
            "seats": self.seats,
            "dice": self.dice,
            "steps": np.array([self.steps], dtype=np.int64),
        }

    def shipped(self) -> Arrays:
        """Return the arrays that ship."""
        return shipped_arrays(self.weights, self.theta, self.second)

    def step(self) -> None:
        """Take the next round."""
        ends = zip(STAGES, _ENDS, strict=True)
        self.round(next(stage for stage, end in ends if self.steps < end))

    def _spread(self) -> None:
        """Play all games to different places before the first step, without learning."""
        for _ in range(SPREADING):
            self._turn()
        self._gradient[:] = 0

    def _turn(self) -> tuple[int, float]:
        games = (self.sides, self.seats, self.dice)
        choices, lost = turn_of_all(
            (self._tables, self.theta), self._gradient, self.solved, games, *self._room
        )
        return int(choices), float(lost)

    def round(self, stage: HiddenStage, steps: int = STEPS_A_ROUND) -> None:
        """Take `steps` steps at the rate of `stage`."""
        if not self.steps:
            self._spread()
        choices, lost = 0, 0.0
        for _ in range(steps):
            some, here = self._turn()
            choices, lost = choices + some, lost + here
            self.steps += 1
            rate = stage.rate * min(1.0, self.steps / WARMING)
            scale = GRADIENT_SCALE / max(1, some)
            adam(self.theta, self._gradient, self.first, self.second, rate, self.steps, scale)
        self.lost = lost / max(1, choices)
