"""The questions of the tracker to its agents and watchers: food, and beliefs over cells."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from games.arrays import AnyVector, FloatArray
from games.core import Player


class Forager(Player, Protocol):
    """Goes after food that a board can show."""

    @property
    def food(self) -> tuple[int, ...]:
        """The cells with food that are left."""


class BelieverStep(NamedTuple):
    """One step of a believer: the belief before and after the reading, each shape (n,).

    `log_evidence` is ln P(reading) under the model; `weights` are the weights of an average's
    members and `refuted` the places of members that started again. `restarted` means that the
    belief was rebuilt from the reading alone.
    """

    step: int
    prior: FloatArray
    posterior: FloatArray
    log_evidence: float
    restarted: bool
    weights: tuple[float, ...]
    refuted: tuple[int, ...]


class Believer(Player, Protocol):
    """A watcher of an unseen walker, with a belief as a probability for each cell."""

    thought: BelieverStep

    @property
    def names(self) -> tuple[str, ...]:
        """The members of an average of models, or ()."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The behaviour that each member assumes, for a person."""

    def entropy(self, belief: AnyVector | None = None) -> float:
        """Return the entropy of a belief (the present one) in bits."""

    def surprise(self, cell: int) -> float:
        """Return -ln of what the belief gives the true cell, in nats."""

    def coverage(self, cell: int, mass: float) -> float:
        """Return how far the credible set of this `mass` holds the true `cell`, 0..1."""

    @property
    def smooths(self) -> bool:
        """True if the model can look back."""

    def trail(self) -> list[FloatArray]:
        """Return beliefs about the last steps given all readings up to now, oldest first."""

    def visits(self) -> npt.NDArray[np.uint16] | None:
        """Return the visits of each cell by the likeliest hypothesis, or None without visits."""
