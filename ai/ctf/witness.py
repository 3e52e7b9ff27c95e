"""A team's conclusions about its unseen enemies from one view to the next.

Between two views exactly one enemy moves. A `Witness` reads the views of a team one after the other
and gives the evidence about each enemy for any tracker: whether it was sent to its start cell, the
cells where it cannot have been before it moved, whether it moved, and the likelihood of the new
view with it on each cell. These are the five facts of the exact filter: catches, eaten dots, cells
shut by dots and own bots, the ghost that caught an own bot, and the reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from ai.belief.graph import BadBelief, Indices, MazeGraph, Vector
from games.ctf.maze import MOVES, Dots, Field
from games.ctf.rules.moving import moved
from games.ctf.rules.sensing import enemies_of
from games.ctf.rules.state import UNKNOWN, EnemyReading, State
from games.ctf.rulesets import CtfRules

Pair = tuple[int, int]
_AHEAD: Final = 4
"""Of a match whose length is not known this many moves are surely left."""


class Glance(NamedTuple):
    """The view of a team when one of its bots is to move; its own side first.

    `own` are the cells of its bots, `readings` the readings of its enemies, the lower bot first.
    """

    moves: int
    own: Pair
    readings: tuple[EnemyReading, EnemyReading]
    food: Dots
    score: Pair
    deaths: tuple[Pair, Pair]
    killed: tuple[tuple[bool, bool], tuple[bool, bool]]


class Evidence(NamedTuple):
    """The evidence of one glance about one enemy, in the order in which a tracker takes it in.

    `sent`: our move caught it, so it is on its start cell. `shut` are the cells where it would have
    met our move. `moved`: then it moved once. `home`: it was caught after that, and is on its start
    cell. `likelihood`, shape (n,), is the likelihood of the glance with it on each cell.
    """

    sent: bool
    shut: tuple[int, ...]
    moved: bool
    home: bool
    likelihood: Vector


def glance_of(view: State, seat: int) -> Glance:
    """Return the glance in the view of a `seat` that is to move."""
    team, other = seat % 2, 1 - seat % 2
    first, second = view.readings
    return Glance(
        view.moves,
        (view.bots[team], view.bots[team + 2]),
        (first, second),
        (view.food[team], view.food[other]),
        (view.score[team], view.score[other]),
        tuple((view.deaths[side], view.deaths[side + 2]) for side in (team, other)),  # type: ignore[arg-type]
        tuple((view.killed[side], view.killed[side + 2]) for side in (team, other)),  # type: ignore[arg-type]
    )


def view_from(glance: Glance, field: Field, rules: CtfRules, team: int) -> State:
    """Return the view of a `team` that a glance stands for; whom it does not see is `UNKNOWN`.

    Its length is unknown and set to more moves than were made; dots have no ages.
    """
    bots, deaths = [UNKNOWN] * 4, [0] * 4
    for place, enemy in enumerate(enemies_of(team)):
        mate = team + 2 * place
        reading = glance.readings[place]
        bots[mate] = glance.own[place]
        bots[enemy] = reading.value if reading.kind == "seen" else UNKNOWN
        deaths[mate], deaths[enemy] = glance.deaths[0][place], glance.deaths[1][place]
    first, second = (glance.food[side] for side in (team, 1 - team))
    return State(
        field,
        rules,
        glance.moves + _AHEAD,
        glance.moves,
        (bots[0], bots[1], bots[2], bots[3]),
        (first, second),
        (glance.score[team], glance.score[1 - team]),
        (deaths[0], deaths[1], deaths[2], deaths[3]),
        readings=glance.readings,
    )


class Witness:
    """Reads the glances of one `team` in a `field`; see the module."""

    def __init__(self, field: Field, rules: CtfRules, team: int, graph: MazeGraph) -> None:
        self.field, self.rules, self.team = field, rules, team
        self.enemies = enemies_of(team)
        self.starts = field.starts[self.enemies[0]], field.starts[self.enemies[1]]
        self.last: Glance | None = None
        self._graph = graph
        self._share = 1.0 / np.array(
            [len(field.near(cell, rules.noise)) for cell in range(graph.n_cells)], dtype=float
        )

    def read(self, now: Glance, move: str | None) -> tuple[Evidence, Evidence]:
        """Return the evidence of a glance about both enemies; `move` is our bot's move since the
        last one.
        """
        last, self.last = self.last, now
        mover = (now.moves - 1) % 4 if now.moves else UNKNOWN
        if last is None:
            after, caught, fault, last = now.own, (0, 0), (0, 0), now
        else:
            after, caught, fault = self._our_move(last, move)
        found = []
        for place, enemy in enumerate(self.enemies):
            died = now.deaths[1][place] - last.deaths[1][place] - caught[place]
            likelihood = self.heard(now, place)
            if enemy == mover and not died:
                fell = [
                    after[own]
                    for own in (0, 1)
                    if now.deaths[0][own] - last.deaths[0][own] - fault[own] > 0
                ]
                self._met(likelihood, last, now, fell)
            found.append(Evidence(bool(caught[place]), after, enemy == mover, died > 0, likelihood))
        return found[0], found[1]

    def _our_move(self, last: Glance, move: str | None) -> tuple[Pair, Pair, Pair]:
        """Return our bots' cells after our own move, the catches of each enemy, and the catches of
        ours.

        Bots that meet on it were in sight, so that the rules themselves give the result.
        """
        if move not in MOVES:
            raise BadBelief(
                f"{str(move)[:20]!r} is no move; a move is up, right, down, left or stay."
            )
        bot = last.moves % 4
        before = view_from(last, self.field, self.rules, self.team)
        cell = self.field.ways[before.bots[bot]][MOVES.index(move)]
        if cell < 0:
            raise BadBelief(f"There is a wall {move} of bot {bot}; it cannot have moved there.")
        after, _ = moved(before, cell)
        own = after.bots[self.team], after.bots[self.team + 2]
        fault = (
            after.deaths[self.team] - before.deaths[self.team],
            after.deaths[self.team + 2] - before.deaths[self.team + 2],
        )
        first, second = (after.deaths[enemy] - before.deaths[enemy] for enemy in self.enemies)
        return own, (first, second), fault

    def heard(self, now: Glance, place: int) -> Vector:
        """Return of the reading of one enemy; 0 where it would stand on our dots or bots."""
        kind, value = now.readings[place]
        if kind == "seen":
            likelihood = np.zeros(self._graph.n_cells)
            likelihood[value] = 1.0
        else:
            likelihood = self._told(kind, value, now)
            likelihood[list(now.food[0])] = 0.0
        likelihood[list(now.own)] = 0.0
        return likelihood

    def _told(self, kind: str, value: int, now: Glance) -> Vector:
        rules, index = self.rules, now.moves % 4 // 2
        hidden = self._apart(now.own[index]) > rules.sight
        if rules.shared:
            hidden &= self._apart(now.own[1 - index]) > rules.sight
        if kind == "z":
            near = np.abs(value - self._apart(now.own[index])) <= rules.noise
            return np.asarray(hidden & near, dtype=float) / (2 * rules.noise + 1)
        return np.where(hidden & (self._apart(value) <= rules.noise), self._share, 0.0)

    def _apart(self, cell: int) -> Indices:
        return self._graph.manhattan(self.field.cells[cell])

    def _met(self, likelihood: Vector, last: Glance, now: Glance, fell: list[int]) -> None:
        """Leave only where the enemy that moved can be, by what it ate and where ours `fell`."""
        catches = sum(now.deaths[0]) - sum(last.deaths[0])
        eaten = now.score[1] - last.score[1] - self.rules.catch * catches
        if eaten > 0:
            _only(likelihood, list(last.food[0] - now.food[0]))
        if fell:
            _only(likelihood, fell)


def _only(likelihood: Vector, cells: Sequence[int]) -> None:
    """Set all other cells than these to 0."""
    kept = likelihood[list(cells)]
    likelihood[:] = 0.0
    likelihood[list(cells)] = kept
