"""net: a network of lookup tables that holds the win probability of 7-piece Finkel games.

The network is an n-tuple network (Bledsoe and Browning, 1959; for board games Lucas, 2008): a
position, seen from the side that is to roll, is described by fourteen fields; each of `TABLES`
joins a few of them into one number and looks a weight up; the weights' sum is the log odds of a
win. There are 1,146,930 weights, kept as whole numbers of 1/`SCALE` in 16 bits. They are
fitted by `ai.lab.ur_net_fit` to the solved game, above all to the order of the moves.

With fewer pieces the network counts the missing ones as off the board on both sides, which is
what they are to the rules: a game of 5 pieces is one of 7 in which two of each side are off.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ai.core import Arrays, Limit, Mind, Note
from ai.stored import damaged
from ai.ur_index import TERNARY
from ai.ur_linear import logistic
from ai.ur_table import FULL, Table
from ai.ur_values import UrAgent, WrongRules, bits, candidates
from ai.ur_weights import WEIGHTS, load
from games.core import Game, Params
from games.streams import Stream
from games.ur.rules import RuleSet, State

PIECES: Final = 7
NET_RULES: Final = "finkel"
_LAST: Final = 15
"""Past the last square of the paths that the fields describe."""
SCALE: Final = 1024
FIELDS: Final = {
    "shared": 6561,  # the eight shared squares: 0 empty, 1 own, 2 the other's
    "near": 81,  # of these, squares 5..8
    "far": 81,  # and squares 9..12
    "start": 16,  # own pieces on squares 1..4
    "other start": 16,
    "end": 4,  # own pieces on squares 13 and 14
    "other end": 4,
    "home": 8,
    "other home": 8,
    "off": 7,
    "other off": 7,
    "progress": 106,  # squares that the own pieces have come in all
    "other progress": 106,
    "lead": 16,  # own progress less the other's, in steps of 8
}
"""The fields and how many values each can take."""
TABLES: Final = (
    ("shared", "end", "other end"),
    ("shared", "start"),
    ("shared", "other start"),
    ("near", "start", "other start"),
    ("shared", "home"),
    ("shared", "other home"),
    ("far", "end", "other end", "off"),
    ("far", "end", "other end", "other off"),
    ("start", "other start", "home", "other home"),
    ("home", "other home", "off", "other off"),
    ("start", "end", "home", "off"),
    ("other start", "other end", "other home", "other off"),
    ("end", "other end", "start", "other start"),
    ("near", "start", "home"),
    ("near", "other start", "other home"),
    ("shared", "off"),
    ("shared", "other off"),
    ("far", "end", "other end", "off", "other off"),
    ("progress", "other progress"),
    ("shared", "lead"),
    ("near", "start", "other start", "lead"),
    ("far", "end", "other end", "lead"),
    ("end", "other end", "off", "other off", "lead"),
)
"""The fields that each table joins; the first runs fastest."""

_NAMES: Final = tuple(FIELDS)
_NEAR_PROGRESS: Final = tuple(sum(bits(mask)) for mask in range(256))
_FAR_PROGRESS: Final = tuple(sum(bits(mask << 8)) for mask in range(128))


def layout() -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """For each table its first weight and (field, stride) of what it joins."""
    tables, first = [], 0
    for names in TABLES:
        steps, size = [], 1
        for name in names:
            steps.append((_NAMES.index(name), size))
            size *= FIELDS[name]
        tables.append((first, tuple(steps)))
        first += size
    return tuple(tables)


def size() -> int:
    """How many weights the network has."""
    return sum(int(np.prod([FIELDS[name] for name in names])) for names in TABLES)


def fields(own: int, other: int) -> tuple[int, ...]:
    """The fields of a position of 7 pieces a side, in the order of `FIELDS`."""
    shared = TERNARY[own >> 5 & 255] + 2 * TERNARY[other >> 5 & 255]
    off, other_off = own >> 15, other >> 15
    progress = 15 * off + _NEAR_PROGRESS[own & 255] + _FAR_PROGRESS[own >> 8 & 127]
    other_progress = 15 * other_off + _NEAR_PROGRESS[other & 255] + _FAR_PROGRESS[other >> 8 & 127]
    return (
        shared,
        shared % 81,
        shared // 81,
        own >> 1 & 15,
        other >> 1 & 15,
        own >> 13 & 3,
        other >> 13 & 3,
        PIECES - off - (own & 0x7FFE).bit_count(),
        PIECES - other_off - (other & 0x7FFE).bit_count(),
        off,
        other_off,
        progress,
        other_progress,
        min(15, max(0, progress - other_progress + 64 >> 3)),
    )


class Network:
    """The weights, and the win probability that they give a position."""

    def __init__(self, arrays: Arrays) -> None:
        weights = arrays.get("weights")
        if weights is None or weights.shape != (size(),) or weights.dtype.kind != "i":
            raise damaged(WEIGHTS / "net.npz")
        self._weights = np.ascontiguousarray(weights.astype(np.int16)).data
        self._layout = layout()

    def value(self, own: int, other: int, pieces: int) -> float:
        """The win probability of the side `own`, which is to roll; neither side is done."""
        missing = PIECES - pieces << 15
        found = fields(own + missing, other + missing)
        weights, total = self._weights, 0
        for first, steps in self._layout:
            for field, stride in steps:
                first += found[field] * stride
            total += weights[first]
        return logistic(total / SCALE)


class NetTable(Table):
    """The network in the place of a solved table."""

    solved = False

    def __init__(self, rule_set: RuleSet, pieces: int) -> None:
        super().__init__(rule_set, pieces, FULL)
        self._network = Network(load("net"))

    def value(self, own: int, other: int, pieces: int) -> float:
        """The estimated win probability of the side `own`, which is to roll."""
        if own >> 15 == pieces or other >> 15 == pieces:
            return 1.0 if own >> 15 == pieces else 0.0
        return self._network.value(own, other, pieces)


class Net(UrAgent):
    """Plays the move after which the network holds the win probability to be highest."""

    title = "Estimated win probability after each move"

    def begin(self, seat: int, game: Game[Any], params: Params, rng: Stream) -> None:
        """Take a seat and read the network; raises `BadWeights`, and `WrongRules` where the path
        is another.
        """
        super().begin(seat, game, params, rng)
        if self.rule_set.off != _LAST:
            raise WrongRules(
                f"net is fitted to paths of 14 squares and cannot play {self.rule_set.id}; "
                "choose the rules finkel or schultz, or an agent such as expectimax-3."
            )
        self._table = NetTable(self.rule_set, self.pieces)
        self._foreign = params["rules"] != NET_RULES

    def scores(self, state: State, limit: Limit) -> Sequence[float]:
        """The estimated win probability after each legal move."""
        own, other = state.side(state.turn), state.side(1 - state.turn)
        after, roll, pieces = self._table.after, state.roll, self.pieces
        return [after(own, other, int(move), roll, pieces) for move in state.moves]

    def explain(self, state: State, scores: Sequence[float], chosen: int) -> Mind:
        """The candidates, and a word where other rules are played than it was fitted to."""
        items = (candidates(state, scores, chosen, self.title, "%"),)
        if not self._foreign:
            return items
        return (*items, Note("The network was fitted to Finkel's rules and guesses at others."))
