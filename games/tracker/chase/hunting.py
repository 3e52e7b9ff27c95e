"""The hunt on the screen: a hunter sees the cloud and never the ghost, the ghost sees both."""

from __future__ import annotations

from games.core import Event
from games.mind import Series
from games.shell.draw.canvas import Box, Canvas
from games.shell.guide import GuidePoint
from games.shell.hooks import STRENGTH, TRY, Insight, Report
from games.store.statistics import MatchResult
from games.tracker.chase.board_table import GHOST as GHOST_SPRITE
from games.tracker.chase.board_table import HEAD, PAC, MazeTable, step_note
from games.tracker.chase.lessons import FLEEING, HUNTING
from games.tracker.chase.marks import draw_band, draw_pulse, draw_sight
from games.tracker.chase.meters import cells_of, draw_figure, draw_meter, on_cells
from games.tracker.chase.standing import hunt_par, hunted_words
from games.tracker.report import maze_name
from games.tracker.rules.hunt import GHOST, HUNTERS, HuntState

PULSE_SECONDS = 0.9  # chosen by eye
END_EDGE = 40.0  # units beside the board on the page after a match; by eye
METER = 300.0  # units; the widest that the meter of the belief grows; by eye


class HuntScene(MazeTable):
    """The page of the hunt."""

    believers = HUNTERS

    def stops(self) -> tuple[GuidePoint, ...]:
        """Return the stops for a newcomer, on either side."""
        return FLEEING if GHOST in self.session.people else HUNTING

    def start_telling(self) -> None:
        """Place all walkers at their start."""
        self.ended = False
        self.par = hunt_par(self.setup)
        for seat in HUNTERS:
            cell = self.state.hunters[seat]
            self.spots[f"hunter {seat}"] = (cell, cell)
        if self.sees_ghost and self.state.cell >= 0:
            self.spots["ghost"] = (self.state.cell, self.state.cell)

    @property
    def state(self) -> HuntState:
        """The match as who sits here may see it."""
        state: HuntState = self.seen
        return state

    @property
    def sees_ghost(self) -> bool:
        """True if who sits here knows where the ghost is."""
        people = self.session.people
        return not people or GHOST in people

    @property
    def own_seat(self) -> int | None:
        """The seat of the person who is to move, or who plays."""
        people = self.session.people
        due = self.waiting_for_person
        return due if due is not None else people[0] if people else None

    def own_cell(self) -> int | None:
        """Return the cell of the person."""
        seat = self.own_seat
        if seat is None:
            return None
        if seat in HUNTERS:
            return self.state.hunters[seat]
        return self.state.cell if self.state.placed else None

    def note(self, event: Event) -> None:
        """Note all moves and the readings."""
        super().note(event)
        data = event.data
        if event.kind == "chase":
            for seat in HUNTERS:
                self.spots[f"hunter {seat}"] = (data["from"][seat], data["to"][seat])
            if not self.sees_ghost:
                self.spots.pop("ghost", None)
        elif event.kind == "move":
            self.spots["ghost"] = (data["from"], data["to"])
        elif event.kind == "start":
            self.spots["ghost"] = (data["cell"], data["cell"])
        elif event.kind == "reading":
            self.unseen.hear(self.readings)
        if event.kind == "reading" and self.readings[0].seen is not None:
            cell = self.course.cells.index(self.readings[0].seen)
            self.spots["ghost"] = self.spots["ghost"] if self.sees_ghost else (cell, cell)
        elif event.kind == "end":
            self.ended = True
            self.spots["ghost"] = (data["cell"], data["cell"])

    def on_sealed(self, seat: int) -> None:
        """Show a partner's belief to its team: a hunter sees it before the move."""
        if seat in HUNTERS and set(HUNTERS) & set(self.session.people):
            mind = self.session.decisions[seat].mind or ()
            if self.cloud.take(mind):
                self.clock.start(self.step_seconds)
                self.mind_view.show(self.mind_view.pick({seat: mind}))
                self.show_mind_of(seat)

    def show_end(self, event: Event) -> None:
        """Show the ring where the ghost was caught."""
        if event.data["caught"]:
            self.pulse.start(PULSE_SECONDS)

    def sound(self, event: Event) -> None:
        """Sound a ghost that is seen, and one that is caught."""
        if event.kind == "end":
            self.show_end(event)
            self.shell.play_sound("capture" if event.data["caught"] else "opened")
        elif event.kind == "reading" and self.readings[0].seen is not None:
            self.shell.play_sound("hit")

    def seconds_of(self, event: Event) -> float:
        """Return the end is looked at."""
        return 1.2 if event.kind == "end" else 0.0 if event.kind == "start" else self.step_seconds

    def head(self) -> tuple[str, str, str]:
        """Return the title with both sides, what to do, and the readings."""
        hunters, ghost = self.seat_name(HUNTERS[1]), self.seat_name(GHOST)
        people, seen = self.session.people, bool(self.readings) and self.readings[0].seen
        if GHOST in people:
            asked = "They see you! Run." if seen else "Keep away: they hear how far away you are."
            return f"Flee from {hunters}", asked, self._thought()
        if not people:
            asked = "They see the squares alone. The outline is the truth."
            return f"{hunters} hunt {ghost}", asked, self._heard_words()
        asked = "Go where the squares are thick; your partner takes the other side."
        return f"Hunt {ghost}", "There it is! Run." if seen else asked, self._heard_words()

    def place_note(self) -> str:
        """Return the step, of how many."""
        return step_note(self.state, self.setup)

    def _heard_words(self) -> str:
        """Return the readings of both hunters, for a person on their side."""
        if not self.readings or self.belief is None:
            return "You have the ring. Nobody sees the ghost." if self.session.people else ""
        cells = on_cells(cells_of(self.belief))
        if self.readings[0].seen is not None:
            return "It was seen where it stands now."
        own, other = (reading.z for reading in self.readings)
        people, noise = self.session.people, self.course.noise
        if people and people[0] == HUNTERS[1]:
            own, other = other, own
        who = ("You heard it", "your partner") if people else ("One heard it", "the other")
        vague = f", give or take {noise}" if noise else ""
        return f"{who[0]} {own} away, {who[1]} {other}{vague}: it is {cells}."

    def _thought(self) -> str:
        """Return the hunters' belief, for the ghost."""
        if self.belief is None or self.state.cell < 0:
            return "They have heard nothing yet."
        far = min(self.course.steps_from(self.state.cell)[cell] for cell in self.state.hunters)
        steps = "1 step" if far == 1 else f"{far} steps"
        cells = on_cells(cells_of(self.belief))
        return f"They take you to be {cells}. The nearest is {steps} away."

    def draw_board(self, canvas: Canvas) -> None:
        """Draw the cloud, the hunters' readings and sight, and all walkers."""
        if self.belief is None and HUNTERS[0] in self.session.people and self.readings:
            cells = self.unseen.cells  # nobody here believes for them
            self.board.draw_floor(canvas, cells, "blue")
        self.draw_cloud(canvas)
        hearing = not self.session.people or GHOST not in self.session.people
        if hearing and self.clock.running:  # then the cloud alone is the hunters'
            for reading in self.readings:
                glow = 1.0 - self.clock.progress
                draw_band(canvas, self.board, self.course, reading, glow)
        for seat in HUNTERS:
            draw_sight(canvas, self.board, self.course, self.spots[f"hunter {seat}"][1], False)
        if "ghost" in self.spots:
            here = self.spots["ghost"][1]
            draw_pulse(canvas, self.board, self.course, here, self.pulse, "yellow")
            colour = "sky" if GHOST in self.session.people else "purple"
            if self.ended and self.state.caught:  # all of it lights up
                self._draw_light(canvas, here)
                colour = "yellow"
            self.draw_somebody(canvas, "ghost", GHOST_SPRITE, colour)
        for seat in HUNTERS:
            own = seat in self.session.people
            partner = not own and bool(set(HUNTERS) & set(self.session.people))
            colour = "sky" if own else "green" if partner else "orange"
            if own:  # told apart from the partner without its colour
                self._draw_ring(canvas, f"hunter {seat}")
            self.draw_somebody(canvas, f"hunter {seat}", PAC, colour)

    def _draw_light(self, canvas: Canvas, cell: int) -> None:
        """Draw the light around the ghost that was caught."""
        centre, side = self.board.centre(self.course.cells[cell]), max(16.0, self.board.cell)
        for reach, mix in ((1.9, 0.86), (1.45, 0.74), (1.05, 0.6)):
            canvas.circle(centre, side * reach, canvas.theme.mix("yellow", "ink", mix))

    def draw_end(self, canvas: Canvas) -> bool:
        """Draw the board as it ended, to the right of the words."""
        canvas.fill("ink")
        left, top = canvas.width / 2 + END_EDGE, HEAD
        self.board.place((left, top, canvas.width - left - END_EDGE, canvas.height - top - HEAD))
        self.board.draw_map(canvas)
        self.draw_board(canvas)
        return True

    def _draw_ring(self, canvas: Canvas, who: str) -> None:
        """Draw a ring around a walker on the way of this step."""
        (x, y), (u, v) = (self.board.centre(self.course.cells[c]) for c in self.spots[who])
        place = (x + (u - x) * self.share, y + (v - y) * self.share)
        canvas.ring(place, max(11.0, self.board.cell * 0.85), "sky", 2)

    def draw_foot(self, canvas: Canvas, box: Box) -> None:
        """Draw the steps that are left, the doubt of the hunters, and what is to be beaten."""
        x, y, w, h = box
        third, steps = w / 3, self.course.steps
        left = f"{max(0, steps - self.state.step)}" if steps else "no end"
        fleeing = GHOST in self.session.people
        told = f"steps until {'you get' if fleeing else 'it gets'} away"
        draw_figure(canvas, left, told, (x, y, third - 16, h))
        if self.belief is None:
            return
        cells = cells_of(self.belief)  # at once: the sentence above tells the same
        told = f"on which {'they take you to' if fleeing else 'it may'} be"
        told = f"cells {told}, about" if cells != 1 else f"cell {told}"
        draw_figure(canvas, f"{cells}", told, (x + third, y, third - 16, h))
        last = (x + 2 * third, y, min(third, METER), h)
        if self.sees_ghost and self.state.cell >= 0:
            share = self.springs.get("own", float(self.belief[self.state.cell]))
            whom = "you" if fleeing else "the ghost"
            draw_meter(canvas, share, f"How sure they are of {whom}: {share:.0%}", last)
        elif self.par is not None:
            told = f"steps are par for two of {self.seat_name(HUNTERS[1])}"
            if len(canvas.wrap(told, last[2])) > 2:
                told = "steps are par"
            draw_figure(canvas, f"{self.par:.0f}", told, last, "quiet")

    # -- the end -----------------------------------------------------------------------

    @property
    def outcome(self) -> str:
        """True if the person's side won."""
        people, state = self.session.people, self.state
        if not people or not state.over:
            return "drawn"
        return "won" if state.caught != (GHOST in people) else "lost"

    def result(self, own: int) -> MatchResult | None:
        """Return caught or escaped; the opponent is who was on the other side."""
        base = super().result(own)
        if base is None:
            return None
        params, scores = self.setup.params, self.match.returns
        other = HUNTERS[0] if own == GHOST else GHOST
        where = f"Hunt, {maze_name(self.spec, params)}, noise {params['noise']}"
        return MatchResult(
            base.game,
            self.setup.seats[other].agent,
            self.outcome,  # type: ignore[arg-type]
            where[:60],
            self.state.step,
            scores[own],
            scores[other],
        )

    def report(self) -> Report:
        """Return caught or not, and after how many steps."""
        state: HuntState = self.state
        fleeing = GHOST in self.session.people
        title = self._title(fleeing)
        hunters, ghost = self.seat_name(HUNTERS[1]), self.seat_name(GHOST)
        told = f"{hunters} against {ghost}: {state.step} steps."
        advice = "Turn where two ways meet: each turn splits their cloud."
        if not fleeing:
            advice = "Stay apart: two listeners far apart find it faster."
        near = Series("How near the nearest hunter was", self._nearest(), "steps")
        standing = hunted_words(self.setup, state.step, state.caught, fleeing) or told
        brief = (Insight(STRENGTH, standing), Insight(TRY, advice))
        return Report(title, (told,), (near,), self.outcome, brief=brief)

    def _title(self, fleeing: bool) -> str:
        state: HuntState = self.state
        if state.caught:
            return (
                f"They had you after {state.step} steps"
                if fleeing
                else (f"Caught in {state.step} steps")
            )
        return "You got away" if fleeing else "It got away"

    def _nearest(self) -> tuple[float, ...]:
        """Return the distance of the nearer hunter after each step, once it may be known."""
        course, cell, found = self.course, -1, []
        for reveal in self.session.played:
            for event in reveal.events:
                if event.kind == "move":
                    cell = event.data["to"]
                elif event.kind == "chase" and cell >= 0:
                    away = course.steps_from(cell)
                    found.append(float(min(away[to] for to in event.data["to"])))
        return tuple(found)
