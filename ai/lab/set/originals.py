"""The claims about Set that can be measured, and the original's solvers; see `ai.lab.originals`.

`ai.set.solvers` works on tables of tuples. The original kept a board as an array of numpy with four
numbers a card, and called numpy for every pair and every triple: its order of speeds comes from
that, so its solvers are rebuilt here in that way (`WAYS`).
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from ai.lab.originals import FAILS, HALF, HOLDS, Effort, Measure, Remeasured, Spanned, exact, share
from ai.set.solvers import SOLVERS, batch_counts, full_deck, random_boards
from ai.set.statistics import exact_without, play_games
from ai.set.sums import GameSums
from games.set.rules.cards import DIGITS, Indices

Cards = npt.NDArray[np.int64]
"""A board of the original: a row of four numbers for each card."""


def _board(cards: Sequence[int]) -> Cards:
    return np.array([DIGITS[card] for card in cards])


def _is_set(three: Cards) -> bool:
    """Return whether three cards (3, 4) are alike or all different in every feature."""
    a, b, c = three
    alike = (a == b) & (b == c)
    different = (a != b) & (b != c) & (a != c)
    return bool((alike | different).all())


def triples_2010(cards: Sequence[int]) -> list[Indices]:
    """Return the sets among every three cards, each tested for all features at once."""
    board = _board(cards)
    return [
        places
        for places in itertools.combinations(range(len(cards)), 3)
        if _is_set(board[list(places)])
    ]


def pairs_2010(cards: Sequence[int]) -> list[Indices]:
    """Return the sets by the card that completes each pair, among the cards behind the pair."""
    board, found = _board(cards), list[Indices]()
    for i in range(len(cards) - 2):
        for j in range(i + 1, len(cards) - 1):  # the last card never comes second
            wanted = -(board[i] + board[j]) % 3
            for k in np.flatnonzero((board[j + 1 :] == wanted).all(axis=1)):
                found.append((i, j, j + 1 + int(k)))
    return found


def recursive_2010(cards: Sequence[int]) -> list[Indices]:
    """Return the sets by dividing the cards by one feature after another."""
    board = _board(cards)

    def within(places: Cards, feature: int) -> Iterator[Indices]:
        """Yield the sets of cards that agree in all features before this one."""
        values = board[places, feature]
        groups = [places[values == value] for value in range(3)]
        for group in groups:
            if len(group) >= 3:
                yield from within(group, feature + 1)
        for three in itertools.product(*groups):
            if _is_set(board[list(three)]):
                i, j, k = sorted(map(int, three))
                yield i, j, k

    return sorted(within(np.arange(len(cards)), 0))


WAYS: Final[Mapping[str, Callable[[Sequence[int]], list[Indices]]]] = {
    "triples-2010": triples_2010,
    "pairs-2010": pairs_2010,
    "recursive-2010": recursive_2010,
}
"""The original's solvers, by the names under which `analyse` knows them."""
_ROUNDS: Final = 5


def _seconds(names: Sequence[str], boards: Sequence[Sequence[int]]) -> dict[str, list[float]]:
    """Return the seconds that each solver takes, in rounds by turns, so that load falls on all."""
    known = {**SOLVERS, **WAYS}
    spent: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(_ROUNDS):
        for name in names:
            begun = time.process_time()
            for board in boards:
                known[name](board)
            spent[name].append(time.process_time() - begun)
    return spent


def _times(spent: Mapping[str, Sequence[float]], slow: str, fast: str) -> Spanned:
    """Return how many times as fast one solver is as another, with the range over the rounds."""
    rounds = [a / b for a, b in zip(spent[slow], spent[fast], strict=True)]
    return Spanned(min(spent[slow]) / min(spent[fast]), min(rounds), max(rounds))


def _pair_count(effort: Effort) -> Remeasured:
    """Count the pairs that are visited on twelve cards."""
    cards = 12
    triples = len(list(itertools.combinations(range(cards), 3)))
    pairs = len(list(itertools.combinations(range(cards), 2)))
    visited = sum(1 for i in range(cards - 2) for _ in range(i + 1, cards - 1))
    return Remeasured(
        f"its loop visits {visited} pairs: the last card is never the second",
        f"{triples} triples, {pairs} pairs",
        HOLDS if visited < pairs < triples else FAILS,
        {"visited": exact(visited), "pairs": exact(pairs), "triples": exact(triples)},
    )


