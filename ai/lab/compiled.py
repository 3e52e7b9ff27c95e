"""Functions that numba compiles, and the random numbers that they draw: SplitMix64.

The generator is by G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number
generators" (OOPSLA 2014). It needs the extra for the laboratory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

Function = TypeVar("Function", bound=Callable[..., Any])
Words = npt.NDArray[np.uint64]
"""The state of a generator, uint64 of shape (1,); drawing changes it."""


def compiled(function: Function) -> Function:
    """Return a function that numba compiles when it is first called."""
    return cast(Function, numba.njit(nogil=True)(function))


def inlined(function: Function) -> Function:
    """Return one that is compiled into each function that calls it."""
    return cast(Function, numba.njit(inline="always")(function))


@inlined
def next_word(state: Words) -> np.uint64:
    """Return the next word of SplitMix64."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    word = state[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    found: np.uint64 = word ^ (word >> np.uint64(31))
    return found


@inlined
def uniform(state: Words) -> float:
    """Return a number in [0, 1)."""
    return (next_word(state) >> np.uint64(11)) * (1.0 / (1 << 53))
