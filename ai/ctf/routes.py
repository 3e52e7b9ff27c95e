"""Ways for two bots over all dots of a side: who eats which, and in which order.

Two raiders who each go to the nearest dot come late to the last ones. Here an order for both is
looked for whose longer one is short: single dots and pieces of an order are put elsewhere or turned
round at random, at first worse ones are taken too (simulated annealing), and from then on only what
is better, while dots are eaten and bots are sent home.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Final

Order = list[int]
Orders = tuple[Order, Order]

FIRST: Final = 40_000
"""So many changes are tried at first, in about .1 s: in Pelita's mazes 5 % shorter than 12,000."""
LATER: Final = 250
"""So many at each glance after it."""
_WARM, _COLD = 4.0, 0.3
"""Moves by which a worse order is taken with 1/e at first and in the end; chosen by tries."""
_SHORTER: Final = 0.25
"""What a move of the shorter order counts, one of the longer being 1."""
_PIECES: Final = (1, 1, 2, 3)


def length_of(steps: Sequence[Sequence[int]], start: int, order: Sequence[int]) -> int:
    """Return the moves that it takes from a cell `start` over the dots in their order."""
    total, here = 0, start
    for dot in order:
        total += steps[here][dot]
        here = dot
    return total


class Routes:
    """The orders in which both bots of a team go over the dots that are left.

    `steps` are the moves from cell to cell, shape (n, n).
    """

    def __init__(self, steps: Sequence[Sequence[int]]) -> None:
        self._steps = steps
        self.orders: Orders = ([], [])
        self._known = False

    def follow(self, starts: tuple[int, int], dots: frozenset[int], seed: int) -> None:
        """Have orders over just these `dots` from both cells; the same `seed` finds the same."""
        kept = [[dot for dot in order if dot in dots] for order in self.orders]
        for dot in sorted(dots.difference(*kept)):
            self._insert(kept, starts, dot)
        self.orders = kept[0], kept[1]
        rng = random.Random(seed)
        if self._known:
            self._better(starts, rng, LATER, 0.0)
        else:
            self._known = True
            self._better(starts, rng, FIRST, _WARM)

    def _insert(self, orders: list[Order], starts: tuple[int, int], dot: int) -> None:
        """Put a dot where the way grows least."""
        found = []
        for bot, order in enumerate(orders):
            before = length_of(self._steps, starts[bot], order)
            for place in range(len(order) + 1):
                tried = [*order[:place], dot, *order[place:]]
                found.append((length_of(self._steps, starts[bot], tried) - before, bot, place))
        _, bot, place = min(found)
        orders[bot].insert(place, dot)

    def _better(self, starts: tuple[int, int], rng: random.Random, tries: int, warm: float) -> None:
        """Try this number of changes; worse ones are taken by chance while it is `warm`."""
        now = self.orders
        lengths = [length_of(self._steps, starts[bot], now[bot]) for bot in (0, 1)]
        cost = least = _cost(lengths)
        for number in range(tries if now[0] or now[1] else 0):
            bots, tried = _changed(now, rng)
            found = list(lengths)
            for bot in bots:
                found[bot] = length_of(self._steps, starts[bot], tried[bot])
            after = _cost(found)
            heat = warm * (_COLD / _WARM) ** (number / tries)
            if after <= cost or (heat and rng.random() < math.exp((cost - after) / heat)):
                now, lengths, cost = tried, found, after
                if cost < least or not warm:
                    self.orders, least = now, cost


def _cost(lengths: Sequence[int]) -> float:
    return max(lengths) + _SHORTER * min(lengths)


def _changed(orders: Orders, rng: random.Random) -> tuple[tuple[int, ...], Orders]:
    """Return which orders were changed, and both of them."""
    source = rng.randrange(2)
    order = orders[source]
    if not order:
        source, order = 1 - source, orders[1 - source]
    if rng.random() < 0.5:
        first, last = sorted((rng.randrange(len(order)), rng.randrange(len(order))))
        last += 1
        turned = [*order[:first], *order[first:last][::-1], *order[last:]]
        return (source,), (turned, orders[1]) if source == 0 else (orders[0], turned)
    first = rng.randrange(len(order))
    last = first + rng.choice(_PIECES)
    piece, rest = order[first:last], order[:first] + order[last:]
    piece = piece[::-1] if rng.random() < 0.5 else piece
    goal = rng.randrange(2)
    other = rest if goal == source else orders[goal]
    place = rng.randrange(len(other) + 1)
    put = [*other[:place], *piece, *other[place:]]
    if goal == source:
        return (source,), (put, orders[1]) if source == 0 else (orders[0], put)
    return (0, 1), (rest, put) if source == 0 else (put, rest)


def greedy(steps: Sequence[Sequence[int]], starts: tuple[int, int], dots: frozenset[int]) -> Orders:
    """Return the orders of two who each go to the nearest dot left, the sooner one first."""
    left, at, time = set(dots), list(starts), [0, 0]
    orders: Orders = ([], [])
    while left:
        bot = 0 if time[0] <= time[1] else 1
        dot = min(left, key=lambda cell: (steps[at[bot]][cell], cell))
        time[bot] += steps[at[bot]][dot]
        at[bot] = dot
        orders[bot].append(dot)
        left.discard(dot)
    return orders
