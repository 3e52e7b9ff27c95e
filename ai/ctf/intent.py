"""The intent of a bot: its part, its move, and the way that it wants to go."""

from __future__ import annotations

import heapq
from typing import NamedTuple

from ai.belief.graph import Vector
from ai.ctf.roads import Roads
from games.core import Decision, Limit
from games.ctf.maze import MOVES, STAY, Field
from games.ctf.rules.state import State
from games.mind import Note, Route


class Intent(NamedTuple):
    """A bot's `move` as its place in `MOVES`, its `part`, and what it wants and `why`, a sentence.

    On the way to the `goal`, a cell, entering a cell costs `cost` (n,), a move each where that is
    None.
    """

    move: int
    part: str
    why: str
    goal: int
    cost: Vector | None = None

    def told(self, field: Field, here: int) -> tuple[Note, Route]:
        """Return the intent of a bot that stands on a cell `here`: its sentence, and its way."""
        first = field.ways[here][self.move]
        if self.cost is None:
            cells = Roads.of(field).way(first, self.goal)
        else:
            cells = cheapest_way(field, first, self.goal, self.cost)
        whole = cells if first == here else (here, *cells)
        return Note(self.why), Route(self.part, tuple(field.name(cell) for cell in whole))

    def decided(self, view: State, seat: int, limit: Limit) -> Decision:
        """Return the decision of the bot of a `seat` that intends this."""
        move = MOVES[self.move]
        return Decision(move, self.told(view.field, view.bots[seat]) if limit.mind else None)


def cheapest(field: Field, start: int, cost: Vector) -> tuple[list[float], list[int]]:
    """Return the cost of the cheapest path from `start` to each cell, and the first move on it.

    `cost` (n,) is the cost of entering each cell.
    """
    total = [float("inf")] * len(field.cells)
    first = [STAY] * len(field.cells)
    total[start], heap, prices = 0.0, [(0.0, start)], cost.tolist()
    while heap:
        spent, here = heapq.heappop(heap)
        if spent > total[here]:
            continue
        for move, there in enumerate(field.ways[here][:STAY]):
            if there >= 0 and spent + prices[there] < total[there]:
                total[there] = spent + prices[there]
                first[there] = move if here == start else first[here]
                heapq.heappush(heap, (total[there], there))
    return total, first


def cheapest_way(field: Field, start: int, goal: int, cost: Vector) -> tuple[int, ...]:
    """Return the cells of a cheapest path, both ends among them; `cost` (n,) as in `cheapest`."""
    total, _ = cheapest(field, start, cost)
    cells = [goal]
    while cells[-1] != start:
        ways = [to for to in field.ways[cells[-1]][:STAY] if to >= 0]
        cells.append(min(ways, key=lambda cell: total[cell]))
    return tuple(reversed(cells))
