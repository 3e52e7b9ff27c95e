"""The map of a player's progress: a constellation for each game, a star for each mind.

A mind that is beaten is a large star with a glow, one that is not a small ring; the next one has a
second ring. The more are beaten, the brighter is the whole constellation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.session.progress import Climb, beaten_words, next_climb
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import LABEL, NOTE, TEXT
from games.shell.pages.knowing.sky import draw_dust, draw_star
from games.shell.widgets.form import Look, Widget
from games.store.statistics import Statistics

ALL: Final = "All games"
HEAD: Final = 50.0  # units, chosen by eye, as all below
TALL: Final = 108.0
STEP: Final = 8.0
COLUMNS: Final = 3
HEIGHTS: Final = (0.62, 0.3, 0.5, 0.18, 0.72, 0.4, 0.8, 0.26)
"""Where stars stand between top and bottom, in turn."""
BRIGHT: Final = 7.0
DIM: Final = 4.5


class MapHead(Widget):
    """The number of beaten minds in all, and the next one."""

    focusable = False

    def __init__(self, climbs: Sequence[Climb], statistics: Statistics) -> None:
        super().__init__()
        self.box = (0, 0, 0, HEAD)
        self.told = beaten_words(climbs)
        goal = next_climb(climbs, statistics)
        agent = None if goal is None else goal.next
        self.next = "" if goal is None or agent is None else f"Next: {agent.name}, {goal.title}"

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the count, and the next mind behind it."""
        x, y, w, h = self.box
        used = canvas.text(self.told, (x, y + h / 2), LABEL, "paper", "title")
        room = w - used - 24
        size = TEXT if canvas.text_width(self.next, TEXT) <= room else NOTE
        canvas.text(self.next, (x + w, y + h / 2), size, "brass", "text", "right", room)


class Constellation(Widget):
    """The minds of a game as stars; a press opens the page before the game, the next mind chosen.

    `opened` gets the climb.
    """

    def __init__(self, climb: Climb, opened: Callable[[Climb], None]) -> None:
        agent = climb.next
        hint = f"Meet {agent.name} in {climb.title}." if agent else f"Open {climb.title}."
        super().__init__(hint)
        self.climb, self.opened = climb, opened
        self.box = (0, 0, 0, TALL)

    def activate(self) -> None:
        """Open the page before the game."""
        self.opened(self.climb)

    @property
    def told(self) -> str:
        """The next mind, or why there is none."""
        agent = self.climb.next
        if agent is not None:
            return f"Next: {agent.name}"
        if not self.climb.minds:
            return "Here you play for records."
        whole = self.climb.beaten == len(self.climb.minds)
        return "All beaten" if whole else "The others cannot be met now."

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the night, the stars, and the words above and below them."""
        x, y, w, h = self.box
        theme, minds = canvas.theme, self.climb.minds
        share = self.climb.beaten / len(minds) if minds else 0.0
        canvas.rect(self.box, theme.mix("ink", "raised", 0.5 + 0.5 * share), 12)
        with canvas.clip(self.box):
            draw_dust(canvas, self.box)
        line = canvas.line_height(NOTE)
        count = f"{self.climb.beaten} of {len(minds)}" if minds else ""
        room = w - 36 - canvas.text_width(count, NOTE, "bold")
        title = (x + 12, y + 4 + line / 2)
        canvas.text(self.climb.title, title, NOTE, "paper", "bold", max_width=room)
        canvas.text(count, (x + w - 12, title[1]), NOTE, "brass", "bold", "right")
        foot = (x + 12, y + h - 4 - line / 2)
        canvas.text(self.told, foot, NOTE, "quiet", max_width=w - 24)
        self._draw_stars(canvas, (x + 22, y + line + 10, w - 44, h - 2 * line - 20))
        self.ring(canvas, look)
        if look.hovered and not look.focused:
            canvas.outline(self.box, "brass", 2, 12)

    def _draw_stars(self, canvas: Canvas, box: Box) -> None:
        minds, places = self.climb.minds, star_places(len(self.climb.minds), box)
        for number in range(1, len(minds)):
            lit = minds[number - 1].beaten and minds[number].beaten
            tint = canvas.theme.mix("ink", "brass", 0.75 if lit else 0.22)
            canvas.polyline(places[number - 1 : number + 1], tint, 2 if lit else 1)
        goal = self.climb.next
        for mind, place in zip(minds, places, strict=True):
            if mind.beaten:
                draw_star(canvas, place, BRIGHT)
                continue
            canvas.circle(place, DIM, canvas.theme.mix("raised", "brass", 0.35))
            canvas.circle(place, DIM - 1.5, "ink")
            if goal is not None and mind.agent.id == goal.id:
                canvas.ring(place, DIM + 4, "paper", 1.5)


def star_places(count: int, box: Box) -> list[Point]:
    """Return the places of stars in a `box`, from left to right, always the same."""
    x, y, w, h = box
    step = w / max(1, count - 1)
    across = [x + w / 2] if count == 1 else [x + step * number for number in range(count)]
    return [(at, y + h * HEIGHTS[number % len(HEIGHTS)]) for number, at in enumerate(across)]


def place_map(widgets: Sequence[Widget], x: float, y: float, width: float) -> None:
    """Place the head above the constellations, those in rows of three."""
    widgets[0].box = (x, y, width, HEAD)
    wide = (width - STEP * (COLUMNS - 1)) / COLUMNS
    for number, widget in enumerate(widgets[1:]):
        row, column = divmod(number, COLUMNS)
        top = y + HEAD + STEP + row * (TALL + STEP)
        widget.box = (x + column * (wide + STEP), top, wide, TALL)
