"""The controls of the position editor: the grid of tiles, the strip of suns, and the seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from games.ra import SEAT_NAMES
from games.ra.drawing import SHAPE, draw_sun, draw_tile
from games.ra.editor.setting import BLOCK, CENTRE, Setting
from games.ra.tiles import KINDS
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT
from games.shell.input import Pointer
from games.shell.widgets.basic import Choice
from games.shell.widgets.form import Look, Widget

NAMES: Final = 88.0  # units, the names of places; chosen by eye
GRID: Final = (
    "A click or Enter puts a tile from the bag there. The other button takes one back. After the "
    "last of them a press takes all back."
)
SUNS: Final = (
    "Each press gives a sun on: to a seat face up, to it face down, to the next seat, to the "
    "centre. The other button gives it back."
)


class Board(Protocol):
    """The owner of the controls, with the setting."""

    setting: Setting

    def look_again(self) -> None:
        """Look again after a change."""


class TilePad(Widget):
    """The tiles by place and kind, each number to be changed."""

    role, label = "grid", "Tiles by place and kind"

    def __init__(self, editor: Board) -> None:
        super().__init__(GRID)
        self.editor, self.row, self.column = editor, 0, 1

    def cell(self, row: int, column: int) -> Box:
        """Return the box of a place and a kind."""
        x, y, w, h = self.box
        wide, tall = (w - NAMES) / len(KINDS), h / (len(self.editor.setting.places) + 1)
        return (x + NAMES + column * wide, y + (row + 1) * tall, wide, tall)

    def direction(self, action: str) -> bool:
        """Go to the next cell that way, or leave the grid."""
        across = {"left": -1, "right": 1}.get(action, 0)
        down = {"up": -1, "down": 1}.get(action, 0)
        row, column = self.row + down, self.column + across
        inside = 0 <= row < len(self.editor.setting.places) and 0 <= column < len(KINDS)
        if inside:
            self.row, self.column = row, column
        return inside

    def change(self, by: int) -> None:
        """Change the cell that is stood on; at its most one more press takes all back."""
        setting, kind = self.editor.setting, self.column
        place = setting.places[min(self.row, len(setting.places) - 1)]
        if not setting.change(place, kind, by) and by > 0:
            setting.change(place, kind, -setting.tiles[place][kind])
        self.editor.look_again()

    @property
    def spoken_value(self) -> str:
        """The place, the kind and the number under the cursor."""
        place = self.editor.setting.places[min(self.row, len(self.editor.setting.places) - 1)]
        kind = self.column
        name = SEAT_NAMES[place] if place >= 0 else "Block" if place == BLOCK else "Gone"
        return f"{name}, {KINDS[kind]}: {self.editor.setting.tiles[place][kind]}"

    def activate(self) -> None:
        """Put one more."""
        self.change(1)

    def pointer(self, event: Pointer) -> bool:
        """Add one by the first button, take one away by another."""
        if event.kind != "down":
            return False
        for row in range(len(self.editor.setting.places)):
            for column in range(len(KINDS)):
                x, y, w, h = self.cell(row, column)
                if x <= event.x < x + w and y <= event.y < y + h:
                    self.row, self.column = row, column
                    self.change(1 if event.button == 1 else -1)
        return True

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the kinds above, a row for each place."""
        setting = self.editor.setting
        for column in range(len(KINDS)):
            x, y, w, h = self.cell(-1, column)
            tall = min(h - 4, (w - 3) * SHAPE)
            draw_tile(canvas, column, (x + (w - tall / SHAPE) / 2, y, tall / SHAPE, tall))
        for row, place in enumerate(setting.places):
            x, y, w, h = self.cell(row, 0)
            self._draw_name(canvas, place, (self.box[0], y + h / 2))
            canvas.line((self.box[0], y), (self.box[0] + self.box[2], y), "line", 1)
            for column in range(len(KINDS)):
                self._draw_count(canvas, place, row, column)
        if look.focused:
            canvas.outline(self.cell(self.row, self.column), "brass", 3, 6)

    def _draw_name(self, canvas: Canvas, place: int, at: tuple[float, float]) -> None:
        if place >= 0:
            canvas.icon(SEAT_MARKS[place], (at[0] + 8, at[1]), 14, SEAT_COLOURS[place])
            canvas.text(SEAT_NAMES[place], (at[0] + 20, at[1]), NOTE, "paper", max_width=NAMES - 24)
        else:
            name = "Block" if place == BLOCK else "Gone"
            canvas.text(name, at, NOTE, "brass" if place == BLOCK else "quiet", "bold")

    def _draw_count(self, canvas: Canvas, place: int, row: int, column: int) -> None:
        x, y, w, h = self.cell(row, column)
        if not self.editor.setting.can_lie(place, column):
            return
        count, middle = self.editor.setting.tiles[place][column], (x + w / 2, y + h / 2)
        if count:
            canvas.text(str(count), middle, TEXT, "paper", "bold", "centre")
        else:
            canvas.circle(middle, 1.6, "line")


