"""Mazes for every game that has them: layouts read from text, and carvers of new ones.

A layout is rows of text in which `#` is a wall and any other letter is free. A maze to play in has
walls all round, rows of one length, and one connected free region, so that every cell can be
reached. A game that makes its own mazes carves a half of one here, in one of three manners: `loops`
are corridors one cell wide (a depth-first spanning tree with extra openings), `chambers` are rooms
with doors (recursive division) and single pillars, and `carve_split` makes the open places and
chambers of the tournament program Pelita.
"""

from __future__ import annotations

import functools
import itertools
import random
import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from games.spec import BadOption, Option

Cell = tuple[int, int]

WALL = "#"
FREE = " "
_RUN: Final = re.compile(f"[^{WALL}]+")
STYLES = ("loops", "chambers")

# Bounds, chosen by hand: no file is read for ever.
_MOST_ROWS = 400
MOST_CELLS = 120_000
LAYOUT_BYTES: Final = 1_000_000
"""A larger file is no maze."""
_STEPS: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))


class BadLayout(ValueError):
    """Raised for a layout that no maze can be made of; the message advises a change."""


class Maze(NamedTuple):
    """A checked layout: its name and its rows."""

    name: str
    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        """Columns, walls included."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows, walls included."""
        return len(self.rows)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The free cells (x, y) in row-major order; their place in it is their number."""
        return _cells_of(self.rows)

    def is_free(self, position: Cell) -> bool:
        """Return whether `position` lies inside and is no wall."""
        x, y = position
        return 0 <= x < self.width and 0 <= y < self.height and self.rows[y][x] != WALL

    def neighbours(self, position: Cell) -> tuple[Cell, ...]:
        """Return the free cells up, right, down and left of `position`, in this order."""
        x, y = position
        around = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        return tuple(cell for cell in around if self.is_free(cell))

    def corner(self, right: bool, top: bool) -> Cell:
        """Return the free cell nearest to the corner at the `right` (else left) and `top` (else
        bottom).

        Manhattan distance; the first of equals.
        """
        return _corner(self, right, top)


@functools.lru_cache(maxsize=32)  # every match asks for those of its maze
def _corner(maze: Maze, right: bool, top: bool) -> Cell:
    x0, y0 = (maze.width - 1 if right else 0), (0 if top else maze.height - 1)
    inward = -1 if right else 1
    for far in range(maze.width + maze.height):
        for y in range(max(0, y0 - far), min(maze.height, y0 + far + 1)):
            x = x0 + inward * (far - abs(y - y0))
            if maze.is_free((x, y)):
                return x, y
    raise BadLayout("The maze has no free cell.")


@functools.lru_cache(maxsize=4)  # as many mazes as are on the screen at once
def _cells_of(rows: tuple[str, ...]) -> tuple[Cell, ...]:
    return tuple((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != WALL)


def check_rows(rows: Sequence[str]) -> tuple[str, ...]:
    """Return the `rows` as a tuple; raises `BadLayout`; walls all round are not asked for.

    This is what a filter needs: text rows of one length, bounded, with at least one free cell.
    """
    if isinstance(rows, str) or not all(isinstance(row, str) for row in rows):
        raise BadLayout("A layout must be a list of text rows.")
    if not rows or not rows[0]:
        raise BadLayout("The layout is empty; give rows of '#' for walls and ' ' for free cells.")
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise BadLayout(
                f"Row {number} has {len(row)} characters and row 1 has {len(rows[0])}; "
                "make all rows of one length."
            )
    if sum(map(len, rows)) > 4 * MOST_CELLS:
        raise BadLayout(f"The layout has more than {4 * MOST_CELLS} squares; use a smaller one.")
    free = sum(len(row) - row.count(WALL) for row in rows)
    if free == 0:
        raise BadLayout("The layout has no free cell; leave at least one that is not '#'.")
    if free > MOST_CELLS:
        raise BadLayout(f"The layout has {free} free cells; at most {MOST_CELLS} are served.")
    return tuple(rows)


def make_maze(rows: Sequence[str], name: str = "maze") -> Maze:
    """Return a maze to play in, with these `rows` and this `name`; raises `BadLayout`."""
    maze = Maze(name, check_rows(rows))
    if maze.height > _MOST_ROWS or maze.width > _MOST_ROWS:
        raise BadLayout(f"The maze is {maze.width}x{maze.height}; keep both within {_MOST_ROWS}.")
    for y, row in enumerate(maze.rows):
        edge = y in (0, maze.height - 1)
        opened = (x for x in range(maze.width) if edge or x in (0, maze.width - 1))
        x = -1 if row == WALL * maze.width else next((x for x in opened if row[x] != WALL), -1)
        if x >= 0:
            raise BadLayout(f"The border is open at column {x + 1}, row {y + 1}; put a '#' there.")
    if sum(len(row) - row.count(WALL) for row in maze.rows) < 2:
        raise BadLayout("The maze has only one free cell; an agent needs somewhere to go.")
    lost = _cut_off(maze.rows)
    if lost is not None:
        raise BadLayout(
            f"Column {lost[0] + 1}, row {lost[1] + 1} cannot be reached from the first free cell; "
            "open a way or fill it with '#'."
        )
    return maze


def _cut_off(rows: Sequence[str]) -> Cell | None:
    """Return the first free cell of walled `rows` that cannot be reached from the first of all.

    Whole runs of free cells are joined, not single ones: an open row of 400 is one step.
    """
    leader: list[int] = []
    firsts: list[Cell] = []

    def leads(run: int) -> int:
        while leader[run] != run:
            leader[run] = run = leader[leader[run]]
        return run

    above: list[tuple[int, int, int]] = []
    for y, row in enumerate(rows):
        here, place = [], 0
        for found in _RUN.finditer(row):
            start, end = found.span()
            run = len(leader)
            leader.append(run)
            firsts.append((start, y))
            while place < len(above) and above[place][1] <= start:
                place += 1
            for left, _, other in itertools.islice(above, place, None):
                if left >= end:
                    break
                first, second = sorted((leads(run), leads(other)))
                leader[second] = first
            here.append((start, end, run))
        above = here
    return next((firsts[run] for run in range(len(leader)) if leads(run) != 0), None)


@functools.lru_cache(maxsize=8)  # a match asks for its maze again and again
def parse_layout(text: str, name: str = "maze") -> Maze:
    """Return the maze called `name` that is drawn in `text`; empty lines around it do not count."""
    if "\t" in text:
        raise BadLayout("The layout contains a tab; use spaces for free cells.")
    lines = [line.rstrip("\r") for line in text.split("\n")]
    while lines and not lines[0].strip():
        lines.pop(0)
    while lines and not lines[-1].strip():
        lines.pop()
    for number, line in enumerate(lines, start=1):
        if not line.isprintable():
            raise BadLayout(f"Row {number} has a character that cannot be printed; remove it.")
    return make_maze(lines, name)


def load_layout(path: Path) -> Maze:
    """Return the maze in the text file `path`; raises `BadLayout` if it is none, or unreadable."""
    try:
        if path.exists() and not path.is_file():
            raise BadLayout(f"{path.name[:80]} is not a file; name a text file with a maze.")
        if path.stat().st_size > LAYOUT_BYTES:
            raise BadLayout(f"{path.name} is larger than {LAYOUT_BYTES} bytes; that is no maze.")
        return parse_layout(path.read_text(encoding="utf-8"), path.stem)
    except UnicodeDecodeError:
        raise BadLayout(f"{path.name} is not UTF-8 text; save it as plain text.") from None
    except OSError as error:
        raise BadLayout(f"{path.name} cannot be read: {error.strerror}.") from None


_LONGEST_LAYOUT: Final = 200_000


class LayoutOption(Option):
    """A maze of one's own, as text: a saved match depends on no file."""

    def parse(self, value: object) -> str:
        """Return the text of the maze, "" for none; raises `BadOption` if it holds no maze."""
        if value == "":
            return ""
        if not isinstance(value, str) or "\n" not in value or len(value) > _LONGEST_LAYOUT:
            told = f"text of at most {_LONGEST_LAYOUT:,} characters"
            raise BadOption(f"{self.name} needs a maze as {told}, each row on a line of its own.")
        try:
            maze = parse_layout(value)
            self.check(maze.rows)
        except (BadLayout, ValueError) as problem:
            raise BadOption(f"{self.name}: {problem}") from None
        return "\n".join(maze.rows) + "\n"

    def check(self, rows: tuple[str, ...]) -> None:
        """Raise `BadLayout` where a game cannot use a maze of these `rows`."""


