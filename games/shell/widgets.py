"""What can be touched: buttons, toggles, sliders, choices, lists, text fields, tabs and the form
that holds them.

A widget has a box in virtual units and draws itself in four looks: at rest, hovered, focused
(a brass ring) and disabled. A `Form` owns the focus, moves it with the directions to the
nearest widget that way, and scrolls when its widgets do not fit its view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.shell.canvas import Box, Canvas
from games.shell.input import InputEvent, Pointer, Press, Typed, Wheel
from games.shell.theme import GAP, LABEL, NOTE, TEXT, blend

Callback = Callable[[], None]
DIRECTIONS = ("up", "down", "left", "right")


def inside(box: Box, x: float, y: float) -> bool:
    """Whether a point lies in a box."""
    return box[0] <= x < box[0] + box[2] and box[1] <= y < box[1] + box[3]


@dataclass
class Look:
    """How a widget is to be drawn now."""

    focused: bool = False
    hovered: bool = False
    pressed: bool = False


class Widget:
    """The base of all: a box, a sound, an optional hint that is shown while focused."""

    focusable = True

    def __init__(self, hint: str = "") -> None:
        self.box: Box = (0, 0, 0, 0)
        self.enabled = True
        self.hint = hint

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the widget in this look."""

    def activate(self) -> None:
        """Confirm was pressed, or the widget was clicked."""

    def direction(self, action: str) -> bool:
        """A direction was pressed while focused; True if the widget used it."""
        return False

    def pointer(self, event: Pointer) -> bool:
        """The mouse did something inside the box, or began there; True if used."""
        if event.kind == "down" and event.button == 1:
            self.activate()
            return True
        return False

    def typed(self, event: Typed) -> None:
        """Text was typed while focused."""

    @property
    def wants_text(self) -> bool:
        """Whether typed letters are text for this widget, not actions."""
        return False

    def ring(self, canvas: Canvas, look: Look, radius: float = 12) -> None:
        """The brass focus ring around the box."""
        if look.focused:
            x, y, w, h = self.box
            canvas.outline((x - 4, y - 4, w + 8, h + 8), "brass", 3, radius + 4)


class Button(Widget):
    """A button with a label and, where given, an icon. `kind`: "plain", "main", "quiet"."""

    def __init__(
        self, label: str, action: Callback, kind: str = "plain", icon: str = "", hint: str = ""
    ) -> None:
        super().__init__(hint)
        self.label, self.action, self.kind, self.icon = label, action, kind, icon

    def activate(self) -> None:
        """Run the button's action."""
        if self.enabled:
            self.action()

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the button."""
        theme, (x, y, w, h) = canvas.theme, self.box
        main = self.kind == "main" and self.enabled
        ground = theme["brass"] if main else theme["high" if look.hovered else "raised"]
        if main and look.hovered:
            ground = blend(ground, theme["paper"], 0.25)
        ink = "ink" if main else ("paper" if self.enabled else theme.mix("quiet", "raised", 0.45))
        if self.kind != "quiet" or look.hovered:
            border = None if main else theme.mix("line", "quiet", 0.25 if look.hovered else 0)
            canvas.panel(self.box, ground, border, 1.5)
        self._draw_content(canvas, ink, (x, y, w, h))
        self.ring(canvas, look)

    def _draw_content(self, canvas: Canvas, ink: object, box: Box) -> None:
        x, y, w, h = box
        colour = canvas.colour(ink)  # type: ignore[arg-type]
        size = LABEL if h >= 52 else TEXT
        icon = min(26, h * 0.5) if self.icon else 0
        if not self.label:
            canvas.icon(self.icon, (x + w / 2, y + h / 2), icon, colour)
            return
        room = w - 24 - (icon + 10 if icon else 0)
        label = canvas.shorten(self.label, room, size, "bold")
        width = canvas.text_width(label, size, "bold") + (icon + 10 if icon else 0)
        left = x + (w - width) / 2
        if icon:
            canvas.icon(self.icon, (left + icon / 2, y + h / 2), icon, colour)
            left += icon + 10
        canvas.text(label, (left, y + h / 2), size, colour, "bold")


class Toggle(Widget):
    """A label with a switch: on (to the right, with a tick) or off."""

    def __init__(self, label: str, value: bool, changed: Callable[[bool], None], hint: str = ""):
        super().__init__(hint)
        self.label, self.value, self.changed = label, value, changed

    def activate(self) -> None:
        """Turn the switch."""
        if self.enabled:
            self.value = not self.value
            self.changed(self.value)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the label and the switch."""
        x, y, w, h = self.box
        _row_ground(self, canvas, look)
        ink = "paper" if self.enabled else "quiet"
        canvas.text(self.label, (x + 12, y + h / 2), TEXT, ink, max_width=w - 100)
        track = (x + w - 68, y + h / 2 - 14, 56, 28)
        canvas.panel(track, "brass" if self.value else "ink", "quiet", 1.5, 14)
        knob = (track[0] + (42 if self.value else 14), y + h / 2)
        canvas.circle(knob, 10, "ink" if self.value else "quiet")
        if self.value:
            canvas.icon("check", (track[0] + 18, y + h / 2), 16, "ink")
        self.ring(canvas, look, 8)


