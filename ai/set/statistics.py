"""How often a table has no set: exactly for random tables, and by play for whole games.

Random tables: the collections of n cards without a set were counted by Knuth ("SetSet", 2001), up
to n = 9 counted again here. Games: a set that lies on the table is taken (which, is the policy),
the rest closes up, and new cards follow at the end up to twelve; without one three more come, and
the game ends when the deck is empty.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ai.set.solvers import Boards, Counts, batch_counts, random_boards, triples, which_are_sets
from games.intervals import Z, wilson
from games.set.rules.cards import CARDS, JUNIOR, sets_among

WITHOUT: Final = (
    *(84240, 1579500, 22441536, 247615056, 2144076480, 14587567020, 77541824880, 318294370368),
    *(991227481920, 2284535476080, 3764369026080, 4217827554720, 2970003246912, 1141342138404),
    *(176310866160, 6482268000, 13646880, 682344),
)
"""Collections of 3, 4, ... 20 cards of 81 that hold no set; of 21 there is none."""
WITHOUT_JUNIOR: Final = (2808, 14742, 50544, 107406, 126360, 63180, 2106)
"""Collections of 3 to 9 cards of the junior deck that hold no set; of 10 there is none."""
DECKS: Final = {"full": tuple(range(CARDS)), "junior": JUNIOR}
POLICIES: Final = ("first", "random")
_PIECE: Final = 8192  # boards or games that are counted together; 30 MB of triples at most


def exact_without(cards: int, deck: str) -> float:
    """The probability that so many cards (3 or more) of a deck hold no set."""
    counted = WITHOUT if deck == "full" else WITHOUT_JUNIOR
    if cards - 3 >= len(counted):
        return 0.0
    return counted[cards - 3] / math.comb(len(DECKS[deck]), cards)


def exact_mean(cards: int, deck: str) -> float:
    """How many sets so many cards of a deck hold on average."""
    return math.comb(cards, 3) / (len(DECKS[deck]) - 2)


def share_of(share: float, low: float, high: float) -> dict[str, Any]:
    """A share with its 95% interval, and in how many it is one."""
    one_in = 1.0 / share if share > 0 else None
    return {"share": share, "ci95": [low, high], "one_in": one_in}


def _counted(found: int, boards: int) -> dict[str, Any]:
    """The share of so many among independent boards, with Wilson's interval."""
    low, high = wilson(found, boards)
    return share_of(found / boards, low if found else 0.0, high if found < boards else 1.0)


def random_histogram(cards: int, boards: int, seed: int, deck: str) -> Iterator[Counter[int]]:
    """How many of `boards` random boards have 0, 1, ... sets, a piece at a time.

    The boards are the same for a `seed` however far one goes.
    """
    rng = np.random.default_rng(seed)
    for start in range(0, boards, _PIECE):
        found = random_boards(min(_PIECE, boards - start), cards, DECKS[deck], rng)
        yield Counter(batch_counts(found).tolist())


def as_list(histogram: Counter[int]) -> list[int]:
    """The numbers of boards with 0, 1, ... sets."""
    return [histogram[sets] for sets in range(max(histogram, default=-1) + 1)]


