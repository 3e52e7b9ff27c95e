"""The mean expected gain a round of `sensei` and the originals against sparring partners.

The partners are the roster of `ai.lab.karate.partners`.

In every round both sides' strategies are read first (a sparring partner that may see the other's is
shown it), both moves are drawn, and the *expected gain* is the gain of the agent's mixed strategy
against the move that its partner drew, above the value of the game. A match has 1,000 rounds; the
interval of a mean is 1.96 standard errors over matches. Every match depends on the seed, the two
names and its number alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from ai.karate.fighter import KarateAgent
from ai.karate.originals import SeedArgmax
from ai.lab.karate.partners import ROSTER, Entry, Exploiter, Mirror, other_side, sensei
from ai.zerosum.equilibrium import Payoff, equilibrium
from games.arrays import FloatArray
from games.intervals import Z
from games.karate.rules import gain_matrix
from games.streams import Stream

ROUNDS: Final = 1000

AGENTS: Final[dict[str, Callable[[], KarateAgent]]] = {
    "seed-argmax": SeedArgmax,
    "sensei": sensei,
    "sensei:seed": lambda: sensei("seed"),
    "sensei:no-theory": lambda: sensei("no-theory"),
}


class Gains(NamedTuple):
    """Expected gains above the value of each round (rounds,), and the floor before it."""

    gains: FloatArray
    floors: FloatArray


class Standing(NamedTuple):
    """An agent against a partner: mean gain a round, half its interval, lowest sum of a match."""

    agent: str
    partner: str
    mean: float
    interval: float
    lowest: float


def play(
    payoff: Payoff, agent: KarateAgent, partner: KarateAgent, rng: Stream, rounds: int = ROUNDS
) -> Gains:
    """Play a match of `rounds` with a `partner`; `payoff` is the agent's gain, its move by row."""
    value = equilibrium(payoff).value
    matrix = np.array(payoff)
    agent.start(payoff, rng)
    partner.start(other_side(payoff), rng)
    gains, floors = np.zeros(rounds), np.zeros(rounds)
    for turn in range(rounds):
        strategy = agent.strategy()
        floors[turn] = -np.inf if agent.floor is None else agent.floor
        if isinstance(partner, Exploiter):
            partner.see(strategy)
        own, other = rng.sample_from(strategy), rng.sample_from(partner.strategy())
        gains[turn] = np.asarray(strategy) @ matrix[:, other] - value
        agent.learn(own, other)
        partner.learn(other, own)
    return Gains(gains, floors)


def rows(
    agents: Sequence[str],
    partners: Sequence[Entry] = ROSTER,
    matches: int = 4,
    seed: int = 1,
    table: str = "classic",
    rounds: int = ROUNDS,
) -> Iterator[Standing]:
    """Play `matches` of `rounds` by a `table` of every agent against every partner, by a `seed`."""
    payoff = gain_matrix(table)
    for partner in partners:
        for agent in agents:
            means, lowest = [], 0.0
            for number in range(matches):
                rng = Stream.named(seed, f"roster {partner.id} {number}")
                other = partner.make()
                if isinstance(other, Mirror):
                    other.copies(AGENTS[agent])
                played = play(payoff, AGENTS[agent](), other, rng, rounds)
                means.append(float(played.gains.mean()))
                lowest = min(lowest, float(played.gains.cumsum().min()))
            error = np.std(means, ddof=1) / np.sqrt(matches) if matches > 1 else 0.0
            yield Standing(agent, partner.id, float(np.mean(means)), float(Z * error), lowest)
