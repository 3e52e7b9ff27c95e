"""The looks of six solvers at one table, in order. Without a window.

A look is counted: cards compared, or a third card looked up. `batch` and the compiled one take the
same looks at thousands of boards at once.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from games.set.rules.cards import DIGITS, THIRD, Indices, is_set


class LookAt(NamedTuple):
    """The places that are looked at, and whether they are a set."""

    places: Indices
    found: bool = False


class SolverWay(NamedTuple):
    """A solver: its name, how it goes about it, how many boards a look is at, and its looks."""

    name: str
    text: str
    boards: int
    looks: Callable[[Sequence[int]], Iterator[LookAt]]


def brute(cards: Sequence[int]) -> Iterator[LookAt]:
    """Yield every three cards."""
    for i, j, k in itertools.combinations(range(len(cards)), 3):
        yield LookAt((i, j, k), is_set(cards[i], cards[j], cards[k]))


def pairs(cards: Sequence[int]) -> Iterator[LookAt]:
    """Yield for each two cards the third, looked for among the cards after them."""
    for i, j in itertools.combinations(range(len(cards)), 2):
        wanted = THIRD[cards[i]][cards[j]]
        for k in range(j + 1, len(cards)):
            yield LookAt((i, j, k), cards[k] == wanted)
            if cards[k] == wanted:
                break


def recursive(cards: Sequence[int]) -> Iterator[LookAt]:
    """Yield groups by one feature after another: a look at each group that is split, and at every
    three cards of three groups.
    """

    def within(places: Sequence[int], feature: int) -> Iterator[LookAt]:
        yield LookAt(tuple(places))
        groups: list[list[int]] = [[], [], []]
        for place in places:
            groups[DIGITS[cards[place]][feature]].append(place)
        for group in groups:
            if len(group) >= 3:
                yield from within(group, feature + 1)
        for three in itertools.product(*groups):
            i, j, k = sorted(three)
            yield LookAt((i, j, k), is_set(cards[i], cards[j], cards[k]))

    yield from within(range(len(cards)), 0)


def table(cards: Sequence[int]) -> Iterator[LookAt]:
    """Yield for each two cards the third from a table, and where that card lies."""
    place = {card: number for number, card in enumerate(cards)}
    for i, j in itertools.combinations(range(len(cards)), 2):
        k = place.get(THIRD[cards[i]][cards[j]], -1)
        yield LookAt((i, j, k), True) if k > j else LookAt((i, j))


WAYS: Final[Mapping[str, SolverWay]] = MappingProxyType(
    {
        "brute": SolverWay(
            "Brute force",
            "Takes every three cards and compares them feature by feature.",
            1,
            brute,
        ),
        "pairs": SolverWay(
            "Pairs",
            "Takes two cards, names the third, and looks for it among the cards that follow.",
            1,
            pairs,
        ),
        "recursive": SolverWay(
            "Groups",
            "Splits the cards by one feature after another: a set lies in one group, or has a card "
            "in each, where it compares every three.",
            1,
            recursive,
        ),
        "table": SolverWay(
            "Table",
            "Has the third card of any two in a table, and knows where each card lies: one look "
            "for two cards.",
            1,
            table,
        ),
        "batch": SolverWay(
            "Arrays",
            "Takes every three places as brute force does, but on 16,384 boards at a time: a card "
            "is a byte, the third one five operations.",
            16384,
            brute,
        ),
        "compiled": SolverWay(
            "Compiled",
            "The same on 2,048 boards, compiled: the processor compares 32 cards in one step.",
            2048,
            brute,
        ),
    }
)
"""The solvers by name: the three of the original, and three of ours."""


def looks_of(name: str, cards: Sequence[int]) -> list[LookAt]:
    """Return all looks of a solver at a table."""
    return list(WAYS[name].looks(cards))


def sets_seen(looks: Sequence[LookAt]) -> set[Indices]:
    """Return the sets that these looks have found."""
    return {look.places for look in looks if look.found}
