"""A player's sign: one of the five seat marks in one of the five seat colours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.shell.draw.canvas import Canvas, Point
from games.shell.draw.theme import SEAT_COLOURS, SEAT_MARKS
from games.shell.input import Pointer
from games.shell.widgets.form import Look, Widget

SIGNS: Final = len(SEAT_MARKS) * len(SEAT_COLOURS)


def sign(avatar: int) -> tuple[str, str]:
    """Return the mark and the colour of an avatar; the first five are the seats' own."""
    row, column = divmod(avatar % SIGNS, len(SEAT_MARKS))
    return SEAT_MARKS[column], SEAT_COLOURS[(row + column) % len(SEAT_COLOURS)]


def draw_sign(canvas: Canvas, avatar: int, centre: Point, size: float) -> None:
    """Draw an avatar, `size` units wide, around `centre`."""
    mark, colour = sign(avatar)
    canvas.icon(mark, centre, size, colour)


class SignPicker(Widget):
    """All signs in a square; the directions go over them and leave at its edges."""

    role, label = "grid", "Your sign"

    def __init__(self, avatar: int, changed: Callable[[int], None], hint: str = "") -> None:
        super().__init__(hint)
        self.avatar, self.changed = avatar % SIGNS, changed

    def _choose(self, avatar: int) -> None:
        if avatar != self.avatar:
            self.avatar = avatar
            self.changed(avatar)

    def direction(self, action: str) -> bool:
        """Go to the neighbour that way."""
        row, column = divmod(self.avatar, len(SEAT_MARKS))
        row += {"up": -1, "down": 1}.get(action, 0)
        column += {"left": -1, "right": 1}.get(action, 0)
        if not (0 <= row < len(SEAT_COLOURS) and 0 <= column < len(SEAT_MARKS)):
            return False
        self._choose(row * len(SEAT_MARKS) + column)
        return True

    def pointer(self, event: Pointer) -> bool:
        """Take the sign under the mouse."""
        if event.kind == "down" and event.button == 1:
            x, y, w, h = self.box
            column = min(len(SEAT_MARKS) - 1, int((event.x - x) / w * len(SEAT_MARKS)))
            row = min(len(SEAT_COLOURS) - 1, int((event.y - y) / h * len(SEAT_COLOURS)))
            self._choose(row * len(SEAT_MARKS) + column)
        return True

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the signs, the chosen one on a raised ground."""
        x, y, w, h = self.box
        wide, high = w / len(SEAT_MARKS), h / len(SEAT_COLOURS)
        for avatar in range(SIGNS):
            row, column = divmod(avatar, len(SEAT_MARKS))
            left, top = x + column * wide, y + row * high
            if avatar == self.avatar:
                box = (left + 1, top + 1, wide - 2, high - 2)
                edge = "brass" if look.focused else "quiet"
                canvas.panel(box, "high", edge, 3 if look.focused else 1.5, 8)
            draw_sign(canvas, avatar, (left + wide / 2, top + high / 2), high * 0.58)
