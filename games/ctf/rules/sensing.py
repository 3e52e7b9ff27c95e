"""The readings of a team about its enemies at the turn of one of its bots."""

from __future__ import annotations

import dataclasses
import functools

from games.ctf.maze import Field
from games.ctf.rules.state import EnemyReading, State

Outcomes = tuple[tuple[EnemyReading, int], ...]
"""What the sensor could say of one enemy, with whole weights."""


def sees(state: State, cell: int) -> bool:
    """Return whether the team whose turn it is sees an enemy on a `cell`."""
    field, sight, bot = state.field, state.rules.sight, state.turn
    if field.apart(state.bots[bot], cell) <= sight:
        return True
    return state.rules.shared and field.apart(state.bots[(bot + 2) % 4], cell) <= sight


def outcomes(state: State, enemy: int) -> Outcomes:
    """Return all possible readings of the bot to move about an `enemy` on its true cell."""
    return outcomes_at(state, state.bots[enemy])


def outcomes_at(state: State, cell: int) -> Outcomes:
    """Return all possible readings of the bot to move about an enemy on a `cell`."""
    if sees(state, cell):
        return ((EnemyReading("seen", cell), 1),)
    if state.rules.told == "distance":
        return _distances(state.field.apart(state.bots[state.turn], cell), state.rules.noise)
    return _places(state.field, cell, state.rules.noise)


@functools.lru_cache(maxsize=4096)
def _distances(distance: int, noise: int) -> Outcomes:
    return tuple((EnemyReading("z", distance + error), 1) for error in range(-noise, noise + 1))


@functools.lru_cache(maxsize=8192)
def _places(field: Field, cell: int, noise: int) -> Outcomes:
    return tuple((EnemyReading("near", near), 1) for near in field.near(cell, noise))


@functools.lru_cache(maxsize=8192)
def named(told: Outcomes) -> tuple[tuple[str, int], ...]:
    """Return the possible readings as moves of chance: "z17" or "near45"."""
    return tuple((f"{kind}{value}", weight) for (kind, value), weight in told)


def listened(state: State) -> State:
    """Return the state with all certain readings: the ones of enemies in sight.

    It stops before one that chance has to draw.
    """
    told, enemies = state.readings, enemies_of(state.turn)
    while len(told) < len(enemies):
        cell = state.bots[enemies[len(told)]]
        if not sees(state, cell):
            break
        told = (*told, EnemyReading("seen", cell))
    return state if told is state.readings else dataclasses.replace(state, readings=told)


def enemies_of(bot: int) -> tuple[int, int]:
    """Return the two bots of the other team, ascending."""
    return (1 - bot % 2, 3 - bot % 2)
