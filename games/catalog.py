"""The games of the arcade, in the order of the launcher. Everything is imported on demand.

A game is one folder here, `games/<id>/` with its `GameSpec` as `SPEC` in `__init__.py`, its
`GAME` in `rules.py` and its `Scene` in `scene.py`, and its agents, `ai/<id>` with a
`games.agents.GameAgents` as `AGENTS`. The ids below are all that has to be edited
elsewhere to add one.
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Sequence
from typing import Any

from games.agents import AgentSpec, GameAgents
from games.core import Game, GameSpec, Player
from games.mind import Mind

GAMES: tuple[str, ...] = ("karate", "numbers", "ur", "tracker")

_FEW = 12
"""So many agents can be named in a sentence."""


class UnknownGame(ValueError):
    """A game that the catalogue does not have."""


class UnknownAgent(ValueError):
    """An agent that a game does not have."""


def spec(game_id: str) -> GameSpec:
    """What is known about a game; raises `UnknownGame`."""
    if game_id not in GAMES:
        known = ", ".join(GAMES)
        raise UnknownGame(f"There is no game {game_id[:40]!r}; the games are {known}.")
    found: GameSpec = importlib.import_module(f"games.{game_id}").SPEC
    return found


def rules(game_id: str) -> Game[Any]:
    """The rules of a game; raises `UnknownGame`."""
    spec(game_id)
    found: Game[Any] = importlib.import_module(f"games.{game_id}.rules").GAME
    return found


def scene(game_id: str) -> Any:
    """The module that draws a game (imports pygame); raises `UnknownGame`."""
    spec(game_id)
    return importlib.import_module(f"games.{game_id}.scene")


def miniature(game_id: str) -> Any:
    """The class that draws a game small for the launcher (imports pygame)."""
    spec(game_id)
    return importlib.import_module(f"games.{game_id}.miniature").Miniature


def offered(game_id: str) -> GameAgents:
    """The agents of a game with all that goes with them; raises `UnknownGame`."""
    spec(game_id)
    found: GameAgents = importlib.import_module(f"ai.{game_id}").AGENTS
    return found


def agents(game_id: str) -> tuple[AgentSpec, ...]:
    """The agents of a game, weakest first; raises `UnknownGame`."""
    return offered(game_id).agents


def models(game_id: str) -> tuple[AgentSpec, ...]:
    """The watchers of a game, where it has any; raises `UnknownGame`."""
    return offered(game_id).models or ()


def watcher(game_id: str, model_id: str) -> Player:
    """A new watcher of a game; raises `UnknownAgent`.

    Whoever wants more of it than a mind says so by a facet: `cast(Judge, watcher(...))`.
    """
    for entry in models(game_id):
        if entry.id == model_id:
            return entry.make({}, None)
    raise UnknownAgent(f"{game_id} has no model {model_id[:40]!r}.")


def local_start(game_id: str, texts: Sequence[str]) -> str | None:
    """What a new player starts from: what the agents of a game learned that players share.

    `texts` is what was learned about each of them; None where nothing can be merged. Raises
    `UnknownGame`.
    """
    merge = offered(game_id).shared_start
    return None if merge is None else merge(texts)


def describe_learned(game_id: str, text: str) -> Mind:
    """What was learned about a player as items of a mind, where a game can tell.

    Raises `UnknownGame`, and `ValueError` for a text that cannot be used.
    """
    describe = offered(game_id).describe
    return () if describe is None else tuple(describe(text))


def featured(game_id: str) -> tuple[str, ...]:
    """The ids of the agents that a long list shows first, if any; raises `UnknownGame`."""
    return offered(game_id).featured


def demo_player(game_id: str) -> Player:
    """A new agent with human ways for a person's seat in attract mode; raises `UnknownGame`."""
    return offered(game_id).demo()


def agent(game_id: str, agent_id: str) -> AgentSpec:
    """The agent with this id; raises `UnknownAgent`."""
    for entry in agents(game_id):
        if entry.id == agent_id:
            return entry
    raise UnknownAgent(_unknown_agent(game_id, agent_id[:40]))


def _unknown_agent(game_id: str, agent_id: str) -> str:
    """What there is instead: all agents where they are few, else those of like names."""
    known = [entry.id for entry in agents(game_id)]
    told = f"{game_id} has no agent {agent_id!r}"
    if len(known) <= _FEW:
        return f"{told}; its agents are {', '.join(known)}."
    like = difflib.get_close_matches(agent_id.lower(), known, n=3, cutoff=0.5)
    pointer = f"see all {len(known)} with `main.py games {game_id}`"
    return (
        f"{told}; did you mean {' or '.join(like)}, or {pointer}?"
        if like
        else f"{told}; {pointer}."
    )
