"""The screen of Ra: the sun's course, the block, a row for every player, and the choices below.

One press is one choice, and a person never presses for others: their turns play through at a speed
that can be set, with step and skip. All is drawn from the common knowledge of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from games.core import Turn
from games.mind import Mind
from games.ra.bar import Words
from games.ra.board import Board, Look
from games.ra.choosing import ASKED, Choosing, Offer, offers, pad_button, pad_spot
from games.ra.editor.beside import FROM_HERE, SET_UP, set_up_table, workshops
from games.ra.help_values import help_figures, workings
from games.ra.model import Model
from games.ra.playing.course import ChanceCourse
from games.ra.playing.guide_points import FIRST_SEED, STOPS
from games.ra.playing.hinting import OracleHinting
from games.ra.playing.history_page import HistoryPage
from games.ra.playing.journeys import flights_of, rising_of
from games.ra.playing.prompts import again, prompt_of, told_of
from games.ra.playing.reckoning import GO_ON, Reckoning
from games.ra.playing.replay_steps import RaReplaySteps, past_of
from games.ra.playing.thoughts import Thoughts, expected_bids
from games.ra.report import report, with_counters
from games.ra.rules.state import State
from games.ra.words import history, without_scores
from games.session.results import seat_results
from games.session.reveal import Reveal, events_of
from games.session.seat_names import short_names
from games.session.setup import Setup, agent_seats
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.flights import Flight, Flights
from games.shell.draw.toasts import Strip
from games.shell.guide import GuidedTable
from games.shell.hooks import Report
from games.shell.input import InputEvent, Pointer, Press
from games.shell.keys import asked, foot, in_hand, stopped
from games.shell.replay_steps import ReplaySteps
from games.shell.shell import Shell
from games.shell.watched import WatchedTable
from games.shell.widgets.cursor import ARROWS
from games.shell.widgets.faces import Face, face_of
from games.store.statistics import MatchResult

RUSH: Final = 1e6
"""The speed at which what others do is skipped."""
SOUNDS: Final = {
    "call": "drum",
    "ra": "drum",
    "bid": "press",
    "won": "capture",
    "lost": "miss",
}
"""What is heard of events."""
DIRECT: Final = {"draw_tile": "do:draw", "call_ra": "do:call", "pass_bid": "do:pass"}
"""The actions that make a choice at once."""


class Scene(WatchedTable, GuidedTable):
    """A match of Ra on the screen."""

    stands_on_choice = True
    help_figures = staticmethod(help_figures)
    guiding = STOPS
    first_seed = FIRST_SEED
    first_practice = "The tiles of a first match are chosen for its guide"
    workshop = staticmethod(workshops)
    open_past = staticmethod(lambda session: True)
    hinting: OracleHinting
    turn_pause = 0.3
    says_you = "unnamed"
    steps_others = True

    motion: Flights
    reckoning: Reckoning | None

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        """As the table has it."""
        self.board = Board()
        self.choosing, self.motion = Choosing(), Flights(shell.play_sound, together=True)
        self.rushing, self.bag_open = False, False
        super().__init__(shell, setup, turns)
        if shell.settings.ra_speed in self.speeds:
            self.pacing.set_level(self.speeds.index(shell.settings.ra_speed))
        self.place(self.stage)

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """Set all up for the start, or for the end of the turns that were played before."""
        self.reckoning = None
        self.course = ChanceCourse(self.setup.params)
        self.hinting = OracleHinting(self, self.names(), self.course)
        self.thoughts = Thoughts(self)
        self._due = -1
        self.on_changed()

    def on_changed(self) -> None:
        """Show the match as it stands now."""
        self.motion.clear()
        self.thoughts.forget()
        self.rushing = False
        self.reckoning = None
        self.model = Model(self.session, lambda: self.finished)
        self.course.attend(self.session, self.finished)
        self._due = -1

    def mind_of(self, reveal: Reveal) -> Mind:
        """Return the mind to show after a turn, in words for the viewer."""
        return self.thoughts.take(reveal)

    def show(self, reveal: Reveal) -> None:
        """Show a turn that was played: tiles and suns set out, an epoch is added up."""
        before = self.look()
        if self.mind_view.showing is not None:
            self.show_mind_of(self.mind_view.showing)
        self.course.attend(self.session, self.finished)
        self.model.follow(reveal.events)
        after = self.look()
        flights: list[Flight] = []
        rising: list[Flight] = []
        for event in reveal.events:
            flights += flights_of(event, self.board, before, after)
            rising = rising or rising_of(event, self.names(), self.stage)
            if not self.rushing and event.kind in SOUNDS:
                self.shell.play_sound(SOUNDS[event.kind])
            if event.kind == "epoch":
                (told,) = without_scores([event], self.model.veil.scores)
                quick = self.watched or self.setup.replay
                self.reckoning = Reckoning(told.data, self.names(), quick)
        moving = [] if self.rushing else [*rising, *flights]
        self.motion.send(moving, self.shell.theme.reduced_motion)
        if self.reckoning is not None:
            self.rushing = False

    # -- what moves --------------------------------------------------------------------

    def animate(self, dt: float) -> None:
        """Let things travel and the sum of an epoch stand, and begin a choice that is due."""
        self.tempo = RUSH if self.rushing else self.pacing.speed
        self.motion.update(dt * min(self.tempo, self.speeds[-1]))
        if self.reckoning is not None and not self.motion.busy and self.reckoning.update(dt):
            self.reckoning = None
        self._begin_choice()
        self.thoughts.update()

    def _begin_choice(self) -> None:
        """Put the cursor on the least consequential choice when one is newly due."""
        if self.waiting_for_person is not None:
            self.rushing = False
            if self._due != len(self.match.turns):
                self._due = len(self.match.turns)
                self.choosing.start(self.seen)

    @property
    def moving(self) -> bool:
        """True while a choice is newly due, and is still to be shown."""
        due = self.waiting_for_person is not None and self._due != len(self.match.turns)
        return due or super().moving

    @property
    def awaiting(self) -> bool:
        """True while a hint, or the chances of who is watched, are thought over."""
        return self.hinting.waits or (self.course.busy and self.watched)

    def leave(self) -> None:
        """Leave as every table; the chances of this match are thought over no further."""
        super().leave()
        self.course.end()

    def skip(self) -> None:
        """End what moves, go on after a sum, or play through to the next own choice."""
        if self.busy or self.pacing.held or self.watched:
            super().skip()
        elif self.waiting_for_person is None:
            self.rushing = True

    # -- choosing ----------------------------------------------------------------------

    def _do(self, spot: str) -> None:
        """Press a spot: play its move, mark it, or say why not."""
        if self.waiting_for_person is None:
            return
        state: State = self.seen
        if spot in ("course", "line"):
            self._open_spot(spot)
            return
        asks = {name: bool(self.setup.params.get(name)) for name in ASKED.values()}
        move = self.choosing.press_spot(spot, state, self.model.lying, asks)
        if move:
            self.choose(move)
            self.choosing.forget()
        elif not self.choosing.why:
            self.shell.play_sound("focus")

    def press(self, event: Press) -> bool:
        """Take choices by number, by letter, or where the arrows stand; else as the table has
        it.
        """
        action = event.action
        self._begin_choice()
        if self.explaining and event.action in GO_ON and not event.repeat:
            self.skip()
            return True
        if self.bag_open and self.board.places.bag is None and event.action == "back":
            self.bag_open = self.bag_open and event.repeat
            return True
        standing = None if self.motion.busy or event.repeat else self.reckoning
        if standing is not None and standing.press(action):
            self.reckoning = None if standing.over else standing
            return True
        if action in ARROWS and self.waiting_for_person is not None:
            self.choosing.move_cursor(action, self.board.spots(self.look()))
            return True
        if not event.repeat and (
            action in ("do", "unmark", *DIRECT) or action.startswith("choice_")
        ):
            self._end_animation()
            return self._press_choice(event)
        return super().press(event)

    def _press_choice(self, event: Press) -> bool:
        """Handle an action that chooses, if a choice is due; else skip."""
        action = event.action
        if self.waiting_for_person is None:
            if action in ("do", "choice_1"):
                self.skip()
            return True
        if action == "unmark":
            self.choosing.unmark()
        elif action in DIRECT:
            self._do(DIRECT[action])
        elif action == "do":
            self._do(self.choosing.cursor)
        elif event.device == "gamepad":
            spot = pad_spot(int(action.removeprefix("choice_")), self.choosing, self.seen)
            self._do(spot) if spot else self.choosing.unmark()
        else:
            found, number = self._offered, int(action.removeprefix("choice_"))
            if number <= len(found):
                self._do(found[number - 1].spot)
        return True

    def point(self, event: Pointer) -> bool:
        """Press the part under the pointer; the other button takes a mark back."""
        self._begin_choice()
        if super().point(event):
            return True
        over = self.on_panel(event)
        spot = self._point_at(event)
        if event.kind != "down" or over:
            return False
        if event.button != 1:
            self.choosing.unmark()
        elif spot == "line" or (spot == "course" and self.board.places.bag is None):
            self._open_spot(spot)
        elif self.waiting_for_person is not None:
            self._do(spot)
        elif not self.finished:
            self.skip()
        return True

    def _point_at(self, event: Pointer) -> str:
        """Return the spot under the pointer, which is explained."""
        over = self.on_panel(event)
        spot = "" if over or self.busy else self.board.spot_at(self.look(), event.x, event.y)
        self.choosing.hover = spot
        return spot

    def handle_game(self, event: InputEvent) -> bool:
        """Take speed, steps and the bag."""
        if not isinstance(event, Press) or event.repeat:
            return False
        action = event.action
        if action == "history":
            self._open_history()
            return True
        if action == "set_up":
            self._set_up()
            return True
        if action == "bag":
            self.bag_open = not self.bag_open and self.model.counting
            return True
        return super().handle_game(event)

    def pause_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return the tools that keys have at the table, for a gamepad."""
        then = self.after_pages

        def speed() -> None:
            self.pacing.set_level((self.pacing.level + 1) % len(self.speeds))
            self.on_speed()

        entries = [*super().pause_entries(), ("History", "stats", self._open_history)]
        if not self.match.over:
            entries.append((FROM_HERE, "edit", self._set_up))
        entries.append(("Change the speed", "play", speed))
        if self.session.people and self.match.can_redo:
            entries.append(("Play it again", "redo", then(self.redo)))
        if self.session.people:
            entries.append(("Take back", "undo", then(self.undo)))
        return entries

    def _set_up(self) -> None:
        """Open the position editor with this table."""
        self._edit(self.hint_rule.allows)

    def _edit(self, may_help: Callable[[], bool]) -> None:
        """Open the editor; in a game that a person plays it shows as much as a hint."""
        hidden, model = self.model.telling, self.model
        helps = self.session.people and not hidden and not model.all_open and not self.match.over
        if not helps or may_help():
            set_up_table(self.shell, self.seen, self.names(), hidden)

    def again(self) -> ReplaySteps:
        """Return any moment can be set up, and the history leads to it."""
        found = RaReplaySteps(self, self.session, self.changed, self.show_again)
        found.called, found.told, found.veil = (
            short_names(self.names()),
            self.names(),
            self.model.veil,
        )
        found.waits, found.standing = lambda: self.course.busy, lambda: self.reckoning
        found.edit, found.point_at = self._edit, self._point_at
        return found

    def moment_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return the editor, with the table as it was."""
        return [(SET_UP, "edit", self._set_up)]

    # -- the end -----------------------------------------------------------------------

    def worked_out(self) -> Mapping[str, str]:
        """Return the present content of the bag, if the person wants to see it."""
        return workings(self.seen) if self.model.counting else {}

    def report(self) -> Report:
        """Return the winner and the sources, and one thing to try."""
        over = self.match.over and self.session.forfeited is None
        winner = self.seen.winner if over else -1
        found = report(events_of(self.session.played), self.names(), self.session.human, winner)
        self.course.wait()
        chances = self.course.items(short_names(self.names()), self.session.human or 0, winner)
        found = replace(found, items=(*chances, *found.items))
        return replace(found, places=seat_results(self.session, self.names()))

    def counted(self, found: MatchResult) -> MatchResult:
        """Return points by source beside the winner."""
        return with_counters(found, events_of(self.session.played))

    # -- the stage ---------------------------------------------------------------------

    def place(self, stage: Box) -> None:
        """Place the table beside the mind view."""
        first = min(self.session.people, default=0)
        corner = self.corner_left()
        self.board.place(stage, len(self.session.seats), corner, first, self.model.counting)
        self.mind_view.spared = (self.board.places.auction, self.board.places.bar)
        self.motion.clear()

    def toast_room(self) -> Strip:
        """Place toasts over the block, where no words stand."""
        first, last = self.board.places.block[0], self.board.places.block[-1]
        return Strip(first[0], first[1], last[0] + last[2] - first[0])

    @property
    def _offered(self) -> tuple[Offer, ...]:
        """The choices of the person now."""
        due = self.waiting_for_person is not None
        return offers(self.seen, self.model.lying, self.choosing.marks) if due else ()

    def look(self) -> Look:
        """Return what is to be seen now, without words: those are for drawing alone."""
        state: State = self.seen
        model, choosing = self.model, self.choosing
        due = self.waiting_for_person is not None
        veil = model.veil
        epoch = model.epochs[-1]["epoch"] if model.epochs else 0
        return Look(
            state=state,
            block=model.lying,
            names=tuple(self.names()),
            faces=self._faces(),
            scores=tuple(
                None if seat in veil.scores else score for seat, score in enumerate(state.scores)
            ),
            gained=tuple(model.points(epoch, seat) for seat in range(state.players)),
            dark=veil.suns,
            said=model.said,
            newest=model.newest,
            bids=model.bids,
            held=model.held,
            offers=self._offered,
            marks=tuple(choosing.marks),
            cursor=choosing.cursor if due else "",
            hover=choosing.hover,
            asked=choosing.asked,
            hidden=self.motion.hidden,
            counting=model.counting,
            bag_open=self.bag_open,
            chances=self.course.shown(self.session),
            expected=self._expected(state),
        )

    def _faces(self) -> Mapping[int, Face]:
        """Return the face of each agent, as on the page before a match."""
        kinds = {seat: self.setup.seats[seat].agent for seat in agent_seats(self.setup)}
        return {seat: face_of("ra", kind, self.seat_name(seat)) for seat, kind in kinds.items()}

    def _expected(self, state: State) -> Mapping[int, int]:
        """Return the bids that the mind on show expects; {} while the mind is closed."""
        view = self.mind_view
        if view.box is None:
            return {}
        return expected_bids(view.mind, view.showing, state.auction, self.model.bids)

    def said(self) -> Look:
        """Return what is to be seen now, in words and with the keys of the device in hand."""
        look, due = self.look(), self.waiting_for_person is not None
        words = self._words(look.state, look.names, due)
        return replace(look, words=words, keys=self._keys(look.offers))

    def on_speed(self) -> None:
        """Say how fast the match goes now, and keep that for the next one."""
        self.shell.change_settings(ra_speed=self.pacing.speed)
        super().on_speed()

    def _open_history(self) -> None:
        """Open all that has happened, to read, to copy, and to see again."""
        past = past_of(self.session.played, self.model.veil)
        self.shell.push(HistoryPage(self.shell, past, self.names(), self.look_back))

    def _open_spot(self, spot: str) -> None:
        """Open the history at the last line, what the bag holds at the sun's course."""
        if spot == "line":
            self._open_history()
        elif self.board.places.bag is None:
            self.bag_open = not self.bag_open and self.model.counting

    def _words(self, state: State, names: Sequence[str], due: bool) -> Words:
        """Return the prompt, and what is pointed at or what happened last."""
        choosing = self.choosing
        held = self.pacing.held and not due
        prompt = prompt_of(state, names, due, held, len(choosing.marks))
        prompt = again(choosing.asked) if choosing.asked else self.hinting.counsel.words or prompt
        pointed = choosing.hover or (choosing.cursor if due else "")
        line = choosing.why or told_of(
            pointed, state, self.model.tiles_of(state.block), bool(self.model.veil.suns)
        )
        if not line:
            latest = without_scores(events_of(self.session.played)[-12:], self.model.veil.scores)
            told = history(latest, names)
            line = told[-1] if told else ""
        hands = self.shell.input
        bag = ["{bag} bag"] if self.model.counting and self.board.places.bag is None else []
        asks = ["{hint} hint", *bag, "{set_up} editor"] if due else []
        skip = [] if due else ["{skip} skips", "{step} steps"]
        pace = [f"Speed {self.pacing.speed:g} ({{slower}} {{faster}})"]
        keys = foot(hands, *map(self.key_uses.untold, (asks, pace, skip)))
        if pointed == "line":
            keys = asked("The whole history ({history})", hands)
        return Words(stopped(prompt, hands), line, "" if self.setup.replay else keys)

    def _keys(self, offered: Sequence[Offer]) -> tuple[str, ...]:
        """Return what presses each choice on the device used last, "" for nothing."""
        numbers = list(range(1, len(offered) + 1))
        if self.shell.input.state.device == "gamepad":
            numbers = [pad_button(offer.spot, self.choosing) for offer in offered]
        label = self.shell.input.label
        return tuple(label(f"choice_{number}") if number else "" for number in numbers)

    def draw_stage(self, canvas: Canvas) -> None:
        """Draw the table, and over it the sum of an epoch."""
        self.board.draw(canvas, self.said())
        self.motion.draw(canvas)
        if self.reckoning is not None and not self.motion.busy:
            held = "lets it go on by itself" if self.reckoning.held else "holds it"
            on = "{step}" if self.setup.replay else "{skip}"
            keys = in_hand(self.shell.input, [f"{on} goes on", f"{{hint}} {held}"])
            self.reckoning.draw(canvas, self.stage, keys)
        self.draw_guide(canvas)
