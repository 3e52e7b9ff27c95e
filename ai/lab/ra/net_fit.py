"""How `net` learns: rounds of games, all of them kept, and a gate that only the better pass.

The first round's games are the heuristic's, with choices by lot among them. In every later round
most seats are the last accepted network's, the others the heuristic's and those of networks
accepted earlier. After a round the learner goes on over all states that were kept, and what it has
become plays against two or more copies of the last accepted network and against every earlier one:
it is accepted where it wins more than its fair share from the last and is below it by two standard
errors against none. The rest of the games is played with the same deal for every seating.

Games are played in blocks of a fixed size, each with its own random numbers, in as many threads as
there are jobs: what comes of it depends on the seed alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import numpy as np

from ai.lab.ra import engine
from ai.lab.ra.engine import HEURISTIC
from ai.lab.ra.learning import BATCH, Array, Learner, Parts, split
from ai.ra.plain import SIZE
from games.arrays import Arrays

BLOCK_GAMES: Final = 100
"""Games that one thread plays at a time."""
ROUND_GAMES: Final = 2500
FIRST_GAMES: Final = 5000
EXPLORE: Final = 0.015
FIRST_EXPLORE: Final = 0.06
EVERY: Final = 4
"""One state in so many is kept: those of a game are much alike."""
POOL: Final = (0.68, 0.14)
"""Shares of seats of the last accepted network and of the heuristic; the rest is earlier ones."""
PASSES: Final = 8.0
"""How often a round's number of new states is learned from."""
FIRST_RATE: Final = 1e-3
RATE: Final = 6e-4
LAST_RATE: Final = 5e-5
GATE_DEALS: Final = 150
EARLIER_DEALS: Final = 40
MOST_NETS: Final = 6
"""Accepted networks that are kept beside the newest: the last ones."""


Blocks = list[tuple[Array, Array, Array]]
"""Scores, states and what they are to be worth, of games in blocks."""


class Gate(NamedTuple):
    """How a candidate did: its share against the last, the least against an earlier one."""

    accepted: bool
    share: float
    least: float


def stack(thetas: Sequence[Array], players: int) -> tuple[Array, ...]:
    """Networks one behind the other, as the engine takes them."""
    parts = [split(theta, players) for theta in thetas]
    return tuple(np.ascontiguousarray(np.stack(group)) for group in zip(*parts, strict=True))


def play_blocks(
    players: int,
    kinds: Array,
    nets: Parts,
    seeds: Array,
    explore: float,
    every: int,
    jobs: int,
    judge: int = -1,
) -> Blocks:
    """All games in blocks, in order."""
    starts = range(0, len(kinds), BLOCK_GAMES)

    def block(start: int) -> tuple[Array, Array, Array]:
        end = start + BLOCK_GAMES
        room = BLOCK_GAMES * 120 if every else 0
        found: tuple[Array, Array, Array] = engine.play_games(
            players, kinds[start:end], nets, judge, seeds[start:end], explore, every, room
        )
        return found

    if jobs == 1:
        return [block(start) for start in starts]
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(block, starts))


def words(rng: np.random.Generator, count: int) -> Array:
    """Seeds of 64 bits, two for each game: of the choices and of the deal."""
    return rng.integers(0, 2**63, (count, 2)).astype(np.uint64)


def by_turns(
    players: int, deals: int, rng: np.random.Generator, own: int, other: int
) -> tuple[Array, Array]:
    """Every deal once for each seat of `own`, `other` in the rest: who plays, and the seeds."""
    kinds = np.full((deals * players, players), other, np.int64)
    kinds[np.arange(deals * players), np.arange(deals * players) % players] = own
    return kinds, np.repeat(words(rng, deals), players, axis=0)


def shares(scores: Array, players: int) -> tuple[float, float]:
    """The share of wins of whoever was seated by turns, and its standard error over deals."""
    won = scores[:, :players].argmax(axis=1) == np.arange(len(scores)) % players
    deals = won.reshape(-1, players).mean(axis=1)
    return float(deals.mean()), float(deals.std(ddof=1) / math.sqrt(len(deals)))


