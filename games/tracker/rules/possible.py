"""Where somebody unseen can be at all: every cell that its steps and the readings allow.

No probabilities: a cell is possible or it is not. It is what a careful person can work out without
any idea of how the ghost likes to walk.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from games.tracker.rules.course import STAY, Course, Reading


def agreeing(course: Course, readings: Sequence[Reading]) -> frozenset[int]:
    """The cells of a `course` that agree with all `readings` of one step; all, without any."""

    def agrees(x: int, y: int) -> bool:
        for observer, z, seen in readings:
            if seen is not None:
                return (x, y) == seen
            far = abs(x - observer[0]) + abs(y - observer[1])
            if far <= course.sight or (z is not None and abs(far - z) > course.noise):
                return False
        return True

    return frozenset(cell for cell, (x, y) in enumerate(course.cells) if agrees(x, y))


def reached(course: Course, cells: Collection[int]) -> frozenset[int]:
    """Where who is on one of these `cells` can be a step later."""
    return frozenset(to for cell in cells for to in course.ways[cell][: STAY + 1] if to >= 0)


def possible(
    course: Course, start: int | None, heard: Iterable[Sequence[Reading]]
) -> frozenset[int]:
    """The cells on which who set out from the cell `start` (None: from anywhere) can be now.

    `heard` has the readings of each step since.
    """
    here = frozenset(range(len(course.cells)) if start is None else (start,))
    for readings in heard:
        here = reached(course, here) & agreeing(course, readings)
    return here
