"""net: a network that holds the win probability of 7-piece Finkel games, and looks one roll ahead.

A position, seen from the side that is to roll, is described by fifteen fields. Its log odds of a
win are the sum of two parts, both fitted to the solved game, above all to the order of the moves
(`ai.lab.ur.net_fit`, `ai.lab.ur.net_hidden`):

- an n-tuple network (Bledsoe and Browning, 1959; for board games Lucas, 2008): each of `TABLES`
  joins a few fields into one number and looks a weight up; there are 1,146,930 in 16 bits.
- a network with two hidden layers that corrects the first part: each of `HIDDEN_TABLES` looks up
  a row of 96 numbers, whose sums, where positive, feed 32 units and these the result; the rows
  are the only wide layer (an idea of Y. Nasu for shogi, 2018). Its 519,273 weights are whole
  numbers of 8 and 16 bits.

All sums are sums of whole numbers, exact in any order, so that every machine gets the same.

With fewer pieces the network counts the missing ones as off the board on both sides, which is the
same by the rules: a game of 5 pieces is one of 7 in which two of each side are off. For the same
reason the solved game of 4 pieces, which ships, is the end of any larger one: where both sides have
at most 4 pieces left, its values are looked up and not estimated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.files import damage_error, read_arrays
from ai.ur.bits import COUNTS, PROGRESS, TERNARIES
from ai.ur.linear import logistic
from ai.ur.table import FULL, WinTable, shipped
from ai.ur.values import UrAgent, WrongRules, bits, candidates, share_reason
from games.arrays import Arrays, BadWeights
from games.core import Game, Limit
from games.mind import Mind, Note
from games.spec import Params
from games.streams import Stream
from games.ur.rules import RULE_SETS, RuleSet, State, apply_move, legal_sources
from games.weights import Weights

Ints = npt.NDArray[np.int64]
Whole = Any  # an int64, or an array of them
Tables = tuple[tuple[str, ...], ...]
Layout = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]

PIECES: Final = 7
"""The game that it is fitted to."""
NET_RULES: Final = "finkel"
SOLVED_PIECES: Final = 4
"""With so many pieces left on each side, or fewer, the shipped solution is looked up."""
_LAST: Final = 15
"""Past the last square of the paths that the fields describe."""
SCALE: Final = 512
"""The unit of the weights of `TABLES`, and of the direct ones of `HIDDEN_TABLES`, is 1/512."""
ROW_SCALE: Final = 128
MIX_SCALE: Final = 256
OUT_SCALE: Final = 1024
"""The units of the rows (8 bits), the second layer's and the result's weights (16 bits): 1/scale.
"""
UNITS: Final = (96, 32)
"""The units of the two hidden layers."""
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
    "middle": 729,  # squares 6..11
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

HIDDEN_TABLES: Final = (
    ("near", "start"),
    ("near", "other start"),
    ("far", "end", "other end"),
    ("middle",),
    ("start", "other start"),
    ("home", "off", "end"),
    ("other home", "other off", "other end"),
)
"""The fields that choose a row of each table of the hidden part; the first runs fastest."""

_NAMES: Final = tuple(FIELDS)


def layout(tables: Tables = TABLES) -> Layout:
    """Return for each table its first weight and (field, stride) of what it joins."""
    found, first = [], 0
    for names in tables:
        steps, stride = [], 1
        for name in names:
            steps.append((_NAMES.index(name), stride))
            stride *= FIELDS[name]
        found.append((first, tuple(steps)))
        first += stride
    return tuple(found)


def size(tables: Tables = TABLES) -> int:
    """Return the number of entries of the tables."""
    return sum(int(np.prod([FIELDS[name] for name in names])) for names in tables)


_SIZE: Final = size()
_HIDDEN_SCALE: Final = ROW_SCALE * MIX_SCALE * OUT_SCALE


def fields_of(own: Whole, other: Whole) -> tuple[Whole, ...]:
    """Return the fields of a position of 7 pieces a side, `own` to roll, in the order of `FIELDS`.

    Of many positions at once where `own` and `other` are arrays; `ai.lab.ur.net_fit` compiles it
    for one.
    """
    shared = TERNARIES[own >> 5 & 255] + 2 * TERNARIES[other >> 5 & 255]
    off, other_off = own >> _LAST, other >> _LAST
    board, other_board = own & 0x7FFE, other & 0x7FFE
    progress = 15 * off + PROGRESS[board]
    other_progress = 15 * other_off + PROGRESS[other_board]
    return (
        shared,
        shared % 81,
        shared // 81,
        board >> 1 & 15,
        other_board >> 1 & 15,
        board >> 13,
        other_board >> 13,
        PIECES - off - COUNTS[board],
        PIECES - other_off - COUNTS[other_board],
        off,
        other_off,
        progress,
        other_progress,
        np.minimum(15, np.maximum(0, progress - other_progress + 64 >> 3)),
        shared // 3 % 729,
    )


def fields(own: Ints, other: Ints) -> Ints:
    """Return the fields of n positions, from the sides `own` and `other`, (n,): shape (15, n)."""
    return np.stack(fields_of(own, other))


def _lookups(tables: Tables) -> tuple[Ints, Ints]:
    """Return firsts (tables, 1) and strides (tables, fields): places are firsts + strides @
    fields.
    """
    strides = np.zeros((len(tables), len(FIELDS)), dtype=np.int64)
    firsts = np.zeros((len(tables), 1), dtype=np.int64)
    for number, (first, steps) in enumerate(layout(tables)):
        firsts[number] = first
        for field, stride in steps:
            strides[number, field] = stride
    return firsts, strides


def shapes() -> dict[str, tuple[tuple[int, ...], type]]:
    """Return the arrays of the weights: shape and type."""
    rows, (wide, narrow) = size(HIDDEN_TABLES), UNITS
    return {
        "weights": ((size(),), np.int16),
        "direct": ((rows,), np.int16),
        "rows": ((rows, wide), np.int8),
        "mix": ((wide, narrow), np.int16),
        "bias": ((narrow,), np.int32),
        "out": ((narrow,), np.int16),
    }


class WinNetwork:
    """The weights, and the win probability that they give a position."""

    def __init__(self, arrays: Arrays) -> None:
        """Take arrays with the `shapes`; raises `BadWeights` for others."""
        for name, (shape, kind) in shapes().items():
            if name not in arrays or arrays[name].shape != shape or arrays[name].dtype != kind:
                raise BadWeights(f"The network's array {name} is missing or has another shape.")
        self._weights = np.concatenate((arrays["weights"], arrays["direct"])).astype(np.int64)
        self._rows = arrays["rows"].astype(np.float32)
        self._mix, self._bias, self._out = (
            arrays[name].astype(np.float64) for name in ("mix", "bias", "out")
        )
        firsts, strides = _lookups(TABLES)
        hidden_firsts, hidden_strides = _lookups(HIDDEN_TABLES)
        self._firsts = np.concatenate((firsts, hidden_firsts + size()))
        self._strides = np.concatenate((strides, hidden_strides))

    def log_odds(self, own: Ints, other: Ints) -> npt.NDArray[np.float64]:
        """Return the log odds of a win of the sides `own`, to roll against `other`, of 7 pieces;
        shape (n,).
        """
        places = self._firsts + self._strides @ fields(own, other)
        direct = self._weights[places].sum(axis=0)
        wide = np.zeros((len(own), UNITS[0]), dtype=np.float32)
        for row in places[len(TABLES) :]:
            wide += self._rows[row - _SIZE]
        narrow = np.maximum(wide, 0.0).astype(np.float64) @ self._mix + self._bias
        hidden = np.maximum(narrow, 0.0) @ self._out
        found: npt.NDArray[np.float64] = direct / SCALE + hidden / _HIDDEN_SCALE
        return found

    def values(self, positions: Sequence[tuple[int, int]], pieces: int) -> list[float]:
        """Return the win probabilities of positions (own, other) of a game of `pieces` pieces.

        Own is to roll, and neither side is done.
        """
        sides = np.array(positions, dtype=np.int64).reshape(-1, 2).T + (PIECES - pieces << _LAST)
        return [logistic(found) for found in self.log_odds(sides[0], sides[1]).tolist()]


def read_network(path: Path) -> WinNetwork:
    """Return the network in the file `path`; raises `BadWeights`."""
    arrays = read_arrays(path)
    try:
        return WinNetwork(arrays)
    except BadWeights as error:
        raise damage_error(path) from error


NET: Final = Weights("ur/net", read_network)
"""The network in use."""


class NextPosition(NamedTuple):
    """A position after a move: the side that is to roll, the other, and whether the mover rolls."""

    own: int
    other: int
    again: bool


Plan = list[tuple[int, list[NextPosition]]]
"""For each roll its weight and the positions that the moves lead to."""


def reply(own: int, other: int, source: int, roll: int, rule_set: RuleSet) -> NextPosition:
    """Return the position after `own` moved from `source` by `roll` against `other`, under a
    `rule_set`.
    """
    gone, left = apply_move(own, other, source, roll, rule_set)
    if rule_set.rolls_again(source + roll, left != other):
        return NextPosition(gone, left, True)
    return NextPosition(left, gone, False)


def replies(own: int, other: int, pieces: int, rule_set: RuleSet) -> Plan:
    """Return the positions that can follow before the roll; without a move, the position after a
    pass.

    `own` is to roll against `other` in a game of `pieces` pieces by a `rule_set`.
    """
    found = []
    for roll, weight in rule_set.dice:
        free = legal_sources(own, other, pieces, roll, rule_set) if roll else 0
        ends = [reply(own, other, source, roll, rule_set) for source in bits(free)]
        found.append((weight, ends or [NextPosition(other, own, False)]))
    return found


class NetTable(WinTable):
    """The network in the place of a solved table; ends of games come from the shipped one."""

    solved = False

    def __init__(self, rule_set: RuleSet, pieces: int) -> None:
        super().__init__(rule_set, pieces, FULL)
        self._network = NET.load()
        self._ends = shipped(rule_set.id)
        self._whole = sum(weight for _, weight in rule_set.dice)

    def solved_value(self, own: int, other: int, pieces: int) -> float | None:
        """Return the solved win probability of `own`, to roll against `other`; None if many pieces
        are left.

        The game is one of `pieces` pieces.
        """
        unsolved = pieces - SOLVED_PIECES << _LAST
        done = own >> _LAST == pieces or other >> _LAST == pieces
        if done or (own >= unsolved and other >= unsolved):
            return self._ends.value(own, other, pieces)
        return None

    def value(self, own: int, other: int, pieces: int) -> float:
        """Return the win probability of the side `own`, which is to roll, solved or estimated."""
        return self.values_of([(own, other)], pieces)[0]

    def values_of(self, positions: Sequence[tuple[int, int]], pieces: int) -> list[float]:
        """Return the win probabilities of `positions` (own, other), own to roll, solved or
        estimated.

        The game is one of `pieces` pieces.
        """
        known = [self.solved_value(own, other, pieces) for own, other in positions]
        unknown = [p for p, value in zip(positions, known, strict=True) if value is None]
        estimated = iter(self._network.values(unknown, pieces) if unknown else ())
        return [next(estimated) if value is None else value for value in known]

    def expected(self, positions: Sequence[tuple[int, int]], pieces: int) -> list[float]:
        """Return the same, but unsolved the mean over the rolls of the best move's value."""
        plans = {
            position: replies(*position, pieces, self.rule_set)
            for position in positions
            if self.solved_value(*position, pieces) is None
        }
        ends = {end[:2] for plan in plans.values() for _, moves in plan for end in moves}
        wanted = sorted(ends.union(p for p in positions if p not in plans))
        held = dict(zip(wanted, self.values_of(wanted, pieces), strict=True))
        return [
            self._mean(plans[position], held) if position in plans else held[position]
            for position in positions
        ]

    def _mean(self, plan: Plan, held: Mapping[tuple[int, int], float]) -> float:
        total = 0.0
        for weight, moves in plan:
            total += weight * max(
                held[own, other] if again else 1.0 - held[own, other] for own, other, again in moves
            )
        return total / self._whole


