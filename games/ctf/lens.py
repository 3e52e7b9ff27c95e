"""The possible belief of each team at every moment of a match, and its rightness.

A `TeamLens` is a watcher (`games.ctf.asks.TeamBeliever`) that hears the match at its own pace, so
that no frame waits for it. The rightness of a belief is counted with the truth, which only a page
after the match, or a match without people, may show.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from games import catalog
from games.ctf.asks import TeamBeliever
from games.ctf.bot_moments import BotMoment
from games.ctf.rules.game import GAME
from games.ctf.rules.sensing import enemies_of
from games.session.watching import Watching, advance_all
from games.spec import Params
from games.streams import Stream

Vector = npt.NDArray[np.float32]
SET: Final = 0.9
"""The mass of the credible sets that are counted."""
BUDGET: Final = 6.0
"""So many steps both lenses together take in a frame: one with a reading takes about 1.3 ms
(`main.py bench ctf`), the others next to nothing."""
MODELS: Final = ("auto-left", "auto-right")


class TeamFrame(NamedTuple):
    """A team's beliefs at a moment, shape (n,) each, the lower enemy first; their doubt in bits.

    `unseen` counts the readings of enemies out of sight, `loss` is the sum of the log-loss in nats
    over them, and `held` how often the 90% set had the true cell.
    """

    beliefs: tuple[Vector, Vector]
    doubts: tuple[float, float]
    unseen: int = 0
    loss: float = 0.0
    held: float = 0.0

    @property
    def nats(self) -> float | None:
        """The mean log-loss of enemies out of sight, or None before the first reading."""
        return self.loss / self.unseen if self.unseen else None

    @property
    def share(self) -> float | None:
        """The share of 90% sets with the true cell, or None before the first reading."""
        return self.held / self.unseen if self.unseen else None


class TeamLens(Watching[TeamBeliever, BotMoment, TeamFrame]):
    """The frames of one `team`; frame k + 1 is what it believes at moment k of the match."""

    def __init__(self, team: int, params: Params, seed: int, beside: bool = False) -> None:
        """Of a `team`; it thinks `beside` the window or in it."""
        self.team = team
        watcher = cast(TeamBeliever, catalog.watcher("ctf", MODELS[team]))
        rng = Stream.named(seed, f"lens {team}")
        made = partial(_frame, team)
        super().__init__(watcher, GAME, params, rng, made, beside=beside)

    def at(self, moment: int) -> TeamFrame | None:
        """Return the belief at a moment, or None while it is unknown."""
        return self.frame(moment + 1) if 0 <= moment < self.steps else None


def _frame(
    team: int, watcher: TeamBeliever, step: BotMoment | None, last: TeamFrame | None
) -> TeamFrame:
    """Return the frame after a step, or the frame of the start."""
    hears = step is not None and step.state.turn % 2 == team and not step.state.over
    if last is not None and not hears:
        return last
    beliefs = tuple(belief.astype(np.float32) for belief in watcher.beliefs)
    doubts = (watcher.doubt(0), watcher.doubt(1))
    frame = TeamFrame((beliefs[0], beliefs[1]), doubts)
    if step is None or last is None:
        return frame
    unseen, loss, held = last.unseen, last.loss, last.held
    for place, enemy in enumerate(enemies_of(team)):
        if step.state.readings[place].kind != "seen":
            cell = step.state.bots[enemy]
            unseen += 1
            loss += watcher.surprise(place, cell)
            held += watcher.coverage(place, cell, SET)
    return frame._replace(unseen=unseen, loss=loss, held=held)


class Lenses:
    """The lenses of the teams that are shown."""

    def __init__(
        self, teams: tuple[int, ...], params: Params, seed: int, beside: bool = False
    ) -> None:
        """They think `beside` the window or in it."""
        self.of = {team: TeamLens(team, params, seed, beside) for team in teams}

    def think(self, tape: Sequence[BotMoment]) -> None:
        """Let them hear the match, as far as the budget of a frame goes."""
        advance_all(self.of.values(), tape, BUDGET)

    def have_heard(self, moment: int) -> bool:
        """Return whether all of them have come to a moment."""
        return all(lens.steps > moment for lens in self.of.values())
