"""The review of a game of Ur: how well each side chose, the river, its two moments, and a quiz.

It is made of what the judge saw, and needs no match: a turn that is chosen is handed on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import (
    EDGE,
    GAP,
    LABEL,
    NOTE,
    SEAT_COLOURS,
    SEAT_MARKS,
    TEXT,
    TITLE,
)
from games.shell.input import InputEvent, Pointer
from games.shell.shell import Scene, Shell
from games.shell.table import Table
from games.shell.widgets.basic import Button, Form, inside
from games.shell.widgets.page import draw_heading, leaves
from games.ur.asks import JudgedStep
from games.ur.coach.advice import plain
from games.ur.coach.grades import (
    GRADES,
    Choice,
    accuracy,
    best_moment,
    choices,
    shares,
    worst_moment,
)
from games.ur.coach.quiz import Quiz, questions
from games.ur.drawing import LampLitTable
from games.ur.editor import UrEditor
from games.ur.review import throw_of
from games.ur.river import Graph, draw_river
from games.ur.watch import Watch

ACCURACY: Final = (
    "Accuracy: of all the win probability that lay between the best and the worst moves, the share "
    "that was kept. Perfect play has 100%, any move at random about 50%."
)
# Units, chosen by eye.
HEAD, FOOT, ROW = 108.0, 84.0, 46.0
RIVER: Final = 200.0
ICON_LETTERS: Final = 6
"""So many letters wide are a button's icon and the room around its words; by eye."""


