"""The end of a match of Planet Wars in words and curves."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from games.mind import Series
from games.planetwars.engine.state import State
from games.shell.hooks import STRENGTH, Insight, Report


def report_of(
    report: Report, course: Sequence[State], own: int | None, names: Sequence[str]
) -> Report:
    """Return the usual `report` with ships and growth over the `course` of a match, and the turn
    from which the winner was ahead. `own` is the person's seat, `names` are the seats'.

    Before the end of a match nobody has points, so that the ships tell how it stands.
    """
    if len(course) < 2:
        return report
    if course[-1].winner is None:
        report = _standing(report, course[-1], names)
    else:
        report = dataclasses.replace(report, headline=_headline(report.headline, course[-1]))
    seat = own or 0
    items = tuple(
        Series(title, values[seat], unit="", seat=seat, others=((1 - seat, values[1 - seat]),))
        for title, values in (
            ("Ships, on planets and flying", _both(course, State.total)),
            ("Ships made each turn", _both(course, State.growth)),
        )
    )
    told = turning_point(course)
    brief = (Insight(STRENGTH, told),) if told else ()
    return dataclasses.replace(report, items=items, brief=brief)


def _headline(headline: str, last: State) -> str:
    """Return a headline with the ships of both, the winner's first."""
    ships = sorted((last.total(1), last.total(2)), reverse=True)
    return f"{headline.rstrip('.')}, {ships[0]} ships to {ships[1]}."


def _standing(report: Report, state: State, names: Sequence[str]) -> Report:
    """Return the `report` of a match that is not over, by the ships of both, the most first."""
    ships = sorted(zip(map(state.total, (1, 2)), names, strict=True), key=lambda one: -one[0])
    (more, _), (less, _) = ships
    headline = f"{more} ships to {less}." if more > less else f"{more} ships each."
    return dataclasses.replace(
        report, headline=headline, lines=tuple(f"{name}: {count} ships" for count, name in ships)
    )


def _both(
    course: Sequence[State], count: Callable[[State, int], int]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    first, second = ([float(count(state, owner)) for state in course] for owner in (1, 2))
    return tuple(first), tuple(second)


def turning_point(course: Sequence[State]) -> str:
    """Return in a sentence from which turn on the winner made more ships; "" for a draw."""
    winner = course[-1].winner
    if not isinstance(winner, int):
        return ""
    owner, last = winner + 1, 0
    for turn, state in enumerate(course):
        if state.growth(owner) <= state.growth(3 - owner):
            last = turn + 1
    if last >= len(course) - 1:
        return "More ships decided at the end, not more planets."
    if not last:
        return "The winner made more ships from the first turn on."
    return f"From turn {last} on the winner made more ships each turn."
