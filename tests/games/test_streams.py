"""Streams against SplitMix64's published numbers, and what matches rely on."""

from __future__ import annotations

import random

import numpy as np
import pytest

from games import streams
from games.streams import (
    GAMMA,
    MASK,
    TURN_STEP,
    Stream,
    generator,
    mix64,
    stream_key,
    uniform_words,
)


def unmix64(word: int) -> int:
    """The inverse of `mix64`, from its published constants."""
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9)):
        word = _unshift(word, shift)
        word = word * pow(factor, -1, 1 << 64) & MASK
    return _unshift(word, 30)


def _unshift(word: int, shift: int) -> int:
    found = word
    for _ in range(64 // shift + 1):
        found = word ^ (found >> shift)
    return found


def test_the_words_are_those_of_splitmix64() -> None:
    # Reference output for the seed 1234567; the key is the one whose scrambled word is that seed.
    stream = Stream(unmix64(1234567))
    expected = (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    )
    assert tuple(stream.word() for _ in expected) == expected


def test_a_jump_forgets_what_was_drawn() -> None:
    stream = Stream.named(5, "seat 0")
    compared = 0
    for turn in (0, 1, -1, 2, 1000, -1000, streams.MASK, 1 << 62):
        stream.jump(turn)
        first = [stream.random(), stream.gauss(0, 1), stream.getrandbits(100), stream.below(9)]
        for drawn in range(3):
            stream.gauss(0, 1)
            for _ in range(drawn):
                stream.word()
            stream.jump(turn)
            again = [stream.random(), stream.gauss(0, 1), stream.getrandbits(100), stream.below(9)]
            assert again == first
            compared += 1
    assert compared == 24


def test_turns_and_names_have_numbers_of_their_own() -> None:
    words = set()
    for name in ("chance", "seat 0", "seat 1", "watcher 0"):
        for seed in (0, 1, -1, 2**62):
            stream = Stream.named(seed, name)
            for turn in range(-50, 50):
                stream.jump(turn)
                words.update(stream.word() for _ in range(4))
    assert len(words) == 4 * 4 * 100 * 4


def test_array_words_equal_scalar_words() -> None:
    keys = np.array([stream_key(seed, "chance") for seed in range(200)], dtype=np.uint64)
    compared = 0
    for turn in (0, 1, 2, 77, -3, 1 << 40):
        words = uniform_words(keys, turn)
        for key, word in zip(keys.tolist(), words.tolist(), strict=True):
            stream = Stream(key)
            stream.jump(turn)
            assert stream.word() == word
            compared += 1
    assert compared == 1200


def test_the_first_word_by_hand() -> None:
    key, turn = stream_key(3, "dice"), 4
    stream = Stream.named(3, "dice")
    stream.jump(turn)
    assert stream.word() == mix64((mix64((key + turn * TURN_STEP) & MASK) + GAMMA) & MASK)


def test_draws_have_the_right_shares() -> None:
    stream, n = Stream.named(1, "shares"), 20_000
    weighted, sampled, below = [0] * 3, [0] * 3, [0] * 3
    for _ in range(n):
        weighted[stream.weighted((1, 2, 5))] += 1
        sampled[stream.sample_from((0.125, 0.25, 0.625))] += 1
        below[stream.below(3)] += 1
    for counts, shares in (
        (weighted, (0.125, 0.25, 0.625)),
        (sampled, (0.125, 0.25, 0.625)),
        (below, (1 / 3, 1 / 3, 1 / 3)),
    ):
        chi_square = sum((c - n * p) ** 2 / (n * p) for c, p in zip(counts, shares, strict=True))
        assert chi_square < 13.8  # 0.1% for two degrees of freedom


def test_sampling_never_takes_what_has_no_probability() -> None:
    stream = Stream.named(2, "none")
    drawn = {stream.sample_from((0.0, 0.3, 0.0, 0.7, 0.0)) for _ in range(500)}
    assert drawn == {1, 3}
    assert {stream.sample_from((0.0, 1e-300)) for _ in range(50)} == {1}


def test_numpy_draws_for_every_seed_that_a_match_can_have() -> None:
    assert generator(7).random() == np.random.default_rng(7).random()
    assert generator(-1).random() == np.random.default_rng(MASK).random()


def test_a_shuffle_has_the_order_and_the_numbers_of_python_s() -> None:
    for length in (0, 1, 2, 3, 17, 64, 180):
        one, other = Stream(length), Stream(length)
        own, theirs = list(range(length)), list(range(length))
        one.shuffle(own)
        random.Random.shuffle(other, theirs)
        assert own == theirs
        assert one.word() == other.word()


def test_a_weighted_draw_falls_where_the_weights_say() -> None:
    weights, stream, plain = [0, 3, 0, 5, 1], Stream(7), Stream(7)
    drawn = [stream.weighted(weights) for _ in range(2_000)]
    lots = [plain.below(9) for _ in drawn]
    assert drawn == [1 if lot < 3 else 3 if lot < 8 else 4 for lot in lots]
    for nothing in ([], [0, 0]):
        with pytest.raises(ValueError, match="at least one above 0"):
            stream.weighted(nothing)
