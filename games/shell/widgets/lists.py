"""A list of rows to choose one from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from games.shell.access.node import PRESS, Node
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import TEXT
from games.shell.input import Pointer
from games.shell.widgets.form import Callback, Look, Widget


class ListBox(Widget):
    """Rows to choose one from, scrolled to the chosen one; a second line under each is quiet, and
    so is the first of those that are `greyed`.
    """

    row_height = 56.0
    role = "listbox"

    def __init__(
        self,
        rows: Sequence[tuple[str, str]],
        index: int,
        chosen: Callable[[int], None],
        hint: str = "",
        confirmed: Callback = lambda: None,
    ) -> None:
        super().__init__(hint)
        self.rows, self.index, self.chosen = list(rows), index, chosen
        self.confirmed = confirmed
        self.greyed: Collection[int] = ()
        self.first = 0

    def parts(self) -> Sequence[Node]:
        """Return an option for each row."""
        return options(self.rows, self.index, self._press_row)

    def node(self, drawn: Sequence[Node] = ()) -> Node:
        """Return the node; its value is the chosen row."""
        node = super().node()
        node.name = node.name or "List"
        node.value = ". ".join(filter(None, self.rows[self.index])) if self.rows else "empty"
        return node

    def _press_row(self, index: int) -> None:
        """Choose a row for a reader; take the one that is chosen already."""
        if index == self.index:
            self.activate()
        else:
            self._choose(index)

    def activate(self) -> None:
        """Take the chosen row."""
        if self.enabled and self.rows:
            self.confirmed()

    def wheel(self, turn: float) -> bool:
        """Go through the rows by the `turn` of the wheel where not all can be seen."""
        if len(self.rows) <= self._visible:
            return False
        self._choose(self.index + (-1 if turn > 0 else 1))
        return True

    @property
    def _visible(self) -> int:
        return max(1, int(self.box[3] // self.row_height))

    def page(self, by: int) -> None:
        """Go on by as many rows as are seen, or back."""
        goal = self.index + by * max(1, self._visible - 1)
        self._choose(min(max(goal, 0), len(self.rows) - 1))

    def row_at(self, y: float) -> int:
        """Return the number of the row at the height `y` of the canvas, or None."""
        return self.first + int((y - self.box[1]) // self.row_height)

    def _choose(self, index: int) -> None:
        if self.rows and 0 <= index < len(self.rows) and index != self.index:
            self.index = index
            self.chosen(index)

    def direction(self, action: str) -> bool:
        """Return up and down go through the rows, and leave at the ends."""
        goal = self.index + {"up": -1, "down": 1}.get(action, 0)
        if goal == self.index or not 0 <= goal < len(self.rows):
            return False
        self._choose(goal)
        return True

    def pointer(self, event: Pointer) -> bool:
        """Choose the row under the mouse."""
        if event.kind != "down" or event.button != 1:
            return False
        self._choose(self.row_at(event.y))
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
        if look.focused and self.rows:
            row = y + (self.index - self.first) * self.row_height
            canvas.outline((x - 4, row - 4, w, self.row_height + 4), "brass", 3, 12)

    def _draw_row(self, canvas: Canvas, index: int, top: float) -> None:
        x, _, w, _ = self.box
        title, second = self.rows[index]
        if index == self.index:
            canvas.rect((x, top, w - 8, self.row_height - 4), "high", 8)
            canvas.rect((x, top + 8, 4, self.row_height - 20), "brass", 2)
        middle = top + (self.row_height - 4) / 2
        shift = 11 if second else 0
        ink = "quiet" if index in self.greyed else "paper"
        canvas.text(title, (x + 16, middle - shift), TEXT, ink, "bold", max_width=w - 40)
        canvas.text(second, (x + 16, middle + 12), TEXT - 2, "quiet", max_width=w - 40)


def options(
    rows: Sequence[tuple[str, str]], index: int | None, press: Callable[[int], object]
) -> list[Node]:
    """Return an option of a list for each of its `rows`, the one at `index` selected."""
    found = []
    for number, (first, second) in enumerate(rows):
        states = frozenset({"selected"}) if number == index else frozenset[str]()
        act = {PRESS: lambda value, number=number: press(number)}
        found.append(Node("option", first, description=second, states=states, actions=act))
    return found
