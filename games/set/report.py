"""The end of a match of Set for the result page: who took what, how quickly, and what to try.

The counters of a match are here too: sets, their times, and the best time of a mode.
"""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from games.core import Event
from games.mind import Bars, MindItem, Series
from games.session.session import Session
from games.set.model import (
    START_SECONDS,
    Passed,
    Race,
    clock_ms,
    expected_kinds,
    pace,
    passed_by,
    tables,
)
from games.set.rules.cards import FEATURES, features, kind_of
from games.set.words import clock_words, seconds
from games.shell.hooks import AWAY, STRENGTH, TRY, Insight, Report
from games.store.statistics import MatchResult

KIND_NAMES: Final = ("one feature", "two features", "three features", "all four")
KINDS: Final = (1, 2, 3, 4)
MOST_SETS: Final = 4
"""Tables with so many sets or more are told of together."""
ADVICE: Final = {
    0: "Pick one card. For every other card, say which third card would finish the set, and look "
    "for it.",
    1: "Start with two alike cards and name the third.",
    2: "Look for cards that share one feature only.",
    3: "Look for three cards that share nothing.",
    4: "Try cards that share nothing: few look for them.",
}
"""What to try, by the kind of set that took longest; 0 where none was taken."""


class Ended(NamedTuple):
    """A match that has ended, for its report.

    `people` are the seats of persons and `over` is True if it was played to its end. `alone` is one
    person against Nobody. `earlier` has the seconds a set of the player's matches before, the
    oldest first, and `best` a sentence about the best time.
    """

    races: Sequence[Race]
    points: Sequence[float]
    names: Sequence[str]
    people: Sequence[int] = ()
    over: bool = True
    alone: bool = False
    earlier: Sequence[float] = ()
    best: str = ""

    @property
    def seat(self) -> int:
        """The seat of the report: the person's, the first of two, else the first seat."""
        return self.people[0] if self.people else 0

    def taken(self, seat: int) -> int:
        """Return the number of sets that a seat took."""
        return sum(race.result == "set" and race.seat == seat for race in self.races)


def times(races: Sequence[Race], seat: int) -> dict[int, list[float]]:
    """Return the seconds that a seat took for its sets, by their kind, 1 to 4."""
    found: dict[int, list[float]] = {}
    for race in races:
        if race.result == "set" and race.seat == seat and race.ms is not None:
            found.setdefault(kind_of(race.cards), []).append(race.ms / 1000)
    return found


def seconds_a_set(races: Sequence[Race], seat: int) -> float | None:
    """Return the mean time of a seat's sets, None where it took none."""
    every = [second for part in times(races, seat).values() for second in part]
    return statistics.fmean(every) if every else None


def hinted_tables(events: Sequence[Event], now: int = 0) -> int:
    """Return the number of tables with hints; `now` are the hinted cards on the present one.

    Wrong claims are among the races of a table.
    """
    count, hinted = 0, False
    for event in events:
        if event.kind == "race":
            hinted = hinted or "hint" in event.data
            if event.data["result"] != "wrong":
                count, hinted = count + hinted, False
    return count + (hinted or now > 0)


def report(ended: Ended) -> Report:
    """Return the report of a match that has ended."""
    lines = list(_lines(ended))
    brief = tuple(_brief(ended)) if ended.people else ()
    headline, mood = _headline(ended)
    return Report(headline, tuple(lines), tuple(_items(ended)), mood, brief=brief)


def _headline(ended: Ended) -> tuple[str, str]:
    """Return the winner, or how far it went, and the outcome for one person."""
    seat, names = ended.seat, ended.names
    own, other = ended.points[seat], ended.points[1 - seat]
    taken = ended.taken(seat)
    if ended.alone:
        done = f"{taken} set{'s' * (taken != 1)} in {clock_words(clock_ms(ended.races))}"
        return done, "won" if ended.over else "drawn"
    first = max(range(2), key=lambda each: ended.points[each])
    s = "" if names[first] == "You" else "s"
    if not ended.over:
        stood = "you are level" if own == other else f"{_lower(names[first])} lead{s}"
        return stood, "drawn"
    headline = "A draw" if own == other else f"{names[first]} win{s}"
    mood = "won" if own > other else "lost" if own < other else "drawn"
    return headline, mood if len(ended.people) == 1 else "won" if ended.people else "drawn"


def _lower(name: str) -> str:
    return "you" if name == "You" else name


