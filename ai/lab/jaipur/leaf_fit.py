"""The fit of `sensei`'s network (`ai.jaipur.leaf`) to how rounds between learned traders end.

Rounds are played in step by the ways to trade that an opponent may have, half of the seats by
`greedy`; of one position in five what the network looks at is kept. It is fitted by Adam (Kingma
and Ba, 2015) to the win, the smoothed win and the margin. The batches of a step follow from the
seed and the step, and the positions from the seed and their part, so that a fit that was stopped
goes on as if it had not been.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ai.jaipur.greedy import in_use
from ai.jaipur.leaf import LAYERS, MARGIN, RUPEES, SHAPES, Leaf, answers, looked_at
from ai.jaipur.playing import MOST_TURNS, Traders
from ai.jaipur.search import ways_tables
from ai.jaipur.ways import USUAL, draw_ways
from ai.jaipur.worlds import Worlds, dealt
from games.arrays import Arrays, Float32Array, FloatArray, IntArray

AT_ONCE: Final = 2000
"""Rounds that are played at once."""
KEPT: Final = 0.2
"""The share of positions that is kept: those of one round are much alike."""
BATCH: Final = 1024
RATE: Final = 2e-3
"""The first step size, which falls to 0 as a cosine; both are usual for Adam."""
DECAY: Final = 1e-5
HELD_BACK: Final = 0.1
"""The share of positions, whole rounds, that the fit is measured on."""
SHARES: Final = (1.0, 2.0, 0.5)
"""How much each output counts: the smoothed win parts moves best, the margin is told alone."""


class Rounds(NamedTuple):
    """Some rounds to be played: their seed, the number of the part, and how many."""

    seed: int
    part: int
    number: int


class PositionInputs(NamedTuple):
    """Inputs of positions, float16 of shape (98, N), and their ends, (3, N), for the mover."""

    seen: np.ndarray[tuple[int, int], np.dtype[np.float16]]
    ended: Float32Array


def positions(rounds: Rounds) -> PositionInputs:
    """Return positions of some rounds, with their ends."""
    rng = np.random.default_rng([rounds.seed, rounds.part])
    worlds, turn = dealt(rng, rounds.number), 0
    company = Traders(ways_tables(in_use()), _ways(rounds.number, rng))
    won, margin = np.zeros(rounds.number), np.zeros(rounds.number)
    seen, numbers, turns = [], [], []
    for _ in range(MOST_TURNS):
        over = worlds.only(worlds.over)
        won[over.number], margin[over.number] = over.won(), over.margin()
        worlds = worlds.only(~worlds.over)
        if not len(worlds):
            break
        kept = worlds.only(rng.random(len(worlds)) < KEPT)
        seen.append(looked_at(kept, turn).astype(np.float16))
        numbers.append(kept.number)
        turns.append(np.full(len(kept), turn))
        worlds.play(turn, company.choices(worlds, turn))
        turn = 1 - turn
    _left_over(worlds, won, margin)
    where, mover = np.concatenate(numbers), np.concatenate(turns)
    return PositionInputs(np.concatenate(seen, axis=1), _ended(won[where], margin[where], mover))


def _left_over(worlds: Worlds, won: FloatArray, margin: FloatArray) -> None:
    """Rounds that never end count as they stand."""
    won[worlds.number], margin[worlds.number] = worlds.won(), worlds.margin()


def _ways(count: int, rng: np.random.Generator) -> IntArray:
    """Return the way of each seat in each round: `greedy` in one half, any in the other."""
    found = np.stack([draw_ways(USUAL, count, rng) for _ in (0, 1)])
    return np.where(rng.random((2, count)) < 0.5, 0, found)


def _ended(won: FloatArray, margin: FloatArray, mover: IntArray) -> Float32Array:
    """Return the ends for who is to move."""
    own = np.where(mover == 0, won, 1 - won)
    rupees = np.where(mover == 0, margin, -margin)
    smooth = 1 / (1 + np.exp(-rupees / MARGIN))
    return np.stack([own, smooth, rupees / RUPEES]).astype(np.float32)


def joined(parts: list[PositionInputs]) -> PositionInputs:
    """Return all positions in one, in this order."""
    seen, ended = zip(*parts, strict=True)
    return PositionInputs(np.concatenate(seen, axis=1), np.concatenate(ended, axis=1))


class LeafFit:
    """A fit under way: the layers, Adam's two means of each, and the steps that are done."""

    def __init__(self, found: PositionInputs, seed: int, passes: int) -> None:
        self.found, self.seed = found, seed
        self.cut = int((1 - HELD_BACK) * found.seen.shape[1])
        self.steps = passes * self.cut // BATCH
        self.layers = first_layers(seed)
        self.first = [np.zeros_like(layer) for layer in self.layers]
        self.second = [np.zeros_like(layer) for layer in self.layers]
        self.taken = 0

    @property
    def done(self) -> bool:
        """True once all steps were taken."""
        return self.taken >= self.steps

    def told(self) -> tuple[float, str]:
        """Return the share of the steps, and their number."""
        return self.taken / self.steps, f"step {self.taken:,} of {self.steps:,}"

    def step(self) -> None:
        """Take one batch into account."""
        rng = np.random.default_rng([self.seed, self.taken, 7])
        which = rng.integers(0, self.cut, BATCH)
        seen = self.found.seen[:, which].astype(np.float32)
        changes = gradient(Leaf(*self.layers), seen, self.found.ended[:, which])
        rate = RATE * 0.5 * (1 + np.cos(np.pi * self.taken / self.steps))
        self.taken += 1
        for layer, change, one, two in zip(
            self.layers, changes, self.first, self.second, strict=True
        ):
            change = change + DECAY * layer
            one += 0.1 * (change - one)
            two += 0.001 * (change**2 - two)
            mean, spread = one / (1 - 0.9**self.taken), two / (1 - 0.999**self.taken)
            layer -= np.float32(rate) * mean / (np.sqrt(spread) + 1e-8)

    def losses(self) -> dict[str, float]:
        """Return the errors on the positions held back: of the win in squares, of the margin in
        rupees, each beside the error of one answer for every position.
        """
        seen = self.found.seen[:, self.cut :].astype(np.float32)
        ended = self.found.ended[:, self.cut :]
        said = answers(Leaf(*self.layers), seen)
        won = 1 / (1 + np.exp(-said[0]))
        return {
            "win, mean square": round(float(np.mean((won - ended[0]) ** 2)), 4),
            "win, mean square of a constant": round(float(ended[0].var()), 4),
            "rupees": round(float(RUPEES * np.sqrt(np.mean((said[2] - ended[2]) ** 2))), 2),
            "rupees of a constant": round(float(RUPEES * ended[2].std()), 2),
        }

    def arrays(self) -> Arrays:
        """Return all that a later run needs to go on."""
        named = {"done": np.array([self.taken])}
        for kind, layers in (("", self.layers), ("1", self.first), ("2", self.second)):
            named |= {name + kind: a for name, a in zip(LAYERS, layers, strict=True)}
        return named

    def restore(self, arrays: Arrays) -> None:
        """Go on from what `arrays` gave."""
        found = [[arrays[name + kind] for name in LAYERS] for kind in ("", "1", "2")]
        self.layers, self.first, self.second = found
        self.taken = int(arrays["done"][0])


