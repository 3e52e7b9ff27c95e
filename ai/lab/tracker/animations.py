"""The films of the post about the tracker, made again: `main.py play tracker --film 1 --gif FILE`.

The first three have no readings, as in the post; the fourth has distance and sight. A fifth has the
model of the second with the readings of the fourth, which the post could not compare.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ai.belief.filter import TrackerSettings
from ai.belief.graph import DistanceSonar, log_loss
from ai.belief.models import build_tracker
from ai.lab.errors import BadArguments
from ai.lab.tracker.arena import WORST_LOG_LOSS, ArenaSettings, make_episode
from ai.lab.tracker.mazes import arena_maze
from games.tracker.animated import Animation, AnimationStep


class AnimationOf(NamedTuple):
    """A film: its title, who walks, the model that follows, and whether there are readings."""

    title: str
    ghost: str
    model: str
    readings: bool


ANIMATIONS: Final = (
    AnimationOf("A random walker, followed as one", "random", "random", False),
    AnimationOf("A food seeker, followed as a random walker", "food", "random", False),
    AnimationOf("The food seeker, followed as an explorer", "food", "explore-expected", False),
    AnimationOf("The same, with distance and sight", "food", "explore-expected", True),
    AnimationOf("With both, followed as a random walker", "food", "random", True),
)
STEPS: Final = 60


def make_animation(number: int, seed: int = 1) -> Animation:
    """Return the film of a `number` from 1 on; raises `BadArguments` for one that there is not."""
    if not 1 <= number <= len(ANIMATIONS):
        raise BadArguments(f"There is no film {number}; there are 1 to {len(ANIMATIONS)}.")
    made = ANIMATIONS[number - 1]
    settings = ArenaSettings(steps=STEPS, readings=made.readings)
    episode, maze = make_episode(made.ghost, seed, 0, settings), arena_maze(seed, 0)
    graph = episode.graph
    order = [graph.cell(place) for place in maze.cells]
    sensor = maze.corner(right=False, top=False)
    tracker = build_tracker(
        made.model,
        graph,
        DistanceSonar(graph, settings.sight, settings.noise),
        episode.start,
        TrackerSettings(beta=settings.beta, seed=seed, observers=(sensor,) * made.readings),
    )
    steps, losses = (
        [AnimationStep(tracker.belief[order], order.index(episode.cells[0]), None, False, 0.0)],
        [],
    )
    for readings, cell in zip(episode.readings, episode.cells[1:], strict=True):
        tracker.predict()
        tracker.observe(readings)
        seen = bool(readings) and readings[0].seen is not None
        distance = readings[0].z if readings and not seen else None
        if not seen:
            losses.append(min(log_loss(tracker.belief, cell), WORST_LOG_LOSS))
        loss = float(np.mean(losses)) if losses else 0.0
        place = order.index(cell)
        steps.append(AnimationStep(tracker.belief[order].copy(), place, distance, seen, loss))
    title = f"Film {number}. {made.title}"
    where = sensor if made.readings else None
    return Animation(title, maze, where, settings.sight, settings.noise, tuple(steps))
