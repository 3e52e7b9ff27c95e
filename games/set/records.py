"""The counters of a match of Set for a player: sets, their times, and the best time of a mode."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Final

from games.session.session import Session
from games.set.history import Race, clock_ms
from games.set.report import times
from games.set.words import clock_words
from games.store.statistics import MatchResult

LATELY: Final = 9
"""So many matches before are told of; chosen, for ten points in a line."""


def with_counts(
    found: MatchResult,
    races: Sequence[Race],
    taken: Sequence[int],
    own: int,
    hinted: int,
    alone: bool,
) -> MatchResult:
    """Return the result of the person in the seat `own` with what Set counts.

    `taken` are the sets by seat, `hinted` the tables with hints. Who played `alone`, without hints
    and in one go, has a time.
    """
    every = [second for part in times(races, own).values() for second in part]
    counters = {
        "sets": taken[own],
        "sets_other": taken[1 - own],
        "tenths": round(10 * sum(every)),
        "hinted": hinted,
    }
    if alone:
        counters["seconds"] = round(clock_ms(races) / 1000)
    found = dataclasses.replace(found, counters=counters, rounds=len(races))
    if not alone or hinted or not _in_one_go(races):
        return found
    ms = clock_ms(races)
    text = f"{taken[own]} sets in {clock_words(ms)}"
    return dataclasses.replace(found, best=ms / 1000, best_text=text, lower_is_better=True)


def _in_one_go(races: Sequence[Race]) -> bool:
    """Return whether the time of every table is known, and none was dealt anew after a look."""
    return all(race.result != "void" and race.ms is not None for race in races)


def best_words(session: Session, result: MatchResult | None) -> str:
    """Return a sentence about the best time by the rules of a match with this `result`; "" for
    none.
    """
    profile, library = session.profile, session.library
    if result is None or result.best is None or profile is None or library is None:
        return ""
    records = library.statistics(profile.id).of(result.game, result.agent)
    best = next((record.best for record in records if record.options == result.options), None)
    if not session.for_record or best is None:
        return ""
    if best >= result.best:
        return f"Your best time by these rules: {clock_words(1000 * result.best)}."
    return f"Your best time by these rules is {clock_words(1000 * best)}."


def earlier_paces(session: Session) -> list[float]:
    """Return the seconds a set in the player's matches before this one, the oldest first."""
    profile, library = session.profile, session.library
    if profile is None or library is None or not session.counts:
        return []
    rows = library.archive.finished(profile.id, session.setup.game)
    mode = session.setup.params["mode"]
    found = []
    for row in rows:
        sets = row.result.counters.get("sets", 0)
        same = f"mode={mode}" in row.result.options.split(", ")
        if sets and same and row.counted == "record":
            found.append(row.result.counters.get("tenths", 0) / 10 / sets)
    now = session.for_record and session.keeping.recorded
    return found[1 if now else 0 :][:LATELY][::-1]