def _race(effort: Effort, slow: str, fast: str, boards: int) -> tuple[Spanned, Spanned]:
    """Return how many times as fast a solver is as another: his way, and ours."""
    ours = {"triples": "brute"}
    rng = np.random.default_rng(effort.seed)
    dealt = random_boards(effort.of(boards, 10), 12, full_deck(), rng).tolist()
    his = [f"{slow}-2010", f"{fast}-2010"]
    own = [ours.get(name, name) for name in (slow, fast)]
    spent = _seconds([*his, *own], dealt)
    return _times(spent, *his), _times(spent, *own)


def _faster(effort: Effort) -> Remeasured:
    """Race pairs against triples."""
    his, ours = _race(effort, "triples", "pairs", 200)
    told = "pairs are {:.1f} times as fast as triples"
    claimed = 4 < his.value < 9
    return Remeasured(
        told.format(his.value) + " (a call of numpy for each)",
        told.format(ours.value),
        HOLDS if claimed and ours.low > 4 else HALF if claimed else FAILS,
        {"his way": his, "ours": ours},
    )


def _recursive(effort: Effort) -> Remeasured:
    """Race the division by features against pairs."""
    his, ours = _race(effort, "pairs", "recursive", 200)
    told = "division is {:.2f} times as fast as pairs"
    return Remeasured(
        told.format(his.value) + " (a call of numpy for each part)",
        told.format(ours.value) + ", since our calls cost little",
        HALF if his.high < 1 < ours.low else HOLDS if ours.high < 1 else FAILS,
        {"his way": his, "ours": ours},
    )


def _random(effort: Effort) -> Remeasured:
    """Deal random tables, and work the chance of none out."""
    boards, rng = effort.of(100_000), np.random.default_rng(effort.seed)
    dealt = random_boards(boards, 12, full_deck(), rng)
    none = share(int((batch_counts(dealt) == 0).sum()), boards)
    chance = exact_without(12, "full")
    return Remeasured(
        f"dealt {boards:,} times: {none.percent(2)}",
        f"1 in {1 / chance:.2f}, exactly",
        HOLDS if none.low < chance < none.high and round(1 / chance) in (30, 31, 33) else HALF,
        {"none": none, "exact": exact(chance)},
    )


def _games(effort: Effort) -> GameSums:
    *_, figures = play_games(effort.of(20_000), effort.seed, "random")
    return figures


def _none_in_games(effort: Effort) -> Remeasured:
    """Play games, and count the tables without a set."""
    found = _games(effort).all.told()["no_set"]
    none, chance = Spanned(found["share"], *found["ci95"]), exact_without(12, "full")
    times = none.value / chance
    return Remeasured(
        "the same count of all tables of a game",
        f"1 in {1 / none.value:.1f}, {times:.1f} times as often as on random tables",
        HOLDS if 9 < 1 / none.value < 11.5 else FAILS,
        {"none": none, "times": exact(times)},
    )


def _three(effort: Effort) -> Remeasured:
    """Play games, and count the tables with three sets or more."""
    found = _games(effort).all.told()["three_or_more"]
    three = Spanned(found["share"], *found["ci95"])
    rng = np.random.default_rng(effort.seed)
    boards = effort.of(100_000)
    dealt = batch_counts(random_boards(boards, 12, full_deck(), rng))
    apart = share(int((dealt >= 3).sum()), boards)
    return Remeasured(
        f"all tables of games: {three.percent()}",
        f"on random tables {apart.percent()}",
        HOLDS if abs(three.value - 0.43) < 0.02 else FAILS,
        {"games": three, "random tables": apart},
    )


MEASURES: Final[Mapping[str, Measure]] = {
    "SET-1": _pair_count,
    "SET-2": _faster,
    "SET-3": _recursive,
    "SET-4": _random,
    "SET-5": _none_in_games,
    "SET-6": _three,
}
