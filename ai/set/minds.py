"""The open minds of the searchers of Set: rates, the chances on a table, a curve of times."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from ai.set.following import Known, followed_from
from ai.set.race import START_MS, ClaimRates, Rates, learned_from
from games.arrays import arrays_from_text
from games.intervals import chance_band
from games.mind import Bars, Bell, Lines, Mind, Note, Series
from games.set.rules.cards import FEATURES, features, kind_of

KIND_NAMES: Final = ("one feature", "two features", "three features", "all four")
MINUTE: Final = 60.0
MOST_SETS: Final = 8
"""So many sets of a table are shown, the likest first."""
WELL_KNOWN: Final = 10
"""From so many sets of a player on its rates are no longer a rough guess: a level within .3."""
_POINTS: Final = 48  # of a curve; chosen by eye
_MEANS: Final = 3.5  # means of the time after the start that a curve reaches; chosen by eye


def rate_bars(rates: Rates) -> Bars:
    """Return the sets of each kind that a player with these `rates` a second finds in a minute."""
    title = "It finds in a minute, of one set that differs in"
    return Bars(title, KIND_NAMES, tuple(MINUTE * rate for rate in rates), "")


def learned_bars(known: Known) -> Bars:
    """Return a player's `known` rates, a minute, each with its 95% interval."""
    low, high = known.interval
    return Bars(
        "You find in a minute, of one set that differs in",
        KIND_NAMES,
        tuple(MINUTE * rate for rate in known.mean),
        "",
        low=tuple(MINUTE * rate for rate in low),
        high=tuple(MINUTE * rate for rate in high),
        help="Light: where it is with 95% confidence. It gets narrower as you play.",
    )


def how_well_known(finds: int, share: float) -> str:
    """Return a sentence on how well a player is known, by the number of the player's sets seen;
    `share` is the opponent's aim.
    """
    if not finds:
        return "It does not know you yet, so it begins slowly. Every table tells it more."
    s = "s" if finds > 1 else ""
    if finds < WELL_KNOWN:
        return f"It has seen {finds} set{s} of yours: its picture of you is still rough."
    return f"It has your rates, from {finds} sets of yours, times what gives it {share:.0%} of all."


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
        help="The band is where chance alone leaves it, if it takes just its share.",
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
        "Your chance to be first to the set that shares",
        tuple(set_name(race.claims[each]) for each in ranked),
        tuple(race.each[each] / factor / whole for each in ranked),
        help="On this table, by your rates and its own as they were when it was laid.",
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
        "When it finds its first set on such a table",
        values,
        0.0,
        high,
        min(ms / 1000, high),
        marks=((f"half by {half:.1f} s", half), (f"{high:.0f} s", high)),
        sentence=f"Here it had sealed {ms / 1000:.1f} s.",
        name="it",
    )


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
