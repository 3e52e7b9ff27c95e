"""`seed-net`: the program of 2006 rebuilt, from what its author published.

One network holds what a lot is worth to a seat, one an epoch what a sun may still win. It bids its
lowest winning sun if the value of the lot and a share of what the centre's sun is above its own
reach the value of that sun; in its turn it calls to win, uses a god, calls to spoil, or draws.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from ai.core import Agent
from ai.files import damage_error, read_arrays
from ai.ra.heuristic import best_discard
from ai.ra.network import PLAYERS
from ai.ra.plain import BLOCK, EPOCH, K, Row, block_size, center_sun, highest_up, row_of
from ai.ra.seed_inputs import LOT_INPUTS, SUN_INPUTS, fill_lot, fill_sun
from ai.ra.sentences import about, bid_note, turn_note
from ai.ra.words import seat_word
from games.arrays import FloatArray
from games.core import Decision, Limit
from games.mind import Bars, Lines, Mind, Note
from games.ra.rules.moves import (
    BIDS,
    CALL,
    DRAW_MOVE,
    PASS,
    can_draw,
    god_move,
    gods_usable,
    must_bid,
    parse,
)
from games.ra.rules.state import BID, DISCARD, State
from games.ra.tiles import GOD
from games.weights import Weights

POINTS: Final = 10.0
"""Points that are 1 in what the networks say."""
SOURCES: Final = 6
_MOST: Final = 1e4


class Layers(NamedTuple):
    """A network with one layer of sigmoid units; of suns each array has one part an epoch."""

    first: FloatArray
    bias: FloatArray
    second: FloatArray
    last: FloatArray

    def ends(self, x: FloatArray) -> FloatArray:
        """Return the ends for rows of inputs, in points."""
        units = 1.0 / (1.0 + np.exp(-(x @ self.first + self.bias)))
        return np.asarray(POINTS * (units @ self.second + self.last))


class Margins(NamedTuple):
    """The additions of its play to its networks, tuned by the trainer for each number of players.

    A sun is held to be worth `factor` times the value it could still win, and each step from it to
    the centre's sun `share` of a point. A call to win has to gain `call` points, one to spoil may
    lack `spoil`, and a god wants a tile of at least `god` points.
    """

    factor: float
    share: float
    call: float
    spoil: float
    god: float


class Program(NamedTuple):
    """The networks of lots and of suns, the teller of a lot's value by source, and the margins."""

    lots: Layers
    suns: tuple[Layers, ...]
    teller: Layers
    margins: Margins


def _read(path: Path, players: int) -> Program:
    """Return the networks in a file; raises `BadWeights` if it has none for these players."""
    found = read_arrays(path)
    try:
        parts = {
            name: [np.asarray(found[f"{name}_{part}"], np.float64) for part in Layers._fields]
            for name in ("lot", "sun", "teller")
        }
        own = int(found["players"])
        program = Program(
            Layers(*parts["lot"]),
            tuple(Layers(*(part[epoch] for part in parts["sun"])) for epoch in range(3)),
            Layers(*parts["teller"]),
            Margins(*(float(margin) for margin in np.asarray(found["margins"], np.float64))),
        )
        fits = own == players and all(abs(margin) < _MOST for margin in program.margins)
        fits = fits and all(
            _fits(layers, inputs, ends)
            for layers, inputs, ends in (
                (program.lots, LOT_INPUTS, 1),
                (program.teller, LOT_INPUTS, SOURCES + 2),
                *((layers, SUN_INPUTS, 1) for layers in program.suns),
            )
        )
    except (KeyError, TypeError, ValueError, IndexError):
        raise damage_error(path) from None
    if not fits:
        raise damage_error(path)
    return program


def _fits(layers: Layers, inputs: int, ends: int) -> bool:
    units = len(layers.bias)
    shapes = [(inputs, units), (units,), (units, ends), (ends,)]
    whole = all(np.isfinite(part).all() and np.abs(part).max() < _MOST for part in layers)
    return whole and [part.shape for part in layers] == shapes


def _weights(players: int) -> Weights[Program]:
    return Weights(f"ra/seed-net-{players}", lambda path: _read(path, players))


PROGRAMS: Final = {players: _weights(players) for players in PLAYERS}
"""The networks in use, by the number of players."""


def lot_inputs(t: Row, seat: int) -> list[float]:
    """Return the 46 inputs of what the block is worth to a seat."""
    x = [0.0] * LOT_INPUTS
    fill_lot(t, seat, x)
    return x


def sun_inputs(t: Row, seat: int, sun: int) -> list[float]:
    """Return the 33 inputs of what a sun may still win."""
    x = [0.0] * SUN_INPUTS
    fill_sun(t, seat, sun, x)
    return x


class Judgement(NamedTuple):
    """The values of lots to seats, and of suns to their owners, in points."""

    lots: list[float]
    suns: list[float]


def judge(program: Program, t: Row, asked: Sequence[tuple[int, int]]) -> Judgement:
    """Return the value of the block to each of these seats, and of the sun beside each."""
    lots = program.lots.ends(np.array([lot_inputs(t, seat) for seat, _ in asked]))[:, 0]
    suns = program.suns[t[EPOCH] - 1]
    worth = suns.ends(np.array([sun_inputs(t, seat, sun) for seat, sun in asked]))[:, 0]
    return Judgement(lots.tolist(), (program.margins.factor * worth).tolist())


