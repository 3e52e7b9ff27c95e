"""The judge of one game in the maze: what all of them share, and marks and steps judged exactly.

A part hears the readings of a match with the watcher `auto`, whose belief is all that a seat could
know of an unseen ghost.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ai.belief.graph import Vector
from ai.belief.target import distance_table
from ai.sentences import plural
from ai.tracker.rollouts import Floats
from ai.tracker.trackers import belief_field
from ai.tracker.watchers import WORST_LOG_LOSS, BeliefWatcher
from games.agents import Advice, Judged, Measure, Weighed
from games.arrays import BadWeights
from games.core import Event, Game
from games.mind import Mind
from games.spec import Params
from games.streams import Stream
from games.tracker.rules import MOVES, STAY, MazeState, SensorReading, carried_to
from games.tracker.rules.hide import SLIP
from games.tracker.rules.seek import RIVAL, SEEKER

OFF: Final = Measure("the expected moves to the ghost", "moves", (0.3, 1.0, 2.0, 4.0), costs=True)
SURPRISE: Final = Measure("the expected surprise", "points", (0.3, 1.0, 2.0, 4.0))
"""By hand: a mark that is a move further off than another is a slip."""
MOST_CELLS: Final = 1200
"""Larger mazes are not judged: tables of all pairs of cells would not fit, nor the values of all
marks of a long match. The largest maze of the options has half as many cells."""
READINGS: Final = 100
"""Readings of several sensors that a surprise is averaged over; of one sensor it is all of them."""
FAR_ENOUGH: Final = 400
"""The likeliest cells that a mark is measured from; others hold next to nothing of a belief."""


def way_words(move: str) -> str:
    """Return a step in words."""
    if move == SLIP:
        return "slip away"
    return "stay" if move == MOVES[STAY] else f"go {move}" if move in MOVES else "be carried off"


class JudgePart(ABC):
    """The judge of one of the games, in a match of it."""

    model = "auto"

    def __init__(self, game: Game[Any], params: Params, seat: int) -> None:
        """Judge a match from its start; a judge with a `seat` gives hints to that one alone.

        Raises `BadWeights` for a maze that is too large.
        """
        self.seat = seat
        self.course = game.new(params).course
        if len(self.course.cells) > MOST_CELLS:
            raise BadWeights(f"Mazes of more than {MOST_CELLS:,} cells are not judged.")
        self.watcher = BeliefWatcher(self.model)
        self.watcher.begin((), game, params, Stream.named(0, "judge"))
        self.graph = self.watcher.tracker.graph

    def observe(self, events: Sequence[Event]) -> None:
        """Hear the readings."""
        self.watcher.observe(events)

    @property
    def belief(self) -> Vector:
        """The belief about the ghost's place, shape (n,)."""
        return self.watcher.thought.posterior

    title = "Where the ghost could be"

    def mind(self, title: str = "") -> Mind:
        """Return the belief for the board, under the `title` or the usual one."""
        return (belief_field(self.graph, self.belief, title or self.title, 0),)

    def advice(self, why: str, measure: Measure, rows: Sequence[Weighed]) -> Advice:
        """Return the hint to do as the first of the `rows`, with all values and the belief."""
        sentence = f"{begun(rows[0].words)}: {why}."
        return Advice(sentence, tuple(rows), self.mind(), measure)

    @abstractmethod
    def judge(self, view: MazeState, seat: int, move: str, seed: int) -> Judged:
        """Judge a `move` of a `seat` by its `view`."""

    @abstractmethod
    def hint(self, view: MazeState, seed: int) -> Advice:
        """Return the best moves of a view."""


def by_value(rows: Sequence[Weighed]) -> tuple[Weighed, ...]:
    """Return moves, best first."""
    return tuple(sorted(rows, key=lambda row: -row.value))


def begun(words: str) -> str:
    """Return some words as a sentence begins with them."""
    return f"{words[:1].upper()}{words[1:]}"


