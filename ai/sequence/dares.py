"""The most striking pattern of a short row of choices, in one plain sentence, and a dare against
it.

A row is some twenty choices, too few for a forecast, and the sentence has to be true and visible to
its reader. So each *pattern* here is a rule that names one choice from the choices before
(`ai.sequence.reasons`). How often it was kept, or kept away from, is counted over the row alone,
and the pattern with the most bits against chance is the finding. Its sentence also counts the
choices before the row, because the reader sees those too. Its dare asks for the opposite; the next
row shows whether it was taken.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from ai.sequence.reasons import explained

LEAST: Final = 4.0
"""Bits that make a pattern a finding. Chosen: of 4,000 rows of twenty choices by chance (k = 4) one
in nine has a pattern with so many; never repeating in twenty has 7.9."""
CAUTIOUS: Final = 0.5
"""A dare was taken where the pattern explains less than this share of its bits of before, or the
other way round."""

Pattern = Callable[[Sequence[int], int, int], int]
"""Names the choice at a place of a row (own, place, k), or -1 for none."""


class Finding(NamedTuple):
    """A striking pattern: the sentence, the dare ("Beat me by ..."), and the pattern's name.

    `often` is True for a pattern that was kept, False for one that was kept away from; `name` is ""
    without a finding. The pattern held `times` of `trials` times, which explains `bits` bits.
    """

    sentence: str
    dare: str
    name: str = ""
    often: bool = False
    times: int = 0
    trials: int = 0
    bits: float = 0.0


class _Told(NamedTuple):
    """A pattern with its words: for one that was kept, and for one that was kept away from.

    Each has a sentence without its full stop, the words in its place where the pattern held every
    time, and a dare; () where there is no sentence. `price` are the bits to name this pattern among
    its kind.
    """

    name: str
    pattern: Pattern
    often: tuple[str, str, str] | tuple[()]
    never: tuple[str, str, str] | tuple[()]
    price: float = 0.0


NOTHING: Final = Finding("No habit showed in this row.", "Do that again.")
"""Said where no pattern has `LEAST` bits."""
NOTHING_ELSE: Final = Finding("No other habit showed in this row.", "Do that again.")
"""Said where only one that is left out has so many."""


def finding(
    row: Sequence[int],
    names: Sequence[str],
    noun: str = "key",
    earlier: Sequence[int] = (),
    without: Finding = NOTHING,
) -> Finding:
    """Return the most striking pattern of a `row` of choices, places in `names`; else `NOTHING`.

    `noun` is the word for a choice. `earlier` are choices before the row, which are not counted.
    The habit of the finding `without` is left out: where that is the only striking one, the result
    is `NOTHING_ELSE`.
    """
    every = [found for found in _all(row, names, noun, earlier) if found.bits >= LEAST]
    others = [f for f in every if not without.name or (f.name, f.often) != without[2:4]]
    rest = NOTHING_ELSE if every else NOTHING
    return max(others, key=lambda found: found.bits, default=rest)


def taken(before: Finding, row: Sequence[int], names: Sequence[str]) -> bool | None:
    """Return whether the dare of a finding `before` was taken in the `row` after; None without a
    dare.

    It was where the pattern held much less than it did, or the other way round.
    """
    if not before.name:
        return None
    told = next(told for told in _patterns(names, "key") if told.name == before.name)
    hits, trials = _count(row, told.pattern, len(names))
    if not trials:
        return True
    often = hits * len(names) > trials
    left = explained(hits, trials, len(names)) - told.price if often == before.often else 0.0
    return left < CAUTIOUS * before.bits


def _all(
    row: Sequence[int], names: Sequence[str], noun: str, earlier: Sequence[int]
) -> Iterator[Finding]:
    """Yield a finding for every pattern that has words, over the `row`."""
    k = len(names)
    for told in _patterns(names, noun):
        hits, trials = _count(row, told.pattern, k)
        if not trials:
            continue
        often = hits * k > trials
        bits = explained(hits, trials, k) - told.price
        words = told.often if often else told.never
        hits, trials = _count(row, told.pattern, k, earlier)
        times = hits if often else trials - hits
        if words:
            said, always, dare = words
            sentence = f"{always}." if times == trials else f"{said}: {times} of {trials} times."
            yield Finding(sentence, f"Beat me by {dare}.", told.name, often, times, trials, bits)


def _count(
    row: Sequence[int], pattern: Pattern, k: int, earlier: Sequence[int] = ()
) -> tuple[int, int]:
    """Return how often a pattern was kept in the `row`, and how often it named a choice."""
    whole, first = [*earlier, *row], len(earlier)
    named = [(pattern(whole, place, k), whole[place]) for place in range(first, len(whole))]
    spoken = [name == own for name, own in named if name >= 0]
    return sum(spoken), len(spoken)


# -- the patterns ------------------------------------------------------------------------------


def _back(rounds: int) -> Pattern:
    """Return the pattern that names the choice this number of choices before."""
    return lambda row, place, k: row[place - rounds] if place >= rounds else -1


def _beside(step: int) -> Pattern:
    """Return the choice beside the last one, the first following the last."""
    return lambda row, place, k: (row[place - 1] + step) % k if place else -1


def _oldest(row: Sequence[int], place: int, k: int) -> int:
    """Return the choice that was left alone longest, once each has come in the row."""
    seen = set[int]()
    for symbol in reversed(row[:place]):
        if symbol not in seen:
            seen.add(symbol)
            if len(seen) == k:
                return symbol
    return -1


def _one(symbol: int) -> Pattern:
    return lambda row, place, k: symbol


def _patterns(names: Sequence[str], noun: str) -> Iterator[_Told]:
    """Yield all patterns over choices with these `names`, in words."""
    repeats = (f"You repeat your last {noun}", f"You repeat one {noun} all the time", "changing")
    changes = (f"You hardly repeat a {noun}: you change", "You never repeat", "repeating")
    yield _Told("again", _back(1), repeats, changes)
    yield from _rhythms(noun)
    up = (f"You go up one {noun}", f"You always go up one {noun}", "jumping about")
    down = (f"You go down one {noun}", f"You always go down one {noun}", "jumping about")
    if len(names) > 2:
        not_up = (f"You hardly go up one {noun}", f"You never go up one {noun}", "going up by one")
        not_down = (
            f"You hardly go down one {noun}",
            f"You never go down one {noun}",
            "going down by one",
        )
        yield _Told("up", _beside(1), up, not_up)
        yield _Told("down", _beside(-1), down, not_down)
        oldest = (
            f"You go back to the {noun} you left alone longest",
            f"You always go back to the {noun} you left alone longest",
            "leaving it alone",
        )
        avoided = (
            f"You keep away from the {noun} you left alone longest",
            f"You never go back to the {noun} you left alone longest",
            "going back to it",
        )
        yield _Told("oldest", _oldest, oldest, avoided)
    for symbol, name in enumerate(names):
        yield _favourite(symbol, name, len(names))


def _rhythms(noun: str) -> Iterator[_Told]:
    """Yield the choice of two, three and four before."""
    two = (
        f"You go back to the {noun} before last",
        f"You always go back to the {noun} before last",
        "not going back",
    )
    not_two = (
        f"You keep away from the {noun} before last",
        f"You never go back to the {noun} before last",
        "going back to it",
    )
    yield _Told("two", _back(2), two, not_two)
    for rounds, every in ((3, "third"), (4, "fourth")):
        same = (
            f"Every {every} {noun} is the same again",
            f"Every {every} {noun} is the same again, without fail",
            "breaking the rhythm",
        )
        yield _Told(every, _back(rounds), same, ())


def _favourite(symbol: int, name: str, k: int) -> _Told:
    """Return one choice, often or hardly ever; it costs log2 k bits, and a little: a run comes
    first.
    """
    likes = (f"You like {name}", f"You press nothing but {name}", f"leaving {name} alone")
    leaves = (f"You leave {name} alone", f"You never press {name}", f"pressing {name}")
    return _Told(f"favourite {symbol}", _one(symbol), likes, leaves, math.log2(k) + 0.01)
