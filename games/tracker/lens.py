"""The beliefs of one model, step by step: the record that the page shows, rewinds and scores.

A `Lens` is a watcher (see `ai.tracker`) that hears the readings of the match at its own pace
(`games.session.watching`), also earlier ones. A `Frame` is one step of it, with both half-steps and
the sums: log-loss in nats over the steps out of sight, and how often the truth was in the 50% and
90% sets. An endless match keeps the last `KEPT` frames. A `Lineup` holds the lenses of the models
in use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from games import catalog
from games.agents import AgentSpec
from games.core import Game
from games.judging import ChoiceWords
from games.session.watching import Watching, advance_all
from games.spec import Params
from games.streams import Stream
from games.tracker import SPEC
from games.tracker.asks import Believer
from games.tracker.walk_steps import Step

Vector = npt.NDArray[np.float32]

KEPT: Final = 1000  # frames, to bound the memory; chosen by hand
FEWEST: Final = 4
MOST_NUMBERS: Final = 6_000_000
"""A lens keeps at most so many numbers, of 4 bytes: all `KEPT` frames of a maze of 2,000 cells,
fewer of a larger one, and never fewer than `FEWEST`. Chosen by hand."""
MOST_LENSES: Final = 4  # as many boards as can be read side by side; chosen by eye
FAVOURITE: Final = "auto"
"""The model that is there first, and against which a hidden one's usual score counts."""

_GROWS_BACK: Final = np.float32(0.998)
"""How surely a pellet that was eaten is still gone a step later: a seeker starts over at times."""

_SHORT: Final = MappingProxyType(
    {
        "random-stay": "May stay",
        "explore-expected": "Expected visits",
        "this-maze": "Momentum here",
    }
)


def believers() -> list[AgentSpec]:
    """Return the models of an unseen walker; the judge is a watcher, but none of them."""
    return [model for model in catalog.models(SPEC.id) if model.id != ChoiceWords.judge]


def short_name(model: AgentSpec) -> str:
    """Return the name of a model where there is little room."""
    return _SHORT.get(model.id, model.name)


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
    covered50: float
    covered90: float

    @property
    def log_loss(self) -> float | None:
        """Nats a step out of sight."""
        return self.loss_sum / self.unseen if self.unseen else None


class Lens(Watching[Believer, Step, Frame]):
    """A model's watcher and its frames; frame t is the belief after step t, frame 0 the start."""

    def __init__(
        self,
        spec: AgentSpec,
        game: Game[Any],
        params: Params,
        seed: int,
        cells: int = 0,
        beside: bool = False,
    ) -> None:
        """Begin with a model in a maze of `cells` cells, thought over `beside` the window
        or in it.
        """
        watcher = cast(Believer, spec.make({}, None))
        rng = Stream.named(seed, f"watcher {spec.id}")
        kept = max(FEWEST, min(KEPT, MOST_NUMBERS // (3 * max(1, cells))))
        super().__init__(watcher, game, params, rng, _frame, spec.heavy, kept, beside)
        self.spec = spec


def _frame(watcher: Believer, step: Step | None, last: Frame | None) -> Frame:
    """Return the frame after a step, or the frame of the start."""
    if step is None or last is None:
        return _first_frame(watcher)
    thought = watcher.thought
    prior = thought.prior.astype(np.float32)
    posterior = thought.posterior.astype(np.float32)
    surprise = covered50 = covered90 = 0.0
    if not step.seen:
        surprise = watcher.surprise(step.cell)
        covered50, covered90 = watcher.coverage(step.cell, 0.5), watcher.coverage(step.cell, 0.9)
    return Frame(
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
        last.covered50 + covered50,
        last.covered90 + covered90,
    )


def _first_frame(watcher: Believer) -> Frame:
    belief = watcher.thought.posterior.astype(np.float32)
    none, weights = np.zeros_like(belief), watcher.thought.weights
    entropy = watcher.entropy()
    return Frame(belief, belief, none, entropy, 0.0, 0.0, False, weights, (), 0, 0.0, 0.0, 0.0)


class Lineup:
    """The models side by side, one to `MOST_LENSES`, each with its lens; one of them is active.

    `models` holds their ids and outlives a match, the lenses do not; `make` builds a lens for an
    id.
    """

    def __init__(self, make: Callable[[str], Lens]) -> None:
        self.models = [FAVOURITE]
        self.lenses: list[Lens] = []
        self.active = 0
        self._make = make

    @property
    def lens(self) -> Lens:
        """The lens of the active model."""
        return self.lenses[self.active]

    @property
    def full(self) -> bool:
        """True if no other model can be put beside these."""
        return len(self.models) >= MOST_LENSES

    def renew(self) -> None:
        """Let every model begin anew."""
        self.lenses = [self._make(model) for model in self.models]
        self._limit_active()

    def _limit_active(self) -> None:
        self.active = min(self.active, len(self.lenses) - 1)

    def replace(self, model: str) -> None:
        """Believe with this model in the active place."""
        self.models[self.active] = model
        self.lenses[self.active] = self._make(model)

    def toggle(self, model: str) -> bool:
        """Put a model beside the others, or take it away; False where that cannot be."""
        if model in self.models:
            if len(self.models) == 1:
                return False
            place = self.models.index(model)
            del self.models[place], self.lenses[place]
        elif self.full:
            return False
        else:
            self.models.append(model)
            self.lenses.append(self._make(model))
        self._limit_active()
        return True

    def use(self, models: Sequence[str]) -> None:
        """Use these models; those that are in use already keep what they have heard."""
        kept = {lens.spec.id: lens for lens in self.lenses}
        self.models = list(models)
        self.lenses = [kept.get(model) or self._make(model) for model in models]
        self._limit_active()

    def think(self, tape: Sequence[Step], step: int) -> None:
        """Let the lenses hear the match, as far as the budget of one frame goes.

        In a maze so large that few frames are kept they stay near the `step` on show, and where
        they are past it they begin anew.
        """
        for place, lens in enumerate(self.lenses):
            if lens.beside and step < lens.oldest and not lens.busy:
                self.lenses[place] = self._make(self.models[place])
        near = self.lens.beside
        advance_all(self.lenses, tape[: step + FEWEST // 2] if near else tape)

    @property
    def busy(self) -> bool:
        """True while a model thinks in a thread."""
        return any(lens.busy for lens in self.lenses)

    def have_heard(self, step: int) -> bool:
        """Return whether every lens has come to this step."""
        return all(lens.steps >= step for lens in self.lenses)


def ranks(losses: Mapping[int, float | None]) -> dict[int, int]:
    """Return the rank of each by its log-loss in `losses`, 1 the best; those alike share the better
    one.

    Those without one come last.
    """
    order = sorted((loss is None, loss or 0.0) for loss in losses.values())
    return {key: 1 + order.index((loss is None, loss or 0.0)) for key, loss in losses.items()}
