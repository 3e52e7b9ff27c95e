"""The scene at which a match is played; each game's scene builds on it.

The match itself is a `games.session.session.Session`, which knows no window: the seat to move,
agents and their seals, undo, saving, the result. `Table` lets it go on from frame to frame, takes
the person's choices, keeps the mind view, and opens pause, help and result. A game's scene draws
the stage, animates the events (`show`), and is `busy` meanwhile.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal

from games import catalog
from games.core import CHANCE, Turn
from games.match import Match
from games.mind import Mind
from games.session.memory import Memory
from games.session.replaying import make_session, shown_now
from games.session.results import person_result
from games.session.reveal import Reveal
from games.session.seat_names import agent_names
from games.session.session import Session
from games.session.setup import HUMAN, LAST, Setup
from games.session.starting import rematch
from games.session.today import day_words
from games.shell.access.speech import REMEMBERED, TableSight
from games.shell.access.voice import Voice
from games.shell.counsel import HintRule
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import SEAT_COLOURS
from games.shell.draw.toasts import Strip
from games.shell.draw.tween import Springs
from games.shell.ending import closing_report, usual_report
from games.shell.hooks import CornerButton, Hooks, Report, draw_day
from games.shell.input import InputEvent, Pointer, Press, Wheel
from games.shell.keys import KeyUses, asked
from games.shell.mind.board import draw_fields
from games.shell.mind.panel import MindView
from games.shell.replay_steps import ReplaySteps
from games.shell.shell import Shell
from games.shell.widgets.basic import inside
from games.spec import GameSpec
from games.store.statistics import MatchResult

PANEL_WIDTH: Final = 400.0  # units of the mind view; chosen by eye
DRAWER_WIDTH: Final = 344.0  # the same where it lies over a narrow stage, of which it leaves most
GOES_ON: Final = "The match goes on where you left it."
HINT_COMES: Final = 0.05  # seconds until it is looked again whether a hint has come
OUTCOME_SOUNDS: Final = {"won": "win", "lost": "lose"}


class Table(Hooks):
    """A match on the screen. Subclasses draw and animate; see the hooks below."""

    contexts: tuple[str, ...] = ("choice", "play", "menu", "all")
    modes: ClassVar[Mapping[Any, type[Table]]] = {}
    """The scenes of a game's modes (`Modes.option`) that are not this one."""
    when_over: Callable[[Session], None] | None = None
    """Called with each match that ends at this table."""
    seat_colours: ClassVar[Sequence[str]] = SEAT_COLOURS
    """The colour by which each seat is told apart."""
    mind_open: bool | None = None
    """Whether the mind view is open at this table, None for what the settings say."""
    says_you: ClassVar[Literal["", "unnamed", "always"]] = ""
    """When the only person at the table is called You, and not by a name or the seat's."""
    panel_widths: ClassVar[tuple[float, float]] = (PANEL_WIDTH, DRAWER_WIDTH)
    """How wide the mind view is beside a wide stage, and beside a narrow one."""
    mind_kind: ClassVar[type[MindView]] = MindView
    turn_pause = 0.35
    patience = 1.0  # seconds that an agent may think over a move

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        """A match from its start, or taken up after its `turns` (`ValueError` for wrong ones)."""
        super().__init__(shell)
        self.springs = Springs()
        self.mind_view = self.mind_kind(shell, self.show_mind_of)
        self.mind_view.colours = self.seat_colours
        self.key_uses = KeyUses(shell.input, setup.game, shell.uses, shell.note_use)
        self.stage: Box = (0, 0, 1280, 720)
        self.panel: Box | None = None
        self._room: tuple[float, float] = shell.size
        self.choice_boxes: list[tuple[Box, str]] = []
        self.hovered_choice: str | None = None
        self.last: Reveal | None = None
        self._unheard = False
        self.voice = Voice(self, setup.game, self.sight, self.take)
        self.open_match(setup, turns)

    @classmethod
    def open(cls, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> Table:
        """Return the scene for a match of a `setup`, after its `turns`, by its mode."""
        return cls.kind(setup)(shell, setup, turns)

    @classmethod
    def kind(cls, setup: Setup) -> type[Table]:
        """Return the class of the scene for a `setup`, by its mode (`modes`)."""
        return cls.modes.get(setup.params.get(catalog.spec(setup.game).modes.option), cls)

    # -- the match ---------------------------------------------------------------------

    def open_match(self, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        """Play the match of a setup, from its start or after its `turns`."""
        shell = self.shell
        self.finished = False
        self._unshown: Reveal | None = None
        self.session = make_session(setup, shell.library, shell.toast, shell.log_fault, turns)
        self.hint_rule = HintRule(self.session, shell.toasts)
        self.session.turn_pause, self.session.patience = self.turn_pause, self.patience
        self._agent_names = agent_names(setup)
        self.title, self.actions = self.spec.title, self.spec.actions
        if setup.glass_box:
            shell.show_mind(setup.game, True, catalog.GAMES)  # what a glass box is for
        elif setup.humans and not (setup.replay or setup.demo):
            shell.say_closed(setup.game)
        shell.input.use(self.actions)
        self.begin()

    @property
    def setup(self) -> Setup:
        """The choices before the match."""
        return self.session.setup

    @property
    def spec(self) -> GameSpec:
        """The description of the game."""
        return self.session.spec

    @property
    def match(self) -> Match[Any]:
        """The match; what is drawn of its state is `seen`."""
        return self.session.match

    @property
    def seen(self) -> Any:
        """The match as who sits here may see it."""
        return self.session.seen

    @property
    def human(self) -> int | None:
        """The seat of the person at the machine, the first where there are several."""
        return self.session.human

    def seat_name(self, seat: int) -> str:
        """Return the name of a seat's player, for people."""
        if self.setup.seats[seat].agent == HUMAN:
            named, place = self.session.person_name(seat), self.session.seats[seat].name
            if len(self.session.people) > 1 or not self.says_you:
                return named or place
            return "You" if self.says_you == "always" else named or "You"
        return self._agent_names.get(seat, "Guest")

    def sight(self) -> TableSight:
        """Return the match as its viewer knows it, for the words of the table."""
        session = self.session
        return TableSight.of(
            *(session.match, session.viewer, self.names()),
            session.played[-1].events if session.played else (),
            own=session.people[0] if len(session.people) == 1 else None,
            due=None if session.over else session.due(),
            mind=() if self.panel is None else self.mind_view.mind,
            hurried=session.clock is not None or self.spec.race,
            closed=session.looking is None and session.secret,
            past=[event for turn in session.played[-REMEMBERED:] for event in turn.events],
        )

    @property
    def waiting_for_person(self) -> int | None:
        """The seat whose choice can be made now; None while agents think or things move."""
        return None if self.busy or self.finished else self.session.due()

    def choose(self, move: str) -> bool:
        """Take the person's move, played when the event is used up; return False if none can be."""
        seat = self.waiting_for_person
        if seat is None or self._curtain() or not self.session.choose(seat, move):
            return False
        self._unheard = True
        return True

    def _end_animation(self) -> None:
        """A choice was made while things moved: be done, and let the agents decide first."""
        if self.busy:
            self.skip()
            self.drive(0.0)

    def take(self, move: str) -> bool:
        """Take the person's move as a press does, also while things move."""
        self._end_animation()
        return self.choose(move)

    def drive(self, dt: float) -> None:
        """Let the match go on, and show what was played."""
        if self.finished:
            return
        if self.session.over:
            if not self.busy:
                self.finish()
            return
        if not self._curtain():
            self._go_on(dt)
            self._show_played()

    def _go_on(self, dt: float) -> None:
        """Let the match go on; a turn that it played is there to be shown."""
        self._unshown = self.session.advance(dt, self.busy, self.tempo, self.ahead)
        for seat in self.session.just_sealed:
            decided = self.session.decisions
            if self.setup.glass_box and decided:  # where it was played at once, the reveal has it
                self.mind_view.show(
                    self.mind_view.pick({s: d.mind or () for s, d in decided.items()})
                )
            self.on_sealed(seat)

    def _curtain(self) -> bool:
        """Between two people who may not see the same, one looks away before the other looks.

        It falls before the first of them looks as well: either may sit there.
        """
        session, seat = self.session, self.waiting_for_person
        if seat is None or seat == session.looking:
            return False

        if not session.secret:
            session.looking = seat
            return False

        def rise() -> None:
            session.looking = seat
            self.on_looking()

        session.looking = None
        name = self.seat_name(seat)
        self.shell.push(self.shell.doors.curtain(self.shell, name, rise, self.pause))
        return True

    def _show_played(self) -> None:
        """Let what was chosen be heard and what was played be seen: an event only plays it."""
        if self._unheard:
            self._unheard = False
            self.shell.play_sound("press")
        reveal, self._unshown = self._unshown, None
        if reveal is None:
            return
        self.last = reveal
        if self.hinting is not None:
            self.hinting.forget()
        if reveal.minds and self.session.minds_visible():
            self.mind_view.show(self.mind_of(reveal))
        self.show(reveal)
        if self.shell.listening:
            self.voice.hear()

    def mind_of(self, reveal: Reveal) -> Mind:
        """Return the mind of a `reveal` that is shown: by the chosen tab, else the last seat's that
        has one.
        """
        return self.mind_view.pick(reveal.minds)

    def show_mind_of(self, seat: int) -> None:
        """Label the mind on show with its `seat`, chosen by its tab."""
        self.mind_view.owner = self.seat_colours[seat]
        self.mind_view.caption = self.seat_name(seat)

    def undo(self) -> None:
        """Take back as far as the game allows: the last own choice, or one turn."""
        if self.session.undo():
            self.changed()

    def redo(self) -> None:
        """Play again what was taken back."""
        if self.session.redo():
            self.changed()

    def changed(self) -> None:
        """Drop the turn on show after the match went elsewhere."""
        self.last = self._unshown = None
        if self.hinting is not None:
            self.hinting.forget()
        self.on_changed()

    # -- the end, and keeping ----------------------------------------------------------

    def names(self) -> list[str]:
        """Return the name of each seat's player, for people."""
        return [self.seat_name(seat) for seat in range(len(self.session.seats))]

    def report(self) -> Report:
        """Return the report of the result page: the winner, and all places."""
        return usual_report(self.session, self.names())

    def final_report(self) -> Report:
        """Return the report, with a forfeit, an agent's failure or practice."""
        return closing_report(self.session, self.names(), self.report(), self._left_at())

    def _left_at(self) -> str:
        """Return how far a match is that has not come to its end, "" where it has."""
        return self.place_of(self.session.log()) if self.session.ended_early else ""

    def result(self, own: int) -> MatchResult | None:
        """Return the result to record for the person in the seat `own`, or None."""
        found = person_result(self.session, self.names(), own)
        return None if found is None else self.counted(found)

    def record(self) -> bool:
        """Keep the results, once; the unfinished match is no more. Returns whether it counts."""
        results = {seat: self.result(seat) for seat in self.session.people}
        return self.session.record(results, self._left_at())

    def finish(self) -> None:
        """Keep the result of a match that has ended, and show it; attract mode begins the next one.

        One that an agent forfeited would only be forfeited again.
        """
        self.finished = True
        self.record()
        if self.when_over is not None and self.session.over:
            self.when_over(self.session)
        if self.setup.demo and self.session.forfeited is None:
            self.restart()
            return
        self.shell.play_sound(OUTCOME_SOUNDS.get(self.final_report().outcome, "opened"))
        self.shell.push(self.shell.doors.result(self.shell, self))

    def finish_now(self) -> None:
        """End the match here and show its report."""
        self.skip()
        self.finish()

    def restart(self) -> None:
        """Play again with the same choices; after today's match it is one like any other."""
        self.begin_with(rematch(self.setup))

    def begin_with(self, setup: Setup) -> None:
        """Begin the match of a `setup` at this table."""
        setup = dataclasses.replace(setup, day="")  # whatever begins here is another match
        memory = Memory.of(self.shell.library, self.shell.settings, self.shell.toast)
        setup = setup if self.shell.profile is None else memory.add_starts(setup)
        self.session.save()  # what was begun can be continued
        self.session.close()
        self.mind_view.forget()
        self.last = None
        self.open_match(setup)
        self.on_changed()

    def leave(self) -> None:
        """Keep the unfinished match, or the result of one that was over, and let the worker go."""
        if self.session.over and not self.finished:
            self.finished = True
            self.record()
        self.session.save()
        self.session.close()

    def focus_lost(self) -> None:
        """Pause."""
        if not self.setup.demo:
            self.pause()

    def pause(self) -> None:
        """Stand still and show the pause page."""
        self._show_played()
        self.session.save()
        self.shell.push(self.shell.doors.pause(self.shell, self))

    def look_back(self, at: int = LAST) -> None:
        """Look back on the match so far, from a moment on, with what the viewer may know of it."""
        session, shell = self.session, self.shell
        over, may_help = self.finished or self.match.over, self.hint_rule.allows
        eyes, about = (None, "") if over else (session.viewer, GOES_ON)
        more = {"about": about, "at": at, "eyes": eyes, "may_help": may_help}
        shell.push(shell.doors.replay(shell, shown_now(session, self.names(), **more)))

    def after_pages(self, act: Callable[[], object]) -> Callable[[], None]:
        """Return an act that is done once the pages over this table are closed."""

        def run() -> None:
            self.shell.back_to(self)
            act()

        return run

    def again(self) -> ReplaySteps:
        """Return how the match is looked at again."""
        return ReplaySteps(self, self.session, self.changed, self.show_again)

    def show_again(self, reveal: Reveal) -> None:
        """Show how a turn came about that was played long ago."""
        self.last = reveal
        self.show(reveal)

    # -- the scene ---------------------------------------------------------------------

    def layout(self, width: float, height: float) -> None:
        """Place stage to the left, the mind view to the right, narrower in a narrow window."""
        self._room = width, height
        sees = self.shell.settings.sees_mind(self.setup.game)
        opened = sees if self.mind_open is None else self.mind_open
        left = width - (self.panel_widths[width < 1000] if opened else 0.0)
        self.stage = (0, 0, left, height)
        self.panel = (left, 0.0, width - left, height) if opened else None
        self.mind_view.place(self.panel)
        self.place(self.stage)

    def lay_out_again(self) -> None:
        """Lay out again what is shown, in its room: in a replay not the whole window."""
        self.layout(*self._room)

    def update(self, dt: float) -> None:
        """Show what events played, move animations on, then the match."""
        self._show_played()
        self.springs.still = self.shell.theme.reduced_motion
        self.springs.update(dt)
        self.mind_view.update(dt)
        self.animate(dt)
        if self.hinting is not None:
            self.hinting.update()
        self.drive(dt)

    def keep_in_time(self, seconds: float) -> None:
        """Save what was played seconds ago."""
        self.session.save_in_time(seconds)

    def next_frame(self) -> float | None:
        """Return 0 while the picture moves or an agent thinks."""
        if self.busy or self.moving or self.springs.moving or self.mind_view.moving:
            return 0.0
        session = self.session
        if not session.people or session.thinking or session.match.to_act == (CHANCE,):
            return 0.0
        if session.clock is not None and not self.finished:
            return 1.0 / session.clock.rate
        return HINT_COMES if self.hinting is not None and self.hinting.waits else None

    def draw(self, canvas: Canvas) -> None:
        """Draw the stage, then the mind view over or beside it, then the corner buttons."""
        with canvas.clip(self._visible_stage(canvas)), self.voice.heard(canvas):
            self.draw_stage(canvas)
            if self.panel is not None:
                draw_fields(canvas, self.mind_view.mind, self.cell_box, self.mind_view.owner)
        if self.panel is not None:
            self.mind_view.foot = self._toasts_high(canvas)
            self.mind_view.draw(canvas)
        self._draw_corner(canvas)

    def _toasts_high(self, canvas: Canvas) -> float:
        """Return the room that toasts take at the foot of the mind view, in units."""
        if self.panel is None or self.shell.top is not self:
            return 0.0
        boxes = self.shell.toasts.boxes(canvas, self.toast_place(canvas.width))
        return self.panel[1] + self.panel[3] - boxes[0][1] if boxes else 0.0

    def _visible_stage(self, canvas: Canvas) -> Box:
        right = self.stage[2] if self.stage[2] < canvas.width else canvas.width + canvas.width
        return (-canvas.width, -canvas.height, canvas.width + right, 3 * canvas.height)

    def corner_buttons(self) -> list[CornerButton]:
        """Return the small buttons for the mouse at the top right of the stage."""
        right = self.stage[0] + self.stage[2]
        names = (("pause", "pause"), ("help", "help"), ("mind", "mind"))
        return [
            CornerButton((right - 16 - 48 * (number + 1) + 8, 16.0, 40.0, 40.0), icon, action)
            for number, (icon, action) in enumerate(reversed(names))
        ]

    def toast_place(self, width: float) -> Strip:
        """Return at the foot of the mind view, which ends above; else where the stage has room."""
        if self.panel is None:
            return self.toast_room()
        x, y, w, h = self.panel
        return Strip(x + 16, y + h - 12, w - 32, upward=True)

    def toast_room(self) -> Strip:
        """Return the strip of toasts on a stage without a mind view: at the top, beside buttons."""
        left = self.stage[0] + 16
        return Strip(left, 12.0, min(self.corner_left() - 16 - left, 760.0))

    def corner_left(self) -> float:
        """Return the left end of the corner buttons, in units."""
        return min(button.box[0] for button in self.corner_buttons())

    def corner_label(self, action: str) -> str:
        """Return the meaning of the corner button of an `action`, in words."""
        return self.corner_names.get(action) or self.shell.input.name(action)

    def _draw_corner(self, canvas: Canvas) -> None:
        if self.setup.demo:
            return
        if self.setup.day:
            now = self.setup.day == self.shell.library.today
            words = "Today's match" if now else f"The match of {day_words(self.setup.day)}"
            draw_day(canvas, words, self.stage[0] + 16, self.corner_left())
        for button in self.corner_buttons():
            key = f" ({{{button.action}}})" if self.shell.input.bindings(button.action) else ""
            label = self.corner_label(button.action)
            hovered = inside(button.box, *self.shell.input.state.pointer)
            told = asked(f"{label}{key}", self.shell.input) if hovered else ""
            with canvas.spots(((label, button.box),)):
                button.draw(canvas, told, self.stage[1] + self.stage[3])

    # -- input -------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> bool:
        """Take choices, then the table's own actions, then the game's; what was chosen is played.

        The next frame shows it; an event that comes first finds the table as it is then.
        """
        if self._unshown is not None:
            self._show_played()
            self.drive(0.0)
        used = self._use(event)
        if self.session.chosen and self.shell.top is self:  # not while a page lies over the table
            self._go_on(0.0)
        return used

    def _use(self, event: InputEvent) -> bool:
        if self.setup.demo:
            return self._handle_demo(event)
        if isinstance(event, Press):
            if self.key_uses.shown:
                self.key_uses.note(event)
            used = self.press(event) or self.mind_view.handle(event) or self.handle_game(event)
            return used or self.voice.handle(event)
        if isinstance(event, Wheel) and self.on_panel(event):
            return self.mind_view.handle(event)
        if isinstance(event, Pointer):
            return self.mind_view.handle(event) or self.point(event) or self.handle_game(event)
        return self.handle_game(event)

    def _handle_demo(self, event: InputEvent) -> bool:
        if isinstance(event, Press) and event.action == "back":
            self.shell.pop()
            return True
        return False

    def press(self, event: Press) -> bool:
        """Handle an action: a choice by number, or the table's own; return whether it was used."""
        if event.action.startswith("choice_") and not event.repeat:
            number = int(event.action.removeprefix("choice_")) - 1
            return number < len(self.choice_boxes) and self.take(self.choice_boxes[number][1])
        act = {
            "back": self.pause,
            "pause": self.pause,
            "help": self.open_help,
            "mind": lambda: self.turn_mind(event.device),
            "skip": self.skip,
            "undo": self.undo,
            "redo": self.redo,
            "hint": None if self.hinting is None else self.hinting.ask,
        }.get(event.action)
        if act is None or event.repeat:
            return False
        act()
        return True

    def point(self, event: Pointer) -> bool:
        """Handle corner buttons, choices, and a press that skips; return whether it was used."""
        if event.kind == "down" and event.button == 1:
            for button in self.corner_buttons():
                if inside(button.box, event.x, event.y):
                    return self.press(Press(button.action))
        over_panel = self.on_panel(event)
        hit = None
        if not over_panel:
            hit = next((m for box, m in self.choice_boxes if inside(box, event.x, event.y)), None)
        self.hovered_choice = hit
        if event.kind == "down" and event.button == 1 and hit is not None:
            return self.take(hit)
        if event.kind == "down" and self.busy and not over_panel:
            self.skip()
            return True
        return False

    def on_panel(self, event: Pointer | Wheel) -> bool:
        """Return whether an event is over the mind view."""
        return self.panel is not None and inside(self.panel, event.x, event.y)

    def turn_mind(self, device: str) -> None:
        """Show or hide the mind view; on a gamepad a mind's numbers are shown in between."""
        view, shown = self.mind_view, self.shell.numbers_shown
        if device == "gamepad" and self.panel is not None and view.has_numbers:
            view.show_numbers(not shown)
            if not shown:
                return
        self.toggle_mind()

    def toggle_mind(self) -> None:
        """Show or hide the mind view of this game, and say how it comes back."""
        game, shown = self.setup.game, not self.shell.settings.sees_mind(self.setup.game)
        self.shell.show_mind(game, shown, catalog.GAMES, self.shell.top is self)
        self.lay_out_again()

    def open_help(self) -> None:
        """Open the pages that explain the rules and the agents."""
        self.shell.push(self.shell.doors.help(self.shell, self.spec, self))
