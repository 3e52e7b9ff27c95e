"""What agrees with readings is found row by row, and is the same as cell by cell."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.tracker import SPEC
from games.tracker.rules.ground import MatchGround, SensorReading, make_course
from games.tracker.rules.possible import agreeing


def cell_by_cell(course: MatchGround, readings: Sequence[SensorReading]) -> frozenset[int]:
    def agrees(x: int, y: int) -> bool:
        for observer, z, seen in readings:
            if seen is not None:
                return (x, y) == seen
            far = abs(x - observer[0]) + abs(y - observer[1])
            if far <= course.sight or (z is not None and abs(far - z) > course.noise):
                return False
        return True

    return frozenset(cell for cell, (x, y) in enumerate(course.cells) if agrees(x, y))


def test_every_reading_leaves_the_same_cells() -> None:
    rng, left = random.Random(3), 0
    for maze in ("loops-small", "chambers-large"):
        for sight, noise in ((0, 0), (3, 2), (5, 6)):
            course = make_course(SPEC.params({"maze": maze, "sight": sight, "noise": noise}))
            assert agreeing(course, ()) == frozenset(range(len(course.cells)))
            for _ in range(60):
                kinds = [rng.choice(("far", "far", "hidden", "seen")) for _ in range(2)]
                readings = [
                    SensorReading(
                        rng.choice(course.cells),
                        rng.randint(-2, 60) if kind == "far" else None,
                        rng.choice(course.cells) if kind == "seen" else None,
                    )
                    for kind in kinds[: rng.randint(1, 2)]
                ]
                found = agreeing(course, readings)
                assert found == cell_by_cell(course, readings)
                left += bool(found)
    assert left > 100
