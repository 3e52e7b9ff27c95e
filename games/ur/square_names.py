"""The names of Ur's squares on the board: path numbers, "start" and "off", and one side's way.

A move is named by path numbers, such as "6 to 7". The number of a square stands in its corner: in
the side's colour where only that side goes there, in brass where it is the same for both; a square
of the far block of Masters and Blitz has one for each side. Arrowheads on the edges between
squares, larger than those of the board, show the way of one side.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import NOTE, SEAT_COLOURS
from games.ur.drawing import Layout, arrows, draw_arrow
from games.ur.rules import RULE_SETS

Label = tuple[str, int, str]
"""What stands in a square's corner: the number, how many stand above it, and its colour."""
START, OFF = "start", "off"
_HEAD: Final = 0.16  # the size of an arrowhead, in squares; chosen by eye


@lru_cache(maxsize=8)
def labels(rules: str) -> tuple[tuple[str, tuple[Label, ...]], ...]:
    """Return for every square of `rules` by its name the numbers it has on the paths of the
    sides.
    """
    light, dark = RULE_SETS[rules].tiles
    found = []
    for tile in sorted({*light, *dark}):
        numbers = [path.index(tile) + 1 if tile in path else 0 for path in (light, dark)]
        if numbers[0] == numbers[1]:
            here: tuple[Label, ...] = ((str(numbers[0]), 0, "brass"),)
        else:
            seats = [seat for seat in (0, 1) if numbers[seat]]
            here = tuple(
                (str(numbers[seat]), row, SEAT_COLOURS[seat]) for row, seat in enumerate(seats)
            )
        found.append((tile, here))
    return tuple(found)


def draw_numbers(canvas: Canvas, layout: Layout) -> None:
    """Draw the path numbers of both sides in the upper left corners of the squares of a
    `layout`.
    """
    tall = canvas.line_height(NOTE, "bold") * 0.86
    wide = canvas.text_width("88", NOTE, "bold") + 4
    for tile, here in labels(layout.rules):
        x, y, _, _ = layout.tile(tile)
        for text, row, colour in here:
            box = (x + 1, y + 1 + row * (tall + 1), wide, tall)
            canvas.rect(box, "ink", 4, 225)
            middle = (box[0] + wide / 2, box[1] + tall / 2)
            canvas.text(text, middle, NOTE, colour, "bold", "centre")


def draw_way(canvas: Canvas, layout: Layout, seat: int) -> None:
    """Draw the way of a side on a `layout`: its arrowheads, larger and in its colour."""
    own = SEAT_COLOURS[seat]
    for (right, down), toward, colour in arrows(layout.rules):
        if colour in (own, "brass"):
            place = (layout.left + right * layout.cell, layout.top + down * layout.cell)
            draw_arrow(canvas, place, toward, _HEAD * layout.cell, own)


def draw_ends(canvas: Canvas, layout: Layout, seat: int, words: tuple[str, str]) -> None:
    """Draw words beside the trays of a `layout`, for those that wait and those that are off."""
    away = (0.27 * layout.cell + 9) * (-1 if seat else 1)
    last = RULE_SETS[layout.rules].off
    for square, text in ((0, words[0]), (last, words[1])):
        x, y = layout.place(seat, square, 0 if square == 0 else 6, 7)
        canvas.text(text, (x, y + away), NOTE, SEAT_COLOURS[seat], "bold", "centre")
