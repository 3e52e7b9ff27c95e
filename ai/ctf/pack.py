"""`pack`: looks ahead over what it believes, and does what brings most on average.

Plans are compared: each step, each of the nearest dots by the safest way, the way home, each
intruder, and what two raiders would do who turn back only for an intruder they can soon reach. For
each of them a sample of matches is played on from places that the posteriors gave
(`ai.ctf.foresight`). Who chases, who raids, what a catch is worth and when a lead is enough then
follow from the rules that are given.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

import numpy as np

from ai.belief.graph import Vector
from ai.ctf.danger import CAUTION, INTRUSION, risks, steps_table
from ai.ctf.foresight import (
    NOBODY,
    REACH,
    REACH_OF_A_POINT,
    Futures,
    Guess,
    Outlook,
    Plan,
)
from ai.ctf.ideas import CHASES, COMES, AutoEnemy
from ai.ctf.intent import Intent, cheapest
from ai.ctf.roles import TwoRoles
from ai.ctf.routes import Order, Routes, greedy
from ai.ctf.tracking import EnemyTracker
from ai.ctf.witness import Glance
from ai.sentences import plural, share_words
from games.core import Decision, Game, Limit
from games.ctf import MARKS
from games.ctf.maze import MOVES
from games.ctf.rules.state import BOTS, State
from games.mind import Lines, Mind, Note
from games.spec import Params
from games.streams import Stream

SAMPLES: Final = 24
"""Matches for each plan."""
ROUNDS: Final = 12
"""The rounds of all bots that each is played on."""
MOVES_AHEAD: Final = len(BOTS) * ROUNDS
DOTS: Final = 6
"""The number of nearest dots that are plans."""
LEAST_CHASE: Final = 0.1
"""The least chance that an enemy gives chase."""
SUSPICION: Final = 1.5
"""So many times as likely as those ideas say that hold it for certain an enemy comes for our dots:
who explores may come, too."""
TRUST: Final = 0.12
"""Points by which another plan has to be better than what is usual: who trusts every small
difference of a sample walks to and fro. All of these were chosen by small tournaments."""
TRUST_OF_A_POINT: Final = 0.28
"""So many more for each point that a catch brings: samples promise more catches than come. Chosen
by matches against `ai.ctf.partners.FITTED` and `belief` in mazes of the style `pelita`."""
NEAR: Final = 0.05
"""Points; plans that differ by less are nearly as good."""
_TOLD: Final = 6
"""The number of plans that a mind shows."""


class Pack(TwoRoles):
    """Looks ahead; see the module. With too few nodes for one sample it acts without."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Begin without any plan weighed."""
        super().begin(seats, game, params, rng)
        self._nodes: int | None = None
        self._weighed: tuple[list[Plan], Outlook, float, int, int] | None = None

    def _started(self, start: State) -> None:
        super()._started(start)
        self._moves = steps_table(start.field).astype(int).tolist()
        self._routes = Routes(self._moves)
        self._orders: tuple[Order, Order, Order, Order] = [], [], [], []

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return the first step of the plan that brings most."""
        self._nodes, self._weighed = limit.nodes, None
        return super().act(seat, view, legal, limit)

    def choose(self, seat: int, view: State, beliefs: Sequence[Vector]) -> Intent:
        """Compare what comes of all plans, as far as nodes allow."""
        usual = self._usual(seat, view, beliefs)
        plans, cost = self.plans(seat, view, beliefs)
        samples = SAMPLES if self._nodes is None else self._nodes // (len(plans) * MOVES_AHEAD)
        if samples < 1:
            return usual
        outlook = self.outlook(seat, view, beliefs, plans, min(samples, SAMPLES))
        trust = TRUST + TRUST_OF_A_POINT * view.rules.catch
        best = int(np.argmax(outlook.gain + trust * (np.arange(len(plans)) == 0)))
        here = view.bots[seat]
        self._weighed = plans, outlook, coming_of(self.belief.trackers), here, best
        return self._intent(
            plans[best], view, seat, cost, self._why(plans[best], outlook, best, here)
        )

    def outlook(
        self,
        seat: int,
        view: State,
        beliefs: Sequence[Vector],
        plans: Sequence[Plan],
        samples: int,
    ) -> Outlook:
        """Return what comes of each plan of a `seat`, in as many matches as `samples`."""
        comes = coming_of(self.belief.trackers)
        enemies = [
            Guess(belief, chase_of(tracker), comes)
            for belief, tracker in zip(beliefs, self.belief.trackers, strict=True)
        ]
        left = max(1, self.length - view.moves)
        futures = Futures(view, seat, enemies, plans, samples, left, self._orders)
        return futures.outlook(MOVES_AHEAD)

    def _intent(self, plan: Plan, view: State, seat: int, cost: Vector, why: str) -> Intent:
        """Return the intent that a plan means for the bot that follows it."""
        move = view.field.ways[view.bots[seat]].index(plan.cell)
        if plan.prey != NOBODY:
            ours = np.array(view.field.home) == self.team
            prey = int(np.argmax(self.belief.beliefs[plan.prey] * ours))
            return Intent(move, "Hound", why, prey)
        if plan.goal != NOBODY:
            part = "Raider" if plan.kind == "dot" else "On the way home"
            return Intent(move, part, why, plan.goal, cost)
        return Intent(move, "A step", why, plan.cell)

    def _read(self, glance: Glance) -> None:
        """Hear, and plan ways over all dots: ours as short as can be, theirs from dot to dot."""
        super()._read(glance)
        team, dots = self.team, glance.food
        self._routes.follow(glance.own, dots[1], glance.moves)
        first, second = (int(np.argmax(belief)) for belief in self.belief.beliefs)
        theirs = greedy(self._moves, (first, second), dots[0])
        sides = (self._routes.orders, theirs) if team == 0 else (theirs, self._routes.orders)
        self._orders = sides[0][0], sides[1][0], sides[0][1], sides[1][1]

    def _usual(self, seat: int, view: State, beliefs: Sequence[Vector]) -> Intent:
        """Without looking ahead: turn on the nearest intruder within reach, else gather."""
        mate = (seat + 2) % 4
        prey = self._within_reach(seat, mate, view, beliefs)
        if prey is None:
            return self._gather(seat, mate, view, beliefs)
        return self._defend(view.bots[seat], prey)

    def _within_reach(
        self, seat: int, mate: int, view: State, beliefs: Sequence[Vector]
    ) -> Vector | None:
        """Return the mass at home of the intruder nearest to this bot, and not to its mate."""
        table, ours = steps_table(view.field), np.array(view.field.home) == self.team
        best, found = REACH + REACH_OF_A_POINT * view.rules.catch, None
        for belief in beliefs:
            mass = belief * ours
            share = float(mass.sum())
            if share <= INTRUSION:
                continue
            own, other = (float(table[view.bots[bot]] @ mass) / share for bot in (seat, mate))
            if own <= best and (own, seat) < (other, mate):
                best, found = own, mass
        return found

    def plans(self, seat: int, view: State, beliefs: Sequence[Vector]) -> tuple[list[Plan], Vector]:
        """Return the possible plans, with the one over all dots first, and what a cell costs
        on their ways, shape (n,).
        """
        field, here = view.field, view.bots[seat]
        ways, order = field.ways[here], self._orders[seat]
        cost = 1.0 + CAUTION * risks(field, self.team, beliefs)
        total, first = cheapest(field, here, cost)
        near = sorted(view.food[1 - self.team], key=lambda dot: (total[dot], dot))[:DOTS]
        dots = list(dict.fromkeys([*order[:1], *near]))
        plans = [Plan("dot", ways[first[dot]], dot) for dot in dots]
        plans += [Plan("step", cell) for cell in ways if cell >= 0]
        if field.home[here] != self.team:
            ours = (cell for cell, home in enumerate(field.home) if home == self.team)
            safe = min(ours, key=lambda cell: total[cell])
            plans.append(Plan("home", ways[first[safe]], safe))
        return plans + self._hunts(ways, beliefs), cost

    def _hunts(self, ways: Sequence[int], beliefs: Sequence[Vector]) -> list[Plan]:
        """To go after each enemy that may well be in our half."""
        table, ours = steps_table(self.field), np.array(self.field.home) == self.team
        found = []
        for place, belief in enumerate(beliefs):
            mass = belief * ours
            if float(mass.sum()) > INTRUSION:
                cells = [cell for cell in ways if cell >= 0]
                nearest = min(cells, key=lambda cell: (float(table[cell] @ mass), cell))
                found.append(Plan("hunt", nearest, prey=place))
        return found

    def _why(self, plan: Plan, outlook: Outlook, number: int, here: int) -> str:
        """Return what the bot that stands on a cell `here` wants, and what decided."""
        gain, risk = outlook.gain, float(outlook.risk[number])
        others = np.delete(gain, number)
        if not others.size:
            because = "there is no other"
        elif others.max() > gain[number]:
            because = "no other plan is clearly better"
        elif others.max() > gain[number] - NEAR:
            because = "another plan is nearly as good"
        else:
            danger = f"at {share_words(risk)} danger" if risk else "without danger"
            because = f"that brings most, {danger}"
        far = plural(self.roads.steps(here)[plan.goal], "move") if plan.kind == "dot" else ""
        wants = {
            "dot": f"I want a dot {far} away",
            "home": "I go home",
            "hunt": "I chase an intruder",
        }.get(plan.kind, "I wait" if plan.cell == here else "I take one step")
        return f"{wants}: {because}."

    def words(self, plan: Plan, here: int) -> str:
        """Return a plan of a bot that stands on a cell `here` in words."""
        if plan.kind == "dot":
            return f"To a dot {plural(self.roads.steps(here)[plan.goal], 'move')} away"
        if plan.kind == "home":
            return "Home"
        if plan.kind == "hunt":
            return f"After the {MARKS[self.enemies[plan.prey]]}"
        move = MOVES[self.field.ways[here].index(plan.cell)]
        return "Stay" if plan.cell == here else f"A step {move}"

    def mind(self) -> Mind:
        """Return its beliefs, and the plans it compared."""
        return (*self._compared(), *super().mind())

    def _compared(self) -> Mind:
        if self._weighed is None:
            return (Note("I have not looked ahead."),)
        plans, outlook, comes, here, best = self._weighed
        order = sorted(range(len(plans)), key=lambda number: -outlook.gain[number])[:_TOLD]
        if best not in order:
            order[-1] = best
        gains = [round(float(outlook.gain[place]), 1) + 0.0 for place in order]  # no -0.0
        rows = tuple(
            (self.words(plans[n], here), gain) for n, gain in zip(order, gains, strict=True)
        )
        caught = tuple(f"caught {outlook.risk[place]:.0%}" for place in order)
        words = tuple(
            f"{value:+.1f}, {risk}" for (_, value), risk in zip(rows, caught, strict=True)
        )
        title = f"What comes within {ROUNDS} rounds"
        told = f"I expect the others to come for our dots with {comes:.0%}."
        return (Lines(title, rows, "points", chosen=order.index(best), words=words), Note(told))


def chase_of(tracker: EnemyTracker) -> float:
    """Return the probability that an enemy gives chase everywhere, by the trust of its tracker."""
    if not isinstance(tracker, AutoEnemy):
        return LEAST_CHASE
    trusted = dict(tracker.trusted)
    return LEAST_CHASE + (1.0 - LEAST_CHASE) * trusted[CHASES]


def coming_of(trackers: Sequence[EnemyTracker]) -> float:
    """Return the probability that an enemy comes for our dots: the larger one of both.

    A guard may come as soon as its mate turns back; a bot that sees neither come waits for none.
    """
    auto = [dict(tracker.trusted) for tracker in trackers if isinstance(tracker, AutoEnemy)]
    if len(auto) < len(trackers):
        return 1.0
    wants = max(sum(trusted[name] for name in COMES) for trusted in auto)
    return min(1.0, SUSPICION * wants)