class SeedNet(Agent):
    """The program of 2006, rebuilt."""

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Choose by its networks and its order of a turn."""
        program, t = PROGRAMS[view.players].load(), row_of(view)
        if view.phase == DISCARD:
            move = best_discard(view)
        elif view.phase == BID:
            move = _bid(program, view, t)
        else:
            move = _turn(program, view, t)
        return Decision(move, mind_of(program, view, t, move) if limit.mind else None)


def _bid(program: Program, view: State, t: Row) -> str:
    auction, seat = view.auction, view.actor
    assert auction is not None
    sun = next((sun for sun in view.up[seat] if sun > auction.high), 0)
    if not sun or must_bid(view):
        return BIDS[sun] if sun else PASS
    found = judge(program, t, [(seat, sun)])
    worth = found.lots[0] + program.margins.share * (center_sun(t) - sun)
    return BIDS[sun] if worth >= found.suns[0] else PASS


def _turn(program: Program, view: State, t: Row) -> str:
    seat = view.turn
    if block_size(t):
        top = highest_up(t, seat)
        higher = [(o, highest_up(t, o)) for o in range(view.players) if o != seat]
        asked = [(seat, top), *((o, sun) for o, sun in higher if sun > top)]
        found = judge(program, t, asked)
        center, margins = center_sun(t), program.margins
        gains = [
            lot + margins.share * (center - sun) - least
            for (_, sun), lot, least in zip(asked, *found, strict=True)
        ]
        if gains[0] >= margins.call:
            return CALL
        kind = _god(program, t, seat) if gods_usable(view) else 0
        if kind:
            return god_move((kind,))
        if max(gains[1:], default=-100.0) >= -margins.spoil:
            return CALL
    return DRAW_MOVE if can_draw(view) else CALL


def _god(program: Program, t: Row, seat: int) -> int:
    """Return the kind that a god should take, 0 for none: what it is worth as a lot of its own."""
    kinds = [kind for kind in range(1, 19) if kind != GOD and t[BLOCK + kind]]
    if not kinds:
        return 0
    worth = _alone(program, t, seat, kinds)
    best = int(worth.argmax())
    return kinds[best] if worth[best] >= program.margins.god else 0


def _alone(program: Program, t: Row, seat: int, kinds: Sequence[int]) -> FloatArray:
    """Return the value of a tile of each of these kinds as a lot of its own."""
    alone = [*t[:BLOCK], *([0] * K), *t[BLOCK + K :]]
    inputs = []
    for kind in kinds:
        alone[BLOCK + kind] = 1
        inputs.append(lot_inputs(alone, seat))
        alone[BLOCK + kind] = 0
    return np.asarray(program.lots.ends(np.array(inputs))[:, 0])


def mind_of(program: Program, view: State, t: Row, move: str) -> Mind:
    """Return the move's reason, the value of the lot to every seat, and of the own suns."""
    seat = view.actor
    if view.phase == DISCARD:
        return (turn_note(view, t, move, 0.0, 0.0, alone=0.0, envied=-1),)
    asked = [(other, highest_up(t, other)) for other in range(view.players)]
    found = judge(program, t, [(other, max(1, sun)) for other, sun in asked])
    own = [(seat, sun) for sun in view.up[seat]]
    suns = judge(program, t, own).suns if own else []
    items: list[Note | Bars | Lines] = [_note(program, view, t, move, asked, found)]
    if block_size(t):
        names = tuple(seat_word(other) for other, _ in asked)
        lots, words = tuple(found.lots), tuple(map(about, found.lots))
        items.append(Bars("What the lot is worth", names, lots, "points", seat, words=words))
    if suns:
        rows = tuple((f"sun {sun}", worth) for (_, sun), worth in zip(own, suns, strict=True))
        words = tuple(map(about, suns))
        items.append(Lines("What each sun is worth to me", rows, "points", words=words))
    return tuple(items)


def _note(
    program: Program,
    view: State,
    t: Row,
    move: str,
    asked: Sequence[tuple[int, int]],
    found: Judgement,
) -> Note:
    """Return the sentence with the comparison that decided; `asked` are all seats with their
    highest suns, and `found` the values of lots and suns to them.
    """
    seat, margins, center = view.actor, program.margins, center_sun(t)
    if view.phase == BID:
        assert view.auction is not None
        sun = next((sun for sun in view.up[seat] if sun > view.auction.high), 0)
        least = judge(program, t, [(seat, sun)]).suns[0] if sun else 0.0
        return bid_note(move, found.lots[seat], sun, least, must_bid(view))
    top = asked[seat][1]
    gains = [
        lot + margins.share * (center - sun) - least
        for (_, sun), lot, least in zip(asked, found.lots, found.suns, strict=True)
    ]
    higher = [other for other, sun in asked if other != seat and sun > top]
    envied = max(higher, key=lambda other: gains[other], default=-1)
    alone, god = 0.0, parse(move)
    if move.startswith("god") and god is not None:
        alone = _alone(program, t, seat, god.tiles)[0]
    needed = found.suns[seat] + margins.call - margins.share * (center - top)
    return turn_note(view, t, move, found.lots[seat], needed, alone=alone, envied=envied)
