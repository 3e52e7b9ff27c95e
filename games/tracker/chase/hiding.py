"""Hiding on the screen: you are the ghost, lanterns wait, and the cloud closes in."""

from __future__ import annotations

from typing import Final

from games.core import Event
from games.counting import places_of
from games.mind import Lines, Mind, Series
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.roles import WARNING
from games.shell.draw.theme import LABEL, NOTE, TEXT
from games.shell.hooks import AWAY, STRENGTH, TRY, Insight, Report
from games.shell.input import InputEvent, Pointer, Press
from games.shell.widgets.basic import inside
from games.store.statistics import MatchResult
from games.tracker.chase.board_table import GHOST as GHOST_SPRITE
from games.tracker.chase.board_table import MazeTable, step_note
from games.tracker.chase.lessons import HIDING
from games.tracker.chase.marks import draw_band, draw_pulse, draw_sight
from games.tracker.chase.meters import draw_figure, draw_meter, on_cells, with_room
from games.tracker.chase.standing import hidden_words, par_of
from games.tracker.report import doubt_counted, maze_name, placed
from games.tracker.rules.hide import (
    GHOST,
    HELD_TO_CATCH,
    LANTERNS,
    SLIP,
    SURE,
    TRACKER,
    HideState,
)

PULSE_SECONDS: Final = 0.7  # chosen by eye
WARM: Final = 0.35
"""From this share of the cloud on you on it is high time to turn; by hand."""
KNOWN: Final = 0.15  # bits; with less doubt it is said to know the cell
SLIP_SIDE: Final = 44.0  # units of a button, as of any
METER: Final = 300.0  # units; the widest that the meter of the belief grows; by eye


