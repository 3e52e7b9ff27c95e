"""Tables and games that are dealt while one looks on: what the story counts, without a window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from games.set.rules.cards import CARDS, Indices, sets_among

FIRST: Final = 12
MORE: Final = 3


@dataclass
class Count:
    """The number of tables seen, of tables without a set, and of the sets on all of them."""

    tables: int = 0
    without: int = 0
    sets: int = 0

    def note(self, sets: int) -> None:
        """One more table."""
        self.tables += 1
        self.without += sets == 0
        self.sets += sets

    @property
    def share(self) -> float | None:
        """The share without a set; None before there was a table."""
        return self.without / self.tables if self.tables else None


class RandomTables:
    """Tables of twelve cards from a fresh deck each."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.count = Count()
        self.table: list[int] = []
        self.found: list[Indices] = []

    def deal(self, tables: int = 1) -> None:
        """Deal `tables` tables, of which the last stays to be seen."""
        for _ in range(tables):
            self.table = self._rng.sample(range(CARDS), FIRST)
            self.found = sets_among(self.table)
            self.count.note(len(self.found))


@dataclass
class Play:
    """A game in which sets are taken at random: its table, the sets on it, and all its tables.

    `log` has the sets on each table, `left` the cards in the deck; `taken` are the places of the
    set that goes next, () where three cards come.
    """

    table: list[int]
    deck: list[int]
    found: list[Indices] = field(default_factory=list)
    log: list[int] = field(default_factory=list)
    taken: Indices = ()
    over: bool = False


class Games:
    """Games after games, and what was counted: while cards are left, and all tables."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.games = 0
        self.with_cards, self.all = Count(), Count()
        self.play = self._begin()

    def _begin(self) -> Play:
        deck = self._rng.sample(range(CARDS), CARDS)
        play = Play(deck[:FIRST], deck[FIRST:])
        self._look(play)
        return play

    def _look(self, play: Play) -> None:
        """See what is on the table, and choose what goes."""
        play.found = sets_among(play.table)
        sets = len(play.found)
        play.log.append(sets)
        self.all.note(sets)
        if play.deck and len(play.table) == FIRST:
            self.with_cards.note(sets)
        play.over = not sets and not play.deck
        self.games += play.over
        play.taken = self._rng.choice(play.found) if sets else ()

    def step(self) -> None:
        """One table on; after the last one another game."""
        play = self.play
        if play.over:
            self.play = self._begin()
            return
        places: Sequence[int] = play.taken
        play.table = [card for at, card in enumerate(play.table) if at not in places]
        if not places or len(play.table) < FIRST:
            play.table += play.deck[:MORE]
            play.deck = play.deck[MORE:]
        self._look(play)

    def finish(self) -> None:
        """To the end of this game; of the next one where it is over."""
        self.step()
        while not self.play.over:
            self.step()