def first_layers(seed: int) -> list[Float32Array]:
    """Return layers to begin with: normal numbers by the width of what comes in (He and others,
    2015).
    """
    rng, layers = np.random.default_rng([seed, 3]), []
    for rows, columns in SHAPES:
        layer = rng.standard_normal((rows, columns)) * np.sqrt(2 / columns)
        layers.append((layer * (columns > 1)).astype(np.float32))
    layers[4] *= np.float32(0.3)
    return layers


def gradient(leaf: Leaf, seen: Float32Array, ended: Float32Array) -> list[Float32Array]:
    """Return the gradient of the loss: log loss for wins, half the square for the margin."""
    first = np.maximum(leaf.into @ seen + leaf.into_bias, 0)
    second = np.maximum(leaf.on @ first + leaf.on_bias, 0)
    said = leaf.out @ second + leaf.out_bias
    said[:2] = 1 / (1 + np.exp(-said[:2]))
    off = (said - ended) * np.array(SHARES, dtype=np.float32)[:, None] / np.float32(seen.shape[1])
    on = (leaf.out.T @ off) * (second > 0)
    into = (leaf.on.T @ on) * (first > 0)
    pairs = ((into, seen), (on, first), (off, second))
    return [part for back, came in pairs for part in (back @ came.T, back.sum(1, keepdims=True))]
