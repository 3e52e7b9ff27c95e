"""Fit the tables of Ur's network (`ai.ur.net`) to the solved game of 7 pieces; needs numba.

Games are played between perfect play and the network itself, with a random move now and then;
at every choice the network is corrected towards the log odds of the solved values. The error of
a move is split in two: its difference from the mean error of the choice, which decides the order
of the moves, counts whole, and the mean error counts the share `level`. Each correction is
spread evenly over the tables. The rate falls from stage to stage (`STAGES`); the fit is saved
after every round and goes on where it was stopped. Everything follows from the seed. What the
tables cannot hold is fitted afterwards (`ai.lab.ur.net_hidden`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from ai.files import damaged
from ai.lab import checkpoints as parts
from ai.ur.index import RANK, ROWS, TERNARY, layer
from ai.ur.net import FIELDS, PIECES, SCALE, Layout, layout, size
from ai.ur.table import SolvedTable
from ai.ur.values import bits
from games.arrays import Arrays
from games.streams import stream_key
from games.ur.rules import FINKEL

Array = npt.NDArray[Any]
Progress = Callable[[float, str], None]
GAMES_A_ROUND: Final = 50_000
RANDOM_MOVES: Final = 0.1


class Stage(NamedTuple):
    """Rounds at one rate; `level` is the share of a choice's mean error that is corrected."""

    rate: float
    level: float
    rounds: int


STAGES: Final = (
    Stage(1.0, 1.0, 2),
    Stage(0.5, 1.0, 4),
    Stage(0.2, 0.4, 10),
    Stage(0.08, 0.3, 12),
    Stage(0.03, 0.2, 12),
    Stage(0.01, 0.2, 10),
    Stage(0.004, 0.2, 6),
)

_TERNARY = np.array(TERNARY, dtype=np.int64)
_RANK = np.array(RANK, dtype=np.int64)
_ROWS = np.array(ROWS, dtype=np.int64)
_BITS = np.array([mask.bit_count() for mask in range(1 << 15)], dtype=np.int64)
_PROGRESS = np.array([sum(bits(mask)) for mask in range(1 << 15)], dtype=np.int64)
ROLLS = np.array([roll for roll, weight in FINKEL.dice for _ in range(weight)], dtype=np.int64)
ROSETTES: Final = FINKEL.rosette_mask
_TABLES: Final = len(layout())
_FIELDS: Final = len(FIELDS)


def compiled(tables: Layout) -> tuple[Array, Array]:
    """First weights, shape (tables,), and (field, stride) of what each table joins, padded."""
    width = max(len(steps) for _, steps in tables)
    joined = np.zeros((len(tables), width, 2), dtype=np.int64)
    for number, (_, steps) in enumerate(tables):
        joined[number, : len(steps)] = steps
    return np.array([first for first, _ in tables], dtype=np.int64), joined


_FIRST, _STEPS = compiled(layout())


class Solution(NamedTuple):
    """The layers of a solved table one after the other: values, layer starts, block offsets."""

    values: Array
    starts: Array
    offsets: Array


def solution(table: SolvedTable) -> Solution:
    """All values of a table of 7 pieces in memory, checked (551 MB)."""
    n = range(1, PIECES + 1)
    pairs = [(own, other) for own in n for other in n]
    sizes = np.array([layer(*pair).size for pair in pairs])
    values = np.concatenate([table.raw(*pair) for pair in pairs])
    offsets = np.concatenate([layer(*pair).offsets.ravel() for pair in pairs])
    return Solution(values, np.cumsum(sizes) - sizes, offsets)


@numba.njit(inline="always")
def solved_value(solution: Any, own: Any, other: Any) -> Any:
    """The solved win probability of the side `own`, which is to roll; see `ai.ur.index`."""
    values, starts, offsets = solution
    own_left, other_left = 7 - (own >> 15), 7 - (other >> 15)
    number = (own_left - 1) * 7 + other_left - 1
    shared, end = own >> 5 & 255, own >> 13 & 3
    ternary = _TERNARY[shared] + 2 * _TERNARY[other >> 5 & 255]
    block = (number * 16 + end * 4 + (other >> 13 & 3)) * 6561 + ternary
    rows = _ROWS[own_left - _BITS[shared] - _BITS[end]]
    at = starts[number] + offsets[block] + _RANK[other >> 1 & 15] * rows + _RANK[own >> 1 & 15]
    return values[at] / 4294967295.0


