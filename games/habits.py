"""What gives a person away: plain statistics of a sequence of choices.

A sequence holds symbols 0..k-1, oldest first: keys pressed, moves played. Nobody who tries to be
random is: people repeat themselves too rarely, go up or down in steps, and answer a win or a
loss in their own way (see `ai.people` for the studies). All functions are pure and work for
any k.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from games.intervals import wilson


class Run(NamedTuple):
    """Symbols in a row, how often they came, and how often chance would bring them."""

    symbols: tuple[int, ...]
    times: int
    expected: float


class Context(NamedTuple):
    """Symbols after which one other symbol came, `times` of `trials`."""

    before: tuple[int, ...]
    then: int
    times: int
    trials: int


class Moment(NamedTuple):
    """One place in a sequence: where it is, the symbol, and how probable it was thought to be."""

    place: int
    symbol: int
    probability: float


class Answers(NamedTuple):
    """How often the same symbol came again after a win and after a loss, and of how many."""

    repeats_after_win: int
    wins: int
    repeats_after_loss: int
    losses: int


def shares(sequence: Sequence[int], k: int) -> tuple[float, ...]:
    """The share of each symbol, shape (k,); all 0 for an empty sequence."""
    counts = Counter(sequence)
    return tuple(counts[symbol] / max(1, len(sequence)) for symbol in range(k))


def steps(sequence: Sequence[int], k: int) -> tuple[float, ...]:
    """The share of each step from a symbol to the next, round the circle, shape (k,).

    Step 0 is a repeat, step 1 one up, step k - 1 one down; chance would give each 1 / k.
    """
    found = [(after - before) % k for before, after in itertools.pairwise(sequence)]
    return shares(found, k)


def repeats(sequence: Sequence[int]) -> tuple[int, int]:
    """How often a symbol came twice in a row, and of how many places; chance gives 1 in k."""
    pairs = list(itertools.pairwise(sequence))
    return sum(before == after for before, after in pairs), len(pairs)


def commonest_run(sequence: Sequence[int], k: int, length: int = 3) -> Run | None:
    """The commonest run of so many symbols, of several the one that came first.

    None where none came twice. Runs may overlap; `expected` is the mean under pure chance.
    """
    places = len(sequence) - length + 1
    counts = Counter(tuple(sequence[i : i + length]) for i in range(places))
    if not counts:
        return None
    symbols, count = counts.most_common(1)[0]
    return Run(symbols, count, places / k**length) if count > 1 else None


def best_context(sequence: Sequence[int], length: int = 2) -> Context | None:
    """The context whose successor is surest: highest lower end of the 95% interval of its share.

    None where no context was followed by the same symbol twice.
    """
    found: Counter[tuple[tuple[int, ...], int]] = Counter()
    trials: Counter[tuple[int, ...]] = Counter()
    for i in range(length, len(sequence)):
        before = tuple(sequence[i - length : i])
        found[before, sequence[i]] += 1
        trials[before] += 1
    contexts = [Context(b, then, n, trials[b]) for (b, then), n in found.items() if n > 1]
    return max(contexts, key=lambda c: wilson(c.times, c.trials)[0], default=None)


def most_predictable(sequence: Sequence[int], probabilities: Sequence[float]) -> Moment | None:
    """The place whose symbol was thought most probable beforehand; of several, the earliest.

    `probabilities` holds what a model gave to the symbol that came, for each of the last places
    of the sequence: where it is shorter, its end meets the sequence's end.
    """
    if not probabilities:
        return None
    best = max(range(len(probabilities)), key=lambda i: (probabilities[i], -i))
    index = len(sequence) - len(probabilities) + best
    return Moment(index, sequence[index], probabilities[best])


def answers(sequence: Sequence[int], won: Sequence[bool | None]) -> Answers:
    """How wins and losses were answered; `won` is None where a round was neither.

    The last symbol answers nothing, and its result is not looked at.
    """
    totals = {True: [0, 0], False: [0, 0]}
    for (before, after), result in zip(itertools.pairwise(sequence), won, strict=False):
        if result is not None:
            totals[result][0] += before == after
            totals[result][1] += 1
    return Answers(*totals[True], *totals[False])
