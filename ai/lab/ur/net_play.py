"""How strong Ur's network is: games of 7 pieces against perfect play, compiled; needs numba.

The network plays exactly as the agent does (`ai.ur.net.Net`): its arrays as they ship, ends of
games as the shipped table of 16 bits has them, one roll ahead. Sides alternate. With the solved
game in the data directory, `python -m ai.lab.ur.net_play --games 100000` measures what ships.
"""

from __future__ import annotations

import argparse
import json
from typing import Any, Final, NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from ai.lab.ur.net_fit import (
    ROLLS,
    ROSETTES,
    Solution,
    free_squares,
    next_word,
    solved_value,
)
from ai.lab.ur.net_fit import solution as solution_of
from ai.lab.ur.net_hidden import held_log_odds, is_almost_over, make_room, real_parameters
from ai.ur.net import NET_RULES, PIECES
from ai.ur.table import SolvedTable, find_table
from ai.ur.values import TIE
from ai.ur.weights import load
from games.arrays import Arrays
from games.streams import stream_key
from games.ur.rules import FINKEL

Array = npt.NDArray[Any]
NETWORK_ALONE, WITH_ENDS, ONE_ROLL_ON = 0, 1, 2
"""Ways to play: by the network's values alone, with the solved ends, and as the agent does."""
WAYS: Final = {
    "as it plays: one roll on, ends from the solved game": ONE_ROLL_ON,
    "ends from the solved game, not one roll on": WITH_ENDS,
    "the network alone": NETWORK_ALONE,
}
_WEIGHTS = np.zeros(5)
for _roll, _weight in FINKEL.dice:
    _WEIGHTS[_roll] = _weight
_WHOLE: Final = float(_WEIGHTS.sum())


class Measured(NamedTuple):
    """The share of games won, half the width of its 95% interval, and what choices lost.

    `lost` is the win probability that the choices of a game lost on average in all, and
    `lost_error` half the width of its interval: one half less `lost` estimates the share, too,
    and far more sharply.
    """

    share: float
    error: float
    lost: float
    lost_error: float


@numba.njit
def _held(network: Any, solution: Any, own: Any, other: Any, way: Any, room: Any) -> Any:
    """The win probability of the side `own`, which is to roll; see `ai.ur.net.NetTable.held`."""
    if own >> 15 == 7:
        return 1.0
    if other >> 15 == 7:
        return 0.0
    if way != NETWORK_ALONE and is_almost_over(own, other):
        return np.floor(solved_value(solution, own, other) * 65535.0 + 0.5) / 65535.0
    return 1.0 / (1.0 + np.exp(-held_log_odds(network, own, other, room, 0)))


@numba.njit(inline="always")
def _moved(own: Any, other: Any, source: Any, roll: Any) -> Any:
    """The side that is to roll after a move, the other, and whether it is the mover."""
    target = 1 << (source + roll)
    moved = own + target - ((1 << source) if source else 0)
    left = other & ~(target & 0x1FE0)
    if ROSETTES >> (source + roll) & 1:
        return moved, left, True
    return left, moved, False


@numba.njit
def _expected(network: Any, solution: Any, own: Any, other: Any, way: Any, room: Any) -> Any:
    """The same one roll on; see `ai.ur.net.NetTable.expected`."""
    if way != ONE_ROLL_ON or is_almost_over(own, other) or own >> 15 == 7 or other >> 15 == 7:
        return _held(network, solution, own, other, way, room)
    total = 0.0
    for roll in range(5):
        free = free_squares(own, other, roll)
        best = -1.0 if free else 1.0 - _held(network, solution, other, own, way, room)
        for source in range(15):
            if free >> source & 1:
                ahead, behind, again = _moved(own, other, source, roll)
                worth = _held(network, solution, ahead, behind, way, room)
                best = max(best, worth if again else 1.0 - worth)
        total += _WEIGHTS[roll] * best
    return total / _WHOLE


