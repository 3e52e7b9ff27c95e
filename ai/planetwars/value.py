"""The chance to win of a position, by a few learned weights.

`PlanetsAhead` with the launches of both seats has the ships and the growth of both at later turns.
The full attacks of both sides tell who could hold each planet. Shares of ships, growth and holds at
a few turns ahead are the inputs of a logistic regression. Every input changes its sign with the
seats, and the regression has no constant: the chances of a position and its mirror image add to 1.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from ai.files import read_arrays
from ai.planetwars.outlook import AHEAD, PlanetsAhead
from games.agents import LostWeights
from games.planetwars.engine.state import FIRST, MAX_TURNS, SECOND
from games.weights import Weights

Floats = npt.NDArray[np.float64]
MOMENTS: Final = (5, 12, 20, 30, 45)
"""Turns ahead at which ships, growth and holds are looked at."""
LONG: Final = 10**6
"""Turns beyond which the length of a match makes no difference to its end."""
INPUTS: Final = 4 * len(MOMENTS) + 3


def inputs(outlook: PlanetsAhead) -> Floats:
    """Return the inputs of an `outlook`, seen by owner 1, shape (`INPUTS`,), about -1 to 1 each."""
    owners, growth = outlook.owners, outlook.growth
    sign = (owners == FIRST).astype(np.int64) - (owners == SECOND)
    moments, last = list(MOMENTS), min(outlook.left, AHEAD)
    columns = [*moments, last]
    held = sign[:, columns]
    ships = outlook.ships[:, columns]
    net, total = (held * ships).sum(axis=0), (np.abs(held) * ships).sum(axis=0) + 1
    grows = (held * growth[:, None]).sum(axis=0)
    all_growth = int(growth.sum()) + 1e-9
    one, two = outlook.flying()
    here = (sign[:, 0] * outlook.ships[:, 0]).sum() + one - two
    everything = (np.abs(sign[:, 0]) * outlook.ships[:, 0]).sum() + one + two + 1
    attacks = outlook.attack(outlook.surplus(FIRST), moments)
    attacks = attacks - outlook.attack(outlook.surplus(SECOND), moments)
    own, ships = held[:, :-1], ships[:, :-1]
    balance = attacks + own * ships
    free = own == 0
    price = np.maximum(np.abs(balance) - np.where(free, ships, 0), 0)
    holds = np.tanh(np.sign(balance) * price / (10 + 0.1 * total[:-1])) * growth[:, None]
    end = net[-1] + float(grows[-1]) * min(outlook.left - last, LONG)
    owned = (np.abs(sign[:, moments[2]]) * growth).sum()
    found: Floats = np.concatenate(
        [
            [here / everything],
            net[:-1] / total[:-1],
            grows[:-1] / all_growth,
            holds.sum(axis=0) / all_growth,
            (holds * free).sum(axis=0) / all_growth,
            [np.tanh(end / (30 + 0.2 * total[-1])), grows[2] / owned if owned else 0.0],
        ]
    )
    return found


def expanded(rows: Floats, turns: Floats) -> Floats:
    """Return the columns of the regression, (rows, 2 * `INPUTS`): inputs, and inputs by the turn.

    `turns` are the shares of a match of `MAX_TURNS` that is over.
    """
    return np.concatenate([rows, rows * turns[:, None]], axis=1)


class Value:
    """The learned chance to win of owner 1."""

    def __init__(self, weights: Floats) -> None:
        self._plain, self._by_turn = weights[:INPUTS], weights[INPUTS:]

    def __call__(self, outlook: PlanetsAhead, turn: int) -> float:
        """Return the chance of owner 1 in an `outlook` that is seen in this `turn`, in 0..1."""
        row = inputs(outlook)
        share = min(turn, MAX_TURNS) / MAX_TURNS
        return float(1 / (1 + np.exp(-(row @ self._plain + share * (row @ self._by_turn)))))


def read_value(path: Path) -> Value:
    """Return the value in a file of weights; raises `LostWeights` for another file."""
    weights = read_arrays(path).get("weights")
    if weights is None or weights.shape != (2 * INPUTS,) or not np.isfinite(weights).all():
        raise LostWeights(f"{path} is no value of Planet Wars; get it again with the arcade.")
    return Value(weights.astype(float))


VALUE: Final = Weights("planetwars/sensei", read_value)
