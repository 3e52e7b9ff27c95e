"""Hiding on the screen: you are the ghost, lanterns wait, and the cloud closes in."""

from __future__ import annotations

from typing import Final

from games.core import Event
from games.mind import Lines, Mind, Series
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import HEADING, LABEL, TEXT
from games.shell.hooks import AWAY, STRENGTH, TRY, Insight, Report
from games.store.statistics import MatchResult
from games.tracker.chase.board_table import GHOST as GHOST_SPRITE
from games.tracker.chase.board_table import MazeTable
from games.tracker.report import maze_name
from games.tracker.rules.hide import (
    GHOST,
    HELD_TO_CATCH,
    LANTERNS,
    SURE,
    TRACKER,
    HideState,
)

PULSE_SECONDS: Final = 0.7  # chosen by eye
METER: Final = 300.0  # units; the widest that the meter of the belief grows; by eye


class HideScene(MazeTable):
    """The page of hiding."""

    believers = (TRACKER,)

    def start_telling(self) -> None:
        """Nobody has doubted yet."""
        self.doubts: list[float] = []
        self.shares: list[float] = []
        self.worths: list[float] = []
        self.held = 0

    @property
    def state(self) -> HideState:
        """The match as who sits here may see it."""
        state: HideState = self.seen
        return state

    def own_cell(self) -> int | None:
        """Where the person stands."""
        return self.state.cell if GHOST in self.session.people and self.state.placed else None

    def note(self, event: Event) -> None:
        """Where the ghost went, what was taken, how sure the tracker is."""
        super().note(event)
        data = event.data
        if event.kind == "move":
            self.walked("ghost", data["from"], data["to"])
        elif event.kind == "start":
            self.walked("ghost", data["cell"], data["cell"])
        elif event.kind == "answer":
            self.doubts.append(data["doubt"] / 10)
            self.shares.append(data["share"] / 100)
        elif event.kind == "held":
            self.held = data["held"]
            if data["worth"]:
                self.worths.append(data["worth"] / 10)

    def seconds_of(self, event: Event) -> float:
        """What is put on the map takes no time."""
        return 0.0 if event.kind in ("lantern", "start", "held", "end") else self.step_seconds

    def sound(self, event: Event) -> None:
        """A lantern rings; that the tracker has you is heard."""
        if event.kind == "taken":
            self.pulse.start(PULSE_SECONDS)
            self.shell.play_sound("right")
        elif event.kind == "held" and event.data["held"]:
            self.shell.play_sound("hit")

    def head(self) -> tuple[str, str]:
        """Who looks for you, and what to do."""
        title = f"Hide from {self.seat_name(TRACKER)}"
        if self.held:
            left = HELD_TO_CATCH - self.held
            steps = "step" if left == 1 else "steps"
            told = f"It has you! Shake it off: {left} more {steps} like this and you are caught."
            return title, told
        told = "Gather the lanterns. The less sure it is of where you are, the more one brings."
        return title, told

    def draw_board(self, canvas: Canvas) -> None:
        """The sensors, the cloud, the lanterns, and you."""
        for sensor in self.course.sensors:
            self.draw_sight(canvas, self.course.cells.index(sensor))
        for reading in self.readings:
            self.draw_band(canvas, reading, self.share)
        self.draw_cloud(canvas)
        for cell in self.state.lanterns:
            side = max(16.0, self.board.cell)
            draw_lantern(canvas, self.board.centre(self.course.cells[cell]), side)
        if "ghost" in self.spots:
            self.draw_pulse(canvas, self.spots["ghost"][1], "brass")
            if self.held:
                self._draw_grip(canvas)
        colour = "sky" if self.session.people else "orange"
        self.draw_somebody(canvas, "ghost", GHOST_SPRITE, colour)

    def _draw_grip(self, canvas: Canvas) -> None:
        """Rings around the ghost, one for each step that the tracker has it."""
        centre = self.board.centre(self.course.cells[self.spots["ghost"][1]])
        for number in range(self.held):
            canvas.ring(centre, self.board.cell * (0.9 + 0.35 * number), "vermillion", 3)

    def draw_foot(self, canvas: Canvas, box: Box) -> None:
        """Lanterns and points, the doubt, and how much of the cloud is on you."""
        x, y, w, _ = box
        third = w / 3
        self._draw_lanterns(canvas, x, y, third - 16)
        if not self.doubts:
            told = "It has heard nothing yet."
            canvas.text(told, (x + third, y + 24), TEXT, "quiet", max_width=2 * third)
            return
        bits = self.doubts[-1]  # at once: the open mind tells the same figure
        canvas.text(f"{bits:.1f} bits", (x + third, y + 24), HEADING, "paper", "title")
        cells = 2.0**bits
        told = f"of doubt: like {cells:.0f} cells" if cells >= 1.5 else "of doubt: it knows"
        if canvas.text_width(told, TEXT) > third - 16:
            told = f"like {cells:.0f} cells" if cells >= 1.5 else "it knows"
        canvas.text(told, (x + third, y + 60), TEXT, "quiet", max_width=third - 16)
        self._draw_meter(canvas, (x + 2 * third, y + 8, min(third, METER), 24))

    def _draw_lanterns(self, canvas: Canvas, x: float, y: float, room: float) -> None:
        """One lamp for each lantern, those lit that were taken; and the points."""
        pitch = min(34.0, room / LANTERNS)
        for number in range(LANTERNS):
            lit = number < self.state.gathered
            draw_lantern(canvas, (x + pitch * (number + 0.5), y + 22), pitch * 0.9, lit)
        points = self.springs.get("points", self.state.points / 10)
        canvas.text(f"{points:.1f} points", (x, y + 60), LABEL, "sky", "title", max_width=room)

    def _draw_meter(self, canvas: Canvas, box: Box) -> None:
        """The share of the belief on your cell, with the mark from which it has you."""
        x, y, w, h = box
        canvas.rect((x, y, w, h), "raised", 6)
        share = self.springs.get("share", self._own_share())
        colour = "vermillion" if share >= SURE / 100 else "orange"
        if share > 0.005:
            canvas.rect((x, y, max(6.0, w * share), h), colour, 6)
        mark = x + w * SURE / 100
        canvas.line((mark, y - 4), (mark, y + h + 4), "brass", 2)
        canvas.text(f"{share:.0%} of it is on you", (x, y + 52), TEXT, "quiet", max_width=w)

    def _own_share(self) -> float:
        if self.belief is None or self.state.cell < 0:
            return 0.0
        return float(self.belief[self.state.cell])

    # -- the end -----------------------------------------------------------------------

    def score_key(self) -> str:
        """The table of this game: the tracker, the maze, the noise."""
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
                self.shell.toast(f"Place {rank} in the table: {self.score_key()}.")
        return fresh

    @property
    def _points(self) -> float:
        return self.match.returns[GHOST]

    @property
    def outcome(self) -> str:
        """Won with all lanterns, lost when caught, drawn when time ran out."""
        state = self.state
        return "lost" if state.caught else "drawn" if state.lanterns else "won"

    def result(self, own: int) -> MatchResult | None:
        """Won with all lanterns; lost when caught."""
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
            counters={"lanterns": self.state.gathered},
        )

    def report(self) -> Report:
        """How many lanterns, what they were worth, and how to do better."""
        state: HideState = self.state
        gathered = f"{state.gathered} of {LANTERNS} lanterns"
        mean = self._points / state.gathered if state.gathered else 0.0
        title = f"{self._points:.1f} points"
        end = "Caught" if state.caught else "All lanterns home" if not state.lanterns else "Dawn"
        told = f"{end}: {gathered}, at {mean:.1f} bits of doubt each, in {state.step} steps."
        library = self.session.library
        table = library.scores(self.spec.id, self.score_key()).rows if library is not None else ()
        rows = tuple((row.name, row.score) for row in table[:8])
        doubts = Series("Its doubt, step by step", tuple(self.doubts), "bits")
        shares = Series("How sure it was of its likeliest cell", tuple(self.shares), "%")
        items: Mind = (doubts, shares)
        if rows:
            items = (*items, Lines(f"Best: {self.score_key()}", rows, ""))
        return Report(title, (told,), items, self.outcome, brief=self._brief(told))

    def _brief(self, told: str) -> tuple[Insight, ...]:
        first = Insight(STRENGTH, told)
        if self.state.caught:
            why = f"For {HELD_TO_CATCH} steps it had {SURE}% or more on your cell."
            return (Insight(AWAY, why), first, Insight(TRY, "Turn at junctions, keep from eyes."))
        if self.worths and min(self.worths) < 1.0:
            least = min(self.worths)
            return (first, Insight(TRY, f"Wait for doubt: one lantern brought only {least:.1f}."))
        return (first, Insight(TRY, "Take lanterns where two ways meet: doubt is largest there."))


def draw_lantern(canvas: Canvas, centre: Point, side: float, lit: bool = True) -> None:
    """A paper lantern of a size around a place, burning or not yet lit."""
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
