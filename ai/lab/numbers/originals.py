"""The claims about Numbers and of AdvancedMath that can be measured; see `ai.lab.originals`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

import numpy as np

from ai.lab.jobs import Jobs
from ai.lab.numbers.data import STUDIES, load_study
from ai.lab.numbers.recording import OPPONENT_MARK
from ai.lab.numbers.study import arena
from ai.lab.originals import FAILS, HALF, HOLDS, Effort, Measure, Remeasured, Spanned, exact, mean
from ai.lab.rooms import ArenaQuestion, Plain, unseen
from ai.sequence.markov import seed_table
from games.weights import read_card

_WEIGHTS: Final = (0.14, 0.14, 0.14, 0.14, 0.14, 0.3)
"""The rigged die of the post."""
_THROWS: Final = 1000


def _claim(effort: Effort, people: int, keys: int) -> Plain:
    given = {"study": "claim", "keys": str(keys)}
    asked = ArenaQuestion(["seed"], effort.of(people), effort.seed, given, Jobs(), unseen)
    row: Plain = arena(asked)["rows"][0]
    return row


def _often(effort: Effort) -> Remeasured:
    """Have the Pair counter foresee imitated people."""
    row = _claim(effort, 150, 100)
    read = Spanned(row["share"], *row["ci95"])
    low, high = row["middle80"]
    return Remeasured(
        f"Pair counter on 150 imitated people, 100 keys each: {read.percent()}",
        f"the middle 80 of 100 people lie between {low:.0%} and {high:.0%}; real people: see below",
        HALF if read.high > 0.35 and read.low < 0.40 else FAILS,
        {"read": read},
    )


def _warming(effort: Effort) -> Remeasured:
    """Compare the first keys of imitated people with later ones."""
    row = _claim(effort, 150, 100)
    named = {name: value for name, value in row.items() if name.startswith("keys ")}
    told = ", ".join(f"{name} {value:.1%}" for name, value in named.items())
    first, *_, last = named.values()
    return Remeasured(
        f"Pair counter on 150 imitated people, {told}",
        "on the original's model alone",
        HOLDS if last > first + 0.05 else FAILS,
        {name: exact(value) for name, value in named.items()},
    )


def _patterns(effort: Effort) -> Remeasured:
    """Have the Pair counter foresee the recorded people of all studies."""
    above, figures = 0, dict[str, Spanned]()
    for study in STUDIES:
        people = load_study(study)
        gains = []
        for person in people[: effort.of(len(people), 5)]:
            table, hits = seed_table(person.k), 0
            for symbol in person.moves.tolist():
                hits += table.expected() == symbol
                table.observe(symbol)
            gains.append(hits / len(person.moves) - 1 / person.k)
        figures[study] = mean(gains)
        above += figures[study].low > 0
    card = read_card("numbers", "mind")["people_left_out"]
    sizes = {study: load_study(study)[0].k for study in STUDIES}
    bits = [
        figure["bits"] / math.log2(sizes[study.removesuffix(OPPONENT_MARK)])
        for study, figure in card.items()
    ]
    return Remeasured(
        f"Pair counter above chance on {above} of {len(STUDIES)} studies of people",
        f"Mind reader (its card) below the bits of chance on {sum(part < 1 for part in bits)} of "
        f"{len(bits)}",
        HOLDS if above == len(STUDIES) or max(bits) < 1 else HALF,
        {"studies above chance": exact(above), **figures},
    )


def _die(effort: Effort) -> Remeasured:
    """Throw the rigged die of the post."""
    rng = np.random.default_rng(effort.seed)
    counts = np.array(rng.multinomial(_THROWS, _WEIGHTS, effort.of(2000)), dtype=float)
    times = counts[:, -1] / counts[:, :-1].mean(axis=1)
    low, high = np.percentile(counts[:, -1], (2.5, 97.5))
    ratio = _WEIGHTS[-1] / _WEIGHTS[0]
    return Remeasured(
        f"{_THROWS:,} throws give {low:.0f} to {high:.0f} sixes in 95 of 100 tries",
        f"the six is {ratio:.2f} times as likely as another face, exactly",
        HOLDS if 1.9 < ratio < 2.3 else FAILS,
        {"times": mean(times.tolist()), "exact": exact(ratio)},
    )


def _factorials(effort: Effort) -> Remeasured:
    """Find the last factorial in doubles, and how far the logarithm of Gamma is off up to it."""
    last = 1
    while math.isfinite(float(_factorial(last + 1))):
        last += 1
    apart = max(
        abs(math.exp(math.lgamma(n + 1)) / float(_factorial(n)) - 1) for n in range(1, last + 1)
    )
    return Remeasured(
        f"in doubles {last}! is the last",
        f"by the logarithm of Gamma the worst of them is off by {apart:.0e} of itself",
        HALF if last < 1000 and apart < 1e-9 else FAILS,
        {"last": exact(last), "apart": exact(apart)},
    )


def _factorial(n: int) -> float:
    try:
        return float(math.factorial(n))
    except OverflowError:
        return math.inf


MEASURES: Final[Mapping[str, Measure]] = {
    "NUMBERS-1": _often,
    "NUMBERS-2": _warming,
    "NUMBERS-3": _patterns,
    "MATH-1": _die,
    "MATH-2": _factorials,
}
