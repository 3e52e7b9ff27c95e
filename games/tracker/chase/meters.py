"""Figures below the maze that hiding and hunting share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from games.counting import places_of
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import RIVAL, WARNING
from games.shell.draw.theme import HEADING, TEXT

Vector = npt.NDArray[np.floating]


def cells_of(belief: Vector) -> int:
    """Return about how many equally likely cells have the entropy of `belief` (n,)."""
    held = belief[belief > 0]
    return places_of(-float((held * np.log2(held)).sum()))


def on_cells(count: int) -> str:
    """Return the believed place in words: "on one of about 14 cells"."""
    return "on one cell, nearly surely" if count == 1 else f"on one of about {count} cells"


def with_room(canvas: Canvas, sentences: Sequence[str], width: float) -> str:
    """Return the first of `sentences` for two lines of a `width`, else the last, the shortest."""
    lines = ((told, canvas.wrap(told, width, TEXT)) for told in sentences)
    return next((told for told, wrapped in lines if len(wrapped) <= 2), sentences[-1])


def draw_figure(canvas: Canvas, figure: str, told: str, box: Box, colour: str = "paper") -> None:
    """Draw a figure and below it what it is; in two lines where one has no room."""
    x, y, w, _ = box
    canvas.text(figure, (x, y + 24), HEADING, colour, "title", max_width=w)
    canvas.paragraph(told, (x, y + 50), w, TEXT, "quiet", most=2)


def draw_meter(canvas: Canvas, share: float, told: str, box: Box, mark: float = 0.0) -> None:
    """Draw the `share` of a cloud on a walker, with a `mark` where it is too much (0: none)."""
    x, y, w, _ = box
    canvas.rect((x, y + 8, w, 24), "raised", 6)
    colour = WARNING if mark and share >= mark else RIVAL
    if share > 0.005:
        canvas.rect((x, y + 8, max(6.0, w * share), 24), colour, 6)
    if mark:
        at = x + w * mark
        canvas.line((at, y + 4), (at, y + 36), "brass", 2)
    canvas.paragraph(told, (x, y + 50), w, TEXT, "quiet", most=2)
