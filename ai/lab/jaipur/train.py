"""`main.py train jaipur`: the weights of `greedy` by cross-entropy search, `sensei`'s network.

`greedy` learns in self-play. A generation draws candidates around the present weights, plays each
of them against the original and against a champion (the weights as they were some generations ago),
and moves to the mean of the best. All candidates of a generation meet the same deals in both seats.
Rounds are played in step (`ai.jaipur.worlds`), which needs numpy alone. All follows from the seed:
candidates and deals are drawn by generation, so that a training that was stopped goes on as if it
had not been; the number of jobs does not matter.

`sensei`'s network is fitted to rounds between traders with the weights of `greedy` that are in use
(`ai.lab.jaipur.leaf_fit`).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from ai.jaipur.leaf import LAYERS
from ai.jaipur.playing import ORIGINAL, RoundResults, Traders, play_out
from ai.jaipur.values import FEATURES, WayTables, first_weights, stacked, tables_of
from ai.jaipur.worlds import Worlds, dealt
from ai.lab import fitting
from ai.lab.fitting import made_by, strength_lines
from ai.lab.jaipur.leaf_fit import AT_ONCE, LeafFit, Rounds, joined, positions
from ai.lab.jobs import Jobs
from ai.lab.options import with_defaults
from ai.lab.rooms import Plain, Progress, share_of
from games.arrays import Arrays, FloatArray
from games.spec import Option

AGENTS: Final = ("greedy", "sensei")
_SEARCH: Final = (
    Option("generations", "Generations", "int", 120, low=1, high=10_000),
    Option("candidates", "Candidates a generation", "int", 24, low=4, high=1000),
    Option("deals", "Deals for each candidate", "int", 80, low=2, high=10_000),
    Option("measured", "Rounds of each measurement", "int", 10_000, low=2, high=1_000_000),
)
_FIT: Final = (
    Option("rounds", "Rounds that it learns from", "int", 40_000, low=AT_ONCE, high=1_000_000),
    Option("passes", "Passes over their positions", "int", 10, low=1, high=1000),
)
OPTIONS: Final = (*_SEARCH, *_FIT)
_KEEP_SECONDS: Final = 5.0
"""A fit is kept so often; writing it takes some milliseconds."""
CHUNK: Final = 6
"""Candidates that are played at once; their tables then fit into the caches."""
ELITE: Final = 0.25
"""The share of candidates whose mean is the next generation's."""
BLOCK: Final = 5
"""Generations that a champion stays."""
SMOOTHING: Final = 0.7
"""How far mean and spread move towards those of the elite."""
FLOOR: Final = 0.15
"""The least spread, as a share of the first, that falls to a tenth of this at the end."""
MARGIN: Final = 12.0
"""Rupees; the score of a round is half its win, half the logistic of its margin over this."""
MEASURING_SEED: Final = 1_000_000

_WIDE: Final[Mapping[str, float]] = {
    "the larger herd": 1.0,
    "a full hand": 1.0,
    "kinds used up while ahead": 2.0,
    "cards drawn while ahead": 0.5,
    "goods in hand": 0.5,
    "goods in hand, squared": 0.5,
    "camels in the herd": 0.5,
    "camels in the herd, squared": 0.5,
    "camels left to the other": 0.5,
    "camels left to the other, squared": 0.5,
    "new cards for the other": 0.5,
    "goods beyond the last token": 0.4,
}
_NARROW: Final = 0.2
"""The first spread of a weight by its feature: wide where the feature moves by one or two."""


def first_spread() -> FloatArray:
    """Return the spread of the first candidates, shape (26, 2)."""
    column = np.array([_WIDE.get(name, _NARROW) for name in FEATURES])
    return np.stack([column, column], axis=1)


class CandidateTrial(NamedTuple):
    """Candidates of a generation to be played: flat weights, and the champion's."""

    candidates: tuple[tuple[float, ...], ...]
    champion: tuple[float, ...]
    seed: int
    generation: int
    deals: int


def scores(trial: CandidateTrial) -> list[float]:
    """Return the mean score of each candidate against the original and the champion."""
    count = len(trial.candidates)
    tables = stacked([tables_of(np.array(w)) for w in (*trial.candidates, trial.champion)])
    rng = np.random.default_rng([trial.seed, trial.generation, 1])
    deals = dealt(rng, trial.deals)
    total = np.zeros(count)
    for rival in (ORIGINAL, count):
        for seat in (0, 1):
            found = _meet(deals, tables, count, rival, seat)
            total += _score(found, seat).reshape(count, trial.deals).mean(axis=1)
    return [float(value) for value in total / 4]


def _meet(deals: Worlds, tables: WayTables, count: int, rival: int, seat: int) -> RoundResults:
    """Return all `count` candidates in one seat of each deal against a rival."""
    size = len(deals)
    worlds = deals.only(np.tile(np.arange(size), count))
    worlds.number = np.arange(size * count)
    ways = np.full((2, size * count), rival)
    ways[seat] = np.repeat(np.arange(count), size)
    return play_out(worlds, 0, Traders(tables, ways))


def _score(found: RoundResults, seat: int) -> FloatArray:
    sign = 1 if seat == 0 else -1
    won = found.won if seat == 0 else 1 - found.won
    return np.asarray(0.5 * won + 0.5 / (1 + np.exp(-sign * found.margin / MARGIN)))


