"""The pool drawn: its table as the form answered, and a line with what is known of the target."""

from __future__ import annotations

from collections import Counter
from typing import Final

from games.guess import HIGH, LOW
from games.guess.classic.pool import Pool
from games.guess.classic.steps import CHAIN, plain
from games.guess.line import NumberLine
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import HEADING, NOTE, TEXT
from games.shell.widgets.faces import draw_face, face_of

HEADS: Final = ("rank", "name", "number", "score now", "score then")
SHARES: Final = (0.16, 0.18, 0.20, 0.23, 0.23)
"""Of the width of the table for each column; chosen by eye."""
SIZE: Final = NOTE + 1
INSET: Final = 14.0  # units
STAR: Final = 18.0
DOT: Final = 4.5
PITCH: Final = 11.0
WORD: Final = TEXT - 2
STEP_WORDS: Final = ("no step", "one step", "two steps", "three steps")
FACE, FACE_SHARE = 120.0, 0.56  # the largest of the idea, and its share of a column; by eye


def draw_idea(canvas: Canvas, box: Box, known: bool) -> None:
    """Draw who thinks how far: each number two thirds of the one before, only the first `known`."""
    x, y, w, h = box
    canvas.panel(box, "raised", "line", 1.5)
    pitch = w / len(CHAIN)
    size = min(FACE, pitch * FACE_SHARE, h * FACE_SHARE)
    rows = canvas.line_height(HEADING) + canvas.line_height(NOTE)
    top = y + (h - size - rows) / 2
    for steps, number in enumerate(CHAIN):
        middle, told = x + pitch * (steps + 0.5), known or not steps
        face = face_of("guess", f"level{steps}", "") if told else face_of("guess", "", "")
        draw_face(canvas, face, (middle, top + size / 2), size, dim=not told)
        below = top + size + canvas.line_height(HEADING) / 2
        ink = "paper" if told else "quiet"
        canvas.text(str(number) if told else "?", (middle, below), HEADING, ink, "bold", "centre")
        words = f"{STEP_WORDS[steps]}{' ahead' if steps else ''}"
        foot = (middle, top + size + rows - canvas.line_height(NOTE) / 2)
        canvas.text(words, foot, NOTE, "quiet", align="centre", max_width=pitch)
        if steps:
            between = (middle - pitch / 2, below)
            canvas.text(">", between, HEADING, "brass" if told else "quiet", "bold", "centre")


def draw_table(canvas: Canvas, box: Box, pool: Pool, lid: bool) -> None:
    """Draw the first rows of the table as they are now, and the person's own; numbers without
    `lid`.
    """
    canvas.panel(box, "raised", "line", 1.5)
    x, y, w, h = box
    rows = pool.rows()
    pitch = min(32.0, (h - 12) / (len(rows) + 1))
    _draw_cells(canvas, (x, y + 6, w, pitch), HEADS, "quiet", "text")
    for number, row in enumerate(rows, start=1):
        entry, rank = pool.entries[row.place], str(row.rank)
        if row.rank != row.rank_competition:
            rank += f" (={row.rank_competition})"
        guess = plain(entry.guess) if lid or entry.own else "?"
        figures = (guess, plain(row.score), plain(entry.told.score))
        cells = (rank, entry.name, *(figure.replace(" million", " M") for figure in figures))
        place = (x, y + 6 + number * pitch, w, pitch)
        if entry.own:
            canvas.rect((x + 4, place[1] + 1, w - 8, pitch - 2), "high", 6)
        _draw_cells(canvas, place, cells, "paper", "bold" if entry.own else "text")


def _draw_cells(canvas: Canvas, row: Box, cells: tuple[str, ...], colour: str, face: str) -> None:
    """Draw the cells of a row: the first two begin at the left, numbers end at the right."""
    x, y, w, h = row
    left, inner = x + INSET, w - 2 * INSET
    for number, (cell, share) in enumerate(zip(cells, SHARES, strict=True)):
        wide = inner * share
        right = number >= 2
        place = (left + wide if right else left, y + h / 2)
        align = "right" if right else "left"
        size = SIZE
        while size > 11 and canvas.text_width(cell, size, face) > wide - 6:
            size -= 1
        canvas.text(cell, place, size, colour, face, align, wide - 2)
        left += wide