def shortest_way(ways: Sequence[Sequence[int]], start: int, goal: int) -> list[int]:
    """Return the moves of a shortest way from a cell `start` to `goal`, or [] where there is none.

    `ways` has for each cell where each move leads, below 0 into a wall. Found by breadth first.
    """
    came: dict[int, tuple[int, int]] = {start: (-1, -1)}
    frontier = [start]
    while frontier and goal not in came:
        after: list[int] = []
        for cell in frontier:
            for move, to in enumerate(ways[cell]):
                if to >= 0 and to not in came:
                    came[to] = (cell, move)
                    after.append(to)
        frontier = after
    moves: list[int] = []
    while goal != start and goal in came:
        goal, move = came[goal]
        moves.append(move)
    return moves[::-1]


def steps_from(ways: Sequence[Sequence[int]], start: int) -> list[int]:
    """Return the number of moves from a cell `start` to every cell, -1 where none leads.

    `ways` is as in `shortest_way`.
    """
    steps = [-1] * len(ways)
    steps[start], frontier = 0, [start]
    for here in frontier:
        for there in ways[here]:
            if there >= 0 and steps[there] < 0:
                steps[there] = steps[here] + 1
                frontier.append(there)
    return steps


def loop_count(maze: Maze) -> int:
    """Return the number of independent cycles of the maze: edges - cells + 1."""
    ends = sum(len(maze.neighbours(cell)) for cell in maze.cells)
    return ends // 2 - len(maze.cells) + 1


