"""The controls: buttons, toggles, sliders, choices, lists, text fields, tabs.

The base of all of them, and the form that holds them, are in `games.shell.widgets.form`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from games.shell.access.node import SET, Node, ValueScale
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import LABEL, NOTE, TEXT, blend
from games.shell.input import Pointer, Typed
from games.shell.widgets.form import DIRECTIONS, Callback, Form, Look, Widget, inside, nearest
from games.shell.widgets.lists import ListBox

__all__ = ["DIRECTIONS", "Button", "Callback", "Choice", "Form", "Label", "ListBox", "Look"]
__all__ += ["ProgressBar", "Slider", "TextField", "Toggle", "Widget", "draw_fitted"]
__all__ += ["inside", "nearest"]


class Button(Widget):
    """A button with a label and, where given, an icon. `kind`: "plain", "main", "quiet".

    A button that is `dim` looks disabled: pushed, it shows the reason.
    """

    dim = False
    on: bool | Callable[[], bool] = False

    def __init__(
        self, label: str, action: Callback, kind: str = "plain", icon: str = "", hint: str = ""
    ) -> None:
        super().__init__(hint)
        self.label, self.action, self.kind, self.icon = label, action, kind, icon

    @property
    def states(self) -> frozenset[str]:
        """The usual states; a button that is `on` is selected."""
        on = self.on() if callable(self.on) else self.on
        return super().states | {"selected"} if on else super().states

    def node(self, drawn: Sequence[Node] = ()) -> Node:
        """Return the node; a button with an icon alone is named by its hint, or by the icon."""
        node = super().node(drawn)
        node.name = node.name or self.icon.replace("-", " ")
        return node

    def activate(self) -> None:
        """Run the button's action."""
        if self.enabled:
            self.action()

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the button."""
        theme, (x, y, w, h) = canvas.theme, self.box
        able = self.enabled and not self.dim
        main = self.kind == "main" and able
        ground = theme["brass"] if main else theme["high" if look.hovered else "raised"]
        if main and look.hovered:
            ground = blend(ground, theme["paper"], 0.25)
        ink = "ink" if main else ("paper" if able else theme.mix("quiet", "raised", 0.45))
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

    role = "switch"

    def __init__(self, label: str, value: bool, changed: Callable[[bool], None], hint: str = ""):
        super().__init__(hint)
        self.label, self.value, self.changed = label, value, changed

    @property
    def states(self) -> frozenset[str]:
        """The usual states, and whether the switch is on."""
        return super().states | {"on" if self.value else "off"}

    def activate(self) -> None:
        """Turn the switch."""
        if self.enabled:
            self.value = not self.value
            self.changed(self.value)

    def direction(self, action: str) -> bool:
        """Turn on with right, off with left."""
        if action not in ("left", "right") or self.value == (action == "right"):
            return False
        self.activate()
        return self.enabled

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the label and the switch."""
        x, y, w, h = self.box
        _row_ground(self, canvas, look)
        ink = "paper" if self.enabled else "quiet"
        draw_fitted(canvas, self.label, (x + 12, y + h / 2), w - 100, ink, height=h)
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


NUMBER_ROOM, WORD_ROOM = 84.0, 148.0
"""Units at the right of a slider for its value, a number or a word with a number; chosen by eye."""
VALUE_GAP = 36.0
"""Units between the track of a slider and its value, the knob at its end, and after the value."""
MOST_MEASURED = 24
"""So many values of a slider are measured; of more the ends and the one on show."""