def line_in(box: Box) -> NumberLine:
    """Return the line from 0 to 100 in a `box`; what lies beyond stands at its right end."""
    x, y, w, h = box
    return NumberLine(x + 24, x + w - 40, y + h - 58, h - 58)


class Ruler:
    """The drawings on the line within a `box`."""

    def __init__(self, canvas: Canvas, box: Box) -> None:
        self.canvas, self.box, self.line = canvas, box, line_in(box)
        self.y = self.line.y

    def x(self, number: float) -> float:
        """Return the x of a number; all beyond the line share one."""
        return self.line.x(min(number, HIGH + 4.0))

    def draw_line(self) -> None:
        """Draw the line and its numbers."""
        canvas, line = self.canvas, self.line
        canvas.panel(self.box, "raised", "line", 1.5)
        canvas.line((line.left, self.y), (line.right, self.y), "quiet", 2)
        for tick in range(LOW, HIGH + 1, 20):
            canvas.line((self.x(tick), self.y), (self.x(tick), self.y + 7), "quiet", 2)
            canvas.text(str(tick), (self.x(tick), self.y + 44), NOTE, "quiet", align="centre")

    def draw_pointer(self, number: int) -> None:
        """Draw the place of the number in the field."""
        x = self.x(number)
        points = [(x, self.y + 6), (x - 10, self.y + 28), (x + 10, self.y + 28)]
        self.canvas.polygon(points, "sky")

    def draw_numbers(self, pool: Pool) -> None:
        """Draw all numbers of the pool, one dot each, the person's own as stars."""
        canvas, high = self.canvas, Counter[float]()
        most = max(1, int((self.line.room - 60) / PITCH))
        for entry in sorted(pool.entries, key=lambda entry: entry.own):
            x = self.x(entry.guess)
            place = (x, self.y - 10 - PITCH * min(high[x], most))
            high[x] += 1
            if entry.own:
                canvas.icon("star", place, STAR, "sky")
            else:
                canvas.circle(place, DOT, "quiet")

    def draw_length(self, score: float) -> None:
        """Draw the score of 0 as a length from 0 on."""
        canvas, end, y = self.canvas, self.x(score), self.y - 34
        canvas.line((self.line.left, y), (end, y), "sky", 3)
        for x in (self.line.left, end):
            canvas.line((x, y - 8), (x, y + 8), "sky", 3)
        self._write(f"score of 0: {plain(score)}", (self.line.left + end) / 2, y - 24, "sky")

    def draw_target(self, target: float) -> None:
        """Draw a dashed line at the target, with its word."""
        x, top = self.x(target), self.box[1] + 18
        self._dash(x, top + 14, 8.0, 13.0, "brass")
        arrow = " →" if target > HIGH else ""
        self._write(f"target {plain(target)}{arrow}", x, top, "brass")

    def draw_moved(self, number: int, target: float, score: float) -> None:
        """Draw the target after a `number`, and the number's score then."""
        x, top = self.x(target), self.box[1] + 46
        self._dash(x, top - 8, 3.0, 7.0, "sky")
        words = f"after {plain(number)}: {plain(target)}, score {plain(score)}"
        wide = self.canvas.text_width(words, WORD, "bold")
        end = self.box[0] + self.box[2] - 10
        left = x + 16 if x + 16 + wide <= end else x - 16 - wide
        self.canvas.text(words, (left, top), WORD, "sky", "bold")

    def _dash(self, x: float, top: float, dash: float, pitch: float, colour: str) -> None:
        y = top
        while y < self.y:
            self.canvas.rect((x - 1.5, y, 3, min(dash, self.y - y)), colour)
            y += pitch

    def _write(self, words: str, x: float, y: float, colour: str) -> None:
        """Words over a place, kept within the box."""
        wide = self.canvas.text_width(words, WORD, "bold")
        low, high = self.box[0] + 10, self.box[0] + self.box[2] - 10 - wide
        self.canvas.text(words, (min(max(low, x - wide / 2), high), y), WORD, colour, "bold")
