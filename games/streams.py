"""Named streams of random numbers that can be placed at any turn of a match.

A stream is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014), which needs one 64-bit word of state. That makes three things cheap:
every player and the dice have a stream of their own, so that one player's draws never move
another's; a stream can jump to a turn, so that a match which is resumed, undone or replayed
needs no record of what was drawn before; and the same numbers can be computed for thousands
of games at once with array arithmetic (`uniform_words`).
"""

from __future__ import annotations

import hashlib
import random
from bisect import bisect_right
from collections.abc import Iterable, MutableSequence, Sequence
from itertools import accumulate
from typing import Any, Self

import numpy as np
import numpy.typing as npt

# 64 bits, the odd increment of SplitMix64 (the golden ratio), and the step between two turns.
MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
TURN_STEP = 0xD1B54A32D192ED03  # odd, so that no two turns of a stream share a state


def mix64(word: int) -> int:
    """Scramble a 64-bit word (the output function of SplitMix64)."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


def stream_key(seed: int, name: str) -> int:
    """Return the 64-bit key of the stream `name` in a match with this seed."""
    digest = hashlib.sha256(f"{seed}/{name}".encode()).digest()
    return int.from_bytes(digest[:8], "little")


class Stream(random.Random):
    """A `random.Random` whose numbers depend on a key and a turn alone.

    All methods of `random.Random` work. `jump(turn)` places the stream at the start of that turn's
    numbers, independent of earlier draws. It only notes the turn, because a match places every
    stream each turn and few are drawn from. `afresh` is True if the place was drawn.
    """

    def __new__(cls, key: int = 0) -> Self:
        """Pass no seed to the base class, whose own generator is never used."""
        return super().__new__(cls, 0)  # type: ignore[call-arg]

    def __init__(self, key: int = 0) -> None:
        self._key = key & MASK
        self._word = 0
        self.jump(0)

    @classmethod
    def named(cls, seed: int, name: str) -> Stream:
        """Return the stream `name` of a match with this seed, placed at turn 0."""
        return cls(stream_key(seed, name))

    def seed(self, a: object = None, version: int = 2) -> None:
        """Place the stream at the start of the key `a`."""
        self.__init__(a if isinstance(a, int) else 0)  # type: ignore[misc]

    def jump(self, turn: int, afresh: bool = False) -> None:
        """Place the stream at the start of `turn`; `afresh` marks an unpredictable place."""
        self.afresh = afresh
        self._turn: int | None = turn
        self.gauss_next = None

    def word(self) -> int:
        """Return the next 64 random bits."""
        word = self._word
        if self._turn is not None:
            word = (self._key + self._turn * TURN_STEP) & MASK
            word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK  # mix64, twice
            word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
            word ^= word >> 31
            self._turn = None
        self._word = word = (word + GAMMA) & MASK
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
        return word ^ (word >> 31)

    def random(self) -> float:
        """Return a number in [0, 1) with 53 random bits."""
        return (self.word() >> 11) * 2.0**-53

    def getrandbits(self, k: int) -> int:
        """Return an integer of `k` random bits."""
        if k <= 64:
            return self.word() >> (64 - k) if k else 0
        return (self.getrandbits(k - 64) << 64) | self.word()

    def below(self, bound: int) -> int:
        """Return an integer in 0..bound-1, by multiply and shift (bias below bound / 2**64)."""
        return self.word() * bound >> 64

    def weighted(self, weights: Iterable[int]) -> int:
        """Return an index drawn with probability proportional to these whole-number weights."""
        sums = list(accumulate(weights)) or [0]
        index = bisect_right(sums, self.below(sums[-1]))
        if index < len(sums):
            return index
        raise ValueError("The weights add up to nothing; give at least one above 0.")

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle in place, with the numbers and to the order of `random.Random.shuffle`."""
        if len(x) < 2:
            return
        self.word()  # places the stream; what it drew is drawn again
        state = self._word - GAMMA
        for last in range(len(x) - 1, 0, -1):
            shift = 64 - (last + 1).bit_length()
            place = last + 1
            while place > last:
                state = (state + GAMMA) & MASK
                word = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
                word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
                place = (word ^ (word >> 31)) >> shift
            x[last], x[place] = x[place], x[last]
        self._word = state

    def sample_from(self, probabilities: Sequence[float]) -> int:
        """Return an index drawn with these probabilities (they need not add up to 1 exactly)."""
        left = self.random() * sum(probabilities)
        last = 0
        for index, probability in enumerate(probabilities):
            if probability > 0.0:
                last = index
                left -= probability
                if left < 0.0:
                    return index
        return last


def generator(seed: int) -> np.random.Generator:
    """Return NumPy's random numbers for a `seed` of 64 bits, which may be negative."""
    return np.random.default_rng(seed & MASK)


def uniform_words(keys: npt.NDArray[np.uint64], turn: int) -> npt.NDArray[np.uint64]:
    """Return the first word that each stream in `keys` draws at `turn`; shape as `keys`."""
    with np.errstate(over="ignore"):
        placed = _mix_array(keys + np.uint64((turn * TURN_STEP) & MASK))
        return _mix_array(placed + np.uint64(GAMMA))


def _mix_array(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
