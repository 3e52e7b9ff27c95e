"""The end of a match of Set beside its first words: the sets that no player saw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.set.drawing import ASPECT, draw_card
from games.set.history import Passed
from games.set.looks import Style
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import EDGE, LABEL, NOTE

# Units; chosen by eye.
TOP: Final = 128.0
GAP: Final = 14.0
WIDEST: Final = 178.0
SHOWN: Final = 2
"""So many of the sets that were passed by."""


def draw_passed(canvas: Canvas, passed: Sequence[Passed], style: Style) -> None:
    """The cloth, and at its right the sets that lay there longest, with how long."""
    canvas.sprite("set-backdrop", (0, 0, canvas.width, canvas.height))
    left = canvas.width / 2 + GAP
    room = canvas.width - EDGE - left
    y = TOP
    canvas.text("What nobody saw", (left, y), LABEL, "brass", "bold", max_width=room)
    y += canvas.line_height(LABEL) + 4
    for each in passed[:SHOWN]:
        count = len(each.cards)
        wide = min(WIDEST, (room - GAP * (count - 1)) / count)
        high = wide / ASPECT
        for number, card in enumerate(each.cards):
            box = (left + number * (wide + GAP), y, wide, high)
            draw_card(canvas, card, box, style=style._replace(upright=False))
        y += high + canvas.line_height(NOTE) * 0.8
        tables = f"{each.tables} table{'s' * (each.tables != 1)}"
        told = f"{each.seconds:.0f} s, {tables}"
        canvas.text(told, (left, y), NOTE + 2, "paper", max_width=room)
        y += canvas.line_height(NOTE + 2) + GAP
