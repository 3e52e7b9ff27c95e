"""The share of tables without a set: exactly for random tables, and by play for whole games.

Random tables: the collections of n cards without a set were counted by Knuth ("SetSet", 2001), up
to n = 9 counted again here. Games: a set that lies on the table is taken (the policy chooses it),
the rest closes up, and new cards follow at the end up to twelve; without one three more come, and
the game ends when the deck is empty.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ai.set.solvers import Boards, Counts, batch_counts, random_boards, triples, which_are_sets
from ai.set.sums import KINDS, MOST_LEFT, MOST_SETS, GameSums, share_of
from games.intervals import wilson
from games.set.rules.cards import CARDS, DIFFER, JUNIOR, sets_among

WITHOUT: Final = (
    *(84240, 1579500, 22441536, 247615056, 2144076480, 14587567020, 77541824880, 318294370368),
    *(991227481920, 2284535476080, 3764369026080, 4217827554720, 2970003246912, 1141342138404),
    *(176310866160, 6482268000, 13646880, 682344),
)
"""Collections of 3, 4, ... 20 cards of 81 that hold no set; of 21 there is none."""
WITHOUT_JUNIOR: Final = (2808, 14742, 50544, 107406, 126360, 63180, 2106)
"""Collections of 3 to 9 cards of the junior deck that hold no set; of 10 there is none."""
DECKS: Final = {"full": tuple(range(CARDS)), "junior": JUNIOR}
POLICIES: Final = ("first", "random", "easiest", "yours")
"""Which set is taken: the first in dictionary order, any, the first of those that differ in the
fewest features, or one by weights of the four kinds."""
EVEN: Final = (1.0, 1.0, 1.0, 1.0)
_DIFFER: Final = np.array([list(row) for row in DIFFER], np.int64)
_NO_KIND: Final = 9
_PIECE: Final = 8192  # boards or games that are counted together; 30 MB of triples at most


def exact_without(cards: int, deck: str) -> float:
    """Return the probability that this number of `cards` (3 or more) of a deck holds no set."""
    counted = WITHOUT if deck == "full" else WITHOUT_JUNIOR
    if cards - 3 >= len(counted):
        return 0.0
    return counted[cards - 3] / math.comb(len(DECKS[deck]), cards)


def exact_mean(cards: int, deck: str) -> float:
    """Return the mean number of sets among this number of `cards` of a deck."""
    return math.comb(cards, 3) / (len(DECKS[deck]) - 2)


def _counted(found: int, boards: int) -> dict[str, Any]:
    """Return the share of `found` among independent boards, with Wilson's interval."""
    low, high = wilson(found, boards)
    return share_of(found / boards, low if found else 0.0, high if found < boards else 1.0)


def random_histogram(cards: int, boards: int, seed: int, deck: str) -> Iterator[Counter[int]]:
    """Yield the number of `boards` random boards that have 0, 1, ... sets, a piece at a time.

    The boards are the same for a `seed`, at any number of them.
    """
    rng = np.random.default_rng(seed)
    for start in range(0, boards, _PIECE):
        found = random_boards(min(_PIECE, boards - start), cards, DECKS[deck], rng)
        yield Counter(batch_counts(found).tolist())


def as_list(histogram: Counter[int]) -> list[int]:
    """Return the numbers of boards with 0, 1, ... sets."""
    return [histogram[sets] for sets in range(max(histogram, default=-1) + 1)]


def summary(histogram: Counter[int]) -> dict[str, Any]:
    """Return the summary of a histogram of independent boards: shares with Wilson's intervals, the
    mean.
    """
    boards = sum(histogram.values())
    many = sum(number for sets, number in histogram.items() if sets >= 3)
    return {
        "no_set": _counted(histogram[0], boards),
        "three_or_more": _counted(many, boards),
        "mean": sum(sets * number for sets, number in histogram.items()) / boards,
        "histogram": as_list(histogram),
    }


# -- games ---------------------------------------------------------------------------------


def original_game(
    deck: Sequence[int], policy: str, rng: np.random.Generator
) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """Return the original's game from a deck in order: (cards on the table, sets) of each board,
    and what is left.
    """
    table, rest, log = list(deck[:12]), list(deck[12:]), []
    while True:
        found = sets_among(table)
        log.append((len(table), len(found)))
        if not found and not rest:
            return log, tuple(table)
        if found:
            taken = found[0] if policy == "first" else found[rng.integers(len(found))]
            table = [card for place, card in enumerate(table) if place not in taken]
        wanted = max(0, 12 - len(table)) if found else 3
        table, rest = table + rest[:wanted], rest[wanted:]


def play_games(
    games: int, seed: int, policy: str, weights: Sequence[float] = EVEN
) -> Iterator[GameSums]:
    """Play `games` games from shuffled decks; yield the same figures again as they grow.

    `policy` is one of `POLICIES`; for "yours" a set of kind d is taken with a chance in proportion
    to the d-th of four `weights` above 0.
    """
    rng = np.random.default_rng(seed)
    figures = GameSums()
    for start in range(0, games, _PIECE):
        figures.add(_play_piece(min(_PIECE, games - start), rng, policy, weights))
        yield figures


