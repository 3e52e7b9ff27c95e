"""An audit of workers elsewhere: some of their work is done again here and compared.

One row in a hundred is done again, chosen by chance that no worker can foresee, and at least one of
all; where rows can be done alone, at least one of each worker. A row is a game where a part of the
work has `games`, a range, and its result has `results`, a list with one of each; else a row is a
whole part. What a result holds as `times` is no figure: it may differ.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

import numpy as np

ONE_IN: Final = 100
"""How many rows there are to one that is done again."""


class Audit:
    """The results of `work` here for some rows of `parts`, to compare with what others found.

    `found` holds it by part and row, `chance` has drawn them.
    """

    def __init__(
        self,
        work: Callable[[Any], Any],
        parts: Mapping[int, Any],
        chance: random.Random | None = None,
    ) -> None:
        """Choose rows by `chance` and do them here, while workers are at all of the parts."""
        self._work, self._parts = work, parts
        self.chance = random.SystemRandom() if chance is None else chance
        self.found: dict[tuple[int, int | None], Any] = {}
        rows = [(number, row) for number, part in parts.items() for row in _rows(part)]
        chosen = [row for row in rows if self.chance.randrange(ONE_IN) == 0]
        for number, row in chosen or self.chance.sample(rows, min(1, len(rows))):
            self._do(number, row)

    def wrong(self, results: Mapping[int, Any], groups: Iterable[Collection[int]]) -> set[int]:
        """Return the parts whose `results` are not what is found here, as far as they are checked.

        A worker's parts are one of the `groups`.
        """
        done = {number for number, _ in self.found}
        for group in groups:
            alone = sorted(n for n in group if _rows(self._parts[n]) not in ([], [None]))
            if alone and done.isdisjoint(group):
                number = self.chance.choice(alone)
                self._do(number, self.chance.choice(_rows(self._parts[number])))
        doubtful = {
            number
            for (number, row), found in self.found.items()
            if not same(found, _row_of(results[number], row))
        }
        return {n for n in doubtful if not same(_figures(self._whole(n)), _figures(results[n]))}

    def _do(self, number: int, row: int | None) -> None:
        part = self._parts[number]
        if row is None:
            self.found[number, None] = _figures(self._work(part))
        else:
            alone = part._replace(games=part.games[row : row + 1])
            self.found[number, row] = _row_of(self._work(alone), 0)

    def _whole(self, number: int) -> object:
        """Return the result of a whole part: a game can differ from the same one played alone."""
        known = self.found.get((number, None))
        return self._work(self._parts[number]) if known is None else known


def _rows(part: object) -> list[int] | list[None]:
    games = getattr(part, "games", None)
    return list(range(len(games))) if isinstance(games, range) else [None]


def _row_of(result: object, row: int | None) -> object:
    """Return a row of a `result`; None where it has no such row, as what is no result has none."""
    if row is None:
        return _figures(result)
    results = getattr(result, "results", None)
    return results[row] if isinstance(results, list) and row < len(results) else None


def _figures(result: object) -> object:
    """Return the figures of a `result` that follow from the work alone."""
    replace: Callable[..., object] | None = getattr(result, "_replace", None)
    return replace(times=()) if replace is not None and hasattr(result, "times") else result


def same(one: object, other: object) -> bool:
    """Return True if two results have the same types and values, to the last bit."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        alike = (one.dtype, one.shape) == (other.dtype, other.shape)
        return bool(alike and one.tobytes() == other.tobytes())
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return same(list(one.items()), list(other.items()))
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    if dataclasses.is_dataclass(one) and not isinstance(one, type):
        names = [field.name for field in dataclasses.fields(one)]
        return all(same(getattr(one, name), getattr(other, name)) for name in names)
    return bool(one == other) or bool(one != one and other != other)
