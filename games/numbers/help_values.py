"""The figures in the help of Numbers: lengths, the band of chance, and what the card measured."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games import measured
from games.counting import told_rule
from games.intervals import chance_band
from games.mind import Bars, Mind
from games.numbers import SPEC
from games.numbers.report import FEWEST_RECORDED
from games.numbers.rules import CHANCE_OF_HIT, KEYS, LONGEST, ROW
from games.weights import UNKNOWN, figure, read_card

SMALL: Final = 0.001
"""Shares below this are written as powers of ten."""
SETS: Final = {
    "rng10_towse": ("digits 1 to 10, said aloud", 10),
    "rng10_webform": ("digits, typed", 10),
    "bin_taps": ("two keys, tapped", 2),
    "rps_adaptbots": ("rock-paper-scissors v adaptive programs", 3),
    "rps_fixedbots": ("rock-paper-scissors v fixed programs", 3),
}
"""The sets of the card whose people saw no opponent, or are forecast as if they did not: what they
did, with how many keys."""
_TRIAL: Final = {
    "networks_gain": "points gained by a recurrent network beside `mind`, by person",
    "networks_loss": "points lost by a recurrent network beside `mind`, by alphabet",
    "networks_all": "points gained by a recurrent network beside `mind`, in all",
    "networks_worst": "points lost by a recurrent network beside `mind`, in the worst row",
}
"""The figures of the trial of recurrent networks, by their names in the text."""


def help_figures() -> dict[str, str]:
    """Return the figures for the texts in `games/numbers/help/`; bits are a key, shares in
    percent.
    """
    levels = {"levels": measured.or_else(UNKNOWN)(measured.levels_words)("numbers")}
    found = {**_bands(), **levels, **measured_figures(read_card("numbers", "mind"))}
    found |= {f"networks_{left}": _networks(left) for left in ("people", "alphabet")}
    found["originals"] = measured.originals_table("numbers")
    return found | {name: _trial(what) for name, what in _TRIAL.items()}


@measured.or_else(UNKNOWN)
def _trial(what: str) -> str:
    return measured.figure("numbers", what)


@measured.or_else(UNKNOWN)
def _networks(left: str) -> str:
    """Return the bits of the trial, with the people or the number of keys left out."""
    return measured.table(
        (SETS[row["people"]][0], *(f"{row[name]:.3f}" for name in ("mind", "networks", "both")))
        for row in measured.records("numbers", "networks")
        if row["left_out"] == left
    )


def _bands() -> dict[str, str]:
    """Return lengths in keys, and for each the ends of the band of chance in hits and as shares."""
    keys = next(option for option in SPEC.options if option.name == "keys")
    lengths = sorted(choice for choice in keys.choices if choice)
    names = ("fewest", "short", "middle", "long")
    found = {"longest": f"{LONGEST:,}", "row": str(ROW), "chance": f"{CHANCE_OF_HIT:.0%}"}
    for name, length in zip(names, (FEWEST_RECORDED, *lengths), strict=True):
        found[name] = str(length)
        ends = chance_band(length, CHANCE_OF_HIT)
        for end, share in zip(("low", "high"), ends, strict=True):
            found[f"{name}_{end}"] = str(round(share * length))
            found[f"{name}_{end}_share"] = f"{share:.1%}"
    return found


def measured_figures(card: Mapping[str, Any]) -> dict[str, str]:
    """Return the tables of a card about all `SETS`, and its figures about keys of pure chance."""
    people, claim = [], []
    for name, (label, keys) in SETS.items():
        known = ("people_left_out", name)
        right, counted = (
            figure(card, *known, share, form=".0f", unit="%")
            for share in ("accuracy", "seed_accuracy")
        )
        bits = (figure(card, *known, each, form=".3f") for each in ("seed_bits", "bits"))
        other = figure(card, "alphabet_left_out", name, "bits", form=".3f")
        people.append((label, *bits, f"{right} v {counted}", other))
        claim.append((label, f"{1 / keys:.0%}", counted, right))
    return {
        "people": measured.table(people),
        "claim": measured.table(claim),
        "chance_reader": figure(card, "uniform_4", "bits", form=".2f"),
        "chance_counter": figure(card, "uniform_4", "seed_bits", form=".2f"),
        "chance_keys": figure(card, "uniform_4", "symbols", form=","),
    }


def workings(pressed: int, hits: int, chances: Sequence[float]) -> dict[str, str]:
    """Return the formulas worked out with the numbers of the match that is open.

    `pressed` keys, `hits` of them foreseen; `chances` is how probable the latest ones were held.
    """
    found: dict[str, str] = {}
    if pressed:
        missed, ways = pressed - hits, math.comb(pressed, hits)
        powers = hits * math.log(CHANCE_OF_HIT) + missed * math.log(1 - CHANCE_OF_HIT)
        share = math.exp(math.log(ways) + powers)  # in logarithms, for games of thousands of keys
        told = f"{share:.3f}" if share >= SMALL else f"{share:.1e}"
        formula = f"C({pressed}, {hits}) x 0.25^{hits} x 0.75^{missed}"
        found["now_chance"] = f"Your game: P({hits} hits of {pressed}) = {formula} = {told}"
    if chances and chances[-1] > 0:
        bits = -math.log2(chances[-1])
        found["now_surprise"] = f"Your last key: -log2({chances[-1]:.3f}) = {bits:.2f} bits"
    return found


BEFORE: Final = ("2", "4", "3")
"""What the Pair counter acts as if it had been pressed before the first key."""


def read_workings(keys: Sequence[str], mind: Mind) -> dict[str, str]:
    """Return how the counter and the reader worked on the latest of these `keys`, with numbers.

    `mind` is the one before the latest key; without a forecast it has no lines.
    """
    found: dict[str, str] = {}
    if keys:
        found["now_count"] = _counted([*BEFORE, *keys])
    if rule := told_rule(keys, len(KEYS)):
        found["now_rule"] = rule
    bars = next((i for i in mind if isinstance(i, Bars) and i.forecast_of is not None), None)
    if bars is not None and min(bars.values) > 0:
        scores = [math.log(p / bars.values[0]) for p in bars.values]
        best = scores.index(max(scores))
        powers = [f"exp({score:.2f})".replace("-", "\u2212") for score in scores]
        found["now_read"] = (
            f"Before the last key, scores counted from that of key {KEYS[0]}:\n"
            f"p({KEYS[best]}) = {powers[best]} / ({' + '.join(powers)}) = {bars.values[best]:.2f}"
        )
    return found


def _counted(keys: Sequence[str]) -> str:
    """Return the share of the last key in its row of the counts, as they stood before it."""
    a, b, last = keys[-3:]
    triples = list(zip(keys, keys[1:], keys[2:], strict=False))[:-1]
    row = [1 + triples.count((a, b, key)) for key in KEYS]
    count = row[KEYS.index(last)]
    told = " + ".join(map(str, row))
    return f"Your last key: P({last} | {a}, {b}) = {count} / ({told}) = {count / sum(row):.2f}"
