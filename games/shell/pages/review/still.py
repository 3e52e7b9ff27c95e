"""Moments of a match on the game's own table: shown with their values, or asked once more.

`StillPage` stands at moments of finished matches, one after the other: it shows what was chosen
beside the best choice, or asks the choice once more. What is marked and pressed is what is marked
and pressed in play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple, cast

from games import catalog
from games.agents import Judge, Judged
from games.arrays import BadWeights
from games.beside import Latest
from games.core import WATCHERS, Log
from games.judging import GRADES, ChoiceWords, Found
from games.match import seen_by
from games.mind import Mind, Note
from games.moments import Moments
from games.session.film import FilmedMatch
from games.session.replaying import Asking, asking_setup, replay_setup
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import NOTE, TEXT
from games.shell.hinting import values_shown
from games.shell.input import InputEvent, Pointer, Press, Wheel
from games.shell.opening import once_allowed, play_on
from games.shell.pages.framed import FramedTable
from games.shell.shell import Shell
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Form, Widget
from games.shell.widgets.page import leaves
from games.streams import Stream

# Units; chosen by eye.
EDGE: Final = 20.0
BUTTON: Final = 44.0
WIDEST: Final = 220.0
WIDE: Final = 1000.0
"""From this width on the figures stand beside the table; else a button opens them over it."""
NOT_HERE: Final = frozenset(
    [
        *("hint", "odds", "undo", "redo", "step", "step_back", "look_back", "history", "faster"),
        *("slower", "replay_play", "mind", "pause", "back", "help", "coach", "truth", "copy"),
    ]
)
"""Actions of tables that would leave the moment, or tell its answer."""
TITLES: Final = ("The choice", "Choice")
ONWARD: Final = ("confirm", "skip", "mark")
"""Actions that press the lit button of the bar before a card or a cell was touched."""
ASKING: Final = "Which choice is best?"
JUDGING: Final = "Your answer is being judged."


class Position(NamedTuple):
    """A choice to show or to ask: the match `log`, its names, and the choice with its judgement.

    One that is not `open` is asked. `heading` says where it comes from. `solved` hears whether an
    answer was as good as the best.
    """

    log: Log
    names: Sequence[str]
    found: Found
    open: bool = True
    heading: str = ""
    solved: Callable[[bool], None] = lambda good: None


class Answered(NamedTuple):
    """An answer that is to be judged."""

    position: Position
    move: str


def judge_answer(answered: Answered) -> Judged:
    """Judge another move at a choice by the judge of the game, which sees the match up to it.

    Raises `BadWeights`.
    """
    log, choice = answered.position.log, answered.position.found.asked.choice
    words = catalog.choice_words(log.game, log.params)
    judge = cast(Judge, catalog.watcher(log.game, words.judge))
    moments = Moments(catalog.rules(log.game), log.params)
    moments.follow(log.turns[: choice.turn + words.opened])
    judge.begin((), moments.game, log.params, Stream.named(0, "judge"))
    for moment in moments[1:]:
        judge.observe(seen_by(moment.events, (WATCHERS,)))
    return judge.judge(choice.state, choice.seat, answered.move, choice.turn)


def figures_of(found: Found, words: ChoiceWords, names: Sequence[str]) -> Mind:
    """Return the value of each move and why the best is the best; the one made has a tick."""
    judged = found.judged
    why = words.why(found, names)
    values = values_shown(judged.measure, judged.actions, judged.move, judged.seat)
    return (*([Note(why)] if why else []), *values, *judged.mind)


def loss_words(judged: Judged) -> str:
    """Return what a choice lost, with its error: "18% (±3%) of the chance to win"."""
    measure = judged.measure
    lost = measure.words(judged.lost)
    if judged.error:
        lost += f" (±{measure.words(2 * judged.error)})"
    return f"{lost} of {measure.name}" if measure.unit == "%" else lost


class StillPage(FramedTable):
    """Goes through `positions`, at least one; `answers` are the judged answers so far.

    `right` counts those that were as good as the best. `whole` is the number of all positions,
    with those that are still to come.
    """

    contexts = ("choice", "play", "menu", "all")

    def __init__(self, shell: Shell, title: str, positions: Sequence[Position]) -> None:
        super().__init__(shell)
        self.title, self.positions = title, tuple(positions)
        self.number, self.right = 0, 0
        self.whole = len(self.positions)
        self._on_bar = True
        self.answers: list[Judged] = []
        self.found: Found | None = None
        self.opened = False
        self._latest: Latest[Answered, Judged] = Latest(judge_answer, BadWeights)
        self._shown: Log | None = None
        self._seat = -1
        self.next = Button("Next", self.go_on, "main", "forward")
        self.unfold = Button("Figures", self._unfold, icon="stats")
        self.play = Button("Play on", self._play_on, icon="play")
        self.back = Button("Back", shell.pop, icon="back")
        self.extra: list[Button] = []
        self.form = Form((), shell.play_sound)
        self._stand()

    # -- positions ---------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self.positions[self.number]

    @property
    def words(self) -> ChoiceWords:
        """The words of its game."""
        log = self.position.log
        return catalog.choice_words(log.game, log.params)

    @property
    def asking(self) -> bool:
        """True if an answer is waited for."""
        return self.found is None

    def _stand(self) -> None:
        """Show the position: its table, opened where it is another match than before."""
        log, choice = self.position.log, self.position.found.asked.choice
        if log is not self._shown or choice.seat != self._seat:
            self._open_table(log, choice.seat)
        self.found = self.position.found if self.position.open else None
        self._on_bar = not (self.asking and self.table.stands_on_choice)
        session = self.table.session
        assert isinstance(session, Asking)
        session.open = self.asking
        after = self.words.opened and not self.words.shown_before
        session.go_to(choice.turn + (after and not self.asking))
        self.table.changed()
        self._show_figures()
        self._refresh()

    def _open_table(self, log: Log, seat: int) -> None:
        if self._shown is not None:
            self.table.leave()
        self._shown, self._seat = log, seat
        setup = asking_setup(log, self.position.names, seat)
        scene = catalog.scene(log.game).Scene
        self.table = scene.open(self.shell, setup, FilmedMatch(setup, log.turns))
        session = self.table.session
        assert isinstance(session, Asking)
        session.answer = self.answer
        self.table.mind_open = self.shell.size[0] >= WIDE
        self.table.mind_view.titles = TITLES
        self.actions = self.table.actions
        self.extra = [
            Button(label, act, icon=icon) for label, icon, act in self.table.moment_entries()
        ]
        self.shell.input.use(self.actions)

    def add(self, positions: Sequence[Position]) -> None:
        """Put more positions behind the others."""
        if positions:
            self.positions = (*self.positions, *positions)
            self.whole = max(self.whole, len(self.positions))
            self._refresh(self.form.focused)

    def answer(self, move: str) -> None:
        """Judge a legal `move` as the answer, beside the window where that takes time."""
        if not self.asking or self._latest.busy:
            return
        known = self.words.answer(self.position.found, move)
        if known is None:
            self._latest.ask(Answered(self.position, move))
        else:
            self._take(known)

    def _collect(self) -> None:
        """Take an answer once it is judged."""
        asked, judged = self._latest.question, self._latest.answer
        if self.asking and asked is not None and asked.position is self.position and judged:
            self._take(judged)

    def _take(self, judged: Judged) -> None:
        """Show an answer with its judgement."""
        self.found = Found(self.position.found.asked, judged)
        self.answers.append(judged)
        good = not self.found.costly
        self.right += good
        self._on_bar = True
        self.position.solved(good)
        self.shell.play_sound("right" if good else "wrong")
        session = self.table.session
        assert isinstance(session, Asking)
        session.open = False
        self.table.changed()
        self._show_figures()
        self._refresh()

    def go_on(self) -> None:
        """Go to the next position, after the last one to the first."""
        self._latest.end()
        self.number = (self.number + 1) % len(self.positions)
        if not self.number:
            self.right, self.answers = 0, []
        self._stand()

    def _play_on(self) -> None:
        log, choice = self.position.log, self.position.found.asked.choice
        setup = replace(replay_setup(log, self.position.names), demo=False)
        act = partial(play_on, self.shell, setup, log.turns[: choice.turn])
        if not once_allowed(self.shell, log.game, setup.seats, act):
            act()

    # -- what is said ------------------------------------------------------------------

    def _show_figures(self) -> None:
        view = self.table.mind_view
        self.table.judged = None if self.found is None else self.found.judged
        self.table.show_known(self.position.found.judged.mind)
        if self.found is not None:
            view.caption = "This move beside the others"
            shown = figures_of(self.found, self.words, self.position.names)
            view.show(shown, whole=True)
            return
        session = self.table.session
        judge = cast(Judge, catalog.watcher(self.position.log.game, self.words.judge))
        known = self.words.knowing(judge, session.seen)
        view.caption = "What can be known" if known else "Yours"
        view.show(known or (Note("Choose as in a match. The answer is judged at once."),))

    @property
    def said(self) -> tuple[str, str]:
        """The two sentences on the bar: what was chosen or is asked, and what it lost."""
        name = self.position.names[self.position.found.asked.seat]
        if self.found is None:
            waits = self._latest.problem or (JUDGING if self._latest.busy else ASKING)
            return f"{name} to move. {waits}", self.position.heading
        judged = self.found.judged
        own = self.words.move(judged, judged.move)
        best = self.words.move(judged, judged.best)
        lead = f"{name} chose" if self.position.open else "Your answer"
        if not self.found.sure:
            return f"{lead}: {own}.", "No other choice is better."
        grade = GRADES[self.found.grade]
        lost = f"{grade}: it lost {loss_words(judged)}{self.words.points(self.found)}."
        return f"{lead}: {own}. Better: {best}.", lost

    # -- the scene ---------------------------------------------------------------------

    def _refresh(self, focused: Widget | None = None) -> None:
        """Put the buttons of now on the bar; the `focused` one keeps the focus, if it is there."""
        several = self.whole > 1
        last = self.number == self.whole - 1
        self.next.label = "Skip" if self.asking else "From the start" if last else "Next"
        self.next.enabled = last or self.number < len(self.positions) - 1
        self.play.enabled = not self.asking
        beside = [] if self.shell.size[0] >= WIDE else [self.unfold]
        extra = [] if self.asking else self.extra
        shown: list[Widget] = [self.next] if several else []
        self.form.widgets = [*shown, *beside, *extra, self.play, self.back]
        usual = self.next if several else self.back
        self.form.focus_on(focused if focused in self.form.widgets else usual)
        self.layout(*self.shell.size)

    def _unfold(self) -> None:
        """Show the figures over the table, or the table."""
        self.table.mind_open = self.opened = not self.opened
        self.unfold.label = "Table" if self.opened else "Figures"
        self.layout(*self.shell.size)

    def enter(self) -> None:
        """Listen to the keys of the table."""
        self.shell.input.use(self.actions)

    def resume(self) -> None:
        """Resume as when it was entered."""
        self.shell.input.use(self.actions)

    def leave(self) -> None:
        """Judge no more, and let the table go."""
        self._latest.end()
        self.table.leave()

    def layout(self, width: float, height: float) -> None:
        """Place the figures beside the table where there is room."""
        self.table.mind_open = width >= WIDE or self.opened
        super().layout(width, height)

    def place_bar(self, width: float, top: float) -> None:
        """Place the buttons in a row at the foot of the bar, from the right."""
        widgets = self.form.widgets
        step = min(WIDEST, (width - 2 * EDGE + 12) / max(1, len(widgets)))
        for number, widget in enumerate(reversed(widgets)):
            left = width - EDGE - (number + 1) * step + 12
            widget.box = (left, top + self.bar_height - BUTTON - 10, step - 12, BUTTON)

    def update(self, dt: float) -> None:
        """Move the table on, and take an answer that was judged."""
        table = self.table
        table.springs.still = self.shell.theme.reduced_motion
        table.springs.update(dt)
        table.mind_view.update(dt)
        table.animate(dt)
        self._collect()

    def next_frame(self) -> float | None:
        """Ask for the next frame at once while something moves or is judged."""
        table = self.table
        moves = table.busy or table.moving or table.springs.moving or table.mind_view.moving
        return 0.0 if moves else 0.05 if self._latest.busy else None

    def handle(self, event: InputEvent) -> bool:
        """Return the way out, marks as in a match, then on to the next."""
        if leaves(event):
            self.shell.pop()
            return True
        if isinstance(event, Press):
            return self._press(event)
        if isinstance(event, Pointer):
            return self._point(event)
        if isinstance(event, Wheel) and event.y < self.bar[1]:
            x, y = self.into(event.x, event.y)
            return self.over_mind(x, y) and self.table.mind_view.handle(event._replace(x=x, y=y))
        return self.form.handle(event)

    def _press(self, event: Press) -> bool:
        moves = event.action == "skip" and self.asking and self.table.skip_chooses
        if event.action in ONWARD and self._on_bar and not moves:
            return self.form.handle(event._replace(action="confirm"))
        if event.action in ("next_tab", "previous_tab") and not self._on_bar:
            self._on_bar = True  # from the table back to the button that was left
            return True
        if self.asking:
            if event.action in NOT_HERE:
                return False
            if self.table.press(event) or self.table.handle_game(event):
                self._on_bar = not self.asking
                return True
        elif not event.repeat and event.action == "set_up" and self.extra:
            self.extra[0].activate()
            return True
        return self.form.handle(event)

    def _point(self, event: Pointer) -> bool:
        if event.y >= self.bar[1]:
            return self.form.handle(event)
        self.form.handle(event._replace(kind="move") if event.kind == "move" else event)
        x, y = self.into(event.x, event.y)
        inner = event._replace(x=x, y=y)
        if self.table.mind_view.handle(inner):
            return True
        if event.kind == "down" and not self.asking:
            return False
        used = self.table.point(inner) or (self.asking and self.table.handle_game(inner))
        self._on_bar = self._on_bar and not (used and event.kind == "down" and self.asking)
        return used

    def draw_bar(self, canvas: Canvas) -> None:
        """Draw the two sentences, how many were found, and the buttons."""
        width, top = self.bar[2], self.bar[1]
        first, second = self.said
        count = f"{self.number + 1} of {self.whole}" if self.whole > 1 else ""
        if count and self.answers:
            count += f", {self.right} found"
        used = canvas.text(count, (width - EDGE, top + 20), NOTE, "quiet", align="right")
        room = width - 2 * EDGE - used - 16
        canvas.text(first, (EDGE, top + 20), TEXT, "paper", "bold", max_width=room)
        canvas.text(second, (EDGE, top + 44), NOTE + 1, "quiet", max_width=width - 2 * EDGE)
        self.form.active = self._on_bar
        self.form.draw(canvas)