class Reviewed(NamedTuple):
    """A game to review: what the judge saw of it, and who played.

    `first` is light's win probability at the start, `people` the seats whose mistakes are asked
    for, () for both; `source` says where estimates come from, () where the values are exact.
    """

    first: float
    steps: tuple[JudgedStep, ...]
    names: tuple[str, str]
    people: tuple[int, ...]
    source: tuple[str, ...]

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats whose choices are spoken of."""
        return self.people or (0, 1)

    def made(self, seats: Sequence[int]) -> list[Choice]:
        """The choices of some `seats`, in order."""
        found = [choice for seat in seats for choice in choices(self.steps, seat)]
        return sorted(found, key=lambda choice: choice.turn)


def open_review(
    table: Table, watch: Watch, names: tuple[str, str], show_turn: Callable[[int], None]
) -> None:
    """Review the finished game of a `table` as its `watch` saw it; back leads to the report.

    `names` are those of the sides; `show_turn` shows a turn on the table, which is then on top.
    """
    shell, judge = table.shell, watch.judge
    if names[0] == names[1]:
        names = (f"Light {names[0]}", f"Dark {names[1]}")
    game = Reviewed(judge.first, tuple(judge.steps), names, table.setup.humans, watch.source)

    def show(turn: int) -> None:
        shell.back_to(table)
        show_turn(turn)

    shell.push(shell.doors.result(shell, table))
    shell.push(ReviewPage(shell, game, show))


class ReviewPage(Scene):
    """Shows a `game` that was judged; `show_turn` shows one of its turns on the board."""

    title = "Review"

    def __init__(self, shell: Shell, game: Reviewed, show_turn: Callable[[int], None]) -> None:
        super().__init__(shell)
        self.game = game
        self.ground = LampLitTable()
        self.size = shell.size
        self.curve: Box = (0.0, 0.0, 0.0, 0.0)
        self._show_turn = show_turn
        own = game.made(game.asked)
        self.best, self.worst = best_moment(own), worst_moment(own)
        self.questions = questions(own)
        self.moments = [
            Button(words, partial(show_turn, choice.turn), icon=icon)
            for choice, words, icon in self._moments()
        ]
        self.buttons = self._buttons()
        self.form = Form((*self.moments, *self.buttons), shell.play_sound)
        self.form.focus_on(self.buttons[0])

    def _moments(self) -> list[tuple[Choice, str, str]]:
        """The best and the worst choice, each with its words and an icon."""
        found = []
        if self.best is not None:
            told = f"{self._where(self.best)}{plain(self.best.step.before, self.best.step.move)}. "
            told += f"Any other move loses {100 * self.best.margin:.0f}%"
            found.append((self.best, f"Best moment, {told}", "check"))
        if self.worst is not None:
            step = self.worst.step
            told = f"{self._where(self.worst)}{plain(step.before, step.move)} "
            told += f"lost {100 * self.worst.lost:.0f}%"
            found.append((self.worst, f"Worst, {told}", "cross-mark"))
        return found

    def _where(self, choice: Choice) -> str:
        who = "" if len(self.game.people) == 1 else f"{self.game.names[choice.step.seat]}, "
        return f"{who}turn {throw_of(choice.turn)}: "

    def _buttons(self) -> list[Button]:
        asked = len(self.questions)
        quiz = Button(f"Quiz ({asked})", self._quiz, "main", "help", "Your mistakes, once more.")
        quiz.enabled = asked > 0
        edit = Button("Study the worst", self._edit, icon="edit")
        edit.enabled = self.worst is not None
        replay = Button("Replay", lambda: self._show_turn(1), "plain" if asked else "main", "play")
        return [quiz, replay, edit, Button("Back", self.shell.pop, icon="back")]

    def _quiz(self) -> None:
        self.shell.push(Quiz(self.shell, self.questions, not self.game.source, self.game.names))

    def _edit(self) -> None:
        if self.worst is not None:
            self.shell.push(UrEditor(self.shell, self.worst.step.before))

    # -- the scene ---------------------------------------------------------------------

    def layout(self, width: float, height: float) -> None:
        """Two sides above, the river and its moments below them, the buttons at the foot."""
        self.size = (width, height)
        letters = [len(button.label) + ICON_LETTERS for button in self.buttons]
        share = (width - 2 * EDGE - 12 * (len(letters) - 1)) / sum(letters)
        left: float = EDGE
        for button, count in zip(self.buttons, letters, strict=True):
            button.box = (left, height - FOOT + 16, share * count, 48)
            left += share * count + 12
        top = height - FOOT - 4 - ROW * len(self.moments)
        for number, moment in enumerate(self.moments):
            moment.box = (EDGE, top + ROW * number, width - 2 * EDGE, ROW - 6)
        tall = min(RIVER, 0.28 * height)
        self.river: Box = (EDGE, top - tall - 12, width - 2 * EDGE, tall)

    def handle(self, event: InputEvent) -> bool:
        """The buttons, a click on the river, and back."""
        if leaves(event):
            self.shell.pop()
            return True
        clicked = isinstance(event, Pointer) and event.kind == "down" and event.button == 1
        if clicked and isinstance(event, Pointer) and inside(self.curve, event.x, event.y):
            share = (event.x - self.curve[0]) / self.curve[2]
            self._show_turn(1 + round(share * len(self.game.steps)))
            return True
        return self.form.handle(event)

    def draw(self, canvas: Canvas) -> None:
        """Everything."""
        width, _ = self.size
        self.ground.draw(canvas, (0, 0, *self.size))
        left = draw_heading(canvas, "stats", "Review")
        told = " ".join((ACCURACY, *self.game.source))
        room = canvas.even_width(told, width - EDGE - left, NOTE)
        lines = min(3, len(canvas.wrap(told, room, NOTE)))
        at = (left, 52 - lines * canvas.line_height(NOTE) / 2)
        canvas.paragraph(told, at, room, NOTE, "quiet", most=3)
        wide = (width - 2 * EDGE - 2 * GAP) / 2
        for seat in (0, 1):
            box = (EDGE + seat * (wide + 2 * GAP), HEAD, wide, self.river[1] - HEAD - 16)
            self._draw_side(canvas, box, seat)
        self.curve = draw_river(canvas, self.river, self._graph())
        self.form.draw(canvas)

    def _graph(self) -> Graph:
        game = self.game
        values = (game.first, *(step.light for step in game.steps))
        marks = [choice.turn for choice in (self.best, self.worst) if choice is not None]
        words = ("Columns are lucky throws, marks are choices. Click a place to see it.", "")
        return Graph(values, f"{game.names[0]}, to win:", words, len(game.steps), marks, game.steps)

    def _draw_side(self, canvas: Canvas, box: Box, seat: int) -> None:
        """Name, accuracy, and a row for each grade with its share."""
        x, y, w, h = box
        made, colour = list(choices(self.game.steps, seat)), SEAT_COLOURS[seat]
        kept = accuracy(made)
        canvas.icon(SEAT_MARKS[seat], (x + 11, y + 14), 22, colour)
        shown = "none" if kept is None else f"{kept:.0%}"
        used = canvas.text_width(shown, TITLE, "title")
        canvas.text(
            self.game.names[seat], (x + 32, y + 14), LABEL, colour, "bold", max_width=w - 32
        )
        canvas.text(shown, (x, y + 72), TITLE, "paper", "title")
        canvas.text("accuracy", (x, y + 116), NOTE, "quiet")
        left = x + max(used, 130.0) + GAP
        self._draw_grades(canvas, (left, y + 36, x + w - left, h - 36), made)

    def _draw_grades(self, canvas: Canvas, box: Box, made: Sequence[Choice]) -> None:
        x, y, w, h = box
        row = min(30.0, h / len(GRADES))
        for place, (grade, count) in enumerate(zip(GRADES, shares(made), strict=True)):
            middle = y + (place + 0.5) * row
            share = count / max(1, len(made))
            canvas.text(grade.name, (x, middle), NOTE, "paper", max_width=78)
            track = (x + 84, middle - 5, max(20.0, w - 84 - 84), 10.0)
            canvas.rect(track, "ink", 5, 170)
            if count:
                canvas.rect((*track[:2], max(10.0, track[2] * share), 10.0), grade.colour, 5)
            canvas.text(f"{count}", (x + w - 50, middle), TEXT, "paper", "bold", "right")
            canvas.text(f"{share:.0%}", (x + w, middle), NOTE, "quiet", align="right")