Grid = list[list[str]]
"""The left half of a maze, the middle column included, as rows of single characters."""


def carve_loops(rng: random.Random, width: int, height: int, openness: float) -> Grid:
    """Return the half of a maze: a spanning tree of the odd lattice, with some walls opened.

    `width` and `height` count squares, the height is odd. Of an odd `width` the last column is the
    middle of the maze, a wall with a few ways through it; of an even one it is a lattice column.
    `openness` is the share of inner walls that are opened beyond what connects the half.
    """
    grid = [[WALL] * width for _ in range(height)]
    start = (1, 1)
    grid[1][1] = FREE
    path = [start]
    while path:
        x, y = path[-1]
        ways = [
            (dx, dy)
            for dx, dy in _STEPS
            if 0 < x + 2 * dx < width
            and 0 < y + 2 * dy < height
            and grid[y + 2 * dy][x + 2 * dx] == WALL
        ]
        if not ways:
            path.pop()
            continue
        dx, dy = rng.choice(ways)
        grid[y + dy][x + dx] = grid[y + 2 * dy][x + 2 * dx] = FREE
        path.append((x + 2 * dx, y + 2 * dy))
    _open_walls(rng, grid, openness)
    if width % 2 == 1:
        _open_middle(rng, grid)
    return grid


def _open_walls(rng: random.Random, grid: Grid, openness: float) -> None:
    """Open a share of the walls that separate two lattice cells."""
    for y in range(1, len(grid) - 1):
        for x in range(1, len(grid[0]) - 1):
            between_columns = x % 2 == 0 and y % 2 == 1
            between_rows = x % 2 == 1 and y % 2 == 0
            if (between_columns or between_rows) and rng.random() < openness:
                grid[y][x] = FREE


def _open_middle(rng: random.Random, grid: Grid) -> None:
    """Open two to four ways through a middle column that is a wall."""
    rows = list(range(1, len(grid) - 1, 2))
    for y in rng.sample(rows, min(len(rows), rng.randint(2, 4))):
        grid[y][-1] = grid[y][-2] = FREE


def carve_chambers(rng: random.Random, width: int, height: int, openness: float) -> Grid:
    """Divide an open half into rooms with doors, then set single pillars; as `carve_loops`."""
    grid = [[WALL] * width for _ in range(height)]
    for y in range(1, height - 1):
        grid[y][1:] = [FREE] * (width - 1)
    if width % 2 == 1:
        for y in range(height):
            grid[y][-1] = WALL
    _divide(rng, grid, (1, 1, width - 2 if width % 2 == 1 else width - 1, height - 2), openness)
    _set_pillars(rng, grid, openness)
    if width % 2 == 1:
        _open_middle(rng, grid)
    return grid


