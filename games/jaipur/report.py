"""The end of a match of Jaipur for the result page: who won by what, and one thing to try."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.core import Event
from games.jaipur.rules.goods import GOODS, NAMES
from games.mind import Bars, MindItem, Series
from games.shell.hooks import STRENGTH, TRY, Insight, Report
from games.store.statistics import MatchResult

BONUS, HERD = "bonus", "herd"
SOURCES: Final = (*GOODS, BONUS, HERD)
"""Where rupees come from: each good's tokens, bonus tokens, the larger herd."""


@dataclass
class Earnings:
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

    accounts: tuple[Earnings, Earnings] = field(default_factory=lambda: (Earnings(), Earnings()))
    totals: list[tuple[int, int]] = field(default_factory=list)
    winners: list[int | None] = field(default_factory=list)
    seals: tuple[int, int] = (0, 0)
    course: list[int] = field(default_factory=lambda: [0])

    def rounds_won(self, seat: int) -> int:
        """Return the number of rounds that a seat won."""
        return sum(winner == seat for winner in self.winners)

    def margin(self, seat: int) -> int:
        """Return by how many rupees a seat was ahead over all rounds that have ended."""
        return sum(total[seat] - total[1 - seat] for total in self.totals)

    def behind(self, seat: int) -> dict[str, int]:
        """Return by how much the other earned more, for each source."""
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


COST: Final = "What cost you most"
ADVICE: Final = {
    BONUS: "Wait for three of a kind: bonus tokens bring up to ten.",
    HERD: "Count the herds before the end: the larger one brings five.",
    "dear": "Sell diamonds, gold and silver early, while their tokens are whole.",
    "cheap": "Be first to sell cloth, spice and leather: tokens fall quickly.",
}
"""What to try, by where most was lost."""
TOO_LITTLE: Final = "Too little was played to tell."
UNFINISHED: Final = "No round was played to its end."
LABELS: Final = {**NAMES, BONUS: "bonus tokens", HERD: "larger herd"}


def report(
    events: Sequence[Event], names: Sequence[str], person: int | None, over: bool, above: str = ""
) -> Report:
    """Return the report of a match with these events; `over` is True if it was played to its end.

    `above` is the name of the next opponent on the ladder, "" where there is none.
    """
    books = books_of(events)
    seat = person or 0
    headline, mood = _headline(books, names, person, over)
    brief = () if person is None else _brief(books, names, seat, above)
    lines, items = tuple(_lines(books, names)), _items(books, names, seat)
    return Report(headline, lines, items, mood, (), brief=brief)


def _headline(
    books: Books, names: Sequence[str], person: int | None, over: bool
) -> tuple[str, str]:
    west, east = books.rounds_won(0), books.rounds_won(1)
    if not over or west == east:
        return ("The match was ended early" if not over else "A draw"), "drawn"
    winner = int(east > west)
    if person is None:
        return f"{names[winner]} wins", "drawn"
    mood = "won" if winner == person else "lost"
    return ("You win" if winner == person else f"{names[winner]} wins"), mood


def _brief(books: Books, names: Sequence[str], seat: int, above: str) -> tuple[Insight, ...]:
    """Return the largest loss of the person in a seat, the result, and an advice."""
    behind = books.behind(seat)
    source = max(SOURCES, key=lambda each: behind[each])
    most = behind[source]
    rounds = len(books.totals)
    if most <= 0 and not rounds:
        return (Insight(COST, TOO_LITTLE), Insight(STRENGTH, UNFINISHED))
    away = (
        f"{names[1 - seat]} earned {most} more by {LABELS[source]}."
        if most > 0
        else "Nothing: you earned at least as much by every kind."
    )
    won = f"You won {books.rounds_won(seat)} of {rounds} round{'s' if rounds != 1 else ''}"
    margin = books.margin(seat)
    side = "ahead" if margin >= 0 else "behind"
    told = f"{won}, {abs(margin)} rupees {side}." if rounds else UNFINISHED
    group = source if source in (BONUS, HERD) else "dear" if source in "DGS" else "cheap"
    advice = ADVICE[group] if most > 0 else led_everywhere(above)
    return (Insight(COST, away), Insight(STRENGTH, told), Insight(TRY, advice))


def led_everywhere(above: str) -> str:
    """Return the advice where there was no loss: the opponent `above`, "" at the ladder's top."""
    if above:
        return f"You led everywhere. Try {above} next."
    return "You led everywhere. Review it for chances that you let go."


def _lines(books: Books, names: Sequence[str]) -> list[str]:
    """Return a sentence for each round, and for each trader."""
    lines = [
        f"Round {number}: {names[0]} {west}, {names[1]} {east}."
        for number, (west, east) in enumerate(books.totals, start=1)
    ]
    for seat, account in enumerate(books.accounts):
        waste = f", {account.worthless} for nothing" if account.worthless else ""
        lines.append(
            f"{names[seat]} sold {_number(account.cards, 'card')} in "
            f"{_number(account.sales, 'sale')}{waste}, and took "
            f"{_number(account.bonuses, 'bonus token')}."
        )
    return lines


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' if count != 1 else ''}"


def _items(books: Books, names: Sequence[str], seat: int) -> tuple[MindItem, ...]:
    """Return the rupees by source of both, and the lead from sale to sale."""
    bars = [
        Bars(
            f"Rupees of {names[who]}",
            tuple(LABELS[source] for source in SOURCES),
            tuple(float(books.accounts[who].rupees[source]) for source in SOURCES),
            unit="",
        )
        for who in (seat, 1 - seat)
    ]
    sign = 1 - 2 * seat
    leads = tuple(float(sign * lead) for lead in books.course)
    told = "After every sale, and with bonus tokens and herds at the end of every round."
    course = Series("Rupees ahead, sale by sale", leads, "points", 0.0, help=told)
    return (*bars, course) if len(leads) > 2 else tuple(bars)


def _source(source: str) -> str:
    """Return the counters' name of a source of rupees: "diamond", "bonus", "herd"."""
    return NAMES.get(source, source)


def with_counters(found: MatchResult, events: Sequence[Event]) -> MatchResult:
    """Return the result to record, with the counters over matches."""
    books, seat = books_of(events), found.own
    own, other = books.accounts[seat], books.accounts[1 - seat]
    counters = {
        "rounds": len(books.totals),
        "rounds_won": books.rounds_won(seat),
        "rupees": sum(total[seat] for total in books.totals),
        "rupees_other": sum(total[1 - seat] for total in books.totals),
        "bonus_tokens": own.bonuses,
        "bonus_tokens_other": other.bonuses,
        "cards_sold": own.cards,
        "sales": own.sales,
        **{f"rupees_{_source(each)}": own.rupees[each] for each in SOURCES},
        **{f"rupees_other_{_source(each)}": other.rupees[each] for each in SOURCES},
    }
    return dataclasses.replace(
        found,
        counters=counters,
        points_for=float(books.rounds_won(seat)),
        points_against=float(books.rounds_won(1 - seat)),
    )
