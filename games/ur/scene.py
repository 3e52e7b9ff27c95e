"""The Royal Game of Ur on the screen: board, dice, pieces that travel, and who is likely to win.

The dice are thrown for everybody; a person then takes a move by one click on a piece or on where
it would go, by its number, or by arrows and confirm. A forced pass is told and goes by itself. A
watcher, the judge, says after every turn how likely each side is to win; where agents play alone,
the table can be stopped, stepped and rewound.

The scene joins its parts: the board view paints, the motion moves, the watch holds the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, cast

from games.core import Turn
from games.mind import Mind
from games.session.replaying import witness
from games.session.reveal import Reveal
from games.session.session import Session
from games.session.setup import Setup
from games.shell import shell as shell_scenes
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import SERIES
from games.shell.draw.theme import NOTE, SEAT_COLOURS
from games.shell.draw.toasts import Strip
from games.shell.hooks import CornerButton, Report
from games.shell.input import InputEvent, Pointer, Press
from games.shell.keys import stopped
from games.shell.shell import Shell
from games.shell.watched import WatchedTable
from games.shell.widgets.basic import inside
from games.store.statistics import MatchResult
from games.ur import help_values
from games.ur.asks import Judge
from games.ur.board import Board, View
from games.ur.coach.advice import Coach, mode_of
from games.ur.dice import Hand
from games.ur.drawing import rule_lines
from games.ur.editor import UrEditor
from games.ur.looks import Cursor, Looks, square_values
from games.ur.motion import Motion
from games.ur.replay_steps import UrReplaySteps
from games.ur.review import copy_game, match_result, report, throw_of
from games.ur.rules import GAME, PASS, State
from games.ur.tools import TableActs, Tools, corner
from games.ur.training.room import TrainingRoom
from games.ur.watch import JUDGE, JudgeWatch, KeptMinds, judge_witness
from games.ur.words import asked_to_throw, coached, graph, headings, status, which_piece

# Units; chosen by eye.
HEADING_WIDE: Final = 280.0  # what the heading takes at most
FEWEST_WIDE: Final = 360.0  # the narrowest strip for toasts beside it
ACTION_WORDS: Final = {
    "undo": "Take back",
    "redo": "Redo",
    "hints": "Legal moves",
    "truth": "Square values",
    "slower": "Slower",
    "faster": "Faster",
    "step_back": "Step back",
    "step": "Step",
    "copy": "Copy the game",
    "squares": "Names of the squares",
    "coach": "Coach",
    "more": "More tools",
    "own_throw": "Throw the dice yourself",
}
WATCHING: Final = ("play", "menu", "all")
"""What is listened to where nobody chooses: a gamepad's buttons then go on and back."""


