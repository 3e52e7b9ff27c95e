"""The training of the program of 2006: the value of lots, of suns, its margins; all of it twice.

The first games are the heuristic's, later ones its own. Lots also teach a second network, which the
value of a lot is taken from everywhere: points by source, and the 10th and the 90th percentile. The
margins of its play are tuned by how often it wins at a table of heuristics.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from ai.lab import fitting
from ai.lab.fitting import made_by
from ai.lab.ra import seed_engine
from ai.lab.ra.engine import Array
from ai.lab.ra.learning import first_theta, stack
from ai.lab.ra.seed_engine import FIRST_MARGINS, POINTS, SOURCES, UNITS
from ai.lab.ra.tables import HEURISTIC, PROGRAM, Programs, SeatShare, meet, together, words
from ai.lab.rooms import Plain, Progress
from ai.ra.seed_inputs import LOT_INPUTS, SUN_INPUTS, touched
from games.arrays import Arrays

LOT_SHARE: Final = 0.3
"""Of all games so many are played for lots, twice; the same again for suns."""
TELLER_UNITS: Final = 32
PASSES: Final = 12
BATCH: Final = 256
RATES: Final = (4e-3, 2e-4)
EXPLORE: Final = 0.03
STAGES: Final = 6
LOW, HIGH = 0.1, 0.9
STEPS: Final = (0.1, 0.1, 0.5, 0.75, 0.5)
"""How far each margin is moved at first when they are tuned, then `FINER` as far; by hand."""
FINER: Final = 0.5
TUNED_SHARES: Final = (80, 40)
"""One setting of the margins is measured on the games of the training by these, in deals: the
first and the second time."""
MEASURED_DEALS: Final = 1000
RIVAL_SEEDS: Final = 2
RIVAL_GAMES: Final = 6000
"""Games of training of each: it then wins about as often as one of many more, untuned."""
VARIANTS: Final = 5
"""Margins drawn for each generation of each."""
MARGINS: Final = ((0.85, 1.15), (0.2, 0.45), (0.4, 1.3), (0.3, 1.7), (1.4, 2.4))
"""Bounds of factor, share, call, spoil and god: around what tuning comes to at 3, 4 and 5."""
FIRST_SEED: Final = 1000
"""Rivals have seeds from here on, that no `seed-net` is shipped with."""


class FittedLayers(NamedTuple):
    """A network with one layer of sigmoid units."""

    first: Array
    bias: Array
    second: Array
    last: Array


def first_layers(inputs: int, units: int, ends: int, rng: np.random.Generator) -> FittedLayers:
    """Return weights to begin with."""
    return FittedLayers(
        rng.normal(0.0, 1.0 / np.sqrt(12.0), (inputs, units)),
        np.zeros(units),
        rng.normal(0.0, 0.3, (units, ends)),
        np.zeros(ends),
    )


def forward(layers: FittedLayers, x: Array) -> tuple[Array, Array]:
    """Return the units and the ends for many rows of inputs."""
    units = 1.0 / (1.0 + np.exp(-(x @ layers.first + layers.bias)))
    return units, units @ layers.second + layers.last


def squared(found: Array, wanted: Array) -> Array:
    """Return the slope of half the squared error."""
    return np.asarray(found - wanted)


def with_bounds(found: Array, wanted: Array) -> Array:
    """Return the slope for sources, and for the last two ends of the pinball loss of the total."""
    slope = np.empty_like(found)
    slope[:, :SOURCES] = found[:, :SOURCES] - wanted
    total = wanted.sum(axis=1)
    for place, share in ((SOURCES, LOW), (SOURCES + 1, HIGH)):
        slope[:, place] = 0.3 * ((found[:, place] > total) - share)
    return slope


def fit_layers(
    layers: FittedLayers,
    x: Array,
    wanted: Array,
    slope_of: Callable[[Array, Array], Array],
    rng: np.random.Generator,
    passes: int = PASSES,
) -> FittedLayers:
    """Run Adam over minibatches, at a rate that falls by equal factors."""
    values = [np.array(part) for part in layers]
    moments = [(np.zeros_like(part), np.zeros_like(part)) for part in values]
    steps = max(1, passes * (len(x) // BATCH))
    for step in range(1, steps + 1):
        chosen = rng.integers(0, len(x), BATCH)
        now = FittedLayers(*values)
        units, found = forward(now, x[chosen])
        slope = slope_of(found, wanted[chosen]) / BATCH
        back = (slope @ now.second.T) * units * (1.0 - units)
        slopes = (x[chosen].T @ back, back.sum(axis=0), units.T @ slope, slope.sum(axis=0))
        rate = RATES[0] * (RATES[1] / RATES[0]) ** (step / steps)
        for value, (one, two), own in zip(values, moments, slopes, strict=True):
            one += 0.1 * (own - one)
            two += 0.001 * (own * own - two)
            size = np.sqrt(two / (1.0 - 0.999**step)) + 1e-8
            value -= rate * (one / (1.0 - 0.9**step)) / size
    return FittedLayers(*values)


class FittedProgram:
    """The networks of lots and of suns, and what they have learned from."""

    def __init__(self, players: int, games: int, seed: int) -> None:
        self.players, self.games, self.seed = players, games, seed
        rng = np.random.default_rng([seed, players, 20])
        self.lots = first_layers(LOT_INPUTS, UNITS[0], 1, rng)
        self.suns = [first_layers(SUN_INPUTS, UNITS[1], 1, rng) for _ in range(3)]
        self.teller = first_layers(LOT_INPUTS, TELLER_UNITS, SOURCES + 2, rng)
        self.margins = np.array(FIRST_MARGINS)
        self.stage = 0
        self.inputs: Array = np.zeros((0, LOT_INPUTS), np.float32)
        self.worth: Array = np.zeros((0, SOURCES), np.float32)
        self.errors: dict[str, float] = {}

    @property
    def nets(self) -> seed_engine.Program:
        """The networks as the engine takes them."""
        lots = (self.lots.first, self.lots.bias, self.lots.second[:, 0], self.lots.last)
        suns = [np.stack([layers[part] for layers in self.suns]) for part in range(4)]
        plain = (*lots, suns[0], suns[1], suns[2][:, :, 0], suns[3])
        parts_ = [np.ascontiguousarray(part, np.float64) for part in plain]
        return tuple(parts_[:4]), tuple(parts_[4:]), np.array(self.margins)

    @property
    def done(self) -> bool:
        """True once all stages were taken."""
        return self.stage >= STAGES

    def told(self) -> tuple[float, str]:
        """Return the share of the stages, and their number."""
        return self.stage / STAGES, f"stage {self.stage} of {STAGES}"

    def step(self) -> None:
        """Take the next of the stages: lots, suns, margins, and these three again."""
        rng = np.random.default_rng([self.seed, self.players, 21, self.stage])
        again, kind = divmod(self.stage, 3)
        if kind == 0:
            self._learn_lots(again > 0, rng)
        elif kind == 1:
            for number in range(2):
                self._learn_suns(again + number > 0, rng)
        else:
            self._tune(max(10, self.games // TUNED_SHARES[again]))
        self.stage += 1

    def _learn_lots(self, trained: bool, rng: np.random.Generator) -> None:
        games = max(100, int(LOT_SHARE * self.games))
        inputs, worth = seed_engine.lots_of_games(
            self.players, trained, self.nets, words(rng, games), EXPLORE
        )
        self.inputs = np.concatenate([self.inputs, inputs])
        self.worth = np.concatenate([self.worth, worth])
        x, wanted = self.inputs.astype(float), self.worth.astype(float) / POINTS
        total = wanted.sum(axis=1, keepdims=True)
        self.lots = fit_layers(self.lots, x, total, squared, rng)
        self.teller = fit_layers(self.teller, x, wanted, with_bounds, rng)

    def _learn_suns(self, trained: bool, rng: np.random.Generator) -> None:
        games = max(100, int((0.5 - LOT_SHARE) / 2 * self.games))
        found = seed_engine.suns_of_games(self.players, self.nets, trained, words(rng, games))
        inputs, most, epochs = found
        for epoch in range(3):
            there = epochs == epoch
            x, wanted = inputs[there].astype(float), most[there, None].astype(float) / POINTS
            self.suns[epoch] = fit_layers(self.suns[epoch], x, wanted, squared, rng, 4)

    def _tune(self, deals: int) -> None:
        """Move one margin after the other as long as that wins more, then more finely."""
        best = self.strength(deals, self.seed).wins
        for finer in (1.0, FINER):
            for place, step in enumerate(STEPS):
                for way in (finer * step, -finer * step):
                    before = best
                    best = self._tune_one(place, way, deals, best)
                    if best > before:
                        break

    def _tune_one(self, place: int, step: float, deals: int, best: float) -> float:
        """Move a margin by steps of this size as long as that wins more; returns the share."""
        while True:
            kept = self.margins
            self.margins = kept.copy()
            self.margins[place] += step
            found = self.strength(deals, self.seed).wins
            if found <= best:
                self.margins = kept
                return best
            best = found

    def strength(self, deals: int, seed: int) -> SeatShare:
        """Return the share that the program wins at a table of heuristics."""
        nobody = stack([first_theta(self.players, np.random.default_rng(0))], self.players)
        return meet(self.players, PROGRAM, HEURISTIC, deals, seed, nobody, together([self.nets]))

    def measure(self) -> dict[str, float]:
        """Return the errors of the values of lots, on games that were not learned from."""
        rng = np.random.default_rng([self.seed, self.players, 22])
        inputs, worth = seed_engine.lots_of_games(
            self.players, True, self.nets, words(rng, 1500), 0.0
        )
        true = worth.sum(axis=1)
        ends = POINTS * forward(self.teller, inputs.astype(float))[1]
        there = [[touched(x, source) for source in range(SOURCES)] for x in inputs.tolist()]
        ends[:, :SOURCES] *= np.array(there)
        ends[:, 4] = 3.0 * 2.0 * inputs[:, 4]  # gold, by its input of half the number
        told = ends[:, :SOURCES].sum(axis=1)
        inside = (ends[:, SOURCES] <= true) & (true <= ends[:, SOURCES + 1])
        own = POINTS * forward(self.lots, inputs.astype(float))[1][:, 0]
        return {
            "lots": len(true),
            "mean_error": round(float(np.abs(told - true).mean()), 3),
            "bias": round(float((told - true).mean()), 3),
            "r2": round(1.0 - float(((told - true) ** 2).mean() / true.var()), 3),
            "band_holds": round(float(inside.mean()), 3),
            "mean_error_46_21_1": round(float(np.abs(own - true).mean()), 3),
            "r2_46_21_1": round(1.0 - float(((own - true) ** 2).mean() / true.var()), 3),
        }

    def shipped(self) -> Arrays:
        """Return the networks by name, as they are written."""
        found = {f"lot_{name}": value for name, value in self.lots._asdict().items()}
        for name, value in self.teller._asdict().items():
            found[f"teller_{name}"] = value
        for name in FittedLayers._fields:
            found[f"sun_{name}"] = np.stack([getattr(own, name) for own in self.suns])
        found["margins"] = self.margins
        return {name: value.astype(np.float32) for name, value in found.items()}

    def arrays(self) -> Arrays:
        """Return all that a later run needs to go on."""
        exact = {f"lot_{name}": value for name, value in self.lots._asdict().items()}
        exact |= {f"teller_{name}": value for name, value in self.teller._asdict().items()}
        for name in FittedLayers._fields:
            exact[f"sun_{name}"] = np.stack([getattr(own, name) for own in self.suns])
        return {
            **exact,
            "margins": self.margins,
            "stage": np.array(self.stage),
            "inputs": self.inputs,
            "worth": self.worth,
        }

    def restore(self, arrays: Arrays) -> None:
        """Go on from what `arrays` gave."""
        self.lots = FittedLayers(*(arrays[f"lot_{name}"] for name in FittedLayers._fields))
        self.teller = FittedLayers(*(arrays[f"teller_{name}"] for name in FittedLayers._fields))
        self.suns = [
            FittedLayers(*(arrays[f"sun_{name}"][epoch] for name in FittedLayers._fields))
            for epoch in range(3)
        ]
        self.stage, self.margins = int(arrays["stage"]), arrays["margins"]
        self.inputs, self.worth = arrays["inputs"], arrays["worth"]


def fit(given: Mapping[str, Any], seed: int, out_dir: Path, progress: Progress) -> Plain:
    """Learn, measure, and write the networks and their card."""
    players, games = int(given["players"]), int(given["games"])
    settings = {"agent": "seed-net", "seed": seed, "players": players, "games": games}
    path, program = out_dir / f"seed-net-{players}.npz", FittedProgram(players, games, seed)
    fitting.keep_going(program, path, settings, progress)
    strength = program.strength(MEASURED_DEALS, seed + 1)
    card = {
        **settings,
        "margins": [round(float(margin), 4) for margin in program.margins],
        "value": program.measure(),
        "against_heuristic": round(strength.wins, 4),
        "against_heuristic_error": round(strength.error, 4),
        "measured_games": MEASURED_DEALS * players,
        "made_by": made_by("ra", "seed-net", seed, given),
    }
    arrays = {**program.shipped(), "players": np.array(players, np.int64)}
    return fitting.write(path, arrays, card)


def rivals(players: int, seed: int) -> Programs:
    """Return the programs that `net` meets while it learns: small ones of its own, no two alike.

    Each is trained like `seed-net` on few games, from a seed of its own, and taken after the first
    and after the second generation. The margins of its play are drawn by lot: a table of such
    programs has bold and timid bidders, spoilers and such as never spoil. The one that ships is not
    among them, so that what `net` wins against it is not learned from it.
    """
    rng = np.random.default_rng([seed, players, 25])
    low, high = np.array(MARGINS).T
    found = []
    for number in range(RIVAL_SEEDS):
        program = FittedProgram(players, RIVAL_GAMES, FIRST_SEED + RIVAL_SEEDS * seed + number)
        for first in (0, 3):
            program.stage = first
            program.step()
            program.step()
            for _ in range(VARIANTS):
                lots, suns, _ = program.nets
                found.append((lots, suns, low + (high - low) * rng.random(len(low))))
    return together(found)
