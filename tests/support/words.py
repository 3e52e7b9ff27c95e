"""Where words stand on a drawn page: which lie under others or under a panel, and which are cut.

`Words` watches the canvas of an arcade while a frame is drawn; it sees every text that is drawn by
`Canvas.text`, and every panel (buttons, cards, toasts).
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import pygame
import pytest

from games.shell.app import App
from games.shell.draw.canvas import Canvas
from tests.support.hands import look

CAPITALS = 0.72
"""The height of capital letters, as a share of the size of type."""
TOUCH = 2
"""Pixels by which neighbours may overlap: a size of type is rounded."""

IN_EVERY_SIZE = pytest.mark.parametrize(
    ("size", "larger"),
    [
        ((800, 600), True),
        pytest.param((800, 600), False, marks=pytest.mark.sweep),
        pytest.param((1280, 720), True, marks=pytest.mark.sweep),
        pytest.param((1280, 720), False, marks=pytest.mark.sweep),
        pytest.param((2560, 1440), False, marks=pytest.mark.sweep),
    ],
)
"""A window's `size`, and whether its text is `larger`; of every day is the one with least room."""


class Word(NamedTuple):
    """A text as it is shown, where it is seen, and whether something of it is missing."""

    text: str
    place: pygame.Rect
    cut: bool


class Words:
    """The words of a frame that are seen when it is done, and where the last panels stand."""

    def __init__(self, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
        self.app = app
        self.seen: list[Word] = []
        self.panels: list[pygame.Rect] = []
        self.covered: list[tuple[Word, pygame.Rect]] = []
        draw_text, draw_panel = Canvas.text, Canvas.panel

        def text(canvas: Canvas, text: str, place: Any, *more: Any, **named: Any) -> float:
            width = draw_text(canvas, text, place, *more, **named)
            if canvas is app.canvas and text and width:
                self._note(text, place, width, _arguments(more, named))
            return width

        def panel(canvas: Canvas, box: Any, *more: Any, **named: Any) -> None:
            if canvas is app.canvas:
                self._cover(canvas.box(box).clip(canvas.surface.get_clip()))
            draw_panel(canvas, box, *more, **named)

        monkeypatch.setattr(Canvas, "text", text)
        monkeypatch.setattr(Canvas, "panel", panel)

    def look(self) -> None:
        """Draw a frame, and see what stands on it."""
        self.seen, self.panels, self.covered = [], [], []
        look(self.app, 0.0)

    def overlaps(self) -> list[str]:
        """What cannot be read: words over words, words half under a panel, words cut short."""
        found = [f"{word.text!r} lies under a panel" for word, _ in self.covered]
        found += [f"{word.text!r} is cut" for word in self.seen if word.cut]
        for one, other in itertools.combinations(self.seen, 2):
            both = one.place.clip(other.place)
            if both.w > TOUCH and both.h > TOUCH:
                found.append(f"{one.text!r} and {other.text!r} overlap")
        return found

    def _note(self, text: str, place: Any, width: float, how: dict[str, Any]) -> None:
        canvas = self.app.canvas
        high = canvas.theme.text_size(how["size"]) * canvas.scale * CAPITALS
        wide = width * canvas.scale
        shift = {"left": 0.0, "centre": 0.5, "right": 1.0}[how["align"]]
        x = canvas.left + place[0] * canvas.scale - shift * wide
        y = canvas.top + place[1] * canvas.scale - high / 2
        room = how["max_width"]
        shown = text
        if room is not None:
            shown = canvas.shorten(text, room, how["size"], how["face"])
        seen = pygame.Rect(round(x), round(y), round(wide), round(high))
        seen = seen.clip(canvas.surface.get_clip())
        if seen.w > 0 and seen.h > 0:
            self.seen.append(Word(shown, seen, shown.endswith("…") and not text.endswith("…")))

    def _cover(self, panel: pygame.Rect) -> None:
        """A panel is drawn: what lies wholly under it is not seen, what lies half under it is hurt.

        One within another's border is a part of that.
        """
        self.panels.append(panel)
        left = []
        for word in self.seen:
            both = word.place.clip(panel)
            if both == word.place:
                continue
            if both.w > TOUCH and both.h > TOUCH:
                self.covered.append((word, panel))
            left.append(word)
        self.seen = left


def _arguments(more: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
    """How a text is drawn, by the names of the parameters of `Canvas.text`."""
    names = ("size", "colour", "face", "align", "max_width", "alpha")
    usual = {"size": 18, "colour": "paper", "face": "text", "align": "left", "max_width": None}
    return usual | dict(zip(names, more, strict=False)) | named