def _lines(ended: Ended) -> Iterator[str]:
    """Yield the words: both sides, the time, wrong claims, the sets passed by."""
    for seat in (0, 1):
        if not (ended.alone and seat != ended.seat):
            yield f"{_side(ended, seat)}."
    yield f"All tables together took {clock_words(clock_ms(ended.races))}."
    if ended.best:
        yield ended.best
    for seat in ended.people or (0, 1):
        wrong = [r for r in ended.races if r.result == "wrong" and r.seat == seat and r.cards]
        if wrong:
            name = "" if len(ended.people) == 1 else f"{ended.names[seat]}: "
            claims = "1 wrong claim" if len(wrong) == 1 else f"{len(wrong)} wrong claims"
            yield f"{name}{claims}: {_broken_words(wrong)}."
    passed = passed_by(ended.races)
    if passed:
        yield f"Nobody saw {_passed_words(passed[0])}."


def _side(ended: Ended, seat: int) -> str:
    points, taken = ended.points[seat], ended.taken(seat)
    every = [second for part in times(ended.races, seat).values() for second in part]
    half = f", half of them within {seconds(1000 * statistics.median(every))}" if every else ""
    said = f"{points:g} point{'s' * (points != 1)}, {taken} set{'s' * (taken != 1)}"
    return f"{ended.names[seat]}: {said}{half}"


def _passed_words(passed: Passed) -> str:
    kind = KIND_NAMES[kind_of(passed.cards) - 1]
    tables_ = f"{passed.tables} table{'s' * (passed.tables != 1)}"
    return f"a set that differs in {kind}: it lay there for {passed.seconds:.0f} s, on {tables_}"


def broken_features(wrong: Sequence[Race]) -> dict[str, int]:
    """Return how often each feature was broken in wrong claims of three cards."""
    counts = dict.fromkeys(FEATURES, 0)
    for race in wrong:
        if len(race.cards) == 3:
            for name, kind in features(race.cards).items():
                counts[name] += kind == "broken"
    return counts


def _broken_words(wrong: Sequence[Race]) -> str:
    counts = broken_features(wrong)
    ranked = sorted(counts, key=lambda name: -counts[name])
    told = [f"{name} {counts[name]}" for name in ranked if counts[name]]
    return ", ".join(told) or "not two pairs with one third card"


def _brief(ended: Ended) -> Iterator[Insight]:
    """Yield the first insights: one person's slowest kind, share, and one thing to try."""
    if len(ended.people) > 1:
        yield Insight(STRENGTH, f"{_side(ended, 0)}. {_side(ended, 1)}.")
        passed = passed_by(ended.races)
        if passed:
            yield Insight("What nobody saw", f"It lay there for {passed[0].seconds:.0f} s.")
        return
    seat = ended.seat
    found = {kind: statistics.median(part) for kind, part in times(ended.races, seat).items()}
    slow = max(found, key=lambda kind: found[kind], default=0)
    lost = sum(race.result == "wrong" and race.seat == seat for race in ended.races)
    if len(found) > 1:
        kind, took = KIND_NAMES[slow - 1], f"{found[slow]:.1f}\u00a0s"
        away = f"Sets that differ in {kind} took longest: {took}."
    elif lost:
        away = f"{lost} wrong claim{'s' * (lost != 1)}."
    else:
        away = "Too few sets to tell." if found else "Nothing: you took no set."
    slow = slow if len(found) > 1 else 0
    own, total = ended.taken(seat), ended.taken(0) + ended.taken(1)
    share = f"You took {own} of {total} sets." if total else "Nobody took a set."
    if ended.alone and ended.best:
        share = ended.best
    elif lost and ended.points[seat] < own:
        share = f"{share[:-1]}; wrong claims cost {own - ended.points[seat]:g}."
    yield Insight(AWAY, away)
    yield Insight(STRENGTH, share)
    yield Insight(TRY, ADVICE[slow])


# -- pictures ------------------------------------------------------------------------------


def _items(ended: Ended) -> Iterator[MindItem]:
    """Yield the lead, times by kind and by sets on the table, wrong claims, and matches before."""
    seat = ended.seat
    if not ended.alone:
        yield from _course(ended.races, seat)
    for who in (seat,) if ended.alone else (seat, 1 - seat):
        yield from _by_kind(ended, who)
    yield from _by_sets(ended.races)
    if ended.taken(seat):
        yield _found_and_expected(ended, seat)
    yield from _wrong_bars(ended, seat)
    if ended.people and ended.earlier:
        now = seconds_a_set(ended.races, seat)
        line = (*ended.earlier, *([now] if now is not None else []))
        if len(line) > 1:
            yield Series("Your seconds a set, match by match", tuple(line), "")


