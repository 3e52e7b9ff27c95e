"""The plots of the laboratory: how many sets tables have, and how a game goes on.

What others have found stands in them too: the original's two figures, and the ten million games of
Henrik Warne ("SET Probabilities Revisited", 2011), by the number of cards left in the deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import MARK, SERIES
from games.shell.draw.theme import NOTE
from games.shell.draw.tween import Springs

ORIGINAL_NONE: Final = 1 / 10.6
ORIGINAL_THREE: Final = 0.4375
"""What the original counted of all tables of its games: none, and three or more."""
PUBLISHED: Final[tuple[tuple[int, int, int], ...]] = (
    *((69, 9676254, 323746), (66, 9468978, 527296), (63, 9374512, 619607), (60, 9337376, 655619)),
    *((57, 9325431, 667384), (54, 9320318, 672271), (51, 9317661, 674862), (48, 9313410, 679052)),
    *((45, 9311461, 680896), (42, 9309600, 682694), (39, 9305677, 686616), (36, 9300715, 691445)),
    *((33, 9299554, 692641), (30, 9298495, 693439), (27, 9295213, 696757), (24, 9293950, 698209)),
    *((21, 9294919, 697063), (18, 9293365, 698576), (15, 9290798, 701096), (12, 9291109, 700790)),
    *((9, 9292546, 699488), (6, 9291528, 700243), (3, 9291959, 699845), (0, 9255777, 736580)),
)
"""By the cards left in the deck: tables of twelve with a set, and without one (Warne 2011)."""
FOOT: Final = 30.0  # units under the ground line; chosen by eye
HEAD: Final = 64.0
WORDS: Final = 31.0
"""So far under the top stand the words of a mark over one bar."""
FEWEST_TABLES: Final = 20
"""Fewer tables make no point of the line."""


class Mark(NamedTuple):
    """A line across the bars from one number of sets to another, at a share; and its words."""

    first: int
    last: int
    share: float
    words: str
    colour: str


def draw_histogram(
    canvas: Canvas,
    box: Box,
    shares: Sequence[float],
    springs: Springs,
    marks: Sequence[Mark] = (),
    title: str = "",
) -> None:
    """Draw the share of tables with 0, 1, ... sets as bars; those without a set stand out."""
    x, y, w, h = box
    canvas.text(title, (x, y + 10), NOTE, "brass", "bold", max_width=w)
    ground, high = y + h - FOOT, h - FOOT - HEAD
    shown = max(9, min(len(shares), 12))
    pitch = w / shown
    top = max(0.3, *shares) if shares else 0.3
    canvas.line((x, ground), (x + w, ground), "line", 1.5)
    for sets in range(shown):
        share = shares[sets] if sets < len(shares) else 0.0
        tall = springs.get(("bar", title, sets), high * share / top, 0.0)
        middle = x + (sets + 0.5) * pitch
        colour = MARK if sets == 0 else SERIES[1]
        if tall >= 1:
            wide = pitch - min(10.0, pitch * 0.2)
            canvas.rect((middle - wide / 2, ground - tall, wide, tall), colour, 4)
        marked = any(mark.first == mark.last == sets for mark in marks)
        if share >= 0.0005 and pitch >= 34 and not marked:
            told = f"{100 * share:.1f}%"
            place = (middle, ground - tall - 10)
            canvas.text(told, place, NOTE - 2, "paper", "text", "centre", pitch)
        label = f"{sets}"
        canvas.text(label, (middle, ground + 14), NOTE, "quiet", align="centre")
    for mark in marks:
        _draw_mark(canvas, mark, (x, ground, pitch, high / top, y))


def _draw_mark(canvas: Canvas, mark: Mark, scale: tuple[float, float, float, float, float]) -> None:
    """A mark with its ends turned down, or over one bar with its words at the top; `scale` is left,
    ground, units a bar, units a share and the top.
    """
    x, ground, pitch, high, top = scale
    y = ground - high * mark.share
    left, right = x + mark.first * pitch + 2, x + (mark.last + 1) * pitch - 2
    canvas.line((left, y), (right, y), mark.colour, 2.5)
    if mark.last > mark.first:
        for end in (left, right):
            canvas.line((end, y), (end, y + 8), mark.colour, 2.5)
        place = ((left + right) / 2, y - 11)
        canvas.text(mark.words, place, NOTE - 1, mark.colour, "bold", "centre")
        return
    above = top + WORDS
    canvas.line(((left + right) / 2, above + 10), ((left + right) / 2, y), mark.colour, 1)
    canvas.text(mark.words, (left, above), NOTE - 1, mark.colour, "bold")


def draw_course(canvas: Canvas, box: Box, ours: Sequence[Sequence[int]], title: str) -> None:
    """Draw the share of tables of twelve without a set as the deck goes down: ours as a line,
    others' as rings. `ours` has by cards left how many tables there were, and how many without a
    set.
    """
    x, y, w, h = box
    fitting = (
        part
        for part in (title, title.partition(" (")[0], title.partition(",")[0])
        if canvas.text_width(part, NOTE, "bold") <= w
    )
    canvas.text(next(fitting, ""), (x, y + 10), NOTE, "brass", "bold", max_width=w)
    ground, high, top = y + h - FOOT, h - FOOT - HEAD, 0.09
    left = x + 34

    def place(cards: int, share: float) -> tuple[float, float]:
        wide = w - 34 - 12
        return left + wide * (69 - cards) / 69, ground - high * min(1.0, share / top)

    for share in (0.0, 0.03, 0.06, 0.09):
        _, line = place(0, share)
        canvas.line((left, line), (x + w, line), "line", 1)
        canvas.text(f"{100 * share:.0f}%", (left - 6, line), NOTE - 2, "quiet", align="right")
    for cards in (69, 45, 21, 0):
        at, _ = place(cards, 0)
        canvas.text(f"{cards}", (at, ground + 14), NOTE, "quiet", align="centre")
    for cards, with_set, without in PUBLISHED:
        canvas.ring(place(cards, without / (with_set + without)), 4.5, "quiet", 1.5)
    line_of = [
        place(cards, without / tables)
        for cards, (tables, without) in reversed(list(enumerate(ours)))
        if tables >= FEWEST_TABLES and cards % 3 == 0
    ]
    canvas.polyline(line_of, MARK, 3)
