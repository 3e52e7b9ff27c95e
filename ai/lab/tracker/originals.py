"""The claims about the Belief Tracker that can be measured; see `ai.lab.originals`.

The first three films of the post have no readings: `main.py arena tracker --option readings=off`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from ai.belief.filter import MarkovTracker, TrackerSettings
from ai.belief.graph import DistanceSonar
from ai.belief.models import build_tracker
from ai.lab.originals import FAILS, HALF, HOLDS, Effort, Measure, Remeasured, Spanned, exact
from ai.lab.tracker.arena import ArenaSettings, interval_over_walks, make_episode, score_of

FILMS: Final = ArenaSettings(steps=60, readings=False)
"""The first three films: 60 steps without a reading."""
FOURTH: Final = ArenaSettings()
_MAZES: Final = 12
_MORE_MAZES: Final = 18


def _losses(
    ghost: str, models: Sequence[str], effort: Effort, settings: ArenaSettings, mazes: int
) -> dict[str, Spanned]:
    """Return the log-loss in nats a step of each model, over the walks of a ghost out of sight."""
    found: dict[str, list[list[float]]] = {model: [] for model in models}
    for number in range(effort.of(mazes, 3)):
        episode = make_episode(ghost, effort.seed, number, settings)
        for model in models:
            losses = score_of(episode, model, settings, effort.seed).losses
            if losses:
                found[model].append(losses)
    return {model: Spanned(*interval_over_walks(walks)) for model, walks in found.items()}


def _nothing(effort: Effort) -> float:
    """Return the log-loss of the even belief in the same mazes."""
    mazes = (make_episode("random", effort.seed, number, FILMS) for number in range(3))
    return float(np.mean([np.log(episode.graph.n_cells) for episode in mazes]))


def _film_1(effort: Effort) -> Remeasured:
    """Follow a random walker with the random model."""
    loss = _losses("random", ("random",), effort, FILMS, _MAZES)["random"]
    knowing = _nothing(effort)
    return Remeasured(
        f"without readings {loss.number()} nats a step; knowing nothing costs {knowing:.2f}",
        "the same model",
        HOLDS if loss.high < knowing else FAILS,
        {"loss": loss, "knowing nothing": exact(knowing)},
    )


def _film_2(effort: Effort) -> Remeasured:
    """Follow a food seeker with the random model."""
    loss = _losses("food", ("random",), effort, FILMS, _MAZES)["random"]
    knowing = _nothing(effort)
    return Remeasured(
        f"on the food seeker {loss.number()} nats a step; knowing nothing costs {knowing:.2f}",
        "the same model",
        HOLDS if loss.low > knowing else FAILS,
        {"loss": loss, "knowing nothing": exact(knowing)},
    )


def _film_3(effort: Effort) -> Remeasured:
    """Follow a food seeker with the explorer's model, by expected visits and by own visits."""
    models = ("random", "explore-expected", "explore")
    loss = _losses("food", models, effort, FILMS, _MAZES)
    random, expected, own = (loss[model] for model in models)
    better = expected.high < random.low
    return Remeasured(
        f"expected visits {expected.number()} nats a step, the random model {random.number()}",
        f"each guess with its own visits {own.number()}; knowing nothing costs "
        f"{_nothing(effort):.2f}",
        HOLDS if better else FAILS,
        {"expected visits": expected, "own visits": own, "random": random},
    )


def _film_4(effort: Effort) -> Remeasured:
    """Add readings to both models and to the average of all."""
    models = ("random", "explore-expected", "auto")
    loss = _losses("food", models, effort, FOURTH, _MORE_MAZES)
    random, expected, auto = (loss[model] for model in models)
    before = _losses("food", ("explore-expected",), effort, FILMS, _MAZES)["explore-expected"]
    turned = expected.value > random.value
    return Remeasured(
        f"with readings: expected visits {expected.number()} nats a step, random {random.number()}",
        f"Auto {auto.number()}",
        (HALF if turned else HOLDS) if expected.high < before.low else FAILS,
        {"expected visits": expected, "random": random, "auto": auto},
    )


def _statistics(effort: Effort) -> Remeasured:
    """Use moves counted in simulated walks in place of a model, here and in other mazes."""
    models = ("random", "momentum", "this-maze")
    found = {
        ghost: _losses(ghost, models, effort, FOURTH, _MORE_MAZES)
        for ghost in ("random", "explorer", "food")
    }
    told = {
        model: ", ".join(f"{rows[model].value:.2f}" for rows in found.values()) for model in models
    }
    food = found["food"]
    return Remeasured(
        f"random walk on walker, explorer, food seeker: {told['random']}",
        f"counted moves: {told['momentum']} from other mazes, {told['this-maze']} from this one",
        HOLDS if food["this-maze"].high < food["random"].low else FAILS,
        {
            "food, this maze": food["this-maze"],
            "food, other mazes": food["momentum"],
            "food, random walk": food["random"],
        },
    )


def _smoothing(effort: Effort) -> Remeasured:
    """Smooth the past of exact filters, and compare the last belief with the filter's own."""
    apart = 0.0
    for number in range(effort.of(6)):
        episode = make_episode("explorer", effort.seed, number, FOURTH)
        sensor = DistanceSonar(episode.graph, FOURTH.sight, FOURTH.noise)
        settings = TrackerSettings(lag=20, seed=effort.seed)
        tracker = build_tracker("random", episode.graph, sensor, episode.start, settings)
        assert isinstance(tracker, MarkovTracker)
        for readings in episode.readings:
            tracker.predict()
            tracker.observe(readings)
        apart = max(apart, float(np.abs(tracker.trail()[-1] - tracker.belief).max()))
    told = f"an exact filter's belief of now moves by {apart:.0e} at most"
    return Remeasured(
        "by expected visits a better past changes the visits: not measured",
        told,
        FAILS if apart < 1e-9 else HALF,
        {"moved": exact(apart)},
    )


MEASURES: Final[Mapping[str, Measure]] = {
    "TRACKER-1": _film_1,
    "TRACKER-2": _film_2,
    "TRACKER-3": _film_3,
    "TRACKER-4": _film_4,
    "TRACKER-5": _statistics,
    "TRACKER-6": _smoothing,
}
