"""The style `pelita`: chambers found, dots in them, and mazes like those of the package's maker."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from games.ctf import SPEC
from games.ctf.maze import PELITA_DOTS, SIZES, Ground, generate, ground_of, parted_cells
from games.ctf.rules.game import GAME
from games.mazes import FREE

ROWS = (
    "##################",
    "#   #    #   #.# #",
    "# # # .    # # # #",
    "# #   #    #     #",
    "#   # #  #  #  ###",
    "##################",
)


def chambers_by_hand(ground: Ground) -> set[int]:
    """The cells that lose their way to the far border when any other one cell is walled."""
    field = ground.field
    root, found = field.borders[1][0], set()
    for walled in range(len(field.cells)):
        if walled == root:
            continue
        reached, frontier = {root, walled}, [root]
        for here in frontier:
            for there in field.ways[here][:4]:
                if there >= 0 and there not in reached:
                    reached.add(there)
                    frontier.append(there)
        found |= set(range(len(field.cells))) - reached
    return found


@pytest.mark.parametrize("size", SIZES[:3])
def test_chambers_are_the_cells_that_one_cell_parts_from_the_border(size: str) -> None:
    for seed in range(4):
        ground = generate(seed, size, "pelita")
        found = parted_cells(ground.field.ways, ground.field.borders[1][0])
        assert found == chambers_by_hand(ground)
        trapped, _ = PELITA_DOTS[size]
        inside = [dot for dot in ground.dots[0] if dot in found]
        chambers = [c for c in ground.field.inner[0] if c in found]
        assert len(inside) <= trapped or len(ground.field.inner[0]) - len(chambers) < 20
        assert len(inside) >= min(trapped, len(set(chambers) - set(ground.field.starts)))


def test_a_dead_end_and_its_way_are_one_chamber() -> None:
    ground = ground_of(ROWS)
    field = ground.field
    found = {field.cells[cell] for cell in parted_cells(field.ways, field.borders[0][0])}
    assert {(13, 3), (14, 3), (15, 3), (16, 1), (16, 2), (16, 3), (14, 1), (14, 2)} <= found
    assert {(1, 1), (4, 3)} <= found, "and all that lies behind a single way"
    assert not found & {(7, 2), (8, 3), (9, 3)}


def test_by_pelitas_rules_a_match_is_played_in_a_maze_of_this_kind() -> None:
    params = SPEC.params({"rules": "pelita", "map": 3})
    assert params["maze"] == "pelita-32x16"
    assert GAME.new(params).field == generate(3, "32x16", "pelita").field
    assert SPEC.params({})["maze"] == "loops-32x16"
    assert SPEC.params({"rules": "pelita", "maze": "loops-16x8"})["maze"] == "loops-16x8"


def test_bots_begin_where_the_program_has_them() -> None:
    for size in SIZES:
        field = generate(11, size, "pelita").field
        wide, high = field.maze.width, field.maze.height
        corner = [(1, high - 3), (wide - 2, 2), (1, high - 2), (wide - 2, 1)]
        assert [field.cells[cell] for cell in field.starts] == corner


def measures(ground: Ground) -> list[float]:
    """Figures of a maze: cells, degrees, chambers, ways between homes, open places, crossings."""
    field = ground.field
    degrees = Counter(sum(to >= 0 for to in ways[:4]) for ways in field.ways)
    inside = {c for c in parted_cells(field.ways, field.borders[1][0]) if field.home[c] == 0}
    steps, frontier = {field.starts[0]: 0}, [field.starts[0]]
    for here in frontier:
        for there in field.ways[here][:4]:
            if there >= 0 and there not in steps:
                steps[there] = steps[here] + 1
                frontier.append(there)
    free = np.array([[mark == FREE for mark in row] for row in field.maze.rows])
    squares = free[1:, 1:] & free[:-1, 1:] & free[1:, :-1] & free[:-1, :-1]
    return [
        len(field.cells),
        *(degrees[number] for number in (1, 2, 3, 4)),
        len(inside),
        len(ground.dots[0] & inside),
        steps[field.starts[1]],
        max(steps.values()),
        int(squares.sum()),
        len(field.borders[0]),
    ]


def theirs(seed: int, size: str) -> Ground:
    """A maze by the package's own maker."""
    maker: Any = pytest.importorskip("pelita.maze_generator")
    wide, high = map(int, size.split("x"))
    found = maker.generate_maze(*PELITA_DOTS[size], wide, high, rng=random.Random(seed))
    marks = {**{tuple(place): "." for place in found["food"]}}
    marks |= {tuple(place): "#" for place in found["walls"]}
    return ground_of(["".join(marks.get((x, y), " ") for x in range(wide)) for y in range(high)])


@pytest.mark.lab
@pytest.mark.parametrize("size", SIZES)
def test_mazes_are_like_those_of_the_package(size: str) -> None:
    """Means of 400 mazes of each: no figure is farther apart than four standard errors."""
    ours = np.array([measures(generate(seed, size, "pelita")) for seed in range(400)])
    others = np.array([measures(theirs(seed, size)) for seed in range(400)])
    assert {len(theirs(seed, size).dots[0]) for seed in range(20)} == {PELITA_DOTS[size][1]}
    error = np.sqrt((ours.var(axis=0) + others.var(axis=0)) / 400)
    apart = np.abs(ours.mean(axis=0) - others.mean(axis=0))
    assert (apart <= 4 * error).all(), (ours.mean(axis=0), others.mean(axis=0))
    loops = np.array([measures(generate(seed, size, "loops")) for seed in range(100)])
    far = np.abs(loops.mean(axis=0) - others.mean(axis=0))
    assert (far > 4 * error).any(), "the measures tell other mazes apart"