def _row_ground(widget: Widget, canvas: Canvas, look: Look) -> None:
    if look.hovered or look.focused:
        canvas.rect(widget.box, canvas.theme.mix("ink", "raised", 0.9), 8)


class Slider(Widget):
    """A number between two ends in steps; arrows, dragging and the wheel change it.

    `changed` hears every change; `released` hears the last one, when it is time to save.
    """

    def __init__(
        self,
        label: str,
        value: float,
        low: float,
        high: float,
        step: float,
        changed: Callable[[float], None],
        shown: Callable[[float], str] = lambda value: f"{value:g}",
        released: Callable[[float], None] = lambda value: None,
        hint: str = "",
    ) -> None:
        super().__init__(hint)
        self.label, self.value, self.low, self.high, self.step = label, value, low, high, step
        self.changed, self.shown, self.released = changed, shown, released
        self.dragging = False

    def _set(self, value: float) -> None:
        steps = round((min(max(value, self.low), self.high) - self.low) / self.step)
        value = min(self.high, round(self.low + steps * self.step, 9))
        if value != self.value:
            self.value = value
            self.changed(value)

    def direction(self, action: str) -> bool:
        """Left and right move by a step."""
        if action not in ("left", "right") or not self.enabled:
            return False
        self._set(self.value + (self.step if action == "right" else -self.step))
        self.released(self.value)
        return True

    def _track(self) -> tuple[float, float]:
        x, _, w, _ = self.box
        return x + w * 0.5, w * 0.5 - 84

    def pointer(self, event: Pointer) -> bool:
        """Drag along the track."""
        if not self.enabled:
            return False
        left, width = self._track()
        if event.kind == "down" and event.button == 1 and event.x >= left - 16:
            self.dragging = True
        if self.dragging:
            self._set(self.low + (event.x - left) / width * (self.high - self.low))
        if event.kind == "up" and self.dragging:
            self.dragging = False
            self.released(self.value)
        return self.dragging or event.kind == "down"

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw label, track, knob and value."""
        x, y, w, h = self.box
        _row_ground(self, canvas, look)
        middle = y + h / 2
        canvas.text(self.label, (x + 12, middle), TEXT, max_width=w * 0.5 - 36)
        left, width = self._track()
        share = (self.value - self.low) / (self.high - self.low)
        canvas.rect((left, middle - 3, width, 6), "line", 3)
        canvas.rect((left, middle - 3, width * share, 6), "brass", 3)
        canvas.circle((left + width * share, middle), 10, "brass" if self.enabled else "quiet")
        canvas.text(self.shown(self.value), (x + w - 12, middle), TEXT, align="right")
        self.ring(canvas, look, 8)


class Choice(Widget):
    """One of a few values; left and right go through them, confirm takes the next."""

    def __init__(
        self,
        label: str,
        labels: Sequence[str],
        index: int,
        changed: Callable[[int], None],
        hint: str = "",
    ) -> None:
        super().__init__(hint)
        self.label, self.labels, self.index, self.changed = label, list(labels), index, changed

    def _turn(self, by: int) -> None:
        if self.enabled and len(self.labels) > 1:
            self.index = (self.index + by) % len(self.labels)
            self.changed(self.index)

    def activate(self) -> None:
        """Take the next value."""
        self._turn(1)

    def direction(self, action: str) -> bool:
        """Left and right go through the values."""
        if action not in ("left", "right"):
            return False
        self._turn(1 if action == "right" else -1)
        return True

    def pointer(self, event: Pointer) -> bool:
        """The left arrow goes back, everything else forward."""
        if event.kind != "down" or event.button != 1:
            return False
        x, _, w, _ = self.box
        start = x + w * 0.42
        self._turn(-1 if start <= event.x < start + 48 else 1)
        return True

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw label, arrows and the value between them."""
        x, y, w, h = self.box
        _row_ground(self, canvas, look)
        start, middle = x + w * 0.42, y + h / 2
        canvas.text(self.label, (x + 12, middle), TEXT, max_width=w * 0.42 - 24)
        end = x + w - 24
        several = "brass" if len(self.labels) > 1 and self.enabled else "line"
        canvas.icon("back", (start + 16, middle), 20, several)
        canvas.icon("forward", (end, middle), 20, several)
        text = self.labels[self.index] if self.labels else "none"
        centre = (start + 16 + end) / 2
        room = end - start - 60
        canvas.text(text, (centre, middle), TEXT, "paper", "bold", "centre", room)
        self.ring(canvas, look, 8)


