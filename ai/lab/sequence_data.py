"""People who tried to be unpredictable, and made-up players, as sequences to learn from.

The people are the five studies in ``assets/data/sequences`` (see its README for sources and
licences): one CSV per study with the columns player, cond, k, moves, opp.  The made-up players
serve a predictor that must not trust what people usually do: constant, cyclic, sticky, Markov,
biased, switching and truly random players over 2 to 10 symbols.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from ai.sequence_experts import FloatArray, IntArray

DATA_FOLDER: Final = Path(__file__).parents[2] / "assets" / "data" / "sequences"
STUDIES: Final = ("rng10_towse", "rng10_webform", "bin_taps", "rps_adaptbots", "rps_fixedbots")


class BadSequences(ValueError):
    """A file of sequences does not have the promised form."""


class Sequence(NamedTuple):
    """One sequence of one person: symbols (n,) below k, and the opponent's where there was one."""

    study: str
    player: str
    condition: str
    k: int
    moves: IntArray
    other: IntArray | None


def load_study(study: str, folder: Path = DATA_FOLDER) -> list[Sequence]:
    """Read one study; rounds that were missed (``-``) are left out for both sides."""
    path = folder / f"{study}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return [_sequence(study, row, path) for row in csv.DictReader(file)]


def _sequence(study: str, row: dict[str, str], path: Path) -> Sequence:
    moves, opp = row["moves"], row["opp"]
    played = [i for i, symbol in enumerate(moves) if symbol != "-"]
    k = int(row["k"])
    if opp and len(opp) != len(moves):
        raise BadSequences(
            f"{path.name}: player {row['player']} has {len(moves)} moves but {len(opp)} of the "
            "opponent; give one for each round."
        )
    own = np.array([int(moves[i]) for i in played], dtype=np.int64)
    other = np.array([int(opp[i]) for i in played], dtype=np.int64) if opp else None
    if own.size == 0 or own.max() >= k or (other is not None and other.max() >= k):
        raise BadSequences(
            f"{path.name}: player {row['player']} needs at least one symbol, all below {k}."
        )
    return Sequence(study, row["player"], row["cond"], k, own, other)


def _markov(rng: np.random.Generator, k: int, length: int, order: int, spread: float) -> IntArray:
    rows = rng.dirichlet(np.full(k, spread), size=k**order)
    moves = list(rng.integers(0, k, order))
    for _ in range(length):
        row = 0
        for symbol in moves[len(moves) - order :]:
            row = row * k + int(symbol)
        moves.append(int(rng.choice(k, p=rows[row])))
    return np.array(moves[order:], dtype=np.int64)


def _sticky(rng: np.random.Generator, k: int, length: int) -> IntArray:
    stay = rng.uniform(0.4, 0.99)
    favourites = rng.dirichlet(np.full(k, 1.0))
    moves = [int(rng.integers(k))]
    for _ in range(length - 1):
        moves.append(moves[-1] if rng.random() < stay else int(rng.choice(k, p=favourites)))
    return np.array(moves, dtype=np.int64)


def _cycle(rng: np.random.Generator, k: int, length: int) -> IntArray:
    pattern = rng.integers(0, k, int(rng.integers(1, 9)))
    moves = pattern[np.arange(length) % len(pattern)]
    noisy = rng.random(length) < rng.choice([0.0, 0.05, 0.2])
    return np.where(noisy, rng.integers(0, k, length), moves).astype(np.int64)


def _invented(rng: np.random.Generator, kind: int, k: int, length: int) -> IntArray:
    if kind == 0:
        return rng.integers(0, k, length)
    if kind == 1:
        return _sticky(rng, k, length)
    if kind == 2:
        return _cycle(rng, k, length)
    spread = float(rng.choice([0.1, 0.3, 1.0]))
    return _markov(rng, k, length, min(kind - 3, 2), spread)


def invented_players(seed: int, rounds: int, opponent: bool) -> list[Sequence]:
    """Make ``rounds`` players of each kind for each k; with an opponent, one that says nothing.

    Kinds: uniform, sticky, cyclic, Markov of order 0, 1 and 2; the last kind changes among them.
    """
    rng = np.random.default_rng(seed)
    players: list[Sequence] = []
    for k in range(2, 11):
        for kind in [*range(6), 6] * rounds:
            if kind < 6:
                moves = _invented(rng, kind, k, int(rng.integers(40, 250)))
            else:
                parts = [
                    _invented(rng, int(rng.integers(6)), k, int(rng.integers(20, 80)))
                    for _ in range(3)
                ]
                moves = np.concatenate(parts)
            other = rng.integers(0, k, len(moves)) if opponent else None
            players.append(Sequence("invented", str(len(players)), str(kind), k, moves, other))
    return players


def entropy_bits(probabilities: FloatArray) -> float:
    """Return the mean number of bits of the probabilities given to what came."""
    return float(-np.mean(np.log2(probabilities)))
