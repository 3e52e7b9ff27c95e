"""The places of the cards of Set, and their keys.

Places go down in columns of three, so that added cards stand in a column of their own and the
others stay. The keys lie as the cards do: three rows of the keyboard's left block.
"""

from __future__ import annotations

from typing import Final

from games.set import KEYS
from games.set.drawing import ASPECT
from games.shell.draw.canvas import Box

ROWS: Final = len(KEYS)
GAP: Final = 14.0  # units between cards; chosen by eye
WIDEST: Final = 210.0  # units; a larger card is not found sooner; chosen by eye


def boxes(
    room: Box, cards: int, base: int, aspect: float = ASPECT, widest: float = WIDEST
) -> list[Box]:
    """Return a box for each of `cards` places in a room, for a table that has `base` as a rule.

    Cards are `aspect` times as wide as high, at most `widest` units wide.
    """
    columns = max(-(-base // ROWS), -(-cards // ROWS))
    x, y, w, h = room
    wide = min(widest, (w - (columns - 1) * GAP) / columns)
    high = min(wide / aspect, (h - (ROWS - 1) * GAP) / ROWS)
    wide = high * aspect
    left = x + (w - columns * wide - (columns - 1) * GAP) / 2
    top = y + (h - ROWS * high - (ROWS - 1) * GAP) / 2
    return [
        (left + place // ROWS * (wide + GAP), top + place % ROWS * (high + GAP), wide, high)
        for place in range(cards)
    ]


def beside(room: Box, cards: int, aspect: float = ASPECT) -> list[Box]:
    """Return boxes in a row for the cards beside the table of a chain."""
    x, y, w, h = room
    high = min(h, 84.0)
    wide = high * aspect
    left = x + (w - cards * wide - (cards - 1) * GAP) / 2
    return [(left + n * (wide + GAP), y, wide, high) for n in range(cards)]
