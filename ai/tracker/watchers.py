"""Watchers that believe: each holds one of the trackers of `ai.belief.models`.

A watcher hears the readings only, and keeps the last step as two half-steps
(`games.agents.Thought`): the belief before the reading and the one after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ai.belief.auto import AutoTracker
from ai.belief.explore import ExploreTracker
from ai.belief.filter import TrackerSettings
from ai.belief.graph import (
    DistanceSonar,
    MazeGraph,
    Vector,
    coverage,
    entropy_bits,
    log_loss,
)
from ai.belief.models import build_tracker
from ai.core import Agent
from games.arrays import AnyVector
from games.core import Event, Game
from games.counting import places_of
from games.mind import Bars, Mind, Note, Series
from games.spec import Params
from games.streams import Stream
from games.tracker.asks import BelieverStep
from games.tracker.rules import HuntState, MazeState

LAG: Final = 40
"""How many steps a trail goes back: the longest that the page offers."""

PARTICLES: Final = 500
"""Hypotheses of an explorer at most; chosen by hand, for what a step may take of a frame."""

WORST_LOG_LOSS: Final = 20.0
"""What a step costs at most, in nats: one in 485 million. A cell held impossible costs no more."""

_REMEMBERED: Final = 120
"""Steps of doubt that the mind draws; chosen by eye."""


_CERTAIN_BITS: Final = 0.05
"""With less doubt it is said to know the cell; chosen by eye."""


class BeliefWatcher(Agent):
    """A tracker without a seat: hears the readings, never the moves."""

    ghost, verb = "the ghost", "is"

    def __init__(self, model: str) -> None:
        self.model = model

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Believe what is known before the first move."""
        super().begin(seats, game, params, rng)
        state: MazeState = game.new(params)
        course, observers = state.course, state.course.sensors
        if isinstance(state, HuntState):
            observers = tuple(course.cells[cell] for cell in state.hunters)
        graph = MazeGraph(course.maze.rows)
        sensor = DistanceSonar(graph, course.sight, course.noise)
        settings = TrackerSettings(
            beta=float(params["beta"]),
            stay=course.stay,
            particles=PARTICLES,
            lag=LAG,
            observers=observers,
        )
        self.tracker = build_tracker(self.model, graph, sensor, course.start, settings)
        belief = self.tracker.belief.copy()
        self.thought = BelieverStep(0, belief, belief, 0.0, False, self._weights(), ())
        self._entropies = [entropy_bits(belief)]

    @property
    def names(self) -> tuple[str, ...]:
        """The members of the average, or ()."""
        return self.tracker.names if isinstance(self.tracker, AutoTracker) else ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The behaviour that each member of the average assumes, for a person."""
        return tuple(activity(name) for name in self.names)

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
        report = self.tracker.observe(event.data["readings"])
        refuted: tuple[int, ...] = ()
        if isinstance(self.tracker, AutoTracker):
            refuted = tuple(int(i) for i in np.flatnonzero(self.tracker.refuted))
        self.thought = BelieverStep(
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
        """Return the entropy of a belief (the present one) in bits."""
        return entropy_bits(self.thought.posterior if belief is None else belief)

    def surprise(self, cell: int) -> float:
        """Return -ln of what the belief gives the true cell, in nats, at most `WORST_LOG_LOSS`."""
        return min(abs(log_loss(self.thought.posterior, cell)), WORST_LOG_LOSS)

    def coverage(self, cell: int, mass: float) -> float:
        """Return how far the credible set of this mass holds the true cell, 0..1."""
        return coverage(self.thought.posterior, cell, mass)

    @property
    def smooths(self) -> bool:
        """True if the model can look back."""
        return hasattr(self.tracker, "trail")

    def trail(self) -> list[Vector]:
        """Return beliefs about the last steps given all readings up to now, oldest first."""
        found: list[Vector] = self.tracker.trail() if self.smooths else []  # type: ignore[attr-defined]
        return found

    def visits(self) -> npt.NDArray[np.uint16] | None:
        """Return the visits of each cell by the likeliest hypothesis, or None without visits."""
        if isinstance(self.tracker, AutoTracker | ExploreTracker):
            return self.tracker.best_visits()
        return None

    def mind(self) -> Mind:
        """Return its confidence, the members it believes in, and the course of its doubt."""
        items: list[Any] = [Note(self.sentence())]
        if self.names:
            items.append(_weight_bars(self.labels, self.thought.weights))
        items.append(
            Series(
                "Places in question",
                tuple(map(places_of, self._entropies)),
                "",
                help="About how many places the ghost may be in: 2 to the entropy of the belief.",
            )
        )
        return tuple(items)

    def sentence(self) -> str:
        """Return where it expects the ghost, in a sentence."""
        places = self.places()
        if self.thought.restarted:
            return "I start anew from the last reading: I had thought it impossible."
        if places == 1:
            sure = "know" if self.entropy() < _CERTAIN_BITS else "am almost sure"
            return f"I {sure} where {self.ghost} {self.verb}, by what I heard."
        return f"I think {self.ghost} could be in about {places} places, by what I heard."

    def places(self) -> int:
        """Return about how many places the ghost may be in."""
        return places_of(self.entropy())


_ACTIVITIES: Final[Mapping[str, str]] = {
    "random": "wanders",
    "explore": "explores",
    "target": "has a goal",
    "wander": "half explores",
    "flee": "keeps away",
    "momentum": "turns as others",
    "roamer": "goes anywhere",
    "rests at times": "rests at times",
    "rests often": "rests often",
}


def activity(name: str) -> str:
    """Return the behaviour that the member `name` of the average assumes, in a word or two."""
    return _ACTIVITIES.get(name, name)


def _weight_bars(labels: Sequence[str], weights: Sequence[float]) -> Bars:
    best = max(range(len(weights)), key=lambda place: weights[place])
    return Bars(
        "What the ghost does",
        tuple(labels),
        tuple(weights),
        "%",
        best,
        help="How far each idea is believed, by how well it foresaw the readings so far.",
    )
