"""A scripted seeker who thinks as a careful person does, and by whom rivals are measured.

It keeps every cell that the readings since the last known place allow
(`games.tracker.rules.possible`), takes all of them for equally likely, and marks the one from which
the way to the others is shortest on average.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from ai.belief.graph import MazeGraph
from ai.belief.target import distance_table
from ai.core import Agent
from games.core import Decision, Event, Game, Limit
from games.spec import Params
from games.streams import Stream
from games.tracker.rules import Reading, SeekState
from games.tracker.rules.possible import agreeing, possible


class CarefulSeeker(Agent):
    """Marks the middle of what is possible."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Know the start, where it is known."""
        super().begin(seats, game, params, rng)
        state: SeekState = game.new(params)
        self._course, self._known = state.course, state.course.start
        self._heard: list[tuple[Reading, ...]] = []
        graph = MazeGraph(self._course.maze.rows)
        self._moves = distance_table(graph, np.arange(graph.n_cells))[:-1].astype(np.float64)

    def observe(self, events: Sequence[Event]) -> None:
        """Hear the readings; and where the ghost was, once the marks were opened."""
        for event in events:
            if event.kind == "reading":
                self._heard.append(tuple(Reading(*each) for each in event.data["readings"]))
            elif event.kind == "marked":
                self._known, self._heard = int(event.data["cell"]), []

    def act(self, seat: int, view: SeekState, legal: Collection[str], limit: Limit) -> Decision:
        """Mark a cell."""
        found = possible(self._course, self._known, self._heard)
        cells = sorted(found or agreeing(self._course, self._heard[-1]))
        ways = self._moves[np.ix_(cells, cells)].sum(axis=1)
        return Decision(f"cell{cells[int(np.argmin(ways))]}")
