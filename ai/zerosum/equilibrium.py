"""Equilibrium of a zero-sum matrix game, by an exact linear program.

The row player picks a row, the column player a column, both at once; the row player gains the entry
and the column player loses it. Every such game has a value: the row player can make sure of at
least that much on average, and the column player of losing no more (von Neumann, 1928).

The program is the classic one: with all entries made positive, maximise the sum of y subject to
`payoff @ y <= 1`; the value is one over that sum, y and its dual are the two strategies up to scale
(G. Dantzig, "A proof of the equivalence of the programming problem and the game problem", 1951). It
is solved by the simplex method on whole numbers: floating-point entries are fractions with a power
of two below, so scaling makes them whole, and a pivot that keeps one common denominator (J.
Edmonds, 1967) leaves them whole. Nothing is rounded before the end, so ties, duplicates, dominated
and constant rows need no tolerances; Bland's rule keeps it from cycling. The one exception bounds
the time: entries are rounded to `FINEST` bits below the largest, which touches only what is smaller
than it by a factor of 1e44 and more.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

Payoff = tuple[tuple[float, ...], ...]
FINEST: Final = 200
"""Parts of the largest entry finer than two to the minus this are rounded away."""


class BadPayoff(ValueError):
    """Raised for a payoff that is no matrix of finite numbers; the message names the fault."""


class Equilibrium(NamedTuple):
    """Strategies of both players, shapes (rows,) and (columns,), and the row player's value.

    `gap` is what the two strategies, rounded to floating point, fail to guarantee of the value
    between them: the column player's best reply to one against the row player's to the other.
    """

    strategy: tuple[float, ...]
    reply: tuple[float, ...]
    value: float
    gap: float


def as_payoff(rows: Sequence[Sequence[float]]) -> Payoff:
    """Return the matrix `rows` as tuples of finite floats; raises `BadPayoff`."""
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise BadPayoff("A payoff needs rows of equal length, at least one row and one column.")
    payoff = tuple(tuple(float(entry) for entry in row) for row in rows)
    if not all(math.isfinite(entry) for row in payoff for entry in row):
        raise BadPayoff("A payoff holds finite numbers only; replace NaN and infinities.")
    return payoff


@functools.lru_cache(maxsize=64)
def equilibrium(payoff: Payoff) -> Equilibrium:
    """Solve the game in which the row player gains `payoff[row][column]` (see `as_payoff`).

    Where some optimal strategy of the row player uses all rows, the one with the largest
    smallest probability is returned; else one with few rows. Same matrix, same answer.
    """
    entries, scale = _integers(payoff)
    shift = 1 - min(min(row) for row in entries)
    columns = len(entries[0])
    rows = [[entry + shift for entry in row] for row in entries]
    found = maximise(rows, [1] * len(rows), [1] * columns)
    shifted = 1 / found.value
    value = shifted - shift
    reply = [share * shifted for share in found.solution]
    strategy = _most_mixed(entries, value) or [share * shifted for share in found.dual]
    own, other = tuple(map(float, strategy)), tuple(map(float, reply))
    return Equilibrium(own, other, float(value / scale), _gap(payoff, own, other))


def _integers(payoff: Payoff) -> tuple[list[list[int]], Fraction]:
    """Return the entries of `payoff` times a power of two that makes them integers, and that power.

    Where that would be finer than `FINEST` allows, they are rounded.
    """
    exact = [[Fraction(entry) for entry in row] for row in payoff]
    scale = Fraction(max(entry.denominator for row in exact for entry in row))
    largest = max(abs(entry) for row in payoff for entry in row)
    scale = min(scale, Fraction(2) ** (FINEST - math.frexp(largest)[1]))
    return [[round(entry * scale) for entry in row] for row in exact], scale


def _most_mixed(entries: list[list[int]], value: Fraction) -> list[Fraction] | None:
    """Return the optimal strategy of the game `entries` whose smallest probability is the largest
    above 0.

    Write the strategy as t + q with q >= 0 and maximise t; what it gains above the value against
    each column must not be negative.
    """
    size = len(entries)
    above = [[entry * value.denominator - value.numerator for entry in row] for row in entries]
    limits = [[1] * size + [size]]
    limits += [[*(-entry for entry in column), -sum(column)] for column in zip(*above, strict=True)]
    found = maximise(limits, [1] + [0] * len(entries[0]), [0] * size + [1])
    smallest = found.solution[-1]
    return [share + smallest for share in found.solution[:-1]] if smallest else None


def _gap(payoff: Payoff, strategy: Sequence[float], reply: Sequence[float]) -> float:
    """Return best reply to `reply` less worst reply to `strategy` in `payoff`; 0 for an
    equilibrium.
    """
    best = max(math.fsum(p * e for p, e in zip(reply, row, strict=True)) for row in payoff)
    columns = zip(*payoff, strict=True)
    worst = min(math.fsum(p * e for p, e in zip(strategy, c, strict=True)) for c in columns)
    return max(0.0, best - worst)


class LinearProgram(NamedTuple):
    """A solved linear program: its maximum, where it is reached, and the dual solution."""

    value: Fraction
    solution: list[Fraction]
    dual: list[Fraction]


def maximise(rows: list[list[int]], limits: list[int], objective: list[int]) -> LinearProgram:
    """Maximise `objective @ x` subject to `rows @ x <= limits` and `x >= 0`, exactly.

    `limits` must not be negative, and the maximum must be bounded.
    """
    count, width = len(rows), len(objective)
    slack = [[int(i == j) for j in range(count)] for i in range(count)]
    table = [[*row, *slack[i], limits[i]] for i, row in enumerate(rows)]
    table.append([*(-weight for weight in objective), *([0] * (count + 1))])
    basis = list(range(width, width + count))
    denominator = 1
    while (entering := next((j for j, e in enumerate(table[-1][:-1]) if e < 0), -1)) >= 0:
        leaving = _leaving(table, basis, entering)
        denominator = _pivot(table, leaving, entering, denominator)
        basis[leaving] = entering
    reached = {column: table[i][-1] for i, column in enumerate(basis)}
    last = table[-1]
    return LinearProgram(
        Fraction(last[-1], denominator),
        [Fraction(reached.get(j, 0), denominator) for j in range(width)],
        [Fraction(last[width + i], denominator) for i in range(count)],
    )


def _leaving(table: list[list[int]], basis: list[int], entering: int) -> int:
    """Return the row that limits the entering column most; of equal rows, the one with the lowest
    variable.
    """
    best = -1
    for i, row in enumerate(table[:-1]):
        if row[entering] <= 0:
            continue
        if best >= 0:
            order = row[-1] * table[best][entering] - table[best][-1] * row[entering]
            if order > 0 or (order == 0 and basis[i] > basis[best]):
                continue
        best = i
    assert best >= 0, "the program is unbounded"
    return best


def _pivot(table: list[list[int]], row: int, column: int, denominator: int) -> int:
    """Bring `column` into the basis in place of `row`; returns the new common denominator."""
    chosen = table[row]
    pivot = chosen[column]
    for i, other in enumerate(table):
        if i != row:
            factor = other[column]
            table[i] = [
                (pivot * entry - factor * key) // denominator
                for entry, key in zip(other, chosen, strict=True)
            ]
    return pivot
