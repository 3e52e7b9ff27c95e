"""Dots that a ghost of their own stays near to: they age, and are moved away when too old."""

from __future__ import annotations

import dataclasses

from games.ctf.rules.state import Ages, DotAge, State


def with_ages(state: State) -> State:
    """Return the state at the start of a turn: dots of the mover's team near its ghosts are a move
    older.

    Those too old are due, where there is a cell that one of them can go to.
    """
    if not state.rules.camping or state.over:
        return state
    team, field = state.turn % 2, state.field
    ghosts = [bot for bot in (team, team + 2) if state.is_ghost(bot)]
    near = {cell for bot in ghosts for cell in field.near(state.bots[bot], state.rules.reach)}
    known = dict(state.ages[team])
    aged = [DotAge(cell, known.get(cell, 0) + 1) for cell in field.sorted(state.food[team] & near)]
    if not aged and not known:
        return state
    old = tuple(dot.cell for dot in aged if dot.age > state.rules.camping)
    return settled(dataclasses.replace(state, ages=_of_team(state.ages, team, aged), due=old))


def places(state: State) -> tuple[int, ...]:
    """Return the cells that the first dot due can go to, in the order of [x, y]."""
    team, field, reach = state.turn % 2, state.field, state.rules.reach
    shut = set(state.food[team])
    for bot, cell in enumerate(state.bots):
        shut.update(field.near(cell, reach) if bot % 2 == team else (cell,))
    return tuple(field.sorted([cell for cell in field.inner[team] if cell not in shut]))


def settled(state: State) -> State:
    """Return the state without dots that are due and can go nowhere."""
    return state if not state.due or places(state) else dataclasses.replace(state, due=())


def relocated(state: State, cell: int) -> State:
    """Return the state after the dot that is due first went to a `cell`."""
    team = state.turn % 2
    gone, *due = state.due
    dots = state.food[team] - {gone} | {cell}
    food = (dots, state.food[1]) if team == 0 else (state.food[0], dots)
    ages = forgotten(state.ages, team, gone)
    return settled(dataclasses.replace(state, food=food, ages=ages, due=tuple(due)))


def forgotten(ages: Ages, team: int, cell: int) -> Ages:
    """Return the `ages` without the age of a dot of a `team` that is gone from its `cell`."""
    return _of_team(ages, team, [dot for dot in ages[team] if dot.cell != cell])


def _of_team(ages: Ages, team: int, dots: list[DotAge]) -> Ages:
    return (tuple(dots), ages[1]) if team == 0 else (ages[0], tuple(dots))
