"""Ur with 7 pieces by Finkel's rules, compiled: moves, dice, solved values, turns; needs numba.

The readable rules are `games.ur.rules`; these are held to them by tests. The network's two fits
and its measurement (`ai.lab.ur.net_fit`, `net_hidden`, `net_play`) play their games with this and
bring only what their sides choose: a compiled function `choose(given, own, other, roll, free,
network, state)` that returns the square to leave, where `free` has a bit for each square that may
be left, `network` is the side to choose, and `given` is their own.

Numba's cache on disk is not used: it notices a change only in the file of the function
that it kept, not in what that function calls here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

import numpy as np

from ai.lab.compiled import inlined, next_word
from ai.ur.bits import COUNTS, RANKS, ROWS_OF, TERNARIES, Array, faces
from ai.ur.index import layer
from ai.ur.net import PIECES
from ai.ur.table import SolvedTable
from games.ur.rules import FINKEL

OFF: Final = FINKEL.off
BOARD: Final = FINKEL.board
RANDOM_MOVES: Final = 0.1
"""The share of random moves in the games that the network learns from."""
_REACH: Final = FINKEL.board | 1 << FINKEL.off
_SHARED: Final = FINKEL.shared
_SAFE: Final = FINKEL.safe_mask
_ROSETTES: Final = FINKEL.rosette_mask
_ROLLS: Final = faces(FINKEL)
MOST_MOVES: Final = 8
"""Lines for the moves of one choice."""
HIGHEST = np.array([max(0, free.bit_length() - 1) for free in range(1 << OFF)], dtype=np.int64)
"""The number of each mask's highest bit."""


class Solution(NamedTuple):
    """The layers of a solved table one after the other: values, layer starts, block offsets."""

    values: Array
    starts: Array
    offsets: Array


def solution(table: SolvedTable) -> Solution:
    """Return all values of a table of 7 pieces in memory, checked (551 MB)."""
    n = range(1, PIECES + 1)
    pairs = [(own, other) for own in n for other in n]
    sizes = np.array([layer(*pair).size for pair in pairs])
    values = np.concatenate([table.raw(*pair) for pair in pairs])
    offsets = np.concatenate([layer(*pair).offsets.ravel() for pair in pairs])
    return Solution(values, np.cumsum(sizes) - sizes, offsets)


@inlined
def solved_value(solution: Solution, own: int, other: int) -> float:
    """Return the solved win probability of `own`, which is to roll, against `other`; see
    `ai.ur.index`.
    """
    values, starts, offsets = solution
    own_left, other_left = PIECES - (own >> OFF), PIECES - (other >> OFF)
    number = (own_left - 1) * PIECES + other_left - 1
    shared, end = own >> 5 & 255, own >> 13 & 3
    ternary = TERNARIES[shared] + 2 * TERNARIES[other >> 5 & 255]
    block = (number * 16 + end * 4 + (other >> 13 & 3)) * 6561 + ternary
    rows = ROWS_OF[own_left - COUNTS[shared] - COUNTS[end]]
    at = starts[number] + offsets[block] + RANKS[other >> 1 & 15] * rows + RANKS[own >> 1 & 15]
    return values[at] / 4294967295.0


# ---- dice


@inlined
def throw(state: Array) -> int:
    """Return a roll of the dice."""
    return _ROLLS[next_word(state) >> np.uint64(60)]


# ---- moves


@inlined
def free_squares(own: int, other: int, roll: int) -> int:
    """Return the squares that a piece may leave, as bits; see `games.ur.rules.legal_sources`."""
    board = own & BOARD
    entering = 1 if COUNTS[board] + (own >> OFF) < PIECES else 0
    return ((board | entering) << roll & _REACH & ~(board | other & _SAFE)) >> roll


@inlined
def after(own: int, other: int, source: int, roll: int) -> tuple[int, int, bool]:
    """Return the side to roll after a move, the other one, and whether the mover rolls again."""
    target = 1 << (source + roll)
    moved = own + target - ((1 << source) if source else 0)
    left = other & ~(target & _SHARED)
    if _ROSETTES >> (source + roll) & 1:
        return moved, left, True
    return left, moved, False


class Choices(NamedTuple):
    """The moves of one choice, a line each, at most 8.

    The square that is left; the sides after it as `after` has them; 1 where the mover rolls
    again, else -1; the mover's solved win probability; and what the network holds of the move,
    which is the caller's to fill in.
    """

    sources: Array
    ahead: Array
    behind: Array
    signs: Array
    solved: Array
    held: Array


def make_choices() -> Choices:
    """Return room for one choice."""
    whole = (np.zeros(MOST_MOVES, np.int64) for _ in range(3))
    real = (np.zeros(MOST_MOVES) for _ in range(3))
    return Choices(*whole, *real)


@inlined
def look(solution: Solution, own: int, other: int, roll: int, free: int, choices: Choices) -> int:
    """Fill in all moves but for what the network holds, by ascending squares; returns how many.

    Returns 0 where the move wins, with its square in `choices.sources[0]`: it is the only one,
    since all other pieces are off.
    """
    count = 0
    for source in range(OFF):
        if not free >> source & 1:
            continue
        ahead, behind, again = after(own, other, source, roll)
        choices.sources[count] = source
        if behind >> OFF == PIECES:
            return 0
        worth = solved_value(solution, ahead, behind)
        choices.ahead[count], choices.behind[count] = ahead, behind
        choices.signs[count] = 1.0 if again else -1.0
        choices.solved[count] = worth if again else 1.0 - worth
        count += 1
    return count


@inlined
def loss(choices: Choices, count: int) -> float:
    """Return the win probability that the move loses which the network holds best of `count`
    `choices`.
    """
    solved = choices.solved[:count]
    return solved.max() - solved[np.argmax(choices.held[:count])]


@inlined
def explore(choices: Choices, count: int, network: bool, state: Array) -> int:
    """Return the square to leave: by the network's or the solved best move, now and then by any."""
    chosen = np.argmax(choices.held[:count]) if network else np.argmax(choices.solved[:count])
    if next_word(state) >> np.uint64(11) < RANDOM_MOVES * 2.0**53:
        chosen = np.int64(next_word(state) >> np.uint64(32)) * count >> 32
    return choices.sources[chosen]


# ---- games


Given = TypeVar("Given")
"""What the sides of a game choose by; a tuple, which compiled code can take apart."""
Choose = Callable[[Given, int, int, int, int, bool, Array], int]
"""Makes a choice: see the head of this module."""


@inlined
def turn(
    choose: Choose[Given], given: Given, sides: Array, seat: int, network: bool, state: Array
) -> tuple[int, bool]:
    """Throw, and move or pass; `sides`, int64 of shape (2,), are changed.

    Returns the seat that rolls next, or after the end the winner's, and whether the game is over.
    """
    own, other = sides[seat], sides[1 - seat]
    roll = throw(state)
    free = free_squares(own, other, roll)
    if free == 0:
        return 1 - seat, False
    source = choose(given, own, other, roll, free, network, state)
    ahead, behind, again = after(own, other, source, roll)
    if again:
        sides[seat], sides[1 - seat] = ahead, behind
        return seat, False
    sides[seat], sides[1 - seat] = behind, ahead
    won = behind >> OFF == PIECES
    return (seat if won else 1 - seat), won


@inlined
def play(choose: Choose[Given], given: Given, network_seat: int, state: Array) -> int:
    """Return the winner's seat of one game from the start; seat 0 begins."""
    sides = np.zeros(2, np.int64)
    seat, won = 0, False
    while not won:
        seat, won = turn(choose, given, sides, seat, seat == network_seat, state)
    return seat
