"""People who tried to be unpredictable, and made-up players, as sequences to learn from.

The people are the five studies in `assets/data/sequences` (see its README for sources and
licences): one CSV per study with the columns player, cond, k, moves, opp. The made-up players
serve a predictor that must not trust what people usually do: constant, cyclic, sticky, Markov,
biased, switching and truly random players over 2 to 10 symbols.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from games.arrays import FloatArray, IntArray
from games.paths import ASSETS
from games.streams import generator

DATA_FOLDER: Final = ASSETS / "data" / "sequences"
STUDIES: Final = ("rng10_towse", "rng10_webform", "bin_taps", "rps_adaptbots", "rps_fixedbots")


class BadSequences(ValueError):
    """A file of sequences does not have the promised form."""


class Sequence(NamedTuple):
    """One sequence of one person: symbols (n,) below k, and the opponent's where there was one."""

    study: str
    player: str
    k: int
    moves: IntArray
    other: IntArray | None


def load_study(study: str, folder: Path = DATA_FOLDER) -> list[Sequence]:
    """Read the study in a `folder`; rounds that were missed (`-`) are left out for both sides."""
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
    return Sequence(study, row["player"], k, own, other)


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


def _habitual(rng: np.random.Generator, k: int, other: IntArray, reacts: bool) -> IntArray:
    """Play as people are known to: random strengths of the habits the literature describes."""
    avoid, again = rng.uniform(0, 2.5), rng.uniform(-2.0, 0.5)
    near, up, onward, same, back = rng.normal([0.3, 0, 0, 0, -0.2], [0.5, 0.3, 0.4, 0.4, 0.5])
    liking, sharpness = rng.normal(0, 0.35, k), rng.uniform(0.7, 2.0)
    reaction = _Reaction(rng, k)
    symbols, moves, step = np.arange(k), [int(rng.integers(k))], 0
    last_used = np.full(k, -2 * k)
    for t in range(1, len(other)):
        last_used[moves[-1]] = t - 1
        ahead = symbols - moves[-1]
        score = liking + avoid * np.minimum((t - last_used) / k, 1.5)
        score += again * (ahead == 0) + near * (np.abs(ahead) == 1) + up * (ahead == 1)
        score += onward * (ahead * step > 0) + same * (ahead == step)
        score += back * (symbols == moves[max(t - 2, 0)])
        if reacts:
            score += reaction.score(moves[-1], int(other[t - 1]))
        chance = np.exp(sharpness * (score - score.max()))
        moves.append(int(rng.choice(k, p=chance / chance.sum())))
        step = moves[-1] - moves[-2]
    return np.array(moves, dtype=np.int64)


class _Reaction:
    """The reaction of a made-up player to the opponent: by rule, by result, and by foresight.

    The rule prefers one symbol after each of the opponent's; the result one step after each
    relation; foresight the symbol after the one that most often followed the opponent's
    last move (which beats it in rock-paper-scissors). Half of the strengths are 0.
    """

    def __init__(self, rng: np.random.Generator, k: int) -> None:
        self.k = k
        self.rule, self.steps = rng.integers(0, k, k), rng.integers(0, k, k)
        self.strengths = rng.uniform(0, 2.0, 3) * (rng.random(3) < 0.5)
        self._follows = np.zeros((k, k))
        self._seen = -1

    def score(self, own: int, other: int) -> FloatArray:
        """Return the addition to the score (k,) of each symbol after a round."""
        if self._seen >= 0:
            self._follows[self._seen, other] += 1.0
        self._seen = other
        score = np.zeros(self.k)
        score[self.rule[other]] += self.strengths[0]
        score[(own + self.steps[(own - other) % self.k]) % self.k] += self.strengths[1]
        foreseen = int(np.argmax(self._follows[other]))
        score[(foreseen + 1) % self.k] += self.strengths[2] * bool(self._follows[other].any())
        return score


def _reacting(rng: np.random.Generator, k: int, other: IntArray) -> IntArray:
    """React by a fixed rule to the opponent's last move, or to the result, with some noise."""
    rule, noise = rng.integers(0, k, k), rng.uniform(0.05, 0.7)
    to_result = rng.random() < 0.5
    moves = [int(rng.integers(k))]
    for t in range(1, len(other)):
        seen = int(other[t - 1])
        planned = moves[-1] + rule[(moves[-1] - seen) % k] if to_result else rule[seen]
        moves.append(int(rng.integers(k)) if rng.random() < noise else int(planned) % k)
    return np.array(moves, dtype=np.int64)


def _any_opponent(rng: np.random.Generator, k: int, length: int) -> IntArray:
    return _invented(rng, int(rng.choice([0, 2, 4])), k, length)


INVENTED_KINDS: Final = ("uniform", "sticky", "cyclic", "markov 0", "markov 1", "markov 2")


def invented_players(seed: int, rounds: int, opponent: bool) -> list[Sequence]:
    """Make `rounds` players of each kind for each k of 2 to 10, drawn from a `seed`.

    Kinds: `INVENTED_KINDS`, one that changes among them, and with an opponent two that react to it
    (the others ignore it).
    """
    rng = generator(seed)
    players: list[Sequence] = []
    kinds = [*range(len(INVENTED_KINDS)), 6, *([7, 7] if opponent else [])] * rounds
    for k, kind in ((k, kind) for k in range(2, 11) for kind in kinds):
        length = int(rng.integers(40, 250))
        other = _any_opponent(rng, k, length) if opponent else None
        if kind < 6:
            moves = _invented(rng, kind, k, length)
        elif kind == 6:
            spans = [length // 3, length // 3, length - 2 * (length // 3)]
            moves = np.concatenate([_invented(rng, int(rng.integers(6)), k, n) for n in spans])
        else:
            assert other is not None
            moves = _reacting(rng, k, other)
        players.append(Sequence("invented", str(len(players)), k, moves, other))
    return players


def habitual_players(
    seed: int, rounds: int, opponent: bool, alphabets: Iterable[int] = range(2, 11)
) -> list[Sequence]:
    """Make `rounds` players with human habits of random strength for each alphabet, by a `seed`.

    They stand in for people over alphabets without data: avoiding what was used lately, disliking
    repeats and returns, liking neighbours, keeping a direction (Towse & Neil 1998); with an
    opponent also reacting to its moves and to the results.
    """
    rng = generator(seed)
    players: list[Sequence] = []
    for k in alphabets:
        for _ in range(rounds):
            length = int(rng.integers(50, 250))
            other = _any_opponent(rng, k, length)
            moves = _habitual(rng, k, other, opponent)
            players.append(
                Sequence("habitual", str(len(players)), k, moves, other if opponent else None)
            )
    return players
