"""The course of a match as a graph: a seat's value before and after every choice, and luck between.

From the end of a choice to the beginning of the next one chance changes the value: that is luck, a
column in the half and the colour of the seat that it helped. A choice is a mark in the colour of
its grade, a disc of the seat itself and a triangle of another, the larger the more it lost; the
costliest are ringed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from games.agents import Measure
from games.judging import ChapterCourse, Found
from games.mind import Series
from games.shell.access.node import Node
from games.shell.draw.canvas import Canvas, Point
from games.shell.draw.roles import LOSS, MARK, RIGHT, SERIES
from games.shell.draw.theme import NOTE, SEAT_COLOURS
from games.shell.input import Pointer
from games.shell.mind.spoken import item_node
from games.shell.widgets.form import Look, Widget

GRADE_PAINTS: Final = (RIGHT, "quiet", SERIES[4], SERIES[1], LOSS)
"""The paint of each of `games.judging.GRADES`."""
SIZES: Final = (1.8, 2.2, 3.2, 4.2, 5.2)
"""The radius of a choice's mark, by its grade."""
TINT, MOST_TINT, LEAST_TINT = 700.0, 150, 0.01
"""The opacity of a column for each share of the scale, the most, and the least share that has one;
all by eye."""
MARGIN: Final = 0.08
"""The share of a scale without ends of its own that is left free above and below, at least."""
NAME_ROOM: Final = 22.0
"""Units at the top and at the bottom of such a scale that are left to the names."""


class Graph(NamedTuple):
    """The course of a `seat` among `seats`, `lines` those of the others by seat.

    `found` are the judged choices of the chapter, of which there will be `whole`; `ringed` are the
    places in it of the costliest. Without `luck` no part of the course is shown as luck.
    """

    seat: int
    seats: int
    names: Sequence[str]
    course: ChapterCourse
    lines: Sequence[tuple[int, ChapterCourse]]
    found: Sequence[Found]
    whole: int
    ringed: Sequence[int]
    measure: Measure | None
    luck: bool = True


class GraphScale(NamedTuple):
    """The values at the lower and upper edge, and the one that helps nobody."""

    low: float
    high: float
    even: float

    def share(self, value: float) -> float:
        """Return how high a value stands, 0..1."""
        return (value - self.low) / (self.high - self.low)


def scale_of(graph: Graph, tall: float) -> GraphScale:
    """Return the scale of a graph `tall` units high: all chances, or from the least to the greatest
    value with room for the names.
    """
    measure, values = graph.measure, graph.course.values
    if measure is None or measure.unit == "%":
        return GraphScale(0.0, 1.0, 1.0 / graph.seats)
    even = values[0] if values else 0.0
    low, high = min((*values, even)), max((*values, even))
    free = NAME_ROOM / max(NAME_ROOM, tall - 2 * NAME_ROOM)
    room = max(max(MARGIN, free) * (high - low), 1e-6)
    return GraphScale(low - room, high + room, even)


