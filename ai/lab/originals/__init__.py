"""`main.py originals`: the claims of the originals, measured again beside what stands here.

Every claim is an object of `assets/measured/originals.json`, whose `claim` is written by hand. A
game measures its own claims in `ai/lab/<game>/originals.py` (`ai.lab.rooms.ORIGINALS`): a function
for each id, which takes an `Effort` and returns a `Remeasured`. Claims without such a function
cannot be measured here, and their rows say why.

>>> row = measure("KARATE-3", Effort(seed=1))
>>> row.figures["parry kicks"].value, row.verdict
(0.4375, 'holds')
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ai.lab import rooms
from ai.lab.arena import tournament
from ai.lab.errors import BadArguments
from ai.lab.saving import PATIENCE, as_json, check_checkout
from ai.lab.study import mean_interval
from games import catalog, measured
from games.intervals import wilson
from games.store.alone import in_turn

HOLDS, FAILS, HALF, OPEN = "holds", "does not", "half", "not measured"
VERDICTS: Final = (HOLDS, FAILS, HALF, OPEN)
_SHORT: Final = 0.1
"""The part of its usual length that a short measurement takes."""
_FEWEST: Final = 2


class Effort(NamedTuple):
    """The seed of a measurement, and the part of its usual length that it takes."""

    seed: int = 1
    part: float = 1.0

    def of(self, usual: int, least: int = _FEWEST) -> int:
        """Return how many games, people or rounds to play where `usual` is the whole length."""
        return max(least, round(usual * self.part))


class Spanned(NamedTuple):
    """A figure with its 95% interval; both ends are the value itself where it is exact."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2

    def percent(self, digits: int = 1) -> str:
        """Return the figure as a share in percent, with half of its interval unless it is exact."""
        told = f"{100 * self.value:.{digits}f}%"
        return told if self.low == self.high else f"{told} (±{100 * self.half:.{digits}f})"

    def number(self, form: str = ".2f") -> str:
        """Return the figure in a `form`, with half of its interval unless it is exact."""
        told = f"{self.value:{form}}"
        return told if self.low == self.high else f"{told} (±{self.half:{form}})"


class Remeasured(NamedTuple):
    """The result of a measurement: his way, ours, a verdict, and the figures by their names."""

    his_way: str
    ours: str
    verdict: str
    figures: Mapping[str, Spanned]


Measure = Callable[[Effort], Remeasured]


def exact(value: float) -> Spanned:
    """Return a figure that needs no interval."""
    return Spanned(float(value), float(value), float(value))


def share(hits: float, trials: int) -> Spanned:
    """Return the share of `hits` among `trials`, with Wilson's interval."""
    return Spanned(hits / trials, *wilson(hits, trials))


def mean(values: Sequence[float]) -> Spanned:
    """Return the mean of independent `values`, with its interval by their spread."""
    found, (low, high) = mean_interval(np.asarray(values, dtype=float))
    return Spanned(found, low, high)


def won(game: str, agent: str, rival: str, effort: Effort, games: int, **options: str) -> Spanned:
    """Return the share that `agent` wins of `games` (at full effort) against a `rival`."""
    return shares(game, (agent, rival), effort, games, **options)[agent, rival]


def shares(
    game: str, agents: Sequence[str], effort: Effort, games: int, **options: str
) -> dict[tuple[str, str], Spanned]:
    """Return what each agent wins against each other in the arena, both ways round."""
    found: dict[tuple[str, str], Spanned] = {}
    for pair in tournament(game, agents, effort.of(games), effort.seed, options)["pairs"]:
        low, high = pair["ci95"]
        own = Spanned(pair["a_win_share"], low, high)
        found[pair["a"], pair["b"]] = own
        found[pair["b"], pair["a"]] = Spanned(1 - own.value, 1 - high, 1 - low)
    return found


# -- the command ---------------------------------------------------------------------------


def measures() -> dict[str, Measure]:
    """Return the functions that measure claims, by the ids of the claims."""
    found: dict[str, Measure] = {}
    for game in catalog.GAMES:
        own = rooms.ORIGINALS.of(game)
        if own is not None:
            found |= own.MEASURES
    return found


def measure(name: str, effort: Effort) -> Remeasured:
    """Measure the claim with the id `name`; raises `BadArguments` for one that cannot be."""
    known = measures()
    if name not in known:
        reason = "cannot be measured here" if name in _ids() else "is no claim"
        raise BadArguments(f"{name[:20]} {reason}; there are {', '.join(known)}.")
    return known[name](effort)


def _ids() -> list[str]:
    return [row["id"] for row in measured.originals()]


def command(name: str, seed: int) -> str:
    """Return the command that measures a claim again."""
    return f"main.py originals {name} --seed {seed}"


def serve(names: Sequence[str], seed: int, short: bool, plain: bool, keep: bool) -> int:
    """Measure the claims with these ids, or all, and print each as a row as soon as it is found.

    With `plain` the output is JSON. With `keep` the rows are written into the file of the claims;
    raises `BadArguments` outside a checkout, for an id that is not known, and for a short
    measurement that is to be kept.
    """
    if keep and short:
        raise BadArguments("Short measurements are only tries; leave --short or --save out.")
    commit = check_checkout() if keep else ""
    effort = Effort(seed, _SHORT if short else 1.0)
    wanted = [name.upper() for name in names] or list(measures())
    for name in wanted:
        if name not in measures():
            measure(name, effort)
    found = []
    for name in wanted:
        row = _plain(name, seed, commit, measure(name, effort))
        found.append(row)
        if not plain:
            lines = (row["verdict"], f"his way: {row['his_way']}", f"ours: {row['ours']}")
            print(f"{name:10} " + f"\n{'':11}".join(lines), flush=True)
        if keep:
            _put(row)
    if plain:
        print(json.dumps(found, indent=2, ensure_ascii=False))
    return 0


def _plain(name: str, seed: int, commit: str, found: Remeasured) -> dict[str, Any]:
    figures = {
        what: [round(float(value), 5) for value in figure] for what, figure in found.figures.items()
    }
    first = next(iter(found.figures.values()))
    interval = None if first.low == first.high else [round(first.low, 5), round(first.high, 5)]
    return {
        "id": name,
        "his_way": found.his_way,
        "ours": found.ours,
        "interval": interval,
        "figures": figures,
        "command": command(name, seed),
        "seed": seed,
        "commit": commit,
        "verdict": found.verdict,
    }


def _put(row: Mapping[str, Any]) -> None:
    """Put a `row` into the file in the place of the one with its id; its claim stays."""
    path = measured.FOLDER / measured.ORIGINALS
    with in_turn(measured.FOLDER, PATIENCE):
        measured.originals.cache_clear()
        kept = [{**old, **row} if old["id"] == row["id"] else old for old in measured.originals()]
        fresh = path.with_suffix(".new")
        fresh.write_text(as_json(kept), encoding="utf-8")
        os.replace(fresh, path)
        measured.originals.cache_clear()
