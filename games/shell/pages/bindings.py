"""The row that shows and changes the keys and buttons of one action, and the wait for a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.prose import share_width
from games.shell.draw.roles import WARNING
from games.shell.draw.theme import NOTE, TEXT
from games.shell.input import Captured, InputEvent, Pointer, Press, binding_label
from games.shell.pages.overlays import Overlay
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, draw_fitted
from games.shell.widgets.form import Look, Widget, inside

# Chosen by eye; the width is in units.
WAIT_SECONDS = 6.0
MOST_BINDINGS = 5
LABEL_WIDTH = 220.0
LABEL_TALL = 56.0  # two lines of larger text, a little beyond the row
ADD, RESET = "add", "reset"


class BindingRow(Widget):
    """An action, its bindings as cells, then a cell to add one and, if changed, one to reset.

    `chosen` is called with the binding of a cell, or `ADD` or `RESET`. `others` names the actions
    that share a binding with this one, and `shared` has those bindings.
    """

    def __init__(self, label: str, chosen: Callable[[str], None], hint: str = "") -> None:
        super().__init__(hint)
        self.label, self.chosen = label, chosen
        self.bindings: tuple[str, ...] = ()
        self.changed = False
        self.others = ""
        self.shared: frozenset[str] = frozenset()
        self.cursor = 0
        self.boxes: list[tuple[Box, str]] = []

    def show(
        self, bindings: Sequence[str], changed: bool, others: str, shared: frozenset[str]
    ) -> None:
        """Show these bindings from now on."""
        self.bindings, self.changed = tuple(bindings), changed
        self.others, self.shared = others, shared
        self.cursor = min(self.cursor, len(self.cells) - 1)

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells to choose from, from left to right."""
        return (*self.bindings, ADD, *((RESET,) if self.changed else ()))

    def direction(self, action: str) -> bool:
        """Go through the cells with left and right."""
        goal = self.cursor + {"left": -1, "right": 1}.get(action, 0)
        if goal == self.cursor or not 0 <= goal < len(self.cells):
            return action in ("left", "right")
        self.cursor = goal
        return True

    def activate(self) -> None:
        """Take the cell under the cursor."""
        self.chosen(self.cells[self.cursor])

    def pointer(self, event: Pointer) -> bool:
        """Take the cell under the mouse."""
        if event.kind == "down" and event.button == 1:
            for number, (box, cell) in enumerate(self.boxes):
                if inside(box, event.x, event.y):
                    self.cursor = number
                    self.chosen(cell)
                    break
        return True

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw label, cells, and a warning where a binding serves another action, too."""
        x, y, w, h = self.box
        if look.focused or look.hovered:
            canvas.rect(self.box, canvas.theme.mix("ink", "raised", 0.9), 8)
        middle = y + 26
        draw_fitted(canvas, self.label, (x + 12, middle), LABEL_WIDTH - 24, height=LABEL_TALL)
        self._place(canvas)
        for number, (box, cell) in enumerate(self.boxes):
            self._draw_cell(canvas, box, cell, look.focused and number == self.cursor)
        if self.others:
            canvas.icon("warning", (x + LABEL_WIDTH + 10, y + h - 14), 18, WARNING)
            place = (x + LABEL_WIDTH + 28, y + h - 14)
            canvas.text(self.others, place, NOTE, WARNING, max_width=w - LABEL_WIDTH - 40)

    def _place(self, canvas: Canvas) -> None:
        x, y, w, _ = self.box
        signs = len(self.cells) - len(self.bindings)
        room = w - LABEL_WIDTH - 12 - 48 * signs - 8 * len(self.bindings)
        natural = [max(48.0, canvas.text_width(binding_label(b), TEXT) + 25) for b in self.bindings]
        widths = [*share_width(natural, room), *[40.0] * signs]
        left, self.boxes = x + LABEL_WIDTH, []
        for cell, wide in zip(self.cells, widths, strict=True):
            self.boxes.append(((left, y + 7, wide, 38), cell))
            left += wide + 8

    def _draw_cell(self, canvas: Canvas, box: Box, cell: str, focused: bool) -> None:
        x, y, w, h = box
        middle = (x + w / 2, y + h / 2)
        if cell in (ADD, RESET):
            ink = "brass" if focused else "quiet"
            canvas.icon("plus" if cell == ADD else "undo", middle, 20, ink)
        else:
            edge = WARNING if cell in self.shared else "line"
            canvas.panel(box, "raised", edge, 1.5, 8)
            canvas.text(binding_label(cell), middle, TEXT, align="centre", max_width=w - 12)
        if focused:
            canvas.outline((x - 3, y - 3, w + 6, h + 6), "brass", 3, 11)


class Capture(Overlay):
    """Waits for the next key or button; `taken` hears it, or "" to take the old one away."""

    def __init__(
        self, shell: Shell, action: str, old: str, taken: Callable[[str], None], removable: bool
    ) -> None:
        self.removable = removable
        self.taken, self.old = taken, old
        self.left = WAIT_SECONDS
        text = "Press a key or a button of a gamepad."
        if removable:
            text += f" {binding_label(old)} again takes it away."
        super().__init__(shell, action, f"{text}\nEsc leaves all as it was. So does waiting.")

    def widgets(self) -> Sequence[Button]:
        """Return buttons for the mouse: keys and gamepad are what is waited for."""
        cancel = Button("Cancel", self.cancel)
        if not self.removable:
            return (cancel,)
        remove = Button("Take it away", self._remove, icon="trash")
        return (remove, cancel)

    def enter(self) -> None:
        """Begin to listen."""
        self.shell.input.capturing = True
        self.form.focus = -1

    def handle(self, event: InputEvent) -> bool:
        """End the wait on the first key or button."""
        if isinstance(event, Captured):
            self._captured(event.binding)
            return True
        return True if isinstance(event, Press) else super().handle(event)

    def _captured(self, binding: str) -> None:
        if binding == "key:escape" and self.old != binding:
            self.cancel()
        elif binding == self.old and self.removable:
            self._remove()
        else:
            self._end(binding)

    def _remove(self) -> None:
        self._end("")

    def _end(self, binding: str) -> None:
        self.cancel()
        self.taken(binding)

    def update(self, dt: float) -> None:
        """Leave after some waiting, too, so that a gamepad alone can."""
        self.left -= dt
        if self.left <= 0:
            self.cancel()

    def next_frame(self) -> float | None:
        """Return the time to the next step of the bar of the time left."""
        return 0.5 if self.shell.theme.reduced_motion else 0.0

    def draw(self, canvas: Canvas) -> None:
        """Draw the panel, and how much time is left along its lower edge."""
        super().draw(canvas)
        x, y, w, h = self.box
        share = max(0.0, self.left / WAIT_SECONDS)
        canvas.rect((x + 16, y + h - 8, (w - 32) * share, 3), "brass", 1.5)

    def leave(self) -> None:
        """Stop listening."""
        self.shell.input.capturing = False

    focus_lost = Overlay.cancel
