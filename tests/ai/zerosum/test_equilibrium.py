"""The exact linear program against known games, against brute force, and against scipy."""

from __future__ import annotations

import itertools
from fractions import Fraction
from random import Random

import pytest

from ai.zerosum.equilibrium import BadPayoff, Equilibrium, as_payoff, equilibrium, maximise
from games.karate.rules import gain_matrix
from games.streams import Stream

ROCK_PAPER_SCISSORS = ((0.0, -1.0, 1.0), (1.0, 0.0, -1.0), (-1.0, 1.0, 0.0))


def solve(rows: list[list[float]]) -> Equilibrium:
    """Solve, and check what must hold for any game."""
    payoff = as_payoff(rows)
    found = equilibrium(payoff)
    largest = max(abs(entry) for row in payoff for entry in row)
    for strategy, size in ((found.strategy, len(rows)), (found.reply, len(rows[0]))):
        assert len(strategy) == size
        assert min(strategy) >= 0.0
        assert sum(strategy) == pytest.approx(1.0, abs=1e-12)
    sure = min(
        sum(p * e for p, e in zip(found.strategy, c, strict=True))
        for c in zip(*payoff, strict=True)
    )
    most = max(sum(p * e for p, e in zip(found.reply, row, strict=True)) for row in payoff)
    assert sure == pytest.approx(found.value, abs=1e-12 * largest + 1e-300)
    assert most == pytest.approx(found.value, abs=1e-12 * largest + 1e-300)
    assert 0.0 <= found.gap <= 1e-12 * largest + 1e-300
    return found


def value_by_supports(rows: list[list[float]]) -> Fraction:
    """The value by trying every pair of equal-sized supports (Shapley and Snow, 1950), exactly."""
    payoff = [[Fraction(entry) for entry in row] for row in rows]
    for size in range(1, min(len(rows), len(rows[0])) + 1):
        for own in itertools.combinations(range(len(rows)), size):
            for other in itertools.combinations(range(len(rows[0])), size):
                value = _support_value(payoff, own, other)
                if value is not None:
                    return value
    raise AssertionError("every game has a basic solution")


def _support_value(
    payoff: list[list[Fraction]], own: tuple[int, ...], other: tuple[int, ...]
) -> Fraction | None:
    """The value if these supports hold an equilibrium, else None."""
    by_row = _indifferent([[payoff[i][j] for i in own] for j in other])
    by_column = _indifferent([[payoff[i][j] for j in other] for i in own])
    if by_row is None or by_column is None or by_row[1] != by_column[1]:
        return None
    (x, value), (y, _) = by_row, by_column
    if min(x) < 0 or min(y) < 0:
        return None
    for j in range(len(payoff[0])):
        if sum(p * payoff[i][j] for p, i in zip(x, own, strict=True)) < value:
            return None
    for row in payoff:
        if sum(p * row[j] for p, j in zip(y, other, strict=True)) > value:
            return None
    return value


def _indifferent(rows: list[list[Fraction]]) -> tuple[list[Fraction], Fraction] | None:
    """p with rows @ p all equal to v and sum 1, by Gauss's elimination; None if not unique."""
    size = len(rows)
    table = [[*row, Fraction(-1), Fraction(0)] for row in rows]
    table.append([*([Fraction(1)] * size), Fraction(0), Fraction(1)])
    for column in range(size + 1):
        pivot = next((i for i in range(column, size + 1) if table[i][column]), None)
        if pivot is None:
            return None
        table[column], table[pivot] = table[pivot], table[column]
        table[column] = [entry / table[column][column] for entry in table[column]]
        for i in range(size + 1):
            if i != column and table[i][column]:
                factor = table[i][column]
                table[i] = [a - factor * b for a, b in zip(table[i], table[column], strict=True)]
    solved = [row[-1] for row in table]
    return solved[:-1], solved[-1]


def test_karate() -> None:
    classic = equilibrium(gain_matrix("classic"))
    assert classic == Equilibrium((0.2, 0.4, 0.0, 0.4), (0.2, 0.4, 0.0, 0.4), 0.0, 0.0)
    balanced = equilibrium(gain_matrix("balanced"))
    assert balanced.strategy == (0.25,) * 4
    assert balanced.value == 0.0


def test_known_games() -> None:
    assert equilibrium(ROCK_PAPER_SCISSORS).strategy == pytest.approx((1 / 3,) * 3)
    found = solve([[3, -1], [-2, 4]])  # value (3*4 - 2) / (3 + 4 + 1 + 2) = 1
    assert found.value == 1.0
    assert found.strategy == pytest.approx((0.6, 0.4))
    assert found.reply == pytest.approx((0.5, 0.5))
    saddle = solve([[1, 4, 2], [0, 5, -3], [-2, 6, 9]])
    assert saddle.value == pytest.approx(
        float(value_by_supports([[1, 4, 2], [0, 5, -3], [-2, 6, 9]]))
    )
    morra = solve([[0, 2, -3, 0], [-2, 0, 0, 3], [3, 0, 0, -4], [0, -3, 4, 0]])
    assert morra.value == 0.0


