"""The mazes of the belief tracker: mirrored, connected, with loops; a seed makes one."""

from __future__ import annotations

import functools
import random

from games.mazes import STYLES, BadLayout, Maze, carve_chambers, carve_loops, loop_count, make_maze

SMALLEST, LARGEST = (15, 9), (63, 31)
"""Generated mazes have odd sizes from the first to the second (width, height)."""
_FEWEST_LOOPS = 2
"""A maze to hide in has loops; chosen by hand."""


@functools.lru_cache(maxsize=32)  # a match that begins again asks for the same one
def generate(
    seed: int, width: int = 33, height: int = 15, style: str = "loops", openness: float = 0.15
) -> Maze:
    """Return a mirrored, connected maze with loops; the same arguments give the same maze.

    `seed` draws it. `width` and `height` are odd, within 15x9..63x31. `openness` in 0..1 is the
    share of inner walls that are opened beyond what connects the maze (doors and pillars of
    `chambers`).
    """
    _check_size(width, height, style, openness)
    rng = random.Random(f"{seed}/{width}/{height}/{style}/{openness}")
    carve = carve_loops if style == "loops" else carve_chambers
    while True:
        half = carve(rng, width // 2 + 1, height, openness)
        rows = ["".join(row + row[-2::-1]) for row in half]
        maze = make_maze(rows, f"{style}-{width}x{height}-{seed}")
        if loop_count(maze) >= _FEWEST_LOOPS:
            return maze
        openness = min(1.0, openness + 0.1)


def _check_size(width: int, height: int, style: str, openness: float) -> None:
    if style not in STYLES:
        raise BadLayout(f"There is no style {style!r}; choose from {', '.join(STYLES)}.")
    if not (SMALLEST[0] <= width <= LARGEST[0] and SMALLEST[1] <= height <= LARGEST[1]):
        raise BadLayout(f"A maze of {width}x{height} is out of range; 15x9 to 63x31 are made.")
    if width % 2 == 0 or height % 2 == 0:
        raise BadLayout(f"{width}x{height} has an even side; generated mazes need odd ones.")
    if not 0.0 <= openness <= 1.0:
        raise BadLayout("openness must lie in 0..1.")
