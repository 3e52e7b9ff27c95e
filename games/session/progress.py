"""The progress of a player over the whole arcade: the minds of each ladder, and which are beaten.

The ladder's own rule says what counts (`games.session.ladder.standing`). Games without winners have
no minds to beat, and an opponent that only leaves a player alone is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games import catalog
from games.agents import AgentSpec
from games.session.ladder import rungs, standing
from games.store.statistics import Statistics


class ClimbStep(NamedTuple):
    """An opponent on a ladder, and whether the player has beaten it."""

    agent: AgentSpec
    beaten: bool


class Climb(NamedTuple):
    """The minds of a game, the weakest first; () in a game without winners."""

    game: str
    title: str
    minds: tuple[ClimbStep, ...]

    @property
    def beaten(self) -> int:
        """The number of minds that are beaten."""
        return sum(mind.beaten for mind in self.minds)

    @property
    def next(self) -> AgentSpec | None:
        """The weakest mind that is not beaten and can be met by the usual rules."""
        params = catalog.spec(self.game).params()
        free = (mind.agent for mind in self.minds if not mind.beaten)
        return next((agent for agent in free if not agent.hindrance(params)), None)


def climb(game_id: str, statistics: Statistics) -> Climb:
    """Return the minds of a game as the player of these `statistics` stands to them."""
    spec = catalog.spec(game_id)
    alone = {day.opponents for day in spec.days.matches if day.met}
    minds = (
        ClimbStep(agent, standing(statistics, game_id, agent.id).won > 0)
        for agent in rungs(game_id)
        if spec.decided and agent.id not in alone
    )
    return Climb(game_id, spec.title, tuple(minds))


def climbs(statistics: Statistics) -> tuple[Climb, ...]:
    """Return the climbs of all games that can be loaded, in the order of the hall."""
    found = []
    for game_id in catalog.GAMES:
        try:
            found.append(climb(game_id, statistics))
        except Exception:  # a broken game must not take the others along
            continue
    return tuple(found)


def beaten_words(found: Sequence[Climb]) -> str:
    """Return how many minds of all are beaten, in a few words."""
    beaten, minds = sum(one.beaten for one in found), sum(len(one.minds) for one in found)
    return f"{beaten} of {minds} minds beaten"


def next_climb(found: Sequence[Climb], statistics: Statistics) -> Climb | None:
    """Return the climb to go on with: of the game played last if it has a next mind, else of the
    first game that has one.
    """
    latest = [last.game for last in reversed(statistics.latest)]
    order = sorted(found, key=lambda one: one.game not in latest[:1])
    return next((one for one in order if one.next is not None), None)