def summary(histogram: Counter[int]) -> dict[str, Any]:
    """What a histogram of independent boards says: shares with Wilson's intervals, the mean."""
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
    """The original's game from a deck in order: (cards on the table, sets) of each board, and
    what is left.
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


@dataclass
class Boards3:
    """Of boards of one kind in many games: the histogram of their sets, and for the intervals the
    sums over games of boards n, of those without a set and with three x, of x x, x n and n n.
    """

    histogram: Counter[int] = field(default_factory=Counter)
    games: int = 0
    boards: int = 0
    moments: dict[str, list[float]] = field(
        default_factory=lambda: {"no_set": [0.0] * 3, "three_or_more": [0.0] * 3}
    )
    squares: float = 0.0

    def add(self, counts: Counts, none: Counts, three: Counts, boards: Counts) -> None:
        """Take in the sets of boards, and by game how many there were of each sort."""
        self.histogram.update(Counter(counts.tolist()))
        self.games += len(boards)
        self.boards += int(boards.sum())
        self.squares += float((boards * boards).sum())
        for name, found in (("no_set", none), ("three_or_more", three)):
            sums = (found.sum(), (found * found).sum(), (found * boards).sum())
            self.moments[name] = [
                old + float(new) for old, new in zip(self.moments[name], sums, strict=True)
            ]

    def _share(self, name: str) -> dict[str, Any]:
        """A ratio of sums over games, whose error comes from how games differ."""
        found, squared, crossed = self.moments[name]
        share = found / self.boards
        spread = squared - 2 * share * crossed + share * share * self.squares
        games = max(2, self.games)
        error = Z * math.sqrt(max(0.0, spread) * games / (games - 1)) / self.boards
        return share_of(share, max(0.0, share - error), min(1.0, share + error))

    def told(self) -> dict[str, Any]:
        """The figures."""
        if not self.boards:
            nothing = {"share": 0.0, "ci95": [0.0, 1.0], "one_in": None}
            return {"boards": 0, "no_set": nothing, "three_or_more": nothing, "mean": 0.0,
                    "histogram": []}  # fmt: skip
        total = sum(sets * number for sets, number in self.histogram.items())
        return {
            "boards": self.boards,
            "no_set": self._share("no_set"),
            "three_or_more": self._share("three_or_more"),
            "mean": total / self.boards,
            "histogram": as_list(self.histogram),
        }


@dataclass
class GameFigures:
    """What many games have shown so far."""

    games: int = 0
    all: Boards3 = field(default_factory=Boards3)
    deck_left: dict[int, Boards3] = field(default_factory=dict)
    left_at_end: Counter[int] = field(default_factory=Counter)
    never_fifteen: int = 0

    def told(self) -> dict[str, Any]:
        """The figures as the analysis gives them."""
        ends = sorted(self.left_at_end.items())
        return {
            "games": self.games,
            "boards_per_game": self.all.boards / self.games,
            "all": self.all.told(),
            "deck_left": {str(n): part.told() for n, part in sorted(self.deck_left.items())},
            "left_at_end": {str(cards): number / self.games for cards, number in ends},
            "games_without_15": self.never_fifteen / self.games,
        }


def play_games(games: int, seed: int, policy: str) -> Iterator[GameFigures]:
    """Play so many games from shuffled decks; yields the same figures again as they grow."""
    rng = np.random.default_rng(seed)
    figures = GameFigures()
    for start in range(0, games, _PIECE):
        _play_piece(min(_PIECE, games - start), rng, policy, figures)
        yield figures


class _Tally:
    """By game: boards, those without a set and with three, of one kind; and all their counts."""

    def __init__(self, games: int) -> None:
        self.boards, self.none, self.three = np.zeros((3, games), np.int64)
        self.counts: list[Counts] = []

    def note(self, rows: Counts, counts: Counts) -> None:
        self.boards[rows] += 1
        self.none[rows] += counts == 0
        self.three[rows] += counts >= 3
        self.counts.append(counts)

    def into(self, part: Boards3) -> None:
        part.add(np.concatenate(self.counts), self.none, self.three, self.boards)


def _play_piece(games: int, rng: np.random.Generator, policy: str, figures: GameFigures) -> None:
    """Play games in step: in each round those with tables of one length go one board on."""
    decks = random_boards(games, CARDS, DECKS["full"], rng)
    tables, size = np.zeros((games, CARDS), np.uint8), np.full(games, 12)
    tables[:, :12], drawn = decks[:, :12], np.full(games, 12)
    everything = _Tally(games)
    kinds: dict[int, _Tally] = {}
    over, fifteen = np.zeros(games, np.bool_), np.zeros(games, np.bool_)
    while not over.all():
        for length in np.unique(size[~over]).tolist():
            rows = np.flatnonzero(~over & (size == length))
            counts, taken = _look(tables[rows, :length], policy, rng)
            everything.note(rows, counts)
            fifteen[rows] |= length >= 15
            left = drawn[rows] < CARDS
            if left.any():
                kinds.setdefault(length, _Tally(games)).note(rows[left], counts[left])
            over[rows] = (counts == 0) & ~left
            _take(tables, size, rows[counts > 0], taken[counts > 0])
        _draw(decks, tables, size, drawn, over)
    everything.into(figures.all)
    for length, tally in kinds.items():
        tally.into(figures.deck_left.setdefault(length, Boards3()))
    figures.games += games
    figures.left_at_end.update(Counter(size.tolist()))
    figures.never_fifteen += int((~fifteen).sum())


def _look(boards: Boards, policy: str, rng: np.random.Generator) -> tuple[Counts, Counts]:
    """How many sets each board has, and the places (n, 3) of the one that is taken."""
    places = triples(boards.shape[1])
    named = np.stack(places, axis=1)
    if not len(named):
        return np.zeros(len(boards), np.int64), np.zeros((len(boards), 3), np.int64)
    found = which_are_sets(boards, places)
    counts = found.sum(axis=1)
    wanted = np.ones(len(boards), np.int64)
    if policy == "random":
        wanted += (rng.random(len(boards)) * counts).astype(np.int64)
    chosen = (np.cumsum(found, axis=1, dtype=np.uint8) >= wanted[:, None]).argmax(axis=1)
    return counts, named[chosen]


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
    """Three new cards where the deck lasts: after a set up to twelve, without one always."""
    took = size < 0
    size[took] = -size[took] - 1
    rows = np.flatnonzero(~over & (drawn < CARDS) & (~took | (size < 12)))
    for _ in range(3):
        tables[rows, size[rows]] = decks[rows, drawn[rows]]
        size[rows] += 1
        drawn[rows] += 1
