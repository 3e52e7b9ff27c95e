"""The review of a finished game of Ra: the costliest choices of each person, each with its moment.

The page opens at once and fills while the choices are judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from games.core import Turn
from games.ra.review.judging import Judged, Review, events_before
from games.ra.review.moment_page import MomentPage
from games.ra.telling import small_you
from games.session.setup import Setup
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import EDGE, NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT
from games.shell.input import InputEvent
from games.shell.opening import play_on
from games.shell.shell import Scene, Shell
from games.shell.table import Table
from games.shell.widgets.basic import Button, Form
from games.shell.widgets.page import draw_heading, leaves
from games.shell.widgets.two_lines import TwoLines

HEAD, FOOT, ROW = 138.0, 84.0, 66.0
"""Units; chosen by eye."""
ROMAN: Final = ("", "I", "II", "III")
NOTHING: Final = "No choice gave away as much as one in a hundred games."


def open_review(table: Table) -> None:
    """Review the finished game of a `table`; back leads to the report."""
    shell, names = table.shell, table.names()
    shell.push(shell.doors.result(shell, table))
    shell.push(ReviewPage(shell, table.setup, tuple(table.match.turns), names))


class ReviewPage(Scene):
    """Judges what the people of a `setup` chose in a game of these `turns`, each on a page."""

    title = "Review"

    def __init__(
        self, shell: Shell, setup: Setup, turns: Sequence[Turn], names: Sequence[str]
    ) -> None:
        super().__init__(shell)
        self.setup, self.turns, self.names = setup, tuple(turns), tuple(names)
        self.people = sorted(setup.humans)
        self.number = 0
        self.review = Review(setup.params, turns, self.people)
        self.size = shell.size
        self.costly: list[Judged] = []
        self.rows: list[TwoLines] = []
        self._shown = (-1, -1, False)
        self.other = Button("Next player", self.turn_on, icon="swap")
        self.back = Button("Back", shell.pop, "main", "back")
        self.form = Form((), shell.play_sound)
        self._fill()

    @property
    def seat(self) -> int:
        """The seat whose choices are on show."""
        return self.people[self.number]

    def turn_on(self) -> None:
        """To the next person."""
        self.number = (self.number + 1) % len(self.people)
        self._fill()

    def leave(self) -> None:
        """Judge no more."""
        self.review.end()

    def update(self, dt: float) -> None:
        """Show what has been judged since."""
        if self._shown != (self.number, self.review.count, self.review.done):
            self._fill()

    def next_frame(self) -> float | None:
        """Often enough that the page is seen to fill."""
        return None if self.review.done and self._shown[2] else 0.15

    def _fill(self) -> None:
        self._shown = (self.number, self.review.count, self.review.done)
        focus = self.form.focused
        place = self.rows.index(focus) if isinstance(focus, TwoLines) else -1
        place = 0 if not self.rows and focus in (None, self.back) else place
        self.costly = self.review.costly(self.seat)
        self.rows = [TwoLines(*self.words(c), partial(self.show, c)) for c in self.costly]
        others = (self.other,) if len(self.people) > 1 else ()
        self.form = Form((*self.rows, *others, self.back), self.shell.play_sound)
        kept = self.rows[place] if 0 <= place < len(self.rows) else focus
        self.form.focus_on(kept if kept in self.form.widgets else self.back)
        self.layout(*self.size)

    def words(self, judged: Judged) -> tuple[str, str]:
        """Return the choice, and its loss with the better one."""
        asked, best = judged.asked, judged.best
        own = [one.turn for one in self.review.asked if one.seat == asked.seat]
        number = own.index(asked.turn) + 1
        first = f"Epoch {ROMAN[asked.state.epoch]}, choice {number}: {judged.own.words}"
        points = f" and {judged.points:.1f} points" if judged.points >= 0.05 else ""
        lost = f"Gave away {100 * judged.lost:.0f}% of the chance to win{points}."
        return first, f"{lost} Better: {best.words}."

    def show(self, judged: Judged) -> None:
        """Show the moment of a choice."""
        asked = judged.asked

        def go_on() -> None:
            play_on(self.shell, self.setup, self.turns[: asked.turn])

        before = events_before(self.setup.params, self.turns, asked.turn)
        self.shell.push(MomentPage(self.shell, judged, before, self.names, go_on))

    @property
    def told(self) -> str:
        """The progress, then the mean loss of a choice."""
        review = self.review
        if review.problem:
            return review.problem
        if not review.done:
            return f"Thinking the game over: {review.share:.0%}."
        name = self.names[self.seat]
        verb = "Your choices" if name == "You" else f"The choices of {small_you(name)}"
        count = sum(each.asked.seat == self.seat for each in review.judged)
        each = 100 * review.given_away(self.seat)
        return (
            f"{verb}, {count} of them, gave away {each:.1f}% of the chance to win each on average."
        )

    # -- the scene ---------------------------------------------------------------------

    def layout(self, width: float, height: float) -> None:
        """The choices below each other, the buttons at the foot."""
        self.size = (width, height)
        room = min(ROW, (height - HEAD - FOOT) / max(1, len(self.rows)))
        for number, row in enumerate(self.rows):
            row.box = (EDGE, HEAD + room * number, width - 2 * EDGE, room - 8)
        wide = min(240.0, (width - 2 * EDGE - 12) / 2)
        self.other.box = (width - EDGE - 2 * wide - 12, height - FOOT + 16, wide, 48)
        self.back.box = (width - EDGE - wide, height - FOOT + 16, wide, 48)

    def handle(self, event: InputEvent) -> bool:
        """Handle the buttons, and back."""
        if leaves(event):
            self.shell.pop()
            return True
        return self.form.handle(event)

    def draw(self, canvas: Canvas) -> None:
        """The heading, whose choices these are, and what they gave away."""
        width, _ = self.size
        canvas.fill("ink")
        left = draw_heading(canvas, "stats", "Review")
        canvas.icon(SEAT_MARKS[self.seat], (left + 9, 55), 18, SEAT_COLOURS[self.seat])
        name = self.names[self.seat]
        canvas.text(name, (left + 26, 55), TEXT, "quiet", max_width=width - EDGE - left - 26)
        canvas.paragraph(self.told, (EDGE, 88), width - 2 * EDGE, TEXT, "paper", most=2)
        if self.review.done and not self.costly and not self.review.problem:
            canvas.text(NOTHING, (EDGE, HEAD + 20), NOTE + 2, "quiet", max_width=width - 2 * EDGE)
        self.form.draw(canvas)