@pytest.mark.parametrize("value", [0.0, 5.0, -3.25, 1e-6, 1e6, -1e-300])
def test_constant_games(value: float) -> None:
    for rows in range(1, 11):
        found = solve([[value] * (11 - rows)] * rows)
        assert found.value == value
        assert found.strategy == pytest.approx((1 / rows,) * rows)


def test_one_row_one_column() -> None:
    assert solve([[3.0, -2.0, 7.0]]).value == -2.0
    assert solve([[3.0], [-2.0], [7.0]]).value == 7.0


def test_duplicates_and_dominated_rows_change_nothing() -> None:
    base = [list(row) for row in ROCK_PAPER_SCISSORS]
    doubled = [*base, *base, [-1.0, -1.0, -1.0], [0.0, -1.0, 1.0]]
    found = solve(doubled)
    assert found.value == 0.0
    assert found.strategy[6] == 0.0
    wide = [row + row + [2.0] for row in base]
    assert solve(wide).value == 0.0
    shifted = [[entry + 1e6 for entry in row] for row in base]
    assert solve(shifted).value == 1e6


def random_game(rng: Stream, rows: int, columns: int, kind: int) -> list[list[float]]:
    """Degenerate small numbers, plain numbers, or magnitudes from 1e-6 to 1e6."""
    if kind == 0:
        return [[float(rng.below(3) - 1) for _ in range(columns)] for _ in range(rows)]
    if kind == 1:
        return [[rng.uniform(-1, 1) for _ in range(columns)] for _ in range(rows)]
    return [
        [rng.gauss(0, 1) * 10 ** rng.uniform(-6, 6) for _ in range(columns)] for _ in range(rows)
    ]


def test_small_games_against_brute_force() -> None:
    rng, solved = Stream.named(1, "games"), 0
    for number in range(80):
        rows, columns = 1 + rng.below(4), 1 + rng.below(4)
        game = random_game(rng, rows, columns, number % 3)
        found, expected = solve(game), value_by_supports(game)
        assert found.value == float(expected)
        solved += 1
    assert solved == 80


def test_large_games_prove_themselves() -> None:
    rng, solved = Stream.named(2, "games"), 0
    for number in range(8):
        solve(random_game(rng, 10, 10, number % 3))
        solved += 1
    assert solved == 8


def test_symmetric_games_have_value_zero() -> None:
    rng, solved = Stream.named(3, "games"), 0
    for size in range(1, 11):
        half = random_game(rng, size, size, 0)
        found = solve([[half[i][j] - half[j][i] for j in range(size)] for i in range(size)])
        assert found.value == 0.0
        solved += 1
    assert solved == 10


def test_the_program_keeps_from_cycling() -> None:
    # Beale's example (1955), which makes the largest-coefficient rule cycle; scaled to integers.
    rows = [[25, -6000, -4, 900], [50, -9000, -2, 300], [0, 0, 1, 0]]
    found = maximise(rows, [0, 0, 1], [75, -15000, 2, -600])
    assert found.value == Fraction(5)
    assert found.solution == [Fraction(1, 25), 0, 1, 0]


def test_bad_payoffs_are_refused() -> None:
    for rows in ([], [[]], [[1.0], [1.0, 2.0]], [[float("nan")]], [[float("inf"), 0.0]]):
        with pytest.raises(BadPayoff):
            as_payoff(rows)


@pytest.mark.lab
def test_against_scipy() -> None:
    import numpy as np
    from scipy.optimize import linprog

    rng, solved = Stream.named(4, "games"), 0
    for number in range(300):
        rows, columns = 1 + rng.below(10), 1 + rng.below(10)
        game = np.array(random_game(rng, rows, columns, number % 2))
        program = linprog(
            c=[*([0.0] * rows), -1.0],
            A_ub=np.hstack([-game.T, np.ones((columns, 1))]),
            b_ub=np.zeros(columns),
            A_eq=[[*([1.0] * rows), 0.0]],
            b_eq=[1.0],
            bounds=[*([(0, None)] * rows), (None, None)],
        )
        assert solve(game.tolist()).value == pytest.approx(-program.fun, abs=1e-7)
        solved += 1
    assert solved == 300


def test_sizes_far_apart_are_solved() -> None:
    rng, solved = Random(1), 0
    for _ in range(6):
        payoff = as_payoff(
            [
                [rng.uniform(-1, 1) * 10 ** rng.uniform(-280, 9) for _ in range(10)]
                for _ in range(10)
            ]
        )
        found = equilibrium(payoff)
        largest = max(abs(entry) for row in payoff for entry in row)
        assert found.gap <= 1e-15 * largest
        solved += 1
    assert solved == 6


@pytest.mark.parametrize("size", [1e-290, 1e-200, 1e9])
def test_the_same_game_in_any_unit(size: float) -> None:
    found = equilibrium(as_payoff([[2 * size, 0.0], [0.0, size]]))
    assert found.strategy == pytest.approx((1 / 3, 2 / 3))
    assert found.value == pytest.approx(2 * size / 3)
    assert equilibrium(as_payoff([[0.0, 0.0], [0.0, 0.0]])).value == 0.0
