"""The decision of `sensei`: plans of its own against plans of the enemy, as a matrix of gains.

Rows are own plans in several tempers, columns are possible launches of the enemy. A cell is the
learned chance to win of the outlook with both launches, less the chance of the steady plan, which
is the planner's. So the gain over plain planning is weighed. Columns weigh by their success in
foreseeing the enemy so far: with the probability `trust` the enemy does as the columns say, else
the worst (M. Johanson, M. Zinkevich, M. Bowling, "Computing robust counter-strategies", 2007). The
row player's equilibrium of that game is played. Then single targets are left out of the plan or
taken over from other plans, where the chance grows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.planetwars.outlook import Launch, PlanetsAhead
from ai.planetwars.planner import FleetPlan, Temper, orders_of, plan, strength_of
from ai.planetwars.starters import RULES
from ai.planetwars.value import Value
from ai.zerosum.equilibrium import as_payoff, equilibrium
from games.planetwars.engine.state import FIRST, SECOND, Orders, State, turned
from games.streams import Stream

Floats = npt.NDArray[np.float64]
Launches = tuple[Launch, ...]
ROWS: Final[dict[str, Temper]] = {
    "steady": Temper(),
    "bold": Temper(fear=0.0),
    "careful": Temper(fear=1.0),
    "greedy": Temper(patience=40),
    "thrifty": Temper(patience=15),
    "hurried": Temper(waits=False),
    "strong": Temper(extra=0.2, fear=0.5),
    "daring": Temper(fear=0.0, answer=0.3),
    "still": Temper(flows=False),
}
"""The tempers of the own plans, by a word for each."""
COLUMNS: Final = ("steady", "bold", "careful", "greedy", "thrifty", "daring", "hurried")
"""The tempers of the enemy's plans."""
STARTERS: Final = ("bully", "prospector", "dual", "rage")
"""The starters that the enemy may be."""
STEP: Final = 1 / 4096
"""Chances are rounded to this before the matrix is solved."""
MARGIN: Final = 0.01
"""Another plan than the steady one, or a change of it, has to add this much of a win."""
TRIES: Final = 24
"""Changes of the plan that are looked at, at most."""


class Decided(NamedTuple):
    """A turn's decision with its reasons.

    - `launches`: the launches of the row `chosen`, with changes that gain.
    - `chance`: the chance to win against the expected columns.
    - `plans`: the rows by their words; `chances`: (rows, columns); `mix`: the equilibrium.
    - `columns`: launches of the enemy by their words; `expected`: their probabilities.
    - `worst`: the column with the lowest chance.
    """

    launches: Launches
    chosen: str
    chance: float
    plans: dict[str, FleetPlan]
    chances: Floats
    mix: tuple[float, ...]
    columns: dict[str, Launches]
    expected: Floats
    worst: str

    @property
    def orders(self) -> Orders:
        """The orders of the present turn."""
        return orders_of(self.launches)


def enemy_launches(view: State, outlook: PlanetsAhead, rng: Stream) -> dict[str, Launches]:
    """Return possible launches of the enemy of a `view`, by the word of the column."""
    strength = strength_of(outlook, SECOND)
    found = {word: plan(outlook, SECOND, ROWS[word], strength).launches for word in COLUMNS}
    theirs = turned(view)
    for name in STARTERS:
        found[name] = tuple(Launch(*order) for order in RULES[name](theirs, rng).orders)
    found["nothing"] = ()
    return found


def decide(
    view: State, value: Value, weights: Callable[[str], float], trust: float, rng: Stream
) -> Decided:
    """Return the decision for a `view`, with the `weights` of the columns by their words.

    `trust` in 0..1 is the share of the expected columns; the worst column has the rest.
    """
    outlook = PlanetsAhead(view)
    strength = strength_of(outlook, FIRST)
    plans = {word: plan(outlook, FIRST, temper, strength) for word, temper in ROWS.items()}
    plans = _distinct(plans) or plans
    columns = enemy_launches(view, outlook, rng)
    prior = np.array([weights(word) for word in columns])
    prior /= prior.sum()
    cells = _Cells(outlook, columns, value, view.turn)
    chances = np.array([cells.of(each.launches) for each in plans.values()])
    gains = chances - chances[0] - np.where(np.arange(len(plans)) > 0, MARGIN, 0.0)[:, None]
    tilted = trust * (gains @ prior)[:, None] + (1 - trust) * gains
    solved = equilibrium(as_payoff((np.round(tilted / STEP) * STEP).tolist()))
    expected = trust * prior + (1 - trust) * np.array(solved.reply)
    words = list(plans)
    chosen = words[_drawn(solved.strategy, rng)]
    launches, row = _bettered(plans[chosen].launches, plans, cells, expected, trust, outlook)
    return Decided(
        *(launches, chosen, float(row @ expected), plans, chances, solved.strategy, columns),
        *(expected, list(columns)[int(row.argmin())]),
    )


