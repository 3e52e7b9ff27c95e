"""Environments for learners: every game by numbers, for PettingZoo and Gymnasium.

`env` and `single` of `ai.lab.api` make them. `encoding` and `choosing` turn views and moves into
numbers by what `ai/lab/<game>/environment.py` says of a game, `live` plays, and `faces` are the
classes of the two packages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from ai.lab.contest import usual
from ai.lab.environments.live import Blueprint
from ai.lab.errors import BadArguments
from games import catalog
from games.core import Player
from games.spec import Seat

Environment = Any
"""An `AECEnv` or `ParallelEnv` of PettingZoo, or an `Env` of Gymnasium, which may be missing."""


def several(game: str, given: Mapping[str, Any], render_mode: str | None) -> Environment:
    """Return the environment of PettingZoo; see `ai.lab.api.env`."""
    faces = _faces()
    plan = Blueprint(game, given)
    face = faces.SeatsAtOnce if plan.shape.at_once else faces.SeatsInTurn
    return face(plan, render_mode)


def alone(
    game: str, opponents: Sequence[str], seat: int, given: Mapping[str, Any], mode: str | None
) -> Environment:
    """Return the environment of Gymnasium; see `ai.lab.api.single`.

    `opponents` take the other sides in order, as far as they can sit there.
    """
    faces = _faces()
    plan = Blueprint(game, given)
    if not 0 <= seat < len(plan.seats):
        raise BadArguments(f"{game} has seats 0 to {len(plan.seats) - 1} here, not {seat}.")
    places = plan.spec.seats_for(plan.params)
    own = plan.side_of[seat]
    others = [side for side in plan.sides if side != own]
    met = [places[side[0]] for side in others]
    for given_name in opponents:
        agent = catalog.agent(game, given_name)
        if not any(place.agents and agent.fits(place.role) for place in met):
            raise BadArguments(f"{agent.name} has no seat here; name another agent of {game}.")
    names = [_named(game, place, opponents, number) for number, place in enumerate(met)]
    for name in names:
        if name is not None and (why := catalog.agent(game, name).hindrance(plan.params)):
            raise BadArguments(why)

    def players() -> dict[int, Player]:
        found: dict[int, Player] = {}
        for name, side in zip(names, others, strict=True):
            made = catalog.demo_player(game) if name is None else catalog.resolve(game, name).make()
            found.update(dict.fromkeys(side, made))
        return found

    return faces.OneSeat(plan, own, players, mode)


def _named(game: str, place: Seat, opponents: Sequence[str], number: int) -> str | None:
    """Return the agent for a `place`, None for the imitation of a person."""
    if not place.agents:
        return None
    if opponents:
        name = opponents[min(number, len(opponents) - 1)]
        if catalog.agent(game, name).fits(place.role):
            return name
    return place.against or place.usual or usual(game)


def _faces() -> ModuleType:
    """Return the classes; raises `BadArguments` where a package is missing."""
    try:
        from ai.lab.environments import faces
    except ModuleNotFoundError as missing:
        if missing.name not in ("gymnasium", "pettingzoo"):
            raise
        command = "python -m pip install pettingzoo gymnasium"
        raise BadArguments(
            f"Environments need {missing.name}, which is missing; install it with `{command}`."
        ) from None
    return faces
