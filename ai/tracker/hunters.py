"""Two hunters who act on what they believe, and three pairs that show what the belief is worth.

A pair hears the readings of both, believes with one of the models of `ai.belief.models`, and
chooses among the at most 25 pairs of moves the one of the highest value:

- `mass`: the belief that will be caught, discounted by how far the nearer hunter then is;
- `scout`: the information that the next two readings are expected to bring, exactly as the noise
  makes them, and the mass where the belief is narrow;
- `point`: both go the shortest way to the likeliest cell of the same belief;
- `reading`: the same with a belief that has no memory;
- `stray`: any move.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.belief.graph import MazeGraph, Vector, entropy_bits
from ai.belief.models import best_cell
from ai.belief.motion import RandomMotion
from ai.belief.target import distance_table
from ai.tracker.trackers import belief_field
from ai.tracker.watchers import BeliefWatcher
from games.core import Decision, Event, Game, Limit
from games.mind import Mind, Note
from games.spec import Params
from games.streams import Stream
from games.tracker.rules import MOVES, STAY, HuntState

DISCOUNT: Final = 0.85
"""What mass counts that is one move further from the nearer hunter; by `arena`, see there."""
NARROW_BITS: Final = 2.0
"""With less doubt a scout chases: the cells in question are fewer than both can reach at once."""
INFORMATION: Final = 0.5
"""What a bit of expected information counts for a scout beside the mass, which is at most 1."""

Pair = tuple[int, int]


class HunterAgent(BeliefWatcher):
    """A pair of hunters, or one of them, by one of the policies of this module."""

    def __init__(self, policy: str, model: str = "auto") -> None:
        super().__init__(model)
        self.policy = policy

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Believe what is known before the first move, and measure the maze."""
        super().begin(seats, game, params, rng)
        state: HuntState = game.new(params)
        graph = self.tracker.graph
        self._course, self._hunters = state.course, state.hunters
        self._distances = distance_table(graph, np.arange(graph.n_cells))[:-1]
        self._near: NDArray[np.float32] = np.power(
            np.float32(DISCOUNT), self._distances.astype(np.float32)
        )
        self._walk = RandomMotion(graph)
        self._plan: tuple[object, tuple[str, str]] = ((), (MOVES[STAY], MOVES[STAY]))

    def observe(self, events: Sequence[Event]) -> None:
        """Hear the readings, and where both went."""
        super().observe(events)
        for event in events:
            if event.kind == "chase":
                first, second = event.data["to"]
                self._hunters = (int(first), int(second))

    def act(self, seat: int, view: HuntState, legal: Collection[str], limit: Limit) -> Decision:
        """Return the part of the plan of both that is this seat's."""
        if self.policy == "stray":
            move = sorted(legal)[self.rng.below(len(legal))]
        else:
            move = self._planned()[seat]
        return Decision(move, self.mind() if limit.mind else None)

    def _planned(self) -> tuple[str, str]:
        """Return the moves of both, worked out once a step."""
        key = (self.thought.step, self._hunters)
        if self._plan[0] != key:
            self._plan = (key, self._best())
        return self._plan[1]

    def _best(self) -> tuple[str, str]:
        value = self._valued()
        first, second = (self._ways(cell) for cell in self._hunters)
        pairs = [(a, b) for a in first for b in second]
        worths = [value((to, other)) for (_, to), (_, other) in pairs]
        (move, _), (another, _) = pairs[int(np.argmax(np.round(worths, 9)))]
        return move, another

    def _ways(self, cell: int) -> list[tuple[str, int]]:
        """Return each move from a cell and where it leads, staying last."""
        ways = zip(MOVES[:STAY], self._course.ways[cell][:STAY], strict=True)
        return [*((move, to) for move, to in ways if to >= 0), (MOVES[STAY], cell)]

    def _valued(self) -> Callable[[Pair], float]:
        """Return the value of a pair of cells to stand on now, as a function."""
        belief = self.thought.posterior
        if self.policy in ("point", "reading"):
            steps = self._distances[self._goal(belief)].astype(int)
            return lambda pair: -float(steps[pair[0]] + steps[pair[1]])
        if self.policy == "mass" or entropy_bits(belief) < NARROW_BITS:
            return lambda pair: self._mass(pair, belief)
        expected = self._walk.push(belief)
        return lambda pair: self._mass(pair, belief) + INFORMATION * self._bits(pair, expected)

    def _goal(self, belief: Vector) -> int:
        """Return the likeliest cell; of equals the nearest to a hunter."""
        likeliest = np.flatnonzero(belief >= belief[best_cell(belief)] * (1 - 1e-9))
        ways = np.minimum(*(self._distances[cell, likeliest] for cell in self._hunters))
        return int(likeliest[int(np.argmin(ways))])

    def _mass(self, pair: Pair, belief: Vector) -> float:
        """Return the belief near both, each cell counted by the nearer one."""
        return float(np.maximum(self._near[pair[0]], self._near[pair[1]]) @ belief)

    def _bits(self, pair: Pair, belief: Vector) -> float:
        """Return the bits that the next readings of hunters on these cells should bring."""
        course, graph = self._course, self.tracker.graph
        return expected_bits(graph, pair, belief, course.sight, course.noise)

    def mind(self) -> Mind:
        """Return the mind of a watcher, and its belief for the board."""
        graph, belief = self.tracker.graph, self.thought.posterior
        field = belief_field(graph, belief, "Where we think the ghost is", self.seat)
        _, *others = super().mind()
        return (Note(self.sentence()), field, *others)

    def sentence(self) -> str:
        """Return where this pair goes, and why."""
        places = self.places()
        if self.policy == "stray":
            return "I drew my step by lot: I do not listen."
        if self.policy == "reading":
            return "I run to where the last reading points: I remember nothing before it."
        if places == 1:
            return "I go to the one place where the ghost most likely is."
        if self.policy == "point":
            return f"I run to the likeliest of about {places} places, as if I were certain."
        if len(self.seats) == 1 and self._planned()[self.seat] == MOVES[STAY]:
            return "I wait: from here we two cover the likely places better than after any step."
        if self.policy == "scout" and entropy_bits(self.thought.posterior) >= NARROW_BITS:
            return f"I go where the next readings tell most: about {places} are left."
        return f"I go where most of about {places} likely places are near one of us."