class _Tally:
    """By game and kind of board: boards, those without a set and with three; and their sets."""

    def __init__(self, games: int) -> None:
        self.found: Counts = np.zeros((KINDS, 3, games), np.int64)
        self.figures = GameSums()
        self.figures.games = games

    def note(self, kind: int, rows: Counts, counts: Counts) -> None:
        """Note the sets of one more board of this kind in each of these games."""
        self.figures.histogram[kind] += np.bincount(counts, minlength=MOST_SETS)
        for which, found in enumerate((np.ones_like(counts), counts == 0, counts >= 3)):
            self.found[kind, which, rows] += found

    def add_up(self) -> GameSums:
        """Return the figures of these games."""
        boards, *sorts = self.found.transpose(1, 0, 2)
        columns = [boards, boards * boards]
        for sort in sorts:
            columns += [sort, sort * sort, sort * boards]
        self.figures.sums = np.stack([column.sum(axis=1) for column in columns], axis=1)
        return self.figures


def _play_piece(
    games: int, rng: np.random.Generator, policy: str, weights: Sequence[float]
) -> GameSums:
    """Play games in step: in each round those with tables of one length go one board on."""
    decks = random_boards(games, CARDS, DECKS["full"], rng)
    tables, size = np.zeros((games, CARDS), np.uint8), np.full(games, 12)
    tables[:, :12], drawn = decks[:, :12], np.full(games, 12)
    tally = _Tally(games)
    over, fifteen = np.zeros(games, np.bool_), np.zeros(games, np.bool_)
    while not over.all():
        for length in np.unique(size[~over]).tolist():
            rows = np.flatnonzero(~over & (size == length))
            counts, taken = _look(tables[rows, :length], policy, weights, rng)
            tally.note(0, rows, counts)
            fifteen[rows] |= length >= 15
            left = drawn[rows] < CARDS
            if left.any():
                tally.note((length - 9) // 3, rows[left], counts[left])
            if length == 12:
                np.add.at(tally.figures.course[:, 0], CARDS - drawn[rows], 1)
                np.add.at(tally.figures.course[:, 1], CARDS - drawn[rows[counts == 0]], 1)
            over[rows] = (counts == 0) & ~left
            _take(tables, size, rows[counts > 0], taken[counts > 0])
        _draw(decks, tables, size, drawn, over)
    tally.figures.ends += np.bincount(size, minlength=MOST_LEFT)
    tally.figures.never_fifteen = int((~fifteen).sum())
    return tally.add_up()


def _look(
    boards: Boards, policy: str, weights: Sequence[float], rng: np.random.Generator
) -> tuple[Counts, Counts]:
    """Return the number of sets of each board, and the places (n, 3) of the one that is taken."""
    places = triples(boards.shape[1])
    named = np.stack(places, axis=1)
    if not len(named):
        return np.zeros(len(boards), np.int64), np.zeros((len(boards), 3), np.int64)
    found = which_are_sets(boards, places)
    return found.sum(axis=1), named[_chosen(boards, found, policy, weights, rng)]


def _chosen(
    boards: Boards,
    found: npt.NDArray[np.bool_],
    policy: str,
    weights: Sequence[float],
    rng: np.random.Generator,
) -> Counts:
    """Return the triple of each board that is taken, where one is `found`; see `POLICIES`."""
    if policy == "first":
        first: Counts = found.argmax(axis=1)
        return first
    i, j, _ = triples(boards.shape[1])
    kinds = _DIFFER[boards[:, i], boards[:, j]]
    if policy == "easiest":
        easiest: Counts = np.where(found, kinds, _NO_KIND).argmin(axis=1)
        return easiest
    by_kind = np.array([0.0, *(weights if policy == "yours" else EVEN)])
    summed = np.cumsum(np.where(found, by_kind[kinds], 0.0), axis=1)
    wanted = rng.random(len(boards)) * summed[:, -1]
    drawn: Counts = (summed > wanted[:, None]).argmax(axis=1)
    return drawn


def _take(tables: Boards, size: Counts, rows: Counts, taken: Counts) -> None:
    """Take three cards from the tables of these games; the rest closes up."""
    if not len(rows):
        return
    length = int(size[rows[0]])
    kept = np.ones((len(rows), length), np.bool_)
    kept[np.arange(len(rows))[:, None], taken] = False
    tables[rows, : length - 3] = tables[rows, :length][kept].reshape(len(rows), length - 3)
    size[rows] = -(length - 3) - 1  # marked as taken from, for `_draw`


def _draw(
    decks: Boards, tables: Boards, size: Counts, drawn: Counts, over: npt.NDArray[np.bool_]
) -> None:
    """Draw three new cards where the deck lasts: after a set up to twelve, without one always."""
    took = size < 0
    size[took] = -size[took] - 1
    rows = np.flatnonzero(~over & (drawn < CARDS) & (~took | (size < 12)))
    for _ in range(3):
        tables[rows, size[rows]] = decks[rows, drawn[rows]]
        size[rows] += 1
        drawn[rows] += 1
