"""The screen of Jaipur: a market at dusk, the own hand, the other's back, and the public belief.

Cards are marked without modes (`games.jaipur.choosing`); the line below describes the marked move,
its price, or the rule that it breaks. All is drawn from a `Sight`, the knowledge of the person's
seat. While a person plays, the mind view shows what that person can work out by counting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from games import catalog
from games.core import CHANCE, Turn
from games.jaipur import SIDES, help_values
from games.jaipur.board import Board, Look
from games.jaipur.choosing import GO_ON, MARKET_WORDS, PLAY, WATCHING, CardChoosing
from games.jaipur.marks import MarkTable as Before
from games.jaipur.marks import marks_of, possible
from games.jaipur.model import Model
from games.jaipur.playing.counsel import AdviserHints
from games.jaipur.playing.guide_points import STOPS
from games.jaipur.playing.journeys import flights_of
from games.jaipur.playing.minds import hand_after, last_thought, named, with_truth, with_truths
from games.jaipur.playing.reading import ReadAlong
from games.jaipur.playing.reckoning import RoundReckoning
from games.jaipur.playing.replay_steps import JaipurReplaySteps
from games.jaipur.report import report, with_counters
from games.jaipur.rules.goods import pack
from games.jaipur.rules.state import View
from games.jaipur.sight import Sight, hidden_cards
from games.jaipur.stall import NOWHERE, touched
from games.jaipur.trading_page import TradingPage
from games.jaipur.words import (
    NO_LINE,
    TableLine,
    chosen_line,
    headings,
    held_line,
    hint_line,
    how_to_mark,
    last_of_trader,
    round_in_words,
    turns_of_round,
    waiting,
)
from games.mind import Bars, Mind
from games.session.results import next_opponent
from games.session.reveal import Reveal, events_of
from games.session.setup import Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.flights import Flights
from games.shell.draw.roles import SERIES
from games.shell.draw.theme import SEAT_COLOURS
from games.shell.guide import GuidedTable
from games.shell.hooks import Report
from games.shell.input import InputEvent, Pointer, Press
from games.shell.keys import foot
from games.shell.shell import Scene as Page
from games.shell.shell import Shell
from games.shell.watched import WatchedTable
from games.spec import Params
from games.store.statistics import MatchResult

PUBLIC: Final = "What can be worked out"
COUNTED: Final = 3  # items of the odds that are on the hidden cards and the next one


def play_key(shell: Shell) -> str:
    """Return the key that plays the marked move, on the device in use."""
    return shell.input.label("choice_1" if shell.input.state.device == "gamepad" else "confirm")


class Scene(WatchedTable, GuidedTable):
    """A match of Jaipur on the screen."""

    help_figures = staticmethod(help_values.help_figures)
    guiding = STOPS
    turn_pause = 0.6
    says_you = "unnamed"
    speeds_around = True
    open_past = staticmethod(lambda session: True)
    action_names: ClassVar = {
        f"choice_{number}": f"Market: the {word} card"
        for number, word in enumerate(MARKET_WORDS, start=1)
    }

    motion: Flights
    reckoning: RoundReckoning | None

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        """As the table has it."""
        self.board = Board()
        self.choosing = CardChoosing(shell.play_sound)
        self.motion = Flights(shell.play_sound)
        self.touched = NOWHERE
        self._awaits_hint = False
        self.replaying: JaipurReplaySteps | None = None
        super().__init__(shell, setup, turns)
        self.place(self.stage)

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """Set all up for the start, or for the end of the turns that were played before."""
        self.model, self.counsel = Model(self.session), AdviserHints()
        self.reading = ReadAlong(self.setup.params)
        self.onlooker = catalog.watcher("jaipur", "onlooker")
        self.match.watch(self.onlooker)
        self.mind_view.accent, self.mind_view.follows = SERIES[1], True
        self.on_changed()

    def on_changed(self) -> None:
        """Show the round as it stands now."""
        self.choosing.forget()
        self.counsel.forget()
        self.motion.clear()
        self.touched = NOWHERE
        self.reckoning = None
        self.model.restore(events_of(self.session.played), len(self.match.turns))
        self.shown = self.look()
        self._open_mind()

    def on_looking(self) -> None:
        """Turn the table to who looks now; what is asked for is that person's."""
        self.choosing.forget()
        self.shown = self.look()
        self._open_mind()

    @property
    def seen(self) -> Any:
        """The match as whoever looks may see it."""
        return self.session.seen_by(self.model.looker)

    def show(self, reveal: Reveal) -> None:
        """Show a turn that was played: cards and tokens set out, a round is added up."""
        before, model = self.shown, self.model
        events = model.events_of(reveal)
        lay = model.stall
        model.keep_minds(reveal, len(self.match.turns))
        waits = bool(self.session.people) and not self.setup.demo
        for event in events:
            model.see(event, self.choosing.marks.places)
            if event.kind == "score":
                self.reckoning = RoundReckoning(event.data, self.names(), model.below, waits)
        if CHANCE not in reveal.moves:
            self.touched = NOWHERE if model.below in reveal.moves else touched(lay, model.stall)
        self.choosing.forget()
        self.counsel.forget()
        still = self.shell.theme.reduced_motion
        if any(event.kind == "round" for event in events):
            self.session.looking = None  # both saw the sum: nobody's new hand is to be seen yet
        if self.reckoning is None:
            self.shown = self.look()
            moved = [flights_of(event, self.board, before, self.shown) for event in events]
            self.motion.send([flight for part in moved for flight in part], still)
        elif still:
            self.reckoning.skip()
        self._open_mind()

    def _open_mind(self) -> None:
        """Show, while a person plays, the public belief in the mind view, or the odds that were
        asked for.
        """
        if self.model.eyes is not None:
            name, mind = self.names()[self.model.eyes], self.counsel.adviser.odds(self.seen)
            name = "you" if name == "You" else name
            self.mind_view.owner = SEAT_COLOURS[self.model.eyes]
            self.mind_view.caption = f"What {name} could know"
            self.mind_view.show(mind)
            return
        reckoning = self.reckoning if self.session.people else None
        if self.session.minds_visible() and reckoning is None:
            return
        asked = () if self.model.nobody_looks else self.counsel.mind(self.seen)
        west, east = self.names()
        self.reading.follow(events_of(self.session.played))
        public = named(self._public(), (west, east), SIDES)
        if reckoning is not None:
            public = with_truths(public, [pack(hand) for hand in reckoning.data["hands"]])
            if self.model.minds:
                seat, thought = last_thought(self.session, self.model.minds)
                self.mind_view.add(seat, (*thought, *public))
                return
        self.mind_view.owner = SERIES[1]
        self.mind_view.caption = self.counsel.caption or PUBLIC
        self.mind_view.show(asked or public)

    def _public(self) -> Mind:
        """Return what is known of hidden cards: to the person who looks, of the opponent's alone;
        else to anyone at the table, of both hands.
        """
        found, read = self.onlooker.mind(), self.reading.mind
        seen = None if self.model.nobody_looks or self.reckoning is not None else self.seen
        if not isinstance(seen, View):
            return (*found, *read)
        other = 1 - seen.seat
        about = [bars for bars in read if isinstance(bars, Bars) and SIDES[other] in bars.title]
        return (*self.counsel.adviser.odds(seen)[:COUNTED], *about)

    def again(self) -> JaipurReplaySteps:
        """Return how the match is looked at again: with all cards open, or as a seat saw it."""
        names = self.names()
        found = JaipurReplaySteps(self, self.session, self.changed, self.show_again, names)
        self.replaying, self.model.through = found, lambda: found.eyes
        return found

    def mind_of(self, reveal: Reveal) -> Mind:
        """Return the mind of who moved, with the truth beside what it believes."""
        seat = max(reveal.minds)
        mind = reveal.minds[seat]
        if not mind or self.setup.seats[seat].agent == "demo":
            return self.mind_view.mind
        self.mind_view.add(seat, with_truth(mind, hand_after(reveal, self.model.sight, 1 - seat)))
        return self.mind_view.mind

    # -- what moves --------------------------------------------------------------------

    def animate(self, dt: float) -> None:
        """Let things travel, tell the sum on, and show a hint that has come."""
        self.tempo = self.pacing.speed
        self.motion.update(dt * self.tempo)
        reckoning = self.reckoning
        if reckoning is not None and reckoning.update(dt * self.tempo):
            self.reckoning = None
            self.shown = self.look()
            if not self.session.minds_visible():
                self.mind_view.forget()
                self._open_mind()
        if self.reading.fresh or (self._awaits_hint and not self.counsel.thinking):
            self.reading.fresh = False
            self._open_mind()
        self._awaits_hint = self.counsel.thinking

    @property
    def awaiting(self) -> bool:
        """True while a hint, or what the moves mean, is thought over."""
        return self.counsel.thinking or self._awaits_hint or self.reading.waiting

    def skip(self) -> None:
        """End what moves; go on after a sum; do what is marked; hold what is only watched."""
        if self.watched and self.reckoning is None:
            self.pacing.toggle()  # at once: nearly always something moves
        elif self.busy:
            self.land()
        elif self.waiting_for_person is not None:
            self._do_marked()

    # -- choosing ----------------------------------------------------------------------

    def _do_marked(self) -> None:
        """Play what is marked; where that is no move, mark a hint, or what one stands on."""
        choosing, before = self.choosing, self.model.before
        move = choosing.marks.legal_move(before)
        hinted = self.counsel.on_top(choosing.marks) and self.counsel.best
        if move is not None and (not hinted or hinted == move.notation):
            self.choose(move.notation)
        elif hinted:
            choosing.mark(marks_of(self.counsel.best, before))
        elif not choosing.cursor:
            choosing.press(Press("right"), before, self.board.spots(self.look()))
        elif choosing.cursor != "line":
            choosing.press_spot(choosing.cursor, before)

    def press(self, event: Press) -> bool:
        """Take marks by number and letter, the arrows, what is marked; else as the table has it."""
        numbers = self.explaining and event.device != "gamepad"  # 1 is the first card
        goes_on = event.action in GO_ON and not (numbers and event.action == "choice_1")
        if (self.explaining or self.reckoning is not None) and goes_on:
            if not event.repeat:
                self.land()
                if event.action != "mark" and not (self.guided or self.choosing.marks.empty):
                    self._do_marked()
            return True
        if self.turn_of_person:
            if event.action == "confirm" and not event.repeat:
                self.skip()
                return True
            used = self.choosing.press(event, self.model.before, self.board.spots(self.look()))
            if used == PLAY:
                self._do_marked()
            if used:
                self.skip_words()
                return True
        return not event.action.startswith("choice_") and super().press(event)

    def _point_at(self, event: Pointer) -> bool:
        """Mark the pressed part; another button takes a camel back."""
        choosing = self.turn_of_person and not self.on_panel(event)
        spot = self.board.spot_at(self.look(), event.x, event.y) if choosing else ""
        told = "" if self.busy else self.board.log_line_at(event.x, event.y)
        self.choosing.hover = spot or told
        if event.kind == "down" and told and event.button == 1:
            self._open_choice(int(told.removeprefix("log:")) - turns_of_round(self.session.played))
            return True
        if event.kind != "down" or not spot:
            return False
        if event.button != 1:
            self.choosing.press(Press("camel_less"), self.model.before, ())
        elif self.choosing.press_spot(spot, self.model.before) == PLAY:
            self._do_marked()
        return True

    def handle_game(self, event: InputEvent) -> bool:
        """Take the speed, and what else the table has no use for."""
        if isinstance(event, Pointer):
            return self._point_at(event)
        if not isinstance(event, Press) or event.repeat:
            return False
        action = event.action
        if action in ("odds", "hint"):
            self._ask(action)
            return True
        if action == "look_back":
            self._open_choice(-1)
            return True
        if action in ("confirm", "mark") and self.watched:
            self.skip()
            return True
        return super().handle_game(event._replace(action=WATCHING.get(action, action)))

    def _ask(self, what: str) -> None:
        """Open the own "odds", or close them; ask for a "hint", for more of it, or close it."""
        if self.waiting_for_person is None:
            if what == "hint":
                self.hint_rule.refuse()
            return
        if what == "odds":
            self.counsel.toggle_odds()
        elif self.hint_rule.allows():
            self.counsel.hint(self.seen, self.choosing.marks)
        self._open_mind()
        if self.panel is None and self.counsel.caption:
            self.toggle_mind()

    def _open_choice(self, place: int) -> None:
        """Look back from before a choice of the match on; the last one has the `place` -1."""
        made = [n for n, reveal in enumerate(self.session.played) if CHANCE not in reveal.moves]
        hidden = self.model.nobody_looks and self.reckoning is None
        if made and not hidden and not self.setup.replay:
            self.look_back(made[place])

    def pause_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return the tools that keys have at the table, for a gamepad."""
        if self.waiting_for_person is None or self.model.nobody_looks:  # the curtain hangs
            return []
        odds = ("Your odds", "dice", self.after_pages(lambda: self._ask("odds")))
        back = ("Take back", "undo", self.after_pages(self.undo))
        return [*super().pause_entries(), odds, back]

    # -- the end -----------------------------------------------------------------------

    def worked_out(self) -> Mapping[str, str]:
        """Return the counting with the cards that who looks has not seen."""
        seen = None if self.model.nobody_looks else self.seen
        return help_values.workings(seen) if isinstance(seen, View) else {}

    def report(self) -> Report:
        """Return the winner and the decision, and one thing to try."""
        over = self.match.over and self.session.forfeited is None
        above = next_opponent(self.session)
        return report(events_of(self.session.played), self.names(), self.session.human, over, above)

    @classmethod
    def workshop(cls, shell: Shell) -> list[tuple[str, str, Callable[[Params], Page]]]:
        """Return the exercises, and the page on the player's trading."""
        found: list[tuple[str, str, Callable[[Params], Page]]] = [
            ("Exercises", "check", lambda params: shell.doors.exercises(shell))
        ]
        if (profile := shell.profile) is not None:
            found.append(("Your trading", "stats", lambda params: TradingPage(shell, profile)))
        return found

    def counted(self, found: MatchResult) -> MatchResult:
        """Return rounds, rupees and bonus tokens beside the winner."""
        return with_counters(found, events_of(self.session.played))

    # -- the stage ---------------------------------------------------------------------

    def place(self, stage: Box) -> None:
        """Place the table beside the mind view."""
        self.board.place(stage, self.shell.theme.larger_text)
        self.motion.end()

    def look(self) -> Look:
        """Return what is to be seen now, without the line below: that is for drawing alone."""
        sight, choosing = self.model.sight, self.turn_of_person
        names, marks = self.names(), self.choosing.marks
        if self.replaying is not None and not self.busy:
            marks = self.replaying.marked(self.model.before, self.model.below)
        return Look(
            sight=sight,
            stall=self.model.stall,
            below=self.model.below,
            names=names,
            headings=headings(sight, self.session.played),
            marks=marks,
            possible=possible(self.model.before, marks) if choosing else None,
            gains=(self.model.gains[0], self.model.gains[1]),
            cursor=self.choosing.cursor,
            hover=self.choosing.hover,
            log=tuple(round_in_words(events_of(self.session.played), names)),
            likely=hidden_cards(sight, 1 - self.model.below) if self.mind_view.box else (),
            hidden=self.motion.hidden,
            touched=self.touched,
        )

    def said(self) -> Look:
        """Return what is to be seen now with the line below."""
        look, hands = self.look(), self.shell.input
        if self.turn_of_person:
            line = self._line_of_choice(self.model.before, look.sight)
        elif self.watched and self.pacing.held and not self.busy:
            line = held_line(hands.label, hands.state.device == "gamepad")
        elif self.replaying is not None and (coming := self.replaying.told()).title:
            line = coming
        else:
            line = waiting(look.sight, look.names, self.match.over, self.session.people)
        return replace(look, line=line)

    def _line_of_choice(self, table: Before, sight: Sight) -> TableLine:
        """Return what is marked, why another card cannot be, a hint, or how cards are marked."""
        marks, counsel, key = self.choosing.marks, self.counsel, play_key(self.shell)
        why = self.choosing.why_not(table)
        line = chosen_line(marks, table, sight, self.model.below, why, key)
        if why and not line.ready:
            return line
        if counsel.on_top(marks):
            move = marks.legal_move(table)
            found = move is not None and move.notation == counsel.best
            marked = None if marks.empty else line
            return hint_line(counsel.words, marked, bool(counsel.best), found, key)
        if marks.empty:
            last = last_of_trader(self.session.played, self.model.below, self.names())
            hands, new = self.shell.input, self.key_uses.new
            return how_to_mark(hands.label, hands.state.device == "gamepad", last, new)
        return line

    def draw_stage(self, canvas: Canvas) -> None:
        """Draw the table, and over it the sum of a round with the table before its end."""
        reckoning = self.reckoning
        look = self.said() if reckoning is None else replace(self.shown, line=NO_LINE)
        self.board.draw(canvas, replace(look, end=self.corner_left() - 16))
        self.motion.draw(canvas)
        if reckoning is not None:
            parts = (f"{play_key(self.shell)} goes on", "{look_back} looks back")
            keys = foot(self.shell.input, parts)
            reckoning.draw(canvas, self.stage, keys)
        self.draw_guide(canvas)
