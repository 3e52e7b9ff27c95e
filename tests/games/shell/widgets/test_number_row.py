"""A number that is typed, or reached by single steps, with every device."""

from __future__ import annotations

import pytest

from games.shell.widgets.basic import Button
from games.shell.widgets.number_row import NumberRow
from tests.support.hands import Rig
from tests.support.staged import staged


def shown(value: int) -> str:
    return f"{value}" if value else "a new one"


@pytest.fixture
def heard() -> list[int]:
    return []


@pytest.fixture
def row(rig: Rig, heard: list[int]) -> NumberRow:
    made = NumberRow("Maze number", 0, (0, 999), heard.append, shown)
    staged(rig, made, Button("Done", lambda: None))
    return made


def test_digits_make_a_number_and_are_taken_away(rig: Rig, row: NumberRow) -> None:
    rig.type("4x2")
    assert (row.value, row.labels) == (42, ["42"])
    rig.key("backspace")
    assert row.value == 4
    rig.type("71")
    assert row.value == 471
    rig.type("5")
    assert row.value == 5, "there is no room for a fourth digit"
    rig.key("delete")
    assert (row.value, row.labels) == (0, ["a new one"])
    rig.type("007")
    assert row.value == 7


def test_what_was_typed_holds_and_the_next_digit_begins_another(
    rig: Rig, row: NumberRow, heard: list[int]
) -> None:
    rig.type("12")
    rig.key("return")
    rig.type("3")
    assert heard == [1, 12, 3]
    rig.key("down")
    rig.app.draw()
    rig.key("up")
    rig.type("4")
    assert heard == [1, 12, 3, 4], "after the focus was elsewhere, too"


@pytest.mark.parametrize("hand", ["keys", "pad", "mouse"])
def test_single_steps_go_round_the_ends(rig: Rig, row: NumberRow, hand: str) -> None:
    x, y, w, h = row.box
    for way, value in (("left", 999), ("right", 0), ("right", 1)):
        if hand == "mouse":
            rig.click(x + w - 20 if way == "right" else x + w * row.label_share + 20, y + h / 2)
        elif hand == "pad":
            rig.hat(way)
        else:
            rig.key(way)
        assert row.value == value
    rig.click(x + 20, y + h / 2)
    rig.click(x + w * 0.7, y + h / 2)
    assert row.value == 1, "a click beside the arrows changes nothing"
