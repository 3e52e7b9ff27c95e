"""The figures beside the tracker's maze: how often sets held the truth, and weights over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from games.intervals import chance_band
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import RIGHT, SERIES, WRONG
from games.shell.draw.theme import NOTE, Colour

MEMBER_COLOURS: Final = (*SERIES, "paper", "quiet", "line")
IN_SIGHT: Final = "green"
READING: Final = "blue"
"""What an eye sees, and how far away it says that the ghost is."""


# -- how often a set held the truth ---------------------------------------------------------


def draw_gauge(canvas: Canvas, box: Box, mass: float, held: float, trials: int) -> None:
    """Draw how often the set of this mass held the truth in `trials`, in the band of chance."""
    x, y, w, h = box
    middle = y + h / 2
    label = 40.0
    canvas.text(f"{mass:.0%}", (x, middle), NOTE, "quiet")
    left, wide = x + label, w - label - 44
    canvas.rect((left, middle - 3, wide, 6), "line", 3)
    low, high = chance_band(trials, mass)
    canvas.rect((left + wide * low, middle - 3, max(3.0, wide * (high - low)), 6), "quiet", 3)
    if not trials:
        return
    share = held / trials
    right = low - 1e-9 <= share <= high + 1e-9
    colour = RIGHT if right else WRONG
    spot = (left + wide * share, middle)
    canvas.circle(spot, 7, "ink")
    if right:
        canvas.circle(spot, 5, colour)
    else:
        canvas.ring(spot, 6, colour, 2.5)
    canvas.text(f"{share:.0%}", (x + w, middle), NOTE, colour, "bold", "right")


# -- the ribbon of weights -----------------------------------------------------------------


class WeightRibbon:
    """Weights over time as stacked bars, a column a step; drawn again when a step is added."""

    least = 60

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._picture: pygame.Surface | None = None

    def draw(
        self,
        canvas: Canvas,
        box: Box,
        key: object,
        columns: Sequence[tuple[tuple[float, ...], bool]],
        colours: Sequence[str | Colour],
    ) -> None:
        """Draw the columns (weights, whether an idea was refuted) in the members' `colours`.

        The same `key`, the same picture.
        """
        place = canvas.box(box)
        full = (key, place.size, canvas.theme.high_contrast)
        if full != self._key or self._picture is None:
            self._key = full
            chosen = [canvas.colour(colour) for colour in colours]
            ground = canvas.theme.mix("ink", "raised", 0.5)
            self._picture = _ribbon_picture(place.size, columns, chosen, ground, self.least)
        canvas.blit(self._picture, place.topleft)
        x, y, w, _ = box
        wide = w / max(self.least, len(columns))
        for number, (_, refuted) in enumerate(columns):
            if refuted:
                left = x + w - wide * (len(columns) - number)
                canvas.rect((left, y - 5, max(wide, 2), 4), WRONG)


def _ribbon_picture(
    size: tuple[int, int],
    columns: Sequence[tuple[tuple[float, ...], bool]],
    colours: Sequence[Colour],
    ground: Colour,
    least: int,
) -> pygame.Surface:
    width, height = size
    picture = pygame.Surface((max(1, width), max(1, height)))
    picture.fill(ground)
    wide = width / max(least, len(columns))
    for number, (weights, _) in enumerate(columns):
        left = round(width - wide * (len(columns) - number))
        right = round(width - wide * (len(columns) - number - 1))
        top = 0.0
        for weight, colour in zip(weights, colours, strict=False):
            bottom = top + weight * height
            first, last = round(top), round(bottom)
            if last > first:
                picture.fill(colour, (left, first, right - left, last - first))
            top = bottom
    return picture.convert() if pygame.display.get_surface() else picture
