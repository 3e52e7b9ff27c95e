"""Measures every line of text that is drawn: none may leave the canvas or touch another."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from games.shell.draw.canvas import Canvas
from games.shell.shell import Scene

MEASURED = 4.0
"""Texts may come as close as this to each other's lines: a line is higher than its letters."""


def listen(monkeypatch: pytest.MonkeyPatch, hear: Callable[[dict[str, Any]], object]) -> None:
    """Let `hear` have each line of text before it is drawn: what `Canvas.text` got, by name."""
    plain = Canvas.text
    form = inspect.signature(plain)

    def heard(*given: Any, **how: Any) -> float:
        told = form.bind(*given, **how)
        told.apply_defaults()
        hear(dict(told.arguments))
        return plain(*given, **how)

    monkeypatch.setattr(Canvas, "text", heard)


def texts_told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are drawn from now on, as a list that grows."""
    told: list[str] = []
    listen(monkeypatch, lambda line: told.append(line["text"]))
    return told


class Line(NamedTuple):
    """A line of text that was drawn, in virtual units."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    whole: bool


class Ruler:
    """Measures every line that is drawn on a canvas and seen."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: list[Line] = []
        self.canvas: Canvas | None = None
        listen(monkeypatch, self.note)

    def note(self, told: dict[str, Any]) -> None:
        canvas, text = told["self"], told["text"]
        if canvas is not self.canvas or not text:
            return
        size, face = told["size"], told["face"]
        most = told["max_width"] or float("inf")
        whole = canvas.text_width(text, size, face) <= most + 0.5 and not text.endswith("…")
        wide = min(canvas.text_width(text, size, face), most)
        tall = canvas.line_height(size, face) - MEASURED
        x, y = told["place"]
        x -= {"left": 0.0, "centre": wide / 2, "right": wide}[told["align"]]
        if canvas.surface.get_clip().collidepoint(canvas.x(x + wide / 2), canvas.y(y)):
            y += (canvas.top - (canvas.surface.get_height() - canvas.height * canvas.scale) / 2) / (
                canvas.scale
            )
            self.lines.append(Line(text, x, y - tall / 2, x + wide, y + tall / 2, whole))

    def draw(self, scene: Scene, canvas: Canvas) -> list[Line]:
        """The lines of a scene, as it is drawn now."""
        self.lines, self.canvas = [], canvas
        scene.draw(canvas)
        return self.lines


def check(lines: list[Line], canvas: Canvas, case: object) -> int:
    """No line leaves the page or touches another; returns how many pairs were compared."""
    for line in lines:
        assert line.left >= 0, (case, line)
        assert line.top >= 0, (case, line)
        assert line.right <= canvas.width + 0.5, (case, line)
        assert line.bottom <= canvas.height, (case, line)
    pairs = 0
    for one, other in itertools.combinations(lines, 2):
        apart = one.right <= other.left or other.right <= one.left
        apart = apart or one.bottom <= other.top or other.bottom <= one.top
        assert apart, (case, one, other)
        pairs += 1
    return pairs


def words(lines: list[Line]) -> int:
    """How many words stand there."""
    return sum(any(letter.isalnum() for letter in w) for line in lines for w in line.text.split())