class Training:
    """The learner, all states with what came of them, and the networks that were accepted."""

    def __init__(self, players: int, games: int, seed: int) -> None:
        self.players, self.games, self.seed = players, games, seed
        self.learner = Learner(players, np.random.default_rng([seed, players, 0]))
        self.accepted: list[Array] = []
        self.played = 0
        self.round = 0
        self.gates: list[Gate] = []
        self.loss = 0.0
        self.states: Array = np.zeros((0, SIZE), np.int16)
        self.worth: Array = np.zeros((0, 5, 2), np.float32)

    @property
    def done(self) -> bool:
        """Whether all games are played."""
        return self.played >= self.games

    def step(self, jobs: int, say: Callable[[str], None]) -> None:
        """One round: games, learning, and the gate."""
        count = min(FIRST_GAMES if not self.round else ROUND_GAMES, self.games - self.played)
        rng = np.random.default_rng([self.seed, self.players, 1, self.round])
        say(f"round {self.round + 1}: {count} games")
        before = len(self.states)
        self._add(self._play(count, rng, jobs))
        self.played += count
        say(f"round {self.round + 1}: learning")
        steps = int(PASSES * (len(self.states) - before) / BATCH)
        self.loss = self.learner.learn(
            self.states, self.worth, steps, self._rate(), self.seed + self.round
        )
        say(f"round {self.round + 1}: the gate")
        gate = self._gate(rng, jobs)
        self.gates.append(gate)
        if gate.accepted:
            self.accepted = [*self.accepted, self.learner.mean.copy()][-1 - MOST_NETS :]
        self.round += 1

    def _rate(self) -> float:
        """The rate falls from the first round's to the last one's by equal factors."""
        if not self.round:
            return FIRST_RATE
        share = self.played / self.games
        return float(RATE * (LAST_RATE / RATE) ** (share**2))

    def _play(self, count: int, rng: np.random.Generator, jobs: int) -> Blocks:
        players = self.players
        nets = stack(self.accepted or [self.learner.theta], players)
        kinds = np.full((count, players), HEURISTIC, np.int64)
        if self.accepted:
            newest = len(self.accepted) - 1
            drawn = rng.random((count, players))
            kinds[drawn < POOL[0]] = newest
            earlier = drawn >= sum(POOL)
            kinds[earlier] = rng.integers(0, newest + 1, int(earlier.sum()))
        explore = EXPLORE if self.accepted else FIRST_EXPLORE
        judge = len(self.accepted) - 1
        return play_blocks(players, kinds, nets, words(rng, count), explore, EVERY, jobs, judge)

    def _add(self, blocks: Blocks) -> None:
        """Keep the states of these games with what they are to be worth."""
        self.states = np.concatenate([self.states, *(states for _, states, _ in blocks)])
        more = [worth.astype(np.float16).astype(np.float32) for _, _, worth in blocks]
        self.worth = np.concatenate([self.worth, *more])

    def _gate(self, rng: np.random.Generator, jobs: int) -> Gate:
        """The learner's mean against the heuristic or the last accepted, and earlier ones."""
        players, fair = self.players, 1.0 / self.players
        nets = stack([*self.accepted, self.learner.mean], players)
        own = len(self.accepted)
        share, _ = self._meet(nets, own, own - 1, GATE_DEALS, rng, jobs)
        least, passed = 1.0, share > fair
        for other in range(own - 1):
            found, error = self._meet(nets, own, other, EARLIER_DEALS, rng, jobs)
            least = min(least, found)
            passed = passed and found > fair - 2 * error
        return Gate(passed or not self.accepted, share, least)

    def _meet(
        self, nets: Parts, own: int, other: int, deals: int, rng: np.random.Generator, jobs: int
    ) -> tuple[float, float]:
        kinds, seeds = by_turns(self.players, deals, rng, own, other)
        blocks = play_blocks(self.players, kinds, nets, seeds, 0.0, 0, jobs)
        return shares(np.concatenate([scores for scores, _, _ in blocks]), self.players)

    # -- what is kept ----------------------------------------------------------------------

    def arrays(self) -> Arrays:
        """All that a later run needs to go on."""
        accepted = self.accepted or [self.learner.theta[:0]]
        return {
            "theta": self.learner.theta,
            "mean": self.learner.mean,
            "memory": self.learner.memory,
            "steps": np.array([self.learner.steps, self.played, self.round]),
            "accepted": np.stack(accepted),
            "gates": np.array([tuple(gate) for gate in self.gates], np.float64),
            "states": self.states,
            "worth": self.worth.astype(np.float16),
        }

    def restore(self, arrays: Arrays) -> None:
        """Go on from what `arrays` gave."""
        self.learner.theta, self.learner.mean = arrays["theta"], arrays["mean"]
        self.learner.memory = arrays["memory"]
        self.learner.steps, self.played, self.round = (int(n) for n in arrays["steps"])
        self.accepted = [theta for theta in arrays["accepted"] if len(theta)]
        self.gates = [Gate(bool(a), float(s), float(e)) for a, s, e in arrays["gates"]]
        self.states, self.worth = arrays["states"], arrays["worth"].astype(np.float32)

    def shipped(self) -> Arrays:
        """The last accepted network as it is written."""
        names = ("first", "bias", "second", "last")
        parts = split(self.accepted[-1], self.players)
        found = dict(zip(names, parts, strict=True))
        return {**found, "players": np.array(self.players, np.int64)}
