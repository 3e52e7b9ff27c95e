"""A quiz of mistakes: the positions in which a game of Ur was played badly, to be played again.

Every answer is graded as choices are (`games.ur.coach.grades`), and the better move told with its
reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, NOTE
from games.shell.input import InputEvent, Pointer, Press
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, Form, inside
from games.ur.board import BoardView, View
from games.ur.coach.advice import Advice, plain
from games.ur.coach.grades import GRADES, Choice
from games.ur.coach.reasons import why
from games.ur.looks import Cursor
from games.ur.motion import Motion
from games.ur.rules import State

MOST: Final = 8
"""So many questions at most, those that cost most; chosen by hand."""
ASKING: Final = ("choice", "play", "menu", "all")
READING: Final = ("menu", "play", "all")
"""What is listened to while a move is chosen, and after it: a gamepad's first button then goes on.
"""
ASKED: Final = 2
"""The place of the first grade that is asked for: slips and worse."""


def questions(made: Sequence[Choice]) -> tuple[Choice, ...]:
    """Return the choices among `made` to be asked for, the costliest first."""
    slips = [choice for choice in made if choice.grade >= ASKED]
    return tuple(sorted(slips, key=lambda choice: -choice.lost)[:MOST])


class Quiz(Scene):
    """Asks the `asked` choices one after the other.

    `answers` are the moves that were given so far; `found` counts those that were best. `exact`
    says that the grades are those of the solved game; `names` are those of the sides.
    """

    title = "Quiz"
    contexts: tuple[str, ...] = ASKING

    def __init__(
        self, shell: Shell, asked: Sequence[Choice], exact: bool, names: Sequence[str]
    ) -> None:
        super().__init__(shell)
        self.asked, self.exact, self.names = asked, exact, tuple(names)
        self.answers: list[str] = []
        self.answered = False
        self.cursor = Cursor()
        self.board = BoardView(self.state.rules)
        self.motion = Motion(self.state.rules, shell.play_sound)
        self.choice_boxes: list[tuple[Box, str]] = []
        self.hovered: str | None = None
        self.size = shell.size
        self.next = Button("Next", self.go_on, "main", "forward")
        self.form = Form((self.next, Button("Back", shell.pop, icon="back")), shell.play_sound)
        self._ask()

    @property
    def number(self) -> int:
        """The number of the question that stands on the board, from 0 on."""
        return max(0, len(self.answers) - self.answered)

    @property
    def over(self) -> bool:
        """True if everything was asked."""
        return len(self.answers) == len(self.asked) and not self.answered

    @property
    def state(self) -> State:
        """The position of the question, or of the last one."""
        state: State = self.asked[min(self.number, len(self.asked) - 1)].step.before
        return state

    @property
    def found(self) -> int:
        """How many answers were best."""
        given = zip(self.asked, self.answers, strict=False)
        return sum(self._answer(choice, move).grade == 0 for choice, move in given)

    @staticmethod
    def _answer(choice: Choice, move: str) -> Choice:
        """Return the choice as if this move had been played."""
        return Choice(choice.turn, choice.step._replace(move=move))

    def _ask(self) -> None:
        state = self.state
        self.cursor.at = self.hovered = None
        self.motion.dice.lie(state.turn, state.roll, self.number)
        self.layout(*self.size)

    def choose(self, move: str) -> None:
        """Answer with a legal `move`."""
        if not self.answered and not self.over:
            self.answers.append(move)
            self.answered = True
            good = self._answer(self.asked[self.number], move).grade == 0
            self.shell.play_sound("right" if good else "wrong")
            self._refresh()

    def go_on(self) -> None:
        """To the next question; after the last one begin anew."""
        if self.over:
            self.answers = []
        elif not self.answered:
            return
        self.answered = False
        self._ask()
        self._refresh()

    def _refresh(self) -> None:
        self.contexts = READING if self.answered or self.over else ASKING
        self.next.label = "Once more" if self.over else "Next"
        self.next.enabled = self.answered or self.over
        self.form.focus_first()

    # -- words -------------------------------------------------------------------------

    @property
    def caption(self) -> str:
        """The question, what is said of the answer, or the end."""
        if self.over:
            best = "all" if self.found == len(self.asked) else f"{self.found}"
            return f"You found {best} of {len(self.asked)}."
        choice = self.asked[self.number]
        step = choice.step
        if not self.answered:
            return f"{self.names[step.seat]} rolled {step.before.roll}. Which move is best?"
        given = self._answer(choice, self.answers[-1])
        grade = GRADES[given.grade].name
        if given.grade == 0:
            reason = why(step.before, given.step.move, step.move)
            told = f"It {reason}. " if reason else ""
            return f"{grade}. {told}In the game it was {plain(step.before, step.move)}."
        about = "" if self.exact else "about "
        reason = why(step.before, step.best, given.step.move)
        told = f": it {reason}" if reason else ""
        return (
            f"{grade}, it loses {about}{100 * given.lost:.0f}%. "
            f"{plain(step.before, step.best)} was better{told}."
        )

    # -- the scene ---------------------------------------------------------------------

    def layout(self, width: float, height: float) -> None:
        """The board, and the two buttons below it."""
        self.size = (width, height)
        scale = self.shell.theme.text_size(NOTE) / NOTE
        self.board.place((0, 0, width, height), self.state.rules, scale, True)
        wide = min(260.0, (width - 2 * EDGE - 12) / 2)
        for number, button in enumerate(self.form.widgets):
            left = width - EDGE - (2 - number) * wide - (1 - number) * 12
            button.box = (left, height - 68, wide, 48)
        self.choice_boxes = self.board.choices(self.state, (0, 1))
        self._refresh()

    def handle(self, event: InputEvent) -> bool:
        """Take a move by its number, by the arrows, or by a click; then go on to the next."""
        if isinstance(event, Press):
            return self._press(event)
        if isinstance(event, Pointer):
            boxes = [] if self.answered or self.over else self.choice_boxes
            hit = next((m for box, m in boxes if inside(box, event.x, event.y)), None)
            self.hovered = hit
            if hit is not None and event.kind == "down" and event.button == 1:
                self.choose(hit)
                return True
        return self.form.handle(event)

    def _press(self, event: Press) -> bool:
        moves, asking = self.state.moves, not (self.answered or self.over)
        if event.action in ("back", "pause"):
            self.shell.pop()
            return True
        if event.action.startswith("choice_") and asking and not event.repeat:
            number = int(event.action.removeprefix("choice_")) - 1
            move = self.cursor.numbered_move(number, event.device, moves)
            if move is not None:
                self.choose(move)
            return True
        if event.action in ("confirm", "skip") and not event.repeat:
            chosen = self.cursor.confirmed_move(moves) if asking else None
            if chosen is not None:
                self.choose(chosen)
            elif not asking and event.action == "skip":
                self.go_on()
            else:
                return self.form.handle(event)
            return True
        if event.action in ("left", "right", "up", "down") and asking:
            self.cursor.go(1 if event.action in ("right", "up") else -1, moves)
            return True
        return self.form.handle(event)

    def draw(self, canvas: Canvas) -> None:
        """The board with the question or its answer, and the buttons."""
        state, choice = self.state, self.asked[min(self.number, len(self.asked) - 1)]
        told = f"Question {self.number + 1} of {len(self.asked)}"
        head = f"{told}, {self.found} found" if self.answers else told
        advice = None
        if self.answered:
            given = self.answers[-1]
            played = "" if self._answer(choice, given).grade == 0 else given
            advice = Advice(state, given if not played else choice.step.best, played, "")
        view = View(
            state=state,
            arrived=state,
            names=self.names,
            headings=["Quiz" if self.over else head],
            end=self.size[0] - EDGE,
            over=self.over,
            choosing=not (self.answered or self.over),
            hints=True,
            focus=self.cursor.focus(self.hovered, state.moves),
            numbered=True,
            ends=True,
            valued=None,
            slip=None,
            advice=advice,
            caption=self.caption,
            thinking=None,
            graph=None,
            edge=None,
        )
        self.board.draw(canvas, view, self.motion)
        self.form.draw(canvas)
