"""Trackers in a seat: they say how sure they are of a ghost that hides, or mark where it is.

Each believes with one of the models of `ai.belief.models` and hears what its seat hears, the
readings. Where it hides the tracker answers with its likeliest cell, the share of its belief there,
and its doubt; where it is sought it marks the cell from which the expected way to the ghost is
shortest, which is the Bayes estimate for that loss.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from ai.belief.graph import MazeGraph, Vector, entropy_bits
from ai.belief.models import best_cell
from ai.belief.target import distance_table
from ai.tracker.watchers import BeliefWatcher
from games.core import Decision, Event, Limit
from games.mind import Field, Mind, Note
from games.tracker.rules import HideState, MazeState, SensorReading
from games.tracker.rules.hide import MOST_DOUBT

_SHOWN = 1e-4
"""Cells with less of the belief are not worth drawing: they have no pixel."""


def belief_field(graph: MazeGraph, belief: Vector, title: str, seat: int) -> Field:
    """Return a belief over cells (n,) as an item of the mind of a `seat`, under a `title`.

    Cells are named by column and row, as in "8,11", and called by letters.
    """
    shown = np.flatnonzero(belief > _SHOWN)
    places = zip(graph.xs[shown].tolist(), graph.ys[shown].tolist(), strict=True)
    cells = zip(places, belief[shown].tolist(), strict=True)
    told = "The larger the square, the more probable the cell; letters stand on the likeliest."
    named = tuple((f"{x},{y}", p) for (x, y), p in cells)
    return Field(title, named, help=told, seat=seat, lettered=True)


class TrackerAgent(BeliefWatcher):
    """One of the models in the seat of a tracker."""

    def observe(self, events: Sequence[Event]) -> None:
        """Hear the readings; and where the ghost was, once the marks were opened."""
        super().observe(events)
        for event in events:
            if event.kind == "marked":
                self._learn_truth(int(event.data["cell"]))

    def _learn_truth(self, cell: int) -> None:
        place = self.tracker.graph.position(cell)
        self.tracker.observe((SensorReading(place, None, place),))
        belief = self.tracker.belief.copy()
        self.thought = self.thought._replace(prior=belief, posterior=belief)

    def act(self, seat: int, view: MazeState, legal: Collection[str], limit: Limit) -> Decision:
        """Say how sure it is, or mark a cell."""
        belief = self.thought.posterior
        move = answer(belief) if isinstance(view, HideState) else f"cell{self._mark(belief)}"
        if not limit.mind:
            return Decision(move)
        if isinstance(view, HideState):
            self.ghost, self.verb = "you", "are"
            return Decision(move, self.mind())
        told, *others = self.mind()
        return Decision(move, (self._marked() or told, *others))

    def _marked(self) -> Note | None:
        """Return why it marks a cell, None where it has more to say of its belief."""
        places = self.places()
        if places == 1 or self.thought.restarted:
            return None
        return Note(f"I mark the middle of about {places} places where the ghost could be.")

    def _mark(self, belief: Vector) -> int:
        """Return the cell with the shortest expected way to the ghost, among those it may be on."""
        graph = self.tracker.graph
        likely = np.flatnonzero(belief > _SHOWN)
        moves = distance_table(graph, likely)[likely].astype(np.float64)
        return int(likely[int(np.argmin(moves @ belief[likely]))])

    def mind(self) -> Mind:
        """Return the mind of a watcher, and its belief for the board."""
        graph, belief = self.tracker.graph, self.thought.posterior
        field = belief_field(graph, belief, f"Where I think {self.ghost} {self.verb}", self.seat)
        told, *others = super().mind()
        return (told, field, *others)


def answer(belief: Vector) -> str:
    """Return a tracker's answer for its belief (n,): likeliest cell, percent there, tenths of a
    bit.
    """
    cell = best_cell(belief)
    share = int(100 * float(belief[cell]) + 1e-9)  # rounded down, so that 60 is 60
    return f"{cell}:{min(share, 100)}:{min(MOST_DOUBT, round(10 * entropy_bits(belief)))}"
