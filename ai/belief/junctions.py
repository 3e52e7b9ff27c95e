"""Counting direction tables from walks: on the maze itself, or by type of junction.

`ai.lab.tracker.train` counts junctions on many mazes once and ships the result;
`learn_this_maze` counts on the maze at hand, cell by cell, with walks that it simulates itself,
and falls back on the junction type where they have passed too rarely.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ai.belief.graph import Cell, MazeGraph, Vector
from ai.belief.motion import N_HEADINGS, junction_types, table_from_junctions
from ai.belief.walkers import make_walker

STRATEGIES = ("random", "explorer", "food", "patroller", "evader")
PRIOR_COUNT = 0.5
"""Count of every open turn before anything was seen."""

_CELL_PRIOR = 4.0
"""How many passages the junction type counts for at each cell; chosen by hand."""


def simulate_walk(
    graph: MazeGraph,
    strategy: str,
    observers: Sequence[Cell],
    steps: int,
    rng: random.Random,
    start: int | None = None,
) -> list[int]:
    """Return the cells of one walk by a `strategy` on a `graph`: the start and `steps` more.

    It begins at `start`, or at a drawn cell where that is None. An evader keeps away from the
    `observers`; `rng` draws the walk.
    """
    begin = rng.randrange(graph.n_cells) if start is None else start
    walker = make_walker(strategy, graph, begin, observers, rng)
    return [begin, *(walker.next_cell(rng) for _ in range(steps))]


def headings_of(graph: MazeGraph, cells: Sequence[int]) -> list[int]:
    """Return the direction of every move of a walk of `cells` on a `graph`, 4 for staying."""
    moves: list[int] = []
    for before, after in pairwise(cells):
        ways = np.flatnonzero(graph.neighbours[:, before] == after)
        moves.append(int(ways[0]) if len(ways) else 4)
    return moves


def count_turns(graph: MazeGraph, cells: Sequence[int]) -> Vector:
    """Return the counts (16, 4) of turns by junction type on a walk of `cells` on a `graph`."""
    counts = np.zeros((16, 4))
    kinds = junction_types(graph)
    moves = headings_of(graph, cells)
    for cell, heading, move in zip(cells[1:], moves, moves[1:], strict=False):
        if heading < 4 and move < 4:
            counts[kinds[heading, cell], (move - heading) % 4] += 1
    return counts


def probabilities_of_turns(counts: Vector) -> Vector:
    """Return P(turn | junction type) from `counts`, with a little prior on open ways, both (16,
    4).
    """
    is_open = (np.arange(16)[:, None] >> np.arange(4)) & 1
    weights = counts + PRIOR_COUNT * is_open
    total = weights.sum(axis=1, keepdims=True)
    table = np.zeros((16, 4))
    np.divide(weights, total, out=table, where=total > 0)
    return table


def this_maze_table(graph: MazeGraph, walks: Sequence[Sequence[int]], junctions: Vector) -> Vector:
    """Return the direction table (5, 5, n) of a `graph` from `walks`, with `junctions` as the
    prior.
    """
    counts = np.zeros((N_HEADINGS, N_HEADINGS, graph.n_cells))
    for cells in walks:
        moves = headings_of(graph, cells)
        for cell, heading, move in zip(cells[1:], moves, moves[1:], strict=False):
            counts[heading, move, cell] += 1
    counts += _CELL_PRIOR * table_from_junctions(graph, junctions)
    table: Vector = counts / counts.sum(axis=1, keepdims=True)
    return table


def learn_this_maze(
    graph: MazeGraph,
    junctions: Vector,
    observers: Sequence[Cell],
    *,
    seed: int = 0,
    steps: int = 600,
    walks: int = 3,
    strategies: Sequence[str] = STRATEGIES,
) -> Vector:
    """Return a table (5, 5, n) for a `graph`, counted from simulated walks of all `strategies` on
    it.

    There are `walks` of `steps` steps for each strategy, drawn from `seed`; evaders keep away from
    the `observers`. `junctions` (16, 4) is the prior where they passed too rarely.
    """
    rng = random.Random(seed)
    simulated = [
        simulate_walk(graph, strategy, observers, steps, rng)
        for strategy in strategies
        for _ in range(walks)
    ]
    return this_maze_table(graph, simulated, junctions)
