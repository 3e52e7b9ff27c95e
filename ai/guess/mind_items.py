"""The open mind of `mind` about a table: levels, forecast with its band, the weight of
each idea.
"""

from __future__ import annotations

import math
from typing import Final

from ai.guess.reader import NAMES, CrowdReader, Forecast
from games.guess import EXPECTED_TARGET, NAMED, READING
from games.mind import Bars, Mind, MindItem, Note, Ribbon

STEPS: Final = ("0 steps", "1 step", "2 steps", "3 steps", "4 steps", "no pattern")
_MOST_ROUNDS: Final = 20
FAMILIES: Final = (
    ("As far ahead as before", ("Levels stay", "Thinkers stay", "Thinkers change")),
    ("One step further", ("One step deeper",)),
    ("The average falls as it did", ("As just now", "As all along", "Goes on so")),
    ("A line through the averages", ("A quick line", "A slow line")),
    ("The average stays", ("No change",)),
)
"""The ideas of `reader.IDEAS` that say much the same, under names that a person can follow."""
_PLACES: Final = tuple(tuple(map(NAMES.index, names)) for _, names in FAMILIES)
_WAYS: Final = (
    "think no step ahead",
    "think one step ahead",
    "think two steps ahead",
    "think three steps ahead",
    "think four steps ahead",
    "fit no pattern",
)


def mind_of(reader: CrowdReader) -> Mind:
    """Return the mind before the round to come."""
    told = reader.forecast()
    items: list[MindItem] = [_sentence(reader, told), _levels(told), _band(told)]
    if reader.trace:
        items.append(_ideas(reader, told))
    return tuple(items)


def _sentence(reader: CrowdReader, told: Forecast) -> Note:
    way = max(range(len(_WAYS)), key=told.shares.__getitem__)
    reason = f"{'most' if told.shares[way] > 0.5 else 'many'} of you {_WAYS[way]}"
    why = reason if reader.rounds else "people usually think so"
    return Note(
        f"I expect the target near {nearest(told.target)}: {why}.", reason if reader.rounds else ""
    )


def _levels(told: Forecast) -> Bars:
    return Bars(
        "How far ahead they think",
        STEPS,
        told.shares,
        help="The share of the table that guesses like each level: the last average, two thirds "
        "of it, two thirds of that, and so on. The rest fits no pattern.",
    )


def _band(told: Forecast) -> Bars:
    return Bars(
        EXPECTED_TARGET,
        ("target",),
        (told.target,),
        unit="",
        low=(told.low,),
        high=(told.high,),
        words=(nearest(told.target),),
        help="The thin line is where I expect it in 8 of 10 rounds.",
    )


def expectation(number: float, forecasts: bool) -> Mind:
    """Return the number of a fixed rule: its forecast of the next target, or no more than a name
    for one that `forecasts` none.
    """
    title, label = (EXPECTED_TARGET, "target") if forecasts else (NAMED, "number")
    told = "What my rule takes the next target for; the thin line is where it came out."
    if not forecasts:
        told = "The number that my rule names; the thin line is where the target came out."
    return (Bars(title, (label,), (number,), unit="", help=told, words=(nearest(number),)),)


def nearest(target: float) -> str:
    """Return a target as the nearest whole number, halves up."""
    return str(math.floor(target + 0.5))


def _ideas(reader: CrowdReader, told: Forecast) -> Ribbon:
    rows = (*reader.trace, told.weights)[-_MOST_ROUNDS:]
    return Ribbon(
        "Which idea counts",
        tuple(name for name, _ in FAMILIES),
        tuple(tuple(sum(row[at] for at in places) for places in _PLACES) for row in rows),
        help="Each idea about the next average counts as much as it has been right so far.",
    )


def findings_of(reader: CrowdReader) -> Mind:
    """Return its findings: the mind, and the levels of thinking in each closed round."""
    if not reader.readings:
        return ()
    rows = tuple(tuple(many / sum(row) for many in row) for row in reader.readings)
    told = "Whoever guessed nearest to a level counts for it; the levels begin at the last average."
    return (*mind_of(reader), Ribbon(READING, STEPS, rows, help=told))
