"""Studies of Ra's agents beside how often they win: chances, hints, faults of 2006, speed.

Each takes what `ai.lab.ra.study` was asked and returns the part of its JSON output that is its own.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from ai.lab.ra import seed_engine
from ai.lab.ra.engine import MARGIN_SCALE, Array
from ai.lab.ra.measures import choice_of, playouts, wishes
from ai.lab.ra.net_fit import EVERY, EXPLORE, Blocks, play_blocks
from ai.lab.ra.seats import KINDS, by_turns, nets_of, programs_of
from ai.lab.ra.tables import words
from ai.lab.ra.train import calibration_error
from ai.lab.rooms import Plain, Progress
from ai.ra.network import NETS, evaluate
from ai.ra.plain import BLOCK, LEFT, TURN, K, block_size
from games.intervals import Z, wilson

SEVERAL: Final = 2
"""Monuments in a lot from which on it counts as one of monuments."""
_PARTS: Final = 40


class Asking(NamedTuple):
    """A table of agents, how many games or positions, the seed, and what else was chosen."""

    agents: Sequence[str]
    games: int
    seed: int
    playouts: int
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


# -- faults of 2006 ----------------------------------------------------------------------------


def faults(asking: Asking) -> Plain:
    """Who passes what it wishes for where the 1 lies in the centre, and what monuments are worth.

    Wishes are those of the first agent of the table; the worth of lots is the program's own.
    """
    players, kind = asking.players, KINDS[asking.agents[0]]
    states = _states(_played(asking, asking.games, 0.0, SEVERAL, 42))
    nets, programs = nets_of(players), programs_of(players)
    found = wishes(states, kind, nets, programs)
    rows = {}
    for place, name in enumerate(("one_in_the_centre", "another_sun")):
        wished, passed = (int(number) for number in found[place])
        rows[name] = {
            "wished": wished,
            "passed": passed,
            "share": passed / max(1, wished),
            "ci95": list(wilson(passed, max(1, wished))),
        }
    return {**rows, **(_monuments(asking) if asking.agents[0] == "seed-net" else {})}


def _monuments(asking: Asking) -> Plain:
    """The bias of the program's values of lots with monuments and without, in points."""
    programs = programs_of(asking.players)
    lots, suns = programs[0], programs[1]
    own = (
        tuple(part[0] for part in lots),
        tuple(part[0] for part in suns),
        programs[2][0],
    )
    seeds = words(asking.rng(43), asking.games)
    inputs, worth = seed_engine.lots_of_games(asking.players, True, own, seeds, 0.0)
    units = 1.0 / (1.0 + np.exp(-(inputs @ own[0][0] + own[0][1])))
    gaps = seed_engine.POINTS * (units @ own[0][2] + own[0][3]) - worth.sum(axis=1)
    monuments = 2.0 * inputs[:, 7:11].sum(axis=1)
    rows = {}
    for name, there in (
        ("lots_of_monuments", monuments >= SEVERAL),
        ("lots_without", monuments < 1),
    ):
        error = Z * float(gaps[there].std(ddof=1)) / float(there.sum()) ** 0.5
        bias = float(gaps[there].mean())
        rows[name] = {
            "lots": int(there.sum()),
            "bias": bias,
            "ci95": [bias - error, bias + error],
        }
    return rows


# -- hints -------------------------------------------------------------------------------------


def hint(asking: Asking) -> Plain:
    """Points that a hint loses against the best of all choices by so many playouts of `net`.

    `games` is the number of positions, turns with a choice. Each half of the playouts chooses the
    best, and the other half tells what it is worth over the hint, so that luck is not counted.
    """
    positions, found = _positions(asking), []
    with ThreadPoolExecutor(asking.jobs) as pool:
        for one in pool.map(partial(_lost_at, asking), range(len(positions)), positions):
            found.append(one)
            asking.progress(len(found) / asking.games, f"{len(found)} positions")
    chances, points, best = np.array(found).T
    error = Z * float(points.std(ddof=1)) / len(points) ** 0.5
    mean = float(points.mean())
    return {
        "positions": len(points),
        "playouts": 2 * _half(asking),
        "points_lost": mean,
        "ci95": [mean - error, mean + error],
        "chance_lost": float(chances.mean()),
        "best_of_all": float(best.mean()),
    }


def _half(asking: Asking) -> int:
    return max(2, asking.playouts // 2)


def _lost_at(asking: Asking, number: int, t: Array) -> tuple[float, float, float]:
    """What the hint loses at a position: of the chance to win, points; and 1.0 where it is best."""
    players, count = asking.players, _half(asking)
    nets, programs = nets_of(players), programs_of(players)
    kinds, options = np.zeros(players, np.int64), choices(t)
    chosen = options.index(int(choice_of(t, KINDS[asking.agents[0]], nets, programs)))
    seeds = words(np.random.default_rng([asking.seed, players, 44, number]), 2 * count)
    values = np.stack([playouts(t, kinds, one, nets, programs, seeds) for one in options])
    halves = values.reshape(len(options), 2, count, 2).mean(axis=2)
    found = [halves[halves[:, own, 1].argmax(), 1 - own] for own in (0, 1)]
    chance, points = np.mean(found, axis=0) - halves[chosen].mean(axis=0)
    return float(chance), float(points), float(values[:, :, 1].mean(axis=1).argmax() == chosen)


def choices(t: Array) -> list[int]:
    """What may be chosen in the turn of a row: 0 draw, -1 call, kinds that a god takes."""
    found = [0] if block_size(t) < 8 and t[LEFT : LEFT + K].sum() > 0 else []
    gods = t[t[TURN] * K + 4]
    kinds = [kind for kind in range(1, K) if kind != 4 and t[BLOCK + kind] > 0]
    return [*found, -1, *(kinds if gods else [])]


def _positions(asking: Asking) -> list[Array]:
    """Positions with a choice, one of a game where there are as many games."""
    blocks = _played(asking, asking.games, 0.0, 3, 45)
    states = _states(blocks).astype(np.int64)
    able = states[[block_size(row) > 0 and len(choices(row)) > 1 for row in states]]
    taken = asking.rng(46).choice(len(able), asking.games, replace=False)
    return list(able[np.sort(taken)])


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
