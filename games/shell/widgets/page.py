"""The common part of pages that are no table: a heading, and the way out."""

from __future__ import annotations

from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import EDGE, GAP, HEADING
from games.shell.input import InputEvent, Press

MIDDLE = 52.0
"""The middle of a heading, in units from the top; chosen by eye."""


def draw_heading(canvas: Canvas, icon: str, title: str) -> float:
    """Draw a page's `title` beside its `icon`; returns where words beside it may begin."""
    canvas.icon(icon, (EDGE + 18, MIDDLE), 36, "brass")
    left = EDGE + 52
    return left + canvas.text(title, (left, MIDDLE), HEADING, "paper", "title") + GAP


def leaves(event: InputEvent) -> bool:
    """Return whether an event asks to leave a page."""
    return isinstance(event, Press) and event.action in ("back", "pause")