def _divide(
    rng: random.Random, grid: Grid, room: tuple[int, int, int, int], openness: float
) -> None:
    """Split a room (left, top, right, bottom, all odd) by a wall on an even line, with doors."""
    left, top, right, bottom = room
    across = (bottom - top) >= (right - left)
    first, last = (top, bottom) if across else (left, right)
    if last - first < 4 or (last - first < 8 and rng.random() < 0.35):
        return
    line = rng.randrange(first + 1, last, 2)
    along = range(left, right + 1) if across else range(top, bottom + 1)
    doors = {door for door in along if door % 2 == 1 and rng.random() < openness}
    doors.add(rng.choice([door for door in along if door % 2 == 1]))
    for place in along:
        x, y = (place, line) if across else (line, place)
        if place not in doors:
            grid[y][x] = WALL
    if across:
        halves = ((left, top, right, line - 1), (left, line + 1, right, bottom))
    else:
        halves = ((left, top, line - 1, bottom), (line + 1, top, right, bottom))
    for half in halves:
        _divide(rng, grid, half, openness)


def _set_pillars(rng: random.Random, grid: Grid, openness: float) -> None:
    """Wall single squares whose eight neighbours are free: no cell is cut off by them."""
    for y in range(2, len(grid) - 2):
        for x in range(2, len(grid[0]) - 2):
            around = [grid[y + dy][x + dx] for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
            if WALL not in around and rng.random() < openness:
                grid[y][x] = WALL


_NARROW: Final = (5, 7)
"""A part with fewer squares than a number drawn from these, walls included, is left whole."""
_APART: Final = 2
"""The fewest squares from one wall to the next beside it."""
Part = tuple[int, int, int, int]
"""The columns and rows of the walls round a part: left, top, right, bottom."""


def carve_split(rng: random.Random, width: int, height: int) -> Grid:
    """Return the left half of a maze of the kind that Pelita 2.7 makes, of an even `height`.

    The half is split by a wall with some openings, each part again by a wall at a right angle to
    the one before, with half as many openings, until a part is too narrow. Its last column is the
    border of the halves, a wall with openings that are their own image when turned.
    """
    grid = [[FREE] * width for _ in range(height)]
    _build(grid, [(x, y) for x in range(width) for y in (0, height - 1)])
    _build(grid, [(x, y) for x in (0, width - 1) for y in range(height)])
    openings = height // 4
    for row in rng.sample(range(1, height // 2), openings):
        grid[row][-1] = grid[height - 1 - row][-1] = FREE
    _split(rng, grid, (0, 0, width - 1, height - 1), openings, across=True)
    for row in (height - 3, height - 2):
        grid[row][1] = FREE  # both bots begin here
    return grid


def _build(grid: Grid, squares: Collection[tuple[int, int]]) -> None:
    for x, y in squares:
        grid[y][x] = WALL


def _split(rng: random.Random, grid: Grid, part: Part, openings: int, across: bool) -> None:
    """Split a `part` by a wall, `across` or upright, with as many `openings`; then both halves."""
    left, top, right, bottom = part
    low, high = (top, bottom) if across else (left, right)
    if high - low + 1 < rng.randint(*_NARROW):
        return
    line = rng.randint(low + _APART, high - _APART)
    low, high = (left, right) if across else (top, bottom)
    squares = [(at, line) if across else (line, at) for at in range(low, high + 1)]
    ends = [1 if grid[y][x] == WALL else 2 for x, y in (squares[0], squares[-1])]
    between = squares[ends[0] : len(squares) - ends[1]]  # nothing is built in front of an opening
    _build(grid, rng.sample(between, max(0, len(between) - openings)))
    halves: tuple[Part, Part] = (left, top, line, bottom), (line, top, right, bottom)
    if across:
        halves = (left, top, right, line), (left, line, right, bottom)
    for half in halves:
        _split(rng, grid, half, max(1, openings // 2), not across)