class CourseGraph(Widget):
    """The graph as a widget: the arrows go from choice to choice, confirm and a click show one."""

    role, label = "grid", "The course of the match"

    def __init__(self, show: Callable[[int], None]) -> None:
        super().__init__()
        self.graph: Graph | None = None
        self.at = -1
        self._show = show

    def parts(self) -> Sequence[Node]:
        """Return the course as a sentence and a table of its points."""
        graph = self.graph
        values = () if graph is None else tuple(graph.course.values)
        unit = "" if graph is None or graph.measure is None else graph.measure.unit
        return item_node(Series(self.label, values, unit)).children

    # -- choosing ----------------------------------------------------------------------

    def activate(self) -> None:
        """Show the choice under the cursor, or the last one."""
        graph = self.graph
        if graph is not None and graph.found:
            self._show(self.at if 0 <= self.at < len(graph.found) else len(graph.found) - 1)

    def direction(self, action: str) -> bool:
        """Go a choice on or back."""
        graph = self.graph
        if graph is None or action not in ("left", "right") or not graph.found:
            return False
        last = len(graph.found) - 1
        start = last + 1 if self.at < 0 else self.at
        self.at = max(0, min(last, start + (1 if action == "right" else -1)))
        return True

    def pointer(self, event: Pointer) -> bool:
        """Show the choice that is nearest to a click."""
        if event.kind != "down" or event.button != 1 or self.graph is None:
            return False
        places = [(abs(self._place(n)[0] - event.x), n) for n in range(len(self.graph.found))]
        if places:
            self.at = min(places)[1]
            self._show(self.at)
        return True

    # -- drawing -----------------------------------------------------------------------

    def _place(self, place: int) -> Point:
        """Return where the mark of a choice of the chapter stands."""
        assert self.graph is not None
        spots = [n for n, each in enumerate(self.graph.course.places) if each == place]
        return self._point(spots[-1] if spots else 0, self.graph.course)

    def _point(self, index: int, course: ChapterCourse) -> Point:
        x, y, w, h = self.box
        assert self.graph is not None
        steps = max(1, 2 * self.graph.whole + 1)
        up = scale_of(self.graph, h).share(course.values[index])
        return x + w * index / steps, y + h * (1.0 - min(1.0, max(0.0, up)))

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the course so far, and the cursor where the graph has the focus."""
        _, y, _, h = self.box
        graph = self.graph
        canvas.rect(self.box, "ink", 8, 150)
        if graph is not None and graph.course.values:
            scale = scale_of(graph, h)
            middle = y + h * (1.0 - scale.share(scale.even))
            if graph.luck:
                self._draw_luck(canvas, graph, scale, middle)
            self._draw_lines(canvas, graph, middle)
            self._draw_marks(canvas, graph)
            self._draw_names(canvas, graph)
            if look.focused and 0 <= self.at < len(graph.found):
                canvas.ring(self._place(self.at), 9, "brass", 3)
        self.ring(canvas, look, 8)

    def _draw_luck(self, canvas: Canvas, graph: Graph, scale: GraphScale, middle: float) -> None:
        """Draw a column for what chance changed, in the colour of the seat that it helped."""
        _, y, _, h = self.box
        values, places = graph.course.values, graph.course.places
        other = SEAT_COLOURS[1 - graph.seat] if graph.seats == 2 else "quiet"
        for index in range(1, len(values)):
            if places[index] == places[index - 1] and places[index] >= 0:
                continue
            change = (values[index] - values[index - 1]) / (scale.high - scale.low)
            if abs(change) < LEAST_TINT:
                continue
            left = self._point(index - 1, graph.course)[0]
            wide = max(2.0, self._point(index, graph.course)[0] - left)
            top, tall = (y, middle - y) if change > 0 else (middle, y + h - middle)
            tint = min(MOST_TINT, round(TINT * abs(change)))
            paint = SEAT_COLOURS[graph.seat] if change > 0 else other
            canvas.rect((left, top, wide, tall), paint, 0, tint)

    def _draw_lines(self, canvas: Canvas, graph: Graph, middle: float) -> None:
        x, _, w, _ = self.box
        canvas.line((x, middle), (x + w, middle), "line", 1)
        for seat, course in (*graph.lines, (graph.seat, graph.course)):
            points = [self._point(index, course) for index in range(len(course.values))]
            own = seat == graph.seat
            if own:
                self._fill(canvas, graph, points, middle)
            if len(points) > 1:
                canvas.polyline(points, "paper" if own else SEAT_COLOURS[seat], 2 if own else 1)

    def _fill(self, canvas: Canvas, graph: Graph, points: Sequence[Point], middle: float) -> None:
        """The seat's colour where it is ahead, the other's where that is."""
        if len(points) < 2:
            return
        other = SEAT_COLOURS[1 - graph.seat] if graph.seats == 2 else "quiet"
        for paint, clamp in ((SEAT_COLOURS[graph.seat], min), (other, max)):
            edge = [(x, clamp(y, middle)) for x, y in points]
            if any(y != middle for _, y in edge):
                canvas.polygon([(points[0][0], middle), *edge, (points[-1][0], middle)], paint, 70)

    def _draw_marks(self, canvas: Canvas, graph: Graph) -> None:
        for place, found in enumerate(graph.found):
            if place not in graph.course.places:
                continue
            at, grade = self._place(place), found.grade
            if found.judged.seat == graph.seat:
                canvas.circle(at, SIZES[grade] + 1, "ink")
                canvas.circle(at, SIZES[grade], GRADE_PAINTS[grade])
            elif graph.seats == 2:
                _triangle(canvas, at, SIZES[grade] + 2.5, "ink")
                _triangle(canvas, at, SIZES[grade] + 1, GRADE_PAINTS[grade])
            if place in graph.ringed:
                canvas.ring(at, 7, MARK, 2)

    def _draw_names(self, canvas: Canvas, graph: Graph) -> None:
        """Draw the names at their sides."""
        x, y, w, h = self.box
        names, seat = graph.names, graph.seat
        colour = SEAT_COLOURS[seat]
        canvas.text(names[seat], (x + 8, y + 12), NOTE, colour, "bold", max_width=w / 3)
        if graph.seats == 2 and any(each.judged.seat != seat for each in graph.found):
            other, colour = names[1 - seat], SEAT_COLOURS[1 - seat]
            canvas.text(other, (x + 8, y + h - 12), NOTE, colour, "bold", max_width=w / 3)


def _triangle(canvas: Canvas, at: Point, size: float, paint: str) -> None:
    x, y = at
    corners = ((x, y - size), (x + 0.9 * size, y + 0.7 * size), (x - 0.9 * size, y + 0.7 * size))
    canvas.polygon(corners, paint)
