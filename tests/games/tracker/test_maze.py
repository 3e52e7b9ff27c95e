"""Mazes of the tracker: the generator, and the layouts that ship."""

import pytest

from games.mazes import STYLES, BadLayout, load_layout, loop_count
from games.paths import ROOT
from games.tracker.maze import generate

LAYOUTS = ROOT / "assets" / "layouts" / "tracker"


def test_generated_mazes_are_mirrored_connected_and_have_loops():
    made = 0
    for style in STYLES:
        for width in range(15, 64, 8):
            for height in range(9, 32, 6):
                maze = generate(made, width, height, style)
                assert (maze.width, maze.height) == (width, height)
                assert all(row == row[::-1] for row in maze.rows)
                assert loop_count(maze) >= 2
                assert len(maze.cells) > width * height / 4
                made += 1
    assert made == 56


def test_a_seed_is_a_maze():
    assert generate(1, 21, 11) == generate(1, 21, 11)
    assert generate(1, 21, 11).rows != generate(2, 21, 11).rows


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ((1, 13, 9), "range"),
        ((1, 65, 31), "range"),
        ((1, 16, 9), "even"),
        ((1, 15, 9, "spiral"), "style"),
        ((1, 15, 9, "loops", 2.0), "openness"),
    ],
)
def test_bad_arguments_get_a_sentence(arguments, word):
    with pytest.raises(BadLayout, match=word):
        generate(*arguments)


def test_shipped_layouts_load():
    names = [load_layout(path).name for path in sorted(LAYOUTS.glob("*.txt"))]
    assert names == ["chambers28x18", "chambers32x16", "loops33x15", "ring", "tiny", "tree"]
