"""An auction solved exactly: its outcomes as rows, and what everybody bids in each of its nodes.

Each player chooses best for itself; outcomes are who gets the lot with which sun, or that nobody
does. Equal choices fall to passing, then to the lowest sun.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ai.ra.plain import DOWN, SUNS, TURN, UP, Row, highest_up, settle, solve_auction
from ai.ra.plain import PLAYERS as PLAYERS_AT
from games.arrays import FloatArray


def outcome_suns(t: Row) -> list[int]:
    """The outcomes of the auction of a row: 0 for nobody, and every face-up sun."""
    return [0, *(sun for sun in range(1, 17) if UP <= t[SUNS + sun] < DOWN)]


def outcome_rows(t: Row, suns: Sequence[int]) -> list[Row]:
    """The row after each of these outcomes."""
    rows = []
    for sun in suns:
        after = t.copy()
        settle(after, t[SUNS + sun] - UP if sun else -1, sun)
        rows.append(after)
    return rows


class Solved(NamedTuple):
    """An auction that is solved: which sun wins, and at 17 * seat + high what a seat bids."""

    sun: int
    plan: list[int]


def solve(t: Row, called: bool, suns: Sequence[int], worth: FloatArray) -> Solved:
    """Solve the auction of a row; `worth` (outcomes, players) is what each seat maximises."""
    flat = [0.0] * 85
    for sun, seats in zip(suns, worth.tolist(), strict=True):
        flat[5 * sun : 5 * sun + len(seats)] = seats
    plan = [0] * 85
    return Solved(solve_auction(t, called, flat, plan), plan)


def bidders(t: Row) -> list[int]:
    """The seats that bid in the auction of a row, in their order."""
    players, caller = t[PLAYERS_AT], t[TURN]
    order = [(caller + step) % players for step in range(1, players + 1)]
    return [seat for seat in order if highest_up(t, seat)]


def outcome_after(t: Row, plan: Sequence[int], seat: int, high: int) -> int:
    """The sun that wins if the high bid is `high` after `seat`, and the rest follow the plan."""
    order = bidders(t)
    for other in order[order.index(seat) + 1 :]:
        high = plan[17 * other + high] or high
    return high