class ListBox(Widget):
    """Rows to choose one from, scrolled to the chosen one; a second line under each is quiet."""

    row_height = 56.0

    def __init__(
        self,
        rows: Sequence[tuple[str, str]],
        index: int,
        chosen: Callable[[int], None],
        hint: str = "",
    ) -> None:
        super().__init__(hint)
        self.rows, self.index, self.chosen = list(rows), index, chosen
        self.first = 0

    @property
    def _visible(self) -> int:
        return max(1, int(self.box[3] // self.row_height))

    def _choose(self, index: int) -> None:
        if self.rows and 0 <= index < len(self.rows) and index != self.index:
            self.index = index
            self.chosen(index)

    def direction(self, action: str) -> bool:
        """Up and down go through the rows, and leave at the ends."""
        goal = self.index + {"up": -1, "down": 1}.get(action, 0)
        if goal == self.index or not 0 <= goal < len(self.rows):
            return False
        self._choose(goal)
        return True

    def pointer(self, event: Pointer) -> bool:
        """Choose the row under the mouse."""
        if event.kind != "down" or event.button != 1:
            return False
        self._choose(self.first + int((event.y - self.box[1]) // self.row_height))
        return True

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the rows that fit, the chosen one raised with a brass edge."""
        x, y, w, h = self.box
        last = max(0, len(self.rows) - self._visible)
        low = max(0, self.index - self._visible + 1)
        self.first = min(max(self.first, low), self.index, last)
        with canvas.clip((x - 6, y - 6, w + 12, h + 12)):
            for place in range(self._visible):
                if self.first + place < len(self.rows):
                    self._draw_row(canvas, self.first + place, y + place * self.row_height)
        if len(self.rows) > self._visible:
            share = self._visible / len(self.rows)
            top = y + h * self.first / len(self.rows)
            canvas.rect((x + w - 4, top, 4, h * share), "line", 2)
        self.ring(canvas, look)

    def _draw_row(self, canvas: Canvas, index: int, top: float) -> None:
        x, _, w, _ = self.box
        title, second = self.rows[index]
        if index == self.index:
            canvas.rect((x, top, w - 8, self.row_height - 4), "high", 8)
            canvas.rect((x, top + 8, 4, self.row_height - 20), "brass", 2)
        middle = top + (self.row_height - 4) / 2
        shift = 11 if second else 0
        canvas.text(title, (x + 16, middle - shift), TEXT, "paper", "bold", max_width=w - 40)
        canvas.text(second, (x + 16, middle + 12), NOTE, "quiet", max_width=w - 40)


class TextField(Widget):
    """One line of text that can be typed, at most `longest` printable characters."""

    def __init__(
        self,
        label: str,
        text: str,
        changed: Callable[[str], None],
        longest: int = 24,
        hint: str = "",
    ) -> None:
        super().__init__(hint)
        self.label, self.text, self.changed, self.longest = label, text, changed, longest
        self.cursor = len(text)

    @property
    def wants_text(self) -> bool:
        """Typed letters belong to the field."""
        return True

    def typed(self, event: Typed) -> None:
        """Insert text or edit at the cursor."""
        before, after = self.text[: self.cursor], self.text[self.cursor :]
        if event.key == "backspace":
            before = before[:-1]
        elif event.key == "delete":
            after = after[1:]
        elif event.key in ("home", "end", "left", "right"):
            self._move(event.key)
            return
        else:
            new = "".join(c for c in event.text if c.isprintable())
            before += new[: self.longest - len(self.text)]
        self.cursor = len(before)
        if before + after != self.text:
            self.text = before + after
            self.changed(self.text)

    def _move(self, key: str) -> None:
        goals = {"home": 0, "end": len(self.text), "left": self.cursor - 1}
        self.cursor = min(max(goals.get(key, self.cursor + 1), 0), len(self.text))

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the label above the field, the text and the cursor."""
        x, y, w, h = self.box
        canvas.panel(self.box, "ink", "brass" if look.focused else "line", 2, 8)
        shown = self.text or self.label
        ink = "paper" if self.text else "quiet"
        width = canvas.text(shown, (x + 16, y + h / 2), TEXT, ink, max_width=w - 32)
        if look.focused:
            left = canvas.text_width(self.text[: self.cursor]) if self.text else 0
            place = x + 16 + min(left, max(width, left if left < w - 32 else w - 32))
            canvas.rect((place + 1, y + h / 2 - 12, 2, 24), "brass")
        self.ring(canvas, look, 8)


class Tabs(Widget):
    """A row of titles, one of them open."""

    def __init__(self, labels: Sequence[str], index: int, changed: Callable[[int], None]) -> None:
        super().__init__()
        self.labels, self.index, self.changed = list(labels), index, changed

    def turn(self, by: int) -> None:
        """Open the tab `by` places on, round the ends."""
        self.index = (self.index + by) % len(self.labels)
        self.changed(self.index)

    def direction(self, action: str) -> bool:
        """Left and right open the neighbours."""
        goal = self.index + {"left": -1, "right": 1}.get(action, 0)
        if goal == self.index or not 0 <= goal < len(self.labels):
            return False
        self.turn(goal - self.index)
        return True

    def pointer(self, event: Pointer) -> bool:
        """Open the tab under the mouse."""
        if event.kind != "down" or event.button != 1:
            return False
        width = self.box[2] / len(self.labels)
        index = int((event.x - self.box[0]) // width)
        if 0 <= index < len(self.labels) and index != self.index:
            self.turn(index - self.index)
        return True

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the titles over a line, the open one in brass with a bar."""
        x, y, w, h = self.box
        width = w / len(self.labels)
        canvas.rect((x, y + h - 2, w, 2), "line")
        for index, label in enumerate(self.labels):
            here = index == self.index
            centre = (x + width * (index + 0.5), y + h / 2)
            ink = "paper" if here else "quiet"
            face = "bold" if here else "text"
            canvas.text(label, centre, TEXT, ink, face, "centre", width - 12)
            if here:
                canvas.rect((x + width * index + 8, y + h - 4, width - 16, 4), "brass", 2)
        self.ring(canvas, look, 8)


class Progress(Widget):
    """A bar that fills; not touched, only read."""

    focusable = False

    def __init__(self, label: str = "", share: float = 0.0) -> None:
        super().__init__()
        self.label, self.share = label, share

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the bar with its label above."""
        x, y, w, _h = self.box
        canvas.text(self.label, (x, y + 10), NOTE, "quiet", max_width=w)
        canvas.rect((x, y + 24, w, 8), "line", 4)
        share = min(1.0, max(0.0, self.share))
        if share > 0:
            canvas.rect((x, y + 24, max(8, w * share), 8), "brass", 4)


class Label(Widget):
    """Text that is only read; wrapped where `wrap` is set."""

    focusable = False

    def __init__(self, text: str, size: float = TEXT, colour: str = "paper", face: str = "text"):
        super().__init__()
        self.text, self.size, self.colour, self.face = text, size, colour, face

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the text wrapped in the box."""
        x, y, w, _ = self.box
        canvas.paragraph(self.text, (x, y), w, self.size, self.colour, self.face)


class Form:
    """Widgets with one focus between them, scrolled inside `view` where they are taller."""

    def __init__(self, widgets: Sequence[Widget] = (), click: Callable[[str], None] | None = None):
        self.widgets = list(widgets)
        self.focus = 0
        self.view: Box | None = None
        self.offset = 0.0
        self.sound = click or (lambda name: None)
        self._hovered: Widget | None = None
        self._grabbed: Widget | None = None
        self.focus_first()

    def focus_first(self) -> None:
        """Put the focus on the first widget that takes it."""
        able = [i for i, w in enumerate(self.widgets) if w.focusable and w.enabled]
        self.focus = able[0] if able else -1

    def focus_on(self, widget: Widget) -> None:
        """Put the focus on this widget."""
        self.focus = self.widgets.index(widget)

    @property
    def focused(self) -> Widget | None:
        """The widget with the focus."""
        return self.widgets[self.focus] if 0 <= self.focus < len(self.widgets) else None

    @property
    def wants_text(self) -> bool:
        """Whether typed letters are text now."""
        return self.focused is not None and self.focused.wants_text

    def column(self, box: Box, height: float = 48, gap: float = 8) -> float:
        """Stack all widgets in a box, one below the other; returns the bottom."""
        top = box[1]
        for widget in self.widgets:
            tall = widget.box[3] or height
            widget.box = (box[0], top, box[2], tall)
            top += tall + gap
        self.view = box
        return top - gap

    # -- events ------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> bool:
        """Let the widgets have an event; True if one used it."""
        if isinstance(event, Press):
            return self._press(event)
        if isinstance(event, Pointer):
            return self._pointer(self._moved(event))
        if isinstance(event, Wheel):
            return self._wheel(event)
        if isinstance(event, Typed) and self.focused is not None:
            self.focused.typed(event)
            return self.focused.wants_text
        return False

    def _moved(self, event: Pointer) -> Pointer:
        return event._replace(y=event.y + self.offset)

    def _press(self, event: Press) -> bool:
        widget = self.focused
        if event.action == "confirm" and widget is not None:
            if not event.repeat and widget.enabled:
                self.sound("press")
                widget.activate()
            return True
        if event.action not in DIRECTIONS:
            return False
        if widget is not None and widget.direction(event.action):
            self.sound("focus")
            return True
        return self._move_focus(event.action)

    def _move_focus(self, action: str) -> bool:
        goal = nearest(self.widgets, self.focused, action)
        if goal is None:
            return False
        self.focus = self.widgets.index(goal)
        self.sound("focus")
        self._show_focus()
        return True

    def _show_focus(self) -> None:
        widget = self.focused
        if self.view is None or widget is None:
            return
        top, bottom = widget.box[1] - 12, widget.box[1] + widget.box[3] + 12
        if top - self.offset < self.view[1]:
            self.offset = top - self.view[1]
        elif bottom - self.offset > self.view[1] + self.view[3]:
            self.offset = bottom - self.view[1] - self.view[3]
        self._limit_offset()

    def _limit_offset(self) -> None:
        if self.view is None:
            return
        bottom = max((w.box[1] + w.box[3] for w in self.widgets), default=0.0)
        self.offset = min(max(0.0, self.offset), max(0.0, bottom - self.view[1] - self.view[3]))

    def _pointer(self, event: Pointer) -> bool:
        if self._grabbed is not None:
            used = self._grabbed.pointer(event)
            if event.kind == "up":
                self._grabbed = None
            return used
        widget = self._at(event.x, event.y)
        self._hovered = widget
        if widget is None or event.kind != "down" or not widget.enabled or not widget.focusable:
            return False
        self.focus_on(widget)
        if event.button == 1:
            self.sound("press")
        if widget.pointer(event) and widget in self.widgets:
            self._grabbed = widget if isinstance(widget, Slider) and widget.dragging else None
        return True

    def _at(self, x: float, y: float) -> Widget | None:
        if self.view is not None and not inside(self.view, x, y - self.offset):
            return None
        return next((w for w in reversed(self.widgets) if inside(w.box, x, y)), None)

    def _wheel(self, event: Wheel) -> bool:
        if self.view is None or not inside(self.view, event.x, event.y):
            return False
        before = self.offset
        self.offset -= event.turn * 48
        self._limit_offset()
        return self.offset != before

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw all widgets, the focused one last."""
        if self.view is None:
            self._draw_all(canvas)
            return
        x, y, w, h = self.view
        with canvas.clip((x - 8, y - 8, w + 16, h + 16)):
            canvas.top -= self.offset * canvas.scale
            try:
                self._draw_all(canvas)
            finally:
                canvas.top += self.offset * canvas.scale

    def _draw_all(self, canvas: Canvas) -> None:
        focused = self.focused
        for widget in self.widgets:
            if widget is not focused:
                widget.draw(canvas, Look(hovered=widget is self._hovered and widget.enabled))
        if focused is not None:
            focused.draw(canvas, Look(focused=True, hovered=focused is self._hovered))

    def draw_hint(self, canvas: Canvas, place: tuple[float, float], width: float) -> None:
        """The hint of the widget under the mouse, or else of the focused one."""
        widget = self._hovered if self._hovered is not None else self.focused
        if widget is not None and widget.hint:
            canvas.paragraph(widget.hint, place, width, NOTE, "quiet", most=3)


def nearest(widgets: Sequence[Widget], start: Widget | None, action: str) -> Widget | None:
    """The widget that a direction leads to: the closest that way, straight ahead first."""
    able = [w for w in widgets if w.focusable and w.enabled and w is not start]
    if start is None:
        return able[0] if able else None
    best, best_cost = None, float("inf")
    for widget in able:
        cost = _cost(start.box, widget.box, action)
        if cost < best_cost:
            best, best_cost = widget, cost
    return best


def _cost(start: Box, goal: Box, action: str) -> float:
    across = action in ("left", "right")
    near, size = (0, 2) if across else (1, 3)
    side, breadth = (1, 3) if across else (0, 2)
    if action in ("right", "down"):
        ahead = goal[near] - (start[near] + start[size])
    else:
        ahead = start[near] - (goal[near] + goal[size])
    if ahead < -min(start[size], goal[size]) * 0.5:
        return float("inf")
    overlap = min(start[side] + start[breadth], goal[side] + goal[breadth]) - max(
        start[side], goal[side]
    )
    aside = 0.0 if overlap > 0 else -overlap + GAP
    centre = abs(start[side] + start[breadth] / 2 - goal[side] - goal[breadth] / 2)
    return max(ahead, 0.0) + 3 * aside + 0.05 * centre