@numba.njit(inline="always")
def fill_fields(own: Any, other: Any, fields: Array) -> None:
    """The fields of one position; see `ai.ur.net.fields`."""
    fields[0] = _TERNARY[own >> 5 & 255] + 2 * _TERNARY[other >> 5 & 255]
    fields[1], fields[2] = fields[0] % 81, fields[0] // 81
    fields[3], fields[4] = own >> 1 & 15, other >> 1 & 15
    fields[5], fields[6] = own >> 13 & 3, other >> 13 & 3
    fields[9], fields[10] = own >> 15, other >> 15
    fields[7] = 7 - fields[9] - _BITS[own & 0x7FFE]
    fields[8] = 7 - fields[10] - _BITS[other & 0x7FFE]
    fields[11] = 15 * fields[9] + _PROGRESS[own & 0x7FFE]
    fields[12] = 15 * fields[10] + _PROGRESS[other & 0x7FFE]
    fields[13] = min(15, max(0, (fields[11] - fields[12] + 64) >> 3))
    fields[14] = fields[0] // 3 % 729


@numba.njit(inline="always")
def fill_places(first: Array, steps: Array, fields: Array, places: Array) -> None:
    """What each table looks up."""
    for table in range(first.shape[0]):
        place = first[table]
        for step in range(steps.shape[1]):
            place += fields[steps[table, step, 0]] * steps[table, step, 1]
        places[table] = place


@numba.njit(inline="always")
def next_word(state: Array) -> Any:
    """The next word of SplitMix64."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    word = state[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@numba.njit(inline="always")
def _log_odds(probability: Any) -> Any:
    kept = min(max(probability, 1e-4), 1.0 - 1e-4)
    return np.log(kept / (1.0 - kept))


@numba.njit(cache=True)
def _correct(
    weights: Array,
    places: Array,
    signs: Array,
    solved: Array,
    held: Array,
    rate: Any,
    level: Any,
    count: Any,
) -> None:
    """Move the network towards the solved log odds of the `count` moves of one choice."""
    mean = 0.0
    for i in range(count):
        mean += _log_odds(solved[i]) - held[i]
    mean /= count
    for i in range(count):
        error = _log_odds(solved[i]) - held[i] - mean + level * mean
        weight = min(1.0, 4.0 * solved[i] * (1.0 - solved[i]) + 0.1)
        step = rate * error * signs[i] * weight / _TABLES
        for table in range(_TABLES):
            weights[places[i, table]] += step


@numba.njit(inline="always")
def free_squares(own: Any, other: Any, roll: Any) -> Any:
    """The squares that a piece may leave, as bits."""
    board = own & 0x7FFE
    entering = 1 if _BITS[board] + (own >> 15) < 7 else 0
    return ((board | entering) << roll & 0xFFFE & ~(board | other & 256)) >> roll


@numba.njit(cache=True)
def _look(
    weights: Array, solution: Any, own: Any, other: Any, roll: Any, free: Any, room: Any
) -> Any:
    """Fill in every legal move's solved probability and held log odds; (how many, winning one)."""
    places, fields, signs, solved, held, sources = room
    count = 0
    for source in range(15):
        if not free >> source & 1:
            continue
        target = 1 << (source + roll)
        moved = own + target - ((1 << source) if source else 0)
        left = other & ~(target & 0x1FE0)
        sources[count] = source
        if moved >> 15 == 7:
            return count + 1, count
        again = ROSETTES >> (source + roll) & 1
        signs[count] = 1.0 if again else -1.0
        if not again:
            moved, left = left, moved
        worth = solved_value(solution, moved, left)
        solved[count] = worth if again else 1.0 - worth
        fill_fields(moved, left, fields)
        fill_places(_FIRST, _STEPS, fields, places[count])
        total = 0.0
        for table in range(_TABLES):
            total += weights[places[count, table]]
        held[count] = signs[count] * total
        count += 1
    return count, -1


@numba.njit(cache=True)
def _choose(
    weights: Array, room: Any, count: Any, network: Any, learning: Any, state: Array
) -> Any:
    """Learn, and the move to play: the network's or the solved best, now and then any.

    `learning` holds the rate and the level.
    """
    places, _, signs, solved, held, _ = room
    chosen = np.argmax(held[:count]) if network else np.argmax(solved[:count])
    _correct(weights, places, signs, solved, held, learning[0], learning[1], count)
    if next_word(state) >> np.uint64(11) < RANDOM_MOVES * 2.0**53:
        chosen = np.int64(next_word(state) >> np.uint64(32)) * count >> 32
    return chosen


