"""The screen of Jaipur: a market at dusk, the own hand, the other's back, and what both may know.

Cards are marked without modes (`games.jaipur.choosing`); the line below says what the marked move
is, what it would bring, or which rule it breaks. Everything is drawn from a `Sight`, what the seat
of the person may know. While somebody plays, the mind view shows what anyone at the table could
know of both hands, told by a watcher.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from games import catalog
from games.core import CHANCE, Event, Turn
from games.jaipur import SIDES, figures
from games.jaipur.board import BoardView, Gain, Look
from games.jaipur.choosing import PLAY, Choosing
from games.jaipur.journeys import flights_of
from games.jaipur.marks import Table as Before
from games.jaipur.marks import possible
from games.jaipur.minds import hand_after, named, with_truth
from games.jaipur.motion import Motion
from games.jaipur.reckoning import Reckoning
from games.jaipur.report import report, with_counters
from games.jaipur.review_page import open_review
from games.jaipur.sight import Sight, sight_of
from games.jaipur.stall import Stall, stall_after, stall_of
from games.jaipur.telling import HELD, chosen_line, headings, round_in_words, waiting
from games.mind import Mind
from games.session.reveal import Reveal
from games.session.setup import HUMAN, Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.hooks import Report
from games.shell.input import InputEvent, Pointer, Press
from games.shell.pace import Pace
from games.shell.shell import Shell
from games.shell.table import Table
from games.shell.widgets.basic import inside
from games.store.statistics import MatchResult

PACES: Final = (0.5, 0.75, 1.0, 1.5, 2.0, 4.0, 8.0)  # times the usual speed
MARKET_WORDS: Final = ("first", "second", "third", "fourth", "fifth")
STEPS: Final = {"step": 1, "right": 1, "step_back": -1, "left": -1}
GO_ON: Final = ("confirm", "skip", "choice_1", "mark")
"""The actions that go on after the sum of a round."""


class Scene(Table):
    """A match of Jaipur on the screen."""

    help_figures = staticmethod(figures.help_figures)
    turn_pause = 0.6
    action_names: ClassVar = {
        f"choice_{number}": f"Market: the {word} card"
        for number, word in enumerate(MARKET_WORDS, start=1)
    }

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        """As the table has it."""
        self.board = BoardView()
        self.pacing = Pace(PACES, around=True)
        self.choosing = Choosing(shell.play_sound)
        self.motion = Motion(shell.play_sound)
        super().__init__(shell, setup, turns)
        self.place(self.stage)

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """Everything at the start, or where the turns that were played before have led."""
        self.pacing.resume()
        self.onlooker = catalog.watcher("jaipur", "onlooker")
        self.match.watch(self.onlooker)
        self.mind_view.accent, self.mind_view.follows = "purple", True
        self.on_changed()

    def on_changed(self) -> None:
        """Show the round as it stands now."""
        self.choosing.forget()
        self.motion.flights = ()
        self.reckoning: Reckoning | None = None
        self.stall: Stall = stall_of(self.events())
        self.gains: list[Gain | None] = [None, None]
        self.shown = self.look(0.0)
        self._show_public()

    def events(self) -> list[Event]:
        """All that has happened in the match so far."""
        return [event for reveal in self.session.played for event in reveal.events]

    def seat_name(self, seat: int) -> str:
        """Who fills a seat, for people."""
        if self.setup.seats[seat].agent != HUMAN:
            return super().seat_name(seat)
        return self.session.person_name(seat) or "You"

    @property
    def sight(self) -> Sight:
        """What is to be seen of the round."""
        return sight_of(self.seen)

    @property
    def below(self) -> int:
        """The seat whose things lie below: that of who looks."""
        return self.session.viewer or 0

    @property
    def before(self) -> Before:
        """What lies before the person who marks."""
        side = self.sight.sides[self.below]
        return Before(self.stall, side.hand or 0, side.herd)

    def show(self, reveal: Reveal) -> None:
        """A turn was played: cards and tokens set out, a round is added up."""
        before = self.shown
        for event in reveal.events:
            self._see(event)
        self.choosing.forget()
        self.shown = self.look(0.0)
        if self.reckoning is None:
            moved = [flights_of(event, self.board, before, self.shown) for event in reveal.events]
            flights = [flight for part in moved for flight in part]
            self.motion.send(flights, self.shell.theme.reduced_motion)
        self._show_public()

    def _see(self, event: Event) -> None:
        self.stall = stall_after(self.stall, event, self.choosing.marks.places)
        data = event.data
        if event.kind in ("take", "camels", "swap", "sell"):
            self.gains[data["seat"]] = None
        if event.kind == "sell":
            self.gains[data["seat"]] = Gain(data["good"], tuple(data["tokens"]), data["pile"])
        elif event.kind == "score":
            self._reckon(event)
        elif event.kind == "round":
            self.gains = [None, None]

    def _reckon(self, event: Event) -> None:
        waits = bool(self.session.people) and not self.setup.demo
        self.reckoning = Reckoning(event.data, self.names(), self.below, waits)
        if self.shell.theme.reduced_motion:
            self.reckoning.skip()

    def _show_public(self) -> None:
        """While somebody plays, the mind view has what anyone at the table could know."""
        if not self.session.minds_visible():
            self.mind_view.owner, self.mind_view.caption = "purple", "What all can know"
            west, east = self.names()
            self.mind_view.show(named(self.onlooker.mind(), (west, east), SIDES))

    def mind_of(self, reveal: Reveal) -> Mind:
        """The mind of who moved, with the truth beside what it believes."""
        seat = max(reveal.minds)
        mind = reveal.minds[seat]
        if not mind or self.setup.seats[seat].agent == "demo":
            return self.mind_view.mind
        self.mind_view.add(seat, with_truth(mind, hand_after(reveal, self.sight, 1 - seat)))
        return self.mind_view.mind

    # -- what moves --------------------------------------------------------------------

    def animate(self, dt: float) -> None:
        """Tell the sum on."""
        self.tempo = self.pacing.speed
        self.motion.update(dt * self.tempo)
        if self.reckoning is not None and self.reckoning.update(dt * self.tempo):
            self.reckoning = None

    @property
    def busy(self) -> bool:
        """Whether something is on its way, or a round is being added up."""
        return self.motion.busy or self.reckoning is not None

    def next_frame(self) -> float | None:
        """As the table has it; a sum that waits moves nothing."""
        held = self.pacing.waits and not self.motion.busy
        if held or (self.reckoning is not None and not self.reckoning.moving):
            return 0.0 if self.mind_view.moving or self.springs.moving else None
        return super().next_frame()

    def skip(self) -> None:
        """End what moves; go on after a sum; do what is marked."""
        if self.motion.busy:
            self.motion.end()
        elif self.reckoning is not None:
            if self.reckoning.skip():
                self.reckoning = None
        elif self.waiting_for_person is not None:
            self.do_marked()
        elif self.watched:
            self.pacing.toggle()

    @property
    def watched(self) -> bool:
        """Whether nobody plays, so that the match can be stopped and stepped."""
        return not self.session.people and not self.setup.demo

    def drive(self, dt: float) -> None:
        """Let the match go on, unless it is held."""
        if self.pacing.waits and not self.busy:
            return
        turns = len(self.match.turns)
        super().drive(dt)
        if len(self.match.turns) != turns and self.match.to_act != (CHANCE,):
            self.pacing.note_step()

    def step(self, by: int) -> None:
        """Stop, and play one move more or take one back."""
        if not self.watched:
            return
        if by > 0:
            if self.busy:
                self.skip()
            self.pacing.step()
            return
        self.pacing.hold()
        moves = [n for n, turn in enumerate(self.match.turns) if turn[0][0] != CHANCE]
        if moves:
            self.session.go_to(moves[-1])
            self.changed()

    # -- choosing ----------------------------------------------------------------------

    def do_marked(self) -> bool:
        """Play the move that is marked; False where there is none."""
        move = self.choosing.marks.legal_move(self.before)
        return move is not None and self.choose(move.notation)

    def press(self, event: Press) -> bool:
        """Marks by number and letter, the arrows, what is marked; else as the table has it."""
        if self.reckoning is not None and event.action in GO_ON:
            if not event.repeat:
                self.skip()
            return True
        if self.waiting_for_person is not None:
            if event.action == "confirm" and not event.repeat:
                self.skip()
                return True
            used = self.choosing.press(event, self.before, self.board.spots(self.look(0.0)))
            if used == PLAY:
                self.do_marked()
            if used:
                return True
        return not event.action.startswith("choice_") and super().press(event)

    def point(self, event: Pointer) -> bool:
        """The pointer marks what it presses; another button of it takes a camel back."""
        if super().point(event):
            return True
        over = self.panel is not None and inside(self.panel, event.x, event.y)
        choosing = self.waiting_for_person is not None and not over
        spot = self.board.spot_at(self.look(0.0), event.x, event.y) if choosing else ""
        self.choosing.hover = spot
        if event.kind != "down" or not spot:
            return False
        if event.button != 1:
            self.choosing.press(Press("camel_less"), self.before, ())
        elif self.choosing.press_spot(spot, self.before) == PLAY:
            self.do_marked()
        return True

    def handle_game(self, event: InputEvent) -> bool:
        """Speed, and what else the table has no use for."""
        if not isinstance(event, Press) or event.repeat:
            return False
        action = event.action
        if action in STEPS:
            self.step(STEPS[action])
            return self.watched
        by = {"faster": 1, "camel_more": 1, "slower": -1, "camel_less": -1}.get(action)
        if by is None:
            return self._toggle() if action in ("confirm", "mark") else False
        self.pacing.change(by)
        self.shell.toast(f"Speed {self.pacing.speed:g}.")
        return True

    def _toggle(self) -> bool:
        """Stop what is watched, or let it go on."""
        if self.watched:
            self.skip()
        return self.watched

    # -- the end -----------------------------------------------------------------------

    def report(self) -> Report:
        """Who won by what, and one thing to try."""
        over = self.match.over and self.session.forfeited is None
        return report(self.events(), self.names(), self.session.human, over)

    def result_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """The match can be reviewed."""
        return [("Review", "stats", self.review)] if self.match.turns else []

    def review(self) -> None:
        """Judge the choices of the match."""
        west, east = self.names()
        if west == east:
            west, east = (f"{side} {west}" for side in SIDES)
        open_review(self, (west, east))

    def result(self, own: int) -> MatchResult | None:
        """What is recorded: rounds, rupees and bonus tokens beside who won."""
        found = super().result(own)
        return None if found is None else with_counters(found, self.events())

    # -- the stage ---------------------------------------------------------------------

    def place(self, stage: Box) -> None:
        """The table beside the mind view; a drawer leaves the rest to it."""
        x, y, w, h = stage
        if self.panel is not None:
            w = min(w, self.panel[0] - x)
        self.stage = (x, y, w, h)
        self.board.place(self.stage, self.shell.theme.larger_text)
        self.motion.end()

    def look(self, end: float) -> Look:
        """What is to be seen now; words above reach as far as x = `end`."""
        sight, choosing = self.sight, self.waiting_for_person is not None
        table, names, marks = self.before, self.names(), self.choosing.marks
        if choosing:
            why = self.choosing.why_not(table)
            line = chosen_line(marks, table, sight, self.below, why, self._key())
        else:
            held = self.watched and self.pacing.held
            line = HELD if held and not self.busy else waiting(sight, names, self.match.over)
        return Look(
            sight=sight,
            stall=self.stall,
            below=self.below,
            names=names,
            headings=headings(sight, self.session.played),
            end=end,
            marks=marks,
            possible=possible(table, marks) if choosing else None,
            line=line,
            gains=(self.gains[0], self.gains[1]),
            cursor=self.choosing.cursor,
            hover=self.choosing.hover,
            log=tuple(round_in_words(self.events(), names)),
            hidden=self.motion.hidden,
        )

    def _key(self) -> str:
        """What plays the marked move, on the device in use."""
        gamepad = self.shell.input.state.device == "gamepad"
        return self.shell.input.label("choice_1" if gamepad else "confirm")

    def draw_stage(self, canvas: Canvas) -> None:
        """The table, and over it the sum of a round."""
        self.board.draw(canvas, self.look(self.corner_left() - 16))
        self.motion.draw(canvas)
        if self.reckoning is not None:
            self.reckoning.draw(canvas, self.stage, self._key())