class Slider(Widget):
    """A number between two ends in steps; left, right and dragging change it.

    `changed` hears every change; `released` hears the last one, when it is time to save.
    `label_share` is the part of the width that the label has, `room` the width of the value that
    is `shown`; it takes more where a value needs more.
    """

    label_share = 0.5
    role = "slider"

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
        room: float = NUMBER_ROOM,
    ) -> None:
        super().__init__(hint)
        self.label, self.value, self.low, self.high, self.step = label, value, low, high, step
        self.room = room
        self.changed, self.shown, self.released = changed, shown, released
        self._dragging = False

    @property
    def spoken_value(self) -> str:
        """The value as it is shown."""
        return self.shown(self.value)

    def node(self, drawn: Sequence[Node] = ()) -> Node:
        """Return the node with the value's scale; a reader can set a number."""
        node = super().node(drawn)
        node.scale = ValueScale(self.value, self.low, self.high, self.step)
        if self.enabled:
            node.actions = {**node.actions, SET: self._set_text}
        return node

    def _set_text(self, text: str) -> None:
        with contextlib.suppress(ValueError):
            self._set(float(text))
            self.released(self.value)

    @property
    def dragging(self) -> bool:
        """True if the mouse holds the knob."""
        return self._dragging

    def let_go(self) -> None:
        """Let go of the drag."""
        self._dragging = False

    def _set(self, value: float) -> None:
        steps = round((min(max(value, self.low), self.high) - self.low) / self.step)
        value = min(self.high, round(self.low + steps * self.step, 9))
        if value != self.value:
            self.value = value
            self.changed(value)

    def direction(self, action: str) -> bool:
        """Move by a step with left and right."""
        if action not in ("left", "right") or not self.enabled:
            return False
        self._set(self.value + (self.step if action == "right" else -self.step))
        self.released(self.value)
        return True

    def _track(self) -> tuple[float, float]:
        x, _, w, _ = self.box
        return x + w * self.label_share, w * (1.0 - self.label_share) - self.room

    def _widest(self, canvas: Canvas) -> float:
        """Return the width of the widest value, of all or of those at the ends and here."""
        steps = round((self.high - self.low) / self.step)
        values = [self.low, self.value, self.high]
        if steps <= MOST_MEASURED:
            values += [self.low + number * self.step for number in range(steps)]
        return max(canvas.text_width(self.shown(value), TEXT) for value in values)

    def pointer(self, event: Pointer) -> bool:
        """Drag along the track."""
        if not self.enabled:
            return False
        left, width = self._track()
        if event.kind == "down" and event.button == 1 and event.x >= left - 16:
            self._dragging = True
        if self._dragging:
            self._set(self.low + (event.x - left) / width * (self.high - self.low))
        if event.kind == "up" and self._dragging:
            self._dragging = False
            self.released(self.value)
        return self._dragging or event.kind == "down"

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw label, track, knob and value."""
        self.room = max(self.room, self._widest(canvas) + VALUE_GAP)
        x, y, w, h = self.box
        _row_ground(self, canvas, look)
        middle = y + h / 2
        draw_fitted(canvas, self.label, (x + 12, middle), w * self.label_share - 36, height=h)
        left, width = self._track()
        share = (self.value - self.low) / max(self.high - self.low, 1e-9)
        share = min(1.0, max(0.0, share))
        canvas.rect((left, middle - 3, width, 6), "line", 3)
        canvas.rect((left, middle - 3, width * share, 6), "brass", 3)
        canvas.circle((left + width * share, middle), 10, "brass" if self.enabled else "quiet")
        canvas.text(self.shown(self.value), (x + w - 12, middle), TEXT, align="right")
        self.ring(canvas, look, 8)


class Choice(Widget):
    """One of a few values; left and right go through them, confirm takes the next.

    `label_share` is the part of the width that the label has.
    """

    label_share = 0.42
    role = "choice"

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

    @property
    def spoken_value(self) -> str:
        """The value between the arrows."""
        return self.labels[self.index] if self.labels else "none"

    @property
    def several(self) -> bool:
        """True if there is a choice."""
        return len(self.labels) > 1

    def _turn(self, by: int) -> None:
        if self.enabled and self.several:
            self.index = (self.index + by) % len(self.labels)
            self.changed(self.index)

    def activate(self) -> None:
        """Take the next value."""
        self._turn(1)

    def direction(self, action: str) -> bool:
        """Go through the values with left and right."""
        if action not in ("left", "right"):
            return False
        self._turn(1 if action == "right" else -1)
        return True

    def pointer(self, event: Pointer) -> bool:
        """Go back on the left arrow, on anywhere else; return whether the event was used."""
        if event.kind != "down" or event.button != 1:
            return False
        x, _, w, _ = self.box
        start = x + w * self.label_share
        self._turn(-1 if start <= event.x < start + 48 else 1)
        return True

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw label, arrows and the value between them."""
        x, y, w, h = self.box
        _row_ground(self, canvas, look)
        start, middle = x + w * self.label_share, y + h / 2
        if self.label_share:
            draw_fitted(canvas, self.label, (x + 12, middle), w * self.label_share - 24, height=h)
        end = x + w - 24
        arrows = "brass" if self.several and self.enabled else "line"
        canvas.icon("back", (start + 16, middle), 20, arrows)
        canvas.icon("forward", (end, middle), 20, arrows)
        self.draw_value(canvas, (start + 38, y, end - start - 60, h))
        self.ring(canvas, look, 8)

    def draw_value(self, canvas: Canvas, box: Box) -> None:
        """Draw the value between the arrows, in a box."""
        x, y, w, h = box
        draw_fitted(
            canvas, self.spoken_value, (x + w / 2, y + h / 2), w, "paper", "bold", "centre", h
        )


