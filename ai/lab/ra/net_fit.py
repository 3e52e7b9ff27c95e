"""The training of `net`: rounds of games, all of them kept, and a gate that only the better pass.

The first round's games are the heuristic's, with choices by lot among them. In every later round
some tables are the last accepted network's and earlier ones' alone; at the others it sits among
programs of 2006 (`ai.lab.ra.seed_fit.rivals`), heuristics and earlier networks. After a round the
learner goes on over all states that were kept, and what it has become plays against two or more
copies of the last accepted network, against every earlier one, and at tables of programs and
heuristics: it is accepted where it wins more than its fair share from the last, is below it by two
standard errors against no earlier one, and wins no less than the last by two standard errors at
those tables.

Games are played in blocks of a fixed size, each with its own random numbers, in as many threads as
there are jobs: what comes of it depends on the seed alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import numpy as np

from ai.lab.ra.learning import BATCH, Array, NetLearner, Parts, split, stack
from ai.lab.ra.seed_fit import rivals
from ai.lab.ra.tables import HEURISTIC, PROGRAM, Programs, play_games, words
from ai.lab.rooms import Progress, unseen
from ai.ra.plain import SIZE
from games.arrays import Arrays

BLOCK_GAMES: Final = 100
"""Games that one thread plays at a time."""
ROUND_GAMES: Final = 2500
FIRST_GAMES: Final = 5000
EXPLORE: Final = 0.015
FIRST_EXPLORE: Final = 0.06
EVERY: Final = 6
"""One state in so many is kept: those of a game are much alike."""
AMONG_OWN: Final = 0.35
"""The share of tables at which networks are among themselves."""
OWN_POOL: Final = (0.85, 0.0, 0.0)
MIXED_POOL: Final = (0.45, 0.35, 0.12)
"""Shares of seats of the last accepted network, of programs of 2006, and of the heuristic; the rest
is networks accepted earlier."""
PASSES: Final = 10.0
"""How often a round's number of new states is learned from."""
FIRST_RATE: Final = 1e-3
RATE: Final = 6e-4
LAST_RATE: Final = 5e-5
GATE_DEALS: Final = 150
RIVAL_SHARE: Final = 0.75
"""Of the seats of strangers at the gate so many are programs, the rest heuristics."""
EARLIER_DEALS: Final = 40
MOST_NETS: Final = 4
"""Accepted networks that are kept beside the newest: the last ones."""


Blocks = list[tuple[Array, Array, Array]]
"""Scores, states and what they are to be worth, of games in blocks."""


class Gate(NamedTuple):
    """The result of a candidate: its share against the last, the least against an earlier one, and
    its share at tables of programs and heuristics.
    """

    accepted: bool
    share: float
    least: float
    rivals: float


def play_blocks(
    players: int,
    kinds: Array,
    nets: Parts,
    programs: Programs,
    seeds: Array,
    explore: float,
    every: int,
    jobs: int,
    judge: int = -1,
) -> Blocks:
    """Return all games in blocks, in order."""
    starts = range(0, len(kinds), BLOCK_GAMES)

    def block(start: int) -> tuple[Array, Array, Array]:
        end = start + BLOCK_GAMES
        room = BLOCK_GAMES * 120 if every else 0
        rows, dealt = kinds[start:end], seeds[start:end]
        found: tuple[Array, Array, Array] = play_games(
            players, rows, nets, programs, judge, dealt, explore, every, room
        )
        return found

    if jobs == 1:
        return [block(start) for start in starts]
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(block, starts))


def by_turns(
    players: int, deals: int, rng: np.random.Generator, own: int, other: int
) -> tuple[Array, Array]:
    """Return every deal once for each seat of `own` among `other`: the players and the seeds."""
    kinds = np.full((deals * players, players), other, np.int64)
    kinds[np.arange(deals * players), np.arange(deals * players) % players] = own
    return kinds, np.repeat(words(rng, deals), players, axis=0)


def shares(scores: Array, players: int) -> tuple[float, float]:
    """Return the share of wins of the agent seated by turns, and its standard error over deals."""
    deals = won_by_deal(scores, players)
    return float(deals.mean()), float(deals.std(ddof=1) / math.sqrt(len(deals)))


def won_by_deal(scores: Array, players: int) -> Array:
    """Return the share of each deal that the agent seated by turns has won."""
    won = scores[:, :players].argmax(axis=1) == np.arange(len(scores)) % players
    return np.asarray(won.reshape(-1, players).mean(axis=1))


