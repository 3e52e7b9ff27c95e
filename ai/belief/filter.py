"""Exact filtering and smoothing of a hidden walker whose motion is a Markov chain.

Step t = 1, 2, ...: the agent moves (`predict`), then the sensor reads (`observe`). The two
half-steps are apart so that a page can show the mass spread and then the reading take some away.

A `MotionModel` works on *states*: cells, or cells with more memory (a direction). The forward pass
is a' = T'a, then a proportional to lift(L) a'; the backward pass is b = T(lift(L) b'). Source:
Rabiner (1989), the scaled forward-backward recursions.

Where the evidence of a step is 0 the exact filter has no answer. `observe` then reports
`impossible` and starts again from the reading alone (`restarted`); `run_filter` stops there.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from ai.belief.graph import Cell, MazeGraph, Reading, Sensor, Start, Vector


@dataclass(frozen=True)
class TrackerSettings:
    """The settings of trackers; each tracker takes those that concern it.

    `beta` is how keenly an explorer goes to the cells it visited least. `stay` is the weight of
    staying for a random walker, in moves; for the others it allows staying. `particles` is the most
    hypotheses that an explorer keeps, and `lag` the number of steps that a trail goes back.
    `observers` are the places where readings will come from (a table for this maze is learned with
    them).
    """

    beta: float = 10.0
    stay: float = 0.0
    particles: int = 1000
    seed: int = 0
    lag: int = 0
    observers: tuple[Cell, ...] = ()

    @property
    def may_stay(self) -> bool:
        """True if the agent may stay where it is."""
        return self.stay > 0.0


USUAL: Final = TrackerSettings()


@dataclass(frozen=True)
class StepReport:
    """The effect of one reading: its evidence, and whether the tracker had to start again.

    `log_evidence` is ln P(reading | past readings) under the tracker, -inf where `impossible`.
    `restarted`: the belief was rebuilt from the reading alone. `unreadable`: no cell at all
    explains the reading, so it was left out.
    """

    log_evidence: float
    impossible: bool = False
    restarted: bool = False
    unreadable: bool = False


class Tracker(Protocol):
    """The face of every tracker: two half-steps, and the belief after each of them."""

    graph: MazeGraph
    belief: Vector

    def predict(self) -> Vector:
        """Move the belief by one step; returns the belief before the reading, shape (n,)."""
        ...

    def observe(self, readings: Sequence[Reading]) -> StepReport:
        """Take in the readings of this step; `belief` is the posterior afterwards."""
        ...


class MotionModel(Protocol):
    """A Markov chain over `n_states` states, each of which stands on one cell."""

    graph: MazeGraph
    n_states: int

    def begin(self, cells: Vector) -> Vector:
        """Return the state vector that stands for a belief over cells."""
        ...

    def push(self, states: Vector) -> Vector:
        """Return the state vector one move later."""
        ...

    def pull(self, message: Vector) -> Vector:
        """Return the expectation of `message` after one move, for each state."""
        ...

    def lift(self, cells: Vector) -> Vector:
        """Return a vector over states that repeats the value of each state's cell."""
        ...

    def marginal(self, states: Vector) -> Vector:
        """Return the belief over cells, shape (n,)."""
        ...


def rebuild(likelihood: Vector) -> tuple[Vector, bool]:
    """Return the belief that knows one reading's `likelihood` (n,) only, and whether it was
    unreadable.
    """
    total = float(likelihood.sum())
    if total > 0.0:
        return likelihood / total, False
    return np.full(len(likelihood), 1.0 / len(likelihood)), True


