"""The hidden walkers of the belief tracker, and the watchers that believe.

`AGENTS` fill the walker's seat with the policies of `ai.belief.walkers`. `MODELS` are watchers:
each holds one of the trackers of `ai.belief.models`, hears the readings only, and keeps the last
step as two half-steps (`Thought`): the belief before the reading and the one after it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ai.belief.auto import AutoTracker
from ai.belief.explore import ExploreTracker
from ai.belief.filter import MarkovTracker, StepReport, Tracker
from ai.belief.graph import (
    DistanceSonar,
    MazeGraph,
    Reading,
    Vector,
    coverage,
    entropy_bits,
    log_loss,
)
from ai.belief.models import MODELS as TRACKER_MODELS
from ai.belief.models import TrackerSettings
from ai.belief.motion import RandomMotion
from ai.belief.walkers import FoodSeeker, RandomWalker, Walker, food_in_half, make_walker
from ai.core import Agent
from games.agents import AgentSpec, AnyVector, GameAgents, Thought
from games.core import Decision, Event, Game, Limit, Params
from games.mind import Bars, Mind, Note, Series
from games.streams import Stream
from games.tracker.rules import MOVES, Course, TrackerState

LAG: Final = 40
PARTICLES: Final = 500
WORST_LOG_LOSS: Final = 20.0
_REMEMBERED: Final = 120


# -- walkers -------------------------------------------------------------------------------


class WalkerAgent(Agent):
    """One of the policies of `ai.belief.walkers` in the walker's seat.

    The policy is asked once a step, with numbers that depend on the seed and the step alone, so
    that hearing the moves again brings it to the same place.
    """

    def __init__(self, policy: str) -> None:
        self.policy = policy

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Stand at the start, where it is known."""
        super().begin(seats, game, params, rng)
        state: TrackerState = game.new(params)
        self._course: Course = state.course
        self._beta = float(params["beta"])
        self._key = rng.word()
        self._graph = MazeGraph(state.course.maze.rows)
        self._walker: Walker | None = None
        self._step, self._planned = 0, -1
        if state.cell >= 0:
            self._stand_on(state.cell)

    def _stand_on(self, cell: int) -> None:
        rng = Stream(self._key)
        sensors = self._course.sensors
        self._walker = make_walker(self.policy, self._graph, cell, sensors, rng, self._beta)

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Ask the policy for the next cell."""
        if self._walker is None:
            self._stand_on(view.cell)
        cell = self._plan(self._step + 1)
        move = MOVES[self._course.ways[view.cell].index(cell)]
        return Decision(move, self.mind() if limit.mind else None)

    def _plan(self, step: int) -> int:
        """The cell that the policy goes to in this step; asked again, it stays with it."""
        walker = self._walker
        assert walker is not None
        if self._planned != step:
            self._planned = step
            rng = Stream(self._key)
            rng.jump(step)
            if isinstance(walker, RandomWalker):
                stay, degree = self._course.stay, int(self._graph.degree[walker.cell])
                walker.stay = stay / (degree + stay) if stay else 0.0
            walker.next_cell(rng)
        return walker.cell

    def observe(self, events: Sequence[Event]) -> None:
        """Go where the move went."""
        for event in events:
            if event.kind == "start":
                self._stand_on(int(event.data["cell"]))
            elif event.kind == "move":
                if self._walker is None:
                    self._stand_on(int(event.data["from"]))
                self._step = int(event.data["step"])
                self._plan(self._step)
                assert self._walker is not None
                self._walker.cell = int(event.data["to"])

    @property
    def food(self) -> tuple[int, ...]:
        """The cells with food that are left, for a food seeker."""
        return tuple(self._walker.food) if isinstance(self._walker, FoodSeeker) else ()

    def mind(self) -> Mind:
        """What it is after."""
        walker = self._walker
        if isinstance(walker, FoodSeeker) and walker.target is not None:
            x, y = self._graph.position(walker.target)
            left = len(walker.food)
            return (Note(f"It heads for the food at {x}, {y}; {left} pieces are left."),)
        return ()


def all_food(rows: Sequence[str]) -> tuple[int, ...]:
    """The cells on which a food seeker's food lies at first."""
    return tuple(food_in_half(MazeGraph(rows)))