def expected_bits(graph: MazeGraph, pair: Pair, belief: Vector, sight: int, noise: int) -> float:
    """Return the information of two readings, made from the cells of a `pair`, under `belief`.

    It is the mutual information in bits: the entropy of the readings less the entropy of the noise.
    A ghost within `sight` of one of them is seen by both, which gives its cell.
    """
    first, second = (graph.manhattan(graph.position(cell)) for cell in pair)
    seen = (first <= sight) | (second <= sight)
    hidden = ~seen
    told = _entropy(belief[seen])
    if hidden.any():
        size = graph.width + graph.height
        table = np.zeros((size, size))
        np.add.at(table, (first[hidden], second[hidden]), belief[hidden])
        told += _entropy(_blurred(_blurred(table, noise).T, noise).ravel())
        told -= float(belief[hidden].sum()) * 2.0 * float(np.log2(2 * noise + 1))
    return told


def _blurred(table: NDArray[np.float64], noise: int) -> NDArray[np.float64]:
    """Return a table of probabilities after uniform noise along its first axis, which
    grows by it.
    """
    wide = 2 * noise + 1
    padded = np.pad(table, ((wide, 2 * noise), (0, 0)))
    sums = padded.cumsum(axis=0)
    blurred: NDArray[np.float64] = np.clip(sums[wide:] - sums[:-wide], 0.0, None) / wide
    return blurred


def _entropy(masses: NDArray[np.float64]) -> float:
    """Return -sum p log2 p of masses that need not add up to 1."""
    positive = masses[masses > 1e-15]
    return float(-(positive * np.log2(positive)).sum())
