"""Views as arrays of fixed size, built from parts that each read one field of a plain view.

A game lists its parts in `ai/lab/<game>/environment.py`. A part names the field by its path, as
`plain.json` does, and the numbers that the field becomes. What is missing or null is -1. Lists
without an end come from events: the last `PAST` of a kind, the latest last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from games.plain import Plain, explanation

Array = npt.NDArray[Any]
Value = Any
"""A value of JSON: text, a number, a list, an object or None."""
Read = Callable[[Value], Sequence[float]]
MISSING: Final = -1.0
PAST: Final = 64
"""Entries of a list without an end."""
ANY: Final = 1e6
"""A bound for points and counts that have none of their own."""


class ViewPart(NamedTuple):
    """One field of a view as `size` numbers in `low`..`high`; `read` makes them of its value.

    `unit` says in a few words what the numbers are.
    """

    path: str
    size: int
    low: float
    high: float
    unit: str
    read: Read


class LastEvents(NamedTuple):
    """The last events of a `kind`: `read` makes numbers of the data of one, as `names` name them,
    each in `low`..`high`.
    """

    kind: str
    names: tuple[str, ...]
    low: float
    high: float
    read: Callable[[Plain], Sequence[float]]


# -- parts ---------------------------------------------------------------------------------


def number(path: str, high: float = ANY, low: float = MISSING, unit: str = "a number") -> ViewPart:
    """Return the part of a number, or of a truth as 0 or 1."""
    return ViewPart(path, 1, low, high, unit, lambda value: (MISSING if value is None else value,))


def numbers(path: str, size: int, high: float = ANY, low: float = MISSING) -> ViewPart:
    """Return the part of a list of numbers, the first `size` of them."""

    def read(value: Value) -> Sequence[float]:
        found = () if value is None else value[:size]
        return (*found, *(MISSING,) * (size - len(found)))

    return ViewPart(path, size, low, high, "numbers", read)


def one_of(path: str, names: Sequence[str]) -> ViewPart:
    """Return the part of a word as its index in `names`."""
    index = {name: float(place) for place, name in enumerate(names)}
    unit = f"index in {', '.join(names)}"
    return ViewPart(
        path, 1, MISSING, len(names) - 1, unit, lambda value: (index.get(value, MISSING),)
    )


def counts(path: str, names: Sequence[str], high: float) -> ViewPart:
    """Return the part of how often each of `names` is there: of a mapping to counts, or a list."""
    unit = f"count of each of {', '.join(names)}"

    def read(value: Value) -> Sequence[float]:
        if isinstance(value, Mapping):
            return [value.get(name, 0) for name in names]
        found = [] if value is None else list(value)
        return [found.count(name) for name in names]

    return ViewPart(path, len(names), 0, high, unit, read)


def marks(path: str, size: int) -> ViewPart:
    """Return the part of a list of whole numbers below `size`: 1 at each of them, else 0."""

    def read(value: Value) -> Sequence[float]:
        found = [0.0] * size
        for place in value or ():
            found[place] = 1.0
        return found

    return ViewPart(path, size, 0, 1, "1 for each number that is listed, by the number", read)


def walls(path: str, layout: Sequence[str]) -> ViewPart:
    """Return the part of a maze of the size of `layout`: 1 for each wall, row by row."""
    size = len(layout) * len(layout[0])
    unit = f"1 for a wall, {len(layout)} rows of {len(layout[0])}"
    return ViewPart(path, size, 0, 1, unit, lambda rows: [c == "#" for row in rows for c in row])


def ground(path: str, layout: Sequence[str]) -> ViewPart:
    """Return the part of places [x, y] in a maze of the size of `layout`, row by row: 1 for each,
    or the third number of the place where it has one.
    """
    height, width = len(layout), len(layout[0])

    def read(value: Value) -> Sequence[float]:
        found = [0.0] * (height * width)
        for x, y, *more in value or ():
            found[y * width + x] = more[0] if more else 1.0
        return found

    return ViewPart(
        path, height * width, 0, ANY, f"a number a place, {height} rows of {width}", read
    )


def each(count: int, part: ViewPart) -> ViewPart:
    """Return the part of a list, its first `count` entries one after the other, read as `part`."""

    def read(value: Value) -> Sequence[float]:
        found = list(value or ())[:count]
        found += [None] * (count - len(found))
        return [one for entry in found for one in part.read(entry)]

    unit = f"{count} times: {part.unit}"
    return part._replace(size=count * part.size, unit=unit, read=read)


# -- all of them ---------------------------------------------------------------------------


class Encoder:
    """Encodes the views of one seat of a match as arrays of float32.

    `print(encoder)`, as its docstring, lists shapes and units: which numbers of `observation` are
    which field.
    """

    def __init__(
        self, game: str, parts: Sequence[ViewPart], past: LastEvents | None, chosen: int
    ) -> None:
        """`chosen` parts of a move may have been chosen in earlier steps of the same turn."""
        self.game, self.parts, self.past = game, tuple(parts), past
        self._steps = [(part.path.split("."), part.read) for part in self.parts]
        self._width = len(past.names) if past else 0
        self._chosen = chosen
        self._views = sum(part.size for part in self.parts)
        self.size = self._views + PAST * self._width + chosen
        bounds = [(part.size, part.low, part.high) for part in self.parts]
        if past is not None:
            bounds.append((PAST * self._width, past.low, past.high))
        bounds.append((chosen, MISSING, ANY))
        self.low = np.repeat([low for _, low, _ in bounds], [size for size, *_ in bounds])
        self.high = np.repeat([high for *_, high in bounds], [size for size, *_ in bounds])
        self.__doc__ = str(self)

    def fresh(self) -> Array:
        """Return the past of a match that begins."""
        return np.full(PAST * self._width, MISSING, np.float32)

    def remember(self, past: Array, events: Sequence[Plain]) -> None:
        """Take the plain `events` of a turn into a `past`, which is changed."""
        if self.past is None:
            return
        for event in events:
            if event["kind"] == self.past.kind:
                past[: -self._width] = past[self._width :]
                past[-self._width :] = self.past.read(event["data"])

    def encode(self, view: Plain, past: Array, chosen: Sequence[int] = ()) -> Array:
        """Return a plain `view` with its `past`, and the parts of a move that are chosen."""
        found: list[float] = []
        for path, read in self._steps:
            value: Value = view
            for name in path:
                value = value.get(name) if value is not None else None
            found += read(value)
        array = np.full(self.size, MISSING, np.float32)
        array[: self._views] = found
        end = self._views + len(past)
        array[self._views : end] = past
        if chosen:
            array[end : end + len(chosen)] = chosen
        return array

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.size} numbers, -1 for what is missing:"
        meaning = explanation(self.game)
        words: Mapping[str, str] = {} if meaning is None else meaning.view
        start = 0
        for part in self.parts:
            told = words.get(part.path) or words.get(f"{part.path.rpartition('.')[0]}.*") or ""
            yield f"  {_span(start, part.size)} {part.path}: {part.unit}. {told}".rstrip()
            start += part.size
        if self.past is not None:
            names = ", ".join(self.past.names)
            size = PAST * self._width
            told = f"the last {PAST} events {self.past.kind!r}, the latest last: {names} of each"
            yield f"  {_span(start, size)} past: {told}"
            start += size
        if self._chosen:
            yield f"  {_span(start, self._chosen)} chosen: the parts of this move up to now"


def _span(start: int, size: int) -> str:
    return f"[{start}]" if size == 1 else f"[{start}:{start + size}]"
