"""Positions of Jaipur on the table, one after the other: to find the best move, or to be shown it.

A position is seen as whoever had to move saw it. An answer is marked as in a match, and judged as a
choice is: what it gives away, how sure that is, and what speaks for the better move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, cast

from games import catalog
from games.agents import Judged
from games.jaipur.asks import Adviser
from games.jaipur.board import BoardView, Look
from games.jaipur.choosing import PLAY, Choosing
from games.jaipur.marks import Table, possible
from games.jaipur.places import beside
from games.jaipur.rules.moves import in_words, parse
from games.jaipur.rules.state import State, view_of
from games.jaipur.sight import sight_of
from games.jaipur.stall import Stall
from games.jaipur.words import Line, chosen_line
from games.shell.draw.canvas import Canvas
from games.shell.draw.roles import SERIES
from games.shell.draw.theme import EDGE
from games.shell.input import InputEvent, Pointer, Press, Wheel
from games.shell.mind.panel import MindView
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, Form, inside
from games.shell.widgets.page import leaves

FOOT: Final = 60.0
"""The room of the buttons, in units."""
GOOD: Final = 0.02
"""An answer that gives away less of the chance to win is as good as the best."""
BEST: Final = "Best"


class Position(NamedTuple):
    """A position: the state, the market by places, a heading, and the names of both seats.

    `judged` is the choice that was made in it, where one is to be shown. `go_on` plays on from it,
    None where that cannot be.
    """

    state: State
    stall: Stall
    heading: str
    names: tuple[str, str]
    best: str = ""
    judged: Judged | None = None
    go_on: Callable[[], None] | None = None


def sentence(move: str) -> str:
    """A move as the beginning of a sentence: "Sell 2 silver"."""
    found = parse(move)
    words = "" if found is None else in_words(found)
    return words[:1].upper() + words[1:]


def loss(judged: Judged) -> str:
    """What a choice gave away of the chance to win, with its error: "18% (±3%)"."""
    if not judged.error:
        return f"exactly {judged.lost:.0%}"
    return f"{judged.lost:.0%} (±{2 * judged.error:.0%})"


def told(judged: Judged, own: bool) -> Line:
    """What is said of a choice; `own` says that it is an answer that was just given."""
    title = f"{sentence(judged.move)}."
    if judged.best == judged.move or judged.lost < GOOD:
        return Line(f"{BEST}. {title}" if own else title, "No other move wins more often.")
    lost = f"It gives away {loss(judged)} of the chance to win"
    rupees = f" and about {judged.points:.0f} rupees" if judged.points >= 0.5 else ""
    better = sentence(judged.best)
    return Line(
        title, f"{lost}{rupees}. Better: {better[:1].lower()}{better[1:]}, it {judged.why}."
    )


class PositionsPage(Scene):
    """A page that goes through `positions`, at least one; those with a `judged` choice show it at
    once.

    `answers` are the judged choices up to now; `found` counts the ones as good as the best.
    """

    contexts = ("choice", "play", "menu", "all")

    def __init__(self, shell: Shell, title: str, positions: Sequence[Position]) -> None:
        super().__init__(shell)
        self.title, self.positions = title, tuple(positions)
        self.number, self.found = 0, 0
        self.answers: list[Judged] = []
        self.judged: Judged | None = None
        self.board, self.choosing = BoardView(), Choosing(shell.play_sound)
        self.adviser = cast(Adviser, catalog.watcher("jaipur", "adviser"))
        self.mind_view = MindView(shell)
        self.mind_view.accent, self.mind_view.caption = SERIES[1], "What can be known"
        self.size = shell.size
        self.next = Button("Next", self.go_on, "main", "forward")
        self.play = Button("Play on from here", self._play_on, icon="play")
        self.back = Button("Back", shell.pop, icon="back")
        self.form = Form((self.next, self.play, self.back), shell.play_sound)
        self._ask()

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self.positions[self.number]

    @property
    def seat(self) -> int:
        """Whose turn it is in it."""
        return self.position.state.turn

    @property
    def asking(self) -> bool:
        """Whether an answer is waited for."""
        return self.judged is None

    @property
    def before(self) -> Table:
        """What lies before whoever marks."""
        own = self.position.state.traders[self.seat]
        return Table(self.position.stall, own.hand, own.herd)

    def _ask(self) -> None:
        self.judged = self.position.judged
        self.choosing.forget()
        self.choosing.cursor = self.choosing.hover = ""
        self.mind_view.show(self.adviser.odds(view_of(self.position.state, self.seat)))
        self._refresh()

    def _refresh(self) -> None:
        last = self.number == len(self.positions) - 1
        self.next.label = "Skip" if self.asking else "From the start" if last else "Next"
        self.next.enabled = len(self.positions) > 1 or not (last or self.asking)
        self.play.enabled = self.position.go_on is not None and not self.asking
        self.form.focus_on(self.next if self.next.enabled else self.back)

    def go_on(self) -> None:
        """To the next position, after the last one to the first."""
        self.number = (self.number + 1) % len(self.positions)
        if not self.number:
            self.found, self.answers = 0, []
        self._ask()

    def answer(self, move: str) -> None:
        """Judge a legal `move` as the answer."""
        if self.judged is not None:
            return
        judged = self.adviser.judge(self.position.state, self.seat, move)
        if move == self.position.best:  # what was found with far more worlds holds
            judged = judged._replace(best=move, lost=0.0)
        self.judged = judged
        self.answers.append(judged)
        good = judged.best == move or judged.lost < GOOD
        self.found += good
        self.shell.play_sound("right" if good else "wrong")
        self.choosing.forget()
        self._refresh()

    def add(self, positions: Sequence[Position]) -> None:
        """More of them, behind the others."""
        if positions:
            self.positions = (*self.positions, *positions)
            self._refresh()

    def _play_on(self) -> None:
        if self.position.go_on is not None:
            self.position.go_on()

    # -- the scene ---------------------------------------------------------------------

    def layout(self, width: float, height: float) -> None:
        """The table, what its seat can count on beside it, and the buttons below."""
        panel, width = beside(width, height)
        self.mind_view.place(panel)
        self.size = (width, height)
        self.board.place((0, 0, width, height - FOOT), self.shell.theme.larger_text)
        wide = min(250.0, (width - 2 * EDGE - 24) / 3)
        for number, button in enumerate(self.form.widgets):
            left = width - EDGE - (3 - number) * wide - (2 - number) * 12
            button.box = (left, height - FOOT + 2, wide, 48)

    def update(self, dt: float) -> None:
        """Move the mind view on."""
        self.mind_view.update(dt)

    def next_frame(self) -> float | None:
        """At once while the mind view moves."""
        return 0.0 if self.mind_view.moving else None

    def handle(self, event: InputEvent) -> bool:
        """Marks as in a match; then on to the next."""
        box = self.mind_view.box
        if isinstance(event, Wheel | Pointer) and box is not None and inside(box, event.x, event.y):
            return self.mind_view.handle(event)
        if leaves(event):
            self.shell.pop()
            return True
        if self.asking and self._mark(event):
            return True
        if isinstance(event, Press) and event.action == "skip" and not self.asking:
            self.go_on()
            return True
        return self.form.handle(event)

    def _mark(self, event: InputEvent) -> bool:
        """Mark cards; answer with what is marked."""
        if isinstance(event, Pointer):
            spot = self.board.spot_at(self.look(), event.x, event.y)
            self.choosing.hover = spot
            if event.kind != "down" or not spot:
                return False
            if self.choosing.press_spot(spot, self.before) == PLAY:
                self._answer_marked()
            return True
        if not isinstance(event, Press):
            return False
        move, cursor = self.choosing.marks.legal_move(self.before), self.choosing.cursor
        if event.action in ("confirm", "skip") and (move is not None or cursor):
            if not event.repeat:
                self._answer_marked()
            return True
        used = self.choosing.press(event, self.before, self.board.spots(self.look()))
        if used == PLAY:
            self._answer_marked()
        return bool(used)

    def _answer_marked(self) -> None:
        """Answer with what is marked; else mark what the arrows stand on, or skip on the line."""
        move = self.choosing.marks.legal_move(self.before)
        if move is not None:
            self.answer(move.notation)
        elif self.choosing.cursor != "line":
            self.choosing.press_spot(self.choosing.cursor, self.before)
        elif self.next.enabled:
            self.go_on()

    def look(self) -> Look:
        """What is to be seen now."""
        where, choosing = self.position, self.choosing
        sight, table = sight_of(view_of(where.state, self.seat)), self.before
        if self.judged is None:
            why = choosing.why_not(table)
            line = chosen_line(
                choosing.marks, table, sight, self.seat, why, self.shell.input.label("confirm")
            )
            if choosing.marks.empty and not why:
                line = Line(f"{where.names[self.seat]} to move. Which move is best?", line.text)
        else:
            line = told(self.judged, where.judged is None)
        count = f"{self.number + 1} of {len(self.positions)}"
        so_far = f", {self.found} found" if self.answers else ""
        return Look(
            sight=sight,
            stall=where.stall,
            below=self.seat,
            names=where.names,
            headings=(f"{self.title} {count}{so_far}: {where.heading}", f"{count}{so_far}", count),
            end=self.size[0] - EDGE,
            marks=choosing.marks,
            possible=possible(table, choosing.marks) if self.asking else None,
            line=line,
            cursor=choosing.cursor,
            hover=choosing.hover,
        )

    def draw(self, canvas: Canvas) -> None:
        """The table with the question or its answer, what can be known, and the buttons."""
        with canvas.clip((-400, -400, self.size[0] + 400, canvas.height + 800)):
            self.board.draw(canvas, self.look())
        self.form.draw(canvas)
        self.mind_view.draw(canvas)
