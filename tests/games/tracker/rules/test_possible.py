"""Where a ghost can be at all, against every path that it could have gone."""

from __future__ import annotations

import itertools

import pytest

from games.tracker import SPEC
from games.tracker.rules.ground import MatchGround, SensorReading, make_course
from games.tracker.rules.possible import agreeing, possible

HALL = "#########\n#       #\n# # # # #\n#       #\n#########\n"


def course_of(**options: object) -> MatchGround:
    return make_course(SPEC.params({"layout": HALL, "sight": 1, "noise": 1, **options}))


def test_cells_agree_that_lie_between_the_lines_and_out_of_sight() -> None:
    course = course_of()
    eye = course.sensors[0]
    assert agreeing(course, ()) == frozenset(range(len(course.cells)))
    for z in range(-1, 12):
        found = {course.cells[cell] for cell in agreeing(course, (SensorReading(eye, z),))}
        far = {cell: abs(cell[0] - eye[0]) + abs(cell[1] - eye[1]) for cell in course.cells}
        assert found == {cell for cell, d in far.items() if d > 1 and abs(d - z) <= 1}
    seen = agreeing(course, (SensorReading(eye, None, (2, 1)),))
    assert [course.cells[cell] for cell in seen] == [(2, 1)]


@pytest.mark.parametrize("stay", [0.0, 0.5])
@pytest.mark.parametrize("start", [None, 6])
def test_it_is_what_some_path_allows(stay: float, start: int | None) -> None:
    course = course_of(stay=stay)
    eye = course.sensors[0]
    heard = [(SensorReading(eye, z),) for z in (6, 5, 5)]
    ends = set()
    starts = range(len(course.cells)) if start is None else (start,)
    for first, moves in itertools.product(starts, itertools.product(range(5), repeat=3)):
        cell, fits = first, True
        for move, readings in zip(moves, heard, strict=True):
            cell = course.ways[cell][move]
            fits = fits and cell >= 0 and cell in agreeing(course, readings)
            if not fits:
                break
        if fits:
            ends.add(cell)
    assert possible(course, start, heard) == ends
    assert 0 < len(ends) < len(course.cells)
