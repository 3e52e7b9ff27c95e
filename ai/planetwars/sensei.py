"""`sensei`: plays the equilibrium of plans against plans, and learns its enemy during the match.

After each turn the enemy's orders are compared with the orders that each column of the matrix had
foreseen. Columns that explain the enemy weigh more in the next turns. The trust in them grows with
the share of the orders that they explain.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

import numpy as np

from ai.core import Agent
from ai.planetwars.matrix import Decided, decide, enemy_launches
from ai.planetwars.outlook import PlanetsAhead
from ai.planetwars.planner import FleetPlan, orders_of
from ai.planetwars.planning import SHOWN, plan_figures, told
from ai.planetwars.value import VALUE
from games.core import Decision, Event, Game, Limit
from games.mind import Bars, Lines, Mind, Note, Series
from games.planetwars.engine.orders import written
from games.planetwars.engine.state import Orders, State
from games.planetwars.engine.turns import apply
from games.spec import Params
from games.streams import Stream

EXPLAINS: Final[dict[str, str]] = {
    "steady": "a planner",
    "bold": "a planner without fear",
    "careful": "a careful planner",
    "greedy": "a planner that looks far ahead",
    "thrifty": "a thrifty planner",
    "hurried": "a hurried planner",
    "daring": "a planner that fears no answer",
    "bully": "Bully",
    "prospector": "Prospector",
    "dual": "Dual",
    "rage": "Rage",
    "nothing": "somebody who waits",
}
"""What each column of the matrix would make of the enemy."""
FADE: Final = 0.9
"""The weight of a turn falls to this with every turn after it."""
SHARP: Final = 1.5
"""Log weight of a column for a turn that it explained whole."""
TRUST: Final = (0.3, 0.8)
"""The trust in the columns where they explain nothing, and where one explains all."""
HIT: Final = 0.8
"""A turn counts as foreseen where the most expected column shares this much of its orders."""


class FleetSensei(Agent):
    """Weighs its plans against those it expects, by the learned chance to win."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Start a match: no column has explained anything yet."""
        super().begin(seats, game, params, rng)
        self._value = VALUE.load()
        self._state: State | None = game.view(game.new(params), self.seat)
        self._seen: list[Orders] = []
        self._scores = dict.fromkeys(EXPLAINS, 0.0)
        self._weight = 0.0
        self._hits = self._turns = 0
        self._course: list[float] = []

    def observe(self, events: Sequence[Event]) -> None:
        """Keep the orders of a turn, to compare them with what was expected."""
        for event in events:
            if event.kind == "turn" and self._state is not None:
                own, enemy = event.data["orders"][:: -1 if self.seat else 1]
                self._compare(self._state, enemy)
                self._state = apply(self._state, own, enemy)
                self._course.append(self._value(PlanetsAhead(self._state), self._state.turn))

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return the orders of the turn."""
        made = decide(view, self._value, self.weight_of, self.trust(), self.rng)
        return Decision(written(made.orders), self._mind(view, made) if limit.mind else None)

    def _compare(self, state: State, orders: Orders) -> None:
        """Score the columns by the enemy's `orders`; turns in which all agree tell nothing."""
        expected = enemy_launches(state, PlanetsAhead(state), self.rng)
        alike = {word: likeness(orders_of(found), orders) for word, found in expected.items()}
        if len(set(alike.values())) == 1:
            return
        likely = max(EXPLAINS, key=self._scores.__getitem__)
        self._turns += 1
        self._hits += alike[likely] >= HIT
        self._weight = FADE * self._weight + 1
        for word, share in alike.items():
            self._scores[word] = FADE * self._scores[word] + share

    def weight_of(self, word: str) -> float:
        """Return the weight of a column of the matrix by its word, 1 for the likeliest."""
        return float(np.exp(SHARP * (self._scores[word] - max(self._scores.values()))))

    def trust(self) -> float:
        """Return the share of the expected columns in a decision, by the orders they explained."""
        low, high = TRUST
        explained = max(self._scores.values()) / self._weight if self._weight else 0.5
        return low + (high - low) * explained

    # -- mind ------------------------------------------------------------------------------

    def _mind(self, view: State, made: Decided) -> Mind:
        outlook = PlanetsAhead(view)
        chosen = made.plans[made.chosen]
        sent = [each for each in made.launches if not each.wait]
        note = Note(told(outlook, chosen, sent or made.launches))
        rows = sorted(made.plans, key=lambda word: -self._against(made, word))
        values = tuple(self._against(made, word) for word in rows[:SHOWN])
        shown = rows[:SHOWN]
        bars = Bars(
            *("My plans: chance to win", tuple(shown), values),
            chosen=shown.index(made.chosen) if made.chosen in shown else None,
            whole=True,
            help="Each plan played now against what I expect from you.",
        )
        return (note, bars, *self._figures(made, chosen, outlook))

    def _against(self, made: Decided, word: str) -> float:
        return float(made.chances[list(made.plans).index(word)] @ made.expected)

    def _figures(self, made: Decided, chosen: FleetPlan, outlook: PlanetsAhead) -> tuple[Any, ...]:
        columns = list(made.columns)
        order = sorted(range(len(columns)), key=lambda n: -made.expected[n])[:SHOWN]
        items: list[Any] = [
            Bars(
                "I take you for",
                tuple(EXPLAINS[columns[n]] for n in order),
                tuple(float(made.expected[n]) for n in order),
                whole=True,
                help=(
                    "How much each kind of player explains your orders so far, with a share for "
                    "the one that would hurt me most."
                ),
            ),
            Note(f"I fear most that you play like {EXPLAINS[made.worst]}."),
        ]
        if self._turns:
            share = self._hits / self._turns
            items.append(Note(f"I foresaw your orders in {share:.0%} of {self._turns} turns."))
        if len(self._course) > 1:
            help = "The learned chance to win after each turn, before any orders."
            items.append(Series("My chance to win", tuple(self._course), reference=0.5, help=help))
        mixed = [(word, share) for word, share in zip(made.plans, made.mix, strict=True) if share]
        items.append(Lines("The mix I drew from", tuple(mixed), unit="%"))
        return (*items, *plan_figures(outlook, chosen))


def likeness(foreseen: Orders, orders: Orders) -> float:
    """Return the share of the ships of two lists of orders that go the same way, 1 if both are
    empty.

    >>> likeness(((0, 1, 10),), ((0, 1, 5), (0, 2, 5)))
    0.5
    """
    ways = {(a, b): n for a, b, n in foreseen}
    most = max(sum(n for _, _, n in foreseen), sum(n for _, _, n in orders))
    if not most:
        return float(bool(foreseen) == bool(orders))
    return sum(min(n, ways.get((a, b), 0)) for a, b, n in orders) / most
