"""The common part of all painters of a mind: style, brush, titles, figures in three digits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from games.mind import ContextTree, HeatMap, Holdings, Ladder, Meter, Titled, TrialTree, percent
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import RIVAL
from games.shell.draw.theme import NOTE, TEXT, Colour
from games.shell.draw.tween import Springs

PLOT_HEIGHT: Final = 104.0  # units; chosen by eye
ALWAYS_EXPLAINED: Final = (HeatMap, Holdings, ContextTree, Meter, TrialTree, Ladder)
"""What cannot be read without its help has it under its title, in the panel too."""


@dataclass(frozen=True)
class Style:
    """The look of a mind: the paints of the thinker and of tables, and the place of its help.

    `explained` puts the help of every item under its title, else only `ALWAYS_EXPLAINED` have it
    there. `ends` are the words at the ends of a series, `plot` its height in units; a note that
    `leads` has large letters.
    """

    owner: str | Colour = RIVAL
    accent: str | Colour = RIVAL
    explained: bool = False
    ends: tuple[str, str] = ("", "now")
    plot: float = PLOT_HEIGHT
    leads: bool = False


class Brush(NamedTuple):
    """The tools of every painter; `key` is the item's."""

    canvas: Canvas
    springs: Springs
    style: Style
    key: Any


def figures(value: float, unit: str, whole: bool = False) -> str:
    """Return a `value` in at most three digits; a gain has its sign, `whole` points no tenths."""
    if unit == "%":
        return percent(value)
    size, suffix = abs(value), ""
    while size >= 999.5 and suffix != "bn":
        size, suffix = size / 1000, {"": "k", "k": "M", "M": "bn"}[suffix]
    whole = (whole or unit == "") and not suffix and value == int(value)
    small = 1 if unit == "points" or suffix else 2
    decimals = 0 if whole or size >= (9.95 if small == 1 else 99.5) else small
    decimals = 1 if small == 2 and decimals and size >= 9.995 else decimals
    text = f"{size:.{decimals}f}"
    sign = "\N{MINUS SIGN}" if value < 0 else "+" if unit == "points" else ""
    return (sign if float(text) else "") + text + suffix


def nice_ceiling(value: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, 50 ... (or .5, .2, .1 ...) not below `value`."""
    if value <= 0:
        return 1.0
    power = 10.0 ** (len(f"{value:.0f}") if value >= 1 else 0)
    while power / 10 >= value:
        power /= 10
    for part in (0.2, 0.5, 1.0):
        if value <= power * part * (1 + 1e-9):
            return power * part
    return power


def _title_lines(canvas: Canvas, title: str, width: float) -> tuple[float, list[str]]:
    """Return the size of a title and its lines: one where it fits, smaller if need be, else two."""
    for size in (TEXT, NOTE + 2, NOTE):
        if canvas.text_width(title, size, "bold") <= width:
            return size, [title]
    return NOTE + 2, canvas.wrap(title, width, NOTE + 2, "bold")[:2]


def _title_room(canvas: Canvas, title: str, width: float) -> float:
    """Return the height of the lines of a title."""
    more = len(_title_lines(canvas, title, width)[1]) - 1
    return canvas.line_height(TEXT, "bold") + 4 + more * canvas.line_height(NOTE + 2, "bold")


def title_height(canvas: Canvas, item: Titled, width: float, explained: bool) -> float:
    """Return the height of the title, with the help under it if it is `explained`."""
    height = _title_room(canvas, item.title, width) + 4
    if (explained or isinstance(item, ALWAYS_EXPLAINED)) and item.help:
        height += len(canvas.wrap(item.help, width, NOTE)) * canvas.line_height(NOTE) + 6
    return height


def paint_title(brush: Brush, item: Titled, box: Box, explained: bool) -> float:
    """Draw the title, smaller where it is long, and the help where it is `explained`.

    Returns where the picture begins.
    """
    canvas, (x, y, w, _) = brush.canvas, box
    middle = y + canvas.line_height(TEXT, "bold") / 2
    size, lines = _title_lines(canvas, item.title, w)
    for number, words in enumerate(lines):
        at = middle + number * canvas.line_height(size, "bold")
        canvas.text(words, (x, at), size, "paper", "bold", max_width=w)
    if (explained or isinstance(item, ALWAYS_EXPLAINED)) and item.help:
        room = _title_room(canvas, item.title, w)
        canvas.paragraph(item.help, (x, y + room), w, NOTE, "quiet")
    return y + title_height(canvas, item, w, explained)


def row_height(canvas: Canvas) -> float:
    """Return the height of a row with a bar."""
    return max(30.0, canvas.line_height(TEXT) + 6)


def paint_outline(canvas: Canvas, x: float, y: float, w: float, h: float) -> None:
    """Draw the brass outline of a choice, in pixels from `x` and `y`, `w` wide and `h` high."""
    canvas.outline((x - 10, y, w + 20, h), "brass", 2, 9)
