"""The field of capture-the-flag: a layout with dots, who is at home where, and new mazes.

The left half of a field is home of team 0, the right half of team 1. Cells are numbered over the
free cells in row-major order; lists of cells are in the order of [x, y], as the analysis protocol
has them.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from games import mazes
from games.mazes import (
    FREE,
    WALL,
    BadLayout,
    Cell,
    Grid,
    Maze,
    carve_chambers,
    carve_loops,
    carve_split,
    check_rows,
    make_maze,
)

DOT: Final = "."
MOVES: Final = ("up", "right", "down", "left", "stay")
STAY: Final = MOVES.index("stay")
_DELTAS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
LEAST_ROWS, MOST_ROWS = 5, 65
LEAST_COLUMNS, MOST_COLUMNS = 8, 128
SIZES: Final = ("16x8", "24x12", "32x16", "48x24")
"""Width and height of the mazes that are made."""
PELITA: Final = "pelita"
STYLES: Final = (*mazes.STYLES, PELITA)
"""The manners in which they are made."""
PELITA_DOTS: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {"16x8": (3, 10), "24x12": (5, 15), "32x16": (10, 30), "48x24": (15, 50)}
)
"""Of the style `pelita` in each size the dots of a side in chambers, and all of them: the program's
own numbers. A chamber has one way in."""
_AREA_OF_A_DOT: Final = 32 * 16 / 30
"""Squares of a maze, walls included, for each dot of a side: 30 in one of 32 x 16."""
_CROSSINGS: Final = 3
"""The fewest ways from one half into the other; chosen by hand."""
_OPENNESS: Final = 0.2
"""The share of inner walls that are opened; chosen by looking at mazes."""


class Field:
    """A checked layout without its dots, and all that follows from it; never changed.

    `ways` has for each cell where each of the `MOVES` leads (-1: into a wall); `home` the team that
    is at home on a cell, `starts` the start cell of each of the four bots, `x` and `y` where a cell
    is. `borders` and `inner` have the cells of each team's half: those of the column where the
    halves meet, and the rest. Two fields of the same walls are equal.
    """

    __slots__ = (
        *("_near", "borders", "cells", "home", "inner", "maze", "number", "order", "starts"),
        *("ways", "x", "y"),
    )

    def __init__(self, maze: Maze) -> None:
        self.maze = maze
        self.cells: tuple[Cell, ...] = maze.cells
        self.number = {cell: place for place, cell in enumerate(self.cells)}
        self.x = tuple(x for x, _ in self.cells)
        self.y = tuple(y for _, y in self.cells)
        width = maze.width
        self.home = tuple(int(2 * x >= width) for x in self.x)
        halves = [[cell for cell, home in enumerate(self.home) if home == t] for t in (0, 1)]
        meet = (width // 2 - 1, width // 2)
        self.borders = tuple(tuple(c for c in half if self.x[c] in meet) for half in halves)
        self.inner = tuple(tuple(c for c in half if self.x[c] not in meet) for half in halves)
        self.ways = tuple(
            (*(self.number.get((x + dx, y + dy), -1) for dx, dy in _DELTAS), place)
            for place, (x, y) in enumerate(self.cells)
        )
        ordered = sorted(range(len(self.cells)), key=lambda cell: self.cells[cell])
        self.order = tuple(ordered.index(cell) for cell in range(len(self.cells)))
        self.starts = self._starts()
        self._near: dict[tuple[int, int], tuple[int, ...]] = {}

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Field) and self.maze.rows == other.maze.rows)

    def __hash__(self) -> int:
        return hash(self.maze.rows)

    def __reduce__(self) -> tuple[object, ...]:
        return (field_of, (self.maze.rows,))

    def _starts(self) -> tuple[int, int, int, int]:
        """Return the two free cells nearest to a corner for each team; the nearest is the later
        bot's.
        """
        width, height = self.maze.width, self.maze.height

        def nearest(corner: Cell, inward: int) -> tuple[int, int]:
            def key(cell: int) -> tuple[int, int]:
                across = (self.x[cell] - corner[0]) * inward
                return abs(across) + abs(self.y[cell] - corner[1]), across

            first, second = sorted(range(len(self.cells)), key=key)[:2]
            return first, second

        (two, zero), (three, one) = nearest((1, height - 2), 1), nearest((width - 2, 1), -1)
        return zero, one, two, three

    def apart(self, cell: int, other: int) -> int:
        """Return Manhattan distance of two cells, walls ignored."""
        return abs(self.x[cell] - self.x[other]) + abs(self.y[cell] - self.y[other])

    def near(self, cell: int, radius: int) -> tuple[int, ...]:
        """Return the cells at most `radius` away from a `cell` (Manhattan), itself among them."""
        found = self._near.get((cell, radius))
        if found is None:
            cells = range(len(self.cells))
            found = tuple(other for other in cells if self.apart(cell, other) <= radius)
            self._near[cell, radius] = found
        return found

    def sorted(self, cells: Iterable[int]) -> list[int]:
        """Return these cells in the order of [x, y]."""
        return sorted(cells, key=self.order.__getitem__)

    def name(self, cell: int) -> str:
        """Return the name of a cell in minds."""
        return f"{self.x[cell]},{self.y[cell]}"

    def named(self, name: str) -> int | None:
        """Return the cell of a name, None for no name of one."""
        x, _, y = name.partition(",")
        return self.number.get((int(x), int(y))) if x.isdigit() and y.isdigit() else None


Dots = tuple[frozenset[int], frozenset[int]]
"""The cells of the dots of team 0 and of team 1."""


class Ground(NamedTuple):
    """A layout: its field, and the dots at the start."""

    field: Field
    dots: Dots


@functools.lru_cache(maxsize=64)  # every match of a tournament asks for those of its maze
def field_of(rows: tuple[str, ...]) -> Field:
    """Return the field of a layout of walls and blanks; raises `BadLayout`."""
    check_rows(rows)
    wide, high = len(rows[0]), len(rows)
    if not (LEAST_ROWS <= high <= MOST_ROWS and LEAST_COLUMNS <= wide <= MOST_COLUMNS):
        raise BadLayout(
            f"The layout is {wide}x{high}; give {LEAST_COLUMNS} to {MOST_COLUMNS} columns and "
            f"{LEAST_ROWS} to {MOST_ROWS} rows."
        )
    if wide % 2:
        raise BadLayout(f"The layout has {wide} columns; give an even number, half for each team.")
    for number, row in enumerate(rows, start=1):
        strange = next((mark for mark in row if mark not in (WALL, FREE)), None)
        if strange is not None:
            raise BadLayout(f"Row {number} has {strange!r}; use '#', '.' and ' ' alone.")
    field = Field(make_maze(rows, "field"))
    if len(set(field.starts)) < len(field.starts) or len(set(field.home)) < 2:
        raise BadLayout("The layout has not room for two bots in each half; open more cells.")
    return field


def ground_of(rows: Sequence[str]) -> Ground:
    """Return the field and the dots of a layout of text rows; raises `BadLayout`."""
    checked = check_rows(rows)
    field = field_of(tuple(row.replace(DOT, FREE) for row in checked))
    dots = [
        field.number[x, y] for y, row in enumerate(checked) for x, m in enumerate(row) if m == DOT
    ]
    sides = tuple(frozenset(cell for cell in dots if field.home[cell] == team) for team in (0, 1))
    for team, side in enumerate(("left", "right")):
        if not sides[team]:
            raise BadLayout(f"There is no dot in the {side} half; put at least one '.' there.")
    return Ground(field, (sides[0], sides[1]))


def layout_of(ground: Ground) -> tuple[str, ...]:
    """Return the layout of a ground as text rows."""
    rows = [list(row) for row in ground.field.maze.rows]
    for cell in (*ground.dots[0], *ground.dots[1]):
        x, y = ground.field.cells[cell]
        rows[y][x] = DOT
    return tuple("".join(row) for row in rows)


# -- new mazes ------------------------------------------------------------------------------


@functools.lru_cache(maxsize=64)
def generate(seed: int, size: str = "32x16", style: str = "loops") -> Ground:
    """Return a maze that is its own image when turned by half a turn; the same `seed` gives the
    same one.

    `size` is one of `SIZES`, `style` one of `STYLES`. Raises `BadLayout`.
    """
    if size not in SIZES or style not in STYLES:
        known = f"{', '.join(SIZES)} in the styles {', '.join(STYLES)}"
        raise BadLayout(f"There is no maze {style}-{size}; there are {known}.")
    width, height = (int(number) for number in size.split("x"))
    rng = random.Random(f"ctf/{seed}/{size}/{style}")
    while True:
        half = _half(rng, width // 2, height, style)
        turned = [row[::-1] for row in reversed(half)]
        rows = tuple("".join(a + b) for a, b in zip(half, turned, strict=True))
        if sum(a[-1] != WALL != b[0] for a, b in zip(half, turned, strict=True)) >= _CROSSINGS:
            break
    field = field_of(rows)
    starts = {field.starts[0], field.starts[2]}
    cells = [cell for cell in field.inner[0] if cell not in starts]
    if style == PELITA:
        dots = _choose_pelita_dots(rng, field, cells, size)
    else:
        dots = _choose_dots(rng, field, cells, round(width * height / _AREA_OF_A_DOT))
    last = len(field.cells) - 1
    return Ground(field, (frozenset(dots), frozenset(last - cell for cell in dots)))


def _half(rng: random.Random, width: int, height: int, style: str) -> Grid:
    """Return the left half, of an even height: of corridors and chambers one row stands twice."""
    if style == PELITA:
        return carve_split(rng, width, height)
    carve = carve_loops if style == "loops" else carve_chambers
    grid = carve(rng, width, height - 1, _OPENNESS)
    twice = rng.randrange(2, height - 3, 2) if style == "loops" else rng.randrange(1, height - 2)
    grid.insert(twice, list(grid[twice]))
    return grid


def _choose_dots(rng: random.Random, field: Field, cells: list[int], number: int) -> list[int]:
    """Return `number` of these `cells` for dots, at least half of the dead ends among them."""
    ends = [cell for cell in cells if sum(way >= 0 for way in field.ways[cell][:STAY]) == 1]
    chosen = rng.sample(ends, min(len(ends) // 2 + len(ends) % 2, number))
    rest = [cell for cell in cells if cell not in chosen]
    return chosen + rng.sample(rest, min(len(rest), number - len(chosen)))


def _choose_pelita_dots(rng: random.Random, field: Field, cells: list[int], size: str) -> list[int]:
    """Return those of these `cells` that get a dot: as many in chambers as belong there."""
    trapped, number = PELITA_DOTS[size]
    inside = parted_cells(field.ways, field.borders[1][0])
    chambers = [cell for cell in cells if cell in inside]
    chosen = rng.sample(chambers, min(len(chambers), trapped))
    outside = [cell for cell in cells if cell not in inside]
    chosen += rng.sample(outside, min(len(outside), number - len(chosen)))
    rest = [cell for cell in cells if cell not in chosen]
    return chosen + rng.sample(rest, min(len(rest), number - len(chosen)))


def parted_cells(ways: Sequence[Sequence[int]], root: int) -> frozenset[int]:
    """Return the cells that a single other cell parts from a cell `root`: they lie in chambers.

    `ways` has for each cell where each move leads, below 0 into a wall. A depth-first walk numbers
    the cells; a branch that knows no way back above its first cell hangs on that cell alone.
    """
    number, above, path = {root: 0}, {root: root}, [root]
    while path:
        here = path[-1]
        there = next((to for to in ways[here][:STAY] if to >= 0 and to not in number), None)
        if there is None:
            path.pop()
            continue
        number[there], above[there] = len(number), here
        path.append(there)
    cells = list(number)
    lowest = dict(number)
    for cell in reversed(cells):
        back = (number[to] for to in ways[cell][:STAY] if to >= 0 and to != above[cell])
        lowest[cell] = min(lowest[cell], *back, number[cell])
        lowest[above[cell]] = min(lowest[above[cell]], lowest[cell])
    parted: set[int] = set()
    for cell in cells[1:]:
        first = above[cell]
        if first in parted or (first != root and lowest[cell] >= number[first]):
            parted.add(cell)
    return frozenset(parted)
