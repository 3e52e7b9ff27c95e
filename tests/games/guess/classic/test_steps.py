"""The steps by which the pool breaks: when each is done, and that its figures are the pool's."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.guess.classic.pool import Pool
from games.guess.classic.steps import CHAIN, DRIFT, IDEA, STEPS, PoolPlaces, plain
from games.guess.rules.scoring import MOST, nearest_whole

THE_IDEA, FIRST, PROBE, READ, REPLY, WAIT, VANDAL, TRIALS = STEPS


def probed() -> PoolPlaces:
    return PROBE.judge(PoolPlaces(Pool(3)), 0).course


def replied() -> PoolPlaces:
    course = probed()
    return REPLY.judge(course, course.pool.best().guess).course


def test_the_idea_comes_first_and_is_two_thirds_again_and_again() -> None:
    course = PoolPlaces(Pool(3))
    assert not THE_IDEA.judge(course, 50).right
    found = THE_IDEA.judge(course, 33)
    assert found.right
    assert IDEA in found.told
    assert IDEA == "50 > 33 > 22 > 15"
    assert all(
        after == nearest_whole(Fraction(50 * 2**steps, 3**steps))
        for steps, after in enumerate(CHAIN)
    )
    assert "2009" not in THE_IDEA.ask(course) + THE_IDEA.title


def test_any_number_begins_and_only_0_probes() -> None:
    course = PoolPlaces(Pool(3))
    assert FIRST.judge(course, 33).right
    missed = PROBE.judge(course, 30)
    assert not missed.right
    assert missed.course.probe == -1
    found = PROBE.judge(course, 0)
    assert found.right
    entry = found.course.pool.entries[found.course.probe]
    assert entry.guess == 0
    assert entry.told.score == pytest.approx(float(entry.told.target))


def test_the_target_is_read_from_the_score_and_gives_the_sum_away() -> None:
    course = probed()
    target = course.pool.target
    assert not READ.judge(course, nearest_whole(target) + 1).right
    found = READ.judge(course, nearest_whole(target))
    assert found.right
    assert f"S = 3 N t / 2 = {course.pool.total}." in found.told
    assert READ.judge(course, nearest_whole(target)).course.pool.count == course.probe + 1


def test_the_best_reply_is_its_own_target_and_a_miss_moves_it() -> None:
    course = probed()
    pool = course.pool
    best = Fraction(2 * pool.total, 3 * pool.count + 1)
    assert pool.best().best == best
    assert not REPLY.judge(course, nearest_whole(best) + 20).right
    moved = Fraction(2 * pool.total, 3 * pool.count + 1)
    assert moved != best
    found = REPLY.judge(course, nearest_whole(moved))
    assert found.right
    assert str(moved) in found.told
    assert pool.entries[found.course.reply].told.score < 0.5


def test_a_score_drifts_with_those_who_come_later() -> None:
    course = replied()
    for came in range(1, DRIFT + 1):
        course.pool.visit()
        found = WAIT.judge(course, -1)
        assert found.right == (came == DRIFT)
    now = course.pool.now(course.reply)
    assert now.score != course.pool.entries[course.reply].told.score
    assert f"Now {plain(now.score)}, rank {now.rank}." in found.told


def test_one_vandal_puts_the_largest_honest_number_first() -> None:
    course = replied()
    assert not VANDAL.judge(course, 100).right
    found = VANDAL.judge(course, MOST)
    assert found.right
    assert course.pool.target > 1_000_000
    assert "first is your own 100" in found.told


def test_two_trials_are_enough_with_the_list_as_the_pool_itself_shows() -> None:
    course = replied()
    assert not any(TRIALS.judge(course, number).right for number in (0, 1, 3, 4))
    assert TRIALS.judge(course, 2).right
    for seed in range(20):
        pool = Pool(seed)
        target = pool.send(0).told.target
        total = target * 3 * pool.count / 2
        reply = nearest_whole(2 * total / (3 * pool.count + 1))
        assert pool.send(reply).told.rank_competition == 1


def test_every_step_asks_with_the_pools_figures() -> None:
    course = replied()
    asked = [step.ask(course) for step in STEPS]
    assert len(set(asked)) == len(STEPS)
    assert f"S = {course.pool.total} and N = {course.pool.count}" in asked[4]


def test_numbers_for_people() -> None:
    assert plain(Fraction(6, 2)) == "3"
    assert plain(Fraction(1, 3)) == "0.33"
    assert plain(123_456) == "123,456"
    assert plain(float(MOST)) == "4,295 million"
