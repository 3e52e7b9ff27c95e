"""The table of Guess 2/3: a number on a line, sealed guesses, and the close of a round."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from games.core import CHANCE, Event, Log, Turn
from games.guess import CROWDS, EXPECTED_TARGET, HIGH, LOW, NAMED, help_values
from games.guess import layout as at
from games.guess.classic.page import ClassicPage
from games.guess.classroom.drawing import BAND_COLOURS
from games.guess.classroom.page import ClassPage
from games.guess.line import (
    Closed,
    NumberLine,
    draw_close,
    draw_key,
    draw_line,
    draw_pointer,
    people_boxes,
    words_of,
)
from games.guess.people import Crowd, Thinker
from games.guess.report import report, with_counters
from games.guess.rules.crowds import MIDDLE
from games.guess.rules.game import GAME
from games.mind import Bars, Mind
from games.session.reveal import Reveal
from games.session.session import Session
from games.session.setup import HUMAN, Setup
from games.session.starting import make_setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN, RIVAL
from games.shell.draw.theme import EDGE, HEADING, LABEL, NOTE, TEXT
from games.shell.draw.tween import Timer
from games.shell.hinting import JudgeHinting
from games.shell.hooks import Hooks, Report
from games.shell.input import Pointer, Press
from games.shell.replay_steps import ReplaySteps
from games.shell.shell import Scene as Page
from games.shell.shell import Shell
from games.shell.table import Table
from games.shell.widgets.basic import inside
from games.shell.widgets.faces import face_of, face_of_person
from games.store.statistics import MatchResult

CLOSE_SECONDS: Final = 3.4  # chosen by eye
TOLD: Final = 0.85
"""The share of a close after which the nearest are told."""
WATCHED_PAUSE: Final = 1.2
"""Seconds that attract mode rests between rounds."""
STEPS: Final = {"left": -1, "right": 1, "down": -10, "up": 10, "page_down": -10, "page_up": 10}
DIGITS: Final = {
    **{f"choice_{digit}": str(digit) for digit in range(1, 8)},
    **{f"digit_{digit}": str(digit) for digit in (8, 9, 0)},
}
TASKS: Final = (
    "Guess {} of everyone's average. You score one point for each player you beat.",
    "Guess {} of everyone's average: a point for each you beat.",
)
FOR_A_CLASS: Final = "For a class: phones join, the curve on the wall"
CLASSIC: Final = "Classic: the pool of 2009, and how it breaks"
LARGEST_TABLE: Final = 200
PAD: Final = {"choice_1": "confirm"}
MOVE_FIRST: Final = "First move the marker or type a number."


def round_due(turns: int, rounds: int) -> int:
    """Return the round that is due after `turns` turns of a match of `rounds` rounds.

    Before the first one the crowd gathers and its dice of every round are cast, a turn each.
    """
    return max(1, turns - rounds)


class RoundsReplay(ReplaySteps):
    """A match that is looked at again from the first round on."""

    def __init__(
        self,
        rounds: int,
        scene: Hooks,
        session: Session,
        changed: Callable[[], None],
        show: Callable[[Reveal], None],
    ) -> None:
        """Begin as the usual one, for a match of `rounds` rounds."""
        super().__init__(scene, session, changed, show)
        self.rounds = rounds

    @property
    def first(self) -> int:
        """The moment at which all dice of the crowd are cast."""
        return min(self.rounds + 1, self.moments)

    def turn_words(self, played: int) -> str:
        """Return the round that came after `played` turns."""
        return f"round {round_due(played, self.rounds)}"


class Scene(Table):
    """A match of Guess 2/3 on the screen."""

    help_figures = staticmethod(help_values.help_figures)
    hinting: JudgeHinting
    # A closed round shows all its guesses:
    open_past = staticmethod(lambda session: True)
    says_you = "always"
    action_names: ClassVar = {f"choice_{digit}": f"Digit {digit}" for digit in range(1, 8)}

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        """As the table has it."""
        self.closing = Timer()
        self.rest = Timer()
        self.number = round(MIDDLE)
        self.typed = ""
        self.moved = False  # since the last round closed
        self.dragging = False
        self.line = NumberLine(0, 1, 0, 1)
        self.closed: Closed | None = None
        self.people = Crowd()
        self.won = (0, 0)
        super().__init__(shell, setup, turns)
        self.place(self.stage)

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """Show the line as it stands after the turns that were played before."""
        self.mind_view.accent = RIVAL
        self.hinting = JudgeHinting(self)
        self.on_changed()

    def on_changed(self) -> None:
        """Show the last round that was closed."""
        self.closing.stop()
        self.closed, self.typed, self.moved = None, "", False
        for reveal in self.session.played:
            self._note(reveal)
        self._meet()

    def _note(self, reveal: Reveal) -> bool:
        for event in reveal.events:
            if event.kind == "close":
                self.closed = self._closed(event)
                self.won = event.data["points"]
                return True
        return False

    def _meet(self) -> None:
        """Give the guesses of the round on show the faces of those who think like that."""
        if self.closed is not None:
            profile = self.shell.profile
            you = face_of_person(0 if profile is None else profile.avatar)
            agents = [seating.agent for seating in self.setup.seats]
            known = zip(agents, self.names(), strict=True)
            seats = [
                Thinker(you if agent == HUMAN else face_of("guess", agent, name), name)
                for agent, name in known
            ]
            self.closed = self.people.meet(self.closed, self._rounds(), seats, BAND_COLOURS)

    def show(self, reveal: Reveal) -> None:
        """Show a round that closed: its guesses fall onto the line."""
        if not self._note(reveal):
            return
        self._meet()
        self.typed, self.moved = "", False
        self.closing.start(CLOSE_SECONDS)
        self.rest.stop()
        closed = self.closed
        assert closed is not None
        own = [seat for seat in self.session.people if seat in closed.winners]
        self.shell.play_sound("right" if own else "opened")

    def mind_of(self, reveal: Reveal) -> Mind:
        """Return the mind of a round, with the target as it came out beside the forecast."""
        found = super().mind_of(reveal)
        closes = [event.data for event in reveal.events if event.kind == "close"]
        if not closes:
            return found
        num, den = closes[0]["target"]
        return tuple(
            dataclasses.replace(item, reference=num / den)
            if isinstance(item, Bars) and item.title in (EXPECTED_TARGET, NAMED)
            else item
            for item in found
        )

    def animate(self, dt: float) -> None:
        """Move the close on."""
        if self.closing.update(dt) and not self.session.people:
            self.rest.start(WATCHED_PAUSE)
        self.rest.update(dt)

    @property
    def busy(self) -> bool:
        """While a close is shown."""
        return self.closing.running or self.rest.running

    def skip(self) -> None:
        """Have the round closed at once; where none closes, give the number."""
        self.closing.stop()
        self.rest.stop()

    # -- input -------------------------------------------------------------------------

    @property
    def _plays_on(self) -> bool:
        """True if a person sits here, with rounds still to come."""
        return bool(self.session.people) and not self.session.over

    def press(self, event: Press) -> bool:
        """Take digits, steps along the line, and the word that gives the number."""
        action = PAD.get(event.action, event.action) if event.device == "gamepad" else event.action
        digit = DIGITS.get(action)
        if digit is not None or action in STEPS or action in ("confirm", "skip", "undo"):
            if self.busy:
                self._hurry(action, digit, event.repeat)
                return True
            sets = (digit is not None or action in STEPS) and self._plays_on
            if self.waiting_for_person is not None or sets:
                self._edit(action, digit)
                return True
        return super().press(event)

    def _hurry(self, action: str, digit: str | None, repeat: bool) -> None:
        """A key while a round closes ends that; one that sets the number sets the next one."""
        if not repeat:
            self.skip()
            if (digit is not None or action in STEPS) and self._plays_on:
                self._edit(action, digit)

    def _edit(self, action: str, digit: str | None) -> None:
        """Set the number, or give it where it was set in this round: no key repeats the last."""
        if action in ("confirm", "skip"):
            if self.moved:
                self._give()
            else:
                self.shell.toast(MOVE_FIRST)
            return
        self.moved = True
        if digit is not None:
            text = (self.typed + digit).lstrip("0") or "0"
            self.typed = text if int(text) <= HIGH else digit
            self.number = int(self.typed)
        elif action == "undo":
            self.typed = self.typed[:-1]
            self.number = int(self.typed or "0")
        else:
            self.typed = ""
            self.number = max(LOW, min(HIGH, self.number + STEPS[action]))

    def _give(self) -> None:
        """Give the number that the pointer stands at."""
        self.choose(str(self.number))

    def point(self, event: Pointer) -> bool:
        """Drag the number along the line, or give it by the button."""
        if event.kind == "up":
            self.dragging = False
        over = self.on_panel(event)
        if self.waiting_for_person is not None and not over:
            if event.kind == "down" and event.button == 1 and inside(self.button, event.x, event.y):
                self._give()
                return True
            if event.kind == "down" and event.button == 1:
                self.dragging = inside(self.line.box, event.x, event.y) and not any(
                    inside(button.box, event.x, event.y) for button in self.corner_buttons()
                )
            if self.dragging:
                self.number, self.typed, self.moved = self.line.number(event.x), "", True
                return True
        return super().point(event)

    # -- the stage ---------------------------------------------------------------------

    def place(self, stage: Box) -> None:
        """Place the line across the stage, with room for the guesses above it and words below."""
        x, y, w, h = stage
        foot, edge = y + h - at.FOOT, EDGE + at.LINE_EDGE
        self.line = NumberLine(x + edge, x + w - edge, foot, foot - (y + at.HEAD), w >= at.LARGE)
        wide, tall = at.BUTTON
        self.button: Box = (x + (w - wide) / 2, y + h - at.BUTTON_UP, wide, tall)

    def draw_stage(self, canvas: Canvas) -> None:
        """Draw the players, the line with the last close, and the controls."""
        canvas.fill("ink")
        self._draw_head(canvas)
        draw_line(canvas, self.line)
        pointer = self.shell.input.state.pointer
        if self.closed is None:
            self.people.draw_waiting(canvas, self.line, self.seen.terms.crowd)
        still = self.shell.theme.reduced_motion
        if self.closed is not None:
            draw_close(canvas, self.line, self.closed, self.closing.progress, still)
            if not self.closing.running:
                self.people.draw_pointed(canvas, self.line, self.closed, pointer)
        if self.waiting_for_person is not None:
            draw_pointer(canvas, self.line, self.number)
        self._draw_foot(canvas)

    def _draw_head(self, canvas: Canvas) -> None:
        x, y, _, _ = self.stage
        state = self.seen
        hidden = self.closing.running and self.closing.progress < TOLD
        told = []
        for seat in (0, 1):
            count = state.points[seat] - (self.won[seat] if hidden else 0)
            told.append(f"{count} point{'' if count == 1 else 's'}")
            self.draw_seat(canvas, seat, self.seat_name(seat), told[seat], seat == 0)
        looked_at = self.setup.replay and self.setup.asked is None
        told_of = 0 if self.busy or looked_at else 1
        number = min(state.closed + told_of, state.terms.rounds)
        title = f"Round {max(1, number)} of {state.terms.rounds}"
        left, room = x + EDGE, self.corner_left() - at.BEFORE_BUTTONS - x - EDGE
        canvas.text(title, (left, y + at.ROUND), LABEL, "paper", "bold", max_width=room)
        canvas.text(self._crowd(), (left, y + at.CROWD), TEXT - 2, "quiet", max_width=room)
        self._draw_key(canvas, told)

    def _draw_key(self, canvas: Canvas, told: Sequence[str]) -> None:
        """Draw the key to the faces, between the names and points that are `told`."""
        x, y, w, _ = self.stage
        widest = max(canvas.text_width(words, at.POINTS, "title") for words in told)
        edge = EDGE + widest + at.GALLERY_EDGE
        box = (x + edge, y + at.GALLERY_TOP, max(0.0, w - 2 * edge), at.GALLERY_TALL)
        if self.closed is not None and people_boxes(self.line, self.closed):
            draw_key(canvas, box, BAND_COLOURS)

    def _crowd(self) -> str:
        """Return the words on the crowd, which is simulated."""
        terms = self.seen.terms
        if not terms.crowd:
            return "Nobody else sits here"
        option = next(option for option in self.spec.options if option.name == "crowd")
        return f"and {terms.crowd} {option.labels[CROWDS.index(terms.kind)].lower()} (simulated)"

    def _draw_foot(self, canvas: Canvas) -> None:
        """Draw the words of the close, then the number and the button."""
        x, _, w, _ = self.stage
        middle, top = x + w / 2, self.line.y + at.WORDS_BELOW
        room = w - 2 * EDGE
        told: Sequence[str] = ()
        if self.closed is not None and self.closing.progress >= TOLD:
            told = words_of(self.closed, self.names())
        asks = () if self.busy or self.waiting_for_person is None else self._asks(canvas, room)
        size = self._fitted(canvas, room, {"bold": told, "text": asks})
        for words in told:
            canvas.text(words, (middle, top), size, "paper", "bold", "centre", room)
            top += at.WORDS_ROW
        for number, words in enumerate(reversed(asks)):
            place = (middle, self.button[1] - at.ASKS_UP - at.ASKS_ROW * number)
            canvas.text(words, place, size, "quiet", "text", "centre", room)
        if asks:
            self._draw_button(canvas)

    def _fitted(self, canvas: Canvas, room: float, lines: Mapping[str, Sequence[str]]) -> float:
        """Return the one size at which all `lines`, by face, have room, no smaller than notes."""
        size: float = TEXT
        widest = [(words, face) for face, told in lines.items() for words in told]
        while size > NOTE and any(canvas.text_width(w, size, face) > room for w, face in widest):
            size -= 1
        return size

    def _asks(self, canvas: Canvas, room: float) -> list[str]:
        """Return the task, as full as there is room for, and the seal of this round."""
        num, den = self.seen.terms.multiplier
        tasks = [task.format(f"{num}/{den}") for task in TASKS]
        words = [next((t for t in tasks if canvas.text_width(t, NOTE) <= room), tasks[-1])]
        sealed = next(iter(self.session.seals.values()), None)
        if sealed is not None:
            seal = f" ({sealed.commitment[:8]}…)" if self.shell.numbers_shown else ""
            words.append(f"{self.seat_name(1)} has sealed its number{seal}.")
        return [self.hinting.words, *words[1:]] if self.hinting.words else words

    def _draw_button(self, canvas: Canvas) -> None:
        """Draw the button that gives the number, with its key."""
        hovered = inside(self.button, *self.shell.input.state.pointer)
        canvas.panel(self.button, "high" if hovered else "raised", OWN, 2)
        bx, by, bw, bh = self.button
        key = self.shell.input.label("confirm")
        label = f"Say {self.number}"
        wide = canvas.text_width(label, HEADING - 8, "bold")
        canvas.text(label, (bx + bw / 2, by + bh / 2), HEADING - 8, "paper", "bold", "centre")
        beside = (bx + bw / 2 + wide / 2 + at.BUTTON_KEY, by + bh / 2)
        room = bw / 2 - wide / 2 - at.BUTTON_KEY_EDGE
        canvas.text(key.split(",")[0], beside, NOTE, "quiet", max_width=room)

    # -- the end -----------------------------------------------------------------------

    def _rounds(self) -> list[Closed]:
        """Return all rounds that were closed."""
        events = (event for reveal in self.session.played for event in reveal.events)
        return [self._closed(event) for event in events if event.kind == "close"]

    def _closed(self, event: Event) -> Closed:
        """Return the round that an event closed."""
        told = event.data
        return Closed(told["round"], told["guesses"], self.seen.terms.multiplier)

    def counted(self, found: MatchResult) -> MatchResult:
        """Return the errors of the guesses beside the winner."""
        return with_counters(found, self._rounds(), found.own)

    def worked_out(self) -> Mapping[str, str]:
        """Return the numbers of the last round that was shown."""
        closed = None if self.closing.running else self.closed
        return {} if closed is None else help_values.workings(closed)

    def report(self) -> Report:
        """Return who had more points, and all players' errors."""
        return report(super().report(), self._rounds(), self.names(), self.session.people)

    @classmethod
    def workshop(cls, shell: Shell) -> list[tuple[str, str, Callable[[Mapping[str, Any]], Page]]]:
        """Return the pool of 2009, and how it breaks; and the game for a class."""
        return [
            (FOR_A_CLASS, "profile", lambda params: ClassPage(shell)),
            (CLASSIC, "flask", lambda params: ClassicPage(shell)),
        ]

    @classmethod
    def heaviest(cls) -> tuple[str, list[tuple[Setup, Sequence[Turn], Mind]]]:
        """Return the largest table, round after round."""
        options = {"size": LARGEST_TABLE, "rounds": 20}
        setup = make_setup(GAME.spec.id, "mind", 5, options, False, "level1")
        return f"{LARGEST_TABLE} guesses falling", [(setup, (), ())]

    @classmethod
    def place_of(cls, found: Log) -> str:
        """Return how far a match is; the turns in which the crowd's dice are cast are no rounds."""
        rounds = GAME.new(found.params).terms.rounds
        return f"round {round_due(len(found.turns), rounds)} of {rounds}"

    def again(self) -> ReplaySteps:
        """Return the replay, round by round, from the first one on."""
        rounds = self.seen.terms.rounds
        return RoundsReplay(rounds, self, self.session, self.changed, self.show_again)

    def next_frame(self) -> float | None:
        """Ask for the next frame at once while the crowd gathers."""
        return 0.0 if self.match.to_act == (CHANCE,) else super().next_frame()
