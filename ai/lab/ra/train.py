"""`main.py train ra`: the networks of `net`, and of the program of 2006 rebuilt.

`net` learns in rounds (`ai.lab.ra.net_fit`), `seed-net` in two stages (`ai.lab.ra.seed_fit`), each
for one number of players. All that a later run needs is kept after a round, every minute and a
half. At the end the chances of `net` are calibrated on games of its own: a temperature is fitted on
half of them and the calibration error measured on the other half.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from ai.lab import fitting
from ai.lab.fitting import made_by
from ai.lab.jobs import Jobs
from ai.lab.options import with_defaults
from ai.lab.ra.learning import stack
from ai.lab.ra.net_fit import RaTraining, by_turns, play_blocks, shares
from ai.lab.ra.tables import Programs
from ai.lab.rooms import Plain, Progress
from ai.ra.network import Network, evaluate
from games.arrays import FloatArray
from games.spec import Option

AGENTS: Final = ("net", "seed-net")
OPTIONS: Final = (
    Option("players", "Players", "choice", 3, (3, 4, 5)),
    Option("games", "Games of self-play", "int", 60_000, low=500, high=100_000),
)
"""More games than these would leave more states than a part of a training can hold."""
CALIBRATION_DEALS: Final = 400
MEASURED_DEALS: Final = 700
KEPT_EVERY: Final = 90.0
"""Seconds: all states are written, which takes some."""
_TEMPERATURES: Final = np.linspace(0.7, 1.6, 46)
_BINS: Final = 20


def train(
    options: Mapping[str, Any], seed: int, jobs: Jobs, out_dir: Path, progress: Progress
) -> Plain:
    """Train for one number of players, and write the weights and their card."""
    agent = options.get("agent", AGENTS[0])
    given = with_defaults(OPTIONS, options)
    if agent == "seed-net":
        from ai.lab.ra.seed_fit import fit

        return fit(given, seed, out_dir, progress)
    return _fit_net(given, seed, jobs, out_dir, progress)


def _fit_net(
    given: Mapping[str, Any], seed: int, jobs: Jobs, out_dir: Path, progress: Progress
) -> Plain:
    players, games = int(given["players"]), int(given["games"])
    settings = {"agent": "net", "seed": seed, "players": players, "games": games}
    path = out_dir / f"net-{players}.npz"
    training = RaTraining(players, games, seed, jobs.processes, progress)
    fitting.keep_going(training, path, settings, progress, KEPT_EVERY)
    arrays = training.shipped()
    first, bias, second, last = (arrays[n] for n in ("first", "bias", "second", "last"))
    network = Network(players, first, bias, second, last)
    rivals = training.rivals
    temperature, error = calibrate(network, rivals, seed, jobs.processes)
    share, spread = against_heuristic(network, rivals, seed, jobs.processes)
    card = {
        **settings,
        "rounds": training.round,
        "gates": [
            {
                "accepted": g.accepted,
                **{name: round(getattr(g, name), 4) for name in ("share", "least", "rivals")},
            }
            for g in training.gates
        ],
        "loss": round(training.loss, 5),
        "temperature": temperature,
        "calibration_error": round(error, 4),
        "against_heuristic": round(share, 4),
        "against_heuristic_error": round(spread, 4),
        "measured_games": MEASURED_DEALS * players,
        "made_by": made_by("ra", "net", seed, given),
    }
    arrays["temperature"] = np.array(temperature)
    return fitting.write(path, arrays, card)


def outcomes(
    network: Network, rivals: Programs, deals: int, seed: int, jobs: int
) -> tuple[FloatArray, FloatArray]:
    """Return states of games among copies of a network: chances held and what came true, (n,
    players).
    """
    players = network.players
    rng = np.random.default_rng([seed, players, 7])
    kinds, seeds = by_turns(players, deals, rng, 0, 0)
    nets = stack([np.concatenate([part.ravel() for part in network[1:5]])], players)
    blocks = play_blocks(players, kinds, nets, rivals, seeds, 0.0, 5, jobs)
    states = np.concatenate([rows for _, rows, _ in blocks])
    won = np.concatenate([worth[:, :players, 0] for _, _, worth in blocks])
    held = np.concatenate(
        [evaluate(network, rows.tolist())[:, :, 0] for rows in np.array_split(states, 40)]
    )
    return held, won.astype(float)


def calibrate(network: Network, rivals: Programs, seed: int, jobs: int) -> tuple[float, float]:
    """Return the temperature that fits half of the games best, and the error on the others."""
    held, won = outcomes(network, rivals, CALIBRATION_DEALS, seed, jobs)
    half = len(held) // 2
    losses = [
        -float((won[:half] * np.log(np.maximum(cooled(held[:half], t), 1e-12))).sum())
        for t in _TEMPERATURES
    ]
    best = float(_TEMPERATURES[int(np.argmin(losses))])
    return round(best, 4), calibration_error(cooled(held[half:], best), won[half:])


def cooled(chances: FloatArray, temperature: float) -> FloatArray:
    """Return chances with their log odds divided by a temperature."""
    powers = np.maximum(chances, 1e-12) ** (1.0 / temperature)
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def calibration_error(held: FloatArray, won: FloatArray) -> float:
    """Return the mean distance of chances held and wins over equal bins, by the number in each."""
    places = np.minimum((held * _BINS).astype(int), _BINS - 1)
    gaps = [abs(float((held - won)[places == place].sum())) for place in range(_BINS)]
    return sum(gaps) / held.size


def against_heuristic(
    network: Network, rivals: Programs, seed: int, jobs: int
) -> tuple[float, float]:
    """Return the share of wins of one seat against the heuristic in the others, and its error."""
    players = network.players
    rng = np.random.default_rng([seed, players, 8])
    kinds, seeds = by_turns(players, MEASURED_DEALS, rng, 0, -1)
    nets = stack([np.concatenate([part.ravel() for part in network[1:5]])], players)
    blocks = play_blocks(players, kinds, nets, rivals, seeds, 0.0, 0, jobs)
    return shares(np.concatenate([scores for scores, _, _ in blocks]), players)


def report(card: Mapping[str, Any]) -> str:
    """Return the card for a person."""
    rows = [f"{card['agent']} for {card['players']} players, {card['games']:,} games."]
    if "gates" in card:
        passed = sum(gate["accepted"] for gate in card["gates"])
        share, error = card["against_heuristic"], 1.96 * card["against_heuristic_error"]
        others = card["players"] - 1
        rows += [
            f"{passed} of {len(card['gates'])} rounds passed the gate.",
            f"Against {others} heuristic: {share:.1%} (+-{error:.1%}) of "
            f"{card['measured_games']:,} games; calibration error {card['calibration_error']:.4f}.",
        ]
    return "\n".join(rows)
