"""The frame of an editor: a pad to change, choices, an answer beside them, and a line of text.

A game's editor defines the pad and its text (`line`, `set_up`). The frame copies and pastes that
text, asks on which side to play on, has questions answered beside the frames, scrolls the answer,
and shows in one place the next step, or the reason for a refusal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Final, Generic, TypeVar

from games.beside import Latest
from games.mind import Mind, Note
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import WARNING
from games.shell.draw.theme import EDGE, NOTE
from games.shell.draw.toasts import Strip
from games.shell.draw.tween import Springs
from games.shell.input import InputEvent, Wheel
from games.shell.mind.items import draw_items
from games.shell.pages.clipboard import from_clipboard, to_clipboard
from games.shell.pages.overlays import Dialog
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, Form, inside
from games.shell.widgets.page import draw_heading, leaves

Q = TypeVar("Q")
A = TypeVar("A")

SAID: Final = EDGE + 352.0  # units, where hints and toasts begin beside the title; by eye
SAID_TOP, SAID_TALL = 20.0, 68.0
BUTTON, BUTTON_GAP = 48.0, 12.0
STEP: Final = 40.0
"""Units that one turn of the wheel moves the answer."""
BELOW: Final = 12.0  # units left free below an answer that was scrolled to its end
WAITING: Final[Mind] = (Note("One moment."),)


class Editor(Scene, Generic[Q, A]):
    """The base of all editors; `latest` answers questions about what is on the pad.

    `mind` is the answer as it is shown, `answer_box` its place, None where it is not shown.
    """

    thing: ClassVar[str] = "position"
    how: ClassVar[str] = ""
    """The use of the pad in a sentence; shown where the focus has no hint of its own."""
    refusals: ClassVar[tuple[type[Exception], ...]] = (ValueError,)
    """The errors of `line` and `set_up`, with a sentence, for a pad or text that is no position."""
    longest: ClassVar[int] = 400
    """Characters of the clipboard that are read."""
    copied: ClassVar[str] = "Copied: {line}"
    uncopied: ClassVar[str] = "There is no clipboard here. {line}"
    pasted: ClassVar[str] = "The position is set up."

    known: ClassVar[tuple[type[Exception], ...]] = ()
    """The errors of `answer`, with a sentence, where there is no answer."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.latest: Latest[Q, A] = Latest(self.answer, *self.known)
        self.mind: Mind = ()
        self.springs = Springs(0.3)
        self.scrolled, self.tall = 0.0, 0.0
        self.answer_box: Box | None = None
        self.form = Form((), shell.play_sound)
        self._waiting = False

    # -- what a game's editor says -----------------------------------------------------

    def line(self) -> str:
        """Return what is on the pad as text; raises one of `refusals`."""
        return ""

    def set_up(self, line: str) -> None:
        """Set the pad up from a `line`; raises one of `refusals` and changes no part then."""

    def answer(self, question: Q) -> A:
        """Return the answer to a `question`; called in a thread."""
        raise NotImplementedError

    def show_answer(self) -> None:
        """Make the `mind` of the answer or problem that `latest` has now."""

    def warning(self) -> str:
        """Return the fault of the pad, shown in place of the hint; "" without one."""
        return ""

    def play(self, seat: int) -> None:
        """Begin a match from here with the person in a `seat`."""

    def hint_end(self, width: float) -> float:
        """Return where hints and toasts end on a page of this `width`."""
        return width - EDGE

    # -- questions ---------------------------------------------------------------------

    def ask(self, question: Q) -> None:
        """Have a `question` answered; `show_answer` follows when the answer is there."""
        self.latest.ask(question)
        self._waiting, self.mind = True, WAITING
        self._look_for_answer()

    def refuse(self, reason: str) -> None:
        """Ask no question, and give the `reason` in place of an answer."""
        self.latest.end()
        self._waiting, self.mind = False, (Note(reason),)

    @property
    def waiting(self) -> bool:
        """True if an answer is on its way."""
        return self._waiting

    def wait(self) -> None:
        """Return when the answer is there and shown."""
        self.latest.wait()
        self._look_for_answer()

    def _look_for_answer(self) -> None:
        if self._waiting and not self.latest.busy:
            self._waiting = False
            self.show_answer()

    # -- text, and a match from here ---------------------------------------------------

    def text_buttons(self, *labels: str) -> list[Button]:
        """Return the buttons that copy and paste the line."""
        copy, paste = labels or ("Copy", "Paste")
        return [
            Button(copy, self.copy, icon="copy", hint=f"The {self.thing} as text."),
            Button(paste, self.paste, icon="edit", hint=f"A {self.thing} from the clipboard."),
        ]

    def copy(self) -> None:
        """Put the line on the clipboard, or show it where there is none."""
        try:
            line = self.line()
        except self.refusals as reason:
            self.shell.toast(str(reason))
            return
        told = self.copied if to_clipboard(line) else self.uncopied
        self.shell.toast(told.format(line=line))

    def paste(self) -> None:
        """Set up what lies on the clipboard."""
        if self.take(from_clipboard(self.longest)) and self.pasted:
            self.shell.toast(self.pasted)

    def take(self, text: str) -> bool:
        """Set the pad up from a `text`; return False where that fails, with the reason on show."""
        try:
            self.set_up(text)
        except self.refusals as reason:
            self.shell.toast(str(reason))
            return False
        return True

    def ask_side(self, sides: Sequence[str], told: str, at: int) -> None:
        """Ask which of the `sides` the person plays; the one `at` has the focus."""
        answers = [
            (f"You play {side}", partial(self.play, seat)) for seat, side in enumerate(sides)
        ]
        self.shell.push(Dialog(self.shell, "Play from here", told, answers, at))

    # -- the scene ---------------------------------------------------------------------

    def place_foot(
        self, buttons: Sequence[Button], top: float, widest: float = float("inf")
    ) -> None:
        """Place `buttons` in a row from the left edge, each at most `widest` with its gap."""
        across = self.shell.size[0] - 2 * EDGE + BUTTON_GAP
        step = min(widest, across / len(buttons))
        for number, button in enumerate(buttons):
            button.box = (EDGE + number * step, top, step - BUTTON_GAP, BUTTON)

    def update(self, dt: float) -> None:
        """Let figures move, and show an answer that has come."""
        self.springs.still = self.shell.theme.reduced_motion
        self.springs.update(dt)
        self._look_for_answer()

    def next_frame(self) -> float | None:
        """Return how soon to draw again: at once while figures move, soon while one waits."""
        if self.springs.moving:
            return 0.0
        return 0.05 if self.waiting else None

    def toast_place(self, width: float) -> Strip:
        """Return the place of the hint, beside the title."""
        return Strip(SAID, 8.0, self.hint_end(width) - SAID, tall=SAID_TALL)

    def handle(self, event: InputEvent) -> bool:
        """Handle an event by the form; the wheel scrolls the answer, back leaves."""
        if leaves(event):
            self.shell.pop()
            return True
        box = self.answer_box
        if isinstance(event, Wheel) and box is not None and inside(box, event.x, event.y):
            most = max(0.0, self.tall + BELOW - box[3])
            self.scrolled = min(most, max(0.0, self.scrolled - STEP * event.turn))
            return True
        return self.form.handle(event)

    def draw_head(self, canvas: Canvas) -> None:
        """Draw the title, and beside it the problem, the hint of the focus, or what to do."""
        draw_heading(canvas, "edit", self.title)
        if self.shell.toasts.texts:  # they stand in the same place
            return
        focus, problem = self.form.focused, self.warning()
        told = problem or (focus.hint if focus is not None else "") or self.how
        room, ink = self.hint_end(canvas.width) - SAID, WARNING if problem else "quiet"
        canvas.paragraph(told, (SAID, SAID_TOP), room, NOTE, ink, most=3)

    def draw_answer(self, canvas: Canvas, room: Box) -> None:
        """Draw the answer in a `room`, as far as it was scrolled."""
        x, y, w, h = room
        with canvas.clip((x - 12, y - 4, w + 24, h + 4)):
            self.tall = draw_items(canvas, self.mind, room, self.springs, self.scrolled)