class RaTraining:
    """The learner, all states with what came of them, and the networks that were accepted.

    Games are played in `jobs` threads; `progress` is called within a round as well.
    """

    def __init__(
        self, players: int, games: int, seed: int, jobs: int = 1, progress: Progress = unseen
    ) -> None:
        self.players, self.games, self.seed = players, games, seed
        self.jobs, self.progress = jobs, progress
        self.learner = NetLearner(players, np.random.default_rng([seed, players, 0]))
        self.rivals: Programs = rivals(players, seed)
        self.accepted: list[Array] = []
        self.played = 0
        self.round = 0
        self.gates: list[Gate] = []
        self.loss = 0.0
        self.states: Array = np.zeros((0, SIZE), np.int16)
        self.worth: Array = np.zeros((0, 5, 2), np.float32)

    @property
    def done(self) -> bool:
        """True if all games are played."""
        return self.played >= self.games

    def told(self) -> tuple[float, str]:
        """Return the share of the games, their number, the loss and the gate's last result."""
        words = f"{self.played:,} of {self.games:,} games"
        if self.gates:
            gate = self.gates[-1]
            word = "passed" if gate.accepted else "stopped"
            words += f", loss {self.loss:.3f}, gate {word} at {gate.share:.1%}"
        return self.played / self.games, words

    def step(self) -> None:
        """Take one round: games, learning, and the gate."""
        share, words = self.told()

        def say(text: str) -> None:
            self.progress(share, f"{words}, round {self.round + 1}: {text}")

        count = min(FIRST_GAMES if not self.round else ROUND_GAMES, self.games - self.played)
        rng = np.random.default_rng([self.seed, self.players, 1, self.round])
        say(f"{count} games")
        before = len(self.states)
        self._add(self._play(count, rng))
        self.played += count
        say("learning")
        steps = int(PASSES * (len(self.states) - before) / BATCH)
        self.loss = self.learner.learn(
            self.states, self.worth, steps, self._rate(), self.seed + self.round
        )
        say("the gate")
        gate = self._gate(rng)
        self.gates.append(gate)
        if gate.accepted:
            self.accepted = [*self.accepted, self.learner.mean.copy()][-1 - MOST_NETS :]
        self.round += 1

    def _rate(self) -> float:
        """Return the rate falls from the first round's to the last one's by equal factors."""
        if not self.round:
            return FIRST_RATE
        share = self.played / self.games
        return float(RATE * (LAST_RATE / RATE) ** (share**2))

    def _play(self, count: int, rng: np.random.Generator) -> Blocks:
        players, newest = self.players, len(self.accepted) - 1
        nets = stack(self.accepted or [self.learner.theta], players)
        kinds = np.full((count, players), HEURISTIC, np.int64)
        if self.accepted:
            mixed = rng.random(count) >= AMONG_OWN
            kinds[~mixed] = self._seats(OWN_POOL, int((~mixed).sum()), rng)
            kinds[mixed] = self._seats(MIXED_POOL, int(mixed.sum()), rng)
        explore = EXPLORE if self.accepted else FIRST_EXPLORE
        seeds = words(rng, count)
        return play_blocks(
            players, kinds, nets, self.rivals, seeds, explore, EVERY, self.jobs, newest
        )

    def _seats(self, pool: Sequence[float], tables: int, rng: np.random.Generator) -> Array:
        """Return who sits at the tables, drawn by the shares of a pool."""
        shape = tables, self.players
        newest, own, program, scribe = len(self.accepted) - 1, *np.cumsum(pool)
        drawn = rng.random(shape)
        kinds = rng.integers(0, newest + 1, shape)
        kinds[drawn < scribe] = HEURISTIC
        some = drawn < program
        kinds[some] = PROGRAM - rng.integers(0, len(self.rivals[2]), int(some.sum()))
        kinds[drawn < own] = newest
        return kinds

    def _add(self, blocks: Blocks) -> None:
        """Keep the states of these games with what they are to be worth."""
        self.states = np.concatenate([self.states, *(states for _, states, _ in blocks)])
        more = [worth.astype(np.float16).astype(np.float32) for _, _, worth in blocks]
        self.worth = np.concatenate([self.worth, *more])

    def _gate(self, rng: np.random.Generator) -> Gate:
        """Return the learner's mean against the heuristic or the last accepted, and earlier
        ones.
        """
        players, fair = self.players, 1.0 / self.players
        nets = stack([*self.accepted, self.learner.mean], players)
        own = len(self.accepted)
        share, _ = self._meet(nets, own, own - 1, GATE_DEALS, rng)
        least, passed = 1.0, share > fair
        for other in range(own - 1):
            found, error = self._meet(nets, own, other, EARLIER_DEALS, rng)
            least = min(least, found)
            passed = passed and found > fair - 2 * error
        seed = int(rng.integers(0, 2**31))
        new = self._among_rivals(nets, own, seed)
        old = self._among_rivals(nets, max(0, own - 1), seed)
        spread = float((new - old).std(ddof=1) / math.sqrt(len(new)))
        passed = passed and float((new - old).mean()) > -2 * spread
        return Gate(passed or not self.accepted, share, least, float(new.mean()))

    def _among_rivals(self, nets: Parts, own: int, seed: int) -> Array:
        """Return the share of each deal that a network wins among programs and heuristics."""
        rng = np.random.default_rng(seed)
        kinds, seeds = by_turns(self.players, GATE_DEALS, rng, own, HEURISTIC)
        programs = (kinds == HEURISTIC) & (rng.random(kinds.shape) < RIVAL_SHARE)
        kinds[programs] = PROGRAM - rng.integers(0, len(self.rivals[2]), int(programs.sum()))
        blocks = play_blocks(self.players, kinds, nets, self.rivals, seeds, 0.0, 0, self.jobs)
        return won_by_deal(np.concatenate([scores for scores, _, _ in blocks]), self.players)

    def _meet(
        self, nets: Parts, own: int, other: int, deals: int, rng: np.random.Generator
    ) -> tuple[float, float]:
        kinds, seeds = by_turns(self.players, deals, rng, own, other)
        blocks = play_blocks(self.players, kinds, nets, self.rivals, seeds, 0.0, 0, self.jobs)
        return shares(np.concatenate([scores for scores, _, _ in blocks]), self.players)

    # -- what is kept ----------------------------------------------------------------------

    def arrays(self) -> Arrays:
        """Return all that a later run needs to go on."""
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
        self.gates = [Gate(bool(a), float(s), float(e), float(r)) for a, s, e, r in arrays["gates"]]
        self.states, self.worth = arrays["states"], arrays["worth"].astype(np.float32)

    def shipped(self) -> Arrays:
        """Return the last accepted network as it is written."""
        names = ("first", "bias", "second", "last")
        parts = split(self.accepted[-1], self.players)
        found = dict(zip(names, parts, strict=True))
        return {**found, "players": np.array(self.players, np.int64)}
