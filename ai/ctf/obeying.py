"""Obedience of a bot to an order of its human mate (`games.ctf.rules.orders`).

The bot acts on its team's view and beliefs, as without an order, and on the order alone besides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ai.belief.graph import Vector
from ai.ctf.danger import INTRUSION, risks, steps_table
from ai.ctf.intent import Intent, cheapest
from ai.ctf.roads import Roads
from ai.sentences import plural
from games.ctf.maze import STAY
from games.ctf.rules.sensing import enemies_of
from games.ctf.rules.state import UNKNOWN, State

BESIDE: Final = 2
"""A mate that is no more moves away is with the person; chosen by eye."""
ASIDE: Final = 3
"""From there it fetches dots that are no more moves away; chosen by eye."""


def under_order(
    seat: int, view: State, beliefs: Sequence[Vector] | None = None, caution: float = 0.0
) -> Intent | None:
    """Return what the bot of a `seat` does under the order in its view; None without one.

    Without `beliefs`, shape (n,) for each enemy, an enemy out of sight may be anywhere. `caution`
    is what a cell costs more for its risk; a team that takes no care otherwise takes none here.
    """
    order = view.orders[seat % 2]
    if not order:
        return None
    held = _in_sight(seat, view) if beliefs is None else beliefs
    if order == "guard":
        return _guard(seat, view, held)
    cost = 1.0 + caution * risks(view.field, seat % 2, held)
    return _attack(seat, view, cost) if order == "attack" else _follow(seat, view, cost)


def _in_sight(seat: int, view: State) -> list[Vector]:
    """Return certainty about the enemies that are seen, and none about the others."""
    cells = len(view.field.cells)
    found = []
    for enemy in enemies_of(seat % 2):
        belief = np.full(cells, 1.0 / cells)
        if view.bots[enemy] != UNKNOWN:
            belief = np.zeros(cells)
            belief[view.bots[enemy]] = 1.0
        found.append(belief)
    return found


def _attack(seat: int, view: State, cost: Vector) -> Intent:
    """Go for the dot with the cheapest way, but not for the person's next one."""
    field, here, mate = view.field, view.bots[seat], view.bots[(seat + 2) % 4]
    total, first = cheapest(field, here, cost)
    roads = Roads.of(field)
    own, theirs = roads.steps(here), roads.steps(mate)
    dots = view.food[1 - seat % 2]
    wanted = min(dots, key=lambda dot: (theirs[dot], dot))
    leaves = len(dots) > 1 and theirs[wanted] <= own[wanted]
    goal = min((d for d in dots if not (leaves and d == wanted)), key=lambda dot: (total[dot], dot))
    why = f"You said attack: I want a dot {plural(own[goal], 'move')} away."
    return Intent(first[goal], "Attacker", why, goal, cost)


def _guard(seat: int, view: State, beliefs: Sequence[Vector]) -> Intent:
    """Go after the intruder that is most surely at home, else wait at the border for one."""
    field, here = view.field, view.bots[seat]
    table, roads = steps_table(field), Roads.of(field)
    ours = np.array(field.home) == seat % 2
    intruder = max((belief * ours for belief in beliefs), key=lambda mass: float(mass.sum()))
    goal = int(np.argmax(intruder))
    sure = _seen_at_home(seat, view) or float(intruder.max()) > INTRUSION
    if sure and ours[goal]:
        why = "You said guard: I chase the intruder in our half."
        return Intent(roads.towards(here, goal), "Guard", why, goal)
    border = field.borders[seat % 2]
    expected = table[list(border)] @ sum(beliefs[1:], beliefs[0])
    post = border[int(np.argmin(expected))]
    why = "You said guard: I wait at our border, where I expect them."
    return Intent(roads.towards(here, post), "Guard", why, post)


def _seen_at_home(seat: int, view: State) -> bool:
    cells = (view.bots[enemy] for enemy in enemies_of(seat % 2))
    return any(cell != UNKNOWN and view.field.home[cell] == seat % 2 for cell in cells)


def _follow(seat: int, view: State, cost: Vector) -> Intent:
    """Go to the person, and once there fetch the dots close by."""
    field, here, mate = view.field, view.bots[seat], view.bots[(seat + 2) % 4]
    total, first = cheapest(field, here, cost)
    away, around = Roads.of(field).steps(mate)[here], Roads.of(field).steps(mate)
    near = [dot for dot in view.food[1 - seat % 2] if around[dot] <= ASIDE]
    if away <= BESIDE and near:
        goal = min(near, key=lambda dot: (total[dot], dot))
        return Intent(
            first[goal], "Escort", "You said with me: I fetch a dot beside you.", goal, cost
        )
    if away <= 1:
        return Intent(STAY, "Escort", "You said with me: I am beside you.", here)
    why = f"You said with me: I come, {plural(away, 'move')} away."
    return Intent(first[mate], "Escort", why, mate, cost)
