"""The ground of every game in the maze: its cells, its sensors, and their readings.

Cells are the free cells of the maze in row-major order from 0; coordinates are (x, y), origin at
the top left, y down. A sensor that sees the ghost (Manhattan distance at most `sight`, walls
ignored) reports the cell, and as soon as one sees no other reading is made; otherwise each sensor
reads z = distance + e, e uniform on -noise..noise.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final, NamedTuple

from games.mazes import Cell, Maze, load_layout, parse_layout, steps_from
from games.paths import ASSETS
from games.spec import Params
from games.tracker.maze import generate

MOVES: Final = ("up", "right", "down", "left", "stay")
STAY: Final = MOVES.index("stay")
SEEN: Final = "seen"
LAYOUTS: Final = ASSETS / "layouts" / "tracker"
# columns and rows, odd; chosen by eye
_SIZES: Final = {"small": (21, 11), "": (33, 15), "large": (47, 23)}
_DELTAS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))


class MatchGround(NamedTuple):
    """The ground of the whole match; `ways[cell][move]` is the cell of a move, -1 for a wall.

    `sensors` are places, `eyes` the same as cells. `start` is None where it is unknown; `steps` is
    0 for an endless match.
    """

    maze: Maze
    cells: tuple[Cell, ...]
    ways: tuple[tuple[int, ...], ...]
    sensors: tuple[Cell, ...]
    eyes: tuple[int, ...]
    start: int | None
    noise: int
    sight: int
    stay: float
    steps: int

    def distance(self, sensor: int, cell: int) -> int:
        """Return Manhattan distance of a cell from a sensor, walls ignored."""
        (x, y), (u, v) = self.sensors[sensor], self.cells[cell]
        return abs(x - u) + abs(y - v)

    def sees(self, cell: int) -> bool:
        """Return whether some sensor sees a walker on this cell."""
        return any(self.distance(i, cell) <= self.sight for i in range(len(self.sensors)))

    def apart(self, cell: int, other: int) -> int:
        """Return Manhattan distance of two cells, walls ignored."""
        (x, y), (u, v) = self.cells[cell], self.cells[other]
        return abs(x - u) + abs(y - v)

    def open_moves(self, cell: int) -> tuple[str, ...]:
        """Return the moves that lead somewhere from a cell, staying among them if it is allowed."""
        return tuple(move for move, to in zip(MOVES, self.ways[cell], strict=True) if to >= 0)

    def steps_from(self, cell: int) -> list[int]:
        """Return the number of moves from `cell` to every cell, found by breadth first."""
        return steps_from(self.ways, cell)


class SensorReading(NamedTuple):
    """The reading of one sensor at `observer`: a noisy distance `z`, or the cell it saw."""

    observer: Cell
    z: int | None = None
    seen: Cell | None = None


def make_maze_of(params: Params) -> Maze:
    """Return the maze that the options describe; raises `games.mazes.BadLayout`."""
    if params.get("layout"):
        return parse_layout(str(params["layout"]), "own maze")
    name = str(params["maze"])
    style, _, size = name.partition("-")
    if style in ("loops", "chambers"):
        return generate(int(params["map"]), *_SIZES[size], style)
    return load_layout(LAYOUTS / f"{name}.txt")


class _Ground(NamedTuple):
    """A maze without options: `corners` are cells, the sensors' first."""

    cells: tuple[Cell, ...]
    ways: tuple[tuple[int, ...], ...]
    corners: tuple[int, ...]


@functools.lru_cache(maxsize=8)
def _ground_of(maze: Maze, staying: bool) -> _Ground:
    """Return the ground of a maze, made once: matches begin often in the same few mazes."""
    cells = maze.cells
    number = {cell: index for index, cell in enumerate(cells)}
    ways = tuple(
        (*(number.get((x + dx, y + dy), -1) for dx, dy in _DELTAS), index if staying else -1)
        for index, (x, y) in enumerate(cells)
    )
    corners = ((False, False), (True, False), (False, True), (True, True))
    return _Ground(cells, ways, tuple(number[maze.corner(*corner)] for corner in corners))


def make_course(params: Params) -> MatchGround:
    """Return the course that the options describe."""
    maze = make_maze_of(params)
    ground = _ground_of(maze, params["stay"] > 0)
    eyes = ground.corners[: min(3, int(params["sensors"]))]
    sensors = tuple(ground.cells[eye] for eye in eyes)
    start = ground.corners[3] if params["start"] == "known" else None
    numbers = (int(params["noise"]), int(params["sight"]), float(params["stay"]))
    ways = ground.ways
    return MatchGround(
        maze, ground.cells, ways, sensors, eyes, start, *numbers, int(params["steps"])
    )


def readings_left(
    course: MatchGround, observers: Sequence[int], cell: int, made: int
) -> tuple[tuple[str, int], ...]:
    """Return the possible readings of the next of the `observers` (cells) with the ghost on `cell`.

    Each has a weight. `made` counts the readings of this step; "seen" stands for all of them.
    """
    if any(course.apart(observer, cell) <= course.sight for observer in observers):
        return ((SEEN, 1),)
    distance, noise = course.apart(observers[made], cell), course.noise
    return tuple((str(distance + e), 1) for e in range(-noise, noise + 1))


def read_next(
    course: MatchGround,
    observers: Sequence[int],
    cell: int,
    made: tuple[SensorReading, ...],
    told: str,
) -> tuple[SensorReading, ...]:
    """Return the readings `made` in this step and the next one's, which chance drew (`told`)."""
    places = [course.cells[observer] for observer in observers]
    if told == SEEN:
        return tuple(SensorReading(place, None, course.cells[cell]) for place in places)
    return (*made, SensorReading(places[len(made)], int(told)))
