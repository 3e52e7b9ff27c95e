"""The end of a match of Guess 2/3 for the result page: points, and how far off each round was."""

from __future__ import annotations

import dataclasses
import itertools
import statistics
from collections.abc import Sequence
from typing import Final

from games.guess.line import Closed
from games.mind import Series
from games.shell.hooks import AWAY, STRENGTH, TRY, Insight, Report
from games.store.statistics import MatchResult

STEPS: Final = 5
"""The numbers of steps that are told apart, from none on; each step multiplies once more."""


def report(
    usual: Report, rounds: Sequence[Closed], names: Sequence[str], people: Sequence[int]
) -> Report:
    """Return the `usual` report with the `rounds`; `names` are the names of the seats."""
    if not rounds:
        return usual
    off = [[closed.off[seat] for closed in rounds] for seat in range(len(names))]
    means = [statistics.fmean(each) for each in off]
    wins = [sum(seat in closed.winners for closed in rounds) for seat in range(len(names))]
    lines = tuple(
        f"{name}: {mean:.2f} off on average, nearest {won} of {len(rounds)} times."
        for name, mean, won in zip(names, means, wins, strict=True)
    )
    own = people[0] if people else 0
    targets = Series(
        "The target, round by round",
        tuple(closed.target for closed in rounds),
        unit="",
        help="Two thirds of everyone's average, or whatever was chosen before the match.",
    )
    was = "you were" if names[own] == "You" else f"{names[own]} was"
    apart = Series(f"How far off {was}", tuple(off[own]), unit="", seat=own)
    found = dataclasses.replace(
        usual, lines=(*usual.lines, *lines), items=(targets, apart, *usual.items)
    )
    if not people:
        return found
    return dataclasses.replace(found, brief=_brief(rounds, own, means[own]))


def with_counters(found: MatchResult, rounds: Sequence[Closed], own: int) -> MatchResult:
    """Return the result `found` for the seat `own` with what its line over time is made of: how far
    off it was in all `rounds` together, in hundredths.
    """
    off = sum(closed.off[own] for closed in rounds)
    return dataclasses.replace(found, counters={"off": round(100 * off), "rounds": len(rounds)})


def _brief(rounds: Sequence[Closed], own: int, mean: float) -> tuple[Insight, ...]:
    """Return the first insights for a person: a habit, the result, and an advice."""
    over = sum(closed.guesses[own] > closed.target for closed in rounds)
    under = len(rounds) - over
    best = min(rounds, key=lambda closed: closed.off[own])
    strength = f"{mean:.1f} off on average; best {best.off[own]:.1f} in round {best.number}."
    if over > 2 * under:
        advice = "You guessed too high mostly: think one step further."
    elif under > 2 * over:
        advice = "You guessed too low mostly: they think less far than you believe."
    else:
        advice = "Take two thirds of the last average, and again two thirds: a fair start."
    return (
        Insight(AWAY, _given_away(rounds, own)),
        Insight(STRENGTH, strength),
        Insight(TRY, advice),
    )


def _given_away(rounds: Sequence[Closed], own: int) -> str:
    """Return the number of steps beyond the last mean that a seat's guesses came nearest to."""
    pairs = list(itertools.pairwise(rounds))
    if not pairs:
        return "One guess gives nothing away yet."

    def missed(steps: int) -> float:
        """Return the distance of the guesses from a player's who takes this number of steps."""
        return sum(
            abs(closed.guesses[own] - before.mean * _share(closed) ** steps)
            for before, closed in pairs
        )

    num, den = rounds[0].multiplier
    nearest = min(range(STEPS), key=missed)
    return f"You mostly took the last average{f', times {num}/{den}' * nearest}."


def _share(closed: Closed) -> float:
    """Return the target as a share of the mean in a round."""
    return closed.multiplier[0] / closed.multiplier[1]
