"""The content of the bag, exactly: the number of each kind, and how soon the epoch may end."""

from __future__ import annotations

from typing import Final

from games.ra.drawing import SHAPE, draw_flat, draw_tile
from games.ra.rules.odds import at_least
from games.ra.rules.state import State
from games.ra.tiles import CATASTROPHE, CIV, KINDS, MONUMENT, RA
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import WARNING
from games.shell.draw.theme import NOTE, TEXT

AHEAD: Final = 12
"""Draws that the chart looks ahead."""
COLUMNS: Final = 3
BELOW: Final = 208.0  # units for the odds and the chart; by eye
FLAT: Final = 28.0  # units of height under which a tile has room for its letters alone; by eye
GROUPS: Final = (("Civilization", CIV), ("Monument", MONUMENT), ("Catastrophe", CATASTROPHE))


def kind_boxes(box: Box) -> list[Box]:
    """Return the box of each kind with its number, where the bag is shown in a box."""
    x, y, w, h = box
    rows = -(-len(KINDS) // COLUMNS)
    step, wide = min(38.0, (h - 44 - BELOW) / rows), w / COLUMNS
    return [
        (x + kind % COLUMNS * wide, y + 44 + kind // COLUMNS * step, wide - 4, step - 4)
        for kind in range(len(KINDS))
    ]


def draw_bag(canvas: Canvas, state: State, box: Box, pointed: str = "") -> None:
    """Draw the tiles left by kind, the odds of the next tile, and the chart of the epoch's end.

    The kind of the spot that is `pointed` at is outlined.
    """
    x, y, w, h = box
    bag = sum(state.left)
    canvas.text(f"In the bag: {bag}", (x, y + 10), TEXT, "paper", "bold")
    below = y + 8 + (canvas.line_height(TEXT) + canvas.line_height(NOTE)) / 2
    canvas.text("left of each kind", (x, below), NOTE, "quiet")
    cells = kind_boxes(box)
    for kind, (left, top, _, tall) in enumerate(cells):
        _draw_kind(canvas, kind, state.left[kind], (left, top), tall)
        if pointed == f"bag:{kind}":
            wide = tall / SHAPE if tall >= FLAT else tall * 1.4
            canvas.outline((left - 3, top - 3, wide + 6, tall + 6), "paper", 2, 7)
    top = cells[-1][1] + cells[-1][3] + 12
    top = _draw_odds(canvas, state, (x, top, w, 0.0))
    _draw_chart(canvas, state, (x, top + 6, w, y + h - top - 6))


def _draw_kind(canvas: Canvas, kind: int, left: int, at: tuple[float, float], tall: float) -> None:
    wide = tall / SHAPE if tall >= FLAT else tall * 1.4
    if tall >= FLAT:
        draw_tile(canvas, kind, (*at, wide, tall), dim=not left)
    else:
        draw_flat(canvas, kind, 1, (*at, wide, tall), dim=not left)
    ink = "paper" if left else "quiet"
    canvas.text(str(left), (at[0] + wide + 7, at[1] + tall / 2), TEXT, ink, "bold")


def _draw_odds(canvas: Canvas, state: State, box: Box) -> float:
    """Return the odds of Ra and of the groups for the next tile; returns where they end."""
    x, y, w, _ = box
    bag = sum(state.left)
    shares = [("Ra", state.left[RA])]
    shares += [(name, sum(state.left[kind] for kind in group)) for name, group in GROUPS]
    canvas.text("The next tile", (x, y + 9), NOTE, "quiet")
    step = max(18.0, canvas.line_height(NOTE) + 2)
    for number, (name, count) in enumerate(shares):
        middle = y + 10 + step * (number + 1)
        canvas.text(name, (x, middle), NOTE, "paper")
        share = f"{100 * count / bag:.0f}%" if bag else "-"
        canvas.text(share, (x + w, middle), NOTE, "paper", "bold", "right")
    return y + 10 + step * (len(shares) + 1)


def _draw_chart(canvas: Canvas, state: State, box: Box) -> None:
    """Draw the chance that the epoch's last Ra is among the next draws, a bar for each number of
    them.
    """
    x, y, w, h = box
    wanted, bag = state.limit - state.ra, sum(state.left)
    canvas.text("The epoch ends within", (x, y + 9), NOTE, "quiet", max_width=w)
    chance = at_least(wanted, state.left[RA], bag, AHEAD // 2)
    told = f"{AHEAD // 2} draws: {100 * chance:.0f}%"
    more = canvas.line_height(NOTE) + 2
    beside = canvas.text_width("The epoch ends within", NOTE) + 8
    if beside + canvas.text_width(told, NOTE, "bold") <= w:
        canvas.text(told, (x + w, y + 9), NOTE, "paper", "bold", "right")
    else:  # larger text
        canvas.text(told, (x + w, y + 10 + more), NOTE, "paper", "bold", "right")
        y, h = y + more, h - more
    foot, tall = y + h - 18, h - 18 - 24
    if not bag or tall < 16:
        return
    canvas.line((x, foot), (x + w, foot), "line", 1.5)
    step = w / AHEAD
    for draws in range(1, AHEAD + 1):
        chance = at_least(wanted, state.left[RA], bag, draws)
        high = max(1.0, chance * tall)
        bar = (x + (draws - 1) * step + 2, foot - high, step - 4, high)
        canvas.rect(bar, WARNING if draws * 2 > AHEAD else "brass", 2)
        if draws in (1, 3, 6, 9, 12):
            canvas.text(str(draws), (bar[0] + bar[2] / 2, foot + 9), NOTE, "quiet", align="centre")