# -- watchers ------------------------------------------------------------------------------


class BeliefWatcher(Agent):
    """A tracker without a seat: hears the readings, never the moves."""

    def __init__(self, model: str) -> None:
        self.model = model

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Believe what is known before the first move."""
        super().begin(seats, game, params, rng)
        course: Course = game.new(params).course
        graph = MazeGraph(course.maze.rows)
        sensor = DistanceSonar(graph, course.sight, course.noise)
        start = None if course.start is None else course.cells[course.start]
        self.tracker = _build(self.model, graph, sensor, start, course, float(params["beta"]))
        belief = self.tracker.belief.copy()
        self.thought = Thought(0, belief, belief, 0.0, False, self._weights(), ())
        self._entropies = [entropy_bits(belief)]

    @property
    def names(self) -> tuple[str, ...]:
        """The members of the average, or nothing."""
        return self.tracker.names if isinstance(self.tracker, AutoTracker) else ()

    @property
    def labels(self) -> tuple[str, ...]:
        """What each member of the average takes the hidden one to do, for a person."""
        return tuple(manner(name) for name in self.names)

    def _weights(self) -> tuple[float, ...]:
        if not isinstance(self.tracker, AutoTracker):
            return ()
        return tuple(float(weight) for weight in self.tracker.weights)

    def observe(self, events: Sequence[Event]) -> None:
        """Predict and observe, once for every reading."""
        for event in events:
            if event.kind == "reading":
                self._hear(event)

    def _hear(self, event: Event) -> None:
        prior = self.tracker.predict().copy()
        readings = [Reading(*reading) for reading in event.data["readings"]]
        report: StepReport = self.tracker.observe(readings)
        refuted: tuple[int, ...] = ()
        if isinstance(self.tracker, AutoTracker):
            refuted = tuple(int(i) for i in np.flatnonzero(self.tracker.refuted))
        self.thought = Thought(
            int(event.data["step"]),
            prior,
            self.tracker.belief.copy(),
            report.log_evidence,
            report.restarted,
            self._weights(),
            refuted,
        )
        self._entropies = [*self._entropies[-_REMEMBERED + 1 :], self.entropy()]

    # -- what a page asks --------------------------------------------------------------

    def entropy(self, belief: AnyVector | None = None) -> float:
        """The entropy of a belief (the present one) in bits."""
        return entropy_bits(self.thought.posterior if belief is None else belief)

    def surprise(self, cell: int) -> float:
        """-ln of what the belief gives the true cell, in nats, at most `WORST_LOG_LOSS`."""
        return min(abs(log_loss(self.thought.posterior, cell)), WORST_LOG_LOSS)

    def held(self, cell: int, mass: float) -> float:
        """How far the credible set of this mass holds the true cell, 0..1."""
        return coverage(self.thought.posterior, cell, mass)

    @property
    def smooths(self) -> bool:
        """Whether the model can look back."""
        return hasattr(self.tracker, "trail")

    def trail(self) -> list[Vector]:
        """Beliefs about the last steps given all readings up to now, oldest first."""
        found: list[Vector] = self.tracker.trail() if self.smooths else []  # type: ignore[attr-defined]
        return found

    def visits(self) -> npt.NDArray[np.uint16] | None:
        """How often the likeliest hypothesis visited each cell, or None without visits."""
        if isinstance(self.tracker, AutoTracker | ExploreTracker):
            return self.tracker.best_visits()
        return None

    def mind(self) -> Mind:
        """How sure it is, whom it believes in, and how its doubt went up and down."""
        entropy = self.entropy()
        items: list[Any] = [Note(_sentence(entropy, self.thought))]
        if self.names:
            items.append(_weight_bars(self.labels, self.thought.weights))
        items.append(
            Series(
                "Doubt",
                tuple(self._entropies),
                "bits",
                help="The entropy of the belief. Each bit less halves the cells in question.",
            )
        )
        return tuple(items)


def _build(
    model: str,
    graph: MazeGraph,
    sensor: DistanceSonar,
    start: tuple[int, int] | None,
    course: Course,
    beta: float,
) -> Tracker:
    if model == "random":
        return MarkovTracker(RandomMotion(graph, course.stay), sensor, start, LAG)
    settings = TrackerSettings(
        beta=beta,
        may_stay=course.stay > 0,
        particles=PARTICLES,
        lag=LAG,
        observers=course.sensors,
    )
    entry = next(entry for entry in TRACKER_MODELS if entry.id == model)
    return entry.build(graph, sensor, start, settings)


def _sentence(entropy: float, thought: Thought) -> str:
    cells = 2.0**entropy
    sure = f"{entropy:.1f} bits of doubt: as good as {cells:.0f} cells."
    if entropy < 0.05:
        sure = "No doubt: it knows the cell."
    if thought.restarted:
        return f"The reading was impossible for it, so it started again from it. {sure}"
    return sure


_MANNERS: Final[Mapping[str, str]] = {
    "random": "wanders",
    "explore": "explores",
    "target": "has a goal",
    "wander": "half explores",
    "flee": "keeps away",
    "momentum": "turns as others",
    "roamer": "does anything",
    "rests at times": "rests at times",
    "rests often": "rests often",
}


def manner(name: str) -> str:
    """What a member of the average takes the hidden one to do, in a word or two."""
    return _MANNERS.get(name, name)


def _weight_bars(labels: Sequence[str], weights: Sequence[float]) -> Bars:
    best = max(range(len(weights)), key=lambda place: weights[place])
    return Bars(
        "What the hidden one does",
        tuple(labels),
        tuple(weights),
        "%",
        best,
        help="How far each idea is believed, by how well it foresaw the readings so far.",
    )


# -- the catalogue -------------------------------------------------------------------------


def demo_player() -> Agent:
    """Who walks in attract mode."""
    return WalkerAgent("explorer")


_LOSS: Final = {
    "random": "2.04 (1.86 to 2.23)",
    "patroller": "1.56 (1.33 to 1.79)",
    "food": "1.41 (1.24 to 1.59)",
    "explorer": "1.41 (1.15 to 1.67)",
    "evader": "1.95 (1.84 to 2.06)",
}
"""Log-loss of `auto` in nats with its 95% interval, as printed by
`main.py arena tracker --agents random,patroller,food,explorer,evader --option models=auto
--games 24 --seed 1`."""

_MEASURED: Final = "Out of sight, auto loses {loss} nats a step to it on mazes never seen before."


def _walker(policy: str, name: str, level: int, description: str) -> AgentSpec:
    return AgentSpec(
        policy,
        name,
        description,
        lambda o, s: WalkerAgent(policy),
        level,
        strength=_MEASURED.format(loss=_LOSS[policy]),
    )


_WALKERS: Final = (
    _walker("random", "Random walker", 0, "Takes every open way with the same probability."),
    _walker("patroller", "Patroller", 1, "Goes round a tour of five places, always the same way."),
    _walker("food", "Food seeker", 2, "Draws one of the pellets left and takes the short way."),
    _walker("explorer", "Explorer", 3, "Goes where it has been least; beta says how keenly."),
    _walker("evader", "Evader", 3, "Keeps away from the sensors and seldom turns back."),
)

_MODELS: Final = tuple(
    AgentSpec(
        entry.id,
        entry.name,
        entry.description,
        lambda o, s, model=entry.id: BeliefWatcher(model),  # type: ignore[misc]
    )
    for entry in TRACKER_MODELS
)

AGENTS: Final = GameAgents(_WALKERS, demo_player, _MODELS)
