"""SplitMix64 as it is compiled, against its definition in whole numbers of Python."""

from __future__ import annotations

import numpy as np
import pytest

pytestmark = pytest.mark.lab
WORD = (1 << 64) - 1


def reference(state: int) -> tuple[int, int]:
    """The next state and word, by the definition."""
    state = (state + 0x9E3779B97F4A7C15) & WORD
    word = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return state, word ^ (word >> 31)


def test_words_and_numbers_are_those_of_the_definition() -> None:
    pytest.importorskip("numba")
    from ai.lab.compiled import Words, compiled, next_word, uniform

    @compiled
    def word(state: Words) -> np.uint64:
        return next_word(state)

    @compiled
    def number(state: Words) -> float:
        return uniform(state)

    seen = 0
    for seed in (0, 1, 1234567, WORD):
        state, plain = np.array([seed], np.uint64), seed
        for _ in range(50):
            plain, expected = reference(plain)
            assert int(word(state)) == expected
            plain, expected = reference(plain)
            assert number(state) == (expected >> 11) / (1 << 53)
            seen += 2
    assert seen == 400
    assert reference(1234567)[1] == 6457827717110365317  # the first of the paper's reference code
