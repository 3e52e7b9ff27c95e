"""The arrows of the keyboard on a table: what lies nearest that way, and where there is nothing."""

from __future__ import annotations

from games.shell.widgets.cursor import nearest

GRID = [(f"{x}{y}", (100.0 * x, 100.0 * y, 80.0, 80.0)) for x in range(3) for y in range(3)]


def test_each_arrow_goes_to_the_neighbour_and_no_farther_than_the_edge() -> None:
    for way, expected in (("left", "01"), ("right", "21"), ("up", "10"), ("down", "12")):
        assert nearest("11", way, GRID) == expected
        assert nearest(expected, way, GRID) == expected


def test_what_lies_aside_is_farther_across_than_down() -> None:
    spots = [("here", (0.0, 0.0, 10.0, 10.0)), ("aside", (50.0, 60.0, 10.0, 10.0))]
    straight = ("straight", (180.0, 0.0, 10.0, 10.0))
    assert nearest("here", "right", [*spots, straight]) == "straight"
    assert nearest("here", "down", [*spots, ("straight", (0.0, 120.0, 10.0, 10.0))]) == "aside"


def test_where_the_spot_is_gone_the_first_is_taken() -> None:
    assert nearest("gone", "left", GRID) == "00"
    assert nearest("gone", "left", ()) == ""


def test_of_two_spots_of_one_name_the_first_is_gone_to() -> None:
    row = [("low", (0.0, 0.0, 80.0, 80.0)), ("high", (100.0, 0.0, 80.0, 80.0))]
    again = [("high", (-300.0, -400.0, 80.0, 80.0))]
    assert nearest("low", "right", [*row, *again]) == "high"
    assert nearest("high", "left", [*row, *again]) == "low"
