"""The course of a game of Ur as a river over the whole stage, and as a bar at the board's edge.

The line is light's win probability: sky above the middle, orange below it. Behind a throw stands a
tint in the colour of whom it helped, the stronger the more; a choice is a mark on the line in the
colour of its grade, a disc of light's and a triangle of dark's, the larger the more it lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.roles import MARK
from games.shell.draw.theme import NOTE, SEAT_COLOURS, TEXT
from games.ur.asks import JudgedStep
from games.ur.coach.grades import GRADES, choices

# Units, and opacities of 0..255; chosen by eye.
TITLE: Final = 24.0
TINT: Final = 900.0
"""The opacity of a throw's tint for each unit of win probability that it moved."""
MOST_TINT: Final = 150
LEAST_LUCK: Final = 0.01
"""A throw that moved less has no tint."""
MARKS: Final = (1.6, 2.0, 3.0, 4.0, 5.0)
"""The radius of a choice's mark, by its grade."""
BAR: Final = 9.0
YOUNG: Final = 12
"""In so many steps the key stands beside the title, where there is little luck to tell of yet; by
eye."""
KEY: Final = (
    "Bars: lucky rolls, in the helped side's colour. Dots: your moves (big = mistake).",
    "Bars: lucky rolls. Dots: your moves (big = mistake).",
    "Bars: rolls. Dots: moves.",
)


class WinCourse(NamedTuple):
    """The course of a game: the first seat's win probability (0..1) at the start and by turn.

    `words` may stand beside the title, the longest first; `now` is the turn that is looked at,
    `marks` those that are marked; `steps` are the judge's, one for each value but the first.
    """

    values: Sequence[float]
    title: str
    words: Sequence[str]
    now: int
    marks: Sequence[int]
    steps: Sequence[JudgedStep] = ()
    key: Sequence[str] = ()
    """What the columns and marks are, the longest first; told while the game is young."""


def draw_river(canvas: Canvas, box: Box, graph: WinCourse) -> Box:
    """Draw the course of a game in a box, with its title; returns the box of the curve."""
    x, y, w, h = box
    line = max(TITLE, canvas.line_height(NOTE) + 4)
    shown = f"{graph.title} {graph.values[graph.now]:.0%}"
    used = canvas.text(shown, (x, y + line / 2 - 3), TEXT, "paper", "bold", max_width=w)
    room = w - used - 24
    told = graph.key if graph.key and len(graph.steps) < YOUNG else graph.words
    words = next((text for text in told if canvas.text_width(text, NOTE) <= room), "")
    canvas.text(words, (x + w, y + line / 2 - 3), NOTE, "quiet", align="right")
    curve = (x, y + line, w, h - line)
    key = ("river", box, tuple(graph.values), tuple(graph.marks), len(graph.steps))
    around = (curve[0] - 6, curve[1] - 6, curve[2] + 12, curve[3] + 12)
    canvas.picture(around, key, lambda: _paint(canvas, curve, graph))
    _draw_now(canvas, curve, graph)
    return curve


def _place(curve: Box, graph: WinCourse, index: int) -> Point:
    """Return where the line is after a turn."""
    x, y, w, h = curve
    along = w / max(1, len(graph.values) - 1)
    return x + along * index, y + h * (1.0 - graph.values[index])


def _paint(canvas: Canvas, curve: Box, graph: WinCourse) -> None:
    """Draw all that stays until the next turn."""
    x, y, w, h = curve
    middle = y + h / 2
    canvas.rect(curve, "ink", 8, 150)
    _tint_throws(canvas, curve, graph)
    points = [_place(curve, graph, index) for index in range(len(graph.values))]
    _fill(canvas, points, middle)
    canvas.line((x, middle), (x + w, middle), "line", 1)
    if len(points) > 1:
        canvas.polyline(points, "paper", 2)
    for seat in (0, 1):
        for choice in choices(graph.steps, seat):
            _mark_choice(canvas, points[choice.turn], seat, choice.grade)
    for mark in graph.marks:
        canvas.ring(points[mark], 6, MARK, 2)


def _tint_throws(canvas: Canvas, curve: Box, graph: WinCourse) -> None:
    """A column behind each throw in the colour of whom it helped."""
    x, y, w, h = curve
    along = w / max(1, len(graph.values) - 1)
    for index, step in enumerate(graph.steps):
        if step.kind == "roll" and abs(step.change) >= LEAST_LUCK:
            helped = step.seat if step.change > 0.0 else 1 - step.seat
            alpha = min(MOST_TINT, round(TINT * abs(step.change)))
            box = (x + along * index, y, max(1.0, along), h)
            canvas.rect(box, SEAT_COLOURS[helped], 0, alpha)


def _mark_choice(canvas: Canvas, place: Point, seat: int, grade: int) -> None:
    radius, colour = MARKS[grade], GRADES[grade].colour
    if seat == 0:
        canvas.circle(place, radius + 1, "ink")
        canvas.circle(place, radius, colour)
        return
    x, y = place
    for size, tone in ((radius + 2.5, "ink"), (radius + 1, colour)):
        corners = (
            (x, y - size),
            (x + 0.9 * size, y + 0.7 * size),
            (x - 0.9 * size, y + 0.7 * size),
        )
        canvas.polygon(corners, tone)


def _draw_now(canvas: Canvas, curve: Box, graph: WinCourse) -> None:
    """Draw a brass line and disc at the turn that is looked at."""
    place = _place(curve, graph, graph.now)
    if graph.now < len(graph.values) - 1:
        canvas.line((place[0], curve[1]), (place[0], curve[1] + curve[3]), "brass", 1.5)
    canvas.circle(place, 5.5, "ink")
    canvas.circle(place, 4.5, "brass")


def _fill(canvas: Canvas, points: Sequence[Point], middle: float) -> None:
    """Sky where light is ahead, orange where dark is."""
    if len(points) < 2:
        return
    for colour, clamp in ((SEAT_COLOURS[0], min), (SEAT_COLOURS[1], max)):
        edge = [(x, clamp(y, middle)) for x, y in points]
        if any(y != middle for _, y in edge):
            area = [(points[0][0], middle), *edge, (points[-1][0], middle)]
            canvas.polygon(area, colour, 90)


def draw_bar(canvas: Canvas, box: Box, light: float) -> None:
    """Draw an upright bar: sky from below as high as light's win probability, orange above it."""
    x, y, w, h = box
    canvas.rect((x - 2, y - 2, w + 4, h + 4), "ink", w / 2 + 2, 200)
    canvas.rect(box, SEAT_COLOURS[1], w / 2, 235)
    tall = h * min(1.0, max(0.0, light))
    if tall > 1.0:
        with canvas.clip((x - 2, y + h - tall, w + 4, tall + 2)):
            canvas.rect(box, SEAT_COLOURS[0], w / 2)
    canvas.rect((x - 2, y + h / 2 - 1, w + 4, 2), "paper")
