"""Rows of twenty keys on the stage: the finding of the last full row, its dare, and all rows.

The finding comes from a watcher of the game (`games.numbers.asks.RowReader`), alike against every
opponent. A row is shown once the letter of its last key is open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from games.numbers.asks import ClosedRow
from games.numbers.drawing import HIT, MISS
from games.numbers.rules import CHANCE_OF_HIT, ROW
from games.numbers.tally import Ritual
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import NOTE, TEXT
from games.shell.draw.tween import ease_out

BEFORE: Final = ("Every 20 keys I tell you one thing about you, and dare you.", "A dare: after 20.")
"""What stands where no row is full, and the same in less room."""
QUOTED: Final = (
    "Every 20 keys I tell the person one thing, and dare them.",
    "A dare: after 20.",
)
"""The same where nobody plays, and what is said is quoted."""
CHIP: Final = (30.0, 24.0)  # units; chosen by eye
MOST_CHIPS: Final = 5
LARGE: Final = 23.0  # the finding and its dare, where both have room in one line


def verdicts(rows: Sequence[ClosedRow], quoted: bool = False) -> tuple[str, ...]:
    """Return how many keys of the last of `rows` were foreseen, and whether the dare before was
    taken.

    The longest form comes first. Without a person it is `quoted`, in the third person.
    """
    row = rows[-1]
    told = f"Row {row.number}: I knew {row.hits} of {ROW}."
    if row.taken is None:
        return (told, f"I knew {row.hits}.")
    fewer = row.hits < rows[-2].hits
    who = "The person" if quoted else "You"
    if row.taken:
        dare = f"{who} took the dare" + (", and it worked." if fewer else "; I kept up.")
    else:
        dare = f"{who} skipped the dare" + (
            ", and got away with it." if fewer else ", and paid for it."
        )
    return (f"{told} {dare}", told, f"I knew {row.hits}.")


def draw_ritual(
    canvas: Canvas, ritual: Ritual, pressed: int, keys: int, quoted: bool = False
) -> None:
    """Draw the strip in its box: the last row's verdict with a chip for each row, its finding and
    dare.

    `pressed` of `keys` keys were pressed (0 `keys` without end). Without a person all is `quoted`.
    """
    x, y, w, _ = ritual.box
    rows = ritual.rows
    room = _draw_chips(canvas, (x, y, w, CHIP[1]), rows, pressed, keys) - x - 12
    texts = verdicts(rows, quoted) if rows else QUOTED if quoted else BEFORE
    text = next((t for t in texts if canvas.text_width(t, TEXT) <= room), texts[-1])
    canvas.text(text, (x, y + CHIP[1] / 2), TEXT, "quiet", max_width=room)
    if rows:
        _draw_dare(canvas, (x, y + CHIP[1] + 2, w, 0.0), ritual, quoted)


def _draw_dare(canvas: Canvas, box: Box, ritual: Ritual, quoted: bool) -> None:
    """Draw the last row's finding and its dare, one after the other or one below the other.

    They come in from the right of `box`, whose height does not matter.
    """
    x, y, w, _ = box
    row, entered = ritual.rows[-1], ritual.entrance
    still = canvas.theme.reduced_motion or not entered.running
    shift = 0.0 if still else 16.0 * (1.0 - ease_out(entered.progress))
    found, dare = row.finding, row.dare
    if quoted:
        found, dare = (
            f"\N{LEFT DOUBLE QUOTATION MARK}{found}",
            f"{dare}\N{RIGHT DOUBLE QUOTATION MARK}",
        )
    size = LARGE if canvas.text_width(f"{found}  {dare}", LARGE, "bold") <= w else TEXT
    if canvas.text_width(found, size, "bold") > w:  # how often is in the report
        found = f"{re.split('[:,] ', found)[0].removesuffix('.')}."
    line, wide = canvas.line_height(size), canvas.text_width(found, size, "bold")
    both = wide + 10 + canvas.text_width(dare, size, "bold") <= w
    place = (x + shift, y + line / 2)
    canvas.text(found, place, size, "paper", "bold", max_width=w - shift)
    place = (place[0] + wide + 10, place[1]) if both else (place[0], place[1] + line)
    room = w - shift - (wide + 10 if both else 0.0)
    canvas.text(dare, place, size, "brass", "bold", max_width=room)


def _draw_chips(
    canvas: Canvas, box: Box, rows: Sequence[ClosedRow], pressed: int, keys: int
) -> float:
    """Return a chip for each of the last rows with its hits, and one for the row that fills.

    They stand at the right of `box`; returns where they begin.
    """
    x, y, w, h = box
    wide, gap = CHIP[0], 6.0
    whole = -(-keys // ROW) if keys else len(rows) + 1
    first = max(0, min(len(rows) - MOST_CHIPS + 1, whole - MOST_CHIPS))
    shown = range(first, min(whole, first + MOST_CHIPS))
    left = x + w - len(shown) * (wide + gap) + gap
    for place, number in enumerate(shown):
        chip: Box = (left + place * (wide + gap), y, wide, h)
        middle = (chip[0] + wide / 2, y + h / 2)
        if number < len(rows):
            ink = HIT if rows[number].hits > CHANCE_OF_HIT * ROW else MISS
            canvas.panel(chip, "raised", ink, 2, 6)
            canvas.text(str(rows[number].hits), middle, NOTE, ink, "bold", "centre")
            continue
        filled = pressed - number * ROW if number == len(rows) else 0
        canvas.panel(chip, "raised", "line", 1.5, 6)
        if filled > 0:
            canvas.rect((chip[0] + 4, y + h - 8, (wide - 8) * filled / ROW, 4), "quiet", 2)
    return left
