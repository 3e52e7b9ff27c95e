"""The possible cells of an unseen ghost: every cell that its steps and the readings allow.

There are no probabilities: a cell is possible or it is not. A careful person can work it out
without any idea of how the ghost likes to walk.
"""

from __future__ import annotations

import functools
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence

from games.mazes import WALL, Cell
from games.tracker.rules.ground import STAY, MatchGround, SensorReading


def agreeing(course: MatchGround, readings: Sequence[SensorReading]) -> frozenset[int]:
    """Return the cells of a `course` that agree with all `readings` of one step; all,
    without any.
    """

    left: set[int] | None = None
    for observer, z, seen in readings:
        if seen is not None:
            found = {course.cells.index(seen)} if seen in course.cells else set()
            return frozenset(found if left is None else found & left)
        near = course.sight + 1 if z is None else max(course.sight + 1, z - course.noise)
        far = course.maze.width + course.maze.height if z is None else z + course.noise
        found = _ring(course, observer, near, far)
        left = found if left is None else left & found
    return frozenset(range(len(course.cells)) if left is None else left)


def _ring(course: MatchGround, observer: Cell, near: int, far: int) -> set[int]:
    """Return the cells whose Manhattan distance from an observer is `near` to `far`.

    Only those are looked at, row by row: a maze may have 120,000.
    """
    found: set[int] = set()
    for y, (first, xs) in enumerate(_rows_of(course.maze.rows)):
        beyond = far - abs(y - observer[1])
        if beyond < 0:
            continue
        inner = max(0, near - abs(y - observer[1]))
        x = observer[0]
        spans = ((x - beyond, x - inner), (x + inner, x + beyond))
        for low, high in spans:
            found.update(range(first + bisect_left(xs, low), first + bisect_right(xs, high)))
    return found


@functools.lru_cache(maxsize=4)
def _rows_of(rows: tuple[str, ...]) -> list[tuple[int, list[int]]]:
    """Return for each row the number of its first free cell, and the columns of all of them."""
    found, first = [], 0
    for row in rows:
        xs = [x for x, mark in enumerate(row) if mark != WALL]
        found.append((first, xs))
        first += len(xs)
    return found


def reached(course: MatchGround, cells: Collection[int]) -> frozenset[int]:
    """Return the cells that can be reached from these `cells` in one step."""
    return frozenset(to for cell in cells for to in course.ways[cell][: STAY + 1] if to >= 0)


def possible(
    course: MatchGround, start: int | None, heard: Iterable[Sequence[SensorReading]]
) -> frozenset[int]:
    """Return the cells on which who set out from the cell `start` (None: from anywhere) can be now.

    `heard` has the readings of each step since.
    """
    here = frozenset(range(len(course.cells)) if start is None else (start,))
    return possible_after(course, here, heard)


def possible_after(
    course: MatchGround, here: frozenset[int], heard: Iterable[Sequence[SensorReading]]
) -> frozenset[int]:
    """Return the cells that are possible for one who was on a cell of `here`.

    `heard` has the readings of each step since.
    """
    for readings in heard:
        here = reached(course, here) & agreeing(course, readings)
    return here
