"""A choice among many: a row that opens a list of names with a line on each, under headings.

Left and right still go through the values one by one; confirm, or a click between the arrows,
opens the list. In the list letters lead to the next name that begins with them, the wheel
scrolls, and what cannot be taken now is grey and says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, GAP, HEADING, TEXT
from games.shell.input import InputEvent, Pointer, Press, Typed
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, Choice, Form, Look, Widget, inside

MANY = 12
"""From so many values on a list is the better way."""
WIDEST = 800.0
ROW, HEAD = 60.0, 44.0
WORD_SECONDS = 1.2
"""Letters that come within this time are one word."""


class PickRow(NamedTuple):
    """A value: its name, a line on it, the heading it stands under, why it cannot be taken."""

    name: str
    line: str = ""
    group: str = ""
    hindrance: str = ""


class PickChoice(Choice):
    """A choice whose values can also be taken from a list."""

    def __init__(
        self,
        shell: Shell,
        label: str,
        rows: Sequence[PickRow],
        index: int,
        changed: Callable[[int], None],
        hint: str = "",
    ) -> None:
        super().__init__(label, [row.name for row in rows], index, changed, hint)
        self.shell, self.rows = shell, list(rows)

    def _turn(self, by: int) -> None:
        """Go on by one, past what cannot be taken."""
        able = [i for i, row in enumerate(self.rows) if not row.hindrance or i == self.index]
        if self.enabled and len(able) > 1:
            self.index = able[(able.index(self.index) + by) % len(able)]
            self.changed(self.index)

    def activate(self) -> None:
        """Open the list."""
        self.shell.push(Picker(self.shell, self.label, self.rows, self.index, self.changed))

    def pointer(self, event: Pointer) -> bool:
        """The arrows go on by one; between them the list opens."""
        x, _, w, _ = self.box
        between = x + w * 0.42 + 48 <= event.x < x + w - 48
        if event.kind == "down" and event.button == 1 and between:
            self.activate()
            return True
        return super().pointer(event)


class GroupedList(Widget):
    """Rows under headings, scrolled to the chosen one by keys and freely by the wheel."""

    def __init__(self, rows: Sequence[PickRow], index: int, confirmed: Callable[[], None]) -> None:
        super().__init__()
        self.rows, self.index, self.confirmed = list(rows), index, confirmed
        self.offset = 0.0
        self.tops: list[float] = []
        top = 0.0
        for number in range(len(self.rows)):
            top += HEAD if self._heads(number) else 0.0
            self.tops.append(top)
            top += ROW
        self.tall = top
        self._show = True

    def _heads(self, number: int) -> bool:
        group = self.rows[number].group
        return bool(group) and (number == 0 or self.rows[number - 1].group != group)

    def activate(self) -> None:
        """Take the chosen row."""
        self.confirmed()

    def choose(self, index: int) -> None:
        """Choose a row, the nearest there is, and scroll it into sight with its heading."""
        self.index = min(max(index, 0), len(self.rows) - 1)
        self._show = True
        self._limit()

    def _limit(self) -> None:
        if self._show and self.box[3]:
            top = self.tops[self.index]
            above = top - (HEAD if self._heads(self.index) else 0.0)
            self.offset = min(max(self.offset, top + ROW - self.box[3]), above)
            self._show = False
        self.offset = min(max(0.0, self.offset), max(0.0, self.tall - self.box[3]))

    def direction(self, action: str) -> bool:
        """Up and down go through the rows, and leave at the ends."""
        goal = self.index + {"up": -1, "down": 1}.get(action, 0)
        if goal == self.index or not 0 <= goal < len(self.rows):
            return False
        self.choose(goal)
        return True

    def page(self, by: int) -> None:
        """Go on by as many rows as are seen, or back."""
        self.choose(self.index + by * max(1, int(self.box[3] // ROW) - 1))

    def jump(self, word: str) -> bool:
        """Choose the next row whose name begins so; False where none does."""
        begins = [row.name.lower().startswith(word.lower()) for row in self.rows]
        start = self.index + (len(word) == 1)
        order = [*range(start, len(self.rows)), *range(min(start, len(self.rows)))]
        goal = next((number for number in order if begins[number]), None)
        if goal is not None:
            self.choose(goal)
        return goal is not None

    def wheel(self, turn: float) -> bool:
        """Scroll, and leave the chosen row where it is."""
        self.offset -= turn * ROW
        self._limit()
        return True

    def row_at(self, y: float) -> int | None:
        """The row at this height of the canvas."""
        down = y - self.box[1] + self.offset
        rows = (n for n, top in enumerate(self.tops) if top <= down < top + ROW)
        return next(rows, None)

    def pointer(self, event: Pointer) -> bool:
        """Choose the row under the mouse."""
        row = self.row_at(event.y)
        if event.kind != "down" or event.button != 1 or row is None:
            return False
        self.choose(row)
        return True

    def _seen(self) -> Iterator[int]:
        for number, top in enumerate(self.tops):
            if top - HEAD < self.offset + self.box[3] and top + ROW > self.offset:
                yield number

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw what is seen of the rows, the chosen one raised with a brass edge."""
        self._limit()
        x, y, w, h = self.box
        with canvas.clip((x - 6, y, w + 12, h)):
            for number in self._seen():
                top = y + self.tops[number] - self.offset
                if self._heads(number):
                    place = (x + 4, top - HEAD / 2 + 4)
                    canvas.text(self.rows[number].group, place, TEXT, "brass", "bold")
                    canvas.rect((x, top - 6, w - 16, 1.5), "line")
                self._draw_row(canvas, number, top, look)
        if self.tall > h:
            canvas.rect((x + w - 4, y, 4, h), "high", 2)
            share = (y + h * self.offset / self.tall, h * h / self.tall)
            canvas.rect((x + w - 4, share[0], 4, share[1]), "quiet", 2)

    def _draw_row(self, canvas: Canvas, number: int, top: float, look: Look) -> None:
        x, _, w, _ = self.box
        row, box = self.rows[number], (x, top, w - 16, ROW - 4)
        if number == self.index:
            canvas.rect(box, "high", 8)
            canvas.rect((x, top + 8, 4, ROW - 20), "brass", 2)
            if look.focused:
                canvas.outline(box, "brass", 3, 8)
        ink = canvas.theme.mix("quiet", "raised", 0.3) if row.hindrance else "paper"
        line = row.hindrance or row.line
        middle, room = top + (ROW - 4) / 2, w - 48
        shift = 12 if line else 0
        canvas.text(row.name, (x + 16, middle - shift), TEXT, ink, "bold", max_width=room)
        canvas.text(line, (x + 16, middle + 13), TEXT - 2, "quiet", max_width=room)


