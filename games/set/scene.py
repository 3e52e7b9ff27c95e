"""The screen of Set: a table of cards, the clock of the race, and the other's sealed claim.

Marking the last card claims at once. The opponent's claim was sealed when the table was laid; the
turn is played when the first claim counts, and then the seal opens. Where Set! is called first, the
race stands still until its cards are marked.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from games.core import Decision, Event, Turn
from games.mind import Mind, Note
from games.session.reveal import Reveal
from games.session.setup import Setup
from games.set import PLACES, SIDES, help_values
from games.set.acting import CALLS, NONES, Acts
from games.set.drawing import draw_passed
from games.set.hands import hint_cards, place_of
from games.set.heaviest import WHAT, matches
from games.set.laboratory.room import SIGN, lesson, workshops
from games.set.layout import PANEL_NARROW
from games.set.lesson.guide_points import STOPS
from games.set.lesson.page import Lesson
from games.set.looks import CardStyle, style_of
from games.set.looks_page import LooksPage
from games.set.marking import ARROWS
from games.set.model import Race, Races, passed_by
from games.set.report import Ended, best_words, earlier_paces, hinted_tables, report, with_counts
from games.set.rules.cards import NUMBERS
from games.set.rules.claims import WAIT
from games.set.rules.state import State
from games.set.stage import Look, SetStage, framed_cards, looked_at
from games.set.words import (
    WAITING,
    button_words,
    sealed_words,
    waiting_words,
    with_time,
    without_sets,
    without_table,
)
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import SERIES
from games.shell.draw.tween import Timer, ease_out
from games.shell.guide import GuidedTable
from games.shell.hooks import NO_CHOICES, Report
from games.shell.input import Pointer, Press
from games.shell.keys import asked
from games.shell.shell import Shell
from games.shell.table import PANEL_WIDTH, Table
from games.shell.widgets.basic import inside
from games.store.statistics import MatchResult

# Seconds that cards turn up and that a claim is shown, right or wrong; by eye.
DEAL_SECONDS: Final = 0.24
SHOW_SECONDS: Final = 1.6
WRONG_SECONDS: Final = 1.2
READ_SECONDS: Final = 4.0
"""Seconds of a race for which the words on the one before still stand; by eye."""
WAITS: Final = 3
"""The tables of a newcomer on which the opponent waits."""
TICK: Final = 1 / 10
"""Seconds between two pictures of the clock."""
PAD: Final = {"choice_3": "set_hint", "choice_4": "set_none"}
"""What the further buttons of a gamepad do."""
ON_PAD: Final = {"set_call": "choice_1", "set_hint": "choice_3", "set_none": "choice_4"}
"""The button of a gamepad for what has a key of its own."""


class Scene(GuidedTable):
    """A match of Set on the screen."""

    help_figures = staticmethod(help_values.help_figures)
    open_past = staticmethod(
        lambda session: not session.for_record
    )  # no card may lie open while the clock of a race stands
    says_you = "always"
    guiding = STOPS
    first_practice = "In a first match the opponent waits for you on three tables"
    first_counts = ("nobody",)
    panel_widths = (PANEL_WIDTH, PANEL_NARROW)
    action_names: ClassVar[Mapping[str, str]] = NO_CHOICES
    workshop = staticmethod(workshops)
    lesson = staticmethod(lesson)
    heaviest = staticmethod(lambda: (WHAT, matches()))
    turn_pause = 0.0

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        """As the table has it."""
        self.scenery = SetStage()
        self.dealing, self.showing = Timer(), Timer()
        self.before: State | None = None
        self.laid: State | None = None
        self.unkept = False
        super().__init__(shell, setup, turns)
        self.place(self.stage)

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """Set all up for the start, or for the end of the turns that were played before."""
        self.mind_view.accent = SERIES[1]
        self.history = Races(self.setup.params)
        self.acts = Acts(self.shell, self.session, self.names)
        if self.first_match:
            self.session.stand_in = self._wait_for_newcomer
        self.contexts = ("pair", *Table.contexts) if self.acts.hands.pair else Table.contexts
        self.on_changed()

    def on_changed(self) -> None:
        """Show the table as it stands now."""
        self.skip()
        self.acts.hands.forget()
        self.fresh: list[int] = []
        self.told_later = ""
        self.laid = None if self.seen.waiting else self.seen
        self.history.follow(self.match.turns)
        races = [event for event in self._events() if event.kind == "race"]
        self.last_race: Event | None = races[-1] if races else None

    @property
    def _waited(self) -> int:
        """The number of the coming tables on which the opponent waits."""
        ends = (e for e in self._events() if e.kind == "race" and e.data["result"] != "wrong")
        others = self.session.match.players
        claims = (move for turn in self.match.turns for seat, move in turn if seat in others)
        waits = self.first_match and all(claim.startswith(WAIT) for claim in claims)
        return max(0, WAITS - sum(1 for _ in ends)) if waits else 0

    def _wait_for_newcomer(self, seat: int) -> Decision | None:
        """Return the wait of an opponent on the first tables of a newcomer, else None."""
        return Decision(WAIT, (Note(WAITING),)) if self._waited else None

    def _events(self) -> list[Event]:
        """Return all events of the match up to now."""
        return [event for reveal in self.session.played for event in reveal.events]

    @property
    def _lying(self) -> State:
        """The state on the table: while a claim is shown, the state when it was made."""
        state: State = self.seen
        return state if self.before is None else self.before

    def drive(self, dt: float) -> None:
        """Let the match go on; while cards are marked after Set!, the race stands still."""
        self.laid = self.laid if self.seen.waiting else self.seen
        if self._racing:
            if self.acts.run_call(dt):
                return
            self.acts.play_claims()
        super().drive(dt)

    def show(self, reveal: Reveal) -> None:
        """Show that a card was laid, or a race ended."""
        for event in reveal.events:
            if event.kind == "card":
                self.fresh.append(event.data["place"])
                self.before = None
            elif event.kind == "race":
                self._ended(event, reveal)
        if not self.seen.waiting and reveal.events and reveal.events[0].kind == "card":
            self.dealing.start(0.0 if self.shell.theme.reduced_motion else DEAL_SECONDS)
            self.shell.play_sound("move")

    def mind_of(self, reveal: Reveal) -> Mind:
        """Return the mind of a race, with the person's time in a curve of times.

        While the table races on, the items about that table are left out; while a person plays, so
        are the sets that it saw, some of which may still lie there.
        """
        found = super().mind_of(reveal)
        races = [event.data for event in reveal.events if event.kind == "race"]
        if not races:
            return found
        if races[0]["result"] == "wrong" and self.session.people:
            return without_table(found)
        if self.session.people and not self.session.over:
            found = without_sets(found)
        return with_time(found, races[0], self.session.people)

    def _ended(self, event: Event, reveal: Reveal) -> None:
        self.fresh, self.last_race, self.told_later = [], event, ""
        result, seat = event.data["result"], event.data["seat"]
        self.acts.hands.settle(seat, result == "wrong")
        self.acts.note_beside()
        lay, every = self.laid, {NUMBERS[name] for name in event.data["cards"]}
        self.before = lay if lay is not None and every <= {*lay.table, *lay.beside} else None
        others = [s for s in reveal.moves if s != seat and s in self.match.players]
        if others and seat is not None and not self.acts.alone:
            move = reveal.moves[others[0]]
            name = self.seat_name(others[0])
            self.told_later = sealed_words(event.data, move, name)
            if move.startswith(WAIT) and self.first_match:
                self.told_later = waiting_words(name, self._waited)
        mine = "right" if seat in self.session.people else "opened"
        self.shell.play_sound("wrong" if result == "wrong" else mine)
        self.showing.start(WRONG_SECONDS if result == "wrong" else SHOW_SECONDS)
        self.unkept = not self.setup.replay

    # -- what moves --------------------------------------------------------------------

    def animate(self, dt: float) -> None:
        """Keep a race that ended, and move on what is dealt and shown.

        It is kept before it is drawn: nobody takes it back by ending the arcade.
        """
        if self.unkept:
            self.unkept = False
            self.session.save()
        self.history.follow(self.match.turns)
        self.dealing.update(dt)
        if self.showing.update(0.0 if self.acts.stays else dt):
            self.before = None

    @property
    def busy(self) -> bool:
        """While a claim is shown, cards turn up or words are read, the race stands still."""
        return self.dealing.running or self.showing.running or self.explaining

    @property
    def _racing(self) -> bool:
        """True if a table lies and a claim is possible."""
        state: State = self.seen
        return not (self.busy or state.waiting or self.session.over or self.session.thinking)

    @property
    def lingers(self) -> bool:
        """A race that is stopped is covered at once: no fade shows its cards."""
        return not (self.session.people and self._racing)

    def next_frame(self) -> float | None:
        """Return 0 while the clock of a race is seen to run."""
        due = super().next_frame()
        return TICK if due is None and self._racing and not self.setup.replay else due

    def skip(self) -> None:
        """Go on with the next table, or from words that were read."""
        super().skip()
        self.dealing.stop()
        self.showing.stop()
        self.before = None

    def pause(self) -> None:
        """Pause, and mark a race that is stopped as one that was."""
        self.acts.note_beside(paused=self._racing and bool(self.session.people))
        super().pause()

    def leave(self) -> None:
        """Claim too late for a person who leaves after Set! without marking."""
        if self.acts.hands.caller is not None and self._racing:
            self.acts.be_late()
            self.acts.play_claims()
            self.session.advance(0.0)
        super().leave()

    # -- input -------------------------------------------------------------------------

    def press(self, event: Press) -> bool:
        """Take cards by their keys or the cursor; else as the table has it."""
        action = PAD.get(event.action, event.action) if event.device == "gamepad" else event.action
        if self._racing and self.acts.press(action, event):
            return True
        if event.repeat or action in ("back", "pause", "help", "mind"):
            return super().press(event)
        if self.busy and action in (*CALLS, *ARROWS):
            (self.skip_words if action in ARROWS else self.skip)()
            return True
        if action == "set_letters":
            self._restyle(letters=not self._style.letters)
            return True
        own = place_of(action) is not None or action in (*CALLS, *NONES, "set_hint")
        return own or (not action.startswith("choice_") and super().press(event))

    def point(self, event: Pointer) -> bool:
        """Mark the pressed part."""
        over = self.on_panel(event)
        if event.kind != "down" or event.button != 1 or over:
            return super().point(event)
        boxes = self.scenery.boxes(self._lying)
        hit = next((n for n, box in enumerate(boxes) if inside(box, event.x, event.y)), None)
        if hit is not None and not self.busy:
            return self._racing and self.acts.mark(hit)
        for box, _, action in self.scenery.buttons(self._buttons()):
            if inside(box, event.x, event.y):
                return self.press(Press(action, "mouse"))
        return super().point(event)

    # -- the end -----------------------------------------------------------------------

    def _races(self) -> Sequence[Race]:
        """Return the races up to now."""
        return self.history.follow(self.match.turns)

    def report(self) -> Report:
        """Return each side's sets, and their speed."""
        session = self.session
        found = report(
            Ended(
                self._races(),
                self.match.returns,
                self.names(),
                session.people,
                self.match.over,
                self.acts.alone,
                earlier_paces(session),
                best_words(session, self.result(session.people[0]) if session.people else None),
            )
        )
        hints = hinted_tables(self._events(), self.acts.hands.hinted)
        if not hints:
            return found
        tables = f"{hints} table{'s' if hints > 1 else ''}"
        return dataclasses.replace(found, lines=(*found.lines, f"Hints were shown on {tables}."))

    def draw_end(self, canvas: Canvas) -> bool:
        """Draw the sets that were missed, where there were any."""
        passed = passed_by(self._races())
        if passed:
            draw_passed(canvas, passed, self._style)
        return bool(passed)

    def counted(self, found: MatchResult) -> MatchResult:
        """Return the sets, and their seconds."""
        hinted = hinted_tables(self._events(), self.acts.hands.hinted)
        return with_counts(found, self._races(), self.seen.taken, hinted, self.acts.alone)

    def worked_out(self) -> Mapping[str, str]:
        """Return what the mirror takes this player for."""
        return help_values.workings(self.mind_view.mind)

    # -- the stage ---------------------------------------------------------------------

    @property
    def _style(self) -> CardStyle:
        """The look of the cards, as the player has it."""
        plain = self.setup.demo and not self.setup.replay
        return style_of("" if plain else self.shell.settings.cards)

    def _restyle(self, **flags: bool) -> None:
        """Show the cards as the settings have them now, with other `flags`."""
        style = self._style._replace(**flags)  # type: ignore[arg-type]
        self.shell.change_settings(cards=style.text())
        self.place(self.stage)

    def pause_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return the entries for the look of the cards, and for the lesson."""
        shell = self.shell
        return [
            *super().pause_entries(),
            ("Cards and keys", "eye", lambda: shell.push(LooksPage(shell, self._restyle))),
            (SIGN, "star", lambda: shell.push(Lesson(shell, playing=True))),
        ]

    def place(self, stage: Box) -> None:
        """Place the table beside the mind view."""
        self.scenery.place(stage, self.panel is not None, self._style)

    def _buttons(self) -> list[tuple[str, str]]:
        """Return the actions beside claiming: label and action."""
        if not self.session.people or self.setup.demo or self.setup.replay:
            return []
        pair = self.acts.hands.pair
        names = button_words(self.seen, self.acts.alone, pair)
        hands = self.shell.input
        buttons = ON_PAD if hands.state.device == "gamepad" else {}
        return [
            (name, action)
            if pair and action.startswith("set_")
            else (asked(f"{name} ({{{buttons.get(action, action)}}})", hands), action)
            for name, action in names
        ]

    @property
    def _outdated(self) -> bool:
        """True if the words on the last race are of no use any more: a new table lies there."""
        wrong = self.last_race is not None and self.last_race.data["result"] == "wrong"
        played = self._racing and not self.setup.replay and not wrong
        return self.acts.asked or (played and self.session.raced > READ_SECONDS)

    def look(self) -> Look:
        """Return the present look."""
        racing, hands, shell = self._racing, self.acts.hands, self.shell
        covered = shell.top is not self and not (self.setup.demo or self.finished)
        ours, session = racing and not self.setup.replay, self.session
        live = not (self.setup.replay or session.over)
        asked = racing and self.acts.asked and session.due() is not None
        return Look(
            state=self._lying,
            names=self.names(),
            clock=self.session.raced if ours else None,
            marks={seat: marking.marked for seat, marking in hands.marking.items()},
            cursors={seat: marking.cursor for seat, marking in hands.marking.items()},
            hints=hint_cards(self.seen, hands.hinted) if racing else (),
            last=None if self._outdated or self.last_race is None else self.last_race.data,
            showing=self.showing.running,
            stays=self.acts.stays,
            told_later=self.told_later,
            fresh=self.fresh if self.dealing.running else (),
            progress=ease_out(self.dealing.progress) if self.dealing.running else 1.0,
            hidden=covered and not self.setup.replay,
            letters=shell.settings.high_contrast,
            sealed=() if self.acts.alone or not racing else tuple(self.session.seals),
            keys=self._keys(),
            buttons=self._buttons(),
            pointer=shell.input.state.pointer,
            caller=hands.caller,
            left=hands.left,
            watched=not self.session.people or bool(self.setup.replay),
            points=self.seen.points,
            total=self.history.seconds(session.raced if live else 0.0),
            live=ours or asked,
            framed=framed_cards(self.seen, self.judged),
            looked=looked_at(self.last_race.data) if self.last_race is not None else {},
        )

    def _keys(self) -> tuple[Sequence[str], ...]:
        """Return the keys of the places as on the cards, by person; none for a pad."""
        bare = self._style.bare or self.shell.input.state.device == "gamepad"
        if not self.session.people or bare:
            return ()
        label = self.shell.input.label
        names = SIDES if self.acts.hands.pair else ("card",)
        return tuple([label(f"{name}_{place}") for place in range(PLACES)] for name in names)

    def draw_stage(self, canvas: Canvas) -> None:
        """Draw the cloth, the cards, the scores, and the words."""
        self.scenery.draw(canvas, self.look())
        self.draw_guide(canvas)
