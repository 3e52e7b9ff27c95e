"""The mazes that arenas of the tracker are played on: no table was learned on them."""

from __future__ import annotations

from typing import Final

from ai.belief.graph import Cell
from games.mazes import STYLES, Maze
from games.tracker.maze import generate

MAZE_SIZES: Final[tuple[Cell, ...]] = ((33, 15), (31, 17), (27, 17))
_ARENA_MAZES: Final = 7_000_000
"""Seeds of arena mazes start here, far from those that tables are learned on."""


def arena_maze(seed: int, number: int) -> Maze:
    """Return the maze of walk `number` of a `seed`: sizes and styles take turns."""
    width, height = MAZE_SIZES[number % len(MAZE_SIZES)]
    return generate(_ARENA_MAZES + 1000 * seed + number, width, height, STYLES[number % 2])
