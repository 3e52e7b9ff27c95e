"""The review of a match without a window: rounds, courses that add up, and costly choices."""

from __future__ import annotations

import pytest

from games.agents import WIN_CHANCE, Judged
from games.core import CHANCE
from games.jaipur.coach.reviewing import Judging, Review, Round, rounds_of
from games.jaipur.rules.state import State
from games.jaipur.stall import NEW_ROUND
from tests.support.jaipur_matches import PARAMS, chance_turns


class Oracle:
    """Judges without thinking: each choice by its number in `lost`."""

    def __init__(self, lost: dict[int, float]) -> None:
        self.lost, self.asked = lost, 0

    def judge(self, state: State, seat: int, move: str, seed: int = 0) -> Judged:
        """A choice after which seat 0 has a little less."""
        self.asked += 1
        lost = self.lost.get(self.asked, 0.0)
        before, after = (0.6, 0.55) if seat == 0 else (0.4, 0.45)
        return Judged(seat, move, WIN_CHANCE, before, after, "camels", lost, 0.01, 2.0, "is better")


def judged(lost: dict[int, float]) -> Review:
    """The first round, judged by an oracle."""
    review = Review(rounds_of(PARAMS, chance_turns())[0], Oracle(lost))  # type: ignore[arg-type]
    while not review.done:
        review.step()
    return review


def test_rounds_hold_every_choice_where_it_was_made() -> None:
    rounds = rounds_of(PARAMS, chance_turns())
    chosen = [n for n, turn in enumerate(chance_turns()) if turn[0][0] != CHANCE]
    assert [asked.turn for each in rounds for asked in each.asked] == chosen
    assert [each.number for each in rounds] == list(range(1, len(rounds) + 1))
    assert len(rounds) >= 2
    for each in rounds:
        assert each.ended in (0.0, 0.5, 1.0)
        assert each.totals is not None
        assert (each.totals[0] > each.totals[1]) == (each.ended == 1.0) or each.ended == 0.5
        for asked in each.asked:
            assert chance_turns()[asked.turn] == ((asked.state.turn, asked.move),)
            counts = "".join(sorted(asked.stall)), asked.state.market
            assert len(counts[0]) == 5
    assert rounds[1].asked[0].stall.count("K") >= NEW_ROUND.count("K")


def test_a_round_that_was_left_has_no_end() -> None:
    last = rounds_of(PARAMS, chance_turns()[:30])[-1]
    assert (last.ended, last.totals) == (None, None)


def test_luck_and_choices_add_up_to_the_end() -> None:
    review = judged({})
    course = review.course()
    assert course.values[-1] == review.played.ended
    assert len(course.values) == 2 * len(review.judged) + 1
    assert 0.5 + course.luck + course.choices == pytest.approx(course.values[-1])
    assert course.choices == pytest.approx(-0.05 * len(review.judged))


def test_costly_choices_are_the_sure_ones_of_those_who_ask() -> None:
    review = judged({1: 0.2, 2: 0.1, 3: 0.3, 5: 0.015, 7: 0.4})
    mover = [asked.state.turn for asked in review.played.asked]
    both = review.costly((0, 1))
    assert [costly.judged.lost for costly in both] == [0.4, 0.3, 0.2]
    own = review.costly((mover[1],))
    assert [costly.asked.number for costly in own if costly.judged.lost == 0.1] == [2]
    assert review.mean_cost(0) == pytest.approx(
        sum(each.lost for each in review.judged if each.seat == 0) / mover.count(0)
    )


def test_judging_goes_on_beside_and_can_be_ended() -> None:
    rounds = rounds_of(PARAMS, chance_turns())
    reviews = [Review(each, Oracle({})) for each in rounds]  # type: ignore[arg-type]
    judging = Judging(reviews)
    judging.wait(5.0)
    assert judging.done
    assert judging.share == 1.0
    assert all(review.done for review in reviews)
    empty = Review(Round(1, (), None, None))
    assert empty.done
    assert empty.course().values == ()
