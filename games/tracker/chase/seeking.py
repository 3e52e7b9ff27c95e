"""Seeking on the screen: the readings alone, your mark, and then what was where.

While the ghost walks, its readings are drawn, the last one bright and those before it faint. Then a
cell is marked, with the mouse or with the arrow keys and confirm; the rival's mark was sealed
before. The opened round stands still until a key or a click goes on.
"""

from __future__ import annotations

from typing import Final

from games.core import Event
from games.mind import Lines, Mind, Series
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import HEADING, NOTE, TEXT
from games.shell.draw.tween import Timer
from games.shell.hooks import STRENGTH, TRY, Insight, Report
from games.shell.input import InputEvent, Pointer, Press
from games.store.statistics import MatchResult
from games.tracker.chase.board_table import GHOST as GHOST_SPRITE
from games.tracker.chase.board_table import MazeTable
from games.tracker.report import maze_name
from games.tracker.rules.course import MOVES, STAY, Reading
from games.tracker.rules.seek import GHOST, HOPS, RIVAL, ROUNDS, SEEKER, SeekState

FAINT: Final = 3
"""So many readings before the last one are still drawn."""
READING_SECONDS: Final = 0.34  # chosen by eye
OPENED_SECONDS: Final = 0.6  # the marks and the truth appear; chosen by eye
LOOK_SECONDS: Final = 9.0
"""So long an opened round stands, where nobody goes on before."""
DEMO_LOOK_SECONDS: Final = 2.5
KEY: Final = (
    ("blue", "Blue lines: it is heard between these."),
    ("green", "Green line: how far the sensor can see."),
    ("quiet", "Grey ring: where it set out."),
)
"""What the marks on the maze mean: a colour, and a line that fits beside the score at 800 x 600."""


