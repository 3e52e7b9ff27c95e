"""A direction stays in force, waits for its corner, and a cell is walked to."""

from __future__ import annotations

from games.ctf.maze import MOVES, Field, field_of
from games.ctf.steering import Steering

ROWS = (
    "##########",
    "#        #",
    "# ## ## ##",
    "#        #",
    "##########",
)
FIELD = field_of(ROWS)


def walk(steering: Steering, field: Field, cell: int, moves: int) -> list[tuple[int, int]]:
    found = []
    for _ in range(moves):
        cell = field.ways[cell][MOVES.index(steering.move(field, cell))]
        found.append(field.cells[cell])
    return found


def test_it_goes_on_until_a_wall_and_takes_the_corner_that_was_asked_for() -> None:
    steering = Steering()
    assert walk(steering, FIELD, FIELD.number[1, 1], 2) == [(1, 1), (1, 1)], "nothing was asked"
    steering.turn("right")
    assert walk(steering, FIELD, FIELD.number[1, 1], 2) == [(2, 1), (3, 1)]
    steering.turn("down")
    assert walk(steering, FIELD, FIELD.number[3, 1], 3) == [(4, 1), (4, 2), (4, 3)]
    assert walk(steering, FIELD, FIELD.number[4, 3], 2) == [(4, 3), (4, 3)]
    steering.turn("right")
    steering.turn("stay")
    assert walk(steering, FIELD, FIELD.number[4, 3], 1) == [(4, 3)]


def test_a_cell_is_walked_to_by_a_shortest_way_and_is_the_end() -> None:
    steering = Steering()
    steering.go_to(FIELD.number[1, 3])
    way = walk(steering, FIELD, FIELD.number[4, 1], 7)
    assert way[4:] == [(1, 3)] * 3
    assert steering.goal is None
    steering.go_to(FIELD.number[8, 1])
    steering.stop()
    assert walk(steering, FIELD, FIELD.number[4, 1], 1) == [(4, 1)]