class Evolution:
    """Mean and spread of the weights, flat, the champion, and the generations that are done."""

    def __init__(self, seed: int, given: Mapping[str, Any], jobs: Jobs) -> None:
        self.seed, self.given, self.jobs = seed, given, jobs
        self.mean = first_weights().ravel()
        self.spread = first_spread().ravel()
        self.champion = self.mean.copy()
        self.generations = 0
        self.score = 0.0

    @property
    def done(self) -> bool:
        """True once all generations were played."""
        return self.generations >= int(self.given["generations"])

    def told(self) -> tuple[float, str]:
        """Return the share of the generations, and the mean score of the last one's elite."""
        share = self.generations / self.given["generations"]
        return share, f"generation {self.generations}: the best score {self.score:.3f}"

    def step(self) -> None:
        """Play one generation."""
        size, deals = self.given["candidates"], self.given["deals"]
        rng = np.random.default_rng([self.seed, self.generations, 0])
        drawn = self.mean + self.spread * rng.standard_normal((size, len(self.mean)))
        drawn[0] = self.mean
        if self.generations % BLOCK == 0:
            self.champion = self.mean.copy()
        trials = [
            CandidateTrial(_plain(some), _flat(self.champion), self.seed, self.generations, deals)
            for some in (drawn[at : at + CHUNK] for at in range(0, size, CHUNK))
        ]
        found = np.concatenate(list(self.jobs.results(scores, trials)))
        best = np.argsort(-found, kind="stable")[: max(2, int(ELITE * size))]
        self._move_to(drawn[best])
        self.generations += 1
        self.score = float(found[best].mean())

    def _move_to(self, elite: FloatArray) -> None:
        share = self.generations / self.given["generations"]
        floor = FLOOR * (1 - 0.9 * share) * first_spread().ravel()
        self.mean = self.mean + SMOOTHING * (elite.mean(axis=0) - self.mean)
        spread = self.spread + SMOOTHING * (elite.std(axis=0) - self.spread)
        self.spread = np.maximum(spread, floor)

    def arrays(self) -> Arrays:
        """Return all that a later run needs to go on."""
        return {
            "mean": self.mean,
            "spread": self.spread,
            "champion": self.champion,
            "done": np.array([self.generations]),
        }

    def restore(self, arrays: Arrays) -> None:
        """Go on from what `arrays` gave."""
        self.mean, self.spread = arrays["mean"], arrays["spread"]
        self.champion, self.generations = arrays["champion"], int(arrays["done"][0])


def _flat(weights: FloatArray) -> tuple[float, ...]:
    return tuple(float(weight) for weight in weights)


def _plain(candidates: FloatArray) -> tuple[tuple[float, ...], ...]:
    return tuple(_flat(weights) for weights in candidates)


def train(
    options: Mapping[str, Any], seed: int, jobs: Jobs, out_dir: Path, progress: Progress
) -> Plain:
    """Train, measure, write the weights and their card; returns the card."""
    if options.get("agent") == "sensei":
        return _fit(with_defaults(_FIT, options), seed, jobs, out_dir, progress)
    given = with_defaults(_SEARCH, options)
    settings = {"agent": "greedy", "seed": seed, **given}
    path, training = out_dir / "greedy.npz", Evolution(seed, given, jobs)
    fitting.keep_going(training, path, settings, share_of(progress, 0.0, 0.95))
    weights = np.round(training.mean, 4)
    card = {
        **settings,
        "weights": len(weights),
        "rounds": given["generations"] * given["candidates"] * given["deals"] * 4,
        "strength": strength(weights, given["measured"]),
        "measured_rounds": given["measured"],
        "made_by": made_by("jaipur", "greedy", seed, given),
    }
    return fitting.write(path, {"weights": weights, "features": np.array(FEATURES)}, card)


def _fit(
    given: Mapping[str, Any], seed: int, jobs: Jobs, out_dir: Path, progress: Progress
) -> Plain:
    """Play rounds, fit the network, write it and its card; returns the card."""
    settings = {"agent": "sensei", "seed": seed, **given}
    parts_of_it = -(-given["rounds"] // AT_ONCE)
    work = [Rounds(seed, part, AT_ONCE) for part in range(parts_of_it)]
    found = []
    for played in jobs.results(positions, work):
        found.append(played)
        progress(0.5 * len(found) / len(work), f"{len(found) * AT_ONCE:,} rounds played")
    fit = LeafFit(joined(found), seed, given["passes"])
    path = out_dir / "sensei.npz"
    fitting.keep_going(fit, path, settings, share_of(progress, 0.5, 1.0), _KEEP_SECONDS)
    card = {
        **settings,
        "weights": sum(layer.size for layer in fit.layers),
        "positions": fit.found.seen.shape[1],
        "losses": fit.losses(),
        "made_by": made_by("jaipur", "sensei", seed, given),
    }
    return fitting.write(path, dict(zip(LAYERS, fit.layers, strict=True)), card)


def strength(weights: FloatArray, rounds: int) -> dict[str, float]:
    """Return the shares of `rounds` won against the original and against the first weights."""
    tables = stacked([tables_of(weights), tables_of(first_weights())])
    deals = dealt(np.random.default_rng(MEASURING_SEED), rounds // 2)
    shares = {}
    for name, rival in (("seed-utility", ORIGINAL), ("weights by hand", 1)):
        won = []
        for seat in (0, 1):
            found = _meet(deals, tables, 1, rival, seat).won
            won.append(float((found if seat == 0 else 1 - found).mean()))
        shares[name] = round(sum(won) / 2, 4)
    return shares


def report(card: Mapping[str, Any]) -> str:
    """Return the card for a person."""
    if "losses" in card:
        told = [f"  {what}: {value}" for what, value in card["losses"].items()]
        where = f"sensei, {card['positions']:,} positions, seed {card['seed']}; on those held back:"
        return "\n".join([where, *told])
    first = f"{card['agent']}, {card['rounds']:,} rounds, seed {card['seed']}"
    return "\n".join([first, *strength_lines(card["strength"], card["measured_rounds"], "rounds")])
