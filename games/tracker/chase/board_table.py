"""A game in the maze on the screen: the board, its walkers, and the agents' cloud.

`MazeTable` is the common part of hiding, seeking and hunting. The cloud is the `Field` in the
believer's mind, so that the drawing is its own report. A step is quick: a key pressed while one is
shown is walked next, and a click on a cell walks there. The first match of each game has a guide.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Final

from games.core import Event, Turn
from games.mind import Mind
from games.session.reveal import Reveal
from games.session.setup import Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.night_map import Board, Vector
from games.shell.draw.roles import SERIES
from games.shell.draw.theme import LABEL, NOTE, TEXT
from games.shell.draw.tween import Timer, ease_in_out
from games.shell.guide import GuidedTable
from games.shell.hinting import JudgeHinting
from games.shell.hooks import NO_CHOICES
from games.shell.input import InputEvent, Pointer, Press
from games.shell.shell import Shell
from games.tracker import help_values
from games.tracker.chase.cloud import Cloud
from games.tracker.chase.lessons import above_board, own_box, rule_lines
from games.tracker.chase.marks import draw_choice
from games.tracker.chase.replay_steps import MazeReplaySteps
from games.tracker.chase.unseen import Unseen
from games.tracker.model import shortest_way
from games.tracker.report import maze_name, place_of
from games.tracker.rules.ground import MOVES, MatchGround, SensorReading
from games.tracker.rules.unseen import UnseenState

STEP_SECONDS: Final = 0.2  # of a step and of a reading; chosen by eye
FOOT: Final = 112.0  # units below the board; chosen by eye
HEAD: Final = 104.0
MORE: Final = 18.0  # for a second line of what has happened, on a narrow stage
LINE: Final = 24.0  # from one sentence above the board to the next
ACTION_NAMES: Final = {
    "particles": "The cloud as guesses, or as squares",
    "truth": "The ghost in full, or as an outline, where one watches",
    "carry": "Hide: slip away, once a match",
    "hint": "A hint: a sentence, then all of it",
}
NARROW: Final = 800.0
PAC: Final = "tracker-pac"
GHOST: Final = "tracker-ghost"


def step_note(state: UnseenState, setup: Setup) -> str:
    """Return the step to take, of how many; of a match that is replayed the one on show."""
    due = not state.over and (not setup.replay or setup.asked is not None)
    steps = state.course.steps
    return f"step {state.step + due}" + (f" of {steps}" if steps else "")


class MazeTable(GuidedTable):
    """A table with a board; a subclass adds the events and the parts beside it."""

    contexts = ("menu", "play", "all")
    turn_pause = 0.0
    spared: ClassVar[tuple[Callable[[Any], Box], ...]] = (above_board, own_box)
    help_figures = staticmethod(help_values.help_figures)
    place_of = staticmethod(place_of)
    believers: ClassVar[tuple[int, ...]] = ()
    """The seats whose belief is drawn, the first that has one."""
    believes_along: ClassVar[bool] = True
    """True if the belief is drawn while the person chooses."""
    # All that is drawn of the turns so far was drawn for the person when they were played:
    open_past = staticmethod(lambda session: True)
    step_seconds = STEP_SECONDS
    hinting: JudgeHinting
    action_names: ClassVar[Mapping[str, str]] = {**NO_CHOICES, **ACTION_NAMES}

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        self.clock = Timer()
        self.pulse = Timer()
        self.queue: deque[str] = deque()
        self.particles = self.truth = self._begun = False
        self.board: Board
        super().__init__(shell, setup, turns)
        self.mind_view.accent = SERIES[2]

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """Begin a match, or take it up again by following its past events."""
        first, maze = not self._begun, self.seen.course.maze
        self._begun = True
        if first or self.board.maze is not maze:
            self.board = Board(maze)
        self.cloud = Cloud(self.board)
        self.hinting = JudgeHinting(self)
        self.readings: tuple[SensorReading, ...] = ()
        self.spots: dict[str, tuple[int, int]] = {}
        self.queue.clear()
        self.mind_view.rules = rule_lines(self.setup.params["play"], self.session.people)
        self.unseen = Unseen(self.course, self.course.start, bool(self.setup.replay))
        self.start_telling()
        people, played = self.session.people, self.session.played
        if self.setup.replay and first:  # it is told again from its start as it is looked at
            played = played[:0]
        for reveal in played:
            for event in told_to(people, reveal.events):
                self.note(event)
        for seat in self.believers if self.match.turns else ():
            self.cloud.take(self.session.last_mind(seat))
        self.clock.stop()

    @property
    def course(self) -> MatchGround:
        """The maze and its sensors."""
        course: MatchGround = self.seen.course
        return course

    def start_telling(self) -> None:
        """Begin the record of the match, before its first event."""

    def note(self, event: Event) -> None:
        """Note an event that the people here may know of, for the picture."""
        if event.kind == "reading":
            self.readings = tuple(SensorReading(*reading) for reading in event.data["readings"])

    def mind_of(self, reveal: Reveal) -> Mind:
        """Return the mind of a turn; without any thoughts, the one on show stays.

        It is a believer's, never the ghost's: the two would take turns.
        """
        minds = {s: mind for s, mind in reveal.minds.items() if mind and s in self.believers}
        return self.mind_view.pick(minds) if minds else self.mind_view.mind

    def show(self, reveal: Reveal) -> None:
        """Begin to show a turn: the report of the cloud, and the events."""
        showing = self.mind_view.showing  # whose letters stand on the board
        for seat in sorted(self.believers, key=lambda seat: seat != showing):
            if self.cloud.take(reveal.minds.get(seat, ())):
                break
        for event in told_to(self.session.people, reveal.events):
            self.note(event)
            self.sound(event)
            self.clock.start(self.seconds_of(event))

    def seconds_of(self, event: Event) -> float:
        """Return the seconds that an event is shown."""
        return self.step_seconds

    def sound(self, event: Event) -> None:
        """Let an event be heard."""

    @property
    def belief(self) -> Vector | None:
        """The present belief, shape (n,)."""
        return self.cloud.belief

    @property
    def busy(self) -> bool:
        """While a step is shown, and while the guide is read."""
        return self.clock.running or super().busy

    @property
    def moving(self) -> bool:
        """True while the picture moves, and while the guide waits for its moment."""
        return self.clock.running or self.pulse.running or self.guided or self.unseen.working

    def animate(self, dt: float) -> None:
        """Move the step on."""
        self.clock.update(dt)
        self.pulse.update(dt)

    def skip(self) -> None:
        """Show the end of the step at once; the guide's words count as read."""
        super().skip()
        self.clock.stop()

    def drive(self, dt: float) -> None:
        """Let the match go on, and walk what was pressed or is still to be walked."""
        super().drive(dt)
        while self._take_step():
            super().drive(0.0)

    def _take_step(self) -> bool:
        """Choose the next step that waits, where one can be taken; one that cannot is dropped."""
        while self.queue and self.waiting_for_person is not None:
            if self.choose(self.queue.popleft()):
                return True
        return False

    def on_changed(self) -> None:
        """Begin anew for another match, or another moment of one that is looked at again."""
        self.begin()
        self.place(self.stage)  # which is not that of the window, where a match is looked at again

    def again(self) -> MazeReplaySteps:
        """Return how the match is looked at again: in steps."""
        found = MazeReplaySteps(self, self.session, self.changed, self.show_again)
        found.told = None if self.setup.eyes is None else self.believers
        return found

    def undo(self) -> None:
        """Refuse while a person plays, since a reading cannot be unheard; else take a turn back."""
        if self.session.people and not self.finished:
            self.shell.toast("In this game no step can be taken back.")
        else:
            super().undo()

    def own_cell(self) -> int | None:
        """Return the cell of the person who plays here, if they have one."""
        return None

    # -- input -------------------------------------------------------------------------

    def handle_game(self, event: InputEvent) -> bool:
        """Walk by the arrow keys, stay by confirm, walk to a cell by a click."""
        if isinstance(event, Press):
            return self.press_game(event)
        if isinstance(event, Pointer) and event.kind == "down" and event.button == 1:
            cell, here = self.board.at(event.x, event.y), self.own_cell()
            if cell is not None and here is not None:
                way = shortest_way(self.course, here, self.board.cells.index(cell))
                self.queue = deque(way)
                self._take_step()
                return True
        return False

    def press(self, event: Press) -> bool:
        """Show the cloud as guesses or as squares, the truth in full, or do as any table does."""
        if event.action == "particles" and not event.repeat:
            self.particles = not self.particles
            return True
        if event.action == "truth" and not event.repeat:
            self.truth = not self.truth
            return True
        return super().press(event)

    def show_known(self, known: Mind) -> None:
        """Show the belief of that moment, where it is drawn in play."""
        if self.believes_along:
            self.cloud.take(known)
            self.cloud.before = None

    def press_game(self, event: Press) -> bool:
        """Handle a key: a direction, or to stay."""
        move = {"confirm": "stay"}.get(event.action, event.action)
        if move not in MOVES or self.own_cell() is None:
            return False
        if event.repeat and (self.busy or self.queue):
            return True
        if len(self.queue) > 1:  # an errand is dropped
            self.queue.clear()
        self.queue.append(move)
        self._take_step()
        return True

    # -- the page ----------------------------------------------------------------------

    def place(self, stage: Box) -> None:
        """Place the board between the words above and below."""
        x, y, w, h = stage
        self.margin = 32.0 if w >= NARROW else 24.0
        left, wide = x + self.margin, w - 2 * self.margin
        head = HEAD if w >= NARROW else HEAD + MORE
        self.board.place((left, y + head, wide, h - head - FOOT - 16))
        self.guide_clear = self.board.box
        self.foot = (left, y + h - FOOT, wide, FOOT)

    def draw_stage(self, canvas: Canvas) -> None:
        """Draw the words above, the board, the figures below."""
        canvas.fill("ink")
        self._draw_head(canvas)
        self.board.draw_map(canvas)
        self.draw_board(canvas)
        judged, hint = self.judged, self.hinting.best
        best, made = (hint, "") if judged is None else (judged.best, judged.move)
        draw_choice(canvas, self.board, self.course, self.own_cell(), best, made)
        self.draw_foot(canvas, self.foot)
        self.draw_guide(canvas)

    def head(self) -> tuple[str, str, str]:
        """Return the title, what is to be done now, and what has just happened, a sentence each."""
        return "", "", ""

    def place_note(self) -> str:
        """Return the place in the match, for the end of the title."""
        return f"step {self.seen.step}"

    def draw_board(self, canvas: Canvas) -> None:
        """Draw the parts on the map."""

    def draw_foot(self, canvas: Canvas, box: Box) -> None:
        """Draw the figures below the board."""

    def _draw_head(self, canvas: Canvas) -> None:
        title, asked, told = self.head()
        asked = self.hinting.words or asked
        x = self.foot[0]
        room = self.foot[2] - 150
        wide = canvas.text(title, (x, 34), LABEL + 4, "paper", "title", max_width=room)
        notes = (
            f"{maze_name(self.spec, self.setup.params)}   {self.place_note()}",
            self.place_note(),
        )
        left = room - wide - 20
        note = next((note for note in notes if canvas.text_width(note, NOTE + 2) <= left), "")
        canvas.text(note, (x + wide + 20, 37), NOTE + 2, "quiet")
        size = TEXT if canvas.text_width(asked, TEXT) <= self.foot[2] else NOTE
        canvas.text(asked, (x, 66), size, "brass", max_width=self.foot[2])
        size = TEXT if canvas.text_width(told, TEXT) <= self.foot[2] else NOTE
        top = 66 + LINE - canvas.line_height(size) / 2
        canvas.paragraph(told, (x, top), self.foot[2], size, "paper", most=2)

    # -- what stands on the board --------------------------------------------------------

    @property
    def share(self) -> float:
        """The done part of the step on show, eased, 0 to 1."""
        still = self.shell.theme.reduced_motion or not self.clock.running
        return 1.0 if still else ease_in_out(self.clock.progress)

    def draw_cloud(self, canvas: Canvas) -> None:
        """Draw the belief; with its mind open, under the letters that the mind gives to cells."""
        mind = self.mind_view.mind if self.panel is not None or self.finished else ()
        self.cloud.draw(canvas, self.share, mind if self.finished else (), self.particles)
        self.cloud.draw_letters(canvas, mind if self.panel is not None else ())

    def draw_somebody(self, canvas: Canvas, who: str, sprite: str, colour: str) -> None:
        """Draw a walker on the way of this step, if its place is known.

        A ghost that is watched is an outline, until it is over or the truth is asked for.
        """
        if who not in self.spots:
            return
        start, goal = (self.course.cells[cell] for cell in self.spots[who])
        look = (sprite, colour)
        known = self.session.people or self.truth or self.session.over
        outline = who == "ghost" and not known
        self.board.draw_walker(canvas, goal, start, self.share, look, outline=outline)


def told_to(people: Collection[int], events: Sequence[Event]) -> list[Event]:
    """Return the `events` that the `people` here may know of; all, without people."""
    if not people:
        return list(events)
    return [e for e in events if e.audience is None or set(people) & set(e.audience)]
