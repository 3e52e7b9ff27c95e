"""The steering of a bot by a person: a direction that stays in force, or a cell to go to."""

from __future__ import annotations

from typing import Final

from games.ctf.maze import MOVES, Field
from games.mazes import shortest_way

STAY: Final = "stay"
DIRECTIONS: Final = MOVES[:4]


class Steering:
    """The next move of the person's bot.

    `wanted` is the direction asked for last, taken as soon as it is open; until then the bot goes
    on in its `heading`. `goal` is the cell that was pointed at, or None.
    """

    def __init__(self) -> None:
        self.wanted = self.heading = STAY
        self.goal: int | None = None

    def turn(self, direction: str) -> None:
        """Go in a direction from now on; "stay" stops."""
        self.goal, self.wanted = None, direction
        if direction == STAY:
            self.heading = STAY

    def go_to(self, cell: int) -> None:
        """Go to a cell by a shortest way, and stop there."""
        self.goal, self.wanted, self.heading = cell, STAY, STAY

    def stop(self) -> None:
        """Stay: the bot was caught, or another match begins."""
        self.goal, self.wanted, self.heading = None, STAY, STAY

    def move(self, field: Field, cell: int) -> str:
        """Return the move of a bot on a `cell`."""
        if self.goal is not None:
            way = shortest_way(field.ways, cell, self.goal)
            if not way:
                self.goal = None
                return STAY
            return MOVES[way[0]]
        ways = field.ways[cell]
        if self.wanted in DIRECTIONS and ways[MOVES.index(self.wanted)] >= 0:
            self.heading = self.wanted
        if self.heading in DIRECTIONS and ways[MOVES.index(self.heading)] >= 0:
            return self.heading
        return STAY
