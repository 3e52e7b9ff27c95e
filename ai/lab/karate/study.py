"""`main.py arena karate --option study=strangers`: agents against strangers in rock-paper-scissors.

Each of `--agents` (`sensei` where none is named) plays `--games` matches of `rounds` against each
kind of `ai.lab.karate.strangers`, with entries of 1. What counts is the
expected gain: the worth of the agent's mixed strategy against the move that the stranger drew,
summed over a match, per 1,000 rounds; the interval is 1.96 standard errors over matches. `score` is
wins less losses by the moves that were drawn, `lowest` the lowest sum of expected gains that any
match came to. A third of the kinds are held out: no constant of an agent was chosen by them. All
follows from the seed, for any number of jobs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ai.karate.fighter import KarateAgent
from ai.lab.errors import BadArguments
from ai.lab.karate.readings import LONGEST
from ai.lab.karate.strangers import HELD_OUT, STRANGERS, Kind
from ai.lab.options import all_options
from ai.lab.rooms import ArenaQuestion, Plain
from ai.lab.study import Groups, Study, Values, mean_interval
from games import catalog
from games.karate import RPS
from games.karate.rules import gain_matrix
from games.spec import Option
from games.streams import Stream

NAME: Final = "strangers"
USUAL: Final = "sensei"
PER: Final = 1000
"""Gains are told for so many rounds."""
OPTIONS: Final = (
    Option(*("study", "Study", "choice", NAME), choices=(NAME,)),
    Option(*("rounds", "Rounds of a match", "int", PER), low=10, high=LONGEST),
)
KINDS: Final = {kind.id: kind for kind in STRANGERS}
GAINS: Final = gain_matrix(RPS)


class StrangerMatch(NamedTuple):
    """A match of an agent against a kind: the number of the match, and the arena's seed."""

    agent: str
    kind: str
    seed: int
    number: int
    rounds: int


class Met(NamedTuple):
    """A match that was played: expected gain and score per 1,000 rounds, and the lowest sum."""

    gain: float
    score: float
    lowest: float


def meet(part: StrangerMatch) -> list[Met]:
    """Play a match."""
    agent = catalog.resolve("karate", part.agent).make()
    assert isinstance(agent, KarateAgent)
    return [played(agent, KINDS[part.kind], part.seed, part.number, part.rounds)]


def played(agent: KarateAgent, kind: Kind, seed: int, number: int, rounds: int) -> Met:
    """Return the result of match `number` of an `agent` against a `kind`, by the `seed`."""
    stranger = kind.make(Stream.named(seed, f"stranger {kind.id} {number}"))
    agent.start(GAINS, Stream.named(seed, f"guest {kind.id} {number}"))
    gains, score = np.zeros(rounds), 0.0
    for turn in range(rounds):
        strategy = agent.strategy()
        own, other = agent.choose(), stranger.move()
        gains[turn] = sum(p * row[other] for p, row in zip(strategy, GAINS, strict=True))
        score += GAINS[own][other]
        agent.learn(own, other)
        stranger.see(other, own)
    per = PER / rounds
    return Met(per * float(gains.sum()), per * score, float(gains.cumsum().min()))


def _parts(asked: ArenaQuestion, values: Values) -> Groups[StrangerMatch]:
    return [
        (
            f"{name} {kind}",
            [
                StrangerMatch(name, kind, asked.seed, number, values["rounds"])
                for number in range(asked.games)
            ],
        )
        for name in asked.agents
        for kind in KINDS
    ]


def _row(name: str, results: list[Met], asked: ArenaQuestion) -> Plain:
    agent, _, kind = name.rpartition(" ")
    gain, ci95 = mean_interval(np.array([met.gain for met in results]))
    return {
        "agent": agent,
        "stranger": kind,
        "held_out": KINDS[kind] in HELD_OUT,
        "games": len(results),
        "gain": gain,
        "ci95": ci95,
        "score": sum(met.score for met in results) / len(results),
        "lowest": min(met.lowest for met in results),
    }


def _line(row: Plain) -> str:
    """Return a row for a person."""
    kind = f"{row['stranger']}{' (held out)' if row['held_out'] else ''}"
    low, high = row["ci95"]
    return (
        f"  {row['agent']} v {kind:22} {row['gain']:+7.1f} ({low:+.1f} to {high:+.1f}), score "
        f"{row['score']:+.1f}, lowest sum {row['lowest']:.1f}; {row['games']} matches"
    )


STUDY: Final = Study(_parts, meet, _row, (_line,))


def arena(asked: ArenaQuestion) -> Plain:
    """Return the JSON output: a row for each agent and kind, and each agent's means."""
    values = all_options(OPTIONS, asked.given)
    asked = asked._replace(agents=list(asked.agents) or [USUAL])
    for name in asked.agents:
        if not isinstance(catalog.resolve("karate", name).make(), KarateAgent):
            raise BadArguments(f"{name} has no strategy to look into; name agents of karate.")
    rows = STUDY.rows(asked, values)
    means = {name: _means([row for row in rows if row["agent"] == name]) for name in asked.agents}
    head = {"game": "karate", "seed": asked.seed, "study": NAME, "rounds": values["rounds"]}
    return {**head, "means": means, "rows": rows}


def _means(rows: Sequence[Plain]) -> Plain:
    """Return the means over kinds, of all and of those held out, and the worst kind's."""
    held = [row["gain"] for row in rows if row["held_out"]]
    gains = [row["gain"] for row in rows]
    return {
        "all": sum(gains) / len(gains),
        "held_out": sum(held) / len(held),
        "worst": min(gains),
        "lowest": min(row["lowest"] for row in rows),
    }


def report(found: Mapping[str, Any]) -> str:
    """Return the rows for a person."""
    head = f"karate, seed {found['seed']}: expected gain per {PER:,} rounds, 95% over matches"
    last = [
        f"  {name}: mean {means['all']:+.1f}, held out {means['held_out']:+.1f}, "
        f"worst kind {means['worst']:+.1f}, lowest sum {means['lowest']:.1f}"
        for name, means in found["means"].items()
    ]
    return "\n".join([head, *STUDY.lines(found["rows"]), *last])
