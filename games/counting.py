"""Counts of choices: shares, reactions, favourite orders, and places in doubt. Pure counting, for
any k.

Data: the choices of one player as numbers 0..k-1 in order of time, and for some counts the outcome
of each choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from math import exp2, log2
from typing import NamedTuple


class Run(NamedTuple):
    """Choices in a row, how often they came, and how often the player's shares alone bring them."""

    symbols: tuple[int, ...]
    times: int
    expected: float


class Reaction(NamedTuple):
    """A player's choices after one kind of outcome: their number, how often the same choice again,
    and the share of each choice, shape (k,).
    """

    trials: int
    repeats: int
    shares: tuple[float, ...]


def places_of(bits: float) -> int:
    """Return a doubt of so many `bits` as about how many equally likely places, at least 1.

    The doubt counts in tenths of a bit, as events bring it, so that all who name the number name
    the same one.

    >>> places_of(0.0), places_of(6.32), places_of(6.28)
    (1, 79, 79)
    """
    return max(1, round(exp2(round(10 * bits) / 10)))


def places_words(bits: float) -> str:
    """Return a doubt in bits as a number of equally likely cells, in words.

    >>> places_words(0.0), places_words(4.8)
    ('one place', 'about 28 places')
    """
    count = places_of(bits)
    return "one place" if count == 1 else f"about {count} places"


def shares(symbols: Sequence[int], k: int) -> tuple[float, ...]:
    """Return the share of each of `k` choices in `symbols` (k,); all even if there is none."""
    if not symbols:
        return (1.0 / k,) * k
    counts = Counter(symbols)
    return tuple(counts[symbol] / len(symbols) for symbol in range(k))


def commonest_run(symbols: Sequence[int], k: int, length: int = 3) -> Run | None:
    """Return the order of `length` choices that came most often in `symbols`, choices 0..k-1.

    Of several the one that came first; None where no order came twice.
    """
    windows = [tuple(symbols[i : i + length]) for i in range(len(symbols) - length + 1)]
    if not windows:
        return None
    run, count = Counter(windows).most_common(1)[0]
    if count < 2:
        return None
    expected = float(len(windows))
    share = shares(symbols, k)
    for symbol in run:
        expected *= share[symbol]
    return Run(run, count, expected)


def reactions(
    symbols: Sequence[int], outcomes: Sequence[Hashable], k: int
) -> dict[Hashable, Reaction]:
    """Return the choices right after each kind of outcome, of `k` choices.

    `outcomes` is as long as `symbols`.
    """
    followed: dict[Hashable, list[tuple[int, int]]] = {}
    for index in range(1, len(symbols)):
        pair = (symbols[index - 1], symbols[index])
        followed.setdefault(outcomes[index - 1], []).append(pair)
    return {
        outcome: Reaction(
            len(pairs),
            sum(before == after for before, after in pairs),
            shares([after for _, after in pairs], k),
        )
        for outcome, pairs in followed.items()
    }


def rule_bits(right: int, trials: int, kinds: int) -> float:
    """Return the bits explained by a rule that was `right` in some of `trials` choices of `kinds`.

    0 where it was right no more often than chance.
    """
    share = right / trials if trials else 0.0
    if share <= 1 / kinds:
        return 0.0
    missed = (1 - share) * log2((1 - share) * kinds / (kinds - 1)) if share < 1 else 0.0
    return trials * (share * log2(share * kinds) + missed)


def told_rule(choices: Sequence[Hashable], kinds: int) -> str:
    """Return the bits of the rule "the same as one to four choices before", as a worked line.

    It uses the step that explains most of these `choices`; "" where none explains any.
    """
    counts = [
        (sum(choices[n] == choices[n - back] for n in range(back, len(choices))), back)
        for back in range(1, min(5, len(choices)))
    ]
    found = [(rule_bits(right, len(choices) - back, kinds), right, back) for right, back in counts]
    bits, right, back = max(found, default=(0.0, 0, 0))
    if bits <= 0:
        return ""
    trials = len(choices) - back
    share = right / trials
    step = "the one before" if back == 1 else f"the one {('two', 'three', 'four')[back - 2]} before"
    missed = (
        f" + {1 - share:.2f} · log2({1 - share:.2f} · {kinds}/{kinds - 1})" if share < 1 else ""
    )
    return (
        f"Same as {step}, {right} of {trials}:\n"
        f"{trials} · ({share:.2f} · log2({share:.2f} · {kinds}){missed}) = {bits:.1f} bits"
    )
