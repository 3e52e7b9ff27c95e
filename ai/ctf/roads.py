"""The distance from cell to cell of a field, by the shortest way."""

from __future__ import annotations

import functools

from games.ctf.maze import STAY, Field
from games.mazes import steps_from


class Roads:
    """Distances in moves within a field; each start is looked at once and kept.

    `of` gives the one of a field.
    """

    def __init__(self, field: Field) -> None:
        self.field = field
        self._from: dict[int, list[int]] = {}

    @staticmethod
    def of(field: Field) -> Roads:
        """Return the roads of a `field`, kept for the next who asks."""
        return _roads(field)

    def steps(self, start: int) -> list[int]:
        """Return the number of moves from a cell `start` to every cell, by breadth first."""
        found = self._from.get(start)
        if found is None:
            found = self._from[start] = steps_from(self.field.ways, start)
        return found

    def towards(self, here: int, goal: int) -> int:
        """Return the first move of a shortest way, as its place in `MOVES`; STAY without a way."""
        left = self.steps(goal)
        if here == goal:
            return STAY
        ways = self.field.ways[here][:STAY]
        return next(m for m, to in enumerate(ways) if to >= 0 and left[to] == left[here] - 1)

    def way(self, here: int, goal: int) -> tuple[int, ...]:
        """Return the cells of a shortest way, both ends among them."""
        cells = [here]
        while cells[-1] != goal:
            cells.append(self.field.ways[cells[-1]][self.towards(cells[-1], goal)])
        return tuple(cells)


@functools.lru_cache(maxsize=16)
def _roads(field: Field) -> Roads:
    return Roads(field)
