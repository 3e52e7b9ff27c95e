"""The agents that are compiled, and the weights in use as the compiled games take them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ai.lab.ra.engine import Array, Nets
from ai.lab.ra.learning import stack
from ai.lab.ra.tables import DEEP, HEURISTIC, PLAYED, PROGRAM, Programs, together
from ai.ra.network import NETS, Network
from ai.ra.seed_net import PROGRAMS

KINDS: Final = {"heuristic": HEURISTIC, "seed-net": PROGRAM, "net": PLAYED, "net+": DEEP}
"""The agents that are compiled, and what they are there."""


def stacked(network: Network) -> Nets:
    """Return one network as the engine takes several, with the temperature of its chances in its
    ends.
    """
    players, cooling = network.players, np.ones(2 * network.players, np.float32)
    cooling[:players] /= network.temperature
    parts = (network.first, network.bias, network.second * cooling, network.last * cooling)
    return stack([np.concatenate([part.ravel() for part in parts])], players)


def nets_of(players: int) -> Nets:
    """Return the network in use for so many players, as the engine takes it."""
    return stacked(NETS[players].load())


def programs_of(players: int) -> Programs:
    """Return the program of 2006 in use for so many players, as the engine takes it."""
    program = PROGRAMS[players].load()
    lots = program.lots
    suns = [np.stack([layers[part] for layers in program.suns]) for part in range(4)]

    def exact(*parts: Array) -> tuple[Array, ...]:
        return tuple(np.ascontiguousarray(part, np.float64) for part in parts)

    own = exact(lots.first, lots.bias, lots.second[:, 0], lots.last)
    own_suns = exact(suns[0], suns[1], suns[2][:, :, 0], suns[3])
    return together([(own, own_suns, np.array(program.margins))])


def by_turns(agents: Sequence[str], games: int) -> Array:
    """Who sits where in so many games, the table turned by a seat from game to game."""
    kinds = np.array([KINDS[agent] for agent in agents], np.int64)
    return np.stack([np.roll(kinds, game % len(agents)) for game in range(games)])