class SunStrip(Widget):
    """All suns with whose they are."""

    role, label = "grid", "Suns and their owners"

    def __init__(self, editor: Board) -> None:
        super().__init__(SUNS)
        self.editor, self.at = editor, 1

    def coin(self, sun: int) -> Box:
        """Return the box of a sun."""
        x, y, w, h = self.box
        wide = w / self.editor.setting.highest
        return (x + (sun - 1) * wide, y, wide, h)

    def direction(self, action: str) -> bool:
        """Go to the next sun."""
        at = self.at + {"left": -1, "right": 1}.get(action, 0)
        moved = at != self.at and 1 <= at <= self.editor.setting.highest
        self.at = at if moved else self.at
        return moved

    @property
    def spoken_value(self) -> str:
        """The sun under the cursor."""
        return f"sun {self.at}"

    def activate(self) -> None:
        """Give it on."""
        self.editor.setting.move_sun(min(self.at, self.editor.setting.highest), 1)
        self.editor.look_again()

    def pointer(self, event: Pointer) -> bool:
        """Give it on by the first button, back by another."""
        if event.kind != "down":
            return False
        for sun in range(1, self.editor.setting.highest + 1):
            x, _, w, _ = self.coin(sun)
            if x <= event.x < x + w:
                self.at = sun
                self.editor.setting.move_sun(sun, 1 if event.button == 1 else -1)
                self.editor.look_again()
        return True

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the coins, each with its owner's mark below."""
        for sun in range(1, self.editor.setting.highest + 1):
            x, y, w, h = self.coin(sun)
            owner = self.editor.setting.suns.get(sun)
            up = owner is not None and owner[1]
            draw_sun(canvas, sun, (x + w / 2, y + 20), min(17.0, w / 2 - 2), up)
            below = (x + w / 2, y + h - 8)
            if owner == CENTRE:
                canvas.text("C", below, NOTE, "brass", "bold", "centre")
            elif owner is not None:
                canvas.icon(SEAT_MARKS[owner[0]], below, 13, SEAT_COLOURS[owner[0]])
        if look.focused:
            canvas.outline(self.coin(self.at), "brass", 3, 8)


class SeatChoice(Choice):
    """A seat in two lines: its mark and colour and, where known, its player. `called` are the
    players' names, () before they have sat down.
    """

    label_share = 0.0

    def __init__(
        self,
        label: str,
        players: int,
        called: Sequence[str],
        index: int,
        changed: Callable[[int], None],
    ) -> None:
        super().__init__(label, SEAT_NAMES[:players], index, changed)
        self.called = called

    @property
    def lines(self) -> tuple[str, str]:
        """The choice and the colour, and below them the player; else the colour below."""
        colour = self.labels[self.index]
        if not self.called:
            return self.label, colour
        return f"{self.label}: {colour}", self.called[self.index]

    def draw_value(self, canvas: Canvas, box: Box) -> None:
        """Draw both lines in a box, the seat's mark before the second."""
        x, y, w, h = box
        first, second = self.lines
        canvas.text(first, (x + w / 2, y + h * 0.26), NOTE, "quiet", align="centre", max_width=w)
        room = w - 20
        wide = min(room, canvas.text_width(second, NOTE + 1, "bold"))
        left, middle = x + (w - wide - 20) / 2, y + h * 0.73
        canvas.icon(SEAT_MARKS[self.index], (left + 7, middle), 14, SEAT_COLOURS[self.index])
        canvas.text(second, (left + 20, middle), NOTE + 1, "paper", "bold", max_width=room)
