"""The state of a match of Set: a table of places, a deck as a set of cards, points and clocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from games.set import SPRINTS
from games.set.rules.cards import CARDS, JUNIOR

FREE: Final = -1
"""A place that waits for its card."""
BASE: Final = 12
JUNIOR_BASE: Final = 9
MORE: Final = 3
"""So many cards come where a table has no set."""
MOST_GIVEN_UP: Final = 21
"""A table of so many cards gets none when it is given up: it always holds a set."""
MOST_IDLE: Final = 30
"""A sprint in which so many tables in a row were given up is over; chosen by hand."""
FREEZE: Final = 5000
"""Milliseconds that a wrong claim freezes a seat."""


class Terms(NamedTuple):
    """The terms of a match: the options of the game."""

    mode: str
    goal: int
    none: str
    penalty: str
    call: int


class State(NamedTuple):
    """A match up to now.

    - `table` are the places with their cards, `FREE` where one is to come; `waiting` are those
      places, in the order in which they are filled, and `fresh` the places filled since the last
      cards were taken.
    - `deck` has a bit for each card that is left.
    - `beside` is the last set of a chain.
    - `points` and `taken` (right claims, none-calls apart) are by seat.
    - `after` is the time in ms of a wrong claim since this table was laid (0 before the first);
      until `frozen` ms a seat may not claim.
    - `idle` tables of a sprint were given up since the last set.
    """

    terms: Terms
    table: tuple[int, ...]
    waiting: tuple[int, ...]
    fresh: tuple[int, ...]
    deck: int
    beside: tuple[int, ...] = ()
    points: tuple[int, int] = (0, 0)
    taken: tuple[int, int] = (0, 0)
    after: int = 0
    frozen: tuple[int, int] = (0, 0)
    over: bool = False
    idle: int = 0

    @property
    def size(self) -> int:
        """The number of cards in a claim."""
        return 4 if self.terms.mode == "ultraset" else 3

    @property
    def base(self) -> int:
        """The number of cards of a table, if the deck lasts."""
        return JUNIOR_BASE if self.terms.mode == "junior" else BASE

    @property
    def left(self) -> int:
        """The number of cards in the deck."""
        return self.deck.bit_count()


def bits(cards: tuple[int, ...]) -> int:
    """Return these cards as a set of bits."""
    return sum(1 << card for card in cards)


def cards_of(deck: int) -> tuple[int, ...]:
    """Return the cards of a deck, ascending."""
    return tuple(card for card in range(CARDS) if deck >> card & 1)


def new_state(params: Mapping[str, Any]) -> State:
    """Return the start with these options: an empty table that waits for its cards.

    A goal concerns the modes that are played as sprints.
    """
    terms = Terms(*(params[name] for name in Terms._fields))
    if terms.mode not in SPRINTS:
        terms = terms._replace(goal=0)
    deck = bits(JUNIOR if terms.mode == "junior" else tuple(range(CARDS)))
    base = JUNIOR_BASE if terms.mode == "junior" else BASE
    places = tuple(range(base))
    return State(terms, (FREE,) * base, places, places, deck)


def with_points(pair: tuple[int, int], seat: int, change: int) -> tuple[int, int]:
    """Return a pair of numbers with one seat's changed."""
    return (pair[0] + change, pair[1]) if seat == 0 else (pair[0], pair[1] + change)


def laid_anew(state: State, ms: int) -> State:
    """Return the clock of a new table after one that ended at `ms`; a freeze goes on."""
    left = (max(0, state.frozen[0] - ms), max(0, state.frozen[1] - ms))
    return state._replace(after=0, frozen=left)


def dealt_anew(state: State) -> State:
    """Return the cards of the table back in the deck, and as many places that wait."""
    places = tuple(range(len(state.table)))
    deck = state.deck | bits(state.table)
    free = (FREE,) * len(places)
    return state._replace(table=free, waiting=places, fresh=places, deck=deck)


def with_more(state: State) -> State:
    """Return three more places at the end of the table, or as many as the deck has cards."""
    start = len(state.table)
    places = tuple(range(start, start + min(MORE, state.left)))
    table = state.table + (FREE,) * len(places)
    return state._replace(table=table, waiting=places, fresh=places)


def without(state: State, cards: tuple[int, ...]) -> State:
    """Return the table when these cards were taken: freed places wait, and what stays free is
    closed.

    Places are filled as long as the table has fewer cards than its base and the deck lasts. Those
    that stay free below the new length take the cards from beyond it, both in ascending order.
    """
    freed = [place for place, card in enumerate(state.table) if card in cards]
    kept = len(state.table) - len(freed)
    filled = freed[: max(0, min(len(freed), state.base - kept, state.left))]
    closed = freed[len(filled) :]
    table = [FREE if card in cards else card for card in state.table]
    length = kept + len(filled)
    beyond = [card for card in table[length:] if card != FREE]
    for place, card in zip((p for p in closed if p < length), beyond, strict=True):
        table[place] = card
    places = tuple(filled)
    return state._replace(table=tuple(table[:length]), waiting=places, fresh=places)
