"""Ratings, worked out by hand, drawn from known strengths, and in another order."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from ai.lab.league.rating import ELO, Meeting, rate
from games.intervals import wilson

WON, LOST, DRAWN = Meeting(0, 1, 1.0), Meeting(0, 1, 0.0), Meeting(0, 1, 0.5)


def points(share: float) -> float:
    return ELO * math.log(share / (1 - share))


def test_two_agents_have_the_odds_of_their_wins_and_a_quarter_each() -> None:
    """Six wins, one draw and three losses: 6.75 to 3.75, with the added half draw."""
    found = rate(2, [[WON]] * 6 + [[DRAWN]] + [[LOST]] * 3, zero=1)
    assert found[0].points == pytest.approx(400 * math.log10(6.75 / 3.75))
    assert found[1] == (0.0, 0.0, 0.0)
    # By hand: ten games and half a draw have information 10.5 p (1 - p) about the difference.
    p = 6.75 / 10.5
    games = 6 * (1 - p) ** 2 + (0.5 - p) ** 2 + 3 * p**2
    error = math.sqrt(games * 10 / 9 + 0.5 * (0.5 - p) ** 2) / (10.5 * p * (1 - p))
    assert found[0].high - found[0].points == pytest.approx(1.959964 * 400 / math.log(10) * error)
    assert found[0].points - found[0].low == pytest.approx(found[0].high - found[0].points)


def test_three_agents_solve_the_equations_of_the_likeliest() -> None:
    """Wins that are proportional to known strengths give these strengths back: 4, 2 and 1."""
    strengths, draws = (4.0, 2.0, 1.0), []
    for one, other in itertools.combinations(range(3), 2):
        share = strengths[one] / (strengths[one] + strengths[other])
        draws += [[Meeting(one, other, share)]] * 100_000
    found = rate(3, draws)
    assert found[0].points == pytest.approx(400 * math.log10(4), abs=0.01)
    assert found[1].points == pytest.approx(400 * math.log10(2), abs=0.01)
    assert found[2].points == 0.0


def test_who_wins_every_game_has_a_finite_rating_and_an_honest_interval() -> None:
    """The interval of 100 wins of 100 begins where Wilson's interval of the share begins."""
    (found, _) = rate(2, [[WON]] * 100, zero=1)
    assert found.points == pytest.approx(400 * math.log10(100.25 / 0.25))
    assert found.low == pytest.approx(points(wilson(100, 100)[0]), abs=15)


def test_without_a_reference_the_weakest_has_none() -> None:
    assert rate(2, [[WON]] * 3)[1].points == 0.0
    assert rate(2, [[LOST]] * 3)[0].points == 0.0


def test_agents_in_another_order_have_the_same_ratings() -> None:
    rng = random.Random(5)
    draws = [[Meeting(*rng.sample(range(5), 2), rng.choice((0, 0.5, 1)))] for _ in range(300)]
    found = rate(5, draws, zero=2)
    order = [3, 1, 4, 0, 2]
    turned = [[Meeting(order[o], order[p], s) for o, p, s in draw] for draw in draws]
    rng.shuffle(turned)
    again = rate(5, turned, zero=order[2])
    flipped = rate(5, [[Meeting(p, o, 1 - s) for o, p, s in draw] for draw in draws], zero=2)
    for number, rating in enumerate(found):
        assert again[order[number]] == pytest.approx(rating)
        assert flipped[number] == pytest.approx(rating)


def test_ratings_are_recovered_from_games_drawn_by_known_ones() -> None:
    """Of 40 leagues of five, the interval holds the true rating about 95 times in 100."""
    rng, true = random.Random(11), (0.0, 100.0, -50.0, 250.0, 30.0)
    held = tried = 0
    for _ in range(40):
        draws = []
        for one, other in itertools.combinations(range(5), 2):
            chance = 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
            draws += [[Meeting(one, other, float(rng.random() < chance))] for _ in range(60)]
        for number, rating in enumerate(rate(5, draws, zero=0)):
            if number:
                held += rating.low <= true[number] <= rating.high
                tried += 1
    assert 0.9 < held / tried < 0.99


def test_results_of_one_seed_are_one_draw_of_chance() -> None:
    """The same results twice say no more, where one seed has decided both."""
    once = rate(2, [[WON], [LOST], [WON]] * 20, zero=1)[0]
    doubled = rate(2, [[WON] * 2, [LOST] * 2, [WON] * 2] * 20, zero=1)[0]
    apart = rate(2, [[WON], [LOST], [WON]] * 40, zero=1)[0]
    assert doubled.high - doubled.low == pytest.approx(once.high - once.low, rel=0.02)
    assert apart.high - apart.low < 0.75 * (once.high - once.low)
