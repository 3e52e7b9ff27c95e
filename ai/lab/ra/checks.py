"""Studies of Ra's agents beside how often they win: chances and speed.

Each takes what `ai.lab.ra.study` was asked and returns the part of its JSON output that is its own.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from ai.lab.ra.engine import MARGIN_SCALE, Array
from ai.lab.ra.net_fit import EVERY, EXPLORE, Blocks, play_blocks
from ai.lab.ra.seats import by_turns, nets_of, programs_of
from ai.lab.ra.tables import words
from ai.lab.ra.train import calibration_error
from ai.lab.rooms import Plain, Progress
from ai.ra.network import NETS, evaluate
from ai.ra.plain import K

_PARTS: Final = 40


class Asking(NamedTuple):
    """A table of agents, how many games or positions, the seed, and what else was chosen."""

    agents: Sequence[str]
    games: int
    seed: int
    jobs: int
    progress: Progress

    @property
    def players(self) -> int:
        """Seats of the table."""
        return len(self.agents)

    def rng(self, number: int) -> np.random.Generator:
        """The chances of a study."""
        return np.random.default_rng([self.seed, self.players, number])


def _played(asking: Asking, games: int, explore: float, every: int, number: int) -> Blocks:
    """So many games of the table, turned by a seat from game to game."""
    players = asking.players
    kinds, seeds = by_turns(asking.agents, games), words(asking.rng(number), games)
    nets, programs = nets_of(players), programs_of(players)
    return play_blocks(players, kinds, nets, programs, seeds, explore, every, asking.jobs)


def _states(blocks: Blocks) -> Array:
    return np.concatenate([states for _, states, _ in blocks])


# -- chances -----------------------------------------------------------------------------------


def calibration(asking: Asking) -> Plain:
    """How far the chances that are shown are from what came true, and the bias of margins."""
    blocks = _played(asking, asking.games, 0.0, EVERY, 41)
    states, players = _states(blocks), asking.players
    came = np.concatenate([worth[:, :players] for _, _, worth in blocks])
    network = NETS[players].load()
    parts = np.array_split(states, _PARTS)
    told = np.concatenate([evaluate(network, part.tolist()) for part in parts if len(part)])
    error = calibration_error(told[:, :, 0], came[:, :, 0])
    gaps = MARGIN_SCALE * (told[:, :, 1] - came[:, :, 1])
    rich = _rich(states, players)
    return {
        "states": len(states),
        "calibration_error": error,
        "margin_error": float(np.abs(gaps).mean()),
        "margin_bias_of_monuments": float(gaps[rich].mean()) if rich.any() else 0.0,
        "seats_of_monuments": int(rich.sum()),
    }


def _rich(states: Array, players: int) -> Array:
    """Which seats hold five kinds of monuments, or three alike."""
    hands = states[:, : players * K].reshape(len(states), players, K)[:, :, 11:19]
    return np.asarray(((hands > 0).sum(axis=2) >= 5) | (hands >= 3).any(axis=2))


# -- speed -------------------------------------------------------------------------------------


def speed(asking: Asking) -> Plain:
    """Games of self-play a second as in the training, by the clock and by the processor."""
    _played(asking, 2 * asking.jobs, EXPLORE, EVERY, 47)
    clock, spent = time.monotonic(), time.process_time()
    _played(asking, asking.games, EXPLORE, EVERY, 48)
    clock, spent = time.monotonic() - clock, time.process_time() - spent
    return {
        "jobs": asking.jobs,
        "games_per_second": asking.games / clock,
        "games_per_processor_second": asking.games / spent,
    }
