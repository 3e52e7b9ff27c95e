"""The strength of Ur's network: games of 7 pieces against perfect play, compiled; needs numba.

The network plays exactly as the agent does (`ai.ur.net.Net`): its arrays as they ship, ends of
games as the shipped table of 16 bits has them, one roll ahead. Sides alternate. With the solved
game in the data directory, `python -m ai.lab.ur.net_play --games 100000` measures what ships.
"""

from __future__ import annotations

import argparse
import json
from typing import Any, Final, NamedTuple

import numpy as np

from ai.lab.compiled import compiled, inlined
from ai.lab.ur import kernel
from ai.lab.ur.kernel import HIGHEST, OFF, Choices, Solution
from ai.lab.ur.net_hidden import (
    Network,
    Workspace,
    held_log_odds,
    is_almost_over,
    make_room,
    real_parameters,
)
from ai.ur.bits import Array, sixteenths
from ai.ur.net import NET_RULES, PIECES
from ai.ur.table import SolvedTable, find_table
from ai.ur.values import TIE
from ai.ur.weights import load
from games.arrays import Arrays
from games.streams import stream_key
from games.ur.rules import FINKEL

NETWORK_ALONE, WITH_ENDS, ONE_ROLL_ON = 0, 1, 2
"""Ways to play: by the network's values alone, with the solved ends, and as the agent does."""
WAYS: Final = {
    "as it plays: one roll on, ends from the solved game": ONE_ROLL_ON,
    "ends from the solved game, not one roll on": WITH_ENDS,
    "the network alone": NETWORK_ALONE,
}
_WEIGHTS: Final = sixteenths(FINKEL)
Given = tuple[Network, Solution, int, Choices, Workspace, Array]


class NetScore(NamedTuple):
    """The share of games won, half the width of its 95% interval, and what choices lost.

    `lost` is the win probability that all choices of a game lost together, on average, and
    `lost_error` half the width of its interval: one half less `lost` estimates the share, too,
    and far more sharply.
    """

    share: float
    error: float
    lost: float
    lost_error: float


@compiled
def _held(
    network: Network, solution: Solution, own: int, other: int, way: int, room: Workspace
) -> float:
    """Return the win probability of `own`, which is to roll; see `ai.ur.net.NetTable.held`."""
    if own >> OFF == PIECES:
        return 1.0
    if other >> OFF == PIECES:
        return 0.0
    if way != NETWORK_ALONE and is_almost_over(own, other):
        return np.floor(kernel.solved_value(solution, own, other) * 65535.0 + 0.5) / 65535.0
    return 1.0 / (1.0 + np.exp(-held_log_odds(network, own, other, room, 0)))


@compiled
def _expected(
    network: Network, solution: Solution, own: int, other: int, way: int, room: Workspace
) -> float:
    """Return the same one roll on; see `ai.ur.net.NetTable.expected`."""
    if way != ONE_ROLL_ON or is_almost_over(own, other):
        return _held(network, solution, own, other, way, room)
    total = 0.0
    for roll in range(5):
        free = kernel.free_squares(own, other, roll)
        best = -1.0 if free else 1.0 - _held(network, solution, other, own, way, room)
        for source in range(OFF):
            if free >> source & 1:
                ahead, behind, again = kernel.after(own, other, source, roll)
                worth = _held(network, solution, ahead, behind, way, room)
                best = max(best, worth if again else 1.0 - worth)
        total += _WEIGHTS[roll] * best
    return total / 16.0


@compiled
def choice(
    network: Network, solution: Solution, way: int, choices: Choices, count: int, room: Workspace
) -> int:
    """Return the number of the move that the network makes, of the `count` moves in `choices`.

    It is the least advanced of those within `TIE` of the best.
    """
    held = choices.held
    for i in range(count):
        ahead, behind = choices.ahead[i], choices.behind[i]
        worth = _expected(network, solution, ahead, behind, way, room)
        held[i] = worth if choices.signs[i] > 0 else 1.0 - worth
    best, chosen = held[:count].max(), 0
    while held[chosen] < best - TIE:
        chosen += 1
    return chosen


@inlined
def _choose(
    given: Given, own: int, other: int, roll: int, free: int, is_network: bool, state: Array
) -> int:
    """Make a choice, and note what it loses; see `ai.lab.ur.kernel`."""
    if free & (free - 1) == 0:
        return HIGHEST[free]
    network, solution, way, choices, room, lost = given
    count = kernel.look(solution, own, other, roll, free, choices)
    chosen = best = int(np.argmax(choices.solved[:count]))
    if is_network:
        chosen = choice(network, solution, way, choices, count, room)
        lost[0] += choices.solved[best] - choices.solved[chosen]
    return choices.sources[chosen]


@compiled
def _games(
    network: Network,
    solution: Solution,
    seed: np.uint64,
    way: int,
    choices: Choices,
    room: Workspace,
    found: Array,
) -> None:
    """Play games; `found`, shape (games, 2), takes whether the network won, and its loss."""
    state = np.array([seed], dtype=np.uint64)
    for game in range(len(found)):
        given = (network, solution, way, choices, room, found[game, 1:])
        winner = kernel.play(_choose, given, game % 2, state)
        found[game, 0] = winner == game % 2


def measure(
    arrays: Arrays, solved: Solution, count: int, seed: int, way: int = ONE_ROLL_ON
) -> NetScore:
    """Play `count` games of the network with these `arrays` against perfect play.

    `way` is one of `WAYS`; all chances follow from `seed`.
    """
    found = np.zeros((count, 2))
    start = np.uint64(stream_key(seed, "measured games"))
    choices, room = kernel.make_choices(), make_room(np.float64)
    _games(real_parameters(arrays), solved, start, way, choices, room, found)
    means, errors = found.mean(axis=0), 1.96 * found.std(axis=0) / count**0.5
    return NetScore(float(means[0]), float(errors[0]), float(means[1]), float(errors[1]))


def strength(arrays: Arrays, solved: Solution, count: int, seed: int) -> dict[str, Any]:
    """Return the figures of strength on a card, as it plays and with less help."""
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
    """Measure the network that ships; prints the figures of its card."""
    parser = argparse.ArgumentParser(description="Measure Ur's network against perfect play.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1_000_000)
    given = parser.parse_args()
    table = find_table(NET_RULES, PIECES)
    assert isinstance(table, SolvedTable)
    solved = kernel.solution(table)
    print(json.dumps(strength(load("net"), solved, given.games, given.seed), indent=1))


if __name__ == "__main__":
    main()