class TextField(Widget):
    """One line of text that can be typed, at most `longest` printable characters.

    `label_share` is the part of the width that the label has where the field is `named`.
    """

    role = "field"
    label_share = 0.42

    def __init__(
        self,
        label: str,
        text: str,
        changed: Callable[[str], None],
        longest: int = 24,
        hint: str = "",
        submitted: Callback = lambda: None,
        named: bool = False,
    ) -> None:
        """Begin with a `text`; where it is `named`, the label stands before it for good."""
        super().__init__(hint)
        self.submitted, self.named = submitted, named
        self.label, self.text, self.changed, self.longest = label, text, changed, longest
        self.cursor = len(text)

    @property
    def wants_text(self) -> bool:
        """Typed letters belong to the field."""
        return True

    @property
    def spoken_value(self) -> str:
        """The text."""
        return self.text

    def node(self, drawn: Sequence[Node] = ()) -> Node:
        """Return the node; a reader can set another text."""
        node = super().node(drawn)
        node.actions = {**node.actions, SET: self._set_text}
        return node

    def _set_text(self, text: str) -> None:
        self.text, self.cursor = "", 0
        self.typed(Typed(text))

    def activate(self) -> None:
        """Confirm ends the typing."""
        if self.enabled:
            self.submitted()

    def pointer(self, event: Pointer) -> bool:
        """Take only the focus on a click."""
        return event.kind == "down"

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
            before += new[: max(0, self.longest - len(self.text))]
        self.cursor = len(before)
        if before + after != self.text:
            self.text = before + after
            self.changed(self.text)

    def _move(self, key: str) -> None:
        goals = {"home": 0, "end": len(self.text), "left": self.cursor - 1}
        self.cursor = min(max(goals.get(key, self.cursor + 1), 0), len(self.text))

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the label, before the text or in its place, the text and the cursor."""
        x, y, w, h = self.box
        if self.named:
            aside = w * self.label_share
            draw_fitted(canvas, self.label, (x + 12, y + h / 2), aside - 24, height=h)
            x, w = x + aside, w - aside
        canvas.panel((x, y, w, h), "ink", "brass" if look.focused else "line", 2, 8)
        shown = self.text or ("" if self.named else self.label)
        ink = "paper" if self.text else "quiet"
        width = canvas.text(shown, (x + 16, y + h / 2), TEXT, ink, max_width=w - 32)
        if look.focused:
            left = canvas.text_width(self.text[: self.cursor]) if self.text else 0
            place = x + 16 + min(left, max(width, left if left < w - 32 else w - 32))
            canvas.rect((place + 1, y + h / 2 - 12, 2, 24), "brass")
        self.ring(canvas, look, 8)


class ProgressBar(Widget):
    """A bar that fills; not touched, only read."""

    focusable = False
    role = "progress"

    def node(self, drawn: Sequence[Node] = ()) -> Node:
        """Return the node with the share."""
        node = super().node()
        node.value, node.scale = f"{self.share:.0%}", ValueScale(self.share, 0.0, 1.0)
        return node

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
    role = "paragraph"

    def __init__(self, text: str, size: float = TEXT, colour: str = "paper", face: str = "text"):
        super().__init__()
        self.text, self.size, self.colour, self.face = text, size, colour, face

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the text wrapped in the box."""
        x, y, w, _ = self.box
        canvas.paragraph(self.text, (x, y), w, self.size, self.colour, self.face)


def draw_fitted(
    canvas: Canvas,
    text: str,
    place: Point,
    width: float,
    colour: str = "paper",
    face: str = "text",
    align: str = "left",
    height: float = 0.0,
) -> None:
    """Draw a label of this width, its vertical middle at `place`; a long one in two lines, as large
    as others where the row has the `height` for that.

    `text` is in a `colour` and `face`, and stands at its left, centre or right end (`align`).
    """
    if canvas.text_width(text, TEXT, face) <= width:
        canvas.text(text, place, TEXT, colour, face, align)
        return
    size = TEXT if 2 * canvas.line_height(TEXT, face) <= height + 4 else NOTE
    lines = min(2, len(canvas.wrap(text, width, size, face)))
    top = place[1] - lines * canvas.line_height(size, face) / 2
    canvas.paragraph(text, (place[0], top), width, size, colour, face, align, 2)
