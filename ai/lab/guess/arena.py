"""`main.py arena guess`: who foresees the same simulated crowds best.

The agents watch every session from beside the table: before each round they say what they take the
target for, and what they would guess. Measured are the mean distance of that forecast to the target
(with a 95% interval over sessions), the mean distance of the guess, and how often the guess was the
nearest of all, a tie counting as a share. Sums go over the crowds; the best fixed rule is the one
with the least sum.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

import numpy as np

from ai.guess.forecast import GuessFrame
from ai.guess.reader import CrowdReader
from ai.guess.rules_of_thumb import RULES, PastRound, RuleInput
from ai.lab.errors import BadArguments
from ai.lab.options import all_options
from ai.lab.rooms import ArenaQuestion, Plain
from ai.lab.study import Groups, NamesOption, Study, Values, pieces
from games import catalog
from games.guess import CROWDS, HIGH, LOW, MULTIPLIERS
from games.guess.rules.crowds import MIDDLE, LastRound, gather, guesses, learn
from games.guess.rules.game import parse_multiplier
from games.spec import Option
from games.streams import Stream

LEARNING: Final = ("levels", "followers", "learners")
"""The crowds that play more than one round."""
AT_ONCE: Final = 5
"""Sessions of one part of the work."""


OPTIONS: Final = (
    NamesOption(*("crowds", "Crowds", "text", LEARNING), choices=tuple(CROWDS), noun="crowd"),
    Option("size", "People in a crowd", "int", 24, low=1, high=200),
    Option("rounds", "Rounds", "int", 20, low=1, high=200),
    Option("multiplier", "The target", "choice", "2/3", MULTIPLIERS),
)


class Sessions(NamedTuple):
    """Some sessions of one crowd, and who watches them."""

    crowd: str
    agents: tuple[str, ...]
    numbers: range
    seed: int
    size: int
    rounds: int
    multiplier: str


def session(kind: str, size: int, rounds: int, factor: float, rng: Stream) -> Iterator[list[int]]:
    """Yield the guesses of each round of a session of a crowd by itself."""
    crowd, told = gather(kind, size, rng), None
    for _ in range(rounds):
        made = guesses(kind, crowd, told, factor, rng)
        anchor = MIDDLE if told is None else told.mean
        mean = sum(made) / len(made)
        told = LastRound(mean, mean * factor)
        crowd = learn(kind, crowd, made, told, anchor, factor, rng)
        yield list(made)


class _Watcher:
    """One agent beside the table: what it takes the target for, and what it would guess."""

    def __init__(self, name: str, table: RuleInput) -> None:
        self.name, self.table = name, table
        self.reader = (
            CrowdReader(GuessFrame(float(table.factor), LOW, HIGH)) if name == "mind" else None
        )

    def expects(self) -> Fraction:
        if self.reader is None:
            return RULES[self.name](self.table)
        return Fraction(self.reader.forecast().target)

    def learn(self, made: Sequence[int]) -> None:
        if self.reader is not None:
            self.reader.learn(made)
        done = PastRound(sum(made), len(made))
        self.table = self.table._replace(rounds=(*self.table.rounds, done))


def measured(work: Sessions) -> list[list[list[float]]]:
    """Return for each session of `work` and each agent: forecast and guess distance, share of
    nearest.
    """
    return [_watched(work, number) for number in work.numbers]


def _watched(work: Sessions, number: int) -> list[list[float]]:
    multiplier = parse_multiplier(work.multiplier)
    table = RuleInput(multiplier, LOW, HIGH)
    watchers = [_Watcher(name, table) for name in work.agents]
    rng = Stream.named(work.seed, f"{work.crowd} {number}")
    sums = np.zeros((len(watchers), 3))
    for made in session(work.crowd, work.size, work.rounds, float(table.factor), rng):
        target = Fraction(sum(made), len(made)) * table.factor
        forecasts = [watcher.expects() for watcher in watchers]
        off = [abs(table.whole(forecast) - target) for forecast in forecasts]
        nearest = [distance == min(off) for distance in off]
        sums[:, 0] += [float(abs(forecast - target)) for forecast in forecasts]
        sums[:, 1] += [float(distance) for distance in off]
        sums[:, 2] += np.array(nearest) / sum(nearest)
        for watcher in watchers:
            watcher.learn(made)
    means: list[list[float]] = (sums / work.rounds).tolist()
    return means


def _parts(asked: ArenaQuestion, values: Values) -> Groups[Sessions]:
    own = {name: value for name, value in values.items() if name != "crowds"}
    names, split = tuple(dict.fromkeys(asked.agents)), pieces(asked.games, AT_ONCE)
    return [
        (crowd, [Sessions(crowd, names, numbers, asked.seed, **own) for numbers in split])
        for crowd in values["crowds"]
    ]


def _rows(crowd: str, sessions: list[list[list[float]]], asked: ArenaQuestion) -> list[Plain]:
    """Return a row for each agent; the `sessions` have an array of shape (agents, 3) each."""
    found = np.array(sessions)
    means, count = found.mean(axis=0), len(found)
    errors = found[:, :, 0].std(axis=0, ddof=1) / math.sqrt(count) if count > 1 else means[:, 0]
    names = dict.fromkeys(asked.agents)
    return [
        {
            "crowd": crowd,
            "agent": name,
            "forecast_distance": forecast,
            "ci95": [max(0.0, forecast - 1.96 * float(error)), forecast + 1.96 * float(error)],
            "guess_distance": guess,
            "nearest": nearest,
        }
        for name, (forecast, guess, nearest), error in zip(
            names, means.tolist(), errors, strict=True
        )
    ]


STUDY: Final = Study(
    _parts,
    measured,
    _rows,
    (
        "  {crowd:10} {agent:8} {forecast_distance:6.3f} ({ci95[0]:.3f} to {ci95[1]:.3f})          "
        "{guess_distance:6.3f}      {nearest:7.1%}",
    ),
)


def arena(asked: ArenaQuestion) -> Plain:
    """Return the JSON output: a row for each crowd and agent, and sums over the crowds.

    Raises `BadArguments`, `BadOption` and `UnknownAgent`.
    """
    if not asked.agents:
        raise BadArguments("An arena of guess needs agents, as in --agents trend,mind.")
    asked = asked._replace(agents=[catalog.agent("guess", name).id for name in asked.agents])
    values = all_options(OPTIONS, asked.given)
    rows = STUDY.rows(asked, values)
    head = {"game": "guess", "seed": asked.seed, "games": asked.games}
    told = {name: value for name, value in values.items() if name != "crowds"}
    return {**head, **told, "rows": rows} | _sums(rows)


def _sums(rows: Sequence[Plain]) -> Plain:
    """Return the sums over crowds, least first, and how far `mind` is below the best fixed rule."""
    sums: dict[str, float] = {}
    for row in rows:
        sums[row["agent"]] = sums.get(row["agent"], 0.0) + row["forecast_distance"]
    found: Plain = {
        "sums": [
            {"agent": name, "forecast_distance": total}
            for name, total in sorted(sums.items(), key=lambda entry: entry[1])
        ]
    }
    fixed = [total for name, total in sums.items() if name in RULES]
    if "mind" in sums and fixed and min(fixed) > 0:
        found["mind_below_best_rule"] = 1 - sums["mind"] / min(fixed)
    return found


def report(found: Mapping[str, Any]) -> str:
    """Return the rows as lines, the nearest first within a crowd."""
    lines = [
        f"guess, seed {found['seed']}: {found['games']} simulated sessions of {found['size']} "
        f"people and {found['rounds']} rounds each",
        f"  {'crowd':10} {'agent':8} forecast off by (95% interval)   guess off by   nearest",
    ]
    rows = sorted(found["rows"], key=lambda row: row["forecast_distance"])
    crowds = list(dict.fromkeys(row["crowd"] for row in found["rows"]))
    lines += STUDY.lines(sorted(rows, key=lambda row: crowds.index(row["crowd"])))
    told = [f"{row['agent']} {row['forecast_distance']:.3f}" for row in found["sums"]]
    lines.append(f"summed over the crowds: {', '.join(told)}")
    if "mind_below_best_rule" in found:
        lines.append(f"mind is {found['mind_below_best_rule']:.1%} below the best fixed rule")
    return "\n".join(lines)
