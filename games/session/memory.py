"""What agents remember about the people of this machine, from match to match.

An agent that `learns` starts a person's match from what it learned about that person before, or,
where it has learned nothing yet, from what all other players have in common (unless the settings
say no). The start is part of the setup, so that the log of the match holds it. What was learned
is kept once, at the end of a match that is recorded: never from a glass box or a demo. Where the
player's memory is another by then (it was forgotten, or another player sits there), an agent that
starts from what there is now is taught the match again, so that nothing forgotten comes back.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from games import catalog
from games.agents import LostWeights, agent_options
from games.core import Match, Player, Seating
from games.store.profiles import LEARNED_BYTES

if TYPE_CHECKING:
    from games.session.setup import Setup
    from games.shell.app import Shell


def with_memory(shell: Shell, setup: Setup) -> Setup:
    """The setup with the start of every agent that has learned, or could have, of the person.

    Where no person plays, or more than one, nobody starts from memory.
    """
    profile = shell.profile
    if profile is None or setup.demo or len(setup.humans) != 1:
        return setup
    seats = []
    for seating in setup.seats:
        start = seating.start  # a brain that was chosen for the seat
        if learns(setup.game, seating):
            start = _start(shell, setup.game, seating, profile.id)
        seats.append(dataclasses.replace(seating, start=start))
    return dataclasses.replace(setup, seats=tuple(seats))


def with_brains(shell: Shell, setup: Setup) -> Setup:
    """The setup with the brain that the player has kept for each agent, where none is chosen yet.

    In attract mode nobody has one. Raises `LostWeights`.
    """
    if setup.demo:
        return setup
    seats = (
        seating
        if seating.agent == "human" or seating.start is not None
        else dataclasses.replace(seating, start=_brain(shell, setup.game, seating.agent))
        for seating in setup.seats
    )
    return dataclasses.replace(setup, seats=tuple(seats))


def learns(game: str, seating: Seating) -> bool:
    """Whether what this seat's agent learns outlasts the match."""
    if seating.agent in ("human", "demo"):
        return False
    return bool(catalog.agent(game, seating.agent).learns)


def _start(shell: Shell, game: str, seating: Seating, identity: str) -> str | None:
    """What an agent starts from against a player now."""
    own = _own_start(shell, game, seating, identity)
    return own or _local_start(shell, game, seating, identity)


def _own_start(shell: Shell, game: str, seating: Seating, identity: str) -> str | None:
    """What was learned about the player, if the agent can use it; else it is set aside."""
    text = shell.library.learned(identity, game)
    if text is None:
        return None
    problem = _problem(game, seating, text)
    if problem is not None:
        _refuse(shell, game, identity, problem)
    return text if problem is None else None


def _refuse(shell: Shell, game: str, identity: str, problem: str) -> None:
    shell.library.refuse_learned(identity, game)
    shell.toast(f"{problem} It starts anew; the file is kept beside its place as .bad.")


def _brain(shell: Shell, game: str, agent: str) -> str | None:
    """What the player has kept for an agent to begin with, if it can be used; else it is set aside.

    Raises `LostWeights`.
    """
    try:
        text: str | None = catalog.scene(game).Scene.start_of(shell, agent)
        problem = None if text is None else _problem(game, Seating(agent), text)
    except LostWeights:
        raise
    except ValueError as error:
        text, problem = None, str(error)
    if problem is not None and shell.profile is not None:
        _refuse(shell, game, shell.profile.id, problem)
        return None
    return text


def _local_start(shell: Shell, game: str, seating: Seating, identity: str) -> str | None:
    """What the other players of this machine have in common, where that is wanted."""
    if not shell.settings.local_prior:
        return None
    library = shell.library
    others = (profile.id for profile in library.profiles() if profile.id != identity)
    texts = [text for other in others if (text := library.learned(other, game)) is not None]
    start = catalog.local_start(game, texts) if texts else None
    return start if start is not None and _problem(game, seating, start) is None else None


def _problem(game: str, seating: Seating, text: str) -> str | None:
    """Why the agent cannot start from this text, or None; raises `LostWeights`."""
    try:
        agent = catalog.agent(game, seating.agent)
        agent.make(agent_options(agent, seating.options), text)
    except LostWeights:
        raise
    except ValueError as problem:
        return str(problem)
    return None


def keep_learned(shell: Shell, setup: Setup, match: Match[Any], identity: str) -> bool:
    """Keep what the agents of a finished match know of the player now; whether there is any."""
    if len(setup.humans) != 1:
        return False
    for seat, seating in enumerate(setup.seats):
        agent: Any = match.players.get(seat)
        if agent is None or not learns(setup.game, seating):
            continue
        start = _start(shell, setup.game, seating, identity)
        if start != seating.start:
            agent = _taught(setup, seat, start, match)
        text = agent.learned() or ""
        if 0 < len(text) <= LEARNED_BYTES:
            return shell.library.save_learned(identity, setup.game, text)
    return False


def _taught(setup: Setup, seat: int, start: str | None, match: Match[Any]) -> Player:
    """The agent of a seat as it would be, had it begun the match from this start."""
    seating = setup.seats[seat]
    agent = catalog.agent(setup.game, seating.agent).make(seating.options, start)
    again: Match[Any] = Match(match.game, setup.params, setup.seed, {seat: agent})
    again.replay(match.turns)
    return agent
