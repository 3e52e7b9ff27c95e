"""The crowd of Guess 2/3 as faces, each in the colour of its steps of thought in the last round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.guess import layout as at
from games.guess.classroom.drawing import BAND_COLOURS
from games.guess.line import Closed
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import NOTE

MOST_STEPS: Final = 4
NO_PATTERN: Final = MOST_STEPS + 1
SIGNS: Final = ("0", "1", "2", "3", "4", "?")
STEPS_AHEAD: Final = "steps ahead"


def steps_of(guess: float, mean: float, share: float) -> int:
    """Return how many steps a `guess` took from the `mean` before, a target being a `share` of it.

    One that lies over the mean by more than half a step fits no pattern.

    >>> [steps_of(guess, 50, 2 / 3) for guess in (50, 33, 21, 80, 1)]
    [0, 1, 2, 5, 4]
    """
    if guess > mean + mean * (1 - share) / 2 + 1:
        return NO_PATTERN
    return min(range(MOST_STEPS + 1), key=lambda steps: abs(guess - mean * share**steps))


def thoughts(closed: Closed, mean: float) -> list[int]:
    """Return the steps of the crowd in a round, the least first; `mean` is of the round before."""
    num, den = closed.multiplier
    return sorted(steps_of(guess, mean, num / den) for guess in closed.guesses[closed.seats :])


def draw_gallery(canvas: Canvas, box: Box, crowd: int, known: Sequence[int]) -> None:
    """Draw a `crowd` in a box, in the colours of what is `known` of it, () before a round closed.

    Nothing is drawn where the faces would be too small to be told apart.
    """
    x, y, w, h = box
    rows = next((n for n in range(1, at.FACE_ROWS + 1) if w * n / at.FACE >= crowd), at.FACE_ROWS)
    columns = -(-crowd // rows)
    size = min(at.FACE, w / max(1, columns), h / (rows + 1))
    if not crowd or size < at.FACE_LEAST:
        return
    for number in range(crowd):
        row, column = divmod(number, columns)
        wide = size * (min(columns, crowd - row * columns) - 1)
        centre = (x + w / 2 - wide / 2 + column * size, y + (row + 0.5) * size)
        ink = BAND_COLOURS[known[number]] if number < len(known) else "quiet"
        _draw_face(canvas, centre, size * at.FACE_SHARE, ink)
    if known:
        _draw_key(canvas, (x, y + rows * size, w, max(size, NOTE)))


def _draw_face(canvas: Canvas, centre: tuple[float, float], size: float, ink: object) -> None:
    x, y = centre
    canvas.circle(centre, size / 2, ink)  # type: ignore[arg-type]
    for side in (-1, 1):
        canvas.circle((x + side * size * at.EYE_APART, y - size * at.EYE_UP), size * at.EYE, "ink")


def _draw_key(canvas: Canvas, box: Box) -> None:
    """Draw which colour stands for how many steps, where it has room."""
    x, y, w, h = box
    told = [(STEPS_AHEAD, "quiet"), *zip(SIGNS, BAND_COLOURS, strict=True)]
    gap = at.KEY_APART * (len(told) - 1)
    wide = gap + sum(canvas.text_width(words, NOTE, "bold") for words, _ in told)
    if wide > w:
        return
    left = x + (w - wide) / 2
    for words, ink in told:
        left += (
            canvas.text(words, (left, y + h / 2 + at.KEY_DOWN), NOTE, ink, "bold") + at.KEY_APART
        )