def _course(races: Sequence[Race], seat: int) -> Iterator[Series]:
    """Yield the lead of a seat in sets after each one that was taken, where there were some."""
    lead = [0.0]
    for race in races:
        if race.result == "set":
            lead.append(lead[-1] + (1 if race.seat == seat else -1))
    if len(lead) > 2:
        yield Series("Sets ahead, one after another", tuple(lead), "", 0.0)


def _by_kind(ended: Ended, who: int) -> Iterator[Bars]:
    found = times(ended.races, who)
    values = tuple(statistics.median(found[kind]) if kind in found else 0.0 for kind in KINDS)
    if any(values):
        words = tuple(f"{value:.1f} s" if value else "none" for value in values)
        title = f"{ended.names[who]}: seconds for a set that differs in"
        yield Bars(title, KIND_NAMES, values, unit="", words=words)


def _by_sets(races: Sequence[Race]) -> Iterator[Bars]:
    """Yield the mean time to the first set by the number of sets there, beside the horse race's."""
    rate = pace(races)
    if not rate:
        return
    seen, raced = _times_by_sets(races, rate)
    names = tuple(_sets_name(count) for count in seen)
    values = tuple(statistics.fmean(part) for part in seen.values())
    words = tuple(
        f"{value:.1f} · {raced[count]:.1f}" for count, value in zip(seen, values, strict=True)
    )
    yield Bars(
        "Seconds until the first set, by how many lay there",
        names,
        values,
        unit="",
        words=words,
        help="Beside it what the horse race expects, with the one pace that explains all sets of "
        "this match.",
    )


def _sets_name(count: int) -> str:
    return "1 set" if count == 1 else f"{count} sets" + (" or more" if count == MOST_SETS else "")


def _times_by_sets(
    races: Sequence[Race], rate: float
) -> tuple[Mapping[int, list[float]], Mapping[int, float]]:
    """Return the times of the sets taken by how many lay there, and the mean of the horse race with
    a `rate` for a weight of 1.
    """
    seen: dict[int, list[float]] = {}
    raced: dict[int, list[float]] = {}
    for each in tables(races):
        last = each[-1]
        if last.result == "set" and last.ms is not None:
            count = min(MOST_SETS, len(last.claims))
            seen.setdefault(count, []).append(last.ms / 1000)
            raced.setdefault(count, []).append(START_SECONDS + 1 / (rate * last.weight))
    ordered = sorted(seen)
    return {n: seen[n] for n in ordered}, {n: statistics.fmean(raced[n]) for n in ordered}


def _found_and_expected(ended: Ended, seat: int) -> Bars:
    """Return the number of sets of each kind a seat took, and the horse race's at its pace."""
    found = times(ended.races, seat)
    counts = tuple(float(len(found.get(kind, ()))) for kind in KINDS)
    raced = expected_kinds(ended.races, seat)
    pairs = zip(counts, raced, strict=True)
    words = tuple(f"{count:.0f} · {expected:.1f}" for count, expected in pairs)
    title = f"{ended.names[seat]}: sets taken that differ in"
    told = "Beside it how many the horse race expects of your pace, which sees like cards sooner."
    return Bars(title, KIND_NAMES, counts, unit="", words=words, help=told)


def _wrong_bars(ended: Ended, seat: int) -> Iterator[Bars]:
    wrong = [race for race in ended.races if race.result == "wrong" and race.seat == seat]
    counts = broken_features(wrong)
    if any(counts.values()):
        values = tuple(float(count) for count in counts.values())
        words = tuple(f"{count}" for count in counts.values())
        title = f"{ended.names[seat]}: features broken in wrong claims"
        yield Bars(title, tuple(counts), values, unit="", words=words)


LATELY: Final = 9
"""So many matches before are told of; chosen, for ten points in a line."""


def with_counts(
    found: MatchResult,
    races: Sequence[Race],
    taken: Sequence[int],
    hinted: int,
    alone: bool,
) -> MatchResult:
    """Return the result `found` with what Set counts.

    `taken` are the sets by seat, `hinted` the tables with hints. Who played `alone`, without hints
    and in one go, has a time.
    """
    own = found.own
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
    """Return a sentence about the best time by the rules of this `result`'s match; "" for none."""
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