class SeekScene(MazeTable):
    """The page of seeking."""

    believers = (RIVAL,)
    step_seconds = READING_SECONDS

    def start_telling(self) -> None:
        """Nothing was marked yet."""
        self.rounds: list[tuple[int, int]] = []
        self.heard: list[tuple[Reading, ...]] = []
        self.opened: Event | None = None
        self.look = Timer()
        start = self.course.start
        self.known = start
        self.cursor = 0 if start is None else start

    @property
    def state(self) -> SeekState:
        """The match as who sits here may see it."""
        state: SeekState = self.seen
        return state

    @property
    def busy(self) -> bool:
        """While a reading is shown, and until an opened round was looked at."""
        return self.clock.running or self.look.running

    @property
    def marking(self) -> bool:
        """Whether the person is to mark a cell now."""
        return self.waiting_for_person == SEEKER

    def note(self, event: Event) -> None:
        """A reading is heard; a round is opened."""
        super().note(event)
        if event.kind == "reading":
            self.opened = None
            self.heard.append(self.readings)
        elif event.kind == "marked":
            own, other = event.data["missed"]
            self.rounds.append((own, other))
            self.known = self.cursor = event.data["cell"]
            self.heard = []

    def seconds_of(self, event: Event) -> float:
        """A round that is opened takes its time."""
        if event.kind == "marked":
            self.opened = event
            self.look.start(DEMO_LOOK_SECONDS if not self.session.people else LOOK_SECONDS)
            return OPENED_SECONDS
        return 0.0 if event.kind in ("move", "start") else self.step_seconds

    def sound(self, event: Event) -> None:
        """Readings tick; a round closer than the rival is right."""
        if event.kind == "reading":
            self.shell.play_sound("focus")
        elif event.kind == "marked":
            own, other = event.data["missed"]
            self.shell.play_sound("right" if own < other else "wrong" if other < own else "opened")

    def animate(self, dt: float) -> None:
        """Move the step on."""
        super().animate(dt)
        self.look.update(dt)

    def skip(self) -> None:
        """Go on from an opened round."""
        super().skip()
        self.look.stop()

    def head(self) -> tuple[str, str]:
        """How the score stands, and what to do."""
        title = f"Seek {self.seat_name(GHOST)}"
        if self.opened is not None:
            own, other = self.opened.data["missed"]
            name = self.seat_name(RIVAL)
            who = "You were closer" if own < other else f"{name} was closer"
            who = "Both were as close" if own == other else who
            far = "You were right there" if own == 0 else f"You: {moves(own)} off"
            return title, f"{who}. {far}, {name}: {moves(other)}. Press Space to go on."
        if self.marking:
            return title, "Where is it now? Mark a cell: click, or arrow keys and Enter."
        hop = HOPS - self.state.hops
        words = "It walks. Watch the readings: it is between the blue lines."
        return title, f"{words} {hop} of {HOPS}"

    # -- input -------------------------------------------------------------------------

    def handle_game(self, event: InputEvent) -> bool:
        """Mark with the mouse, or move the cursor and confirm; go on from an opened round."""
        if isinstance(event, Press):
            return self.press_game(event)
        if isinstance(event, Pointer) and event.kind == "down" and event.button == 1:
            if self.opened is not None and self.look.running:
                self.skip()
                return True
            cell = self.board.at(event.x, event.y)
            if cell is not None and self.marking:
                self.cursor = self.board.cells.index(cell)
                return self._mark()
        return False

    def press_game(self, event: Press) -> bool:
        """A key: the cursor goes on, a mark, or on from an opened round."""
        if event.action == "confirm" and not event.repeat:
            if self.look.running:
                self.skip()
                return True
            return self.marking and self._mark()
        if event.action not in MOVES[:STAY] or not self.marking:
            return False
        self._move_cursor(event.action)
        return True

    def _move_cursor(self, direction: str) -> None:
        """To the next free cell in a direction, over walls."""
        dx, dy = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}[direction]
        x, y = self.course.cells[self.cursor]
        maze = self.course.maze
        while 0 <= x + dx < maze.width and 0 <= y + dy < maze.height:
            x, y = x + dx, y + dy
            if maze.is_free((x, y)):
                self.cursor = self.course.cells.index((x, y))
                return

    def _mark(self) -> bool:
        return self.choose(f"cell{self.cursor}")

    def press(self, event: Press) -> bool:
        """Space marks too, where it does not skip."""
        if event.action == "skip" and not event.repeat:
            return self.press_game(Press("confirm"))
        return super().press(event)

    # -- drawing -----------------------------------------------------------------------

    def draw_board(self, canvas: Canvas) -> None:
        """Readings and the own mark; once opened, the rival's belief, both marks, the truth."""
        for sensor in self.course.sensors:
            self.draw_sight(canvas, self.course.cells.index(sensor))
        if self.opened is not None:
            self._draw_opened(canvas, self.opened)
            return
        for age, readings in enumerate(reversed(self.heard[-1 - FAINT :])):
            glow = self.share if age == 0 else max(0.0, 0.42 - 0.14 * age)
            for reading in readings:
                self.draw_band(canvas, reading, glow)
        self._draw_seen(canvas)
        if self.known is not None and len(self.heard) < HOPS:
            centre = self.board.centre(self.course.cells[self.known])
            canvas.ring(centre, self.board.cell * 0.55, "quiet", 2)
        if self.marking:
            self._draw_cursor(canvas)

    def _draw_seen(self, canvas: Canvas) -> None:
        """The ghost, where the last reading saw it."""
        seen = self.readings[0].seen if self.readings and self.heard else None
        if seen is not None:
            self.board.draw_walker(canvas, seen, seen, 1.0, (GHOST_SPRITE, "orange"))

    def _draw_cursor(self, canvas: Canvas) -> None:
        centre = self.board.centre(self.course.cells[self.cursor])
        side = max(18.0, self.board.cell * 1.1)
        box = (centre[0] - side / 2, centre[1] - side / 2, side, side)
        canvas.outline(box, "sky", 3, 6)

    def _draw_opened(self, canvas: Canvas, event: Event) -> None:
        self.draw_cloud(canvas)
        own, other = event.data["marks"]
        truth = self.course.cells[event.data["cell"]]
        end = self.board.centre(truth)
        for cell, colour, icon in ((other, "orange", "seat-triangle"), (own, "sky", "seat-disc")):
            centre = self.board.centre(self.course.cells[cell])
            reach = self.share
            tip = (
                centre[0] + (end[0] - centre[0]) * reach,
                centre[1] + (end[1] - centre[1]) * reach,
            )
            canvas.line(centre, tip, colour, 2)
            canvas.circle(centre, max(11.0, self.board.cell * 0.5) + 2, "ink")
            canvas.icon(icon, centre, max(22.0, self.board.cell), colour)
        self.board.draw_walker(canvas, truth, truth, 1.0, (GHOST_SPRITE, "paper"))

    def draw_foot(self, canvas: Canvas, box: Box) -> None:
        """The rounds as pairs of bars, and the score."""
        x, y, w, _ = box
        own, other = self.state.closer
        name = self.seat_name(RIVAL)
        canvas.text(f"{own} : {other}", (x, y + 24), HEADING, "paper", "title")
        offered = (f"rounds closer, you : {name}", "rounds closer", "closer")
        told = next((each for each in offered if canvas.text_width(each, TEXT) <= w * 0.34), "")
        canvas.text(told, (x, y + 60), TEXT, "quiet")
        left, room = x + w * 0.36, w * 0.64
        if not self.rounds and self.opened is None:
            self._draw_key(canvas, (left, y, room, 88))
            return
        pitch = room / ROUNDS
        most = max(8, *(max(pair) for pair in self.rounds), 8)
        for number in range(ROUNDS):
            self._draw_round(canvas, number, (left + number * pitch, y, pitch - 8, 56), most)
        told = "how far off both marks were, round by round"
        canvas.text(told, (left, y + 80), NOTE, "quiet", max_width=room)

    def _draw_key(self, canvas: Canvas, box: Box) -> None:
        """What the marks on the maze mean, until the first round is over."""
        x, y, w, _ = box
        for number, (colour, told) in enumerate(KEY):
            middle = y + 12 + 28 * number
            canvas.line((x, middle + 6), (x + 14, middle - 6), colour, 3)
            canvas.text(told, (x + 24, middle), NOTE, "paper", max_width=w - 24)

    def _draw_round(self, canvas: Canvas, number: int, box: Box, most: int) -> None:
        x, y, w, h = box
        canvas.rect((x, y + h, w, 2), "line")
        if number >= len(self.rounds):
            return
        for place, (missed, colour) in enumerate(
            zip(self.rounds[number], ("sky", "orange"), strict=True)
        ):
            tall = self.springs.get((number, place), max(3.0, h * min(missed, most) / most), 0.0)
            half = w / 2 - 2
            canvas.rect((x + place * (half + 4), y + h - tall, half, tall), colour, 2)

    # -- the end -----------------------------------------------------------------------

    @property
    def outcome(self) -> str:
        """Whether you were closer more often."""
        own, other = self.state.closer
        return "won" if own > other else "lost" if other > own else "drawn"

    def result(self, own: int) -> MatchResult | None:
        """By whom it was found more closely."""
        base = super().result(own)
        if base is None:
            return None
        won, lost = self.state.closer
        params = self.setup.params
        where = f"Seeking, {maze_name(self.spec, params)}, noise {params['noise']}"
        return MatchResult(
            base.game,
            self.setup.seats[RIVAL].agent,
            self.outcome,  # type: ignore[arg-type]
            where[:60],
            ROUNDS,
            float(won),
            float(lost),
        )

    def report(self) -> Report:
        """Closer in how many rounds, and how far off on average."""
        state: SeekState = self.state
        won, lost = state.closer
        name = self.seat_name(RIVAL)
        rounds = max(1, state.rounds)
        own, other = (missed / rounds for missed in state.missed)
        told = f"On average you were {own:.1f} moves off, {name} {other:.1f}."
        items: Mind = (
            Series("You: moves off", tuple(float(a) for a, _ in self.rounds), "", seat=0),
            Series(f"{name}: moves off", tuple(float(b) for _, b in self.rounds), "", seat=1),
            Lines("Moves off, on average", (("You", own), (name, other)), ""),
        )
        brief = [Insight(STRENGTH, told)]
        if self.rounds:
            best = min(range(len(self.rounds)), key=lambda n: self.rounds[n][0])
            text = f"Round {best + 1}: {moves(self.rounds[best][0])} off."
            brief.append(Insight("Your best round", text))
        brief.append(Insight(TRY, "Keep the way of the ghost in mind, not only the last reading."))
        title = f"Closer than {name} in {won} of {rounds}"
        return Report(
            title, (told, f"{name} was closer in {lost}."), items, self.outcome, brief=tuple(brief)
        )


def moves(count: int) -> str:
    """A number of moves, in words."""
    return "1 move" if count == 1 else f"{count} moves"
