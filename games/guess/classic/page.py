"""The page of the classic pool: the steps by which it breaks, by keys, mouse or pad."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.guess import SPEC
from games.guess.classic.drawing import Ruler, draw_idea, draw_table, line_in
from games.guess.classic.pool import Pool
from games.guess.classic.steps import (
    END,
    END_TITLE,
    LID,
    MENDED,
    STEPS,
    PoolPlaces,
    PoolStep,
    plain,
)
from games.guess.rules.scoring import MOST
from games.session.starting import make_setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN, RIGHT
from games.shell.draw.theme import EDGE, GAP, HEADING, LABEL, NOTE, TEXT
from games.shell.input import InputEvent, Pointer, Press, Typed
from games.shell.opening import ensure_profile, start_table
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Form, Look, Widget, inside


class NumberField(Widget):
    """A whole number from 0 to `most`; `submitted` hears confirm."""

    role, label = "number", "Your number"

    def __init__(self, submitted: Callable[[], None], most: int = MOST) -> None:
        super().__init__("Type a number, or step with left and right. Page Up adds 10.")
        self.submitted, self.most = submitted, most
        self.number = 50
        self.fresh = True

    @property
    def wants_text(self) -> bool:
        """Digits belong to the field."""
        return True

    def set(self, number: int) -> None:
        """Show another number; the next digit begins a new one."""
        self.number, self.fresh = min(max(0, number), self.most), True

    @property
    def spoken_value(self) -> str:
        """The number."""
        return str(self.number)

    def activate(self) -> None:
        """Confirm gives the number."""
        if self.enabled:
            self.submitted()

    def typed(self, event: Typed) -> None:
        """Add a digit, take one away, or step."""
        if event.key == "backspace":
            self.number, self.fresh = self.number // 10, False
        elif event.key in ("left", "right"):
            self.direction(event.key)
        elif event.key in ("delete", "home", "end"):
            self.set(self.most if event.key == "end" else 0)
        for digit in event.text:
            if digit in "0123456789":
                number = (0 if self.fresh else self.number * 10) + int(digit)
                self.number, self.fresh = min(number, self.most), False

    def direction(self, action: str) -> bool:
        """Step by one with left and right."""
        if action not in ("left", "right"):
            return False
        self.set(self.number + (1 if action == "right" else -1))
        return True

    def wheel(self, turn: float) -> bool:
        """Step by one a notch."""
        return self.direction("right" if turn > 0 else "left")

    def pointer(self, event: Pointer) -> bool:
        """Take one away on the left third, add one on the right; else take the focus alone."""
        if event.kind == "down" and event.button == 1:
            x, _, w, _ = self.box
            if event.x < x + 40:
                self.direction("left")
            elif event.x >= x + w - 40:
                self.direction("right")
        return event.kind == "down"

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the number between its two arrows, with a cursor where digits go to it."""
        x, y, w, h = self.box
        canvas.panel(self.box, "ink", "brass" if look.focused else "line", 2, 8)
        for icon, place in (("back", x + 22), ("forward", x + w - 22)):
            canvas.icon(icon, (place, y + h / 2), 20, "brass")
        words = f"{self.number:,}"
        size = LABEL
        while size > 14 and canvas.text_width(words, size, "bold") > w - 92:
            size -= 1
        wide = canvas.text(words, (x + w / 2, y + h / 2), size, "paper", "bold", "centre")
        if look.focused:
            canvas.rect((x + (w + wide) / 2 + 3, y + h / 2 - 12, 2, 24), "brass")
        self.ring(canvas, look, 8)


TITLE: Final = "Classic"
SEED: Final = 2009
"""The visitors of the first pool; a new pool has others."""
PROBE, READ, REPLY = 2, 3, 4  # the steps after which more stands on the line
ASKED: Final = 20.0
"""The size of what is asked; chosen by eye."""
WORDS: Final = 96.0  # units: where the words begin
MIDDLE: Final = 222.0
FOOT: Final = 76.0
CONTROLS: Final = 60.0
TOLD: Final = 74.0
"""Units that the words of an answer have above the controls; chosen by eye."""
TABLE_SHARE: Final = 0.52
MENDED_SIZES: Final = ((TEXT - 2, GAP), (TEXT - 2, 8.0), (NOTE, NOTE), (NOTE, 4.0))
"""Sizes of text and gaps of that list, the first that have room."""
WIDTHS: Final = (180.0, 110.0, 176.0, 176.0, 120.0)
"""Units of the field and the buttons beside it; chosen by eye."""


