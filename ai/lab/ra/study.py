"""`main.py arena ra --option study=...`: measurements by the compiled games of the training.

The same agents on the same rules as in the arena, compiled, so that thousands of games of `net+`
can be afforded. Discards, which an agent chooses, cost the least by one rule here. `--agents` are
of `heuristic`, `seed-net`, `net` and `net+`.

- `study=shares`: the share of wins of the first, by turns in every place of every deal, the second
  in all others;
- `study=calibration`: the chances and margins that `net` shows at this table, against the results;
- `study=speed`: games of self-play a second on `--jobs` threads.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from ai.lab.errors import BadArguments
from ai.lab.options import all_options
from ai.lab.ra.engine import MARGIN_SCALE, Array
from ai.lab.ra.net_fit import EVERY, EXPLORE, Blocks, play_blocks
from ai.lab.ra.tables import KINDS, by_turns, meet, nets_of, programs_of, words
from ai.lab.ra.train import calibration_error
from ai.lab.rooms import ArenaQuestion, Plain
from ai.ra.network import NETS, evaluate
from ai.ra.plain import K
from games.intervals import Z
from games.spec import Option

_PARTS: Final = 40
"""Pieces of the states that a network values at once."""


def _rng(asked: ArenaQuestion, number: int) -> np.random.Generator:
    """Return the chances of a study."""
    return np.random.default_rng([asked.seed, len(asked.agents), number])


def shares(asked: ArenaQuestion) -> Plain:
    """Return the share of wins and the margin of the first agent, with 95% intervals over deals."""
    agents, players = asked.agents, len(asked.agents)
    if len(set(agents[1:])) != 1:
        raise BadArguments("A study of shares needs all agents after the first to be the same.")
    own, other = KINDS[agents[0]], KINDS[agents[1]]
    deals = max(2, asked.games // players)
    nets, programs = nets_of(players), programs_of(players)
    found = meet(players, own, other, deals, asked.seed, nets, programs)
    wins, margin = Z * found.error, Z * found.margin_error
    return {
        "games": deals * players,
        "fair_share": 1 / players,
        "win_share": found.wins,
        "ci95": [found.wins - wins, found.wins + wins],
        "mean_margin": found.margin,
        "mean_margin_ci95": [found.margin - margin, found.margin + margin],
    }


def _played(asked: ArenaQuestion, games: int, explore: float, every: int, number: int) -> Blocks:
    """Play games of the table, turned by a seat from game to game."""
    players = len(asked.agents)
    kinds, seeds = by_turns(asked.agents, games), words(_rng(asked, number), games)
    nets, programs = nets_of(players), programs_of(players)
    return play_blocks(players, kinds, nets, programs, seeds, explore, every, asked.jobs.processes)


def _states(blocks: Blocks) -> Array:
    return np.concatenate([states for _, states, _ in blocks])


# -- chances -----------------------------------------------------------------------------------


def calibration(asked: ArenaQuestion) -> Plain:
    """Compare the chances that are shown with what came true; return the bias of margins, too."""
    blocks = _played(asked, asked.games, 0.0, EVERY, 41)
    states, players = _states(blocks), len(asked.agents)
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
    """Return which seats hold five kinds of monuments, or three alike."""
    hands = states[:, : players * K].reshape(len(states), players, K)[:, :, 11:19]
    return np.asarray(((hands > 0).sum(axis=2) >= 5) | (hands >= 3).any(axis=2))


# -- speed -------------------------------------------------------------------------------------


def speed(asked: ArenaQuestion) -> Plain:
    """Measure games of self-play a second, as in the training, by the clock and the processor."""
    _played(asked, 2 * asked.jobs.processes, EXPLORE, EVERY, 47)
    clock, spent = time.monotonic(), time.process_time()
    _played(asked, asked.games, EXPLORE, EVERY, 48)
    clock, spent = time.monotonic() - clock, time.process_time() - spent
    return {
        "jobs": asked.jobs.processes,
        "games_per_second": asked.games / clock,
        "games_per_processor_second": asked.games / spent,
    }


STUDIES: Final[Mapping[str, Callable[[ArenaQuestion], Plain]]] = {
    "shares": shares,
    "calibration": calibration,
    "speed": speed,
}
OPTIONS: Final = (Option(*("study", "Study", "choice", "shares"), choices=tuple(STUDIES)),)


def arena(asked: ArenaQuestion) -> Plain:
    """Return the JSON output of a study."""
    study = str(all_options(OPTIONS, asked.given)["study"])
    if len(asked.agents) not in NETS or not set(asked.agents) <= set(KINDS):
        raise BadArguments(
            "A study of Ra needs 3 to 5 of heuristic, seed-net, net and net+, as in "
            "--agents net+,seed-net,seed-net."
        )
    asked.progress(0.0, f"{asked.games:,} games")
    head = {"game": "ra", "seed": asked.seed, "study": study, "table": list(asked.agents)}
    return {**head, **STUDIES[study](asked)}


def report(found: Mapping[str, Any]) -> str:
    """Return the output for a person."""
    table = f"{found['table'][0]} against {', '.join(found['table'][1:])}"
    if found["study"] != "shares":
        own = {name: value for name, value in found.items() if name not in ("game", "table")}
        told = {n: f"{v:.4g}" if isinstance(v, float) else f"{v}" for n, v in own.items()}
        return "\n".join([f"{table}.", *(f"{name} {value}" for name, value in told.items())])
    low, high = found["ci95"]
    return (
        f"{table}: {found['win_share']:.1%} "
        f"({low:.1%} to {high:.1%}) of {found['games']:,} games, margin "
        f"{found['mean_margin']:+.1f}; fair is {found['fair_share']:.1%}."
    )
