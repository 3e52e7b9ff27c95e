"""What a bot means to do: the way that it is told to go is one, and the cheapest."""

from __future__ import annotations

import itertools

import numpy as np

from ai.ctf.intent import Intent, cheapest, cheapest_way
from games.ctf.maze import MOVES, ground_of

FIELD = ground_of(("########", "#.    .#", "# #### #", "#      #", "########")).field
HERE, GOAL = FIELD.number[1, 1], FIELD.number[6, 1]


def test_the_way_begins_with_the_move_and_ends_at_the_goal() -> None:
    note, way = Intent(MOVES.index("down"), "Raider", "Why not.", GOAL).told(FIELD, HERE)
    cells = [FIELD.named(name) for name in way.cells]
    assert None not in cells
    assert [cells[0], cells[1], cells[-1]] == [HERE, FIELD.number[1, 2], GOAL]
    assert all(FIELD.apart(a, b) == 1 for a, b in itertools.pairwise(cells))  # type: ignore[arg-type]
    assert (way.title, note.text) == ("Raider", "Why not.")


def test_who_stays_where_it_wants_to_be_has_a_way_of_one_cell() -> None:
    assert Intent(MOVES.index("stay"), "Gate", "", HERE).told(FIELD, HERE)[1].cells == ("1,1",)


def test_a_dear_cell_is_gone_around() -> None:
    cost = np.ones(len(FIELD.cells))
    assert len(cheapest_way(FIELD, HERE, GOAL, cost)) == 6
    cost[FIELD.number[3, 1]] = 30.0
    way = cheapest_way(FIELD, HERE, GOAL, cost)
    assert FIELD.number[3, 3] in way
    assert cheapest(FIELD, HERE, cost)[0][GOAL] == len(way) - 1


def test_names_of_cells_come_back_and_others_are_none() -> None:
    assert all(FIELD.named(FIELD.name(cell)) == cell for cell in range(len(FIELD.cells)))
    assert [FIELD.named(word) for word in ("0,0", "x", "1", "-1,1", "")] == [None] * 5
