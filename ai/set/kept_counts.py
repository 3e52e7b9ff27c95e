"""The counts of the laboratory of Set, by key, and the file in which they are kept.

A key names the experiment: "random full 12" (tables of 12 cards of a deck), "game random", or
"game yours 2 1.4 1 0.7" with the weights of the kinds. A file is an archive of arrays (`ai.files`),
each named by a key and its part. Several windows may count at once: what a window has counted since
it last kept it is added to what the file holds by then, so each count is there once.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from ai.files import NotWritten, pack_arrays, put, read_arrays
from ai.set.statistics import DECKS, POLICIES, exact_mean, exact_without, summary
from ai.set.sums import GameSums, Numbers
from games.arrays import Arrays, BadWeights
from games.store.alone import alone
from games.store.place import Place
from games.weights import set_aside

MOST_SETS: Final = 1081
"""One more than the sets of the whole deck."""
MOST_KEYS: Final = 40
"""So many are kept, the ones with the most boards; of games with weights of one's own there may be
one for each time that something was learned."""
_REMEDY: Final = "it is counted anew"
_PARTS: Final = ("games", "histogram", "sums", "ends", "course")


class BadKey(ValueError):
    """A key of an experiment that there is not; the message is for people."""


def random_key(deck: str, cards: int) -> str:
    """Return the key of random tables; raises `BadKey`."""
    if deck not in DECKS or not 3 <= cards <= len(DECKS[deck]):
        raise BadKey(f"There are no tables of {cards} cards of a deck {deck[:20]!r}.")
    return f"random {deck} {cards}"


def game_key(policy: str, weights: Sequence[float]) -> str:
    """Return the key of games in which sets are taken by a policy; raises `BadKey`."""
    if policy not in POLICIES:
        raise BadKey(f"There is no way {policy[:20]!r} of taking sets.")
    if policy != "yours":
        return f"game {policy}"
    scaled = [100 * weight / max(weights) for weight in weights]
    return "game yours " + " ".join(f"{round(weight)}" for weight in scaled)


class Tallies:
    """Histograms of random tables and figures of games, by key."""

    def __init__(self) -> None:
        self.boards: dict[str, Numbers] = {}
        self.games: dict[str, GameSums] = {}

    def add_boards(self, key: str, histogram: Numbers) -> None:
        """Add tables with 0, 1, ... sets, shape (at most 1081,)."""
        own = self.boards.setdefault(key, np.zeros(MOST_SETS, np.int64))
        own[: len(histogram)] += histogram

    def add_games(self, key: str, figures: GameSums) -> None:
        """Add games."""
        self.games.setdefault(key, GameSums()).add(figures)

    def add(self, other: Tallies) -> None:
        """Add what another has counted."""
        for key, histogram in other.boards.items():
            self.add_boards(key, histogram)
        for key, figures in other.games.items():
            self.add_games(key, figures)

    def forget(self, key: str) -> None:
        """Forget all counts of this."""
        self.boards.pop(key, None)
        self.games.pop(key, None)

    # -- telling -----------------------------------------------------------------------

    def told(self) -> dict[str, Any]:
        """Return the figures of every key."""
        return {key: self.figures(key) for key in (*self.boards, *self.games)}

    def figures(self, key: str) -> dict[str, Any]:
        """Return the figures of a key: a `summary` and exact ones, or games and their course."""
        if key in self.games:
            figures = self.games[key]
            return {**figures.told(), "course": figures.course.tolist()}
        found = enumerate(self.boards[key].tolist())
        histogram = Counter({sets: number for sets, number in found if number})
        _, deck, cards = key.split()
        exact = {"no_set": exact_without(int(cards), deck), "mean": exact_mean(int(cards), deck)}
        return {"boards": histogram.total(), **summary(histogram), "exact": exact}

    # -- keeping -----------------------------------------------------------------------

    def arrays(self) -> Arrays:
        """Return the keys with the most boards as arrays."""
        sizes = {key: int(found.sum()) for key, found in self.boards.items()}
        sizes |= {key: found.all.boards for key, found in self.games.items()}
        kept = sorted(sizes, key=lambda key: -sizes[key])[:MOST_KEYS]
        arrays: Arrays = {}
        for key in kept:
            if key in self.boards:
                arrays[f"{key} boards"] = self.boards[key]
            else:
                parts = self.games[key].arrays()
                arrays |= {f"{key} {part}": parts[part] for part in _PARTS}
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Tallies:
        """Return the counts in `arrays`; raises `BadWeights` for any other."""
        found = cls()
        games: dict[str, Arrays] = {}
        for name, array in arrays.items():
            key, _, part = name.rpartition(" ")
            check_key(key)
            if part == "boards" and key.startswith("random "):
                found.boards[key] = _histogram(array)
            elif part in _PARTS and key.startswith("game "):
                games.setdefault(key, {})[part] = array
            else:
                raise BadWeights("Something else was kept here.")
        found.games = {key: GameSums.from_arrays(parts) for key, parts in games.items()}
        return found


def check_key(key: str) -> None:
    """Raise `BadWeights` for what is no key."""
    try:
        kind, *rest = key.split(" ")
        if kind == "random":
            same = random_key(rest[0], int(rest[1]))
        else:
            same = game_key(rest[0], [float(weight) for weight in rest[1:]] or [1.0])
    except (ValueError, IndexError, ZeroDivisionError):
        raise BadWeights("A key of the laboratory is damaged.") from None
    if same != key:
        raise BadWeights("A key of the laboratory is damaged.")


def _histogram(array: Any) -> Numbers:
    if array.shape != (MOST_SETS,) or array.dtype != np.int64 or int(array.min()) < 0:
        raise BadWeights("A histogram of the laboratory is damaged.")
    if not 0 < int(array.sum()) < 2**62:
        raise BadWeights("A histogram of the laboratory is damaged.")
    return np.array(array)


class CountsShelf:
    """All counts, and the file that they are kept in; None for no file."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.tallies = Tallies()
        self._known = Tallies()

    def open(self) -> str:
        """Take up what the file holds; returns a sentence about what failed, or ""."""
        self.tallies, told = self._read()
        self._known = _copy(self.tallies)
        return told

    def _read(self) -> tuple[Tallies, str]:
        if self.file is None or not self.file.exists():
            return Tallies(), ""
        try:
            return Tallies.from_arrays(read_arrays(self.file, _REMEDY)), ""
        except BadWeights:
            with contextlib.suppress(OSError):
                aside = set_aside(self.file)
                return Tallies(), f"What was counted is damaged and lies as {aside.name} now."
        return Tallies(), "What was counted before cannot be read."

    def keep(self) -> str:
        """Write the counts since it was kept last; returns a sentence about what failed, or ""."""
        if self.file is None:
            return ""
        if not self.file.parent.parent.is_dir():
            return "The folder of this player is gone; what is counted is not kept."
        try:
            with alone(Place(self.file.parent), "laboratory"):
                held, told = self._read()
                held.add(_less(self.tallies, self._known))
                put({self.file: pack_arrays(held.arrays())})
        except NotWritten as problem:
            return str(problem)
        self.tallies, self._known = held, _copy(held)
        return told

    def forget(self, key: str) -> None:
        """Forget all counts of this, also in the file."""
        self.tallies.forget(key)
        self._known.forget(key)
        if self.file is None or not self.file.exists():
            return
        with contextlib.suppress(NotWritten), alone(Place(self.file.parent), "laboratory"):
            held, _ = self._read()
            held.forget(key)
            put({self.file: pack_arrays(held.arrays())})


def _copy(tallies: Tallies) -> Tallies:
    copied = Tallies()
    copied.add(tallies)
    return copied


def _less(whole: Tallies, known: Tallies) -> Tallies:
    """Return the part of the `whole` beyond what was `known`."""
    fresh = Tallies()
    for key, histogram in whole.boards.items():
        before = known.boards.get(key)
        more = histogram if before is None else histogram - before
        if more.any():
            fresh.boards[key] = more.copy()
    for key, figures in whole.games.items():
        other = known.games.get(key)
        more_games = figures if other is None else figures.without(other)
        if more_games.games:
            fresh.add_games(key, more_games)
    return fresh
