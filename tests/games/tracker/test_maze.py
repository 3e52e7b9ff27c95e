"""Layouts of the tracker: the generator, the files, and the sentences for bad ones."""

import pytest

from games.paths import ROOT
from games.tracker.maze import (
    STYLES,
    BadLayout,
    check_rows,
    generate,
    load_layout,
    loop_count,
    make_maze,
    parse_layout,
)

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


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "empty"),
        ("###\n#  \n###", "border"),
        ("####\n#  #\n###", "length|characters"),
        ("###\n# #\n###", "only one"),
        ("#####\n# # #\n#####", "reached"),
        ("##\n##", "no free"),
        ("####\n#\t #\n####", "tab"),
        ("####\n#\x00 #\n####", "printed"),
    ],
)
def test_bad_layouts_get_a_sentence(text, word):
    with pytest.raises(BadLayout, match=word) as caught:
        parse_layout(text)
    assert str(caught.value).endswith(".")


def test_a_filter_needs_less_than_a_game():
    assert check_rows(["  ", "# "]) == ("  ", "# ")
    for rows in ("##", [1], [["#"]], []):
        with pytest.raises(BadLayout):
            check_rows(rows)


def test_shipped_layouts_load():
    names = [load_layout(path).name for path in sorted(LAYOUTS.glob("*.txt"))]
    assert names == ["chambers28x18", "chambers32x16", "loops33x15", "ring", "tiny", "tree"]


def test_files_of_ones_own(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("\n####\r\n#. #\r\n####\n\n")
    assert load_layout(path).rows == ("####", "#. #", "####")
    path.write_bytes(b"\xff\xfe#")
    with pytest.raises(BadLayout, match="UTF-8"):
        load_layout(path)
    with pytest.raises(BadLayout, match="cannot be read"):
        load_layout(tmp_path / "absent.txt")
    path.write_text("#" * 1_000_001)
    with pytest.raises(BadLayout, match="larger"):
        load_layout(path)


def test_neighbours_and_corners():
    maze = make_maze(["#####", "#   #", "# # #", "#####"])
    assert maze.neighbours((1, 1)) == ((2, 1), (1, 2))
    assert maze.corner(right=True, top=True) == (3, 1)
    assert maze.corner(right=False, top=False) == (1, 2)
