"""Trees of trials: nothing overlaps, nothing leaves its room, the way to the best stays."""

from __future__ import annotations

import itertools

import pygame
import pytest

from games.mind import TrialNode, TrialTree
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import PALETTE, Theme
from games.shell.draw.tween import Springs
from games.shell.mind.items import Style, draw_items
from games.shell.mind.trees import APART, arrange
from games.streams import Stream


def canvas(larger: bool = False) -> Canvas:
    pygame.font.init()
    return Canvas(pygame.Surface((1280, 720)), Theme(larger_text=larger))


def grown(seed: int, count: int) -> TrialTree:
    """A tree that grew by chance, the way to its last node marked."""
    rng = Stream(seed)
    parents = [-1, *(rng.below(node) for node in range(1, count))]
    way = {count - 1}
    for node in range(count - 1, 0, -1):
        if node in way:
            way.add(parents[node])
    games = [3 + 400 // (node + 1) for node in range(count)]
    nodes = (TrialNode(n, p, games[n], games[n] // 2, n in way) for n, p in enumerate(parents))
    return TrialTree("Tree", tuple(nodes), count - 1)


@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("width", [272.0, 336.0, 780.0])
def test_no_two_nodes_overlap_and_the_way_is_never_left_out(larger: bool, width: float) -> None:
    board, looked = canvas(larger), 0
    for seed in range(12):
        tree = grown(seed, 60)
        shown = arrange(board, tree, width)
        assert {n for n, node in enumerate(tree.nodes) if node.on_path} <= {p.node for p in shown}
        for _, row in itertools.groupby(shown, key=lambda placed: placed.level):
            placed = list(row)
            for first, second in itertools.pairwise(placed):
                apart = (first.width + second.width) / 2 + APART
                assert second.x - first.x >= apart - 1e-6
            assert placed[0].x - placed[0].width / 2 >= -1e-6
            assert placed[-1].x + placed[-1].width / 2 <= width + 1e-6
            looked += 1
        places = {placed.node: placed for placed in shown}
        for number, placed in places.items():
            parent = tree.nodes[number].parent
            assert parent < 0 or places[parent].level == placed.level - 1
    assert looked > 60


def test_branches_cross_nowhere() -> None:
    """Beside each other in the order of their parents."""
    board, looked = canvas(), 0
    for seed in range(12):
        tree = grown(seed, 60)
        places = {placed.node: placed for placed in arrange(board, tree, 500.0)}
        for one, other in itertools.combinations(places.values(), 2):
            parents = tree.nodes[one.node].parent, tree.nodes[other.node].parent
            if one.level == other.level and parents[0] != parents[1]:
                first, second = (places[parent].x for parent in parents)
                assert (first < second) == (one.x < other.x)
                looked += 1
    assert looked > 500


def test_the_best_has_the_one_brass_outline_and_its_way_is_thick() -> None:
    board, thick, springs = canvas(), {}, Springs()
    springs.still = True
    for used in (False, True):
        board.fill("ink")
        nodes = (TrialNode(0, -1, 9, 3, used), TrialNode(1, 0, 4, 2, used))
        draw_items(
            board, (TrialTree("T", nodes, 1),), (0, 0, 300, 200), springs, style=Style("sky")
        )
        sky = pygame.mask.from_threshold(board.surface, PALETTE["sky"], (3, 3, 3, 255))
        brass = pygame.mask.from_threshold(board.surface, PALETTE["brass"], (3, 3, 3, 255))
        assert brass.count() > 60
        thick[used] = sky.count()
    assert thick[True] > thick[False] + 30


def test_a_new_node_comes_out_of_its_parent() -> None:
    board, springs = canvas(), Springs(0.4)
    style, box = Style("sky"), (0, 0, 300, 200)
    root = TrialNode(0, -1, 9, 3, True)
    draw_items(board, (TrialTree("T", (root,), 0),), box, springs, style=style)
    springs.update(1.0)
    child = TrialNode(1, 0, 1, 1, True)
    draw_items(board, (TrialTree("T", (root, child), 1),), box, springs, style=style)
    assert springs.moving
    for _ in range(120):
        springs.update(1 / 60)
        draw_items(board, (TrialTree("T", (root, child), 1),), box, springs, style=style)
    assert not springs.moving
