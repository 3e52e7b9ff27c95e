"""The safety budget as a theorem: adversaries that see the strategy try to break the floor.

The sums are exact: strategies and payoffs are floats, hence fractions, and the value of the game
is solved in fractions here, so that no rounding of the test hides a fault of the code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import mul

import numpy as np
import pytest

from ai.zerosum.budget import CEILING_MULTIPLE, PACE, START_MULTIPLE, SafetyBudget
from ai.zerosum.equilibrium import BadPayoff, Payoff, equilibrium, maximise
from ai.zerosum.sensei import LEVELS, HabitForecaster, SenseiStrategy
from games.arrays import FloatArray
from games.karate.rules import gain_matrix

KARATE = gain_matrix("classic")
ROCK_PAPER_SCISSORS = ((0.0, -1.0, 1.0), (1.0, 0.0, -1.0), (-1.0, 1.0, 0.0))

Choice = Callable[[Sequence[Fraction], int], int]


def exact_value(payoff: Payoff) -> Fraction:
    """The value in fractions, for payoffs of whole numbers."""
    shift = 1 - int(min(min(row) for row in payoff))
    rows = [[int(entry) + shift for entry in row] for row in payoff]
    return 1 / maximise(rows, [1] * len(rows), [1] * len(rows[0])).value - shift


def exact_gains(strategy: Sequence[float], payoff: Payoff) -> list[Fraction]:
    """The strategy's gain against every column, its rounding error in the sum removed."""
    shares, _ = whole_numbers(tuple(strategy))
    return [
        Fraction(sum(map(mul, shares, column)), sum(shares) * scale)
        for column, scale in map(whole_numbers, zip(*payoff, strict=True))
    ]


