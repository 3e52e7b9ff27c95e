"""The open minds of the searchers of Set: rates, the chances on a table, a curve of times."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from ai.sentences import plural
from ai.set.following import Known, followed_from
from ai.set.race import START_MS, ClaimRates, Rates, learned_from
from games.arrays import arrays_from_text
from games.core import Event
from games.intervals import chance_band
from games.mind import Bars, Bell, Lines, Mind, Note, Series
from games.set.rules.cards import FEATURES, features, kind_of

KIND_NAMES: Final = ("one feature", "two features", "three features", "all four")
HOW_HARD: Final = ("easy: one difference", "two differences", "three differences", "hard: all four")
PACES: Final = "The mean time to find one, where it is the only set."
MINUTE: Final = 60.0
LONGEST_S: Final = 1000.0
"""Seconds; a longer time is none that a player waits for."""
MOST_SETS: Final = 8
"""So many sets of a table are shown, the likest first."""
WELL_KNOWN: Final = 10
"""From so many sets of a player on its rates are no longer a rough guess: a level within .3."""
_POINTS: Final = 48  # of a curve; chosen by eye
_MEANS: Final = 3.5  # means of the time after the start that a curve reaches; chosen by eye


def rate_bars(rates: Rates) -> Bars:
    """Return the sets of each kind that a player with these `rates` a second finds in a minute."""
    values = tuple(MINUTE * rate for rate in rates)
    return Bars("How quickly I find a set", HOW_HARD, values, "", words=_paces(rates), help=PACES)


def _paces(rates: Rates) -> tuple[str, ...]:
    """Return the mean time to find one set of each kind, in words."""
    return tuple(f"in {1 / rate:.0f} s" if rate * LONGEST_S > 1 else "very late" for rate in rates)


def learned_bars(known: Known) -> Bars:
    """Return a player's `known` rates, a minute, each with its 95% interval."""
    low, high = known.interval
    return Bars(
        "How quickly I think you find a set",
        HOW_HARD,
        tuple(MINUTE * rate for rate in known.mean),
        "",
        low=tuple(MINUTE * rate for rate in low),
        high=tuple(MINUTE * rate for rate in high),
        help=f"{PACES} Light: where it is with 95% confidence. It gets narrower as you play.",
        words=_paces(known.mean),
    )


def how_well_known(finds: int, share: float) -> str:
    """Return a sentence on how well a player is known, by the number of the player's sets seen;
    `share` is the opponent's aim.
    """
    if not finds:
        return "I do not know you yet, so I search slowly."
    if finds < WELL_KNOWN:
        return f"I have seen {plural(finds, 'set')} of yours, so I only guess your pace."
    return f"I want {share:.0%} of the sets: I know your pace from {finds} of yours."


def share_series(taken: Sequence[bool], share: float) -> Series | None:
    """Return the player's share of the sets over time, and the band of chance.

    `taken` is True for each set that the player took; `share` is the opponent's aim. None before
    there were two sets.
    """
    if len(taken) < 2:
        return None
    values, bands, own = [], [], 0
    for count, each in enumerate(taken, start=1):
        own += each
        values.append(own / count)
        bands.append(chance_band(count, 1 - share))
    return Series(
        "Your share of the sets",
        tuple(values),
        reference=1 - share,
        low=tuple(low for low, _ in bands),
        high=tuple(high for _, high in bands),
        help="The band is where chance alone leaves it, if I take just my share.",
    )


def chance_bars(race: ClaimRates, factor: float) -> Bars | None:
    """Return of the sets that lie there, the chance that the player is the first to see each.

    In the `race` are the opponent's rates, which are `factor` times the player's.
    """
    if race.total <= 0:
        return None
    whole = race.total * (1 + 1 / factor)
    ranked = sorted(range(len(race.claims)), key=lambda each: -race.each[each])[:MOST_SETS]
    return Bars(
        "Chance that you are first, for each set on the table",
        tuple(set_name(race.claims[each]) for each in ranked),
        tuple(race.each[each] / factor / whole for each in ranked),
        help="On the table as it was laid, by your pace and mine. A set is named by what its cards "
        "share.",
    )


def set_name(cards: Sequence[int]) -> str:
    """Return a set by what its cards share; four cards by what their pairs differ in."""
    if len(cards) != 3:
        return f"pairs, {kind_of(cards)} different"
    told = features(cards)
    same = [name for name in FEATURES if told[name] == "same"]
    if len(same) == len(FEATURES) - 1:
        return "all but " + next(name for name in FEATURES if name not in same)
    return ", ".join(same) or "nothing"


def time_bell(race: ClaimRates, ms: int) -> Bell | None:
    """Return the times of a searcher's first find on a table, with the one that it has sealed.

    The axis is in seconds.
    """
    if race.total <= 0:
        return None
    start, mean = START_MS / 1000, 1 / race.total
    high = start + _MEANS * mean
    at = [high * point / (_POINTS - 1) for point in range(_POINTS)]
    values = tuple(math.exp(-(t - start) / mean) if t >= start else 0.0 for t in at)
    half = start + math.log(2) * mean
    return Bell(
        "When I find my first set on such a table",
        values,
        0.0,
        high,
        min(ms / 1000, high),
        marks=((f"half by {half:.0f} s", half), (f"{high:.0f} s", high)),
        sentence=f"Here I had sealed {ms / 1000:.0f} s.",
        name="I",
    )


def noticed(events: Sequence[Event], seat: int, text: str) -> str:
    """Return the sets that the player sees last by the learned `text`, as a clause."""
    arrays = arrays_from_text(text)
    mean = (followed_from(arrays) or learned_from(arrays)).mean
    slowest = min(range(len(mean)), key=lambda kind: (mean[kind], -kind))
    return f"of sets that lie open you see those last that differ in {KIND_NAMES[slowest]}"


def describe(text: str) -> Mind:
    """Return the learned description of a player's searching: how soon each kind of set is seen."""
    arrays = arrays_from_text(text)
    known = followed_from(arrays) or learned_from(arrays)
    mean = known.mean
    total = sum(mean)
    order = sorted(range(len(mean)), key=lambda kind: -mean[kind])
    rows = tuple((f"you see sets that differ in {KIND_NAMES[k]}", mean[k] / total) for k in order)
    slowest = KIND_NAMES[order[-1]]
    return (
        Note(f"Of sets that lie open you see those last that differ in {slowest}."),
        learned_bars(known),
        Lines("What you see soonest", rows, "%"),
    )
