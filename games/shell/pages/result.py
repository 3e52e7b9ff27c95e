"""The page after a match: how it ended, what the machine found out, and a rematch."""

from __future__ import annotations

from collections.abc import Callable

from games.mind import Lines, Mind
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, GAP, TEXT, TITLE
from games.shell.draw.tween import Springs
from games.shell.input import InputEvent, Pointer, Press, Wheel
from games.shell.mind.items import REPORT_STYLE, draw_items, lay_out, line_boxes
from games.shell.pages.today import copy_line
from games.shell.shell import Scene, Shell
from games.shell.table import Table
from games.shell.widgets.basic import Button, Form, inside

OUTCOME_COLOURS = {"won": "sky", "lost": "orange", "drawn": "paper"}
REST_SECONDS, LONGEST_REST = 0.6, 2.0
"""Keys that were meant for the game do nothing here: until none was pressed for the first, and
at most for the second."""
FADE = 48.0  # units over which a column that goes on fades; by eye
ZOOM = 1.2
"""How much larger the pictures of a mind are here than in its panel."""
OUTCOME_ICONS = {"won": "trophy", "lost": "mind", "drawn": "check"}


class ResultPage(Scene):
    """Shows the report of a finished match in two columns, with buttons below.

    Rows that tell of turns can be chosen with the mouse, or with up from the buttons and confirm.
    """

    def __init__(self, shell: Shell, table: Table) -> None:
        super().__init__(shell)
        self.table = table
        self.title = table.title
        self.report = table.final_report()
        self.springs = Springs(0.6)
        self.offset = 0.0
        self._tall = 0.0
        self._view = 0.0
        self._rested = 0.0
        self._age = 0.0
        self.rows: list[tuple[Box, int]] = []
        self.row: int | None = None
        self.rows_between: tuple[float, float] = (0.0, 0.0)
        self.form = Form(
            (
                Button("Rematch", self._rematch, "main", "redo"),
                Button("Change", self._change, icon="edit"),
                *(
                    Button(label, self._leaving(act), icon=icon)
                    for label, icon, act in table.result_entries()
                ),
                *self._sharing(),
                Button("Arcade", self._home, icon="back"),
            ),
            shell.play_sound,
        )

    def _sharing(self) -> list[Button]:
        """After today's match: a button that copies the line to share."""
        line = self.table.session.day_line
        copy = Button("Copy", lambda: copy_line(self.shell, line), icon="copy")
        return [copy] if line else []

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
        self.shell.pop()
        self.shell.replace(
            self.shell.doors.setup(self.shell, self.table.setup.game, self.table.setup)
        )

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
            if self._move_row(event.action):
                return True
            if event.action in ("up", "down", "page_up", "page_down"):
                step = 240 if event.action.startswith("page") else 60
                self._scroll(-step if event.action.endswith("up") else step)
                return True
        if isinstance(event, Wheel):
            self._scroll(-event.turn * 60)
            return True
        if isinstance(event, Pointer):
            self.row = None
            row = self._row_under(event.x, event.y)
            if row is not None and event.kind == "down" and event.button == 1:
                self._show(row)
                return True
        return self.form.handle(event)

    # -- rows that tell of a turn --------------------------------------------------------

    def _row_under(self, x: float, y: float) -> int | None:
        top, bottom = self.rows_between
        if not top <= y < bottom:
            return None
        return next((n for n, (box, _) in enumerate(self.rows) if inside(box, x, y)), None)

    def _show(self, row: int) -> None:
        turn = self.rows[row][1]
        self.shell.play_sound("press")
        self.shell.pop()
        self.table.show_turn(turn)

    def _move_row(self, action: str) -> bool:
        """Up from the buttons, then up and down through the rows; True where that was meant."""
        if not self.rows or action not in ("up", "down", "confirm", "left", "right"):
            return False
        if self.row is None:
            if action != "up":
                return False
            seen = [n for n, (box, _) in enumerate(self.rows) if box[1] < self.rows_between[1] - 24]
            self.row = seen[-1] if seen else 0  # the lowest that is in view
        elif action == "confirm":
            self._show(self.row)
            return True
        elif action in ("left", "right") or (action == "down" and self.row == len(self.rows) - 1):
            self.row = None
            return action == "down"
        elif action == "up" and self.row == 0:
            self._scroll(-60)
            return True
        else:
            self.row += 1 if action == "down" else -1
        self.bring_into_view(self.rows[self.row][0])
        return True

    def bring_into_view(self, box: Box) -> None:
        """Scroll until the row with this `box` can be seen."""
        top, bottom = self.rows_between
        self._scroll(min(0.0, box[1] - 8 - top) + max(0.0, box[1] + box[3] + 8 - bottom))

    def _draw_rows(self, canvas: Canvas) -> None:
        """An outline at the row that would be chosen."""
        row = self.row
        if row is None:
            row = self._row_under(*self.shell.input.state.pointer)
        if row is not None and row < len(self.rows):
            x, y, w, h = self.rows[row][0]
            canvas.outline((x - 10, y, w + 20, h), "brass", 3, 9)

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
        mood = self.report.outcome
        canvas.icon(OUTCOME_ICONS[mood], (EDGE + 28, 76), 56, OUTCOME_COLOURS[mood])
        room = canvas.width - 2 * EDGE - 80
        canvas.text(
            self.report.headline, (EDGE + 76, 76), TITLE - 12, "paper", "title", max_width=room
        )
        y = 124.0
        lacking = self.table.session.keeping.lacking
        for line in (*((lacking,) if lacking else ()), *self.report.lines):
            y += (
                canvas.paragraph(line, (EDGE, y), canvas.width - 2 * EDGE, TEXT, "quiet", most=3)
                + 4
            )
        self._draw_columns(canvas, y + GAP / 2, canvas.height - 108)
        focus = self.form.focus
        self.form.focus = focus if self.row is None else -1
        self.form.draw(canvas)
        self.form.focus = focus

    def _draw_columns(self, canvas: Canvas, top: float, bottom: float) -> None:
        width = (canvas.width - 2 * EDGE - 2 * GAP) / 2
        self._view, self.rows_between, self.rows = bottom - top, (top, bottom), []
        with canvas.zoomed(ZOOM):
            half = half_of(canvas, self.report.items, width / ZOOM)
        columns = (self.report.items[:half], self.report.items[half:])
        tall = 0.0
        with canvas.clip((0, top, canvas.width, bottom - top)):
            for number, items in enumerate(columns):
                left = EDGE + number * (width + 2 * GAP)
                box = _scale_box((left, top - self.offset, width, bottom - top), 1 / ZOOM)
                with canvas.zoomed(ZOOM):
                    tall = max(tall, ZOOM * draw_items(canvas, items, box, self.springs))
                    self._find_rows(canvas, items, box, half * number)
            self._draw_rows(canvas)
        self._tall = tall
        if tall > self._view + 1:
            self._draw_edges(canvas, top, bottom)
            share = self._view / tall
            mark = top + (self._view * (1 - share)) * self.offset / max(1.0, tall - self._view)
            canvas.rect((canvas.width - 16, mark, 4, self._view * share), "line", 2)

    def _draw_edges(self, canvas: Canvas, top: float, bottom: float) -> None:
        """Shadows where the columns go on above or below, so that no row is cut in half."""
        if self.offset > 0.5:
            canvas.shade((0, top, canvas.width, FADE), "ink", 255, 0)
        if self.offset < self._tall - self._view - 0.5:
            canvas.shade((0, bottom - FADE, canvas.width, FADE), "ink", 0, 255)
            canvas.icon("down", (canvas.width / 2, bottom - 12), 20, "brass")

    def _find_rows(self, canvas: Canvas, items: Mind, box: Box, first: int) -> None:
        """Where the rows of these items lie that tell of turns; `first` is their first's number."""
        for number, placed in enumerate(lay_out(canvas, items, box[2], REPORT_STYLE)[0], first):
            turns = self.report.turns[number] if number < len(self.report.turns) else ()
            if not turns or not isinstance(placed.item, Lines):
                continue
            place = (box[0], box[1] + placed.top, box[2], placed.height)
            boxes = line_boxes(canvas, placed.item, place, REPORT_STYLE)
            boxes = [_scale_box(row, ZOOM) for row in boxes]
            self.rows += list(zip(boxes, turns, strict=True))


def _scale_box(box: Box, factor: float) -> Box:
    return box[0] * factor, box[1] * factor, box[2] * factor, box[3] * factor


def half_of(canvas: Canvas, items: Mind, width: float) -> int:
    """How many items stand in the left column, so that both are about as high."""
    placed, total = lay_out(canvas, items, width, REPORT_STYLE)
    ends = [abs(total / 2 - item.top) for item in placed[1:]]
    return ends.index(min(ends)) + 1 if ends else len(items)
