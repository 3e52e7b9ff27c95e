"""A player's line over time: a dot a match, what chance would give, and whom they pass.

Shares are drawn over the band of chance, each with its interval; strength over the faces of the
opponents, at the heights of theirs; a rate as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from games.session.course import MatchEstimate, logit_of
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.roles import OWN
from games.shell.draw.theme import NOTE
from games.shell.widgets.faces import Face, draw_face
from games.spec import Course

# Units and shares, chosen by eye.
FOOT: Final = 26.0  # the dates under the line
SIDE: Final = 8.0
FACES: Final = 76.0  # the room of the faces at the right, two columns where they stand close
FACE: Final = 32.0
WINDOW: Final = 5  # matches over which the line is smoothed
TOP_SHARE: Final = 0.75
TOP_RATE: Final = 2.5
APART: Final = 13.0  # of a word from the line
FARTHEST: Final = 4.2  # logits at the ends of the scale


class CourseRival(NamedTuple):
    """An opponent beside the line: its face and its share of matches won against the rival."""

    face: Face
    share: float


class Scale:
    """The place of values in a box: by their share, or by their logit for a strength."""

    def __init__(self, course: Course, line: Sequence[MatchEstimate], box: Box) -> None:
        self.box, self.kind = box, course.kind
        self.count = len(line)
        most = max((moment.value for moment in line), default=0.0)
        self.top = min(1.0, max(TOP_SHARE, most + 0.05))
        if course.kind in ("rate", "mean", "places"):
            self.top = max(TOP_RATE, most * 1.1)

    def y(self, value: float) -> float:
        """Return the height of a value."""
        _, y, _, h = self.box
        if self.kind == "strength":
            part = (logit_of(value) + FARTHEST) / (2 * FARTHEST)
        else:
            part = value / self.top
        return y + h * (1.0 - min(1.0, max(0.0, part)))

    def x(self, number: int) -> float:
        """Return the x of the match `number`, from 0 on; a lone one in the middle."""
        x, _, w, _ = self.box
        if self.count < 2:
            return x + w / 2
        return x + SIDE + (w - 2 * SIDE) * number / (self.count - 1)


def draw_course(
    canvas: Canvas,
    box: Box,
    course: Course,
    line: Sequence[MatchEstimate],
    rivals: Sequence[CourseRival] = (),
) -> None:
    """Draw the `line` of a player in a box, with the `rivals` at its right."""
    x, y, w, h = box
    plot = (x, y, w - (FACES + 12 if rivals else 0.0), h - FOOT)
    scale = Scale(course, line, plot)
    canvas.line((x, plot[1] + plot[3]), (x + plot[2], plot[1] + plot[3]), "line", 2)
    for rival in rivals:
        level = scale.y(rival.share)
        canvas.line((plot[0], level), (plot[0] + plot[2], level), "high", 1)
    if line:
        _draw_band(canvas, scale, line)
        _draw_line(canvas, scale, line)
        _draw_dates(canvas, box, plot, line)
    _draw_rivals(canvas, scale, rivals)
    _draw_ends(canvas, plot, course)


def _draw_ends(canvas: Canvas, plot: Box, course: Course) -> None:
    """Draw the meaning of above and below, on calm ground."""
    x, y, _, h = plot
    for words, middle in ((course.high, y + 10), (course.low, y + h - 12)):
        wide = canvas.text_width(words, NOTE)
        canvas.rect((x, middle - 9, wide + 8, 18), "ink", 4)
        canvas.text(words, (x + 4, middle), NOTE, "quiet")


def _draw_band(canvas: Canvas, scale: Scale, line: Sequence[MatchEstimate]) -> None:
    """Draw the band of chance, or the interval of the strength."""
    ends = [moment.chance for moment in line]
    colour = canvas.theme.mix("ink", "line", 0.62)
    if scale.kind == "strength":
        ends = [(moment.low, moment.high) for moment in line]
        colour = canvas.theme.mix("ink", OWN, 0.2)
    known = [(n, end) for n, end in enumerate(ends) if end is not None]
    if not known:
        return
    if len(known) == 1:
        number, (low, high) = known[0]
        left, wide = scale.x(number) - 40, 80.0
        canvas.rect((left, scale.y(high), wide, scale.y(low) - scale.y(high)), colour, 4)
    else:
        upper = [(scale.x(n), scale.y(high)) for n, (_, high) in known]
        lower = [(scale.x(n), scale.y(low)) for n, (low, _) in known]
        canvas.polygon([*upper, *reversed(lower)], colour)
        left = upper[0][0]
    if scale.kind == "share":
        _name_band(canvas, scale, line, left + 6, known[0][1])


def _name_band(
    canvas: Canvas,
    scale: Scale,
    line: Sequence[MatchEstimate],
    left: float,
    ends: tuple[float, float],
) -> None:
    """Name the band where the line does not run in it: in its middle, or at an edge."""
    foot, top = (scale.y(end) for end in ends)
    right = left + canvas.text_width("chance", NOTE) + 8
    near = [y for x, y in _course(scale, line) if x <= right] or [_course(scale, line)[0][1]]
    levels = ((top + foot) / 2, foot - 10, top + 10)
    free = (level for level in levels if all(abs(level - y) >= APART for y in near))
    canvas.text("chance", (left, next(free, levels[0])), NOTE, "quiet")


def _course(scale: Scale, line: Sequence[MatchEstimate]) -> list[Point]:
    """Return the points of the line."""
    values = [moment.value for moment in line]
    values = values if scale.kind == "strength" else _smoothed(line)
    return [(scale.x(n), scale.y(value)) for n, value in enumerate(values)]


def _draw_line(canvas: Canvas, scale: Scale, line: Sequence[MatchEstimate]) -> None:
    """Draw a dot a match, and the line through the matches round it."""
    dots = [(scale.x(n), scale.y(moment.value)) for n, moment in enumerate(line)]
    smooth = _course(scale, line)
    if scale.kind != "strength":
        faint = canvas.theme.mix("ink", OWN, 0.5)
        for (x, y), moment in zip(dots, line, strict=True):
            if moment.trials and len(line) <= 40:
                canvas.line((x, scale.y(moment.high)), (x, scale.y(moment.low)), faint, 1)
            canvas.circle((x, y), 3.5, faint)
    if len(smooth) > 1:
        canvas.polyline(smooth, OWN, 3)
    last = smooth[-1]
    canvas.circle(last, 9, "ink")
    canvas.circle(last, 7, OWN)


def _smoothed(line: Sequence[MatchEstimate]) -> list[float]:
    """Return the mean of each match and those shortly before, by how much each counted."""
    found = []
    for number in range(len(line)):
        near = line[max(0, number - WINDOW + 1) : number + 1]
        weights = [max(1, moment.trials) for moment in near]
        total = sum(m.value * weight for m, weight in zip(near, weights, strict=True))
        found.append(total / sum(weights))
    return found


def day_words(ended: str) -> str:
    """Return the day of a time (ISO 8601), such as "22 Nov"; the text itself where it is none."""
    try:
        day = datetime.fromisoformat(ended)
    except ValueError:
        return ended
    return f"{day.day} {day:%b}"


def _draw_dates(canvas: Canvas, box: Box, plot: Box, line: Sequence[MatchEstimate]) -> None:
    """The days of the first and the last match, and the number of matches."""
    y = box[1] + box[3] - FOOT / 2 + 2
    first, last = day_words(line[0].ended), day_words(line[-1].ended)
    right = plot[0] + plot[2]
    count = "1 match" if len(line) == 1 else f"{len(line)} matches"
    canvas.text(count, ((plot[0] + right) / 2, y), NOTE, "quiet", align="centre")
    if len(line) > 1:
        canvas.text(first, (plot[0] + 4, y), NOTE, "quiet")
        canvas.text(last, (right - 4, y), NOTE, "quiet", align="right")


def _draw_rivals(canvas: Canvas, scale: Scale, rivals: Sequence[CourseRival]) -> None:
    """Draw the faces at their heights, by turns in two columns, so that none lies on another."""
    x, y, w, h = scale.box
    free = [float("inf"), float("inf")]  # the top of the lowest face placed in each column
    for rival in sorted(rivals, key=lambda rival: rival.share):
        level = min(y + h - FACE / 2, max(y + FACE / 2, scale.y(rival.share)))
        column = 0 if free[0] - FACE / 2 - 2 >= level or free[0] >= free[1] else 1
        middle = min(level, free[column] - FACE / 2 - 2)
        free[column] = middle - FACE / 2
        place: Point = (x + w + 12 + FACE / 2 + column * (FACE + 6), middle)
        canvas.line((x + w, level), (place[0] - FACE / 2, middle), "high", 1)
        draw_face(canvas, rival.face, place, FACE)
