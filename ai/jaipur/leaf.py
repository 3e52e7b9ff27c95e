"""The value of a round that is not played to its end: a small network that looks at open cards.

An imagined world has no hidden cards, so its value may depend on both hands and on the cards left
in the deck. The network has two hidden layers; `main.py train jaipur sensei` fits it to the results
of rounds between learned traders, and with it a roll-out needs a few turns in place of forty.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from ai.files import damage_error, read_arrays
from ai.jaipur.values import BONUS_MEANS
from ai.jaipur.worlds import CAMEL, SUMS, Worlds
from games.arrays import BadWeights, Float32Array, FloatArray, IntArray
from games.jaipur.rules.goods import CAMEL_TOKEN
from games.weights import Weights as StoredWeights

INPUTS: Final = 98
"""What the network looks at (`looked_at`)."""
HIDDEN: Final = (64, 32)
OUTPUTS: Final = 3
"""Logits of the win and of the smoothed margin, and the margin in `RUPEES`."""
RUPEES: Final = 20.0
MARGIN: Final = 10.0
"""Rupees; the logistic of the margin over this smooths who won."""
_MOST: Final = 1000.0
"""No learned weight is as large."""
_KIND: Final = np.arange(6)[:, None]
_MEANS: Final = np.array(BONUS_MEANS)


class Leaf(NamedTuple):
    """The layers: `into` (64, 98) with `bias` (64, 1), `on` (32, 64), `out` (3, 32); float32."""

    into: Float32Array
    into_bias: Float32Array
    on: Float32Array
    on_bias: Float32Array
    out: Float32Array
    out_bias: Float32Array


LAYERS: Final = Leaf._fields
"""The names of the layers, in order."""
SHAPES: Final = (
    (HIDDEN[0], INPUTS),
    (HIDDEN[0], 1),
    (HIDDEN[1], HIDDEN[0]),
    (HIDDEN[1], 1),
    (OUTPUTS, HIDDEN[1]),
    (OUTPUTS, 1),
)


def _read(path: Path) -> Leaf:
    """Return the layers in a file; raises `BadWeights` for any that do not fit."""
    arrays = read_arrays(path)
    layers = []
    for name, shape in zip(LAYERS, SHAPES, strict=True):
        layer = arrays.get(name)
        if layer is None or layer.shape != shape or layer.dtype.kind != "f":
            raise damage_error(path)
        if not (np.abs(layer) <= _MOST).all():
            raise damage_error(path)
        layers.append(layer.astype(np.float32))
    return Leaf(*layers)


LEAF: Final = StoredWeights("jaipur/sensei", _read)
"""The network in use."""


def network() -> Leaf | str:
    """Return the network in use, or where it is lost the sentence about it."""
    try:
        return LEAF.load()
    except BadWeights as error:
        return str(error)


def _deck(worlds: Worlds) -> IntArray:
    """Return the number of cards of each kind left in each deck, shape (7, W)."""
    rows = np.arange(len(worlds.deck))[:, None]
    coming = (rows >= worlds.at) & (rows < worlds.size)
    cards = np.where(coming, worlds.deck, CAMEL + 1)
    return np.stack([(cards == kind).sum(axis=0) for kind in range(CAMEL + 1)])


def looked_at(worlds: Worlds, turn: int) -> Float32Array:
    """Return the network's inputs for seat `turn`, which is to move, about -1 to 1; (98, W)."""
    own, other = worlds.hands[turn], worlds.hands[1 - turn]
    there, tokens = worlds.market[:CAMEL], worlds.tokens
    piles = np.where(worlds.stock > 0, _MEANS[:, None], 0.0)
    none = np.zeros_like(piles[:1])
    bonus = np.concatenate([none, none, none, piles, *[piles[2:]] * 5])
    places = np.arange(len(worlds))

    def fetch(cards: IntArray) -> IntArray:
        found: IntArray = SUMS[_KIND, tokens, np.minimum(cards, 10)]
        return found

    mine, theirs = fetch(own), fetch(other)
    herd, rival = worlds.herds[turn], worlds.herds[1 - turn]
    lead = worlds.points + worlds.bonus
    ahead = lead[turn] - lead[1 - turn]
    few = np.sort(tokens, axis=0)
    parts = (
        own / 4,
        other / 4,
        worlds.market / 3,
        _deck(worlds) / 5,
        tokens / 5,
        mine / 15,
        theirs / 15,
        (fetch(own + there) - mine) / 15,
        (fetch(other + there) - theirs) / 15,
        bonus[own, places] / 6,
        bonus[other, places] / 6,
        (bonus[np.minimum(own + 1, 10), places] * (own > 0)) / 6,
        (bonus[np.minimum(other + 1, 10), places] * (other > 0)) / 6,
        few[:4] / 4,
        worlds.stock / 4,
        np.stack(
            [
                ahead / 25,
                np.sign(herd - rival),
                np.clip(herd - rival, -4, 4) / 4,
                (ahead + CAMEL_TOKEN * np.sign(herd - rival)) / 25,
                herd / 5,
                rival / 5,
                worlds.left / 25,
                own.sum(axis=0) / 5,
                other.sum(axis=0) / 5,
                few[:3].sum(axis=0) / 8,
                (tokens == 0).sum(axis=0),
            ]
        ),
    )
    return np.concatenate(parts).astype(np.float32)


def answers(leaf: Leaf, seen: Float32Array) -> Float32Array:
    """Return the outputs for what was looked at, shape (3, W)."""
    first = np.maximum(leaf.into @ seen + leaf.into_bias, 0)
    second = np.maximum(leaf.on @ first + leaf.on_bias, 0)
    return np.asarray(leaf.out @ second + leaf.out_bias)


def weighed(leaf: Leaf, worlds: Worlds, turn: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the value of worlds to seat 0 if seat `turn` is to move: won, margin, smooth (W,)."""
    found = answers(leaf, looked_at(worlds, turn)).astype(np.float64)
    won, smooth = 1 / (1 + np.exp(-found[:2]))
    margin = found[2] * RUPEES
    return (won, margin, smooth) if turn == 0 else (1 - won, -margin, 1 - smooth)