class Picker(Scene):
    """The list, over the scene below; confirm or a second click takes a row, back leaves."""

    overlay = True

    def __init__(
        self,
        shell: Shell,
        title: str,
        rows: Sequence[PickRow | tuple[str, str]],
        index: int,
        chosen: Callable[[int], None],
    ) -> None:
        super().__init__(shell)
        self.title, self.chosen = title, chosen
        self.list = GroupedList([PickRow(*row) for row in rows], index, self._take)
        self.take = Button("Take", self._take, "main", "check")
        self.back = Button("Back", shell.pop, icon="back")
        self.form = Form((self.list, self.take, self.back), shell.play_sound)
        self.form.wraps = True
        self.form.focus_on(self.list)
        self._panel: Box = (0, 0, 0, 0)
        self._word, self._word_age = "", 0.0

    @property
    def wants_text(self) -> bool:
        """Letters lead to names."""
        return True

    def _take(self) -> None:
        index = self.list.index
        if hindrance := self.list.rows[index].hindrance:
            self.shell.toast(hindrance)
            return
        self.shell.pop()
        self.chosen(index)

    def layout(self, width: float, height: float) -> None:
        """A tall panel in the middle; the words on the chosen row stand below the list."""
        wide = min(WIDEST, width - 2 * EDGE)
        left, top, tall = (width - wide) / 2, 32.0, height - 64
        self._panel = (left, top, wide, tall)
        self.list.box = (left + GAP, top + 84, wide - 2 * GAP, tall - 84 - 188)
        for number, button in enumerate((self.take, self.back)):
            button.box = (left + GAP + number * 216, top + tall - 80, 200, 56)

    def update(self, dt: float) -> None:
        """Forget letters that were typed a while ago."""
        self._word_age += dt
        if self._word_age > WORD_SECONDS:
            self._word = ""

    def next_frame(self) -> float | None:
        """While letters are remembered, now and then."""
        return 0.1 if self._word else None

    def handle(self, event: InputEvent) -> bool:
        """The list and its buttons; a click on the chosen row takes it."""
        if isinstance(event, Typed):
            return self._typed(event)
        if isinstance(event, Press) and event.action in ("back", "pause"):
            self.shell.pop()
            return True
        if isinstance(event, Press) and event.action in ("page_up", "page_down"):
            self.list.page(1 if event.action == "page_down" else -1)
            return True
        before = self.list.index
        used = self.form.handle(event)
        if isinstance(event, Pointer) and event.kind == "down" and event.button == 1:
            again = used and self.list.index == before and self._on_row(event)
            if again:
                self._take()
        return used

    def _typed(self, event: Typed) -> bool:
        """Letters, and the keys to both ends."""
        if event.key in ("home", "end"):
            self.list.choose(0 if event.key == "home" else len(self.list.rows) - 1)
        elif event.key in ("left", "right"):
            self.form.handle(Press(event.key))
        elif event.text.isprintable() and event.text:
            self._word, self._word_age = self._word + event.text, 0.0
            if not self.list.jump(self._word):
                self._word = event.text
                self.list.jump(self._word)
        return True

    def _on_row(self, event: Pointer) -> bool:
        inside_list = inside(self.list.box, event.x, event.y)
        return inside_list and self.list.row_at(event.y) == self.list.index

    def draw(self, canvas: Canvas) -> None:
        """Darken what is below and draw the list and the words on the chosen row."""
        canvas.rect((-400, -400, canvas.width + 800, canvas.height + 800), "ink", alpha=190)
        canvas.panel(self._panel, "raised", "line", 2, 16)
        x, y, w, h = self._panel
        canvas.text(self.title, (x + GAP, y + 46), HEADING, "paper", "title", max_width=w - 200)
        place = f"{self.list.index + 1} of {len(self.list.rows)}"
        canvas.text(place, (x + w - GAP, y + 50), TEXT, "quiet", align="right")
        row = self.list.rows[self.list.index]
        words, ink = (row.hindrance, "brass") if row.hindrance else (row.line, "paper")
        canvas.rect((x + GAP, y + h - 182, w - 2 * GAP, 1.5), "line")
        size = TEXT - 2 if row.hindrance else TEXT
        canvas.paragraph(words, (x + GAP, y + h - 174), w - 2 * GAP, size, ink, most=4)
        self.form.draw(canvas)
