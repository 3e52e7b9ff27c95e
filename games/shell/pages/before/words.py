"""The words on the large opponent of the page before a game."""

from __future__ import annotations

from typing import Final

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import HEADING, LABEL, TEXT, TITLE
from games.shell.pages.before.sentences import PortraitWords

BETWEEN: Final = 12.0  # units between two paragraphs; chosen by eye


def draw_words(canvas: Canvas, told: PortraitWords, noticed: str, box: Box, middle: float) -> None:
    """Draw the words on an opponent in a `box`, around the height `middle` where they can be.

    `noticed` is what the opponent learned in the last match, or "". What does not fit is left out
    from the end.
    """
    left, top, room, high = box
    sizes = (TITLE - 8, 48, 40, HEADING)
    fits = (s for s in sizes if canvas.text_width(told.name, s, "title") <= room)
    line, colour = (told.hindrance, "brass") if told.hindrance else (told.line, "paper")
    step = "brass" if told.offered else "quiet"
    parts = [
        (told.name, next(fits, HEADING), "paper", "title", 2),
        (told.rank, LABEL, "brass", "bold", 2),
        (line, TEXT if told.hindrance else LABEL, colour, "text", 6),
        (told.belt, TEXT, "quiet", "text", 2),
        (told.standing, LABEL, "quiet", "text", 1),
        (told.step, LABEL if told.offered else TEXT, step, "text", 3),
        (noticed, TEXT, "brass", "text", 3),
        (told.rating, TEXT, "quiet", "text", 2),
    ]
    talls = [
        min(most, len(canvas.wrap(text, room, s, face))) * canvas.line_height(s, face) + BETWEEN
        for text, s, _, face, most in parts
        if text
    ]
    shown = [part for part in parts if part[0]]
    while sum(talls) - BETWEEN > high and len(shown) > 1:
        del talls[-1], shown[-1]
    tall = sum(talls)
    top = max(top, min(middle - tall / 2, top + high - tall + BETWEEN))
    for text, s, ink, face, most in shown:
        top += canvas.paragraph(text, (left, top), room, s, ink, face, most=most) + BETWEEN