class MarkovTracker:
    """The forward filter, with the last `lag` steps kept for a smoothed trail."""

    def __init__(self, motion: MotionModel, sensor: Sensor, start: Start, lag: int = 0) -> None:
        self.graph, self.motion, self.sensor = motion.graph, motion, sensor
        self.belief = self.graph.start_belief(start)
        self.states = motion.begin(self.belief)
        self._past: deque[tuple[Vector, Vector]] = deque(maxlen=lag + 1)
        self._past.append((self.states, np.ones(self.graph.n_cells)))

    def begin(self, belief: Vector) -> None:
        """Start again from a belief over cells; the trail begins anew."""
        self._past.clear()
        self._remember(self.motion.begin(belief), np.ones(self.graph.n_cells))

    def predict(self) -> Vector:
        """Move the belief by one step; returns the belief before the reading, shape (n,)."""
        self.states = self.motion.push(self.states)
        self.belief = self.motion.marginal(self.states)
        return self.belief

    def observe(self, readings: Sequence[Reading]) -> StepReport:
        """Take in the readings; where they are impossible, start again from them alone."""
        return self.weigh(self.sensor.likelihood(readings))

    def weigh(self, likelihood: Vector) -> StepReport:
        """Take in a likelihood over cells, shape (n,), as `observe` does."""
        weighed = self.states * self.motion.lift(likelihood)
        evidence = float(weighed.sum())
        if evidence > 0.0:
            weighed /= evidence
            self._remember(weighed, likelihood)
            return StepReport(math.log(evidence))
        belief, unreadable = rebuild(likelihood)
        self._past.clear()
        self._remember(self.motion.begin(belief), likelihood)
        return StepReport(-math.inf, impossible=True, restarted=True, unreadable=unreadable)

    def _remember(self, states: Vector, likelihood: Vector) -> None:
        self.states = states
        self.belief = self.motion.marginal(states)
        self._past.append((states, likelihood))

    def trail(self) -> list[Vector]:
        """Return the smoothed beliefs of the last steps, oldest first, the present one last.

        At most `lag` + 1 of them: P(cell at that step | all readings up to now), each (n,).
        """
        return smooth_pass(self.motion, list(self._past))


def smooth_pass(motion: MotionModel, past: Sequence[tuple[Vector, Vector]]) -> list[Vector]:
    """Return smoothed beliefs under `motion`, for the filtered states and likelihoods in `past`."""
    message = np.ones(motion.n_states)
    smoothed: list[Vector] = []
    for states, likelihood in reversed(past):
        joint = states * message
        smoothed.append(motion.marginal(joint / joint.sum()))
        message = motion.pull(motion.lift(likelihood) * message)
        message /= max(float(message.max()), np.finfo(np.float64).tiny)
    return smoothed[::-1]


@dataclass(frozen=True)
class FilterResult:
    """Posteriors and log evidence of steps 1, 2, ...; they end before `impossible_at_step`.

    `restarted_at_steps` names the steps whose posterior does not use the steps before.
    """

    posteriors: list[Vector]
    log_evidence: list[float]
    impossible_at_step: int | None = None
    restarted_at_steps: tuple[int, ...] = ()


def run_filter(tracker: Tracker, observations: Sequence[Sequence[Reading]]) -> FilterResult:
    """Filter the readings `observations` of a whole walk with a `tracker`.

    Stops where the tracker finds a step impossible.
    """
    posteriors: list[Vector] = []
    log_evidence: list[float] = []
    restarted: list[int] = []
    for step, readings in enumerate(observations, start=1):
        tracker.predict()
        report = tracker.observe(readings)
        if report.impossible:
            return FilterResult(posteriors, log_evidence, step, tuple(restarted))
        if report.restarted:
            restarted.append(step)
        posteriors.append(tracker.belief.copy())
        log_evidence.append(report.log_evidence)
    return FilterResult(posteriors, log_evidence, None, tuple(restarted))


def run_smoother(
    motion: MotionModel,
    sensor: Sensor,
    start: Start,
    observations: Sequence[Sequence[Reading]],
) -> FilterResult:
    """Smooth a whole walk exactly, from the `start` and the readings `observations`.

    `motion` and `sensor` are the models; `posteriors` are the beliefs of steps 0..T given all
    readings.
    """
    tracker = MarkovTracker(motion, sensor, start, lag=len(observations))
    result = run_filter(tracker, observations)
    if result.impossible_at_step is None:
        return FilterResult(tracker.trail(), result.log_evidence)
    possible = observations[: result.impossible_at_step - 1]
    tracker = MarkovTracker(motion, sensor, start, lag=len(possible))
    run_filter(tracker, possible)
    return FilterResult(tracker.trail(), result.log_evidence, result.impossible_at_step)
