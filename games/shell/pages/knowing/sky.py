"""A player's habits as a constellation: the louder a habit, the larger its star.

The night is the one of the hall. Stars are joined in the order of how much they count.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import NOTE, TEXT

# Shares of the box and units, chosen by eye.
PLACES: Final = ((0.2, 0.2), (0.52, 0.34), (0.82, 0.16), (0.72, 0.66), (0.26, 0.7))
MOST: Final = len(PLACES)
SMALLEST: Final = 4.0
GROWTH: Final = 12.0
LABEL: Final = 0.34  # of the box: the widest label
DUST: Final = 46
FAINTEST: Final = 0.005  # a share that would be told as 0%


def draw_sky(canvas: Canvas, box: Box, habits: Sequence[tuple[str, float]], empty: str) -> None:
    """The `habits` in a box, each in words with its share of 1; `empty` where there are none."""
    x, y, w, h = box
    canvas.rect(box, canvas.theme.mix("ink", "raised", 0.7), 12)
    with canvas.clip(box):
        _draw_dust(canvas, box)
    shown = [habit for habit in habits if habit[1] >= FAINTEST][:MOST]
    places = [(x + w * px, y + h * py) for px, py in PLACES]
    if not shown:
        dim = canvas.theme.mix("raised", "brass", 0.35)
        canvas.polyline(places, canvas.theme.mix("raised", "brass", 0.15), 1)
        for place in places:
            canvas.circle(place, SMALLEST, dim)
        middle = (x + w / 2, y + h / 2 - 12)
        canvas.paragraph(empty, middle, w - 64, TEXT, "paper", align="centre", most=4)
        return
    if len(shown) > 1:
        canvas.polyline(places[: len(shown)], canvas.theme.mix("ink", "brass", 0.45), 1.5)
    largest = max(share for _, share in shown)
    for place, (words, share) in zip(places, shown, strict=False):
        _draw_star(canvas, place, SMALLEST + GROWTH * sqrt(share / largest))
        _draw_label(canvas, box, place, words, share)


def _draw_dust(canvas: Canvas, box: Box) -> None:
    """Small stars that mean nothing, always the same."""
    x, y, w, h = box
    seed = 7
    for _ in range(DUST):
        seed = (seed * 1103515245 + 12345) % 2**31
        left, top = seed % 997 / 997, seed // 997 % 991 / 991
        light = 0.12 + 0.3 * (seed // 65536 % 7) / 7
        colour = canvas.theme.mix("raised", "paper", light)
        canvas.circle((x + w * left, y + h * top), 1.0, colour)


def _draw_star(canvas: Canvas, place: Point, radius: float) -> None:
    """A star with its glow."""
    for reach, light in ((2.1, 0.1), (1.5, 0.25)):
        canvas.circle(place, radius * reach, canvas.theme.mix("raised", "brass", light))
    canvas.circle(place, radius, "brass")
    canvas.circle(place, radius * 0.45, "paper")


def _draw_label(canvas: Canvas, box: Box, place: Point, words: str, share: float) -> None:
    """What the star means, below it, within the box."""
    x, _, w, _ = box
    wide = w * LABEL
    middle = min(max(place[0], x + wide / 2 + 8), x + w - wide / 2 - 8)
    top = place[1] + SMALLEST + GROWTH + 4
    told = f"{words} ({share:.0%})"
    lines = canvas.wrap(told, wide, NOTE)[:4]
    across = max(canvas.text_width(line, NOTE) for line in lines) + 10
    ground = (middle - across / 2, top - 1, across, canvas.line_height(NOTE) * len(lines) + 2)
    canvas.rect(ground, canvas.theme.mix("ink", "raised", 0.7), 5)  # lines end before the words
    canvas.paragraph(told, (middle, top), wide, NOTE, "paper", align="centre", most=4)
