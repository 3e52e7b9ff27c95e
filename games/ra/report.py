"""The end of a game of Ra for the result page: who won by what, and one thing to try."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.core import Event
from games.mind import Bars, MindItem, Series
from games.ra.rules.scoring import SOURCES
from games.ra.tiles import START_SCORE
from games.ra.words import IN_SENTENCES, SOURCE_WORDS, thick_line
from games.shell.hooks import STRENGTH, TRY, Insight, Report
from games.store.statistics import MatchResult

COST: Final = "What cost you most"
ADVICE: Final = {
    "pharaohs": "Most pharaohs pay five in each epoch: one more than the next is enough.",
    "nile": "Take Niles early: each pays again in every epoch with a flood.",
    "civilizations": "Three different civilizations in one epoch pay five: take the third.",
    "gods": "A god that you keep pays two: use it only for a better tile.",
    "gold": "Gold pays three at the epoch's end: bid a low sun for it.",
    "monuments": "Collect monuments early: seven or eight kinds pay best.",
    "suns": "Suns count in the third epoch: bid low ones and get high ones.",
    "": "You were behind the others nowhere: play on like this.",
}
"""What to try, by where most was lost."""
PLACES: Final = ("first", "second", "third", "fourth", "last")
WITHOUT: Final = {
    "pharaohs": (-2, "The fewest pharaohs cost two: keep one more than somebody else."),
    "nile": (0, "Get a flood each epoch: without one Niles bring nothing."),
    "civilizations": (-5, "Take one civilization in every epoch: none costs five."),
}
"""The same where an epoch brought no more points than these."""


def epochs_of(events: Sequence[Event]) -> list[Mapping[str, Any]]:
    """Return the data of every epoch's end."""
    return [event.data for event in events if event.kind == "epoch"]


def by_source(epochs: Sequence[Mapping[str, Any]], seat: int) -> dict[str, int]:
    """Return the points of a seat over the epochs, by source."""
    return {
        source: sum(int(data["breakdown"][seat][source]) for data in epochs) for source in SOURCES
    }


def report(
    events: Sequence[Event], names: Sequence[str], person: int | None, winner: int
) -> Report:
    """Return the report of a game with these events; `winner` is -1 if it was not finished."""
    epochs, seats = epochs_of(events), range(len(names))
    headline, outcome = _headline(names, person, winner)
    brief = () if person is None else _brief(epochs, names, person)
    scores = epochs[-1]["after"] if epochs else [START_SCORE] * len(names)
    order = sorted(seats, key=lambda seat: (-scores[seat], seat != winner))
    lines = tuple(_lines(epochs, names, order))
    items = _items(epochs, names, person or 0)
    return Report(headline, lines, items, outcome, brief=brief)


def _headline(names: Sequence[str], person: int | None, winner: int) -> tuple[str, str]:
    if winner < 0:
        return "The game was ended early", "drawn"
    if person is None:
        return f"{names[winner]} wins", "drawn"
    mood = "won" if winner == person else "lost"
    return ("You win" if names[winner] == "You" else f"{names[winner]} wins"), mood


def _brief(
    epochs: Sequence[Mapping[str, Any]], names: Sequence[str], seat: int
) -> tuple[Insight, ...]:
    """Return the largest loss of the person in a seat, the result, and an advice."""
    if not epochs:
        return (
            Insight(COST, "Nothing yet: no epoch came to its end."),
            Insight(STRENGTH, f"{START_SCORE} points, as at the start."),
            Insight(TRY, "Play an epoch to its end: then it is scored."),
        )
    own = by_source(epochs, seat)
    others = [by_source(epochs, other) for other in range(len(names)) if other != seat]
    behind = {s: sum(o[s] for o in others) / len(others) - own[s] for s in SOURCES}
    source = max(SOURCES, key=lambda each: behind[each])
    lost = behind[source] > 0
    name = IN_SENTENCES[source]
    away = (
        f"{name.capitalize()}: {behind[source]:.0f} points below the others' average."
        if lost
        else "Nothing: you earned as much by every source."
    )
    scores = epochs[-1]["after"]
    place = 1 + sum(score > scores[seat] for score in scores)
    told = f"{scores[seat]} points: {PLACES[place - 1]} of {len(names)}."
    return (
        Insight(COST, away),
        Insight(STRENGTH, told),
        Insight(TRY, advice(epochs, seat, source if lost else "")),
    )


def advice(epochs: Sequence[Mapping[str, Any]], seat: int, source: str) -> str:
    """Return the advice for a seat that lost most by a `source`, if these epochs bear it out; else
    "".
    """
    least, told = WITHOUT.get(source, (0, ""))
    found = (int(data["breakdown"][seat][source]) for data in epochs if told)
    return told if any(points <= least for points in found) else ADVICE[source]


def _lines(
    epochs: Sequence[Mapping[str, Any]], names: Sequence[str], order: Sequence[int]
) -> list[str]:
    """Return a sentence for each epoch, and for each seat what it earned by what."""
    lines = []
    for data in epochs:
        scores = ", ".join(f"{names[seat]} {data['after'][seat]}" for seat in order)
        lines.append(f"After epoch {data['epoch']}: {scores}.")
    for seat in order:
        found = by_source(epochs, seat)
        parts = ", ".join(f"{IN_SENTENCES[s]} {found[s]:+d}" for s in SOURCES if found[s])
        lines.append(f"{names[seat]}: {parts or 'no points'}.")
    return lines


def _items(
    epochs: Sequence[Mapping[str, Any]], names: Sequence[str], seat: int
) -> tuple[MindItem, ...]:
    """Return the running score of every seat, and the points by source, epoch by epoch."""
    if not epochs:
        return ()
    seats = range(len(names))
    order = [seat, *(other for other in seats if other != seat)]
    scores = [
        (float(START_SCORE), *(float(data["after"][who]) for data in epochs)) for who in seats
    ]
    course = Series(
        "Scores",
        scores[seat],
        "points",
        help=thick_line(names[seat]),
        seat=seat,
        others=tuple((who, scores[who]) for who in order[1:]),
    )
    labels = tuple(SOURCE_WORDS[source] for source in SOURCES)
    bars = [
        Bars(
            f"{names[who]}, epoch {data['epoch']}",
            labels,
            tuple(float(data["breakdown"][who][source]) for source in SOURCES),
            unit="points",
        )
        for data in epochs
        for who in order
    ]
    return (course, *bars)


def with_counters(found: MatchResult, events: Sequence[Event]) -> MatchResult:
    """Return the result to record, with the counters over games."""
    epochs = epochs_of(events)
    own = by_source(epochs, found.own)
    counters = {f"points_{source}": max(0, points) for source, points in own.items()}
    counted = {**counters, "epochs": len(epochs)}
    counted |= {"points": max(0, round(found.points_for)), "games": 1}
    return dataclasses.replace(found, counters=counted)
