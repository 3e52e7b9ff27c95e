"""Echoes against a slow search through the past; the rest of the history is checked by the bank."""

import numpy as np
import pytest

from ai.sequence.history import EchoFinder


@pytest.mark.parametrize("length", [2, 4])
def test_an_echo_is_the_latest_place_with_the_same_ending(length):
    rng = np.random.default_rng(length)
    finder, past, found = EchoFinder(length), [], 0
    for symbol in rng.integers(0, 2, 400).tolist():
        if finder.matched:
            tail = past[-finder.matched :]
            ends = [
                e for e in range(finder.matched, len(past)) if past[e - finder.matched : e] == tail
            ]
            assert any(past[end] == finder.forecast for end in ends)
            found += 1
        else:
            ending = past[-length:]
            assert len(past) < length or all(
                past[e - length : e] != ending for e in range(length, len(past))
            )
        finder.observe(symbol)
        past.append(symbol)
    assert len(past) == 400
    assert found > 300


def test_an_echo_finder_forgets_what_is_long_ago():
    finder = EchoFinder(3)
    longest = 0
    for t in range(3 * EchoFinder.capacity):
        finder.observe(t % 5)
        longest = max(longest, len(finder.past))
    assert longest == EchoFinder.capacity
    assert finder.forecast == (3 * EchoFinder.capacity) % 5