class SeekPart(JudgePart):
    """Marks: the expected way from each cell to the ghost, by the belief of all readings.

    Values around a mark count moves that were gained on the expected ones of the best marks. What
    the ghost's place adds to that afterwards is luck.
    """

    def __init__(self, game: Game[Any], params: Params, seat: int) -> None:
        super().__init__(game, params, seat)
        self._gained: Floats = np.zeros(2)  # of the seeker and the rival

    def observe(self, events: Sequence[Event]) -> None:
        """Hear the readings, and where the ghost was once the marks are opened."""
        for event in events:
            if event.kind == "marked":
                least = float(self._expected().min())
                self._gained = self._gained + least - np.array(event.data["missed"])
                place = self.graph.position(int(event.data["cell"]))
                self.watcher.tracker.observe((SensorReading(place, None, place),))
                known = self.watcher.tracker.belief.copy()
                self.watcher.thought = self.watcher.thought._replace(prior=known, posterior=known)
            else:
                self.watcher.observe((event,))

    def _expected(self) -> Floats:
        """Return the expected moves from each cell to the ghost, shape (n,)."""
        belief = self.belief
        likely = np.argsort(-belief, kind="stable")[:FAR_ENOUGH]
        likely = likely[belief[likely] > 0.0]
        moves = distance_table(self.graph, likely)[:-1]
        found: Floats = moves @ (belief[likely] / belief[likely].sum())
        return found

    def _rows(self) -> list[Weighed]:
        expected = self._expected()
        order = np.lexsort((-self.belief, np.round(expected, 9)))
        return [Weighed(f"cell{cell}", self._place(cell), -float(expected[cell])) for cell in order]

    def _place(self, cell: int) -> str:
        x, y = self.graph.position(cell)
        return f"mark column {x + 1}, row {y + 1}"

    def _why(self, best: Weighed) -> str:
        cell = int(best.move.removeprefix("cell"))
        near = distance_table(self.graph, np.array([cell]))[:-1, 0] <= 3
        share = float(self.belief[near].sum())
        far = plural(round(-best.value), "move")
        return f"is about {far} from the ghost, at most 3 with {share:.0%}"

    def judge(self, view: MazeState, seat: int, move: str, seed: int) -> Judged:
        """Judge a mark."""
        rows = self._rows()
        own = next(row for row in rows if row.move == move)
        lost = rows[0].value - own.value
        before = float(self._gained[(SEEKER, RIVAL).index(seat)])
        return Judged(
            *(seat, move, OFF, before, before - lost, rows[0].move),
            lost=lost,
            why="" if lost <= 0.0 else self._why(rows[0]),
            actions=tuple(rows),
            mind=self.mind(),
        )

    def hint(self, view: MazeState, seed: int) -> Advice:
        """Return the marks, the nearest to the ghost first."""
        rows = self._rows()
        return self.advice(f"it {self._why(rows[0])}", OFF, rows)


class WalkPart(JudgePart):
    """Steps of a walker in the laboratory: the surprise to a believer that is to be expected.

    Values around a step are its own: nothing is added up.
    """

    def _weighed(self, view: MazeState, move: str, seed: int) -> tuple[tuple[Weighed, ...], Vector]:
        """Return the moves of a view with the surprise to expect, most first; and the forecast."""
        course, rng = self.course, np.random.default_rng((seed, view.step))
        goals = {m: course.ways[view.cell][MOVES.index(m)] for m in course.open_moves(view.cell)}
        carried = carried_to(move, len(course.cells))
        if carried is not None:
            goals[move] = carried
        tracker = self.watcher.tracker
        forecast = copy.deepcopy(tracker, {id(self.graph): self.graph}).predict()
        rows = [
            Weighed(m, way_words(m), self._surprise(forecast, cell, rng))
            for m, cell in goals.items()
        ]
        return by_value(rows), forecast

    def _surprise(self, forecast: Vector, cell: int, rng: np.random.Generator) -> float:
        """Return the mean of -ln P(cell | readings) over the readings of a walker on a `cell`."""
        course = self.course
        if course.sees(cell):
            return 0.0
        if forecast[cell] <= 0.0:
            return WORST_LOG_LOSS
        far = np.stack([self.graph.manhattan(place) for place in course.sensors])
        errors = np.arange(-course.noise, course.noise + 1)[:, None]
        if len(far) > 1:
            errors = rng.integers(-course.noise, course.noise + 1, (READINGS, len(far)))
        read = far[:, cell] + errors
        fits = (np.abs(far[None] - read[:, :, None]) <= course.noise) & (far > course.sight)
        masses = fits.all(axis=1) @ forecast
        return min(float(np.log(masses / forecast[cell]).mean()), WORST_LOG_LOSS)

    def judge(self, view: MazeState, seat: int, move: str, seed: int) -> Judged:
        """Judge a step by the surprise to expect."""
        rows, forecast = self._weighed(view, move, seed)
        to = carried_to(move, len(self.course.cells))
        cell = self.course.ways[view.cell][MOVES.index(move)] if to is None else to
        told = f"the chosen cell was expected with {forecast[cell]:.0%}"
        why = f"surprises by {rows[0].value:.1f} points on average, and {told}"
        found = Judged.of(seat, move, SURPRISE, rows, why=why)
        return found._replace(mind=self.mind())

    def hint(self, view: MazeState, seed: int) -> Advice:
        """Return the steps, the most surprising first."""
        rows, _ = self._weighed(view, "", seed)
        told = f"it surprises by {rows[0].value:.1f} points on average"
        return self.advice(told, SURPRISE, rows)