def net_hindrance(params: Params) -> str:
    """Return why net cannot play a game with the options `params` and what to do, or "" where it
    can.
    """
    if RULE_SETS[params["rules"]].off == _LAST:
        return ""
    return (
        f"net is fitted to paths of 14 squares and cannot play {params['rules']}; "
        "choose the rules finkel or schultz, or an agent such as expectimax."
    )


class Net(UrAgent):
    """Plays the move after which the network, one roll on, holds the win probability highest."""

    title = "Estimated win probability after each move, one roll on"

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Take a seat and read the network; raises `BadWeights`, and `WrongRules` where the path
        is another.
        """
        super().begin(seats, game, params, rng)
        if problem := net_hindrance(params):
            raise WrongRules(problem)
        self._table = NetTable(self.rule_set, self.pieces)
        self._foreign = params["rules"] != NET_RULES

    def scores(self, state: State, limit: Limit) -> Sequence[float]:
        """Return the win probability after each legal move, solved or estimated."""
        own, other = state.side(state.turn), state.side(1 - state.turn)
        ends = [reply(own, other, int(move), state.roll, self.rule_set) for move in state.moves]
        worth = self._table.expected([(end.own, end.other) for end in ends], self.pieces)
        pairs = zip(ends, worth, strict=True)
        return [value if end.again else 1.0 - value for end, value in pairs]

    def reason(self, state: State, scores: Sequence[float], chosen: int) -> str:
        """Return the chance to win, as estimated, and that after the next best move."""
        return share_reason(scores, chosen, "about ")

    def explain(self, state: State, scores: Sequence[float], chosen: int) -> Mind:
        """Return the candidates, and a word where other rules are played than it was fitted to."""
        items = (candidates(state, scores, chosen, self.title, "%"),)
        if not self._foreign:
            return items
        return (*items, Note("The network was fitted to Finkel's rules and guesses at others."))
