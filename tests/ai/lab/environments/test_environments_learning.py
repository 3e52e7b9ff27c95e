"""A real learner comes in by the door: a table of values, written against `arcade.single` alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ai.lab import api as arcade
from games.intervals import wilson

pytestmark = pytest.mark.lab


class TableLearner:
    """Q-learning with a value for each `key` of an observation and an action that was met."""

    def __init__(self, key: Callable[[Any, int], tuple[int, ...]], rate: float, discount: float):
        self.rng = np.random.default_rng(1)
        self.values: dict[tuple[int, ...], float] = defaultdict(float)
        self.key, self.rate, self.discount = key, rate, discount

    def best(self, seen: dict[str, Any]) -> tuple[int, float]:
        """Return the legal action of the highest value, and the value."""
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        found = [self.values[self.key(seen["observation"], action)] for action in legal]
        top = int(np.argmax(found))
        return legal[top], found[top]

    def play(self, env: Any, episodes: int, seed: int, explore: float = 0.0) -> list[float]:
        """Play and return the gain of each episode; learn where it is to `explore`."""
        gains = []
        for episode in range(episodes):
            seen, _ = env.reset(seed=seed if episode == 0 else None)
            over, gain = False, 0.0
            while not over:
                action, _ = self.best(seen)
                if self.rng.random() < explore:
                    action = int(self.rng.choice(np.flatnonzero(seen["action_mask"])))
                key = self.key(seen["observation"], action)
                seen, reward, over, _, _ = env.step(action)
                gain += reward
                if explore:
                    later = 0.0 if over else self.discount * self.best(seen)[1]
                    self.values[key] += self.rate * (reward + later - self.values[key])
            gains.append(gain)
        return gains


def ur_key(observation: Any, action: int) -> tuple[int, ...]:
    """Return a move by its squares, a capture, the danger at both ends, and who is ahead."""
    own, other, roll = observation[5:20], observation[22:37], int(observation[38])
    ahead = own @ np.arange(15) + 15 * observation[20]
    behind = other @ np.arange(15) + 15 * observation[37]
    lead = int(np.clip((ahead - behind) // 5, -3, 3))
    if action == 0:
        return (lead,)
    start, end = action - 1, action - 1 + roll
    chased = [int(4 < square < 13 and square != 8 and other[max(1, square - 4) : square].any())
              for square in (start, end)]  # fmt: skip
    return lead, start, end, int(4 < end < 13 and other[end]), *chased


def test_a_table_learns_ur_from_greedy_until_it_beats_random() -> None:
    env = arcade.single("ur", opponent="greedy", rules="finkel", pieces=2)
    learner = TableLearner(ur_key, rate=0.05, discount=1.0)
    learner.play(env, episodes=3000, seed=1, explore=0.1)
    against = arcade.single("ur", opponent="random", rules="finkel", pieces=2)
    won = sum(gain > 0 for gain in learner.play(against, 2000, seed=2))
    assert won / 2000 > 0.55
    assert wilson(won, 2000)[0] > 0.5


def karate_key(observation: Any, action: int) -> tuple[int, ...]:
    """Return the moves of both in the last two rounds, and the action."""
    return (*observation[-8:].reshape(2, 4)[:, :2].astype(int).ravel().tolist(), action)


def test_a_table_learns_to_gain_from_the_first_student_of_karate() -> None:
    env = arcade.single("karate", opponent="seed-argmax", rounds=50)
    learner = TableLearner(karate_key, rate=0.1, discount=0.5)
    learner.play(env, episodes=1000, seed=1, explore=0.1)
    gains = np.array(learner.play(env, 300, seed=2))
    assert gains.mean() - 1.96 * gains.std(ddof=1) / np.sqrt(len(gains)) > 0
