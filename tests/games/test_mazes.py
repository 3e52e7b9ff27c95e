"""Layouts: what is a maze, and the sentences for what is none."""

import pytest

from games.mazes import (
    BadLayout,
    check_rows,
    load_layout,
    make_maze,
    parse_layout,
    shortest_way,
)


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


def test_a_shortest_way_is_as_long_as_it_has_to_be() -> None:
    ways = ((1, 3), (2, 0), (-1, 1), (0, -1), (-1, -1))
    assert shortest_way(ways, 0, 2) == [0, 0]
    assert shortest_way(ways, 2, 3) == [1, 1, 1]
    assert shortest_way(ways, 0, 0) == []
    assert shortest_way(ways, 0, 4) == [], "there is none"
