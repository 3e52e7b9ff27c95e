"""A game in the maze on the screen: the board, who stands where, and the cloud that agents tell of.

`MazeTable` is what hiding, seeking and hunting share. The cloud is the `Field` in the mind of who
believes, so that what is drawn is what it has said. A step is quick: what was pressed while one was
shown is walked next, and a click on a cell walks there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import ClassVar, Final

import numpy as np

from games.core import Event, Turn
from games.mind import Field, Mind
from games.session.reveal import Reveal
from games.session.setup import Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import LABEL, NOTE, TEXT
from games.shell.draw.tween import Timer, ease_in_out
from games.shell.input import InputEvent, Pointer, Press
from games.shell.shell import Shell
from games.shell.table import Table
from games.tracker import figures
from games.tracker.drawing import Board, Vector
from games.tracker.report import maze_name
from games.tracker.rules.course import MOVES, Course, Reading
from games.tracker.walk import shortest_way

STEP_SECONDS: Final = 0.2  # of a step and of a reading; chosen by eye
FOOT: Final = 112.0  # units below the board; chosen by eye
HEAD: Final = 92.0
NARROW: Final = 800.0
PAC: Final = "tracker-pac"
GHOST: Final = "tracker-ghost"


class MazeTable(Table):
    """A table with a board; a subclass says what happens and what stands beside it."""

    contexts = ("menu", "play", "all")
    turn_pause = 0.0
    help_figures = staticmethod(figures.help_figures)
    believers: ClassVar[tuple[int, ...]] = ()
    """The seats whose belief is drawn, the first that has one."""
    step_seconds = STEP_SECONDS

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        self.clock = Timer()
        self.pulse = Timer()
        self.queue: deque[str] = deque()
        super().__init__(shell, setup, turns)
        self.mind_view.accent = "green"

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """A match begins, or is taken up again: what was told before is told again."""
        self.board = Board(self.seen.course.maze)
        self.belief: Vector | None = None
        self.before: Vector | None = None
        self.readings: tuple[Reading, ...] = ()
        self.spots: dict[str, tuple[int, int]] = {}
        self.queue.clear()
        self.start_telling()
        for reveal in self.session.played:
            for event in filter(self.may_see, reveal.events):
                self.note(event)
        for seat in self.believers if self.match.turns else ():
            self._take_belief(self.session.last_mind(seat))
        self.clock.stop()

    @property
    def course(self) -> Course:
        """The maze and its sensors."""
        course: Course = self.seen.course
        return course

    def start_telling(self) -> None:
        """Nothing has happened yet."""

    def note(self, event: Event) -> None:
        """Something happened that who sits here may know of: remember it for the picture."""
        if event.kind == "reading":
            self.readings = tuple(Reading(*reading) for reading in event.data["readings"])

    def walked(self, who: str, start: int, goal: int) -> None:
        """Somebody goes from one cell to another."""
        self.spots[who] = (start, goal)

    def show(self, reveal: Reveal) -> None:
        """Begin to show a turn: what was said of the cloud, and what happened."""
        for seat in self.believers:
            if self._take_belief(reveal.minds.get(seat, ())):
                break
        for event in reveal.events:
            if self.may_see(event):
                self.note(event)
                self.sound(event)
                self.clock.start(self.seconds_of(event))

    def may_see(self, event: Event) -> bool:
        """Whether who sits here may know of an event; all, where nobody plays."""
        people = self.session.people
        return not people or event.audience is None or bool(set(people) & set(event.audience))

    def seconds_of(self, event: Event) -> float:
        """How long an event is shown."""
        return self.step_seconds

    def sound(self, event: Event) -> None:
        """Let an event be heard."""

    def _take_belief(self, mind: Mind) -> bool:
        """Draw the belief of a mind from now on; whether there is one in it."""
        field = next((item for item in mind if isinstance(item, Field)), None)
        if field is None:
            return False
        belief = np.zeros(len(self.board.cells))
        number = {f"{x},{y}": index for index, (x, y) in enumerate(self.board.cells)}
        for name, value in field.cells:
            belief[number[name]] = value
        self.before, self.belief = self.belief, belief
        return True

    @property
    def busy(self) -> bool:
        """While a step is shown."""
        return self.clock.running

    @property
    def moving(self) -> bool:
        """While something moves."""
        return self.clock.running or self.pulse.running

    def animate(self, dt: float) -> None:
        """Move the step on."""
        self.clock.update(dt)
        self.pulse.update(dt)

    def skip(self) -> None:
        """Show the end of the step at once."""
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
        """Another match, or another moment of one that is looked at again: all is told anew."""
        self.begin()
        self.layout(*self.shell.size)

    def undo(self) -> None:
        """What was heard cannot be unheard: no step is taken back while one plays."""
        if self.session.people and not self.finished:
            self.shell.toast("In this game no step can be taken back.")
        else:
            super().undo()

    def own_cell(self) -> int | None:
        """Where the person stands who plays here, if they stand anywhere."""
        return None

    # -- input -------------------------------------------------------------------------

    def handle_game(self, event: InputEvent) -> bool:
        """The arrow keys walk, confirm stays, a click walks there."""
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

    def press_game(self, event: Press) -> bool:
        """A key: a direction, or to stay."""
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
        """The board between the words above and below."""
        x, y, w, h = stage
        if self.panel is not None:
            w = min(w, self.panel[0] - x)
        self.margin = 32.0 if w >= NARROW else 24.0
        left, wide = x + self.margin, w - 2 * self.margin
        self.board.place((left, y + HEAD, wide, h - HEAD - FOOT - 16))
        self.foot = (left, y + h - FOOT, wide, FOOT)

    def draw_stage(self, canvas: Canvas) -> None:
        """The words above, the board, the figures below."""
        canvas.fill("ink")
        self._draw_head(canvas)
        self.board.draw_map(canvas)
        self.draw_board(canvas)
        self.draw_foot(canvas, self.foot)

    def head(self) -> tuple[str, str]:
        """The title and the sentence of what is to be done now."""
        return "", ""

    def draw_board(self, canvas: Canvas) -> None:
        """What is on the map."""

    def draw_foot(self, canvas: Canvas, box: Box) -> None:
        """The figures below the board."""

    def _draw_head(self, canvas: Canvas) -> None:
        title, told = self.head()
        x = self.foot[0]
        room = self.foot[2] - 150
        wide = canvas.text(title, (x, 34), LABEL + 4, "paper", "title", max_width=room)
        note = f"{maze_name(self.spec, self.setup.params)}   step {self.seen.step}"
        if canvas.text_width(note, NOTE + 2) <= room - wide - 20:
            canvas.text(note, (x + wide + 20, 37), NOTE + 2, "quiet")
        size = TEXT if canvas.text_width(told, TEXT) <= self.foot[2] else NOTE
        canvas.paragraph(told, (x, 56), self.foot[2], size, "brass", most=2)

    # -- what stands on the board --------------------------------------------------------

    @property
    def share(self) -> float:
        """How far the step on show is done, eased, 0 to 1."""
        still = self.shell.theme.reduced_motion or not self.clock.running
        return 1.0 if still else ease_in_out(self.clock.progress)

    def draw_cloud(self, canvas: Canvas) -> None:
        """The belief, on its way from the one before.

        Of a match that is looked at again it is that of the mind on show.
        """
        if self.finished and self.belief is None:
            self._take_belief(self.mind_view.mind)
            belief, self.belief, self.before = self.belief, None, None
            if belief is not None:
                self.board.draw_belief(canvas, belief)
            return
        if self.belief is None:
            return
        belief = self.belief
        if self.before is not None and self.share < 1.0:
            belief = self.before + (belief - self.before) * self.share
        self.board.draw_belief(canvas, belief)

    def draw_sight(self, canvas: Canvas, cell: int, sprite: bool = True) -> None:
        """What somebody on a cell sees, and their sensor where there is one."""
        place = self.course.cells[cell]
        self.board.draw_diamond(canvas, place, self.course.sight, "green", 2)
        if sprite:
            self.board.draw_sensor(canvas, place)

    def draw_band(self, canvas: Canvas, reading: Reading, glow: float = 1.0) -> None:
        """The cells that agree with a reading: between two diamonds."""
        if reading.z is None:
            return
        course, place = self.course, reading.observer
        colour = canvas.theme.mix("ink", "blue", 0.25 + 0.75 * glow)
        self.board.draw_diamond(canvas, place, reading.z + course.noise, colour, 2)
        if reading.z - course.noise - 1 >= course.sight:
            self.board.draw_diamond(canvas, place, reading.z - course.noise - 1, colour, 2)

    def draw_somebody(self, canvas: Canvas, who: str, sprite: str, colour: str) -> None:
        """Somebody on the way of this step, if it is known where they are."""
        if who not in self.spots:
            return
        start, goal = (self.course.cells[cell] for cell in self.spots[who])
        self.board.draw_walker(canvas, goal, start, self.share, (sprite, colour))

    def draw_pulse(self, canvas: Canvas, cell: int, colour: str) -> None:
        """A ring that runs out from a cell."""
        if not self.pulse.running or self.shell.theme.reduced_motion:
            return
        share = self.pulse.progress
        radius = self.board.cell * (0.8 + 4.0 * (1.0 - (1.0 - share) ** 3))
        glow = canvas.theme.mix(colour, "ink", share)
        with canvas.clip(self.board.box):
            canvas.ring(self.board.centre(self.course.cells[cell]), radius, glow, 4 - 3 * share)
