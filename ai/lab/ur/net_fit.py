"""Fit the tables of Ur's network (`ai.ur.net`) to the solved game of 7 pieces; needs numba.

Games are played between perfect play and the network itself, with a random move now and then;
at every choice the network is corrected towards the log odds of the solved values. The error of
a move is split in two: its difference from the mean error of the choice, which decides the order
of the moves, counts whole, and the mean error counts the share `level`. Each correction is
spread evenly over the tables. The rate falls from stage to stage (`STAGES`); the fit is saved
after every round and goes on where it was stopped. All follows from the seed. What the
tables cannot hold is fitted afterwards (`ai.lab.ur.net_hidden`).
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.lab.compiled import compiled, inlined
from ai.lab.ur import kernel
from ai.lab.ur.kernel import Choices, Solution
from ai.ur.bits import Array
from ai.ur.net import FIELDS, SCALE, Layout, fields_of, layout, size
from games.arrays import Arrays, BadWeights
from games.streams import stream_key

GAMES_A_ROUND: Final = 50_000


class RateStage(NamedTuple):
    """Rounds at one rate; `level` is the share of a choice's mean error that is corrected."""

    rate: float
    level: float
    rounds: int


STAGES: Final = (
    RateStage(1.0, 1.0, 2),
    RateStage(0.5, 1.0, 4),
    RateStage(0.2, 0.4, 10),
    RateStage(0.08, 0.3, 12),
    RateStage(0.03, 0.2, 12),
    RateStage(0.01, 0.2, 10),
    RateStage(0.004, 0.2, 6),
)
_ENDS: Final = tuple(accumulate(stage.rounds for stage in STAGES))

Learning = tuple[float, float]
"""The rate and the level of a stage."""
Room = tuple[Choices, Array, Array]
"""Where a choice is worked out: its moves, what the tables look up of each, and its fields."""
Given = tuple[Array, Solution, Learning, Room, Array]

_TABLES: Final = len(layout())
_FIELDS: Final = len(FIELDS)


def lookups(tables: Layout) -> tuple[Array, Array]:
    """Return first weights, shape (tables,), and (field, stride) of what each table joins,
    padded.
    """
    width = max(len(steps) for _, steps in tables)
    joined = np.zeros((len(tables), width, 2), dtype=np.int64)
    for number, (_, steps) in enumerate(tables):
        joined[number, : len(steps)] = steps
    return np.array([first for first, _ in tables], dtype=np.int64), joined


_FIRST, _STEPS = lookups(layout())


_fields_of = inlined(fields_of)


@inlined
def fill_fields(own: int, other: int, fields: Array) -> None:
    """Fill in the fields of one position; see `ai.ur.net.fields_of`."""
    found = _fields_of(own, other)
    for field in range(_FIELDS):
        fields[field] = found[field]


@inlined
def fill_places(first: Array, steps: Array, fields: Array, places: Array) -> None:
    """Fill in the place that each table looks up."""
    for table in range(first.shape[0]):
        place = first[table]
        for step in range(steps.shape[1]):
            place += fields[steps[table, step, 0]] * steps[table, step, 1]
        places[table] = place


@inlined
def _log_odds(probability: float) -> float:
    kept = min(max(probability, 1e-4), 1.0 - 1e-4)
    return np.log(kept / (1.0 - kept))


@compiled
def _correct(
    weights: Array, choices: Choices, places: Array, learning: Learning, count: int
) -> None:
    """Move the network towards the solved log odds of the `count` moves of one choice."""
    rate, level = learning
    solved, held = choices.solved, choices.held
    mean = 0.0
    for i in range(count):
        mean += _log_odds(solved[i]) - held[i]
    mean /= count
    for i in range(count):
        error = _log_odds(solved[i]) - held[i] - mean + level * mean
        weight = min(1.0, 4.0 * solved[i] * (1.0 - solved[i]) + 0.1)
        step = rate * error * choices.signs[i] * weight / _TABLES
        for table in range(_TABLES):
            weights[places[i, table]] += step


