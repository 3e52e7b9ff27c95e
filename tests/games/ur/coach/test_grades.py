"""Accuracy and grades of the choices in a game of Ur."""

from __future__ import annotations

from typing import Any

import pytest

from games import catalog
from games.core import Limit
from games.match import Match
from games.ur.asks import JudgedStep
from games.ur.coach.grades import (
    GRADES,
    ONLY_MOVE,
    GradedChoice,
    accuracy,
    best_moment,
    choices,
    grade_of,
    shares,
)


def made_by(agents: tuple[str, str], seat: int, games: int, pieces: int = 3) -> list[GradedChoice]:
    """The choices of one seat in games of Schultz, judged by the solved game."""
    found: list[GradedChoice] = []
    for seed in range(games):
        players = {s: catalog.agent("ur", agents[s]).make({}, None) for s in (0, 1)}
        params = {"rules": "schultz", "pieces": pieces}
        match: Match[Any] = Match(catalog.rules("ur"), params, seed, players)
        judge = catalog.models("ur")[0].make({}, None)
        match.watch(judge)
        match.run(Limit())
        assert judge.exact
        found += choices(judge.steps, seat)
    return found


@pytest.mark.parametrize("seat", [0, 1])
def test_perfect_play_is_accurate_to_the_last_and_chance_is_half(seat: int) -> None:
    agents = ("perfect", "random") if seat == 0 else ("random", "perfect")
    perfect, chance = made_by(agents, seat, 8), made_by(agents, 1 - seat, 8)
    assert accuracy(perfect) == pytest.approx(1.0, abs=1e-3)  # the table has 16 bits a value
    assert shares(perfect) == (len(perfect), 0, 0, 0, 0)
    assert accuracy(chance) == pytest.approx(0.5, abs=0.1)
    assert sum(shares(chance)) == len(chance) > 100


def step(scores: tuple[float, ...], played: int) -> JudgedStep:
    """A choice among moves with these win probabilities."""

    class Before:
        moves = tuple(str(place) for place in range(len(scores)))

    return JudgedStep("move", 0, 0.5, 0.0, str(played), "0", Before(), scores)


def test_accuracy_is_what_was_kept_of_what_was_at_stake() -> None:
    made = [GradedChoice(1, step((0.6, 0.4), 0)), GradedChoice(3, step((0.3, 0.2, 0.5), 0))]
    assert [choice.lost for choice in made] == pytest.approx([0.0, 0.2])
    assert [choice.stake for choice in made] == pytest.approx([0.2, 0.3])
    assert accuracy(made) == pytest.approx(1 - 0.2 / 0.5)
    assert accuracy([GradedChoice(1, step((0.6, 0.4), 1))]) == pytest.approx(0.0)
    assert accuracy([]) is None
    assert accuracy([GradedChoice(1, step((0.5, 0.5), 1))]) is None


def test_forced_moves_throws_and_the_other_side_are_no_choices() -> None:
    there = step((0.6, 0.4), 0)
    steps = [there, step((0.5,), 0), there._replace(kind="roll", scores=()), there._replace(seat=1)]
    assert [choice.turn for choice in choices(steps, 0)] == [1]
    assert [choice.turn for choice in choices(steps, 1)] == [4]


def test_every_grade_begins_where_it_says() -> None:
    assert [grade_of(grade.least) for grade in GRADES] == [0, 1, 2, 3, 4]
    assert [grade_of(grade.least - 1e-9) for grade in GRADES] == [0, 0, 1, 2, 3]
    assert grade_of(0.9) == 4


def test_the_best_moment_was_the_one_right_move() -> None:
    easy, hard = GradedChoice(1, step((0.6, 0.6), 0)), GradedChoice(3, step((0.1, 0.5, 0.2), 1))
    fair, bad = GradedChoice(5, step((0.6, 0.5), 0)), GradedChoice(7, step((0.1, 0.5), 0))
    made = [easy, fair, hard, bad]
    assert best_moment(made) == hard
    assert hard.margin == pytest.approx(0.3)
    assert hard.margin > ONLY_MOVE
    assert best_moment([easy, bad]) is None
    assert best_moment([]) is None
