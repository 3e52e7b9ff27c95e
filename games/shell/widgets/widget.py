"""The base of every widget: a box, a look, and what a screen reader is shown of it.

A widget has a box in virtual units and draws itself in four looks: at rest, hovered, focused (a
brass ring) and disabled. `nearest` is the way of the focus between widgets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.shell.access.node import LESS, MORE, Act, Node, joined
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import GAP
from games.shell.input import Pointer, Typed

DIRECTIONS = ("up", "down", "left", "right")
TURNING = ("slider", "choice", "number")
"""Roles of widgets whose value left and right change."""


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
    role = "button"
    """The widget's role for a screen reader (`games.shell.access.node.ROLES`)."""
    label = ""

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

    @property
    def spoken_value(self) -> str:
        """The value that the widget shows now, in words; "" where it has none."""
        return ""

    @property
    def states(self) -> frozenset[str]:
        """The states of the widget for a screen reader, but for the focus."""
        return frozenset() if self.enabled else frozenset({"disabled"})

    def parts(self) -> Sequence[Node]:
        """Return the nodes inside the widget, such as the rows of a list."""
        return ()

    def node(self, drawn: Sequence[Node] = ()) -> Node:
        """Return what a screen reader is shown of the widget, without its place and its focus.

        `drawn` are the words that it draws; they name a widget without a label.
        """
        parts, role = self.parts(), self.role
        if not self.focusable and role == "button":
            role = "group"
            parts = parts or drawn
            if len(parts) == 1:
                return parts[0]
        name = self.label or ("" if role == "group" else joined(drawn)) or self.hint
        hint = self.hint if self.hint != name else ""
        key = (type(self).__name__, self.label or self.hint)
        node = Node(role, name, self.spoken_value, hint, self.states, parts, key=key)
        if role in TURNING and self.enabled:
            node.actions = {MORE: self._turner("right"), LESS: self._turner("left")}
        return node

    def _turner(self, way: str) -> Act:
        return lambda value: self.direction(way)

    def ring(self, canvas: Canvas, look: Look, radius: float = 12) -> None:
        """Draw the brass focus ring around the box, round by a `radius`."""
        if look.focused:
            x, y, w, h = self.box
            canvas.outline((x - 4, y - 4, w + 8, h + 8), "brass", 3, radius + 4)


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