@inlined
def _hold(weights: Array, choices: Choices, places: Array, fields: Array, count: int) -> None:
    """Fill in the log odds that the network holds of each move, and what its tables look up."""
    for i in range(count):
        fill_fields(choices.ahead[i], choices.behind[i], fields)
        fill_places(_FIRST, _STEPS, fields, places[i])
        total = 0.0
        for table in range(_TABLES):
            total += weights[places[i, table]]
        choices.held[i] = choices.signs[i] * total


@inlined
def _choose(
    given: Given, own: int, other: int, roll: int, free: int, network: bool, state: Array
) -> int:
    """Learn from a choice, and make it; see `ai.lab.ur.kernel`."""
    weights, solution, learning, (choices, places, fields), found = given
    count = kernel.look(solution, own, other, roll, free, choices)
    if count == 0:
        return choices.sources[0]
    _hold(weights, choices, places, fields, count)
    found[0] += count > 1
    found[1] += kernel.loss(choices, count)
    _correct(weights, choices, places, learning, count)
    return kernel.explore(choices, count, network, state)


@compiled
def games(
    weights: Array, solution: Solution, seed: np.uint64, count: int, learning: Learning, room: Room
) -> Array:
    """Play games of the network against perfect play, sides alternating, and learn from them.

    `learning` holds the rate and the level. Returns how many choices there were, and the win
    probability that the network's first move would have lost in them altogether.
    """
    state = np.array([seed], dtype=np.uint64)
    found = np.zeros(2)
    for game in range(count):
        kernel.play(_choose, (weights, solution, learning, room, found), game % 2, state)
    return found


def round_seed(number: int, seed: int) -> np.uint64:
    """Return the seed of the games of the round with this `number`."""
    return np.uint64(stream_key(seed, f"round {number}"))


def shipped_weights(weights: Array) -> npt.NDArray[np.int16]:
    """Return the weights as they ship: rounded to 1/1024 and then to 1/`SCALE`, halves to even."""
    fine = np.clip(np.rint(weights * 1024), -32768, 32767)
    whole: npt.NDArray[np.int16] = np.rint(fine * (SCALE / 1024)).astype(np.int16)
    return whole


class NetTraining:
    """The fit, round by round; its rates and levels stand in `STAGES`."""

    def __init__(self, solved: Solution, seed: int) -> None:
        self.solved = solved
        self.seed = seed
        self.rounds = 0
        self.lost = 0.0
        self.weights: Array = np.zeros(size())

    @property
    def settings(self) -> dict[str, int]:
        """The settings that a part must be made with."""
        return {"seed": self.seed, "tables": _TABLES}

    @property
    def done(self) -> bool:
        """True once all rounds were played."""
        return self.rounds >= _ENDS[-1]

    def told(self) -> tuple[float, str]:
        """Return the share of the rounds, and the mean loss of the last one's choices."""
        return self.rounds / _ENDS[-1], f"{self.lost:.6f} lost a choice"

    def arrays(self) -> Arrays:
        """Return all that a later run needs to go on."""
        return {"weights": self.weights, "rounds": np.array([self.rounds], dtype=np.int64)}

    def restore(self, arrays: Arrays) -> None:
        """Go on from what `arrays` gave; raises `BadWeights` for other tables."""
        if arrays["weights"].shape != self.weights.shape:
            raise BadWeights("This training is damaged; start it anew.")
        self.rounds, self.weights = int(arrays["rounds"][0]), arrays["weights"]

    def step(self) -> None:
        """Play the next round."""
        ends = zip(STAGES, _ENDS, strict=True)
        self.round(next(stage for stage, end in ends if self.rounds < end))

    def round(self, stage: RateStage, count: int = GAMES_A_ROUND) -> None:
        """Play one round: `count` games at the rate and the level of `stage`."""
        seed = round_seed(self.rounds, self.seed)
        room = (
            kernel.make_choices(),
            np.zeros((kernel.MOST_MOVES, _TABLES), np.int64),
            np.zeros(_FIELDS, np.int64),
        )
        learning = (stage.rate, stage.level)
        choices, lost = games(self.weights, self.solved, seed, count, learning, room)
        self.lost = float(lost) / max(1, int(choices))
        self.rounds += 1
