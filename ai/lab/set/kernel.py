"""Set, compiled: sets on many boards, and whole games; needs numba.

The readable ones are `ai.set.solvers` and `ai.set.statistics`; these are held to them by tests.
Counting takes the third card in five operations on a byte, for a piece of boards at a time, so
that what is read stays near the processor and goes through its wide registers. Games look the
third card of every two up, and where it lies.

Numba's cache on disk is not used: it notices a change only in the file of the function
that it kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ai.lab.compiled import compiled, uniform
from ai.set.race import Rates
from ai.set.solvers import STRAIGHT, Boards, Counts
from ai.set.statistics import EVEN
from ai.set.sums import GameSums
from games.set.rules.cards import CARDS, DIFFER, THIRD

Array = npt.NDArray[Any]

PIECE: Final = 2048
"""Boards that are counted together: 256 to 4,096 were tried, 1,024 to 2,048 are quickest."""


@compiled
def _third(first: Array, other: Array, third: Array, size: int) -> None:
    """The byte of the card that completes two, of each of `size` boards; see `STRAIGHT`."""
    for board in range(size):
        a, b = first[board], other[board]
        a_crossed, b_crossed = np.uint8(a << 4 | a >> 4), np.uint8(b << 4 | b >> 4)
        a_zero, b_zero = np.uint8(~(a | a_crossed)), np.uint8(~(b | b_crossed))
        third[board] = np.uint8(a & b | a_zero & b_crossed | a_crossed & b_zero)


@compiled
def _add_equal(third: Array, card: Array, few: Array, size: int) -> None:
    """Count a set on each board whose card is the third one."""
    for board in range(size):
        few[board] += np.uint8(third[board] == card[board])


@compiled
def _add_three(third: Array, cards: Array, few: Array, size: int) -> None:
    """Do the same for three cards at once, `cards` of shape (3, boards): a third less is
    fetched.
    """
    a, b, c = cards[0], cards[1], cards[2]
    for board in range(size):
        wanted = third[board]
        found = np.uint8(wanted == a[board]) + np.uint8(wanted == b[board])
        few[board] += found + np.uint8(wanted == c[board])


@compiled
def _count_piece(codes: Array, few: Array, third: Array, counts: Array, cards: int) -> None:
    """The sets of the boards in `codes`, shape (cards, boards), into `counts`."""
    size = len(counts)
    counts[:] = 0
    for i in range(cards - 2):
        few[:size] = 0
        for j in range(i + 1, cards - 1):
            _third(codes[i], codes[j], third, size)
            k = j + 1
            while k + 3 <= cards:
                _add_three(third, codes[k : k + 3], few, size)
                k += 3
            while k < cards:
                _add_equal(third, codes[k], few, size)
                k += 1
        for board in range(size):
            counts[board] += few[board]


@compiled
def _count(boards: Array, straight: Array, counts: Array) -> None:
    cards = boards.shape[1]
    codes = np.empty((cards, PIECE), np.uint8)
    few, third = np.empty(PIECE, np.uint8), np.empty(PIECE, np.uint8)
    for start in range(0, len(boards), PIECE):
        end = min(start + PIECE, len(boards))
        for board in range(start, end):
            for card in range(cards):
                codes[card, board - start] = straight[boards[board, card]]
        _count_piece(codes, few, third, counts[start:end], cards)


def counts_of(boards: Boards) -> Counts:
    """Return the sets of each board, shape (boards,); as `ai.set.solvers.batch_counts`."""
    counts = np.empty(len(boards), np.int64)
    _count(boards, STRAIGHT, counts)
    return counts


# -- whole games ---------------------------------------------------------------------------

FIRST, EASIEST, WEIGHED = range(3)
"""How a set is chosen: the first; the first of those that differ in least; by the weights of the
kinds, at random."""
_THIRDS: Final = np.array([list(row) for row in THIRD], np.int64)
_KINDS: Final = np.array([list(row) for row in DIFFER], np.int64)
_MOST: Final = 81  # places of a table, and sets that are listed; 70 is the most of 21 cards


@compiled
def shuffle(deck: Array, state: Array) -> None:
    """Shuffle a deck as Fisher and Yates do."""
    for last in range(len(deck) - 1, 0, -1):
        other = int(uniform(state) * (last + 1))
        deck[last], deck[other] = deck[other], deck[last]


@compiled
def _deal(codes: Array, size: int, deck: Array, straight: Array, state: Array) -> None:
    """Deal `size` random boards from a deck into `codes`, shape (cards, boards)."""
    for board in range(size):
        for place in range(len(codes)):
            other = place + int(uniform(state) * (len(deck) - place))
            deck[place], deck[other] = deck[other], deck[place]
            codes[place, board] = straight[deck[place]]


@compiled
def _count_random(
    boards: int, cards: int, deck: Array, straight: Array, state: Array, histogram: Array
) -> None:
    codes = np.empty((cards, PIECE), np.uint8)
    few, third = np.empty(PIECE, np.uint8), np.empty(PIECE, np.uint8)
    counts = np.empty(PIECE, np.int64)
    for start in range(0, boards, PIECE):
        size = min(PIECE, boards - start)
        _deal(codes, size, deck, straight, state)
        _count_piece(codes, few, third, counts[:size], cards)
        for board in range(size):
            histogram[counts[board]] += 1


def random_histogram(boards: int, cards: int, seed: int, deck: Sequence[int]) -> Counts:
    """Return the numbers of random boards of a deck with 0, 1, ... sets, shape (1081,)."""
    histogram = np.zeros(1081, np.int64)
    state = np.array([seed % (1 << 64)], np.uint64)
    _count_random(boards, cards, np.array(deck), STRAIGHT, state, histogram)
    return histogram


@compiled
def list_sets(table: Array, length: int, place: Array, found: Array) -> int:
    """List the sets of a table as ascending places into `found`; returns how many there are.

    `place` is int64 of shape (81,), -1 throughout, and is so again afterwards.
    """
    for at in range(length):
        place[table[at]] = at
    count = 0
    for i in range(length - 2):
        for j in range(i + 1, length - 1):
            k = place[_THIRDS[table[i], table[j]]]
            if k > j:
                found[count, 0], found[count, 1], found[count, 2] = i, j, k
                count += 1
    for at in range(length):
        place[table[at]] = -1
    return count


@compiled
def choose(
    table: Array, found: Array, count: int, policy: int, weights: Array, state: Array
) -> int:
    """Return which of `count` sets is taken; `weights` has one for each kind, shape (4,)."""
    if policy == FIRST:
        return 0
    best, total = 0, 0.0
    for number in range(count):
        kind = _KINDS[table[found[number, 0]], table[found[number, 1]]]
        if kind < _KINDS[table[found[best, 0]], table[found[best, 1]]]:
            best = number
        total += weights[kind - 1]
    if policy == EASIEST:
        return best
    left = uniform(state) * total
    for number in range(count):
        left -= weights[_KINDS[table[found[number, 0]], table[found[number, 1]]] - 1]
        if left < 0.0:
            return number
    return count - 1


@compiled
def _note(tally: Array, histogram: Array, kind: int, sets: int) -> None:
    histogram[kind, sets] += 1
    tally[kind, 0] += 1
    tally[kind, 1] += sets == 0
    tally[kind, 2] += sets >= 3


@compiled
def _add_up(tally: Array, sums: Array) -> None:
    """Add a game to the sums by kind of board: n, nn, then x, xx, xn of none and of three."""
    for kind in range(len(tally)):
        boards = tally[kind, 0]
        sums[kind, 0] += boards
        sums[kind, 1] += boards * boards
        for what in range(2):
            found = tally[kind, 1 + what]
            sums[kind, 2 + 3 * what] += found
            sums[kind, 3 + 3 * what] += found * found
            sums[kind, 4 + 3 * what] += found * boards


@compiled
def _play(
    games: int,
    state: Array,
    policy: int,
    weights: Array,
    histogram: Array,
    sums: Array,
    ends: Array,
    course: Array,
) -> int:
    """Play games and add them to what the arrays hold; returns those without 15 cards."""
    deck, table = np.arange(CARDS), np.empty(_MOST, np.int64)
    place, found = np.full(CARDS, -1), np.empty((_MOST, 3), np.int64)
    tally = np.zeros((len(sums), 3), np.int64)
    never = 0
    for _ in range(games):
        shuffle(deck, state)
        table[:12] = deck[:12]
        length, drawn, most = 12, 12, 12
        tally[:] = 0
        while True:
            sets = list_sets(table, length, place, found)
            most = max(most, length)
            _note(tally, histogram, 0, sets)
            if drawn < CARDS:
                _note(tally, histogram, (length - 9) // 3, sets)
            if length == 12:
                course[CARDS - drawn, 0] += 1
                course[CARDS - drawn, 1] += sets == 0
            if sets:
                taken = choose(table, found, sets, policy, weights, state)
                kept = 0
                for at in range(length):
                    if at != found[taken, 0] and at != found[taken, 1] and at != found[taken, 2]:
                        table[kept] = table[at]
                        kept += 1
                length = kept
            elif drawn == CARDS:
                break
            if drawn < CARDS and (sets == 0 or length < 12):
                for _card in range(3):
                    table[length] = deck[drawn]
                    length, drawn = length + 1, drawn + 1
        ends[length] += 1
        never += most < 15
        _add_up(tally, sums)
    return never


def play_games(games: int, seed: int, policy: str, weights: Rates = EVEN) -> GameSums:
    """Play games from decks shuffled by `seed`, others than `ai.set.statistics.play_games` has."""
    ways = {"first": FIRST, "easiest": EASIEST}
    found = GameSums()
    state = np.array([seed % (1 << 64)], np.uint64)
    found.never_fifteen = _play(
        games,
        state,
        ways.get(policy, WEIGHED),
        np.array(weights if policy == "yours" else EVEN),
        found.histogram,
        found.sums,
        found.ends,
        found.course,
    )
    found.games = games
    return found
