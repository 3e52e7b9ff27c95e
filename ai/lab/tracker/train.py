"""`main.py train tracker`: direction tables from simulated strategies.

Walkers of each strategy walk generated mazes, and every move is counted by the type of junction
(which ways are open, seen from the direction of travel) and by the turn taken. The tables of
`tracker/junctions.npz` hold one (16, 4) array of P(turn | junction type) for each
strategy and one, `pooled`, for all of them with equal weight; the tracker carries them to unseen
mazes. All follows from the seed.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from ai.belief.graph import Cell, MazeGraph, Vector
from ai.belief.junctions import (
    PRIOR_COUNT,
    STRATEGIES,
    count_turns,
    headings_of,
    probabilities_of_turns,
    simulate_walk,
)
from ai.belief.motion import junction_types, table_from_junctions
from ai.files import write_arrays
from ai.lab.jobs import Jobs
from ai.lab.options import with_defaults
from ai.lab.rooms import Plain, Progress
from games.mazes import STYLES, Maze
from games.spec import Option
from games.tracker.maze import generate

AGENTS: Final[tuple[str, ...]] = ()
OPTIONS: Final = (
    Option("mazes", "Mazes", "int", 40, low=2, high=1000),
    Option("steps", "Steps of a walk", "int", 2000, low=100, high=100_000),
)
SIZES: tuple[Cell, ...] = ((21, 13), (27, 17), (33, 15), (31, 21))
_CAUTIONS = tuple(step / 10 for step in range(16))


def walk(maze: Maze, strategy: str, steps: int, seed: str) -> tuple[MazeGraph, list[int]]:
    """Return the cells of one simulated walk from a random cell, the start first."""
    rng = random.Random(seed)
    graph = MazeGraph(maze.rows)
    observer = maze.corner(right=False, top=False)
    return graph, simulate_walk(graph, strategy, [observer], steps, rng)


def training_mazes(seed: int, number: int) -> list[Maze]:
    """Return `number` mazes of both styles and several sizes, from a `seed`."""
    return [
        generate(seed * 100_000 + index, *SIZES[index % len(SIZES)], STYLES[index % len(STYLES)])
        for index in range(number)
    ]


def learn_junctions(
    seed: int = 1,
    mazes: int = 40,
    steps: int = 2000,
    progress: Progress = lambda done, text: None,
) -> dict[str, Vector]:
    """Return the junction tables (16, 4) by strategy, and `pooled`, by walks in `mazes`."""
    tables: dict[str, Vector] = {}
    for number, strategy in enumerate(STRATEGIES, start=1):
        counts = np.zeros((16, 4))
        for maze in training_mazes(seed, mazes):
            counts += count_turns(*walk(maze, strategy, steps, f"{seed}/{maze.name}/{strategy}"))
        tables[strategy] = probabilities_of_turns(counts)
        progress(number / (len(STRATEGIES) + 1), f"{strategy}: {int(counts.sum())} turns counted")
    tables["pooled"] = np.mean([tables[strategy] for strategy in STRATEGIES], axis=0)
    return tables


def learn_caution(seed: int = 1, mazes: int = 12, steps: int = 600) -> tuple[float, Vector]:
    """Fit how strongly an evader is drawn away, and its turns once that is accounted for.

    Both are found by maximum likelihood: turns and distance are alternated ten times on simulated
    walks.
    """
    walks: list[tuple[MazeGraph, list[int], Vector]] = []
    for maze in training_mazes(seed + 1, mazes):
        graph, cells = walk(maze, "evader", steps, f"{seed}/{maze.name}/caution")
        distance = graph.manhattan(maze.corner(right=False, top=False)).astype(np.float64)
        walks.append((graph, cells, distance))
    junctions, caution = probabilities_of_turns(np.zeros((16, 4))), 0.0
    for _ in range(10):
        caution = max(_CAUTIONS, key=lambda value: _log_likelihood(walks, junctions, value))
        counts = sum(
            (_turns_beyond_distance(*one, junctions, caution) for one in walks),
            start=np.zeros((16, 4)),
        )
        junctions = junctions * counts
        junctions /= np.maximum(junctions.sum(axis=1, keepdims=True), 1e-12)
    return caution, junctions


def _tables(graph: MazeGraph, distance: Vector, junctions: Vector, caution: float) -> Vector:
    lure = np.exp(caution * (distance - float(distance.max())))
    return table_from_junctions(graph, junctions, lure=lure)


def _log_likelihood(
    walks: Sequence[tuple[MazeGraph, list[int], Vector]], junctions: Vector, caution: float
) -> float:
    total = 0.0
    for graph, cells, distance in walks:
        table = _tables(graph, distance, junctions, caution)
        moves = headings_of(graph, cells)
        taken = table[moves[:-1], moves[1:], cells[1:-1]]
        total += float(np.log(np.maximum(taken, 1e-12)).sum())
    return total


def _turns_beyond_distance(
    graph: MazeGraph, cells: list[int], distance: Vector, junctions: Vector, caution: float
) -> Vector:
    """Return observed turns over expected ones, shape (16, 4): one step of iterative scaling."""
    table = _tables(graph, distance, junctions, caution)
    kinds = junction_types(graph)
    moves = headings_of(graph, cells)
    expected = np.full((16, 4), PRIOR_COUNT)
    for cell, heading in zip(cells[1:-1], moves[:-1], strict=True):
        turned = (np.arange(4) + heading) % 4
        expected[kinds[heading, cell]] += table[heading, turned, cell]
    ratio: Vector = (count_turns(graph, cells) + PRIOR_COUNT) / expected
    return ratio


def train(
    options: Mapping[str, Any], seed: int, jobs: Jobs, out_dir: Path, progress: Progress
) -> Plain:
    """Count the walks, write `junctions.npz` and its card; returns the card."""
    given = with_defaults(OPTIONS, options)
    mazes, steps = given["mazes"], given["steps"]
    tables = learn_junctions(seed, mazes, steps, progress)
    caution, fleeing = learn_caution(seed, max(2, mazes // 3), max(50, 3 * steps // 10))
    progress(0.9, f"evader: caution {caution}")
    arrays = {**tables, "fleeing": fleeing, "caution": np.array(caution)}
    card = {
        "what": "P(turn ahead, right, back, left | junction type) by strategy, and pooled; "
        "'fleeing' and 'caution' are the evader's turns beyond its keeping away",
        "data": f"{mazes} generated mazes, {steps} steps of each of {', '.join(STRATEGIES)}",
        "made_by": "main.py train tracker",
        "seed": seed,
        "turning_back_at_a_corridor": {
            name: round(float(table[0b0101, 2]), 4) for name, table in tables.items()
        },
        "caution": caution,
    }
    write_arrays(out_dir / "junctions.npz", arrays, card)
    return card


def report(card: Mapping[str, Any]) -> str:
    """Return the card for a person."""
    return "\n".join(f"{name}: {value}" for name, value in card.items())
