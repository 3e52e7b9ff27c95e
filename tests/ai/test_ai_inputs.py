"""What trained weights look at stays what it was when they were trained: digests over many states.

A change of these inputs makes shipped and trained weights useless, though every agent plays on.
Whoever means it trains again and writes the new digest down.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from ai.jaipur.leaf import looked_at
from ai.jaipur.worlds import dealt
from ai.ra.inputs_one import fill_inputs, input_count
from ai.ra.plain import row_of
from ai.ra.seed_inputs import LOT_INPUTS, SUN_INPUTS, fill_lot, fill_sun
from ai.sequence.experts import age_table, pause_table, reply_table, step_table
from ai.sequence.state import AnyArray
from games.core import CHANCE
from games.karate.rules import gain_matrix
from games.ra.rules.state import State
from tests.support.ra_tables import steps


def ra_states(players: int) -> Iterator[State]:
    """Every seventh state of random games in which somebody is to choose."""
    for seed in range(3):
        for number, (before, _, _) in enumerate(steps(players, seed, few=0.15)):
            if number % 7 == 0 and before.actor >= 0 and before.actor != CHANCE:
                yield before


def ra_lots() -> Iterator[AnyArray]:
    for players in (3, 4, 5):
        for state in ra_states(players):
            for seat in range(players):
                x = [0.0] * LOT_INPUTS
                fill_lot(row_of(state), seat, x)
                yield np.array(x)


def ra_suns() -> Iterator[AnyArray]:
    for players in (3, 4, 5):
        for state in ra_states(players):
            for seat in range(players):
                for sun in state.up[seat]:
                    x = [0.0] * SUN_INPUTS
                    fill_sun(row_of(state), seat, sun, x)
                    yield np.array(x)


def ra_net() -> Iterator[AnyArray]:
    for players in (3, 4, 5):
        for state in ra_states(players):
            x = [0.0] * input_count(players)
            fill_inputs(row_of(state), x)
            yield np.array(x)


def jaipur_leaf() -> Iterator[AnyArray]:
    worlds = dealt(np.random.default_rng(4), 50)
    worlds.points[0] += np.arange(50)
    worlds.herds[1] += np.arange(50) % 4
    for turn in (0, 1):
        yield looked_at(worlds, turn)


def habits() -> Iterator[AnyArray]:
    for k in range(2, 11):
        yield from (step_table(k), age_table(k), pause_table(k))
    yield reply_table(4, np.asarray(gain_matrix("classic"), dtype=np.float64))


def digest(arrays: Iterator[AnyArray]) -> tuple[str, int]:
    """A digest of numbers to four decimals, and how many there are."""
    found, count = hashlib.sha256(), 0
    for array in arrays:
        whole = np.rint(np.asarray(array, dtype=np.float64) * 1e4).astype("<i8")
        found.update(whole.tobytes())
        count += whole.size
    return found.hexdigest()[:16], count


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        (ra_lots, "19f1bcf7de5d7c66"),
        (ra_suns, "1e978a8b67e7e6a6"),
        (ra_net, "e636fce5a52e28bc"),
        (jaipur_leaf, "fe3a6f2b070e109f"),
        (habits, "312ed5d21f23b983"),
    ],
)
def test_what_weights_look_at_is_what_it_was(
    inputs: Callable[[], Iterator[AnyArray]], expected: str
) -> None:
    found, count = digest(inputs())
    assert count > 5_000
    assert found == expected
