"""What one model believed, step by step: the record that the page shows, rewinds and scores.

Part of the page (beside what it draws with `games.shell`), not of the rules.

A `Lens` holds a watcher (see `ai.tracker`) and hears the readings of the tape one after the other,
also those of before it was put there. A `Frame` is one step of it, with both half-steps and the
sums so far: log-loss in nats over the steps out of sight, and how often the truth was in the 50%
and 90% sets. An endless match keeps the last `KEPT` frames.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from games.agents import AgentSpec, Believer
from games.core import Event, Game, Params
from games.match import Match
from games.streams import Stream

Vector = npt.NDArray[np.float32]

KEPT: Final = 1000
HEAVY: Final = frozenset({"auto", "explore"})
"""Models of which a frame of the screen computes one step at most."""


_GROWS_BACK: Final = np.float32(0.998)
"""How surely a pellet that was eaten is still gone a step later: a seeker starts over at times."""


class Step(NamedTuple):
    """One step of the tape: where the walker went, and the event with its readings."""

    cell: int
    event: Event

    @property
    def seen(self) -> bool:
        """Whether a sensor saw the walker."""
        return self.event.data["readings"][0].seen is not None


class Frame(NamedTuple):
    """One step of a lens; beliefs have shape (n,). `eaten` is how surely each cell was passed.

    `lost` is the share of the belief that the reading took away. `surprise` is -ln of what the
    true cell had (0 where it was seen). The sums run over the steps out of sight.
    """

    prior: Vector
    posterior: Vector
    eaten: Vector
    entropy: float
    lost: float
    surprise: float
    restarted: bool
    weights: tuple[float, ...]
    refuted: tuple[int, ...]
    unseen: int
    loss_sum: float
    held50: float
    held90: float

    @property
    def log_loss(self) -> float | None:
        """Nats a step out of sight so far."""
        return self.loss_sum / self.unseen if self.unseen else None


class Lens:
    """A watcher and its frames; frame t is the belief after step t, frame 0 the start."""

    def __init__(self, spec: AgentSpec, game: Game[Any], params: Params, seed: int) -> None:
        self.spec = spec
        self.watcher = cast(Believer, spec.make({}, None))
        self._args = (game, params, Stream.named(seed, f"lens {spec.id}"))
        self.frames: deque[Frame] = deque(maxlen=KEPT)
        self.steps = -1

    @property
    def heavy(self) -> bool:
        """Whether one step is as much as a frame of the screen should compute."""
        return self.spec.id in HEAVY or self.steps < 0

    def advance(self, tape: Sequence[Step], first: int = 0) -> bool:
        """Take in the next step of the tape, which begins at step `first` + 1.

        False when all were heard.
        """
        if self.steps < 0:
            self._begin()
            return True
        if self.steps >= first + len(tape):
            return False
        self._hear(tape[max(0, self.steps - first)])
        return True

    def _begin(self) -> None:
        game, params, rng = self._args
        rng.jump(0)
        self.watcher.begin((), game, params, rng)
        belief = self.watcher.thought.posterior.astype(np.float32)
        none = np.zeros_like(belief)
        weights = self.watcher.thought.weights
        entropy = self.watcher.entropy()
        start = Frame(belief, belief, none, entropy, 0.0, 0.0, False, weights, (), 0, 0.0, 0.0, 0.0)
        self.frames.append(start)
        self.steps = 0

    def _hear(self, step: Step) -> None:
        watcher = self.watcher
        watcher.observe((step.event,))
        self.steps += 1
        thought, last = watcher.thought, self.frames[-1]
        prior = thought.prior.astype(np.float32)
        posterior = thought.posterior.astype(np.float32)
        surprise = 0.0 if step.seen else watcher.surprise(step.cell)
        held = (
            (0.0, 0.0)
            if step.seen
            else (watcher.held(step.cell, 0.5), watcher.held(step.cell, 0.9))
        )
        self.frames.append(
            Frame(
                prior,
                posterior,
                np.asarray(1.0 - (1.0 - _GROWS_BACK * last.eaten) * (1.0 - posterior), np.float32),
                watcher.entropy(),
                float(prior[posterior <= 0.0].sum()),
                surprise,
                thought.restarted,
                thought.weights,
                thought.refuted,
                last.unseen + (not step.seen),
                last.loss_sum + surprise,
                last.held50 + held[0],
                last.held90 + held[1],
            )
        )

    @property
    def oldest(self) -> int:
        """The earliest step whose frame is still kept."""
        return self.steps - len(self.frames) + 1

    def frame(self, step: int) -> Frame:
        """The frame of a step, or the nearest one that is kept; the start where none is yet."""
        if not self.frames:
            self._begin()
        return self.frames[min(max(step - self.oldest, 0), len(self.frames) - 1)]


def tape_of(match: Match[Any]) -> tuple[list[Step], list[int]]:
    """All steps of a match and the cells of the walk (the start first, where it is drawn)."""
    past: Match[Any] = Match(match.game, match.params, match.seed)
    walk = [past.state.cell] if past.state.cell >= 0 else []
    tape: list[Step] = []
    for turn in match.turns:
        for event in past.play(dict(turn)):
            note(event, past.state.cell, tape, walk)
    return tape, walk


def note(event: Event, cell: int, tape: list[Step], walk: list[int]) -> None:
    """Enter an event into the tape and the walk."""
    if event.kind == "start":
        walk.append(int(event.data["cell"]))
    elif event.kind == "move":
        walk.append(int(event.data["to"]))
    elif event.kind == "reading":
        tape.append(Step(cell, event))


def ranks(losses: Mapping[int, float | None]) -> dict[int, int]:
    """The rank of each by its log-loss, 1 the best; those without one come last."""
    order = sorted(losses, key=lambda k: (losses[k] is None, losses[k] or 0.0, k))
    return {key: place for place, key in enumerate(order, start=1)}
