"""The claim of 2009 on people: the original's counter over the keys of every game."""

from __future__ import annotations

import random
import statistics

import pytest

from ai.sequence.markov import seed_table
from games.numbers.original import CLAIMED, claim_of, claim_words, counters_of, foreseen_of


@pytest.mark.parametrize("seed", range(5))
def test_it_foresees_what_the_agent_foresees(seed: int) -> None:
    keys = [random.Random(seed).choice((0, 1, 1, 3, 2)) for _ in range(200)]
    table, wanted = seed_table(4), []
    for key in keys:
        wanted.append(table.expected() == key)
        table.observe(key)
    assert foreseen_of(keys) == wanted


def test_the_mean_over_games_has_the_interval_of_their_spread() -> None:
    games = [[0, 1] * 30, [2] * 40, [0, 1, 2, 3, 3, 1, 0] * 9]
    shares = [round(1000 * statistics.fmean(foreseen_of(keys))) / 1000 for keys in games]
    one: dict[str, int] = {}
    two: dict[str, int] = {}
    for keys, counters in zip(games, (one, two, two), strict=True):
        for name, value in counters_of(keys).items():
            counters[name] = counters.get(name, 0) + value
    found = claim_of([one, two, {"keys": 7}])
    assert found is not None
    assert (found.games, found.half is not None) == (3, True)
    assert found.mean == pytest.approx(statistics.fmean(shares))
    assert found.half == pytest.approx(1.959964 * statistics.stdev(shares) / 3**0.5, rel=1e-4)


def test_without_a_game_there_is_no_claim_and_one_game_has_no_interval() -> None:
    assert claim_of([]) is None
    assert claim_of([{"keys": 100}]) is None
    single = claim_of([counters_of([1] * 50)])
    assert single is not None
    assert single.half is None
    assert "%" not in single.words()


def test_the_words_name_hits_keys_and_what_was_claimed() -> None:
    hits = sum(foreseen_of([1] * 50))
    (first,) = claim_words([1] * 50, None)
    assert f"guessed {hits} of these 50 keys, {2 * hits}%" in first
    assert CLAIMED in first
    both = claim_words([1] * 50, claim_of([counters_of([1] * 50), counters_of([2, 3] * 20)]))
    assert both[1].startswith("Over all 2 games on this machine its mean is ")