@numba.njit(nogil=True, cache=True)
def games(weights: Array, solution: Any, seed: Any, count: Any, learning: Any) -> Any:
    """Play games of the network against perfect play, sides alternating, and learn from them.

    Returns how many choices there were, and the win probability that the network's first move
    would have lost in them in all. See `_choose` for `learning`.
    """
    state = np.array([seed], dtype=np.uint64)
    room = (
        np.zeros((8, _TABLES), np.int64),
        np.zeros(_FIELDS, np.int64),
        np.zeros(8),
        np.zeros(8),
        np.zeros(8),
        np.zeros(8, np.int64),
    )
    sides = np.zeros(2, np.int64)
    choices, lost = 0, 0.0
    for game in range(count):
        sides[:] = 0
        seat, won = 0, False
        while not won:
            own, other = sides[seat], sides[1 - seat]
            roll = ROLLS[next_word(state) >> np.uint64(60)]
            free = free_squares(own, other, roll)
            if free == 0:
                seat = 1 - seat
                continue
            number, chosen = _look(weights, solution, own, other, roll, free, room)
            if chosen < 0:
                solved, held = room[3][:number], room[4][:number]
                choices += number > 1
                lost += solved.max() - solved[np.argmax(held)]
                chosen = _choose(weights, room, number, seat == game % 2, learning, state)
            source = room[5][chosen]
            target = 1 << (source + roll)
            sides[seat] = own + target - ((1 << source) if source else 0)
            sides[1 - seat] = other & ~(target & 0x1FE0)
            won = sides[seat] >> 15 == 7
            if not ROSETTES >> (source + roll) & 1:
                seat = 1 - seat
    return choices, lost


def round_seed(number: int, seed: int) -> np.uint64:
    """The seed of a round's games."""
    return np.uint64(stream_key(seed, f"round {number}"))


def whole_weights(weights: Array) -> npt.NDArray[np.int16]:
    """The weights as they ship: rounded to 1/1024 and then to 1/`SCALE`, halves to even."""
    fine = np.clip(np.rint(weights * 1024), -32768, 32767)
    whole: npt.NDArray[np.int16] = np.rint(fine * (SCALE / 1024)).astype(np.int16)
    return whole


class NetTraining:
    """The fit, round by round; `part` is the file that it is resumed from."""

    def __init__(self, solved: Solution, seed: int, part: Path | None = None) -> None:
        self.solved = solved
        self.seed = seed
        self.part = part
        self.rounds = 0
        self.lost = 0.0
        self.weights: Array = np.zeros(size())
        if part is not None:
            self._resume(part)

    def _resume(self, part: Path) -> None:
        def take(arrays: Arrays) -> None:
            rounds, weights = int(arrays["rounds"][0]), arrays["weights"]
            if weights.shape != self.weights.shape:
                raise damaged(part)
            self.rounds, self.weights = rounds, weights

        parts.resume(part, self._settings, take)

    @property
    def _settings(self) -> dict[str, int]:
        return {"seed": self.seed, "tables": _TABLES}

    def keep(self, part: Path) -> None:
        """Write what is fitted so far to a part."""
        rounds = np.array([self.rounds], dtype=np.int64)
        parts.keep(part, {"weights": self.weights, "rounds": rounds}, self._settings)

    def stage(self) -> Stage | None:
        """The stage of the next round, or None when the fit is done."""
        left = self.rounds
        for stage in STAGES:
            if left < stage.rounds:
                return stage
            left -= stage.rounds
        return None

    def run(self, progress: Progress) -> None:
        """All rounds that are left."""
        total = sum(stage.rounds for stage in STAGES)
        while (stage := self.stage()) is not None:
            self.round(stage)
            if self.part is not None:
                self.keep(self.part)
            progress(self.rounds / total, f"{self.lost:.6f} lost a choice")

    def round(self, stage: Stage, count: int = GAMES_A_ROUND) -> None:
        """One round of games."""
        seed = round_seed(self.rounds, self.seed)
        learning = (stage.rate, stage.level)
        choices, lost = games(self.weights, tuple(self.solved), seed, count, learning)
        self.lost = float(lost) / max(1, int(choices))
        self.rounds += 1
