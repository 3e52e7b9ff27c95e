"""The page after a match: how it ended, what the machine found out, and a rematch."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ai.core import Mind
from games.shell.canvas import Canvas
from games.shell.input import InputEvent, Pointer, Press, Wheel
from games.shell.mindpaint import REPORT_STYLE, draw_items, lay_out
from games.shell.scene import Scene
from games.shell.theme import EDGE, GAP, TEXT, TITLE
from games.shell.tween import Springs
from games.shell.widgets import Button, Form

if TYPE_CHECKING:
    from games.shell.app import Shell
    from games.shell.table import Table

MOOD_COLOURS = {"won": "sky", "lost": "orange", "drawn": "paper"}
REST_SECONDS, LONGEST_REST = 0.6, 2.0
"""Keys that were meant for the game do nothing here: until none was pressed for the first, and
at most for the second."""
MOOD_ICONS = {"won": "trophy", "lost": "mind", "drawn": "check"}


class ResultPage(Scene):
    """Shows the report of a finished match in two columns, with buttons below."""

    def __init__(self, shell: Shell, table: Table) -> None:
        super().__init__(shell)
        self.table = table
        self.title = table.title
        self.report = table.report()
        self.springs = Springs(0.6)
        self.offset = 0.0
        self._tall = 0.0
        self._view = 0.0
        self._rested = 0.0
        self._age = 0.0
        self.form = Form(
            (
                Button(self.tr("result.rematch"), self._rematch, "main", "redo"),
                Button(self.tr("result.change"), self._change, icon="edit"),
                *(
                    Button(label, self._leaving(act), icon=icon)
                    for label, icon, act in table.result_entries()
                ),
                Button(self.tr("result.arcade"), self._home, icon="back"),
            ),
            shell.play_sound,
        )

    def _leaving(self, action: Callable[[], None]) -> Callable[[], None]:
        """An action of the game, run at its table."""

        def run() -> None:
            self.shell.pop()
            action()

        return run

    def _rematch(self) -> None:
        self.shell.pop()
        self.table.restart()

    def _change(self) -> None:
        from games.shell.opening import SetupPage

        self.shell.pop()
        self.shell.replace(SetupPage(self.shell, self.table.setup.game, self.table.setup))

    def _home(self) -> None:
        self.shell.back_to(self.shell.stack[0])

    def layout(self, width: float, height: float) -> None:
        """Buttons in a row at the bottom."""
        wide = min(200.0, (width - 2 * EDGE + 16) / len(self.form.widgets) - 16)
        for number, button in enumerate(self.form.widgets):
            tall = 56.0 if wide > 190 else 48.0
            button.box = (EDGE + number * (wide + 16), height - 56 - tall / 2, wide, tall)

    def handle(self, event: InputEvent) -> bool:
        """Buttons, scrolling, help, and back to the arcade; nothing before hands are at rest."""
        if self.resting and isinstance(event, Press) and event.action not in ("fullscreen", "mute"):
            self._rested = 0.0
            return True
        if self.resting and isinstance(event, Pointer) and event.kind == "down":
            return True
        if isinstance(event, Press):
            if event.action == "help" and not event.repeat:
                self.table.open_help()
                return True
            if event.action == "back":
                self._home()
                return True
            if event.action in ("up", "down", "page_up", "page_down"):
                step = 240 if event.action.startswith("page") else 60
                self._scroll(-step if event.action.endswith("up") else step)
                return True
        if isinstance(event, Wheel):
            self._scroll(-event.turn * 60)
            return True
        return self.form.handle(event)

    def _scroll(self, by: float) -> None:
        self.offset = min(max(0.0, self.offset + by), max(0.0, self._tall - self._view))

    @property
    def resting(self) -> bool:
        """Whether the page waits for keys that were meant for the game to be over."""
        return self._rested < REST_SECONDS and self._age < LONGEST_REST

    def update(self, dt: float) -> None:
        """Let the pictures grow."""
        self._rested += dt
        self._age += dt
        self.springs.still = self.shell.theme.reduced_motion
        self.springs.update(dt)

    def next_frame(self) -> float | None:
        """At once while something grows or hands come to rest."""
        return 0.0 if self.springs.moving or self.resting else None

    def draw(self, canvas: Canvas) -> None:
        """Headline, sentences, two columns of pictures, buttons."""
        canvas.fill("ink")
        mood = self.report.mood
        canvas.icon(MOOD_ICONS[mood], (EDGE + 28, 76), 56, MOOD_COLOURS[mood])
        room = canvas.width - 2 * EDGE - 80
        canvas.text(
            self.report.headline, (EDGE + 76, 76), TITLE - 12, "paper", "title", max_width=room
        )
        y = 124.0
        for line in self.report.lines:
            y += (
                canvas.paragraph(line, (EDGE, y), canvas.width - 2 * EDGE, TEXT, "quiet", most=3)
                + 4
            )
        self._draw_columns(canvas, y + GAP / 2, canvas.height - 108)
        self.form.draw(canvas)

    def _draw_columns(self, canvas: Canvas, top: float, bottom: float) -> None:
        width = (canvas.width - 2 * EDGE - 2 * GAP) / 2
        self._view = bottom - top
        half = half_of(canvas, self.report.items, width)
        columns = (self.report.items[:half], self.report.items[half:])
        tall = 0.0
        with canvas.clip((0, top, canvas.width, bottom - top)):
            for number, items in enumerate(columns):
                left = EDGE + number * (width + 2 * GAP)
                box = (left, top - self.offset, width, bottom - top)
                tall = max(tall, draw_items(canvas, items, box, self.springs))
        self._tall = tall
        if tall > self._view + 1:
            share = self._view / tall
            mark = top + (self._view * (1 - share)) * self.offset / max(1.0, tall - self._view)
            canvas.rect((canvas.width - 16, mark, 4, self._view * share), "line", 2)


def half_of(canvas: Canvas, items: Mind, width: float) -> int:
    """How many items stand in the left column, so that both are about as high."""
    placed, total = lay_out(canvas, items, width, REPORT_STYLE)
    ends = [abs(total / 2 - item.top) for item in placed[1:]]
    return ends.index(min(ends)) + 1 if ends else len(items)
