"""The game of 2009 as it was: every submission stays, and each is answered at once.

The target is 2/3 of the mean of all submissions, the own included, so it drifts with every entry,
and so do all scores. The answer to a first guess of 0 is its score, which is the target; with the
sum S and the number N of submissions, that probe included, g = 2S/(3N + 1) is its own target.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from games.guess.rules.scoring import (
    MOST,
    TWO_THIRDS,
    Multiplier,
    distances,
    nearest_whole,
    target_of,
)

Submission = tuple[str, int]


class TopRow(NamedTuple):
    """A row of the table: competition rank, rank 1 2 3 ..., name and score."""

    rank: int
    sequential: int
    name: str
    score: float


class EntryAnswer(NamedTuple):
    """The answer to a submission: the target then, its score and ranks, and the best of all."""

    target: Fraction
    score: float
    rank: int
    rank_competition: int
    top: tuple[TopRow, ...]


def answer(submissions: Sequence[Submission], ntop: int, own: int = -1) -> EntryAnswer:
    """Return the answer to the submission at place `own` (the last) once these were made, in order.

    `ntop` is the number of rows of the table that come with it.
    """
    values = [guess for _, guess in submissions]
    apart = distances(values, TWO_THIRDS)
    own %= len(values)
    key = apart.keys[own]
    better = sum(other < key for other in apart.keys)
    level = sum(other == key for other in apart.keys[:own])
    order = sorted(range(len(values)), key=apart.keys.__getitem__)[:ntop]
    rows: list[TopRow] = []
    for place, index in enumerate(order, start=1):
        tied = place > 1 and apart.keys[index] == apart.keys[order[place - 2]]
        rank = rows[-1].rank if tied else place
        rows.append(TopRow(rank, place, submissions[index][0], apart.keys[index] / apart.over))
    target = target_of(sum(values), len(values), TWO_THIRDS)
    ranks = (better + level + 1, better + 1)
    return EntryAnswer(target, key / apart.over, *ranks, tuple(rows))


class Exploit(NamedTuple):
    """The best reply to a pool: exact, the nearest whole number, and the score of that."""

    target: Fraction
    best: Fraction
    guess: int
    score: Fraction


def exploit(guesses: Sequence[int], multiplier: Multiplier = TWO_THIRDS) -> Exploit:
    """Return the best guess of a player who knows the sum of these: a number that is its own
    target.

    g = p (S + g) / (N + 1) is solved by g = num S / (den (N + 1) - num), for 2/3 2S / (3N + 1).
    """
    num, den = multiplier
    total, count = sum(guesses), len(guesses)
    best = Fraction(num * total, den * (count + 1) - num)
    guess = min(nearest_whole(best), MOST)
    after = target_of(total + guess, count + 1, multiplier)
    return Exploit(target_of(total, count, multiplier), best, guess, abs(guess - after))
