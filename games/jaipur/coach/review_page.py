"""The review of a match: for each round its course, luck and choices apart, and what cost most.

The page opens at once and fills while the choices are judged.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from games.core import Turn
from games.jaipur import SIDES
from games.jaipur.coach.course import Graph, choice_at, draw_course
from games.jaipur.coach.positions_page import Position, PositionsPage, loss, sentence
from games.jaipur.coach.reviewing import Asked, Costly, Judging, Review, rounds_of
from games.session.setup import Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, NOTE, TEXT
from games.shell.input import InputEvent, Pointer
from games.shell.opening import play_on
from games.shell.shell import Scene, Shell
from games.shell.table import Table
from games.shell.widgets.basic import Button, Form, inside
from games.shell.widgets.page import draw_heading, leaves
from games.shell.widgets.two_lines import TwoLines

HEAD, FOOT, ROW = 100.0, 84.0, 58.0
"""Units; chosen by eye."""
LINES: Final = 98.0
"""The room of the sentences below the course."""


def open_review(table: Table) -> None:
    """Review the finished match of a `table`; back leads to the report."""
    shell, setup = table.shell, table.setup
    west, east = table.names()
    names = (west, east) if west != east else (f"{SIDES[0]} {west}", f"{SIDES[1]} {east}")
    turns = tuple(table.match.turns)

    def go_on(turn: int) -> None:
        play_on(shell, setup, turns[:turn])

    shell.push(shell.doors.result(shell, table))
    shell.push(ReviewPage(shell, setup, turns, names, go_on))


LEGEND: Final = "Columns: cards turned up, on the side of whom they helped. Rings: what cost most."


class ReviewPage(Scene):
    """Judges the rounds of a match, the last one first on show; `play_on` begins at a turn."""

    title = "Review"

    def __init__(
        self,
        shell: Shell,
        setup: Setup,
        turns: tuple[Turn, ...],
        names: tuple[str, str],
        play_on: Callable[[int], None],
    ) -> None:
        super().__init__(shell)
        self.names, self.people, self._play_on = names, setup.humans or (0, 1), play_on
        self.reviews = [Review(played) for played in rounds_of(setup.params, turns)]
        self.judging = Judging(self.reviews)
        self.number = 0
        self.size = shell.size
        self.graph_box: Box = (0.0, 0.0, 0.0, 0.0)
        self.costly: list[Costly] = []
        self._shown = (-1, -1)
        self.rows: list[TwoLines] = []
        self.before = Button("Round before", partial(self.turn_to, -1), icon="step-back")
        self.after = Button("Next round", partial(self.turn_to, 1), icon="step")
        self.again = Button("Find better", self.find_better, "main", "help")
        self.again.hint = "Your costliest choices, once more."
        self.back = Button("Back", shell.pop, icon="back")
        self.form = Form((), shell.play_sound)
        self._fill()

    @property
    def review(self) -> Review:
        """The round on show."""
        return self.reviews[self.number]

    def turn_to(self, by: int) -> None:
        """To another round."""
        self.number = max(0, min(len(self.reviews) - 1, self.number + by))
        self._fill()

    def leave(self) -> None:
        """Judge no more."""
        self.judging.end()

    def update(self, dt: float) -> None:
        """Show what has been judged since."""
        if self._shown != (self.number, len(self.review.judged)):
            self._fill()

    def next_frame(self) -> float | None:
        """Often enough that the line is seen to grow."""
        shown = self._shown == (self.number, len(self.review.judged))
        return None if self.judging.done and shown else 0.15

    def _fill(self) -> None:
        """Everything that follows from the round and what is judged of it."""
        self._shown = (self.number, len(self.review.judged))
        focus = self.form.focused
        self.costly = self.review.costly(self.people)
        self.rows = [TwoLines(*self._words(c), partial(self.show, c.asked)) for c in self.costly]
        self.before.enabled = self.number > 0
        self.after.enabled = self.number < len(self.reviews) - 1
        self.again.enabled = bool(self.costly) and self.review.done
        self.form = Form(
            (*self.rows, self.again, self.before, self.after, self.back), self.shell.play_sound
        )
        self.form.focus_on(focus if focus in self.form.widgets else self.back)
        self.layout(*self.size)

    def _words(self, costly: Costly) -> tuple[str, str]:
        """What was done, and what it cost with what was better."""
        judged, asked = costly.judged, costly.asked
        who = "Turn" if len(self.people) == 1 else f"{self.names[judged.seat]}, turn"
        rupees = f", {judged.points:.0f} rupees" if judged.points >= 0.5 else ""
        better = sentence(judged.best)
        return (
            f"{who} {asked.number}: {sentence(judged.move).lower()}",
            f"lost {loss(judged)}{rupees}. Better: {better[:1].lower()}{better[1:]}",
        )

    # -- positions ---------------------------------------------------------------------

    def position(self, number: int, shown: bool) -> Position:
        """A choice of the round as a position, with what is known of it where that is `shown`."""
        asked, judged = self.review.played.asked[number], self.review.judged[number]
        go_on = partial(self._play_on, asked.turn)
        heading = f"round {self.review.played.number}, turn {asked.number}"
        return Position(
            asked.state,
            asked.stall,
            heading,
            self.names,
            judged.best,
            judged if shown else None,
            go_on if judged.seat in self.people else None,
        )

    def show(self, asked: Asked) -> None:
        """Show a choice on the table as it was."""
        number = asked.number - 1
        if number < len(self.review.judged):
            self.shell.push(PositionsPage(self.shell, "Review", [self.position(number, True)]))

    def find_better(self) -> None:
        """Ask for the costly choices once more."""
        asked = [self.position(costly.asked.number - 1, False) for costly in self.costly]
        if asked:
            self.shell.push(PositionsPage(self.shell, "Find better", asked))

    # -- words -------------------------------------------------------------------------

    @property
    def told(self) -> tuple[str, str]:
        """Luck and choices of the round, and what a choice gave away on average."""
        review, seat = self.review, self.people[0]
        if not review.done:
            return f"Judging the choices: {self.judging.share:.0%}.", ""
        course, sign = review.course(), 1 - 2 * seat
        whose = "you" if len(self.people) == 1 else self.names[seat]
        first = (
            f"The cards gave {whose} {sign * course.luck:+.0%}, the choices of both "
            f"{sign * course.choices:+.0%}."
        )
        costs = [(self.names[s], review.mean_cost(s)) for s in (seat, 1 - seat)]
        words = [f"{name} {cost:.1%}" for name, cost in costs if cost is not None]
        return first, f"Given away by a choice on average: {', '.join(words)}."

    @property
    def heading(self) -> str:
        """Which round it is, and how it ended."""
        played = self.review.played
        if played.totals is None:
            return f"Round {played.number}, not played to its end"
        west, east = played.totals
        return f"Round {played.number}: {self.names[0]} {west}, {self.names[1]} {east}"

    # -- the scene ---------------------------------------------------------------------

    def layout(self, width: float, height: float) -> None:
        """The course above, two sentences, costly choices, and the buttons at the foot."""
        self.size = (width, height)
        buttons = (self.again, self.before, self.after, self.back)
        step = (width - 2 * EDGE + 12) / len(buttons)
        for number, button in enumerate(buttons):
            button.box = (EDGE + number * step, height - FOOT + 16, step - 12, 48)
        top = height - FOOT - 4 - ROW * len(self.rows)
        for number, row in enumerate(self.rows):
            row.box = (EDGE, top + ROW * number, width - 2 * EDGE, ROW - 8)
        room = height - FOOT - 4 - ROW * 3 - LINES - HEAD
        self.graph_box = (EDGE, HEAD, width - 2 * EDGE, room)

    @property
    def graph(self) -> Graph:
        """The course of the round so far."""
        ringed = [costly.asked.number - 1 for costly in self.costly]
        return Graph(self.review.course().values, ringed, len(self.review.played.asked))

    def handle(self, event: InputEvent) -> bool:
        """The buttons, a click on the course, and back."""
        if leaves(event):
            self.shell.pop()
            return True
        clicked = isinstance(event, Pointer) and event.kind == "down" and event.button == 1
        if clicked and isinstance(event, Pointer) and inside(self.graph_box, event.x, event.y):
            number = choice_at(self.graph_box, self.graph, event.x)
            self.show(self.review.played.asked[number])
            return True
        return self.form.handle(event)

    def draw(self, canvas: Canvas) -> None:
        """Everything."""
        width, _ = self.size
        canvas.fill("ink")
        left = draw_heading(canvas, "stats", "Review")
        canvas.text(self.heading, (left, 55), TEXT, "quiet", max_width=width - EDGE - left)
        draw_course(canvas, self.graph_box, self.graph, self.names)
        below = self.graph_box[1] + self.graph_box[3]
        for number, words in enumerate(self.told):
            colour = "quiet" if number else "paper"
            canvas.text(
                words, (EDGE, below + 22 + 27 * number), TEXT, colour, max_width=width - 2 * EDGE
            )
        legend = (EDGE, below + 76)
        canvas.text(LEGEND, legend, NOTE, "quiet", max_width=width - 2 * EDGE)
        if self.review.done and not self.costly:
            words = "No choice that was judged lost anything for certain."
            canvas.text(words, (EDGE, below + LINES + 20), NOTE, "quiet")
        self.form.draw(canvas)
