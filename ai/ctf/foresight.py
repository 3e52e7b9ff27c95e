"""Foresight: many matches played on at once, from enemies' places drawn from a belief.

Rows of arrays are matches. They differ in the enemies' places, drawn from the posteriors, in
whether an enemy gives chase everywhere or only to bots that come near, in whether it comes for our
dots, and in the plan that one of our bots follows. Beyond that all bots go by one simple policy. A
ghost goes after intruders within its reach. All others go to the next dot of their order (ours) or
to the nearest that the mate is not after (theirs), and keep off ghosts. A bot that does not come
stays where it is. Dots that are left count by the time at which they would be eaten. Only the
belief informs a match about an enemy's place.

The points still to come where playing on stops follow from the team that reaches each dot, when,
and from the lead (`arrivals`, `worth`). The match ends when the dots of one side are all eaten;
later dots do not count.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.belief.graph import Vector
from ai.ctf.danger import steps_table
from games.ctf.maze import Field
from games.ctf.rules.state import BOTS, State

DOT_LATER: Final = 0.98
"""What a dot is worth a round later."""
CLOSE: Final = 3.0
"""Points of lead in the end that are nearly a win: tanh(1) of one."""
WIN: Final = 6.0
"""Points that a win is worth. All of these were chosen by small tournaments."""
NEVER: Final = 1e6
"""Rounds that no match has."""


def arrivals(
    steps: NDArray[np.int16],
    lies: NDArray[np.bool_],
    dots: NDArray[np.intp],
    ways: Sequence[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.bool_]]],
) -> Vector:
    """Return the round in which each dot is reached, infinity for dots that are gone; (rows, dots).

    `steps` are the moves from cell to cell, `lies` (rows, dots) is True for the `dots`, cells, that
    lie there, and `ways` has of each bot its cells (rows,), the order in which it goes over dots,
    by their place in `dots`, and whether it goes at all (rows,): where not, they are reached NEVER.
    """
    found = np.full(lies.shape, np.inf)
    for cells, order, goes in ways:
        at, rounds = cells, np.zeros(len(cells))
        for dot in order:
            here, cell = lies[:, dot], dots[dot]
            rounds = np.where(here, rounds + steps[at, cell], rounds)
            at = np.where(here, cell, at)
            found[:, dot] = np.where(here, np.where(goes, rounds, NEVER), np.inf)
    return found


def worth(ours: Vector, theirs: Vector, lead: NDArray[np.number[Any]], left: float) -> Vector:
    """Return points that the rest of a match is worth, shape (rows,), a likely win among them.

    `ours` and `theirs` are the `arrivals` of both teams, `left` the rounds until the match is over
    at the latest.
    """
    end = np.minimum(np.minimum(_last(ours), _last(theirs)), left)[:, None]
    dots = (DOT_LATER ** np.where(ours <= end, ours, np.inf)).sum(axis=1)
    dots -= (DOT_LATER ** np.where(theirs <= end, theirs, np.inf)).sum(axis=1)
    then = lead + (ours <= end).sum(axis=1) - (theirs <= end).sum(axis=1)
    return np.asarray(dots + WIN * np.tanh(then / CLOSE))


def _last(times: Vector) -> Vector:
    """Return when the last of the dots is reached, shape (rows,): 0 where none is left."""
    reached = np.where(np.isfinite(times), times, 0.0)
    return np.asarray(reached.max(axis=1, initial=0.0))


Whole = NDArray[np.intp]
Steps = NDArray[np.int16]
Truths = NDArray[np.bool_]

NOBODY: Final = -1
FAR: Final = 10_000
"""Beyond every way in a field."""
DANGER: Final = np.array([60, 60, 8, 3, 0], dtype=np.int16)
"""How many moves a bot goes round a cell that a ghost is 0, 1, 2, ... moves from."""
CONTESTED: Final = 6
"""How many moves farther away a dot counts that a ghost is nearer to."""
TAKEN: Final = 200
"""The same of a dot that the mate goes to, and is nearer to."""
NEAR_BY, ANYWHERE = 3, 200
"""So many moves away an enemy gives chase."""
ABROAD: Final = 1
"""So many moves away an enemy turns back from our half, where a catch brings points, that does not
give chase everywhere: who raids goes on."""
REACH: Final = 3.0
"""So many moves away one of ours turns back for an intruder."""
REACH_OF_A_POINT: Final = 0.3
"""So many more for each point that a catch brings."""
LATER: Final = 0.995
"""What a point is worth a move of one bot later. All of these were chosen by small tournaments."""
_STRIDES: Final = (0.6180339887, 0.7548776662, 0.5698402910, 0.8191725134, 0.6710436067)
"""Of sequences that spread evenly over 0..1, whatever their length: the golden ratio's, and those
of R. L. Graham's and Roberts's kind for two and three dimensions."""


class Plan(NamedTuple):
    """A plan of a bot: step onto a `cell` now, then go to `goal`, or after enemy `prey` (0 or 1)
    while that is in its half. Without either, and at the goal, it goes by the common policy.
    """

    kind: str
    cell: int
    goal: int = NOBODY
    prey: int = NOBODY


class Outlook(NamedTuple):
    """The consequences of plans, shape (plans,) each: points gained over the other team, the
    probability that the bot is caught, and dots that it eats.

    `leads`, shape (plans, samples), are the points that its team is ahead in each match.
    """

    gain: Vector
    risk: Vector
    dots: Vector
    leads: Vector


class Tables:
    """Tables of a field: moves from cell to cell (n, n), the cell that each move leads to (n, 5;
    none at a wall), the team at home on each cell (n,), and the start of each bot.
    """

    def __init__(self, field: Field) -> None:
        self.steps: Steps = steps_table(field).astype(np.int16)
        ways = np.array(field.ways)
        self.ways: Whole = np.where(ways < 0, np.arange(len(ways))[:, None], ways)
        self.home = np.array(field.home)
        self.starts = field.starts


@functools.lru_cache(maxsize=16)
def tables_of(field: Field) -> Tables:
    """Return the tables of a `field`, kept for the next who asks."""
    return Tables(field)


def drawn(belief: Vector, quantiles: Vector) -> Whole:
    """Return the cells at these `quantiles` (0..1) of a belief, cells in their order."""
    rising = np.cumsum(belief)
    found = np.searchsorted(rising, quantiles * rising[-1], side="right")
    return np.asarray(np.minimum(found, len(belief) - 1))


class Guess(NamedTuple):
    """The belief about one enemy: its place (n,), the probability that it gives chase everywhere,
    and that it comes for dots. An enemy that does not come stays where it is except for the chase.
    """

    belief: Vector
    chases: float
    comes: float = 1.0


class Futures:
    """For each of `plans` as many matches as `samples`, all from the same places; see the module.

    `view` belongs to `seat`, which is to move; `left` are the moves until the end of the match.
    """

    def __init__(
        self,
        view: State,
        seat: int,
        enemies: Sequence[Guess],
        plans: Sequence[Plan],
        samples: int,
        left: int,
        orders: Sequence[Sequence[int]],
    ) -> None:
        """`orders` are the cells of the dots that each of the four bots goes over."""
        self.tables = tables_of(view.field)
        self.catch = view.rules.catch
        self.seat = seat
        self.shape, self.left = (len(plans), samples), left
        plan = np.repeat(np.arange(len(plans)), samples)
        self.rows = np.arange(len(plan))
        self.first, self.goal, self.prey = (
            np.array([part[column] for part in plans])[plan] for column in (1, 2, 3)
        )
        self.bots = [self._all(cell) for cell in view.bots]
        self.reach = [np.full(len(plan), self._own_reach()) for _ in BOTS]
        self.comes = [np.ones(len(plan), dtype=bool) for _ in BOTS]
        self._place(enemies)
        self._lay(view, orders)
        self.lead = self._all(view.score[self.team] - view.score[1 - self.team])
        self.gain, self.weight = np.zeros(len(plan)), 1.0
        self.caught, self.eaten = np.zeros(len(plan), dtype=bool), np.zeros(len(plan))
        self.over = np.zeros(len(plan), dtype=bool)

    @property
    def team(self) -> int:
        """The team of the bot that has plans."""
        return self.seat % 2

    def _all(self, value: int) -> Whole:
        return np.full(len(self.rows), value)

    def _own_reach(self) -> float:
        return REACH + REACH_OF_A_POINT * self.catch

    def _place(self, enemies: Sequence[Guess]) -> None:
        """Put the enemies of every sample somewhere; some give chase, and some come for dots."""
        plans, samples = self.shape
        number: Vector = np.arange(samples, dtype=float) + 0.5
        places = number / samples, number * _STRIDES[0] % 1.0
        for place, guess in enumerate(enemies):
            bot = 1 - self.team + 2 * place
            self.bots[bot] = np.tile(drawn(guess.belief, places[place]), plans)
            chases = number * _STRIDES[1 + place] % 1.0 < guess.chases
            reach = np.where(chases, float(ANYWHERE), float(NEAR_BY))
            self.reach[bot] = np.tile(reach, plans)
            self.comes[bot] = np.tile(number * _STRIDES[3 + place] % 1.0 < guess.comes, plans)

    def _lay(self, view: State, orders: Sequence[Sequence[int]]) -> None:
        """Lay the dots of both teams, and have no bot go to one; `tours` are the orders in which
        each goes over those that lie."""
        self.dots = [np.array(sorted(view.food[team]), dtype=np.intp) for team in (0, 1)]
        self.to_dots = [self.tables.steps[:, dots] for dots in self.dots]
        self.gone = [np.zeros((len(self.rows), len(dots)), dtype=np.int16) for dots in self.dots]
        self.left_over = [self._all(len(dots)) for dots in self.dots]
        self.number = [np.full(len(view.field.cells), NOBODY) for _ in self.dots]
        for number, dots in zip(self.number, self.dots, strict=True):
            number[dots] = np.arange(len(dots))
        self.target = [self._all(0) for _ in BOTS]
        self.aims = [np.zeros(len(self.rows), dtype=bool) for _ in BOTS]
        self.tours = [
            self.number[1 - bot % 2][np.array(order, dtype=np.intp)]
            for bot, order in zip(BOTS, orders, strict=True)
        ]

    def outlook(self, moves: int) -> Outlook:
        """Return the consequences of each plan within `moves` of all bots together."""
        self._step(self.seat, self.first)
        played = min(moves, self.left)
        for number in range(1, played):
            self.weight *= LATER
            bot = (self.seat + number) % len(BOTS)
            self._step(bot, self._choice(bot))
        gain, risk, dots = map(self._of_plans, (self._worth(played), self.caught, self.eaten))
        return Outlook(gain, risk, dots, self.lead.reshape(self.shape).astype(float))

    def _of_plans(self, values: Vector | Truths) -> Vector:
        return np.asarray(values.reshape(self.shape).mean(axis=1), dtype=float)

    # -- who goes where ------------------------------------------------------------------

    def _choice(self, bot: int) -> Whole:
        """Return the step towards where a bot wants to go, ghosts avoided."""
        goal = self._wish(bot)
        cells = self.tables.ways[self.bots[bot]]
        cost = self.tables.steps[cells, goal[:, None]] + self._danger(bot, cells)
        return np.asarray(cells[self.rows, cost.argmin(axis=1)])

    def _danger(self, bot: int, cells: Whole) -> Steps:
        """Return the extra moves that each of these `cells` counts for a bot, shape (rows, 5)."""
        team, here, home = bot % 2, self.bots[bot], self.tables.home
        total = np.zeros(cells.shape, dtype=np.int16)
        for ghost in (self.bots[1 - team], self.bots[3 - team]):
            close = (self.tables.steps[here, ghost] < len(DANGER)) & (home[ghost] != team)
            rows = np.flatnonzero(close)
            if len(rows):
                near = cells[rows]
                apart = self.tables.steps[near, ghost[rows][:, None]]
                total[rows] += DANGER[np.minimum(apart, len(DANGER) - 1)] * (home[near] != team)
        return total

    def _wish(self, bot: int) -> Whole:
        """Return the cell that a bot goes to: an intruder's within reach, a dot's, or its own."""
        prey, apart = self._intruder(bot)
        rest = np.where(self.comes[bot], self._dot(bot), self.bots[bot])
        reach = self.reach[bot]
        if self.catch and bot % 2 != self.team:
            raids = (self.tables.home[self.bots[bot]] == self.team) & (reach < ANYWHERE)
            reach = np.where(raids, ABROAD, reach)
        goal = np.where(apart <= reach, prey, rest)
        return self._planned(goal) if bot == self.seat else goal

    def _planned(self, goal: Whole) -> Whole:
        """Return the goals by the plans, and `goal` where a plan has none."""
        self.goal = np.where(self.bots[self.seat] == self.goal, NOBODY, self.goal)
        goal = np.where(self.goal >= 0, self.goal, goal)
        for place in (0, 1):
            enemy = self.bots[1 - self.team + 2 * place]
            hunted = (self.prey == place) & (self.tables.home[enemy] == self.team)
            goal = np.where(hunted, enemy, goal)
        return goal

    def _intruder(self, bot: int) -> tuple[Whole, Steps]:
        """Return the nearest enemy in a bot's half that its mate is not nearer to, and how far it
        is.
        """
        team, here, mate = bot % 2, self.bots[bot], self.bots[(bot + 2) % 4]
        best, apart = here, np.full(len(self.rows), FAR, dtype=np.int16)
        for enemy in (self.bots[1 - team], self.bots[3 - team]):
            own, other = self.tables.steps[here, enemy], self.tables.steps[mate, enemy]
            nearest = (self.tables.home[enemy] == team) & (own <= other) & (own < apart)
            best, apart = np.where(nearest, enemy, best), np.where(nearest, own, apart)
        return best, apart

    def _dot(self, bot: int) -> Whole:
        """Return the dot that a bot goes to: it stays with one until that is gone."""
        dots, target = 1 - bot % 2, self.target[bot]
        free = self.aims[bot] & (self.gone[dots][self.rows, target] == 0) | ~self.comes[bot]
        if not free.all():
            self._aim(bot, np.flatnonzero(~free))
        return np.asarray(self.dots[dots][target])

    def _aim(self, bot: int, rows: Whole) -> None:
        """Choose a dot as the goal in these `rows`.

        Our bots aim at the next dot of their order. All others, and a bot that is through with its
        order, aim at the nearest dot to which the mate on its way is not nearer.
        """
        team, mate = bot % 2, (bot + 2) % 4
        if team == self.team:
            rows = self._aim_in_order(bot, rows)
        dots, order = 1 - team, np.arange(len(rows))
        far = self.to_dots[dots]
        steps, taken = far[self.bots[bot][rows]], self.target[mate][rows]
        cost = steps + self.gone[dots][rows]
        theirs = steps[order, taken] >= far[self.bots[mate][rows], taken]
        cost[order, taken] += (self.aims[mate][rows] & theirs).astype(np.int16) * TAKEN
        for enemy in (self.bots[1 - team], self.bots[3 - team]):
            ghost = enemy[rows]
            guards = self.tables.home[ghost] != team
            if guards.any():
                cost += ((far[ghost] <= steps) & guards[:, None]).astype(np.int16) * CONTESTED
        chosen = cost.argmin(axis=1)
        self.target[bot][rows] = chosen
        self.aims[bot][rows] = self.gone[dots][rows, chosen] == 0

    def _aim_in_order(self, bot: int, rows: Whole) -> Whole:
        """In these `rows` aim at the next dot of a bot's order; returns the others."""
        tour = self.tours[bot]
        if not len(tour):
            return rows
        lies = self.gone[1 - bot % 2][rows][:, tour] == 0
        next_one = lies.argmax(axis=1)
        found = lies[np.arange(len(rows)), next_one]
        self.target[bot][rows[found]] = tour[next_one[found]]
        self.aims[bot][rows[found]] = True
        return np.asarray(rows[~found])

    # -- the rules -----------------------------------------------------------------------

    def _step(self, bot: int, cells: Whole) -> None:
        """Move a bot to these `cells`; a match that is over does not change any more."""
        live = ~self.over
        self.bots[bot] = np.where(live, cells, self.bots[bot])
        self._eat(bot, live)
        self._catch(bot, live)
        ended = np.flatnonzero(live & ((self.left_over[0] == 0) | (self.left_over[1] == 0)))
        self.over[ended] = True
        self.gain[ended] += WIN * self.weight * np.sign(self.lead[ended])

    def _eat(self, bot: int, live: Truths) -> None:
        dots = 1 - bot % 2
        number = self.number[dots][self.bots[bot]]
        rows = np.flatnonzero(live & (number >= 0))
        rows = rows[self.gone[dots][rows, number[rows]] == 0]
        if len(rows):
            self.gone[dots][rows, number[rows]] = FAR
            self.left_over[dots][rows] -= 1
            self._earn(bot % 2, rows, 1)
            if bot == self.seat:
                self.eaten[rows] += 1.0

    def _catch(self, bot: int, live: Truths) -> None:
        """Whoever meets: the one that is not at home goes to its start cell."""
        team, here = bot % 2, self.bots[bot]
        at_home = self.tables.home[here] == team
        for enemy in (1 - team, 3 - team):
            met = live & (self.bots[enemy] == here)
            if not met.any():
                continue
            for caught, lost in ((enemy, met & at_home), (bot, met & ~at_home)):
                self._send_home(caught, np.flatnonzero(lost))
            live = live & ~met

    def _send_home(self, caught: int, rows: Whole) -> None:
        """In these `rows` a bot was caught."""
        if len(rows):
            self.bots[caught][rows] = self.tables.starts[caught]
            self._earn(1 - caught % 2, rows, self.catch)
            self.caught[rows] |= caught == self.seat

    def _earn(self, team: int, rows: Whole, points: int) -> None:
        sign = 1 if team == self.team else -1
        self.lead[rows] += sign * points
        self.gain[rows] += sign * points * self.weight

    # -- what it is worth ----------------------------------------------------------------

    def _worth(self, played: int) -> Vector:
        """Return the points gained, early ones more, and those to come after `played` moves."""
        ours, theirs = self._to_come(self.team), self._to_come(1 - self.team)
        later = worth(ours, theirs, self.lead, (self.left - played) / len(BOTS))
        return self.gain + np.where(self.over, 0.0, later * self.weight)

    def _to_come(self, team: int) -> Vector:
        """Return when the bots of a `team` reach each dot of the others in their order."""
        ways = [(self.bots[bot], self.tours[bot], self.comes[bot]) for bot in (team, team + 2)]
        lies = self.gone[1 - team] == 0
        return arrivals(self.tables.steps, lies, self.dots[1 - team], ways)
