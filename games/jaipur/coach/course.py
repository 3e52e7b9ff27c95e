"""The course of a round as a line: the chance to win before and after every choice.

From the end of a choice to the next one cards are turned up: that is luck, and a column in the half
and the colour of whom it helped. A costly choice is ringed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.roles import MARK
from games.shell.draw.theme import NOTE, SEAT_COLOURS

TINT: Final = 700.0
"""The opacity of a column for each unit of chance; it and the next two chosen by eye."""
MOST_TINT: Final = 150
LEAST: Final = 0.01


class Graph(NamedTuple):
    """The first seat's chances: `values` before and after each of the `choices`, and the end.

    `ringed` are the numbers, from 0 on, of marked choices; `whole` is the number of choices in the
    whole match.
    """

    values: Sequence[float]
    ringed: Sequence[int]
    whole: int


def place(box: Box, graph: Graph, index: int) -> Point:
    """Return the point of the line at one of its values."""
    x, y, w, h = box
    return x + w * index / max(1, 2 * graph.whole), y + h * (1.0 - graph.values[index])


def choice_at(box: Box, graph: Graph, x: float) -> int:
    """Return the number of the choice nearest to a place along the line, from 0 on."""
    share = (x - box[0]) / box[2]
    return max(0, min(graph.whole - 1, round(share * graph.whole - 0.25)))


def draw_course(canvas: Canvas, box: Box, graph: Graph, names: Sequence[str]) -> None:
    """The line in its box, with whose side is which."""
    x, y, w, h = box
    middle = y + h / 2
    canvas.rect(box, "ink", 8, 150)
    points = [place(box, graph, index) for index in range(len(graph.values))]
    for index in range(2, len(graph.values), 2):
        change = graph.values[index] - graph.values[index - 1]
        if abs(change) >= LEAST:
            left = points[index - 1][0]
            top = y if change > 0 else middle
            column = (left, top, max(2.0, points[index][0] - left), h / 2)
            tint = min(MOST_TINT, round(TINT * abs(change)))
            canvas.rect(column, SEAT_COLOURS[int(change < 0)], 0, tint)
    canvas.line((x, middle), (x + w, middle), "line", 1)
    if len(points) > 1:
        canvas.polyline(points, "paper", 2)
    for number in graph.ringed:
        canvas.ring(points[2 * number + 1], 7, MARK, 2)
    canvas.text(names[0], (x + 8, y + 12), NOTE, SEAT_COLOURS[0], "bold", max_width=w / 3)
    canvas.text(names[1], (x + 8, y + h - 12), NOTE, SEAT_COLOURS[1], "bold", max_width=w / 3)
