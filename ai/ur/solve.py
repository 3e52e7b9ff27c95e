"""Solve the Royal Game of Ur: the win probability of every position under perfect play of both.

The value of a position is the fixed point of an expectation over rolls of the best move. A layer
(`ai.ur.index`) depends on itself and on layers with fewer pieces left, so layers are solved from
the end backwards, each by sweeps of in-place value iteration over blocks (`ai.ur.sweep`): blocks
are ordered so that only captures lead back, a position is solved together with its side-swapped
twin, blocks whose last change was below the tolerance rest, and one sweep over all blocks that
changes nothing above the tolerance is the proof. Layers of one total may be solved at the same
time; the result does not depend on that.

Solving needs numba, from requirements-lab.txt; playing does not. It goes on where it was stopped:
each finished pair of layers stands in the file, with its SHA-256 in the card beside it.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import math
import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.ur.bits import crossing, path_of
from ai.ur.index import index_in_layer, layer, shape_of
from ai.ur.table import (
    FORMAT,
    FULL,
    DamagedTable,
    LayerPlace,
    SolvedTable,
    follows_rules,
    game_of,
    layer_pairs,
    open_solved,
    places_of,
    read_table_card,
    set_table_aside,
    table_path,
    tables_aside,
)
from games.paths import cache_folder, lacks
from games.ur.rules import FINKEL, RULE_SETS, RuleSet

TOLERANCE: Final = 4
"""The largest change of the last sweep, in units of 1 / (2**32 - 1): 9.3e-10."""
RESTING: Final = 2
"""A block that changed by no more than this is skipped until the last sweep."""
ANEW: Final = "anew"
"""The folder in which a table is solved again; the one before stays until it is done."""
_PADDING: Final = 16
"""Values behind every layer, because the loops read whole rows of 16."""
_ALL: Final = -1
"""No change is this small: all blocks are visited."""
_SWEEPS: Final = 500
"""A layer that has not settled after so many sweeps is our fault; chosen by hand."""

Array = npt.NDArray[np.uint32]
Progress = Callable[[float, str], None]


class NoCompiler(ModuleNotFoundError):
    """The extra that solving needs is missing; the message names the command that installs it."""


class Stopped(Exception):
    """Solving was stopped; what is finished is kept, and the next run goes on from there."""


class NotConverged(RuntimeError):
    """A layer did not settle; our fault."""


class Solved(NamedTuple):
    """The result of a solution: the file, the first player's win probability, sweeps and seconds.

    `aside` is the new name of a damaged table that was in its place, or "".
    """

    path: Path
    first_player: float
    sweeps: int
    seconds: float
    reused: int
    aside: str = ""


def compiled() -> ModuleType:
    """Return the module of compiled loops; what its compiler keeps lies in the user's cache folder.

    It is read by pickle, and so it must not lie where saved data does. Raises `NoCompiler`.
    """
    cache = cache_folder(os.environ)
    if cache is not None:
        os.environ.setdefault("NUMBA_CACHE_DIR", str(cache / "compiled"))
    try:
        return importlib.import_module("ai.ur.sweep")
    except ModuleNotFoundError as error:
        if error.name != "numba":
            raise
        raise NoCompiler(lacks("Solving", "numba", "requirements-lab.txt"), name="numba") from None


def block_order(
    own_left: int, other_left: int, rule_set: RuleSet = FINKEL
) -> npt.NDArray[np.int64]:
    """Return the blocks of layers (`own_left`, `other_left`) and its twin under a `rule_set`, shape
    (b, 4).

    Each is the ends and shared masks of both sides, all by the own side's numbers. The most
    advanced come first: a move without a capture raises the sum of the ends, or else the sum of the
    shared masks, each by its own side's numbers. Of twins in one layer only one is listed.
    """
    shape = shape_of(rule_set)
    across, masks = crossing(rule_set), np.arange(1 << shape.shared)
    own = masks[np.bitwise_count(masks) <= own_left]
    other = masks[np.bitwise_count(masks) <= other_left]
    own, other = (grid.ravel() for grid in np.meshgrid(own, other, indexing="ij"))
    apart = (own & other) == 0
    own, other = own[apart], other[apart]
    blocks = []
    for end in range(1 << shape.ends):
        for other_end in range(1 << shape.ends):
            fits = np.bitwise_count(own) + end.bit_count() <= own_left
            fits &= np.bitwise_count(other) + other_end.bit_count() <= other_left
            if own_left == other_left:
                fits &= (end > other_end) | ((end == other_end) & (own >= across[other]))
            ends = np.full((2, fits.sum()), [[end], [other_end]])
            blocks.append(np.vstack([ends, own[fits], other[fits]]))
    table = np.hstack(blocks).astype(np.int64)
    come = table[2] + across[table[3]]
    order = np.lexsort((table[2], table[0], -come, -(table[0] + table[1])))
    return np.ascontiguousarray(table[:, order].T)


class LayerSolver:
    """Solves one game into a file; `jobs` layers at a time."""

    def __init__(
        self, rules: str, pieces: int, folder: Path, jobs: int = 1, force: bool = False
    ) -> None:
        self.rule_set = RULE_SETS[rules]
        self.shape = shape_of(self.rule_set)
        self.pieces = pieces
        self.path = table_path(folder, rules, pieces)
        self.file = self.path
        self.jobs = jobs
        self.force = force
        self._loops = compiled()
        self._path = path_of(self.rule_set)
        self._values: dict[tuple[int, int], Array] = {}
        self._card: dict[str, Any] = {}
        self._sweeps = 0
        self._stopping = False
        self._aside = ""
        self._progress: Progress = lambda done, text: None

    def stop(self) -> None:
        """Let `solve`, in another thread, raise `Stopped` after its present sweep."""
        self._stopping = True

    def solve(self, progress: Progress = lambda done, text: None) -> Solved:
        """Solve the layers that are not yet in the file, and return the result; raises `Stopped`.

        `progress` is called with the share that is solved and a sentence.
        """
        begun = time.monotonic()
        self._progress = progress
        self.path.parent.mkdir(parents=True, exist_ok=True)
        done = self._finished()
        if done is not None and not self.force:
            card = read_table_card(self.path.with_suffix(".json"), *game_of(self.path))
            return Solved(self.path, card.first_player, 0, 0.0, len(done.places))
        if done is not None:
            self.file = self.path.parent / ANEW / self.path.name
            self.file.parent.mkdir(exist_ok=True)
        reused = self._resume()
        with self.file.open("r+b") as file, ThreadPoolExecutor(self.jobs) as pool:
            try:
                for total in range(2, 2 * self.pieces + 1):
                    self._total(total, file, pool)
            finally:
                self._stopping = True  # an interrupt shall not wait for the other threads
        start = self._values[self.pieces, self.pieces][
            index_in_layer(0, 0, self.pieces, self.pieces, self.rule_set)
        ]
        self._card["first_player"] = float(start) / FULL
        self._card["format"] = FORMAT
        self._write_card()
        self._replace()
        seconds = time.monotonic() - begun
        first = float(start) / FULL
        return Solved(self.path, first, self._sweeps, seconds, reused, self._aside)

    def _finished(self) -> SolvedTable | None:
        """Return the table that was solved before, if it is whole; a damaged one is set aside.

        So is whatever else stands in its place and is no file.
        """
        try:
            if not os.path.lexists(self.path) or self.path.is_file():
                return open_solved(self.path)
        except DamagedTable:
            pass
        self._aside = set_table_aside(self.path).name
        return None

    def _replace(self) -> None:
        """Put a table that was solved anew in the place of the one before."""
        if self.file != self.path:
            for suffix in (".values", ".json"):
                os.replace(self.file.with_suffix(suffix), self.path.with_suffix(suffix))
            with contextlib.suppress(OSError):
                self.file.parent.rmdir()

    # ---- one total: layers that do not depend on each other

    def _total(self, total: int, file: BinaryIO, pool: ThreadPoolExecutor) -> None:
        """Solve the layers with `total` pieces left on both sides together."""
        pairs = [(n, total - n) for n in range(1, total) if n <= total - n <= self.pieces]
        missing = [pair for pair in pairs if pair not in self._values]
        for n, m in missing:
            for own, other in {(n, m), (m, n)}:
                size = layer(own, other, self.shape).size + _PADDING
                self._values[own, other] = np.full(size, 1 << 31, dtype=np.uint32)
        for pair, sweeps in zip(missing, pool.map(self._pair, missing), strict=True):
            self._sweeps += sweeps
            self._keep(file, pair)
            self._tell(pair, 0.0)
        for pair in list(self._values):
            if sum(pair) < total - 1:
                self._values[pair] = np.empty(0, np.uint32)

    def _tell(self, pair: tuple[int, int], part: float) -> None:
        """Report the share of the positions that are solved, `part` of this pair among them."""
        sizes = {each: layer(*each, self.shape).size for each in layer_pairs(self.pieces)}
        kept = {_pair(name) for name in self._card["layers"]}
        solved = sum(sizes[each] for each in kept)
        solved += int(part * sum(sizes[each] for each in {pair, pair[::-1]}))
        self._progress(
            solved / sum(sizes.values()), f"{pair[0]} against {pair[1]} pieces left to bring off"
        )

    def _pair(self, pair: tuple[int, int]) -> int:
        """Solve layers (n, m) and (m, n) together; returns the number of sweeps."""
        n, m = pair
        blocks = block_order(n, m, self.rule_set)
        changes = np.full(len(blocks), FULL, dtype=np.uint32)
        pairs = ((n, m), (m, n), (m, n - 1), (n, m - 1))
        layers = [self._layer(own, other) for own, other in pairs]
        least = RESTING
        for sweep in range(1, _SWEEPS):
            if self._stopping:
                raise Stopped
            largest, _ = self._loops.sweep(*layers, self._path, pair, blocks, changes, least)
            self._tell(pair, 1.0 - math.log2(max(largest, 2)) / 32.0)
            if largest > TOLERANCE:
                least = RESTING
            elif least == _ALL:
                return sweep
            else:
                least = _ALL
        raise NotConverged(f"Layer {n}, {m} still changes after {_SWEEPS} sweeps.")

    def _layer(self, own: int, other: int) -> tuple[Array, npt.NDArray[np.int32]]:
        """Return values and offsets; a layer of a side that is off is never read."""
        if own and other:
            return self._values[own, other], layer(own, other, self.shape).offsets
        return np.zeros(_PADDING, np.uint32), layer(1, 1, self.shape).offsets

    # ---- the file

    def _resume(self) -> int:
        """Take over the layers of an earlier run or of a smaller game; return their number.

        Layers in the file stay as they are, and are in the card from the start, so that they are
        not lost if this run is stopped, too.
        """
        places = places_of(self.rule_set.id, self.pieces)
        self._card = {"rules": self.rule_set.id, "pieces": self.pieces, "layers": {}}
        size = max(place.offset + 4 * place.size for place in places.values())
        found, own = self._solved_before(places)
        whole = {pair for pair in found if pair[::-1] in found}
        padding = np.zeros(_PADDING, np.uint32)
        for pair in sorted(whole):
            self._values[pair] = np.concatenate([found[pair], padding])
        here = whole & own & {pair[::-1] for pair in own}
        self._card["layers"] = {f"{n},{m}": self._entry((n, m), places) for n, m in sorted(here)}
        with self.file.open("r+b" if self.file.exists() else "w+b") as file:
            file.truncate(size)
            for n, m in sorted(whole - here):
                if n <= m:
                    self._keep(file, (n, m))
        return len(whole)

    def _solved_before(
        self, places: Mapping[tuple[int, int], LayerPlace]
    ) -> tuple[dict[tuple[int, int], Array], set[tuple[int, int]]]:
        """Return the layers that were solved before, and which of them stand in the file itself."""
        found: dict[tuple[int, int], Array] = {}
        own: set[tuple[int, int]] = set()
        for source in [] if self.force else self._sources():
            for pair in source.places:
                if pair in places and pair not in found:
                    with contextlib.suppress(ValueError):
                        values = np.array(source.raw(*pair))
                        if follows_rules(source, *pair):
                            found[pair] = values
                            own |= {pair} if source.path == self.file else set()
        return found, own

    def _sources(self) -> list[SolvedTable]:
        """Return the tables solved before: this game as far as it went, also damaged ones, then
        smaller games.
        """
        rules, found = self.rule_set.id, []
        for pieces in range(self.pieces, 0, -1):
            path = table_path(self.path.parent, rules, pieces)
            files = [(path, path.with_suffix(".json"))]
            files += tables_aside(path) if pieces == self.pieces else []
            for values, card in files:
                with contextlib.suppress(OSError, ValueError):
                    found.append(SolvedTable(values, read_table_card(card, rules, pieces)))
        return found

    def _entry(
        self, pair: tuple[int, int], places: Mapping[tuple[int, int], LayerPlace]
    ) -> dict[str, Any]:
        """Return the card's entry for a solved layer."""
        values = self._values[pair][: places[pair].size].astype("<u4", copy=False)
        digest = hashlib.sha256(values.data).hexdigest()
        return places[pair]._replace(sha256=digest)._asdict()

    def _keep(self, file: BinaryIO, pair: tuple[int, int]) -> None:
        """Write a finished pair of layers, and then the card that vouches for them."""
        places = places_of(self.rule_set.id, self.pieces)
        for own, other in sorted({pair, pair[::-1]}):
            place = places[own, other]
            file.seek(place.offset)
            file.write(self._values[own, other][: place.size].astype("<u4", copy=False).data)
            self._card["layers"][f"{own},{other}"] = self._entry((own, other), places)
        file.flush()
        os.fsync(file.fileno())
        self._write_card()

    def _write_card(self) -> None:
        """Put the card in place whole."""
        card = self.file.with_suffix(".json")
        fresh = card.with_suffix(".json.new")
        fresh.unlink(missing_ok=True)  # it may be a pipe by now
        fresh.write_text(json.dumps(self._card, indent=1), "utf-8")
        os.replace(fresh, card)


def _pair(name: str) -> tuple[int, int]:
    own, other = name.split(",")
    return int(own), int(other)


def unwritten(folder: str, error: OSError) -> str:
    """Return the sentence on tables that an `error` of the system keeps from being written in
    `folder`.
    """
    return (
        f"The table could not be written to {folder} ({error.strerror}); "
        "choose another folder with --data-dir."
    )
