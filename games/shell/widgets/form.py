"""The form that holds widgets (`games.shell.widgets.widget`) and moves the focus between them.

A `Form` owns the focus, moves it with the directions to the nearest widget that way, and scrolls
when its widgets do not fit its view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.shell.access.node import FOCUS, PRESS, Act, Node
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import TEXT
from games.shell.input import InputEvent, Pointer, Press, Typed, Wheel
from games.shell.widgets.widget import DIRECTIONS, Look, Widget, farthest, inside, nearest

__all__ = ["DIRECTIONS", "Callback", "Form", "Look", "Widget", "inside", "nearest"]

Callback = Callable[[], None]
ROW_SHARE = 0.25  # of a view: widgets of at most this height are rows; chosen by eye
FADE = 40.0
Words = dict[int, list[Node]]
"""What widgets say as they are drawn, by their identity."""
NOWHERE: Box = (-1.0, -1.0, 0.0, 0.0)


class Form:
    """Widgets with one focus between them, scrolled inside `view` where they are taller.

    A form that is not `active` shows no focus: another form of the same scene has it. One that
    `wraps` goes on from its last row to the first, and back. Over a plain `ground` a tall widget
    that goes on beyond the view fades there. `entered` is called when a screen reader takes the
    focus into it.
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
        self.entered: Callback = lambda: None
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
        """Draw all widgets that can be seen, the focused one last; a listener hears of all."""
        drawn: Words | None = None if canvas.listener is None else {}
        if self.view is None:
            self._draw_all(canvas, self.widgets, drawn)
        else:
            self._draw_view(canvas, self.view, drawn)
        if drawn is not None and canvas.listener is not None:
            self._draw_unseen(canvas, drawn)
            nodes = (self._node(widget, canvas, drawn[id(widget)]) for widget in self.widgets)
            canvas.listener.add(node for node in nodes if node.name or node.children)

    def _draw_view(self, canvas: Canvas, view: Box, drawn: Words | None) -> None:
        x, y, w, h = view
        self._limit_offset()
        seen = [widget for widget in self.widgets if self._in_sight(widget)]
        with canvas.clip((x - 8, y - 8, w + 24, h + 16)), canvas.shifted(-self.offset):
            self._draw_all(canvas, seen, drawn)
        self._draw_fades(canvas, seen)
        self._draw_bar(canvas, view)

    def _draw_all(self, canvas: Canvas, widgets: Sequence[Widget], drawn: Words | None) -> None:
        focused = self.focused if self.active else None
        for widget in widgets:
            if widget is not focused:
                look = Look(hovered=widget is self._hovered and widget.enabled)
                _draw_one(canvas, widget, look, drawn)
        if focused is not None and focused in widgets:
            look = Look(focused=True, hovered=focused is self._hovered)
            _draw_one(canvas, focused, look, drawn)

    def _draw_unseen(self, canvas: Canvas, drawn: Words) -> None:
        """Let a listener have the words of widgets that are scrolled out of sight."""
        with canvas.clip(NOWHERE):
            for widget in self.widgets:
                if id(widget) not in drawn:
                    _draw_one(canvas, widget, Look(), drawn)

    def _node(self, widget: Widget, canvas: Canvas, drawn: Sequence[Node]) -> Node:
        """Return the node of a widget with its place, its focus and what a reader can do."""
        node, (x, y, w, h), listener = widget.node(drawn), widget.box, canvas.listener
        top = y - (0.0 if self.view is None else self.offset)
        place = canvas.box((x, top, w, h))
        node.bounds = (place.x, place.y, place.w, place.h)
        if listener is None or not (widget.focusable and widget.enabled):
            return node
        if self.active and widget is self.focused:
            node.states |= {"focused"}

        def press(value: str) -> None:
            down = 0.0 if self.view is None else self.offset
            listener.click(x + w / 2, y + h / 2 - down)

        own = {PRESS: press, FOCUS: lambda value: None, **node.actions}
        node.actions = {name: self._entered(widget, act) for name, act in own.items()}
        for part in node.children:
            part.actions = {n: self._entered(widget, act) for n, act in part.actions.items()}
        return node

    def _entered(self, widget: Widget, act: Act) -> Act:
        """Return the `act` of a reader on a widget, which has the focus by then, in sight."""

        def run(value: str) -> None:
            if widget in self.widgets:
                self.focus_on(widget)
                self.entered()
                act(value)

        return run

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


def _draw_one(canvas: Canvas, widget: Widget, look: Look, drawn: Words | None) -> None:
    """Draw a widget; where a listener asks, keep its words apart."""
    if drawn is None or canvas.listener is None:
        widget.draw(canvas, look)
        return
    with canvas.listener.apart() as words:
        widget.draw(canvas, look)
    drawn[id(widget)] = words