class _Cells:
    """The chances of orders of its own against each column; equal columns are worked out once."""

    def __init__(
        self, outlook: PlanetsAhead, columns: dict[str, Launches], value: Value, turn: int
    ) -> None:
        self._value, self._turn = value, turn
        kinds = list(dict.fromkeys(map(_kind, columns.values())))
        self._index = [kinds.index(_kind(each)) for each in columns.values()]
        self._futures = [outlook.with_launches(kind, SECOND) for kind in kinds]
        self._known: dict[Launches, Floats] = {}

    def of(self, launches: Iterable[Launch]) -> Floats:
        """Return the chances of `launches` against the columns."""
        kind = _kind(launches)
        if kind not in self._known:
            row = [self._value(f.with_launches(kind, FIRST), self._turn) for f in self._futures]
            self._known[kind] = np.array(row)[self._index]
        return self._known[kind]


def _kind(launches: Iterable[Launch]) -> Launches:
    return tuple(sorted(launches))


def _distinct(plans: dict[str, FleetPlan]) -> dict[str, FleetPlan]:
    """Return the plans that differ in their orders, each under its first word."""
    found: dict[Launches, str] = {}
    for word, each in plans.items():
        found.setdefault(_kind(each.launches), word)
    found.setdefault((), "nothing")
    return {word: plans.get(word, FleetPlan(())) for word in found.values()}


def _drawn(mix: Sequence[float], rng: Stream) -> int:
    """Return an index by lot, with the probabilities of a `mix`."""
    lot, last = rng.random(), 0
    for index, share in enumerate(mix):
        if share > 0:
            last = index
            lot -= share
            if lot < 0:
                break
    return last


def _bettered(
    launches: Launches,
    plans: dict[str, FleetPlan],
    cells: _Cells,
    expected: Floats,
    trust: float,
    outlook: PlanetsAhead,
) -> tuple[Launches, Floats]:
    """Return `launches` after changes of single targets that gain, with their row of chances."""
    row, tries = cells.of(launches), TRIES
    known = {_kind(launches)}
    while tries > 0:
        changed = {_kind(each) for each in _changes(launches, plans, outlook)} - known
        looked = sorted(changed)[:tries]
        if not looked:
            break
        tries -= len(looked)
        known.update(looked)
        rows = [cells.of(each) for each in looked]
        best = max(range(len(rows)), key=lambda n: float(rows[n] @ expected))
        gain = rows[best] - row
        if trust * float(gain @ expected) + (1 - trust) * float(gain.min()) < MARGIN:
            break
        launches, row = looked[best], rows[best]
    return launches, row


def _changes(
    launches: Launches, plans: dict[str, FleetPlan], outlook: PlanetsAhead
) -> Iterable[Launches]:
    """Yield `launches` without one of their targets, and with one of another plan's."""
    targets = {each.target for each in launches}
    for target in sorted(targets):
        yield tuple(each for each in launches if each.target != target)
    here = {each.source: outlook.now[each.source][1] for each in launches}
    for each in launches:
        here[each.source] -= each.ships
    for other in plans.values():
        for target in sorted({each.target for each in other.launches} - targets):
            added = tuple(each for each in other.launches if each.target == target)
            asked: dict[int, int] = {}
            for each in added:
                asked[each.source] = asked.get(each.source, 0) + each.ships
            left = (here.get(source, outlook.now[source][1]) for source in asked)
            if all(ships <= most for ships, most in zip(asked.values(), left, strict=True)):
                yield launches + added
