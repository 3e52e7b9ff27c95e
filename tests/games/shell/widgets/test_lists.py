from __future__ import annotations

from games.shell.access.node import PRESS
from games.shell.widgets.lists import ListBox

ROWS = (("Ada", "12 matches"), ("Bo", "none yet"))


def test_a_reader_finds_all_rows_and_chooses_one_then_takes_it() -> None:
    chosen: list[int] = []
    taken: list[str] = []
    box = ListBox(ROWS, 0, chosen.append, confirmed=lambda: taken.append("taken"))
    node = box.node()
    assert (node.role, node.value) == ("listbox", "Ada. 12 matches")
    assert [(row.name, row.description) for row in node.children] == list(ROWS)
    node.children[1].actions[PRESS]("")
    assert (chosen, taken) == ([1], [])
    box.node().children[1].actions[PRESS]("")
    assert taken == ["taken"]
    assert ["selected" in row.states for row in box.node().children] == [False, True]


def test_an_empty_list_says_so() -> None:
    assert ListBox((), 0, lambda index: None).node().value == "empty"
