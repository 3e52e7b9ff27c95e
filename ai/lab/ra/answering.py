"""The best answer to a frozen `net+` that training finds: a network that learns against it alone.

It begins as the network in use. Every round it sits in one seat, by turns, among copies of the
frozen one, which look ahead at one table in `DEEP_TABLES` and play without looking elsewhere (that
is ten times as quick, and nearly the same play). What it has become is accepted where it wins more
against those that look ahead than the last that was accepted did. At the end the best is measured
on deals of their own, as it plays and with the look-ahead.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.lab.ra.learning import BATCH, Array, Learner, stack
from ai.lab.ra.net_fit import EVERY, LAST_RATE, PASSES, by_turns, play_blocks, shares
from ai.lab.ra.seats import nets_of, programs_of
from ai.lab.ra.tables import DEEP, PLAYED
from ai.lab.rooms import Plain, Progress
from ai.ra.plain import SIZE
from games.intervals import Z

ROUND: Final = 1000
DEEP_TABLES: Final = 4
EXPLORE: Final = 0.03
RATE: Final = 3e-4
GATE_DEALS: Final = 60
MEASURED_DEALS: Final = 500


class Answer:
    """A learner against a frozen network, number 0; the best so far is number 1."""

    def __init__(self, players: int, games: int, seed: int, jobs: int) -> None:
        self.players, self.games, self.seed, self.jobs = players, games, seed, jobs
        self.frozen = np.concatenate([part.ravel() for part in nets_of(players)])
        self.learner = Learner(players, np.random.default_rng([seed, players, 51]), self.frozen)
        self.best = self.frozen
        self.share = 0.0
        self.programs = programs_of(players)
        self.states = np.zeros((0, SIZE), np.int16)
        self.worth = np.zeros((0, 5, 2), np.float32)
        self.played = 0

    def step(self) -> None:
        """One round: games, learning, and whether it is better."""
        number = self.played // ROUND
        rng = np.random.default_rng([self.seed, self.players, 52, number])
        count = min(ROUND, self.games - self.played)
        kinds, seeds = by_turns(self.players, -(-count // self.players), rng, 1, PLAYED)
        deep = kinds[::DEEP_TABLES]
        deep[deep == PLAYED] = DEEP
        nets = stack([self.frozen, self.best], self.players)
        blocks = play_blocks(
            self.players, kinds, nets, self.programs, seeds, EXPLORE, EVERY, self.jobs, 1
        )
        before = len(self.states)
        self.states = np.concatenate([self.states, *(states for _, states, _ in blocks)])
        self.worth = np.concatenate([self.worth, *(worth for _, _, worth in blocks)])
        self.played += count
        steps = int(PASSES * (len(self.states) - before) / BATCH)
        rate = RATE * (LAST_RATE / RATE) ** (self.played / self.games)
        self.learner.learn(self.states, self.worth, steps, rate, self.seed + number)
        found, _ = self.against(self.learner.mean, GATE_DEALS, PLAYED + 1, 53)
        if found > self.share:
            self.best, self.share = self.learner.mean.copy(), found

    def against(self, theta: Array, deals: int, kind: int, number: int) -> tuple[float, float]:
        """What a network of this kind of player wins among frozen ones that look ahead."""
        rng = np.random.default_rng([self.seed, self.players, number])
        kinds, seeds = by_turns(self.players, deals, rng, kind, DEEP)
        nets = stack([self.frozen, theta], self.players)
        blocks = play_blocks(self.players, kinds, nets, self.programs, seeds, 0.0, 0, self.jobs)
        return shares(np.concatenate([scores for scores, _, _ in blocks]), self.players)


def answer(players: int, games: int, seed: int, jobs: int, progress: Progress) -> Plain:
    """Train an answer on so many games, and measure it as `net` and as `net+`."""
    found = Answer(players, games, seed, jobs)
    while found.played < games:
        progress(found.played / games, f"{found.played:,} games, best {found.share:.1%}")
        found.step()
    rows = {}
    for name, kind in (("net", PLAYED + 1), ("net+", DEEP + 1)):
        share, error = found.against(found.best, MEASURED_DEALS, kind, 54)
        half = Z * error
        rows[name] = {"win_share": share, "ci95": [share - half, share + half]}
    return {"training_games": games, "games": MEASURED_DEALS * players, "answer": rows}
