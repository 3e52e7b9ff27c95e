"""The end of a match of Set for the result page: who took what, how quickly, and what to try."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.core import Event
from games.mind import Bars, MindItem, Series
from games.set.rules.cards import FEATURES, NUMBERS, features, kind_of
from games.set.telling import seconds
from games.shell.hooks import AWAY, STRENGTH, TRY, Insight, Report

KIND_NAMES: Final = ("one feature", "two features", "three features", "all four")
ADVICE: Final = {
    0: "Look at one card and name the third for each other card.",
    1: "Start with two alike cards: the third is easy to name.",
    2: "Look for cards that share one feature only.",
    3: "Look for three cards that share nothing at all.",
    4: "Try three cards that share nothing: few look for them.",
}
"""What to try, by the kind of set that took longest; 0 where none was taken."""


class Find(NamedTuple):
    """A claim: who, when, whether it was right, and its cards."""

    seat: int
    ms: int
    right: bool
    cards: tuple[int, ...]


def finds(events: Sequence[Event]) -> Iterator[Find]:
    """All claims of cards in a match."""
    for event in events:
        data: Mapping[str, Any] = event.data
        if event.kind == "race" and data["result"] in ("set", "wrong") and data["cards"]:
            cards = tuple(NUMBERS[name] for name in data["cards"])
            yield Find(data["seat"], data["ms"], data["result"] == "set", cards)


def times(events: Sequence[Event], seat: int) -> dict[int, list[float]]:
    """The seconds that a seat took for its sets, by their kind, 1 to 4."""
    found: dict[int, list[float]] = {}
    for find in finds(events):
        if find.right and find.seat == seat:
            found.setdefault(kind_of(find.cards), []).append(find.ms / 1000)
    return found


def hinted_tables(events: Sequence[Event], now: int = 0) -> int:
    """On how many tables hints were shown, the one that lies `now` with so many cards of one too.

    Wrong claims are among the races of a table.
    """
    count, hinted = 0, False
    for event in events:
        if event.kind == "race":
            hinted = hinted or "hint" in event.data
            if event.data["result"] != "wrong":
                count, hinted = count + hinted, False
    return count + (hinted or now > 0)


def report(
    events: Sequence[Event], points: Sequence[float], names: Sequence[str], person: int | None
) -> Report:
    """The report of a match with these events and `points`."""
    seat = person or 0
    own, other = points[seat], points[1 - seat]
    won = "won" if own > other else "lost" if own < other else "drawn"
    first = max(range(2), key=lambda each: points[each])
    headline = "A draw" if own == other else f"{names[first]} win{_s(names[first])}"
    taken = [sum(f.right for f in finds(events) if f.seat == each) for each in (0, 1)]
    lines = [
        f"{names[each]}: {points[each]:g} points, {taken[each]} sets"
        + _typical(times(events, each))
        + "."
        for each in (0, 1)
    ]
    wrong = [f for f in finds(events) if f.seat == seat and not f.right]
    if wrong:
        lines.append(f"{len(wrong)} wrong claims: {_broken(wrong)}.")
    brief = () if person is None else _brief(events, seat, taken)
    return Report(
        headline,
        tuple(lines),
        _items(events, names, seat),
        won if person is not None else "drawn",
        brief=brief,
    )


def _s(name: str) -> str:
    return "" if name == "You" else "s"


def _typical(found: Mapping[int, Sequence[float]]) -> str:
    every = [second for part in found.values() for second in part]
    return f", half of them within {seconds(1000 * statistics.median(every))}" if every else ""


def _broken(wrong: Sequence[Find]) -> str:
    """Which features were broken how often, the most often first."""
    counts = dict.fromkeys(FEATURES, 0)
    for find in wrong:
        if len(find.cards) == 3:
            for name, kind in features(find.cards).items():
                counts[name] += kind == "broken"
    ranked = sorted(counts, key=lambda name: -counts[name])
    told = [f"{name} {counts[name]}" for name in ranked if counts[name]]
    return ", ".join(told) or "not two pairs with one third card"


def _brief(events: Sequence[Event], seat: int, taken: Sequence[int]) -> tuple[Insight, ...]:
    found = {kind: statistics.median(part) for kind, part in times(events, seat).items()}
    slow = max(found, key=lambda kind: found[kind], default=0)
    away = (
        f"Sets that differ in {KIND_NAMES[slow - 1]} took you longest: {found[slow]:.1f} s."
        if slow
        else "Nothing: you took no set."
    )
    total = sum(taken)
    share = f"You took {taken[seat]} of {total} sets." if total else "Nobody took a set."
    return (
        Insight(AWAY, away),
        Insight(STRENGTH, share),
        Insight(TRY, ADVICE[slow]),
    )


def _course(events: Sequence[Event], seat: int) -> Iterator[Series]:
    """The lead of a seat in sets after each one that was taken, where there were some."""
    lead = [0.0]
    for find in finds(events):
        if find.right:
            lead.append(lead[-1] + (1 if find.seat == seat else -1))
    if len(lead) > 2:
        yield Series("Sets ahead, one after another", tuple(lead), "", 0.0)


def _items(events: Sequence[Event], names: Sequence[str], seat: int) -> tuple[MindItem, ...]:
    """How far ahead one was, race by race, and the median time of both by kind of set."""
    items: list[MindItem] = [*_course(events, seat)]
    for who in (seat, 1 - seat):
        found = times(events, who)
        values = tuple(
            statistics.median(found[kind]) if kind in found else 0.0 for kind in (1, 2, 3, 4)
        )
        if any(values):
            words = tuple(f"{value:.1f} s" if value else "none" for value in values)
            title = f"{names[who]}: seconds for a set that differs in"
            items.append(Bars(title, KIND_NAMES, values, unit="", words=words))
    return tuple(items)
