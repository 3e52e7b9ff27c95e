"""Five ways to find the sets on a table, each with its original's idea, all with one answer.

`brute`, `pairs` and `recursive` go about it as the three of the original did; `table` looks the
third card up, one board after another; `batch` counts on many boards of one size at once. They
return sets as ascending places in dictionary order.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from games.set.rules.cards import CARDS, DIGITS, FEATURES, Indices, sets_among

Boards = npt.NDArray[np.uint8]
"""Cards 0..80, shape (boards, cards)."""
Counts = npt.NDArray[np.int64]

Solver = Callable[[Sequence[int]], list[Indices]]


def brute(cards: Sequence[int]) -> list[Indices]:
    """Return every three cards, tested feature by feature."""
    found: list[Indices] = []
    for places in itertools.combinations(range(len(cards)), 3):
        a, b, c = (DIGITS[cards[place]] for place in places)
        if all(_agrees(a[f], b[f], c[f]) for f in range(len(FEATURES))):
            found.append(places)
    return found


def _agrees(x: int, y: int, z: int) -> bool:
    """Return whether three values of a feature are all equal or all different."""
    return x == y == z or (x != y and y != z and x != z)


def pairs(cards: Sequence[int]) -> list[Indices]:
    """Return for each two cards the one that completes them, looked for among the cards after
    them.
    """
    found: list[Indices] = []
    for i, j in itertools.combinations(range(len(cards)), 2):
        a, b = DIGITS[cards[i]], DIGITS[cards[j]]
        wanted = tuple(-(x + y) % 3 for x, y in zip(a, b, strict=True))
        for k in range(j + 1, len(cards)):
            if DIGITS[cards[k]] == wanted:
                found.append((i, j, k))
                break
    return found


Places = list[int]


def recursive(cards: Sequence[int]) -> list[Indices]:
    """Return cards in groups by one feature after another: a set lies in one group, or has a card
    in each, of which every three are tested.
    """

    def within(places: Places, feature: int) -> Iterator[Indices]:
        """Yield the sets of one group, whose cards agree in all features before this one."""
        groups: tuple[Places, Places, Places] = ([], [], [])
        for place in places:
            groups[DIGITS[cards[place]][feature]].append(place)
        for group in groups:
            if len(group) >= 3:
                yield from within(group, feature + 1)
        for i, j, k in itertools.product(*groups):
            a, b, c = DIGITS[cards[i]], DIGITS[cards[j]], DIGITS[cards[k]]
            if all(_agrees(a[f], b[f], c[f]) for f in range(feature + 1, len(FEATURES))):
                yield i, j, k

    return sorted(tuple(sorted(found)) for found in within(list(range(len(cards))), 0))


SOLVERS: Final[dict[str, Solver]] = {
    "brute": brute,
    "pairs": pairs,
    "recursive": recursive,
    "table": sets_among,
}
"""The solvers of one board."""

# -- many boards at once -------------------------------------------------------------------

CHUNK: Final = 16384
"""Boards of which sets are counted together: a call of NumPy costs as much as some thousand bytes
that it compares (4,096 are a quarter slower, 32,768 a tenth quicker and twice as large)."""
LISTED: Final = 4096
"""Boards of which sets are listed together."""


def _planes() -> tuple[Boards, Boards, Boards]:
    """Return each card in three bytes, shape (81,): a half for each of its four features twice
    over.

    A feature's value is two bits: high (value 2) and low (value 1), both 0 for value 0. The bytes
    are [high, low], [low, high] and [zero, zero], four bits to a half.
    """
    digits = np.array(DIGITS, np.uint8)
    weights = np.array([8, 4, 2, 1], np.uint8)
    halves = [((digits == value) * weights).sum(axis=1).astype(np.uint8) for value in range(3)]
    zero, low, high = halves
    return high << 4 | low, low << 4 | high, zero << 4 | zero


STRAIGHT, _CROSSED, _ZERO = _planes()


def batch_counts(boards: Boards) -> Counts:
    """Return the number of sets of each of many boards, shape (boards,).

    The third card of two takes five operations on bytes: its value 2 comes of 2 and 2, or of 0 and
    1, in either order, and its value 1 of 1 and 1, or of 0 and 2.
    """
    counts = np.empty(len(boards), np.int64)
    for start in range(0, len(boards), CHUNK):
        counts[start : start + CHUNK] = _count(boards[start : start + CHUNK])
    return counts


def _count(boards: Boards) -> npt.NDArray[np.uint16]:
    """Return sets by their first card, for all second cards at once, then at each distance of a
    third.
    """
    count, size = boards.shape
    columns = np.ascontiguousarray(boards.T)
    straight, crossed, zero = STRAIGHT[columns], _CROSSED[columns], _ZERO[columns]
    thirds, parts, sets = np.zeros((3, size, count), np.uint8)  # by the second card
    equal = np.empty((size, count), np.bool_)
    for i in range(size - 2):
        second = slice(i + 1, size - 1)
        np.bitwise_and(straight[i], straight[second], out=thirds[second])
        for one, other in ((zero, crossed), (crossed, zero)):
            np.bitwise_and(one[i], other[second], out=parts[second])
            thirds[second] |= parts[second]
        for distance in range(1, size - 1 - i):
            near, far = slice(i + 1, size - distance), slice(i + 1 + distance, size)
            np.equal(thirds[near], straight[far], out=equal[near])
            sets[near] += equal[near].view(np.uint8)
    counts: npt.NDArray[np.uint16] = sets.sum(axis=0, dtype=np.uint16)
    return counts  # each second card has at most 40


_NUMPY_THIRD: Final = np.array(
    [[sum((-(x + y) % 3) * 3 ** (3 - f) for f, (x, y) in enumerate(zip(a, b, strict=True)))
      for b in DIGITS] for a in DIGITS], np.uint8,
)  # fmt: skip


def triples(size: int) -> tuple[Counts, Counts, Counts]:
    """Return the places of every three cards of a board, in dictionary order (C(size, 3),)."""
    places = np.array(list(itertools.combinations(range(size), 3)), np.int64).reshape(-1, 3)
    return places[:, 0], places[:, 1], places[:, 2]


def which_are_sets(boards: Boards, places: tuple[Counts, Counts, Counts]) -> npt.NDArray[np.bool_]:
    """Return which of these triples of each board are sets, shape (boards, triples)."""
    i, j, k = places
    found: npt.NDArray[np.bool_] = _NUMPY_THIRD[boards[:, i], boards[:, j]] == boards[:, k]
    return found


def batch(boards: Boards) -> list[list[Indices]]:
    """Return the sets of each of many boards."""
    places = triples(boards.shape[1])
    named = np.stack(places, axis=1)
    lists: list[list[Indices]] = []
    for start in range(0, len(boards), LISTED):
        for row in which_are_sets(boards[start : start + LISTED], places):
            lists.append([tuple(found) for found in named[row].tolist()])
    return lists


def random_boards(count: int, size: int, deck: Sequence[int], rng: np.random.Generator) -> Boards:
    """Return random boards of different cards of a `deck`, shape (count, size), each as likely.

    Cards are drawn one after another: the n-th is one of the cards that are left, by an exchange as
    in the shuffle of Fisher and Yates.
    """
    cards = np.tile(np.array(deck, np.uint8), (count, 1))
    rows = np.arange(count)
    for place in range(size):
        drawn = rng.integers(place, len(deck), count)
        here = cards[:, place].copy()
        cards[:, place] = cards[rows, drawn]
        cards[rows, drawn] = here
    return np.ascontiguousarray(cards[:, :size])


def full_deck() -> tuple[int, ...]:
    """Return all 81 cards."""
    return tuple(range(CARDS))