@numba.njit
def choice(
    network: Any, solution: Any, own: Any, other: Any, roll: Any, way: Any, room: Any
) -> Any:
    """The square that the network leaves: the least advanced of those within `TIE` of the best."""
    free = free_squares(own, other, roll)
    worths, best = np.full(15, -1.0), -1.0
    for source in range(15):
        if free >> source & 1:
            ahead, behind, again = _moved(own, other, source, roll)
            worth = _expected(network, solution, ahead, behind, way, room)
            worths[source] = worth if again else 1.0 - worth
            best = max(best, worths[source])
    source = 0
    while worths[source] < best - TIE:
        source += 1
    return source


@numba.njit
def _solved_worths(solution: Any, own: Any, other: Any, roll: Any, free: Any, worths: Array) -> Any:
    """Fill in the solved win probability of each move; returns the best one's square."""
    best = -1
    for source in range(15):
        if not free >> source & 1:
            continue
        ahead, behind, again = _moved(own, other, source, roll)
        if ahead >> 15 == 7 or behind >> 15 == 7:
            worths[source] = 1.0
        else:
            worth = solved_value(solution, ahead, behind)
            worths[source] = worth if again else 1.0 - worth
        if best < 0 or worths[source] > worths[best]:
            best = source
    return best


@numba.njit(nogil=True)
def _games(network: Any, solution: Any, seed: Any, way: Any, room: Any, found: Array) -> None:
    """Play games; `found`, shape (games, 2), takes whether the network won, and its loss."""
    state = np.array([seed], dtype=np.uint64)
    sides, worths = np.zeros(2, np.int64), np.zeros(15)
    for game in range(len(found)):
        sides[:] = 0
        seat, won = 0, False
        while not won:
            own, other = sides[seat], sides[1 - seat]
            roll = ROLLS[next_word(state) >> np.uint64(60)]
            free = free_squares(own, other, roll)
            if free == 0:
                seat = 1 - seat
                continue
            best = _solved_worths(solution, own, other, roll, free, worths)
            source = best
            if seat == game % 2 and free & (free - 1) != 0:
                source = choice(network, solution, own, other, roll, way, room)
                found[game, 1] += worths[best] - worths[source]
            ahead, behind, again = _moved(own, other, source, roll)
            sides[seat], sides[1 - seat] = (ahead, behind) if again else (behind, ahead)
            won = sides[seat] >> 15 == 7
            if won:
                found[game, 0] = seat == game % 2
            elif not again:
                seat = 1 - seat


def measure(
    arrays: Arrays, solved: Solution, count: int, seed: int, way: int = ONE_ROLL_ON
) -> Measured:
    """So many games of the network with these arrays against perfect play."""
    found = np.zeros((count, 2))
    start = np.uint64(stream_key(seed, "measured games"))
    _games(real_parameters(arrays), tuple(solved), start, way, make_room(np.float64), found)
    means, errors = found.mean(axis=0), 1.96 * found.std(axis=0) / count**0.5
    return Measured(float(means[0]), float(errors[0]), float(means[1]), float(errors[1]))


def strength(arrays: Arrays, solved: Solution, count: int, seed: int) -> dict[str, Any]:
    """What a card says of the network's strength, as it plays and with less help."""
    found = {
        words: measure(arrays, solved, count, seed, way)._asdict() for words, way in WAYS.items()
    }
    plays = next(iter(found.values()))
    return {
        "strength": {f"perfect, {NET_RULES}, {PIECES} pieces": plays["share"]},
        "interval_95": plays["error"],
        "measured_games": count,
        "measuring_seed": seed,
        "measured": found,
    }


def main() -> None:
    """Measure the network that ships; prints what its card says."""
    parser = argparse.ArgumentParser(description="Measure Ur's network against perfect play.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1_000_000)
    given = parser.parse_args()
    table = find_table(NET_RULES, PIECES)
    assert isinstance(table, SolvedTable)
    print(json.dumps(strength(load("net"), solution_of(table), given.games, given.seed), indent=1))


if __name__ == "__main__":
    main()
