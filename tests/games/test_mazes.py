"""Layouts: what is a maze, and the sentences for what is none."""

import random

import pytest

from games.mazes import (
    BadLayout,
    Maze,
    check_rows,
    load_layout,
    make_maze,
    parse_layout,
    shortest_way,
    steps_from,
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
        ("####\n#\x00 #\n####", "Row 2 .*printed"),
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
    lengths = [len(shortest_way(ways, 0, to)) or -1 for to in range(1, len(ways))]
    assert steps_from(ways, 0) == [0, *lengths], "-1 where no way leads"


def _slowly(rows: tuple[str, ...]) -> set[tuple[int, int]]:
    """The free cells that can be reached from the first, one by one."""
    maze = Maze("slow", rows)
    reached, frontier = {maze.cells[0]}, [maze.cells[0]]
    while frontier:
        for cell in maze.neighbours(frontier.pop()):
            if cell not in reached:
                reached.add(cell)
                frontier.append(cell)
    return reached


def test_what_is_cut_off_is_found_as_by_walking_there() -> None:
    rng, whole = random.Random(4), 0
    for _ in range(400):
        width, height = rng.randint(4, 12), rng.randint(4, 12)
        wall = rng.choice((0.1, 0.3, 0.5))
        inside = [
            "".join("#" if rng.random() < wall else " " for _ in range(width - 2))
            for _ in range(height - 2)
        ]
        rows = ("#" * width, *(f"#{row}#" for row in inside), "#" * width)
        if sum(row.count(" ") for row in rows) < 2:
            continue
        reached = _slowly(rows)
        lost = [cell for cell in Maze("m", rows).cells if cell not in reached]
        if lost:
            told = f"Column {lost[0][0] + 1}, row {lost[0][1] + 1} cannot be reached"
            with pytest.raises(BadLayout, match=told):
                make_maze(rows)
        else:
            maze, whole = make_maze(rows), whole + 1
            for right in (False, True):
                for top in (False, True):
                    x0, y0 = (width - 1 if right else 0), (0 if top else height - 1)
                    near = min(maze.cells, key=lambda c: abs(c[0] - x0) + abs(c[1] - y0))
                    assert maze.corner(right, top) == near
    assert 40 < whole < 360


def test_the_largest_maze_is_checked_by_its_runs_and_not_by_its_cells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    monkeypatch.setattr(Maze, "neighbours", lambda maze, cell: asked.append(cell))
    rows = ["#" * 345, *[f"#{' ' * 343}#"] * 343, "#" * 345]
    assert len(make_maze(rows).cells) == 343 * 343
    assert asked == []


@pytest.mark.parametrize("turned", [False, True])
def test_a_maze_is_at_most_400_cells_wide_and_high(turned):
    def corridor(length):
        rows = ["#" * length, f"#{' ' * (length - 2)}#", "#" * length]
        return ["".join(column) for column in zip(*rows, strict=True)] if turned else rows

    assert len(make_maze(corridor(400)).rows) == (400 if turned else 3)
    with pytest.raises(BadLayout, match="keep both within 400"):
        make_maze(corridor(401))
