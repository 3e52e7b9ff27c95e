"""The plain form of capture-the-flag. Cells are places [x, y]; lists of them are in that order."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from games.core import Event
from games.ctf.maze import Field
from games.ctf.rules.game import GAME, HEARD
from games.ctf.rules.state import EnemyReading, State
from games.plain import Plain, PlainForm

_CELLS = ("cell", "from", "to")
"""Fields of events that hold a cell."""


class Form(PlainForm):
    """A team sees its own half of the truth, and hears its enemies at its own turns."""

    @functools.cached_property
    def _field(self) -> Field:
        """The maze of the match."""
        return GAME.new(self.params).field

    def seen(self, view: State, seat: int) -> Plain:
        """Return the maze, and what the seat's team may know, its own side first."""
        team, rules = seat % 2, view.rules
        heard = view.readings if view.turn % 2 == team else ()
        return {
            "rules": rules.id,
            "layout": list(view.field.maze.rows),
            "max_moves": view.length,
            "sight": rules.sight,
            "noise": rules.noise,
            **team_seen(view, team, heard),
            "ages": [[*at(view.field, dot.cell), dot.age] for dot in view.ages[team]],
            "over": view.over,
            **({"order": view.orders[team]} if view.orders[team] else {}),
        }

    def data(self, event: Event) -> Plain:
        """Return the fields of an event, its cells as places and its readings as in a view."""
        found = super().data(event)
        for name in _CELLS:
            if name in found:
                found[name] = at(self._field, event.data[name])
        if event.kind == "heard":
            found["readings"] = [reading_plain(self._field, r) for r in event.data["readings"]]
        return found


def team_seen(state: State, team: int, readings: Sequence[EnemyReading]) -> Plain:
    """Return what a `team` may know with these `readings` of its enemies, its own side first."""
    field, sides = state.field, (team, 1 - team)
    own = [(side, side + 2) for side in sides]
    whole = len(readings) == HEARD
    return {
        "moves": state.moves,
        "own": [at(field, state.bots[bot]) for bot in own[0]],
        "enemy": [reading_plain(field, r) for r in readings] if whole else [None] * HEARD,
        "food": [spots(field, state.food[side]) for side in sides],
        "score": [state.score[side] for side in sides],
        "deaths": [[state.deaths[bot] for bot in bots] for bots in own],
        "killed": [[state.killed[bot] for bot in bots] for bots in own],
    }


def at(field: Field, cell: int) -> list[int]:
    """Return the place of a `cell`."""
    return list(field.cells[cell])


def spots(field: Field, cells: Sequence[int] | frozenset[int]) -> list[list[int]]:
    """Return the places of these cells, in the order of [x, y]."""
    return [at(field, cell) for cell in field.sorted(cells)]


def reading_plain(field: Field, reading: EnemyReading) -> Plain:
    """Return a reading: {"seen": place}, {"z": distance} or {"near": place}."""
    kind, value = reading
    return {kind: value if kind == "z" else at(field, value)}