@lru_cache(maxsize=256)
def whole_numbers(floats: tuple[float, ...]) -> tuple[list[int], int]:
    """Numbers as wholes over one denominator, and that."""
    ratios = [number.as_integer_ratio() for number in floats]
    scale = max(bottom for _, bottom in ratios)  # each is a power of two
    return [top * (scale // bottom) for top, bottom in ratios], scale


def worst(gains: Sequence[Fraction], turn: int) -> int:
    """What hurts most."""
    return gains.index(min(gains))


def feeder(gains: Sequence[Fraction], turn: int) -> int:
    """Lets it win for some rounds, and then takes all it can."""
    return gains.index(max(gains)) if turn % 40 < 15 else gains.index(min(gains))


def scraper(gains: Sequence[Fraction], turn: int) -> int:
    """Takes the least that hurts at all, so that the budget is never refilled."""
    hurting = [gain for gain in gains if gain < 0]
    return gains.index(max(hurting)) if hurting else gains.index(min(gains))


def attack(payoff: Payoff, choose: Choice, rounds: int, seed: int) -> tuple[Fraction, int]:
    """Wants the worst strategies there are; returns the lowest sum and the rounds restrained."""
    rng = np.random.default_rng(seed)
    budget, value, k = SafetyBudget(payoff), exact_value(payoff), len(payoff)
    total, lowest, held, floors = Fraction(), Fraction(), 0, [budget.floor]
    for turn in range(rounds):
        wanted = np.eye(k)[rng.integers(k)] if turn % 3 else rng.dirichlet(np.ones(k))
        strategy = budget.restrain(wanted)
        assert strategy.min() >= 0.0
        assert abs(strategy.sum() - 1.0) < 1e-12
        held += budget.boldest(wanted) < 1.0
        gains = [gain - value for gain in exact_gains(strategy.tolist(), payoff)]
        column = choose(gains, turn)
        total += gains[column]
        lowest = min(lowest, total)
        budget.settle(strategy, column)
        floors.append(budget.floor)
        assert total >= floors[0]
        assert float(total) == pytest.approx(budget.gained, abs=1e-6 * budget.start + 1e-12)
    assert floors == sorted(floors)
    assert len(floors) == rounds + 1
    assert floors[0] == pytest.approx(-budget.start)
    assert all(float(total) >= floor for floor in floors)
    return lowest, held


@pytest.mark.parametrize("choose", [worst, feeder, scraper])
def test_nobody_takes_more_than_the_start(choose: Choice) -> None:
    for payoff, start in ((KARATE, 100), (ROCK_PAPER_SCISSORS, 10), (gain_matrix("balanced"), 100)):
        lowest, held = attack(payoff, choose, 150, 1)
        assert lowest >= -start
        assert held > 30


def test_the_bound_is_used_up_by_one_who_sees_everything() -> None:
    lowest, _ = attack(KARATE, worst, 300, 1)
    assert -100 <= lowest < -99


def test_nobody_takes_more_than_the_start_in_any_game() -> None:
    games = 0
    for seed in range(8):
        payoff = random_payoff(seed)
        for choose in (worst, feeder):
            lowest, _ = attack(payoff, choose, 40, seed)
            assert lowest >= -START_MULTIPLE * max(abs(entry) for row in payoff for entry in row)
            games += 1
    assert games == 16


@pytest.mark.sweep
def test_nobody_takes_more_than_the_start_in_many_games() -> None:
    games = 0
    for seed in range(300):
        payoff = random_payoff(seed)
        for choose in (worst, feeder, scraper):
            lowest, _ = attack(payoff, choose, 120, seed)
            assert lowest >= -START_MULTIPLE * max(abs(entry) for row in payoff for entry in row)
            games += 1
    assert games == 900


def random_payoff(seed: int) -> Payoff:
    """A game of 2 to 10 moves with whole gains, now and then with ties, or all of one sign."""
    rng = np.random.default_rng(seed)
    k, size = int(rng.integers(2, 11)), int(rng.choice([1, 5, 1000, 10**9]))
    drawn = rng.integers(-size, size + 1, (k, k)) + int(rng.integers(-1, 2)) * size
    return tuple(tuple(float(entry) for entry in row) for row in drawn)


def test_no_round_risks_more_than_the_pace_allows() -> None:
    budget = SafetyBudget(KARATE)
    rounds = 0
    while budget.left > 1.0:
        strategy = budget.restrain(np.eye(4)[rounds % 4])
        losses = -budget.gains(strategy)
        assert losses.max() <= PACE * budget.left * (1 + 1e-12)
        budget.settle(strategy, int(losses.argmax()))
        rounds += 1
    assert rounds > 20


def test_winnings_beyond_the_ceiling_raise_the_floor() -> None:
    budget = SafetyBudget(KARATE)
    for _ in range(100):
        budget.settle(np.array([0.0, 1.0, 0.0, 0.0]), 0)  # kicks against punches: 10 a round
    assert budget.gained == 1000.0
    assert budget.left == CEILING_MULTIPLE * 10.0
    assert budget.floor == pytest.approx(1000.0 - CEILING_MULTIPLE * 10.0, abs=1e-3)


def test_a_strategy_that_risks_nothing_is_left_alone() -> None:
    budget = SafetyBudget(KARATE)
    budget.left = 0.0
    safe = np.array(equilibrium(KARATE).strategy)
    assert budget.boldest(safe) == 1.0
    assert budget.restrain(np.array([1.0, 0.0, 0.0, 0.0])).tolist() == pytest.approx(safe.tolist())


def test_a_game_without_stakes_has_no_budget_and_no_fault() -> None:
    budget = SafetyBudget(((0.0, 0.0), (0.0, 0.0)))
    strategy = budget.restrain(np.array([1.0, 0.0]))
    budget.settle(strategy, 1)
    assert (budget.floor, budget.gained) == (0.0, 0.0)


@pytest.mark.parametrize("size", [1e-320, 5e-324, 3e-308, 9e-291])
def test_payoffs_too_small_to_add_up_are_refused(size: float) -> None:
    with pytest.raises(BadPayoff, match=r"it must be 0 or at least 1e-290 in size"):
        SafetyBudget(((size, 0.0), (0.0, -size)))


def taker(payoff: FloatArray, manner: str) -> Callable[[FloatArray, int], int]:
    """Who sees the strategy: always takes most, or first feeds the budget for 25 rounds."""

    def take(strategy: FloatArray, number: int) -> int:
        gains = strategy @ payoff
        feeds = manner == "bait" and number // 25 % 2 == 0
        return int(gains.argmax() if feeds else gains.argmin())

    return take


GAMES = {
    "classic": KARATE,
    "rock-paper-scissors": ROCK_PAPER_SCISSORS,
    "smallest": ((1e-290, 0.0), (0.0, 1e-290)),
    "far apart": ((1e9, -1.0, 0.0), (-1.0, 1e-3, 1e-7), (0.0, -1e9, 5.0)),
    "wide": ((1e9, -1e-300), (-1e-9, 1e-280)),
    "coarse": ((1e9 + 1, 1e9 - 1), (1e9 - 1, 1e9 + 1)),
}


MANNERS = ("greedy", "bait")
EVERY_WAY = [
    pytest.param(
        name, manner, level, marks=[] if (game + way + degree) % 4 == 1 else pytest.mark.sweep
    )
    for game, name in enumerate(GAMES)
    for way, manner in enumerate(MANNERS)
    for degree, level in enumerate(LEVELS)
]
"""Every game, manner and level in a quarter of them, the rest in the sweep."""


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("name", "manner", "level"), EVERY_WAY)
def test_nobody_takes_more_than_the_start_on_any_level_and_with_memory(
    name: str, manner: str, level: str
) -> None:
    payoff = np.array(GAMES[name])
    largest, k = float(np.abs(payoff).max()), len(payoff)
    memory = None
    for match in range(2):  # the second begins with what was learned in the first
        sensei = SenseiStrategy(GAMES[name], level, memory=memory)
        take, total, rounds = taker(payoff, manner), Fraction(0), 0
        value = Fraction(equilibrium(GAMES[name]).value)
        for number in range(60):
            strategy = sensei.strategy()
            assert np.isfinite(strategy).all()
            column = take(strategy, number)
            total += exact_gains(strategy.tolist(), GAMES[name])[column] - value
            assert total >= Fraction(sensei.budget.start) * -1
            assert total >= Fraction(sensei.budget.floor) - Fraction(1e-9) * Fraction(largest)
            sensei.learn((number * 7 + match) % k, column)
            rounds += 1
        assert rounds == 60
        if isinstance(sensei.forecaster, HabitForecaster):
            memory = sensei.forecaster.predictor.settled()
