"""The pool of 2009: what stays, what is told, and what it is worth later."""

from __future__ import annotations

from games.guess.classic.pool import BEFORE, FULL, SHOWN, Pool
from games.guess.rules.classic import answer


def test_the_same_seed_has_the_same_visitors() -> None:
    assert Pool(1).guesses == Pool(1).guesses
    assert Pool(1).guesses != Pool(2).guesses
    assert Pool(1).count == BEFORE


def test_an_answer_is_that_of_the_rules_and_stays_what_was_told() -> None:
    pool = Pool(1)
    foreseen = pool.preview(40)
    entry = pool.send(40)
    submissions = [(each.name, each.guess) for each in pool.entries]
    assert entry.told == foreseen == answer(submissions, SHOWN)
    assert entry.told.target == pool.target
    pool.send(100)
    assert pool.entries[BEFORE].told == entry.told
    assert pool.now(BEFORE).target == pool.target
    assert pool.now(BEFORE).target != entry.told.target


def test_the_rows_are_the_first_and_the_persons_last_two() -> None:
    pool = Pool(1)
    for guess in (97, 98, 99):
        pool.send(guess)
    rows = pool.rows()
    assert [row.rank for row in rows[:SHOWN]] == list(range(1, SHOWN + 1))
    assert [pool.entries[row.place].guess for row in rows[SHOWN:]] == [98, 99]
    for row in rows:
        now = pool.now(row.place)
        assert (row.rank, row.rank_competition, row.score) == (
            *(now.rank, now.rank_competition, now.score),
        )


def test_a_pool_is_full_at_last_and_no_name_comes_twice() -> None:
    pool = Pool(1)
    while not pool.full:
        pool.visit()
    assert pool.count == FULL
    assert len({entry.name for entry in pool.entries}) == FULL