class HideScene(MazeTable):
    """The page of hiding."""

    believers = (TRACKER,)
    guiding = HIDING

    def start_telling(self) -> None:
        """Begin the record before the first doubt."""
        self.doubts: list[float] = []
        self.shares: list[float] = []
        self.worths: list[float] = []
        self.gained, self.slipped = 0.0, False
        self.held = 0
        self.goal = self._goal()

    def _goal(self) -> str:
        """Return the points to beat, the scripted hider's, and the best here."""
        library = self.session.library
        self.target = par_of(self.setup)
        rows = () if library is None else library.scores(self.spec.id, self.score_key()).rows
        best = [f"best here: {rows[0].score:.1f}"] if rows else []
        beaten = [] if self.target is None else [f"to beat: {self.target:.1f}"]
        return ", ".join([*beaten, *best])

    @property
    def state(self) -> HideState:
        """The match as who sits here may see it."""
        state: HideState = self.seen
        return state

    def own_cell(self) -> int | None:
        """Return the cell of the person."""
        return self.state.cell if GHOST in self.session.people and self.state.placed else None

    def note(self, event: Event) -> None:
        """Note the ghost's move, the lanterns taken, the tracker's certainty."""
        super().note(event)
        data = event.data
        if event.kind == "move":
            self.gained, self.slipped = 0.0, bool(data.get("carried"))
            self.spots["ghost"] = (data["from"], data["to"])
        elif event.kind == "start":
            self.spots["ghost"] = (data["cell"], data["cell"])
        elif event.kind == "answer":
            self.doubts.append(data["doubt"] / 10)
            self.shares.append(data["share"] / 100)
        elif event.kind == "held":
            self.held = data["held"]
            if data["worth"]:
                self.gained = data["worth"] / 10
                self.worths.append(self.gained)

    def seconds_of(self, event: Event) -> float:
        """Return the seconds of an event; putting a part on the map takes none."""
        return 0.0 if event.kind in ("lantern", "start", "held", "end") else self.step_seconds

    def sound(self, event: Event) -> None:
        """Sound a lantern, and that the tracker has you."""
        if event.kind == "taken":
            self.pulse.start(PULSE_SECONDS)
            self.shell.play_sound("right")
        elif event.kind == "held" and event.data["held"]:
            self.shell.play_sound("hit")
            self.shell.play_sound("knew")

    # -- slipping away -------------------------------------------------------------------

    def slip(self) -> bool:
        """Slip away, where that is still possible; whether it was."""
        if GHOST not in self.session.people:
            return False
        if not self.state.slips:
            self.shell.toast("You have slipped away already: once a match.")
            return False
        self.queue.clear()
        return self.choose(SLIP)

    def press(self, event: Press) -> bool:
        """Slip away, or what any game in the maze does."""
        if event.action == "carry" and not event.repeat:
            self.slip()
            return True
        return super().press(event)

    def handle_game(self, event: InputEvent) -> bool:
        """Handle the button below the maze, or do as any game in the maze does."""
        pressed = isinstance(event, Pointer) and event.kind == "down" and event.button == 1
        if pressed and inside(self.slip_box, *self.shell.input.state.pointer):
            self.slip()
            return True
        return super().handle_game(event)

    @property
    def slip_box(self) -> Box:
        """The button by which one slips away: behind the lanterns."""
        x, y, w, _ = self.foot
        return (x + w / 3 - 16 - SLIP_SIDE, y, SLIP_SIDE, SLIP_SIDE)

    def _draw_slip(self, canvas: Canvas) -> None:
        x, y, w, h = self.slip_box
        able = bool(self.state.slips) and not self.finished
        hovered = able and inside(self.slip_box, *self.shell.input.state.pointer)
        ground, edge = "high" if hovered else "raised", "brass" if able else "line"
        canvas.panel(self.slip_box, ground, edge, 2, 10)
        canvas.icon("carry", (x + w / 2, y + h / 2), 24, "paper" if able else "line")
        told = self.shell.input.label("carry") if able else "used"
        canvas.text(told, (x + w / 2, y + h + 12), NOTE, "quiet", "text", "centre", w + 12)

    # -- the words above the board -------------------------------------------------------

    def head(self) -> tuple[str, str, str]:
        """Return the title with the tracker, what to do, and the last event."""
        return f"Hide from {self.seat_name(TRACKER)}", self._asked(), self._happened()

    def place_note(self) -> str:
        """Return the step, of how many."""
        return step_note(self.state, self.setup)

    @property
    def _whom(self) -> str:
        return "you" if self.session.people else "the ghost"

    def _asked(self) -> str:
        if not self.session.people:
            return "It hears how far away the ghost is, and sees the squares alone."
        if self.held:
            left = HELD_TO_CATCH - self.held
            steps = "step" if left == 1 else "steps"
            way = ", or slip away" if self.state.slips else ""
            return f"It has you! {left} more {steps} like this and you are caught: turn{way}."
        if self._own_share() >= WARM:
            return "Its cloud gathers on you: turn where it does not expect it."
        return "Gather the lanterns: arrow keys, or click where to go."

    def _happened(self) -> str:
        """Return the result of the last step, or the tracker's present belief."""
        if not self.doubts:
            return "It has heard nothing yet."
        told, whom = on_cells(places_of(self.doubts[-1])), self._whom
        if self.gained:
            return f"A lantern: +{self.gained:.1f} points, for it took {whom} to be {told}."
        if self.slipped:
            return f"{whom[:1].upper()}{whom[1:]} slipped away: it takes {whom} to be {told}."
        if self.readings and self.readings[0].seen is not None:
            seen = "You were" if whom == "you" else f"{whom} was"
            return (
                f"{seen[:1].upper()}{seen[1:]} in sight: out of the green diamond, it has no doubt."
            )
        if self.doubts[-1] < KNOWN:
            return f"It is sure of {whom}: a lantern now would bring nothing."
        return f"It takes {whom} to be {told}: a lantern now brings {self.doubts[-1]:.1f}."

    def draw_board(self, canvas: Canvas) -> None:
        """Draw the sensors, the cloud, the lanterns, and you."""
        for sensor in self.course.eyes:
            draw_sight(canvas, self.board, self.course, sensor)
        for reading in self.readings:
            draw_band(canvas, self.board, self.course, reading, self.share)
        self.draw_cloud(canvas)
        for cell in self.state.lanterns:
            side = max(16.0, self.board.cell)
            draw_lantern(canvas, self.board.centre(self.course.cells[cell]), side)
        if "ghost" in self.spots:
            draw_pulse(canvas, self.board, self.course, self.spots["ghost"][1], self.pulse, "brass")
            if self.held:
                self._draw_grip(canvas)
        colour = "sky" if self.session.people else "orange"
        self.draw_somebody(canvas, "ghost", GHOST_SPRITE, colour)

    def _draw_grip(self, canvas: Canvas) -> None:
        """Draw rings around the ghost, one for each step that the tracker has it."""
        centre = self.board.centre(self.course.cells[self.spots["ghost"][1]])
        for number in range(self.held):
            canvas.ring(centre, self.board.cell * (0.9 + 0.35 * number), WARNING, 3)

    def draw_foot(self, canvas: Canvas, box: Box) -> None:
        """Draw lanterns and points, what one is worth now, and how much of the cloud is on you."""
        x, y, w, h = box
        third = w / 3
        aside = SLIP_SIDE + 12 if self.session.people else 0.0
        self._draw_lanterns(canvas, x, y, third - 16 - aside)
        if self.session.people:
            self._draw_slip(canvas)
        if not self.doubts:
            told = "It has heard nothing yet."
            canvas.text(told, (x + third, y + 24), TEXT, "quiet", max_width=2 * third)
            return
        worth = self.doubts[-1]  # at once: the open mind tells the same figure
        whole = "points for a lantern now: the less it knows, the more"
        told = with_room(canvas, (whole, "points for a lantern now"), third - 16)
        draw_figure(canvas, f"{worth:.1f}", told, (x + third, y, third - 16, h))
        share = self.springs.get("share", self._own_share())
        limit = f"Over {SURE}% for {HELD_TO_CATCH} steps: caught"
        on = f"How sure it is of {self._whom}: {share:.0%}"
        room = min(third, METER)
        told = with_room(canvas, (f"{on}. {limit}", f"{on} ({SURE}%: caught)", on), room)
        draw_meter(canvas, share, told, (x + 2 * third, y, room, h), SURE / 100)

    def _draw_lanterns(self, canvas: Canvas, x: float, y: float, room: float) -> None:
        """Draw one lamp for each lantern, those lit that were taken; the points, and those to
        beat.
        """
        pitch = min(34.0, room / LANTERNS)
        for number in range(LANTERNS):
            lit = number < self.state.gathered
            draw_lantern(canvas, (x + pitch * (number + 0.5), y + 22), pitch * 0.9, lit)
        points = self.springs.get("points", self.state.points / 10)
        told, goal = f"{points:.1f} points", self.goal
        if canvas.text_width(told, LABEL, "title") > room:
            told = f"{points:.1f}"
        if canvas.text_width(goal, NOTE) > room:
            goal = goal.replace(" here:", "").replace("to beat:", "beat")
        canvas.text(told, (x, y + 60), LABEL, "sky", "title", max_width=room)
        canvas.text(goal, (x, y + 86), NOTE, "quiet", max_width=room)

    def _own_share(self) -> float:
        if self.belief is None or self.state.cell < 0:
            return 0.0
        return float(self.belief[self.state.cell])

    # -- the end -----------------------------------------------------------------------

    def score_key(self) -> str:
        """Return the table of this game: the tracker, the maze, the noise."""
        params = self.setup.params
        where = maze_name(self.spec, params)
        return f"Hiding from {self.seat_name(TRACKER)}, {where}, noise {params['noise']}"

    def record(self) -> bool:
        """Keep the result, and enter the points into the table."""
        fresh = super().record()
        profile, library = self.session.profile, self.session.library
        if fresh and profile is not None and library is not None and self.match.over:
            rank = library.add_score(profile, self.spec.id, self.score_key(), self._points)
            if rank is not None:
                self.shell.toast(placed(rank, self.seat_name(TRACKER)))
        return fresh

    @property
    def _points(self) -> float:
        return self.match.returns[GHOST]

    @property
    def outcome(self) -> str:
        """Lost when caught or below the points to beat, else won.

        Where none are known it is won with all lanterns, and drawn when time ran out.
        """
        state = self.state
        if state.caught or (self.target is not None and self._points < self.target):
            return "lost"
        return "drawn" if state.lanterns and self.target is None else "won"

    def result(self, own: int) -> MatchResult | None:
        """Return won with all lanterns; lost when caught."""
        base = super().result(own)
        if base is None:
            return None
        return MatchResult(
            base.game,
            self.setup.seats[TRACKER].agent,
            self.outcome,  # type: ignore[arg-type]
            self.score_key()[:60],
            self.state.step,
            self._points,
            counters={"lanterns": self.state.gathered, **doubt_counted(self.doubts)},
        )

    def report(self) -> Report:
        """Return the number of lanterns, their worth, and an advice."""
        state: HideState = self.state
        gathered = f"{state.gathered} of {LANTERNS} lanterns"
        mean = self._points / state.gathered if state.gathered else 0.0
        most = "" if self.target is None else f" of {self.target:.1f}"
        title = f"{self._points:.1f}{most} points"
        end = "Caught" if state.caught else "All lanterns home" if not state.lanterns else "Dawn"
        told = f"{end}: {gathered} in {state.step} steps, {mean:.1f} points each."
        library = self.session.library
        table = library.scores(self.spec.id, self.score_key()).rows if library is not None else ()
        rows = tuple((row.name, row.score) for row in table[:8])
        doubts = Series("Points for a lantern, step by step", tuple(self.doubts), "")
        shares = Series("How sure it was of its likeliest cell", tuple(self.shares), "%")
        items: Mind = (doubts, shares)
        if rows:
            items = (*items, Lines(f"Best: {self.score_key()}", rows, ""))
        return Report(title, (told,), items, self.outcome, brief=self._brief(told))

    def _brief(self, told: str) -> tuple[Insight, ...]:
        first = Insight(STRENGTH, hidden_words(self.setup, self._points) or told)
        if self.state.caught:
            why = f"For {HELD_TO_CATCH} steps it had {SURE}% or more on your cell."
            return (
                Insight(AWAY, why),
                first,
                Insight(TRY, "Turn at junctions, keep away from ears."),
            )
        if self.worths and min(self.worths) < 1.0:
            least = min(self.worths)
            return (first, Insight(TRY, f"Wait for doubt: one lantern brought only {least:.1f}."))
        return (first, Insight(TRY, "Take lanterns where two ways meet: doubt is largest there."))


def draw_lantern(canvas: Canvas, centre: Point, side: float, lit: bool = True) -> None:
    """Draw a paper lantern of a size around a place, burning or not yet lit."""
    x, y = centre
    body, light = ("brass", "yellow") if lit else ("line", "raised")
    if lit:
        for reach, mix in ((0.62, 0.82), (0.5, 0.7)):
            canvas.circle(centre, side * reach, canvas.theme.mix("yellow", "ink", mix))
    w, h = side * 0.5, side * 0.56
    canvas.rect((x - w / 2, y - h / 2, w, h), body, side * 0.2)
    canvas.rect((x - w * 0.26, y - h * 0.32, w * 0.52, h * 0.64), light, side * 0.12)
    canvas.rect((x - w * 0.3, y - h * 0.66, w * 0.6, h * 0.16), body, 1)
    canvas.rect((x - w * 0.3, y + h * 0.5, w * 0.6, h * 0.16), body, 1)
