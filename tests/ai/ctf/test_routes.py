"""Ways over all dots: each dot once, sooner than from dot to dot, anew when dots move."""

from __future__ import annotations

from ai.ctf.danger import steps_table
from ai.ctf.routes import Routes, greedy, length_of
from games.ctf.maze import generate

GROUND = generate(3, "24x12", "loops")
FIELD, DOTS = GROUND.field, GROUND.dots[1]
STEPS = steps_table(FIELD).astype(int).tolist()
STARTS = FIELD.starts[0], FIELD.starts[2]


def longest(orders: tuple[list[int], list[int]]) -> int:
    return max(length_of(STEPS, start, o) for start, o in zip(STARTS, orders, strict=True))


def test_two_share_the_dots_and_are_done_sooner_than_from_dot_to_dot() -> None:
    routes = Routes(STEPS)
    routes.follow(STARTS, DOTS, 0)
    nearest = greedy(STEPS, STARTS, DOTS)
    for orders in (routes.orders, nearest):
        assert sorted([*orders[0], *orders[1]]) == sorted(DOTS)
    assert longest(routes.orders) < longest(nearest)
    again = Routes(STEPS)
    again.follow(STARTS, DOTS, 0)
    assert again.orders == routes.orders
    eaten, moved = sorted(DOTS)[:2]
    free = next(cell for cell in range(len(FIELD.cells)) if FIELD.home[cell] and cell not in DOTS)
    left = DOTS - {eaten, moved} | {free}
    routes.follow(STARTS, left, 1)
    assert sorted([*routes.orders[0], *routes.orders[1]]) == sorted(left)


def test_without_dots_there_is_no_way() -> None:
    routes = Routes(STEPS)
    routes.follow(STARTS, frozenset(), 0)
    assert routes.orders == ([], [])
    assert greedy(STEPS, STARTS, frozenset()) == ([], [])
