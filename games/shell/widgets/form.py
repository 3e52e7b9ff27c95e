"""The base of every widget, and the form that holds widgets and moves the focus between them.

A widget has a box in virtual units and draws itself in four looks: at rest, hovered, focused (a
brass ring) and disabled. A `Form` owns the focus, moves it with the directions to the nearest
widget that way, and scrolls when its widgets do not fit its view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import GAP, TEXT
from games.shell.input import InputEvent, Pointer, Press, Typed, Wheel

Callback = Callable[[], None]
ROW_SHARE = 0.25  # of a view: widgets of at most this height are rows; chosen by eye
FADE = 40.0
DIRECTIONS = ("up", "down", "left", "right")


def inside(box: Box, x: float, y: float) -> bool:
    """Return whether the point (`x`, `y`) lies in a box."""
    return box[0] <= x < box[0] + box[2] and box[1] <= y < box[1] + box[3]


@dataclass
class Look:
    """The look of a widget now."""

    focused: bool = False
    hovered: bool = False


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
        """Act, as confirm was pressed or the widget was clicked."""

    def direction(self, action: str) -> bool:
        """Handle a direction, the `action`, while focused; return whether it was used."""
        return False

    def pointer(self, event: Pointer) -> bool:
        """Handle a mouse event inside the box, or one that began there; return if it was used."""
        if event.kind == "down" and event.button == 1:
            self.activate()
            return True
        return False

    def wheel(self, turn: float) -> bool:
        """Handle a `turn` of the wheel over the box; return False to let the form scroll."""
        return False

    def typed(self, event: Typed) -> None:
        """Take text that was typed while focused."""

    @property
    def dragging(self) -> bool:
        """True if the mouse drags a part of this widget, and its moves belong here."""
        return False

    @property
    def wants_text(self) -> bool:
        """True if typed letters are text for this widget, not actions."""
        return False

    def ring(self, canvas: Canvas, look: Look, radius: float = 12) -> None:
        """Draw the brass focus ring around the box, round by a `radius`."""
        if look.focused:
            x, y, w, h = self.box
            canvas.outline((x - 4, y - 4, w + 8, h + 8), "brass", 3, radius + 4)


class Form:
    """Widgets with one focus between them, scrolled inside `view` where they are taller.

    A form that is not `active` shows no focus: another form of the same scene has it. One that
    `wraps` goes on from its last row to the first, and back. Over a plain `ground` a tall widget
    that goes on beyond the view fades there.
    """

    def __init__(self, widgets: Sequence[Widget] = (), click: Callable[[str], None] | None = None):
        self.widgets = list(widgets)
        self.focus = 0
        self.view: Box | None = None
        self.offset = 0.0
        self.active = True
        self.wraps = False
        self.ground = ""
        self.sound = click or (lambda name: None)
        self._hovered: Widget | None = None
        self._grabbed: Widget | None = None
        self.focus_first()

    def focus_first(self) -> None:
        """Put the focus on the first widget that takes it."""
        able = [i for i, w in enumerate(self.widgets) if w.focusable and w.enabled]
        self.focus = able[0] if able else -1

    def focus_on(self, widget: Widget) -> None:
        """Put the focus on this widget, and scroll it into sight; it alone is lit until the mouse
        moves.
        """
        self.focus = self.widgets.index(widget)
        self._hovered = widget if widget is self._hovered else None
        self._show_focus()

    @property
    def focused(self) -> Widget | None:
        """The widget with the focus."""
        return self.widgets[self.focus] if 0 <= self.focus < len(self.widgets) else None

    @property
    def wants_text(self) -> bool:
        """True if typed letters are text now."""
        return self.focused is not None and self.focused.wants_text

    def column(self, box: Box, height: float = 48, gap: float = 8) -> float:
        """Stack all widgets in a box, one below the other with a `gap`; returns the bottom."""
        top = box[1]
        for widget in self.widgets:
            tall = widget.box[3] or height
            widget.box = (box[0], top, box[2], tall)
            top += tall + gap
        self.see(box)
        return top - gap

    def see(self, box: Box) -> None:
        """Show what is placed through a `box`, scrolled to the focus."""
        self.view = box
        if self.active:
            self._show_focus()

    # -- events ------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> bool:
        """Let the widgets have an event; True if one used it."""
        if isinstance(event, Press):
            return self._press(event)
        if isinstance(event, Pointer):
            return self._pointer(self._scrolled_pointer(event))
        if isinstance(event, Wheel):
            return self._wheel(event)
        if isinstance(event, Typed) and self.focused is not None:
            self.focused.typed(event)
            return self.focused.wants_text
        return False

    def _scrolled_pointer(self, event: Pointer) -> Pointer:
        return event._replace(y=event.y + self.offset)

    def _press(self, event: Press) -> bool:
        widget = self.focused
        if event.action == "confirm" and widget is not None:
            if not event.repeat and widget.enabled:
                self.sound("press")
                self._show_focus()
                widget.activate()
            return True
        if event.action in ("next_tab", "previous_tab"):
            return self._turn_focus(1 if event.action == "next_tab" else -1)
        if event.action not in DIRECTIONS:
            return False
        if widget is not None and widget.direction(event.action):
            self.sound("focus")
            self._show_focus()
            return True
        return self._move_focus(event.action)

    def _move_focus(self, action: str) -> bool:
        goal = nearest(self.widgets, self.focused, action)
        if goal is None and self.wraps:
            goal = farthest(self.widgets, self.focused, action)
        return self._go_to(goal)

    def _go_to(self, goal: Widget | None) -> bool:
        if goal is None:
            return False
        self.focus_on(goal)
        self.sound("focus")
        return True

    def _turn_focus(self, by: int) -> bool:
        """To the next widget in their order, round the ends."""
        able = [w for w in self.widgets if w.focusable and w.enabled]
        if len(able) < 2:
            return False
        here = able.index(self.focused) if self.focused in able else -max(0, by)
        return self._go_to(able[(here + by) % len(able)])

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
            self.offset = 0.0
            return
        bottom = max((w.box[1] + w.box[3] for w in self.widgets), default=0.0)
        self.offset = min(max(0.0, self.offset), max(0.0, bottom - self.view[1] - self.view[3]))

    def _pointer(self, event: Pointer) -> bool:
        if self._grabbed is not None and event.kind != "down":
            used = self._grabbed.pointer(event)
            if event.kind == "up":
                self._grabbed = None
            return used
        self._grabbed = None
        widget = self._at(event.x, event.y)
        self._hovered = widget
        if widget is None or event.kind != "down" or not widget.enabled or not widget.focusable:
            return False
        self.focus = self.widgets.index(widget)
        if event.button == 1:
            self.sound("press")
        if widget.pointer(event) and widget in self.widgets and widget.dragging:
            self._grabbed = widget
        return True

    def _at(self, x: float, y: float) -> Widget | None:
        if self.view is not None and not inside(self.view, x, y - self.offset):
            return None
        able = (w for w in reversed(self.widgets) if self.view is None or self._in_sight(w))
        return next((w for w in able if inside(w.box, x, y)), None)

    def _in_sight(self, widget: Widget) -> bool:
        """Return whether a widget shows in the view: a row whole or not at all, a tall one
        in part.
        """
        assert self.view is not None
        _, top, _, tall = self.view
        low, high = top + self.offset - 8, top + self.offset + tall + 8
        head, foot = widget.box[1], widget.box[1] + widget.box[3]
        if widget.box[3] > tall * ROW_SHARE:
            return head < high and foot > low
        return head >= low and foot <= high

    def _wheel(self, event: Wheel) -> bool:
        widget = self._at(event.x, event.y + self.offset)
        if widget is not None and widget.enabled and widget.wheel(event.turn):
            return True
        if self.view is None or not inside(self.view, event.x, event.y):
            return False
        return self.scroll(-event.turn * 48)

    def scroll(self, by: float) -> bool:
        """Move the widgets in the view `by` units; return True if they moved."""
        before = self.offset
        self.offset += by
        self._limit_offset()
        return self.offset != before

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw all widgets that can be seen, the focused one last."""
        if self.view is None:
            self._draw_all(canvas, self.widgets)
            return
        x, y, w, h = self.view
        self._limit_offset()
        seen = [widget for widget in self.widgets if self._in_sight(widget)]
        with canvas.clip((x - 8, y - 8, w + 24, h + 16)), canvas.shifted(-self.offset):
            self._draw_all(canvas, seen)
        self._draw_fades(canvas, seen)
        self._draw_bar(canvas, self.view)

    def _draw_all(self, canvas: Canvas, widgets: Sequence[Widget]) -> None:
        focused = self.focused if self.active else None
        for widget in widgets:
            if widget is not focused:
                widget.draw(canvas, Look(hovered=widget is self._hovered and widget.enabled))
        if focused is not None and focused in widgets:
            focused.draw(canvas, Look(focused=True, hovered=focused is self._hovered))

    def _draw_fades(self, canvas: Canvas, seen: Sequence[Widget]) -> None:
        """Fade a tall widget that goes on above or below the view into the ground."""
        if self.view is None or not self.ground:
            return
        x, y, w, h = self.view
        low, high = y + self.offset - 8, y + self.offset + h + 8
        if any(widget.box[1] < low for widget in seen):
            canvas.shade((x - 8, y - 8, w + 16, FADE), self.ground, 255, 0)
        if any(widget.box[1] + widget.box[3] > high for widget in seen):
            canvas.shade((x - 8, y + h + 8 - FADE, w + 16, FADE), self.ground, 0, 255)

    def _draw_bar(self, canvas: Canvas, view: Box) -> None:
        """Draw how much there is beyond the view, and the place of the view in it."""
        x, y, w, h = view
        tall = max((k.box[1] + k.box[3] for k in self.widgets), default=y) - y
        if tall > h + 1:
            canvas.rect((x + w + 8, y, 4, h), "raised", 2)
            canvas.rect((x + w + 8, y + h * self.offset / tall, 4, h * h / tall), "quiet", 2)

    @property
    def hint(self) -> str:
        """The hint of the widget under the mouse, or else of the focused one."""
        return "" if self.hinting is None else self.hinting.hint

    @property
    def hinting(self) -> Widget | None:
        """The widget whose hint is shown: under the mouse, or else focused; None without a hint.

        A form that is not active has no focused one.
        """
        for widget in (self._hovered, self.focused if self.active else None):
            if widget is not None and widget.hint and widget in self.widgets:
                return widget
        return None

    def draw_hint(self, canvas: Canvas, place: tuple[float, float], width: float) -> None:
        """Draw the hint at `place`, if there is one."""
        if self.hint:
            canvas.paragraph(self.hint, place, width, TEXT - 2, "quiet", most=3)


def nearest(widgets: Sequence[Widget], start: Widget | None, action: str) -> Widget | None:
    """Return the widget that the direction `action` leads to from `start`: the closest, straight
    ahead first.
    """
    able = [w for w in widgets if w.focusable and w.enabled and w is not start]
    if start is None:
        return able[0] if able else None
    best, best_cost = None, float("inf")
    for widget in able:
        cost = _cost(start.box, widget.box, action)
        if cost < best_cost:
            best, best_cost = widget, cost
    return best


def farthest(widgets: Sequence[Widget], start: Widget | None, action: str) -> Widget | None:
    """Return the widget at the other end of the column, to go round by `action` from `start`."""
    opposite = {"up": "down", "down": "up"}.get(action)
    able = [w for w in widgets if w.focusable and w.enabled and w is not start]
    if start is None or opposite is None:
        return None
    beyond = [w for w in able if _cost(start.box, w.box, opposite) < float("inf")]
    sign = 1 if action == "up" else -1
    return min(
        beyond,
        key=lambda w: (-sign * w.box[1], abs(_middle(w.box) - _middle(start.box))),
        default=None,
    )


def _middle(box: Box) -> float:
    return box[0] + box[2] / 2


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
