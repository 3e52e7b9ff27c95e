"""Fields: layouts and what is wrong with them, starts, and the mazes that are made."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from games.ctf.maze import SIZES, STYLES, field_of, generate, ground_of, layout_of
from games.ctf.rules.camping import places
from games.ctf.rules.game import GAME
from games.mazes import BadLayout, loop_count
from tests.games.ctf.played import params_of

TINY = ("########", "#. ## .#", "#      #", "#. ## .#", "########")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("size", SIZES)
def test_a_maze_is_its_own_image_when_turned(style: str, size: str) -> None:
    for seed in range(3):
        ground = generate(seed, size, style)
        rows = layout_of(ground)
        assert [row[::-1] for row in reversed(rows)] == list(rows)
        assert f"{len(rows[0])}x{len(rows)}" == size
        assert loop_count(ground.field.maze) >= 2
        assert ground_of(rows) == ground
    assert generate(1, size, style) == generate(1, size, style)
    assert generate(1, size, style) != generate(2, size, style)
    dots = {"16x8": 8, "24x12": 17, "32x16": 30, "48x24": 68}[size]
    if style == "pelita":
        dots = {"16x8": 10, "24x12": 15, "32x16": 30, "48x24": 50}[size]
    assert len(ground.dots[0]) == len(ground.dots[1]) == dots


def test_some_dots_lie_in_dead_ends() -> None:
    ground = generate(4, "32x16", "loops")
    ways = ground.field.ways
    assert any(sum(way >= 0 for way in ways[dot][:4]) == 1 for dot in ground.dots[0])


def test_bots_start_in_their_corners_the_later_one_nearest() -> None:
    field = ground_of(TINY).field
    assert [field.cells[cell] for cell in field.starts] == [(1, 2), (6, 2), (1, 3), (6, 1)]


@pytest.mark.parametrize(
    ("rows", "word"),
    [
        (("########",) * 3, "rows|free"),
        (("#" * 8, "#.   .#", "#" * 8), "characters"),
        (tuple(row + "#" for row in TINY), "even"),
        (tuple(row.replace("#", " ") for row in TINY), "border"),
        (("########", "#. ## .#", "#  ##  #", "#. ## .#", "########"), "reached"),
        (tuple(row.replace(".", " ") for row in TINY), "left"),
        ((*TINY[:1], "#. ##  #", TINY[2], "#. ##  #", TINY[4]), "right"),
        (tuple(row.replace(".", "o") for row in TINY), "'o'"),
        (("#" * 130, *("#" + " " * 128 + "#",) * 4, "#" * 130), "columns"),
    ],
)
def test_each_broken_layout_has_its_sentence(rows: tuple[str, ...], word: str) -> None:
    with pytest.raises(BadLayout, match=word) as caught:
        ground_of(rows)
    assert str(caught.value).endswith(".")


def test_a_maze_that_is_not_made_is_told() -> None:
    for size, style in (("16x9", "loops"), ("16x8", "spiral")):
        with pytest.raises(BadLayout, match="There is no maze"):
            generate(1, size, style)


def test_a_field_of_two_cells_is_too_small() -> None:
    with pytest.raises(BadLayout, match="room"):
        field_of(("########", "########", "###  ###", "########", "########"))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("size", SIZES)
def test_each_half_is_its_border_and_the_rest(style: str, size: str) -> None:
    field = generate(3, size, style).field
    middle = field.maze.width // 2
    for team, column in enumerate((middle - 1, middle)):
        assert field.borders[team]
        assert {field.x[cell] for cell in field.borders[team]} == {column}
        own = [cell for cell, home in enumerate(field.home) if home == team]
        assert sorted((*field.borders[team], *field.inner[team])) == own
        assert column not in {field.x[cell] for cell in field.inner[team]}


def test_where_a_dot_can_go_is_looked_up_and_not_worked_out_again() -> None:
    """What follows from the walls alone belongs to the field: no call for each of its cells."""
    state = GAME.new(params_of(maze="loops-32x16"))
    first, calls = places(state), 0

    def note(frame: FrameType, event: str, given: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(note)
    try:
        again = places(state)
    finally:
        sys.setprofile(None)
    assert again == first
    assert len(first) > 60
    assert calls < 15
