"""The usual report for the result page, and the lines that every game's report gets: a forfeit,
reports that an agent failed to give, and the player for whom the match counts.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Final

from games import bots
from games.session.faults import FORFEIT
from games.session.results import outcome_for, seat_results
from games.session.session import Session
from games.shell.hooks import Insight, Report

FAULT_WORDS: Final = {
    "late": "it did not answer in time",
    "illegal": "it answered with a move that it does not have",
    "error": "its program made an error",
    "lost": "its program stopped",
}
"""What a `games.session.faults.Fault` of each kind is called on the result page."""
SILENCE: Final = {
    "findings": "it cannot tell what it found out in this match",
    "mind": "it cannot tell what it found out in this match",
    "learned": "what it learned in this match is not kept",
    "finish": "what it tells of this match may lack the end",
}
"""What a fault after the last turn costs."""
YOU: Final = "You"
STOOD: Final = "As it stood"
MEND: Final = "Save the mended file, then press Try again: it is read anew."


def usual_report(session: Session, names: Sequence[str]) -> Report:
    """Return the winner of a `session`'s match and all places; `names` are the seats'."""
    seats = seat_results(session, names)
    first = [seat.name for seat in seats if seat.place == 1]
    told = _first_words(first, len(seats), session.over)
    best = min(session.people, key=lambda seat: seats[seat].place, default=None)
    outcome = "drawn" if best is None else outcome_for(session.match.returns, best)
    ranked = sorted(seats, key=lambda seat: seat.place)
    lines = tuple(f"{seat.place}. {seat.name}: {seat.score:g}" for seat in ranked)
    return Report(f"{told}.", lines, outcome="drawn" if outcome == "played" else outcome)


def _first_words(first: Sequence[str], seats: int, over: bool) -> str:
    """Return the words for the `first` of `seats` seats, in a match that is `over` or not."""
    if seats < 2:
        return "The match is over"
    if len(first) == seats:
        return "All are level"
    if over:
        return f"{' and '.join(first)} won"
    return f"{' and '.join(first)} lead{'s' if len(first) == 1 and first[0] != YOU else ''}"


def closing_report(
    session: Session, names: Sequence[str], report: Report, place: str = ""
) -> Report:
    """Return a game's `report` with the lines of every match, by the `names` of its seats.

    A forfeit and its reason come first, and for a match ended early the `place` that it had reached
    ("round 3 of 25"). Below stand the reports that agents failed to give after the last turn, and
    the player for whom the match counts.
    """
    more = (*dict.fromkeys(_silence(session, names)), *_counted(session))
    report = dataclasses.replace(report, lines=(*report.lines, *more), notices=more)
    seat = session.forfeited
    if seat is None:
        return _left(session, report, place) if place else report
    fault = next(fault for fault in reversed(session.faults) if fault.seat == seat)
    if fault.kind == FORFEIT:
        told = fault.sentence
    else:
        why = FAULT_WORDS[fault.kind]
        told = f"{names[seat]} failed three times, so the match ends here: {why}."
    own = session.setup.seats[seat].agent.startswith(bots.PREFIX)
    mend = (Insight("To mend it", MEND),) if own else ()
    return dataclasses.replace(
        report,
        headline=f"{names[seat]} forfeits",
        lines=(told, _as_it_stood(report), *report.lines),
        outcome="left",
        brief=(Insight("What happened", told), *mend, Insight(STOOD, _stood(report))),
    )


def _left(session: Session, report: Report, place: str) -> Report:
    """Return the `report` of a match that was ended early at a `place`; today's was given up."""
    how = "Given up" if session.setup.day else "Ended early"
    stood = () if "ended early" in report.headline else (_as_it_stood(report),)
    return dataclasses.replace(
        report,
        headline=f"{how} at {place}",
        lines=(*stood, *report.lines),
        outcome="left",
    )


def _as_it_stood(report: Report) -> str:
    return f"{STOOD}: {_stood(report)}"


def _stood(report: Report) -> str:
    return report.headline if report.headline.endswith(".") else f"{report.headline}."


def _silence(session: Session, names: Sequence[str]) -> Iterator[str]:
    """Yield the reports that agents failed to give after the last turn, and why, in words."""
    for fault in session.faults:
        if fault.kind in SILENCE:
            yield f"{names[fault.seat]} made an error, so {SILENCE[fault.kind]}."


def _counted(session: Session) -> list[str]:
    """Return the owner of the match, if several people play; or that it was practice."""
    if session.setup.day:
        scored = session.day_match
        return (
            [f"To share: {scored.line}"]
            if scored is not None
            else ["Today's match was not scored; it can be tried again."]
        )
    if session.counts and not session.for_record:
        why = session.setup.why_practice or "The seed was chosen"
        return [f"{why}, so this was practice: no record was touched."]
    if len(session.people) < 2 or not session.keeping.recorded_for:
        return []
    names = [profile.name for profile in session.keeping.recorded_for.values()]
    first = ", ".join(names[:-1])
    return [f"Counted for {first} and {names[-1]}." if first else f"Counted for {names[-1]}."]
