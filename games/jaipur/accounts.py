"""The earnings of each trader by source, added up over all rounds of a match from its events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from games.core import Event
from games.jaipur.rules.goods import GOODS

BONUS, HERD = "bonus", "herd"
SOURCES: Final = (*GOODS, BONUS, HERD)
"""Where rupees come from: each good's tokens, bonus tokens, the larger herd."""


@dataclass
class Account:
    """The rupees of a trader by source, and the numbers of its sales and cards sold.

    `worthless` are cards that were sold for 0 rupees, `bonuses` the number of bonus tokens.
    """

    rupees: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SOURCES, 0))
    cards: int = 0
    sales: int = 0
    worthless: int = 0
    bonuses: int = 0

    @property
    def total(self) -> int:
        """All rupees."""
        return sum(self.rupees.values())


@dataclass
class Books:
    """The accounts of both traders, and the totals of each round that has ended.

    `course` is the first seat's lead in rupees at the start, after every sale and at the end of
    every round, over all rounds.
    """

    accounts: tuple[Account, Account] = field(default_factory=lambda: (Account(), Account()))
    totals: list[tuple[int, int]] = field(default_factory=list)
    winners: list[int | None] = field(default_factory=list)
    seals: tuple[int, int] = (0, 0)
    course: list[int] = field(default_factory=lambda: [0])

    def rounds_won(self, seat: int) -> int:
        """Return the number of rounds that a seat won."""
        return sum(winner == seat for winner in self.winners)

    def margin(self, seat: int) -> int:
        """By how many rupees a seat was ahead over all rounds that have ended."""
        return sum(total[seat] - total[1 - seat] for total in self.totals)

    def behind(self, seat: int) -> dict[str, int]:
        """By how much the other earned more, for each source."""
        own, other = self.accounts[seat].rupees, self.accounts[1 - seat].rupees
        return {source: other[source] - own[source] for source in SOURCES}


def books_of(events: Iterable[Event]) -> Books:
    """Return the books of a match; herds count at the end of each round.

    The bonus tokens of a round that was not played to its end count as far as `events` tell them.
    """
    books = Books()
    drawn: list[Event] = []
    for event in events:
        data = event.data
        if event.kind == "sell":
            account = books.accounts[data["seat"]]
            account.rupees[data["good"]] += sum(data["tokens"])
            account.cards += data["count"]
            account.sales += 1
            account.worthless += data["count"] - len(data["tokens"])
            gain = sum(data["tokens"]) * (1 - 2 * data["seat"])
            books.course.append(books.course[-1] + gain)
        elif event.kind == "bonus" and "value" in data:
            drawn.append(event)
        elif event.kind == "score":
            _close(books, event)
            drawn = []
    for event in drawn:  # of a round that was left
        account = books.accounts[event.data["seat"]]
        account.rupees[BONUS] += event.data["value"]
        account.bonuses += 1
    return books


def _close(books: Books, event: Event) -> None:
    """Put down the end of a round."""
    data = event.data
    for seat, account in enumerate(books.accounts):
        account.rupees[BONUS] += sum(data["bonus"][seat])
        account.rupees[HERD] += data["camel"][seat]
        account.bonuses += len(data["bonus"][seat])
    books.totals.append((data["total"][0], data["total"][1]))
    books.winners.append(data["winner"])
    books.course.append(books.margin(0))
    books.seals = (data["seals"][0], data["seals"][1])
