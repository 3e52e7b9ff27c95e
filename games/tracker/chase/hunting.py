"""The hunt on the screen: a hunter sees the cloud and never the ghost, the ghost sees both."""

from __future__ import annotations

from games.core import Event
from games.mind import Mind, Series
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import HEADING, TEXT
from games.shell.hooks import STRENGTH, TRY, Insight, Report
from games.store.statistics import MatchResult
from games.tracker.chase.board_table import GHOST as GHOST_SPRITE
from games.tracker.chase.board_table import PAC, MazeTable
from games.tracker.report import maze_name
from games.tracker.rules.hunt import GHOST, HUNTERS, HuntState

PULSE_SECONDS = 0.9  # chosen by eye


class HuntScene(MazeTable):
    """The page of the hunt."""

    believers = HUNTERS

    def start_telling(self) -> None:
        """Everybody stands where they begin."""
        self.nearest: list[float] = []
        self.ended = False
        for seat in HUNTERS:
            cell = self.state.hunters[seat]
            self.walked(f"hunter {seat}", cell, cell)
        if self.sees_ghost and self.state.cell >= 0:
            self.walked("ghost", self.state.cell, self.state.cell)

    @property
    def state(self) -> HuntState:
        """The match as who sits here may see it."""
        state: HuntState = self.seen
        return state

    @property
    def sees_ghost(self) -> bool:
        """Whether who sits here knows where the ghost is."""
        people = self.session.people
        return not people or GHOST in people

    @property
    def own_seat(self) -> int | None:
        """The seat of the person who is to move, or who plays."""
        people = self.session.people
        due = self.waiting_for_person
        return due if due is not None else people[0] if people else None

    def own_cell(self) -> int | None:
        """Where the person stands."""
        seat = self.own_seat
        if seat is None:
            return None
        if seat in HUNTERS:
            return self.state.hunters[seat]
        return self.state.cell if self.state.placed else None

    def note(self, event: Event) -> None:
        """Who went where; what the readings saw."""
        super().note(event)
        data = event.data
        if event.kind == "chase":
            for seat in HUNTERS:
                self.walked(f"hunter {seat}", data["from"][seat], data["to"][seat])
            if not self.sees_ghost:
                self.spots.pop("ghost", None)
        elif event.kind == "move":
            self.walked("ghost", data["from"], data["to"])
        elif event.kind == "start":
            self.walked("ghost", data["cell"], data["cell"])
        elif event.kind == "reading" and self.readings[0].seen is not None:
            cell = self.course.cells.index(self.readings[0].seen)
            self.walked("ghost", *((cell, cell) if not self.sees_ghost else self.spots["ghost"]))
        elif event.kind == "end":
            self.ended = True
            self.walked("ghost", data["cell"], data["cell"])

    def show_end(self, event: Event) -> None:
        """The ring where it was caught."""
        if event.data["caught"]:
            self.pulse.start(PULSE_SECONDS)

    def sound(self, event: Event) -> None:
        """A ghost that is seen, and one that is caught."""
        if event.kind == "end":
            self.show_end(event)
            self.shell.play_sound("capture" if event.data["caught"] else "opened")
        elif event.kind == "reading" and self.readings[0].seen is not None:
            self.shell.play_sound("hit")

    def seconds_of(self, event: Event) -> float:
        """The end is looked at."""
        return 1.2 if event.kind == "end" else 0.0 if event.kind == "start" else self.step_seconds

    def head(self) -> tuple[str, str]:
        """Who hunts whom, and what to do."""
        hunters, ghost = self.seat_name(HUNTERS[1]), self.seat_name(GHOST)
        people = self.session.people
        if GHOST in people:
            return f"Flee from {hunters}", "They hear roughly how far away you are. Keep moving."
        title = f"Hunt {ghost}" if people else f"{hunters} hunt {ghost}"
        if people and self.readings and self.readings[0].seen is not None:
            return title, "There it is! Run."
        if people:
            return title, "Go where the cloud is thick; your partner takes the other side."
        return title, "They see the cloud alone. The outline is the truth."

    def draw_board(self, canvas: Canvas) -> None:
        """The cloud, what the hunters hear and see, and everybody."""
        self.draw_cloud(canvas)
        hearing = not self.session.people or GHOST not in self.session.people
        if hearing:
            for reading in self.readings:
                self.draw_band(canvas, reading, self.share)
        for seat in HUNTERS:
            self.draw_sight(canvas, self.spots[f"hunter {seat}"][1], sprite=False)
        if "ghost" in self.spots:
            self.draw_pulse(canvas, self.spots["ghost"][1], "yellow")
            own = GHOST in self.session.people
            self.draw_somebody(canvas, "ghost", GHOST_SPRITE, "sky" if own else "purple")
        for seat in HUNTERS:
            own = seat in self.session.people
            partner = not own and bool(set(HUNTERS) & set(self.session.people))
            colour = "sky" if own else "green" if partner else "orange"
            self.draw_somebody(canvas, f"hunter {seat}", PAC, colour)

    def draw_foot(self, canvas: Canvas, box: Box) -> None:
        """The steps that are left, and the doubt of the hunters."""
        x, y, w, _ = box
        third = w / 3
        steps = self.course.steps
        left = f"{max(0, steps - self.state.step)}" if steps else "no end"
        canvas.text(left, (x, y + 24), HEADING, "paper", "title")
        told = "steps until it has escaped"
        canvas.text(told, (x, y + 60), TEXT, "quiet", max_width=third - 16)
        if self.belief is None:
            return
        likeliest = self.springs.get("likeliest", float(self.belief.max()))
        canvas.text(f"{likeliest:.0%}", (x + third, y + 24), HEADING, "paper", "title")
        told = "on the likeliest cell"
        canvas.text(told, (x + third, y + 60), TEXT, "quiet", max_width=third - 16)
        if self.sees_ghost and self.state.cell >= 0:
            share = self.springs.get("own", float(self.belief[self.state.cell]))
            canvas.text(f"{share:.0%}", (x + 2 * third, y + 24), HEADING, "sky", "title")
            told = "where the ghost is"
            canvas.text(told, (x + 2 * third, y + 60), TEXT, "quiet", max_width=third - 16)

    # -- the end -----------------------------------------------------------------------

    @property
    def outcome(self) -> str:
        """Whether the person's side won."""
        people, state = self.session.people, self.state
        if not people or not state.over:
            return "drawn"
        return "won" if state.caught != (GHOST in people) else "lost"

    def result(self, own: int) -> MatchResult | None:
        """Caught or escaped; the opponent is who was on the other side."""
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
        """Caught or not, and after how many steps."""
        state: HuntState = self.state
        title = f"Caught in {state.step} steps" if state.caught else "It got away"
        hunters, ghost = self.seat_name(HUNTERS[1]), self.seat_name(GHOST)
        told = f"{hunters} against {ghost}: {state.step} steps."
        advice = (
            "Stay far apart, so that one reading cuts the other."
            if (GHOST not in self.session.people)
            else "Turn where two ways meet: each turn splits their cloud."
        )
        items: Mind = ()
        if self.nearest:
            items = (Series("How near they were", tuple(self.nearest), "cells"),)
        brief = (Insight(STRENGTH, told), Insight(TRY, advice))
        return Report(title, (told,), items, self.outcome, brief=brief)
