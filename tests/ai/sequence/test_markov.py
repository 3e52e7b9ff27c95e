"""The table of counts inside the originals, against counts made anew for each forecast."""

from __future__ import annotations

import pytest

from ai.sequence.markov import MarkovTable, initial_history, seed_table
from games.streams import Stream


def test_the_history_of_the_original_for_every_alphabet() -> None:
    assert initial_history(4) == (1, 3, 2)
    assert all(max(initial_history(k)) < k for k in range(2, 11))


@pytest.mark.parametrize("k", [2, 4, 10])
def test_the_seed_counts_what_followed_the_last_two(k: int) -> None:
    table, rng, compared = seed_table(k), Stream.named(k, "moves"), 0
    history = list(initial_history(k))
    for _ in range(200):
        counts = [1] * k
        for before, last, after in zip(history[1:], history[2:], history[3:], strict=False):
            counts[after] += (before, last) == tuple(history[-2:])
        assert table.forecast() == pytest.approx([count / sum(counts) for count in counts])
        assert table.expected() == counts.index(max(counts))
        assert table.seen == (sum(counts) > k)
        assert table.symbols(table.context) == tuple(history[-2:])
        assert table.probabilities()[table.context] == table.forecast()
        history.append(rng.below(k) if rng.below(2) else 0)
        table.observe(history[-1])
        compared += 1
    assert compared == 200


def test_other_counts_and_histories_can_be_given() -> None:
    table = MarkovTable(3, (0.5, 2.0, 0.5), (0, 1, 2))
    assert table.symbols(table.context) == (1, 2)
    assert table.row() == [0.5, 2.0, 0.5]
    table.observe(0)
    assert table.symbols(table.context) == (2, 0)
    assert table.forecast() == pytest.approx((1 / 6, 4 / 6, 1 / 6))
    assert table.probabilities()[1 * 3 + 2] == pytest.approx((1.5 / 4, 2 / 4, 0.5 / 4))