class ClassicPage(Scene):
    """The pool, what is asked of the person, and what the form answers."""

    title = TITLE
    contexts = ("menu", "all")

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.size = shell.size
        self.seed = SEED
        self.course = PoolPlaces(Pool(SEED))
        self.number, self.reached = 0, 0
        self.told, self.right, self.dragging = "", False, False
        self.field = NumberField(self.give)
        self.send = Button("Send", self.give, "main")
        self.largest = Button("Largest number", self._largest, hint=f"Set the number to {MOST:,}.")
        self.visitor = Button(
            "Next visitor",
            self.visit,
            icon="profile",
            hint="One more simulated visitor sends a number.",
        )
        self.again = Button("New pool", self.renew, hint="Begin again with other visitors.")
        self.leaving = Button("Back", shell.pop, icon="close")
        self.before = Button("Before", self._before, icon="back")
        self.next = Button("Next", self._next, "main", "forward")
        self.form = Form((), shell.play_sound)
        self.form.widgets = [self.field, self.send, self.largest, self.visitor, self.again]
        self.form.widgets += [self.next, self.before, self.leaving]
        self._begin(0)

    @property
    def step(self) -> PoolStep | None:
        """The present step, None at the end."""
        return STEPS[self.number] if self.number < len(STEPS) else None

    @property
    def pool(self) -> Pool:
        """The pool in hand."""
        return self.course.pool

    @property
    def wants_text(self) -> bool:
        """True if digits are typed into the field now."""
        return self.form.wants_text

    # -- what can be done --------------------------------------------------------------

    def _begin(self, number: int) -> None:
        self.number, self.told, self.right = number, "", False
        self.reached = max(self.reached, number)
        self._refresh()
        step = self.step
        waits = step is not None and step.kind == "wait"
        self.form.focus_on(self.next if step is None else self.visitor if waits else self.field)
        if step is not None and not waits:
            self.field.set(self.field.number)

    def _refresh(self) -> None:
        step, last = self.step, self.step is None
        self.send.label = "Answer" if step is not None and step.kind == "say" else "Send"
        self.next.label = "Play Guess 2/3" if last else "Next"
        self.next.icon = "play" if last else "forward"
        self.next.enabled = last or self.right or self.number < self.reached
        self.before.enabled = self.number > 0
        for button in (self.field, self.send, self.visitor):
            button.enabled = not self.pool.full
        self.largest.enabled = self.again.enabled = self.number > 0
        self.visitor.enabled = self.visitor.enabled and self.number > 0
        self.layout(*self.size)

    def give(self) -> None:
        """Send the number, or answer where none is sent."""
        self._judge(self.field.number)

    def visit(self) -> None:
        """Take in one more visitor who sends a number."""
        entry = self.pool.visit()
        step = self.step
        if step is not None and step.kind == "wait" and not self.right:
            self._judge(-1)
            return
        self.told = f"{entry.name} came by and sent a number."
        self._refresh()

    def _judge(self, number: int) -> None:
        step = self.step
        if step is None or self.right:
            self._free(number)
            return
        self.right, self.told, self.course = step.judge(self.course, number)
        self.shell.play_sound("right" if self.right else "press" if number < 0 else "wrong")
        self._refresh()
        if self.right:
            self.form.focus_on(self.next)
        elif self.pool.full:
            self.form.focus_on(self.again)

    def _free(self, number: int) -> None:
        """Send a number that no step asks for."""
        if self.step is not None and self.step.kind == "say":
            return
        told = self.pool.send(number).told
        self.told = f"The form answers: score {plain(told.score)}, rank {told.rank}."
        self._refresh()

    def _largest(self) -> None:
        self.field.set(MOST)
        self.form.focus_on(self.field)

    def renew(self) -> None:
        """Begin again with a pool of other visitors."""
        self.seed += 1
        self.course, self.reached = PoolPlaces(Pool(self.seed)), 1
        self.field.set(50)
        self._begin(1)

    def _next(self) -> None:
        if self.step is None:
            ensure_profile(self.shell)
            setup = make_setup(SPEC.id, SPEC.opponents.default, None, {}, False)
            self.shell.replace(start_table(self.shell, setup))
        elif self.next.enabled:
            self._begin(self.number + 1)

    def _before(self) -> None:
        self._begin(max(0, self.number - 1))

    # -- the scene ---------------------------------------------------------------------

    def handle(self, event: InputEvent) -> bool:
        """Step by ten with Page Up and Down; leave with back."""
        if isinstance(event, Press):
            if event.action in ("back", "pause") and not event.repeat:
                self.shell.pop()
                return True
            if event.action in ("page_up", "page_down"):
                self.field.set(self.field.number + (10 if event.action == "page_up" else -10))
                return True
        return (isinstance(event, Pointer) and self._point(event)) or self.form.handle(event)

    def _point(self, event: Pointer) -> bool:
        """Drag the number along the line with the mouse."""
        box = self.line_box
        if event.kind == "down" and event.button == 1:
            self.dragging = self.step is not None and inside(box, event.x, event.y)
        if self.dragging:
            self.field.set(line_in(box).number(event.x))
            self.form.focus_on(self.field)
        used = self.dragging
        self.dragging = self.dragging and event.kind != "up"
        return used

    def layout(self, width: float, height: float) -> None:
        """Place words above, the line and the table, the answer, the number, the way on below."""
        self.size = (width, height)
        top = height - FOOT + 12
        wide = 264.0
        self.next.box = (width - EDGE - wide, top, wide, 48)
        self.before.box = (width - EDGE - wide - 166, top, 150, 48)
        self.leaving.box = (EDGE, top, 140, 48)
        x: float = EDGE
        scale = min(1.15, (width - 2 * EDGE - 4 * 14) / sum(WIDTHS))
        for widget, units in zip(self.form.widgets, WIDTHS, strict=False):
            widget.box = (x, height - FOOT - CONTROLS + 4, units * scale, 48)
            x += units * scale + 14

    @property
    def line_box(self) -> Box:
        """The box of the line, which can be dragged along."""
        return self._middle()[0]

    def _middle(self) -> tuple[Box, Box]:
        """Return the boxes of the line and of the table."""
        width, height = self.size
        tall = height - FOOT - CONTROLS - TOLD - MIDDLE - 8
        room = width - 2 * EDGE - GAP
        table = room * TABLE_SHARE
        line = (EDGE, MIDDLE, room - table, tall)
        return line, (width - EDGE - table, MIDDLE, table, tall)

    def draw(self, canvas: Canvas) -> None:
        """Draw the step: its words, the line, the table, the answer."""
        canvas.fill("ink")
        step = self.step
        where = f"{TITLE} · {min(self.number + 1, len(STEPS))} of {len(STEPS)}"
        canvas.text(where, (EDGE, 36), NOTE, "quiet", "bold")
        title = END_TITLE if step is None else step.title
        canvas.text(title, (EDGE, 70), HEADING, "brass", "title")
        words = END if step is None else step.ask(self.course)
        tall = canvas.paragraph(
            words, (EDGE, WORDS), self.size[0] - 2 * EDGE, ASKED, "paper", most=4
        )
        line, table = self._middle()
        if step is None:
            top = WORDS + tall + 20
            _draw_mended(canvas, (line[0], top, line[2], line[1] + line[3] - top))
        elif self.number == 0:
            wide = table[0] + table[2] - line[0]
            draw_idea(canvas, (line[0], line[1], wide, line[3]), self.right or self.reached > 0)
        else:
            self._draw_line(canvas, line)
        if self.number > 0:
            draw_table(canvas, table, self.pool, self.reached >= LID)
        self._draw_told(canvas)
        self.form.draw(canvas)
        self._draw_hint(canvas)

    def _draw_hint(self, canvas: Canvas) -> None:
        """Draw the meaning of the button, between the ways out and on."""
        left = EDGE + 140 + GAP
        room = self.before.box[0] - left - GAP
        lines = canvas.wrap(self.form.hint, room, NOTE)[:3]
        top = self.size[1] - FOOT + 36 - len(lines) * canvas.line_height(NOTE) / 2
        canvas.paragraph(self.form.hint, (left, top), room, NOTE, "quiet", most=3)

    def _draw_line(self, canvas: Canvas, box: Box) -> None:
        """As much as is known by now: the score of 0, the target, where it would move."""
        ruler, pool = Ruler(canvas, box), self.pool
        ruler.draw_line()
        ruler.draw_pointer(self.field.number)
        if self.reached >= LID:
            ruler.draw_numbers(pool)
        reading = self.number == READ and not self.right
        if (self.number == PROBE and self.right) or reading:
            ruler.draw_length(pool.entries[self.course.probe].told.score)
        elif self.reached >= READ and self.number >= READ:
            ruler.draw_target(float(pool.target))
        if self.number == REPLY and not self.right:
            number = self.field.number
            found = pool.preview(number)
            ruler.draw_moved(number, float(found.target), found.score)

    def _draw_told(self, canvas: Canvas) -> None:
        """Draw the form's answer, and whether the step is done."""
        if not self.told:
            return
        width, height = self.size
        top = height - FOOT - CONTROLS - TOLD
        icon, colour = ("check", RIGHT) if self.right else ("forward", OWN)
        canvas.icon(icon, (EDGE + 11, top + 12), 22, colour)
        room = width - 2 * EDGE - 34
        canvas.paragraph(self.told, (EDGE + 34, top), room, TEXT, "paper", "bold", most=3)


def _draw_mended(canvas: Canvas, box: Box) -> None:
    """Draw the remedy for each hole, in the largest text that has room."""
    x, top, w, h = box
    for size, gap in MENDED_SIZES:
        lines = [len(canvas.wrap(words, w - 28, size)) for _, words in MENDED]
        steps = [22 + count * canvas.line_height(size) + gap for count in lines]
        if sum(steps) - gap <= h:
            break
    for (head, words), step in zip(MENDED, steps, strict=True):
        canvas.icon("check", (x + 10, top + 10), 18, RIGHT)
        canvas.text(head, (x + 28, top + 10), TEXT - 2, "paper", "bold")
        canvas.paragraph(words, (x + 28, top + 22), w - 28, size, "quiet")
        top += step
