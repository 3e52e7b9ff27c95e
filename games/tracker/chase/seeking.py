"""Seeking on the screen: the readings alone, your mark, and then what was where.

While the ghost walks, the floor that agrees with the last reading is lit, and all readings of the
round stand below. Then a cell is marked, with the mouse or with the arrow keys and confirm; the
rival's mark was sealed before. The opened round shows the way of the ghost, both marks and what the
rival believed, and stands still until a key or a click goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core import Event
from games.mind import Lines, Mind, Series
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import SEAT_COLOURS, SEAT_MARKS
from games.shell.draw.tween import Timer
from games.shell.hooks import STRENGTH, TRY, Insight, Report
from games.shell.input import InputEvent, Pointer, Press
from games.store.statistics import MatchResult
from games.tracker.chase import seek_foot
from games.tracker.chase.board_table import GHOST as GHOST_SPRITE
from games.tracker.chase.board_table import MazeTable
from games.tracker.chase.lessons import SEEKING, heard_last
from games.tracker.chase.marks import draw_band, draw_sight
from games.tracker.chase.standing import rival_to_meet, sought_words
from games.tracker.chase.unseen import Unseen
from games.tracker.report import maze_name
from games.tracker.rules.ground import MOVES, STAY, SensorReading
from games.tracker.rules.possible import agreeing
from games.tracker.rules.seek import GHOST, HOPS, RIVAL, ROUNDS, SEEKER, SeekState

READING_SECONDS: Final = 0.5  # chosen by eye
OPENED_SECONDS: Final = 1.0  # the ghost runs along its way, the marks appear; chosen by eye
LOOK_SECONDS: Final = 20.0
"""So long an opened round stands, where nobody goes on before."""
DEMO_LOOK_SECONDS: Final = 2.5
TAUGHT: Final = 2
"""In so many rounds it is said what the opened round shows."""
POINT_FIRST: Final = "First move the frame to a cell: arrow keys, or the mouse."
NEAR: Final = 2
"""So many moves off are near; by hand, as many as the best rival is off."""


class SeekScene(MazeTable):
    """The page of seeking."""

    believers = (RIVAL,)
    believes_along = False
    step_seconds = READING_SECONDS
    guiding = SEEKING
    spared = (*MazeTable.spared, heard_last)

    def start_telling(self) -> None:
        """Begin the record before the first mark."""
        self.rounds: list[tuple[int, int]] = []
        self.heard: list[tuple[SensorReading, ...]] = []
        self.opened: Event | None = None
        self.trail: list[int] = []
        self.looking = Timer()
        start = self.course.start
        self.known = start
        self.cursor = 0 if start is None else start
        self._pointed = False  # the cursor was moved in this round
        self._floor: frozenset[int] | None = None
        self._marked: tuple[int, Unseen] | None = None

    @property
    def state(self) -> SeekState:
        """The match as who sits here may see it."""
        state: SeekState = self.seen
        return state

    @property
    def busy(self) -> bool:
        """While a reading is shown, and until an opened round was looked at."""
        return super().busy or self.looking.running

    @property
    def marking(self) -> bool:
        """True if the person is to mark a cell now."""
        return self.waiting_for_person == SEEKER

    def note(self, event: Event) -> None:
        """Note a reading that is heard, or a round that is opened."""
        super().note(event)
        if event.kind == "reading":
            self.opened = None
            if self.rounds and self.mind_view.mind:  # nobody has thought of this round yet
                self.mind_view.caption = f"As it was in round {len(self.rounds)}"
            self.heard.append(self.readings)
            self.unseen.hear(self.readings)
            self._floor = None
            if self.readings[0].seen is not None:
                self.cursor = self.course.cells.index(self.readings[0].seen)
        elif event.kind == "marked":
            own, other = event.data["missed"]
            self.mind_view.caption = ""
            self.rounds.append((own, other))
            self._marked = event.data["marks"][0], self.unseen
            self.known = self.cursor = event.data["cell"]
            self._pointed = False
            self.unseen = Unseen(self.course, self.known, bool(self.setup.replay))
            self.heard = []

    def begin(self) -> None:
        """Begin as every game in a maze; the mind is the rival's from the start."""
        super().begin()
        self.mind_view.owner = SEAT_COLOURS[RIVAL]

    @property
    def floor(self) -> frozenset[int]:
        """The cells that agree with the last readings."""
        if self._floor is None:
            self._floor = agreeing(self.course, self.readings)
        return self._floor

    @property
    def ruled_out(self) -> bool:
        """True if the ghost could not be on the last marked cell by the readings."""
        cells = self._marked[1].cells if self._marked is not None else ()
        return bool(cells) and self._marked is not None and self._marked[0] not in cells

    def seconds_of(self, event: Event) -> float:
        """Return a round that is opened takes its time."""
        if event.kind == "marked":
            self.opened, self.trail = event, self._walked()
            self.looking.start(DEMO_LOOK_SECONDS if not self.session.people else LOOK_SECONDS)
            return OPENED_SECONDS
        return 0.0 if event.kind in ("move", "start") else self.step_seconds

    def _walked(self) -> list[int]:
        """Return the cells of the ghost in the round just opened, the first where it set out."""
        events = [event for reveal in self.session.played for event in reveal.events]
        moves = [event.data for event in events if event.kind == "move"][-HOPS:]
        return [moves[0]["from"], *(move["to"] for move in moves)] if moves else []

    def sound(self, event: Event) -> None:
        """Sound ticks for readings, and a round closer than the rival as right."""
        if event.kind == "reading":
            self.shell.play_sound("focus")
        elif event.kind == "marked":
            own, other = event.data["missed"]
            self.shell.play_sound("right" if own < other else "wrong" if other < own else "opened")

    def animate(self, dt: float) -> None:
        """Move the step on."""
        super().animate(dt)
        if not self.explaining:
            self.looking.update(dt)

    def skip(self) -> None:
        """Go on from an opened round."""
        told = self.explaining
        super().skip()
        if not told:
            self.looking.stop()

    # -- the words above the board -------------------------------------------------------

    def head(self) -> tuple[str, str, str]:
        """Return the title, what to do, and the readings or the end of the round."""
        title = f"Seek {self.seat_name(GHOST)}"
        if self.opened is not None:
            return title, self._verdict(self.opened), self._lesson()
        if self.marking:
            asked = "Where is it now? Click a cell, or arrow keys and Enter."
            return title, asked, self._heard_words()
        hop = HOPS - self.state.hops
        if not self.heard:
            where = "It sets out from the grey ring." if self.known is not None else ""
            return title, "It walks, and nobody sees it. Listen.", where or "It may be anywhere."
        return title, f"It walks. Reading {hop} of {HOPS}:", self._heard_words()

    def place_note(self) -> str:
        """Return the round."""
        return f"round {min(ROUNDS, len(self.rounds) + (self.opened is None))} of {ROUNDS}"

    def _heard_words(self) -> str:
        readings = self.readings
        if not readings or not self.heard:
            return ""
        if readings[0].seen is not None:
            return "It is in sight: that is where it stands now."
        far = " and ".join(str(reading.z) for reading in readings)
        far += " cell" if far == "1" else " cells"
        noise = self.course.noise
        vague = f", give or take {noise}" if noise else ""
        who = "The ear hears" if len(readings) == 1 else "The ears hear"
        return f"{who} it {far} away{vague}: it is somewhere on the lit floor."

    @property
    def _seeker(self) -> str:
        return "you" if SEEKER in self.session.people else self.seat_name(SEEKER)

    def _verdict(self, event: Event) -> str:
        """Return the closer side, and how close."""
        own, other = event.data["missed"]
        name, seeker = self.seat_name(RIVAL), self._seeker
        if own == other:
            off = f"{moves(own)} off each" if own else "both right there"
            return f"As close as {name}: {off}."
        if own == 0:
            return f"Right there! {name} was {moves(other)} off."
        if own < other:
            return (
                f"Closer! {seeker[:1].upper()}{seeker[1:]} {moves(own)} off, {name} {moves(other)}."
            )
        near = "so close" if own <= NEAR else f"{seeker} {moves(own)} off"
        return f"{name} was closer: {moves(other)} off, {near}."

    def _lesson(self) -> str:
        """Return the lesson of the opened round, and how it goes on."""
        if not self.session.people:
            return "The dotted line is its way; the squares are what the rival believed."
        done = len(self.rounds)
        on = f"round {done + 1}" if done < ROUNDS else "the result"
        told = ""
        if self.ruled_out:
            told = "Your cell was ruled out: it could not get there and be heard like this. "
        elif done <= TAUGHT:
            told = "The dotted line is its way; the squares are what your rival believed. "
        return f"{told}Press Space for {on}."

    # -- input -------------------------------------------------------------------------

    def handle_game(self, event: InputEvent) -> bool:
        """Mark with the mouse, or move the cursor and confirm; go on from an opened round."""
        if isinstance(event, Press):
            return self.press_game(event)
        if not isinstance(event, Pointer):
            return False
        cell = self.board.at(event.x, event.y)
        if event.kind == "move" and cell is not None and self.marking:
            self.cursor, self._pointed = self.board.cells.index(cell), True
            return True
        if event.kind == "down" and event.button == 1 and self.marking and not self.on_panel(event):
            if cell is None:  # a wall, or beside the maze
                self.shell.toast(POINT_FIRST)
                return True
            self.cursor = self.board.cells.index(cell)
            return self.mark()
        return False

    def press_game(self, event: Press) -> bool:
        """Handle a key: move the cursor, set a mark, or go on from an opened round."""
        if event.action == "confirm" and not event.repeat:
            if self.looking.running or self.explaining:
                self.skip()
                return True
            if self.marking and not self._pointed:
                self.shell.toast(POINT_FIRST)
                return True
            return self.marking and self.mark()
        if event.action not in MOVES[:STAY] or not self.marking:
            return False
        self._move_cursor(event.action)
        return True

    def _move_cursor(self, direction: str) -> None:
        """To the next free cell in a direction, over walls."""
        dx, dy = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}[direction]
        x, y = self.course.cells[self.cursor]
        maze, self._pointed = self.course.maze, True
        while 0 <= x + dx < maze.width and 0 <= y + dy < maze.height:
            x, y = x + dx, y + dy
            if maze.is_free((x, y)):
                self.cursor = self.course.cells.index((x, y))
                return

    def mark(self) -> bool:
        """Mark the cell under the cursor; whether that could be done."""
        return self.choose(f"cell{self.cursor}")

    def press(self, event: Press) -> bool:
        """Mark with Space too, where it does not skip."""
        if event.action == "skip" and not event.repeat:
            return self.press_game(Press("confirm"))
        return super().press(event)

    # -- drawing -----------------------------------------------------------------------

    def draw_board(self, canvas: Canvas) -> None:
        """Draw the readings and the own mark; once opened, the rival's belief, marks, the truth."""
        if self.opened is None and self.heard:
            self.board.draw_floor(canvas, self.floor, "blue")
        known = self.hinting.mind() if self.judged is None else self.judged.mind
        if self.opened is None:
            self.cloud.draw_mind(canvas, known)
        if self.opened is None and self.guided:
            self.board.draw_floor(canvas, self.unseen.cells, "sky")
        for sensor in self.course.eyes:
            draw_sight(canvas, self.board, self.course, sensor)
        if self.opened is not None:
            self._draw_opened(canvas, self.opened)
            return
        for reading in self.heard[-1] if self.heard else ():
            draw_band(canvas, self.board, self.course, reading, self.share)
        self._draw_seen(canvas)
        if self.known is not None:
            centre = self.board.centre(self.course.cells[self.known])
            canvas.ring(centre, self.board.cell * 0.55, "quiet", 2)
        if self.marking:
            self._draw_cursor(canvas)

    def _draw_seen(self, canvas: Canvas) -> None:
        """Draw the ghost, where the last reading saw it."""
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
        for cell, seat in ((other, RIVAL), (own, SEEKER)):
            colour, icon = SEAT_COLOURS[seat], SEAT_MARKS[seat]
            centre = self.board.centre(self.course.cells[cell])
            reach = self.share
            tip = (
                centre[0] + (end[0] - centre[0]) * reach,
                centre[1] + (end[1] - centre[1]) * reach,
            )
            canvas.line(centre, tip, colour, 2)
            canvas.circle(centre, max(11.0, self.board.cell * 0.5) + 2, "ink")
            canvas.icon(icon, centre, max(22.0, self.board.cell), colour)
        self._draw_way(canvas)

    def _draw_way(self, canvas: Canvas) -> None:
        """Draw the ghost on the way that it went, dotted as far as it has come."""
        if not self.trail:
            return
        places = [self.board.centre(self.course.cells[cell]) for cell in self.trail]
        gone = (len(places) - 1) * self.share
        canvas.ring(places[0], self.board.cell * 0.55, "quiet", 2)
        for number in range(int(gone)):
            _draw_dots(canvas, places[number], places[number + 1])
        step = min(int(gone), len(places) - 2)
        before, after = (self.course.cells[cell] for cell in self.trail[step : step + 2])
        self.board.draw_walker(canvas, after, before, gone - step, (GHOST_SPRITE, "paper"))

    def draw_foot(self, canvas: Canvas, box: Box) -> None:
        """Draw the score, and beside it what was heard in this round, or how the rounds ended."""
        x, y, w, h = box
        aside = w * seek_foot.SHARE
        names, score = (self._seeker, self.seat_name(RIVAL)), self.state.closer
        seek_foot.draw_score(canvas, self.rounds, score, names, (x, y, aside - 24, h))
        beside = (x + aside, y, w - aside, h)
        if self.opened is not None:
            seek_foot.draw_rounds(canvas, self.rounds, self.springs, beside)
        else:
            seek_foot.draw_heard(canvas, self.course, self.heard, beside)

    # -- the end -----------------------------------------------------------------------

    @property
    def outcome(self) -> str:
        """True if you were closer more often."""
        own, other = self.state.closer
        return "won" if own > other else "lost" if other > own else "drawn"

    def result(self, own: int) -> MatchResult | None:
        """Return by whom it was found more closely."""
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
            self.state.step,
            float(won),
            float(lost),
        )

    def report(self) -> Report:
        """Return closer in how many rounds, how far off on average, and how good that is."""
        state: SeekState = self.state
        won, lost = state.closer
        name = self.seat_name(RIVAL)
        rounds = max(1, state.rounds)
        own, other = (missed / rounds for missed in state.missed)
        told = f"On average you were {own:.1f} moves off, {name} {other:.1f}."
        standing, lines = sought_words(self.setup, own)
        rows = (("You", own), (name, other), *lines)
        items: Mind = (
            Series("You: moves off", tuple(float(a) for a, _ in self.rounds), "", seat=0),
            Series(f"{name}: moves off", tuple(float(b) for _, b in self.rounds), "", seat=1),
            Lines("Moves off, on average", tuple(sorted(rows, key=lambda row: row[1])), ""),
        )
        easier = rival_to_meet(self.setup) if self.outcome == "lost" else ""
        tip = Insight(TRY, easier or TIP)
        brief = [Insight(STRENGTH, standing or told), *self._best_round(), tip]
        title = f"Closer than {name} in {won} of {rounds}"
        lost_words = f"{name} was closer in {lost}."
        return Report(title, (told, lost_words), items, self.outcome, brief=tuple(brief))

    def _best_round(self) -> Sequence[Insight]:
        if not self.rounds:
            return ()
        best = min(range(len(self.rounds)), key=lambda n: self.rounds[n][0])
        off = self.rounds[best][0]
        text = f"Round {best + 1}: {f'{moves(off)} off' if off else 'right there'}."
        return (Insight("Your best round", text),)


TIP: Final = "Start at the ring and follow the lit areas step by step."


def moves(count: int) -> str:
    """Return a number of moves, in words."""
    return "1 move" if count == 1 else f"{count} moves"


def _draw_dots(canvas: Canvas, start: Point, goal: Point) -> None:
    """Draw dots from one place to the next."""
    for share in (0.0, 1 / 3, 2 / 3):
        x = start[0] + (goal[0] - start[0]) * share
        y = start[1] + (goal[1] - start[1]) * share
        canvas.circle((x, y), 2.5, "paper")
