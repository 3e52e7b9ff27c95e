"""What lies over a scene: toasts, cards, dialogs, the pause page, and the too-small window."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import HEADING, MOVE_SECONDS, TEXT
from games.shell.draw.tween import ease_out
from games.shell.input import InputEvent, Press
from games.shell.scene import Scene
from games.shell.widgets.basic import Button, Form, Widget

if TYPE_CHECKING:
    from games.shell.app import Shell

TOAST_SECONDS = 6.0
TOASTS = 2
TOASTS_HIGH = 108.0
"""How far down from the top toasts reach at most: above it no page has its tabs or rows."""
_MOST_LINES = 8
_FIGURES = re.compile(r"[0-9]+([.,][0-9]+)*")


class Toast(NamedTuple):
    """A sentence, how long it has been shown and how long it is to be, in seconds.

    One that `stays` is not of the scene it was said in, and does not go with it.
    """

    text: str
    age: float
    lasts: float
    stays: bool = False

    @property
    def topic(self) -> str:
        """What it is about: sentences that differ in figures alone replace each other."""
        return _FIGURES.sub("", self.text)


class Toasts:
    """Sentences shown at the top for a few seconds, at most two at a time."""

    def __init__(self) -> None:
        self._shown: list[Toast] = []

    @property
    def texts(self) -> tuple[str, ...]:
        """What is shown now, the newest last."""
        return tuple(toast.text for toast in self._shown)

    def add(self, sentence: str, stays: bool = False) -> None:
        """Show a sentence as long as it takes to read; one about the same thing goes."""
        new = Toast(sentence, 0.0, min(TOAST_SECONDS, 2.5 + len(sentence) / 20), stays)
        self._shown = [toast for toast in self._shown if toast.topic != new.topic]
        self._shown = [*self._shown, new][-TOASTS:]

    def leave_scene(self) -> None:
        """Another scene is on top: what was said before goes, what is said at this moment stays."""
        self._shown = [toast for toast in self._shown if toast.stays or toast.age == 0.0]

    def update(self, dt: float) -> bool:
        """Let time pass; True while something is shown."""
        before = bool(self._shown)
        aged = [toast._replace(age=toast.age + dt) for toast in self._shown]
        self._shown = [toast for toast in aged if toast.age < toast.lasts]
        return before

    def next_frame(self) -> float | None:
        """Seconds until something changes by itself."""
        if not self._shown:
            return None
        fresh = any(toast.age < MOVE_SECONDS for toast in self._shown)
        return 0.0 if fresh else min(toast.lasts - toast.age for toast in self._shown)

    def draw(self, canvas: Canvas, place: tuple[float, float, float]) -> list[Box]:
        """Draw the sentences in a strip (left, top, width), newest last; returns where.

        Where both do not fit the height there is for them, the newest stands alone.
        """
        left, top, width = place
        boxes = self._boxes(canvas, left, top, width, self._shown)
        if len(boxes) > 1 and boxes[-1][1] + boxes[-1][3] > TOASTS_HIGH:
            boxes = self._boxes(canvas, left, top, width, self._shown[-1:])
        for toast, box in zip(self._shown[-len(boxes) :], boxes, strict=False):
            self._draw_one(canvas, toast, box)
        return boxes

    def _boxes(
        self, canvas: Canvas, left: float, top: float, width: float, shown: Sequence[Toast]
    ) -> list[Box]:
        boxes = []
        for toast in shown:
            lines = min(3, len(canvas.wrap(toast.text, width - 72, TEXT)))
            boxes.append((left, top, width, canvas.line_height(TEXT) * lines + 16))
            top += boxes[-1][3] + 6
        return boxes

    def _draw_one(self, canvas: Canvas, toast: Toast, box: Box) -> None:
        x, y, w, h = box
        shown = 1.0 if canvas.theme.reduced_motion else min(1.0, toast.age / MOVE_SECONDS)
        y -= (1 - ease_out(shown)) * 40
        canvas.panel((x, y, w, h), "high", "brass", 1.5)
        canvas.icon("info", (x + 30, y + h / 2), 24, "brass")
        canvas.paragraph(toast.text, (x + 56, y + 8), w - 72, TEXT, most=3)


def draw_small_window(canvas: Canvas, text: str) -> None:
    """Say that the window is too small, in as much room as there is."""
    surface = canvas.surface
    surface.fill(canvas.theme["ink"])
    width, height = surface.get_size()
    if width < 60 or height < 24:
        return
    small = canvas.sibling(surface, (width, height))
    size = max(10.0, min(24.0, width / 16))
    lines = small.wrap(text, width - 16, size)
    tall = small.line_height(size) * len(lines)
    small.paragraph(
        text, (width / 2, max(4.0, (height - tall) / 2)), width - 16, size, align="centre"
    )


class Overlay(Scene):
    """A panel in the middle with a title, some text and buttons, over the scene below."""

    overlay = True
    width = 560.0

    def __init__(self, shell: Shell, title: str, text: str = "") -> None:
        super().__init__(shell)
        self.title, self.text = title, text
        self.form = Form((), shell.play_sound)
        self.form.widgets = list(self.widgets())
        self.form.wraps = True
        self.form.focus_first()
        self._size = (0.0, 0.0)
        self._box = (0.0, 0.0, 0.0, 0.0)

    def widgets(self) -> Sequence[Widget]:
        """The buttons, from top to bottom."""
        return ()

    def layout(self, width: float, height: float) -> None:
        """Centre the panel; its height follows from the text, once a canvas can measure it."""
        self._size = (width, height)
        self._place(30.0 * min(_MOST_LINES, len(self.text) // 48 + 1))

    def _place(self, body: float) -> None:
        width, height = self._size
        buttons = self.form.widgets
        body = body + 16 if self.text else 0.0
        pitch = min(64.0, (height - 136 - body) / max(1, len(buttons)))
        tall = 104 + body + pitch * len(buttons) + 16
        left, top = (width - self.width) / 2, (height - tall) / 2
        self._box = (left, top, self.width, tall)
        for number, widget in enumerate(buttons):
            place = top + 104 + body + pitch * number
            widget.box = (left + 32, place, self.width - 64, pitch - 12)

    def draw(self, canvas: Canvas) -> None:
        """Darken what is below and draw the panel."""
        lines = canvas.wrap(self.text, self.width - 64, TEXT) if self.text else ()
        self._place(canvas.line_height(TEXT) * min(_MOST_LINES, len(lines)))
        canvas.rect((-400, -400, canvas.width + 800, canvas.height + 800), "ink", alpha=190)
        canvas.panel(self._box, "raised", "line", 2, 16)
        x, y, w, _ = self._box
        canvas.text(self.title, (x + w / 2, y + 56), HEADING, "paper", "title", "centre", w - 48)
        if self.text:
            place = (x + 32, y + 96)
            canvas.paragraph(self.text, place, w - 64, TEXT, "quiet", most=_MOST_LINES)
        self.form.draw(canvas)

    def handle(self, event: InputEvent) -> bool:
        """Buttons first; back closes."""
        if self.form.handle(event):
            return True
        if isinstance(event, Press) and event.action in ("back", "pause"):
            self.cancel()
            return True
        return False

    def cancel(self) -> None:
        """What back does: close."""
        self.shell.pop()

    @property
    def wants_text(self) -> bool:
        """Whether a text field has the focus."""
        return self.form.wants_text


class Card(Overlay):
    """A message with one button, as after a fault."""

    width = 680.0

    def __init__(self, shell: Shell, title: str, text: str, note: str = "") -> None:
        super().__init__(shell, title, f"{text}\n{note}" if note else text)

    def widgets(self) -> Sequence[Widget]:
        """One button that closes."""
        return (Button("Go on", self.cancel, "main"),)


class Dialog(Overlay):
    """A question with answers; each answer closes the dialog and runs its action.

    The focus begins on the one that cancels: what is asked about would be lost.
    """

    def __init__(
        self,
        shell: Shell,
        title: str,
        text: str,
        answers: Sequence[tuple[str, Callable[[], None]]],
    ) -> None:
        self._answers = list(answers)
        super().__init__(shell, title, text)
        self.form.focus_on(self.form.widgets[-1])

    def widgets(self) -> Sequence[Widget]:
        """A button for each answer, and one to do nothing."""
        buttons = [Button(label, self._answer(action)) for label, action in self._answers]
        return (*buttons, Button("Cancel", self.cancel, "main"))

    def _answer(self, action: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            self.shell.pop()
            action()

        return run


class Pause(Overlay):
    """The game stands still; go on, start again, see help or settings, or leave."""

    def __init__(
        self, shell: Shell, entries: Sequence[tuple[str, str, Callable[[], None]]]
    ) -> None:
        self._entries = list(entries)
        super().__init__(shell, "Paused")

    def widgets(self) -> Sequence[Widget]:
        """A button for each entry (label, icon, action), after the one to go on."""
        first = Button("Go on", self.cancel, "main", "play")
        return (first, *(Button(label, act, icon=icon) for label, icon, act in self._entries))

    def handle(self, event: InputEvent) -> bool:
        """The buttons; the key for help opens it from here, too."""
        if isinstance(event, Press) and event.action == "help" and not event.repeat:
            act = next((act for _, icon, act in self._entries if icon == "help"), None)
            if act is not None:
                act()
                return True
        return super().handle(event)