class Scene(WatchedTable):
    """A game of Ur.

    `arrived` is the state as far as it has arrived on the board, `caption` the sentence under it.
    """

    help_figures = staticmethod(help_values.help_figures)
    witnesses = staticmethod(judge_witness)
    action_names: ClassVar[Mapping[str, str]] = {
        **{f"choice_{number}": f"Move {number}" for number in range(1, 8)},
        **ACTION_WORDS,
    }
    corner_names: ClassVar[Mapping[str, str]] = ACTION_WORDS
    open_past = staticmethod(lambda session: True)
    turn_pause = 0.3
    says_you = "unnamed"
    speeds_around = True  # the mouse has one button for it
    chance_steps = True
    patience = 20.0  # the deep searches shall reach the depth that is their name

    motion: Motion

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        """As the table has it."""
        self.looks, self.cursor = Looks(self.lay_out_again), Cursor()
        self.board = Board(setup.params["rules"])
        self.replaying: UrReplaySteps | None = None
        super().__init__(shell, setup, turns)

    @classmethod
    def workshop(
        cls, shell: Shell
    ) -> list[tuple[str, str, Callable[[Mapping[str, Any]], shell_scenes.Scene]]]:
        """Return position editor and training room."""
        return [
            ("Editor", "edit", lambda params: UrEditor(shell, GAME.new(params))),
            ("Training", "stats", lambda params: TrainingRoom(shell, params)),
        ]

    @classmethod
    def turn_due(cls, played: int) -> int:
        """Return the number of the throw after `played` turns: a throw and its move are one."""
        return throw_of(played + 1)

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """Set all to the start, or to where the turns that were played before have led."""
        rules, pieces = self.setup.params["rules"], self.setup.params["pieces"]
        self.motion = Motion(rules, self.shell.play_sound)
        self.caption, self.mind_view.rules = "", rule_lines(pieces)
        self.arrived: State = self.seen
        self.mind_view.accent, self.mind_view.follows = SERIES[3], True
        judge = cast(Judge | None, witness(self.session, JUDGE))
        self.watch = JudgeWatch(self.match, rules, pieces, judge)
        if self.setup.demo:
            self.watch.wait()
        self.contexts = WatchedTable.contexts if self.setup.humans else WATCHING
        self.kept_minds = KeptMinds(self.session)
        self.hand = Hand(self.shell, self.session, self.motion.dice, self._tell)
        self.coach = Coach(self.shell, self.session, self.watch)
        if self.match.players:
            self.show_mind_of(max(self.match.players))
        else:
            self.mind_view.owner, self.mind_view.caption = SEAT_COLOURS[0], "The judge"
        self.on_changed()

    def mind_of(self, reveal: Reveal) -> Mind:
        """Return the mind of the seat that moved; one that passed had none, and the guest's is
        closed.
        """
        seat = max(reveal.minds)
        if self.setup.seats[seat].agent == "demo" or not reveal.minds[seat]:
            return self.mind_view.mind
        self.kept_minds.keep(seat, reveal.minds[seat])
        self.mind_view.add(seat, reveal.minds[seat])
        return self.mind_view.mind

    # -- what happens ------------------------------------------------------------------

    def drive(self, dt: float) -> None:
        """Let the game go on, unless it is held or the coach is read."""
        if self.watch.seat():
            self.coach.advise()
        if self.pacing.waits or (not self.busy and self.coach.read(dt)):
            return
        if not self.busy and must_pass(self.session):
            self.session.chosen[self.match.to_act[0]] = PASS
        if not self.busy and self.hand.offer():
            return
        super().drive(dt)

    def show(self, reveal: Reveal) -> None:
        """Throw the dice, send a piece on its way, or tell of a pass."""
        before, self.arrived = self.arrived, self.seen
        still, speed = self.shell.theme.reduced_motion, self.pacing.speed
        self.cursor.at = None
        self.kept_minds.forget()
        self.choice_boxes = self.board.choices(self.seen, self.setup.humans)
        event = reveal.events[0]
        self.coach.look(event.kind)
        if event.kind == "roll":
            self.motion.throw(event.data, len(self.match.turns), speed, still)
            if self.seen.moves == (PASS,):
                self.motion.tell_of_pass(speed)
        elif event.kind == "move":
            self.motion.send(event.data, before, self.board.layout, speed, still)
        self._tell()

    def _tell(self) -> None:
        """Say what is going on, in one sentence.

        The judge's mind is open before a costly choice, and between two people.
        """
        step = None if self.replaying is None else self.replaying.slip
        self.caption = status(self.session, self.names(), self.pacing.held, self.last, step)
        if self.hand.waits:
            self.caption = asked_to_throw(self.caption, self.shell.input.label)
        if self.motion.dice.rolling:
            return
        if step is not None:
            self.mind_view.owner, self.mind_view.caption = SEAT_COLOURS[step.seat], "The judge"
            self.mind_view.showing = None
            self.mind_view.show(self.watch.weigh(step))
        elif not self.match.players and self.watch.seated and not self.setup.replay:
            self.mind_view.show(self.watch.judge.mind())

    def animate(self, dt: float) -> None:
        """Move dice, pieces and flashes on; turns follow each other as fast as these move."""
        rolling, self.tempo = self.motion.dice.rolling, self.pacing.speed
        self.motion.update(dt, self.tempo)
        if rolling:
            self._tell()

    @property
    def moving(self) -> bool:
        """True if the picture moves by itself."""
        return self.motion.moving

    def next_frame(self) -> float | None:
        """Return the seconds as the table does; the judge's seat and a pass are waited for."""
        due = super().next_frame()
        if due is None and not self.pacing.waits and self._comes:
            return 0.0
        return due

    @property
    def _comes(self) -> bool:
        """True if the judge has still to sit down, or a person can only pass."""
        return not self.watch.seated or (not self.busy and must_pass(self.session))

    def skip(self) -> None:
        """End the motion; without any hold or go on, or take the move under the cursor."""
        if self.busy:
            self.land()
        elif self.coach.speaking:
            self.coach.forget()
        elif self.hand.waits:
            self.hand.throw()
        elif self.watched:
            self.pacing.toggle()
            self._tell()
        elif self.waiting_for_person is not None:
            move = self.cursor.confirmed_move(self.seen.moves)
            if move is None:
                self.shell.toast(which_piece(self.shell.input))
            else:
                self.choose(move)

    def land(self) -> None:
        """End the motion."""
        self.motion.end()
        self._tell()

    def on_changed(self) -> None:
        """Show the state as it is now."""
        self.arrived = self.seen
        self.motion.settle(self.arrived, len(self.match.turns))
        self.cursor.at = None
        self.coach.forget()
        self.coach.advise()
        self.choice_boxes = self.board.choices(self.seen, self.setup.humans)
        if self.match.players and not self.setup.demo:
            self.mind_view.go_back(self.kept_minds.heads(), *self.kept_minds.recall())
        self._tell()

    # -- choosing ----------------------------------------------------------------------

    def press(self, event: Press) -> bool:
        """Take moves by their number, and confirm."""
        if event.action.startswith("choice_") and not event.repeat:
            if self.waiting_for_person is None and (self.busy or not self.watched):
                if self.coach.speaking and not self.busy:
                    return True  # pressed in haste: the sentence goes on only by what it names
                self.skip()  # what moves, or the dice in hand
            number = int(event.action.removeprefix("choice_")) - 1
            move = self.cursor.numbered_move(number, event.device, self.seen.moves)
            return move is not None and self.choose(move)
        if event.action == "confirm":
            self.skip()
            return True
        return super().press(event) or self.handle_game(event)

    def handle_game(self, event: InputEvent) -> bool:
        """Go through the moves with arrows; the rest are the table's small tools."""
        if not isinstance(event, Press):
            return False
        if event.action in ("up", "down", "left", "right"):
            return self._arrow(event.action)
        looks, shell = self.looks, self.shell
        open_agent = self.setup.seats[SEAT_COLOURS.index(str(self.mind_view.owner))].agent

        tool: Callable[[], None] | None = {
            "hints": lambda: looks.set_hints(not looks.hints),
            "truth": lambda: looks.toggle_values(open_agent),
            "copy": lambda: copy_game(shell, self.session),
            "coach": self.coach.change_mode,
            "hint": self.coach.hint,
            "own_throw": self.hand.change_own,
            "more": self._open_tools,
            "squares": lambda: looks.set_names(not looks.shows_names(self.setup)),
        }.get(event.action)
        if tool is None or event.repeat:
            return super().handle_game(event)
        tool()
        return True

    def _arrow(self, action: str) -> bool:
        """Go through the moves; between agents through the turns."""
        if self.watched and action in ("left", "right"):
            self.step(1 if action == "right" else -1)
            return True
        if self.waiting_for_person is None:
            return False
        self.cursor.go(1 if action in ("right", "up") else -1, self.seen.moves)
        return True

    def point(self, event: Pointer) -> bool:
        """Take and throw the dice.

        While the coach is read a click on the stage plays on.
        """
        if self.hand.point(event):
            return True
        speaking = self.coach.speaking
        if super().point(event):
            return True
        if speaking and event.kind == "down" and inside(self.stage, event.x, event.y):
            self.coach.forget()
            return True
        return False

    # -- the end, and looking again ----------------------------------------------------

    def worked_out(self) -> Mapping[str, str]:
        """Return luck and cost of the last throw and choice."""
        seen = self.watch.steps(self.motion.dice.rolling) if self.watch.seated else ()
        return help_values.workings(seen, (self.seat_name(0), self.seat_name(1)))

    def report(self) -> Report:
        """Return the winner, the course of the game, luck and skill, the costliest mistakes."""
        self.watch.wait()
        return report(self.seen, self.watch.judge, self.names(), self.setup.humans)

    def result(self, own: int) -> MatchResult | None:
        """Return the result to record of a game played to its end for the person on one side."""
        steps = self.watch.steps(hidden=False)
        return match_result(self.setup, self.seen, len(self.match.turns), own, steps)

    def again(self) -> UrReplaySteps:
        """Return how the game is looked at again: with its costly choices."""
        board, motion = self.board, self.motion
        found = UrReplaySteps(
            self, self.session, self.watch, motion, board, self.changed, self.show_again
        )
        found.tool, self.replaying = self.handle_game, found
        self.lay_out_again()  # with the names of the squares
        return found

    def moment_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Open the editor with the board as it was."""
        return [("Study", "edit", lambda: self.shell.push(UrEditor(self.shell, self.seen)))]

    def pause_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return the workshop beside the game."""
        shell, params = self.shell, self.setup.params
        agents = [self.setup.seats[seat] for seat in self.match.players]
        rival = agents[0] if len(agents) == 1 else None
        return [
            ("Position editor", "edit", lambda: shell.push(UrEditor(shell, self.seen, rival))),
            ("Training room", "stats", lambda: shell.push(TrainingRoom(shell, params))),
            ("Tools", "fast", self._open_tools),
        ]

    def _open_tools(self) -> None:
        shell, game = self.shell, self.session
        acts = TableActs(
            lambda: shell.back_to(self),
            self.undo,
            self.redo,
            lambda: copy_game(shell, game),
            self.coach.set_mode,
            self.hand.set_own,
        )
        shell.push(Tools(shell, game, self.pacing, self.looks, acts))

    # -- the stage ---------------------------------------------------------------------

    def place(self, stage: Box) -> None:
        """Place the board in the middle."""
        self.looks.panel = self.panel is not None
        scale = self.shell.theme.text_size(NOTE) / NOTE
        ends = self.looks.ends(self.setup)
        self.board.place(stage, self.setup.params["rules"], scale, ends)
        if self.motion.travel is not None:
            self.skip()
        self.motion.flashes = []
        self.choice_boxes = self.board.choices(self.seen, self.setup.humans)

    def corner_buttons(self) -> list[CornerButton]:
        """Return the table's buttons, and beside them this game's, each with its word."""
        coached = mode_of(self.shell.settings.coach) > 0
        lit = {"coach": coached, "mind": self.panel is not None}
        right = self.stage[0] + self.stage[2]
        larger = self.shell.theme.larger_text
        return corner(self.session, (self.stage[0], right), self.pacing.speed, lit, larger)

    def toast_room(self) -> Strip:
        """Place toasts between the heading and the buttons; over the heading where they leave no
        room.
        """
        room = super().toast_room()
        beside = HEADING_WIDE if room.width >= HEADING_WIDE + FEWEST_WIDE else 0.0
        return Strip(room.left + beside, room.top - 4, room.width - beside)

    def draw_stage(self, canvas: Canvas) -> None:
        """Draw the board, with the game as it is to be seen now."""
        looks, names, again = self.looks, self.names(), self.replaying
        owner = SEAT_COLOURS.index(str(self.mind_view.owner))
        values = square_values(self.mind_view.mind, self.setup.params["rules"])
        if not looks.shows_values(self.setup.seats[owner].agent):
            values = None
        rolling = self.motion.dice.rolling
        marks = () if again is None else again.marks
        seated, course = self.watch.seated, None
        if seated:
            course = graph(self.session, self.watch, names, rolling, marks)
        advice, hands = None if self.motion.busy else self.coach.advice, self.shell.input
        view = View(
            state=self.seen,
            arrived=self.arrived,
            names=names,
            headings=headings(self.session),
            end=self.corner_left() - 16,
            over=self.match.over,
            choosing=self.waiting_for_person is not None,
            hints=looks.hints,
            focus=self.cursor.focus(self.hovered_choice, self.seen.moves),
            numbered=looks.shows_names(self.setup),
            ends=looks.ends(self.setup),
            valued=None if values is None else (owner, values),
            slip=None if self.busy or again is None else again.slip,
            advice=advice,
            caption=stopped(self.caption, hands) if advice is None else coached(advice, hands),
            thinking=None if self.busy else thinking(self.session),
            graph=course,
            edge=None if course is None else self.springs.get("edge", course.values[course.now]),
        )
        self.board.draw(canvas, view, self.motion)


def must_pass(session: Session) -> bool:
    """Return whether a person in a `session` is to move and can only pass."""
    state: State = session.seen
    return state.moves == (PASS,) and state.turn in session.people


def thinking(session: Session) -> tuple[int, float] | None:
    """Return the seat of the agent that thinks now in a `session`, and how far it is (0..1), if
    known.
    """
    match = session.match
    seat = next((seat for seat in match.to_act if seat in match.players), None)
    share = None if seat is None else session.host.progress(seat)
    return None if seat is None or share is None else (seat, share)
