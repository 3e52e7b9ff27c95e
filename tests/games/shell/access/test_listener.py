from __future__ import annotations

from games.shell.access.listener import NodeListener
from games.shell.access.node import PRESS, paragraph


def test_texts_become_headings_rows_and_tables_in_their_order() -> None:
    listener = NodeListener()
    listener.text("League", 76.0, 64.0, "title")
    listener.text("Standing", 120.0, 36.0, "title")
    listener.text("One sentence.", 150.0, 18.0, "text")
    for y, cells in ((200.0, ("Agent", "Won")), (230.0, ("Sensei", "12"))):
        for cell in cells:
            listener.text(cell, y, 18.0, "text")
    listener.text("Below", 260.0, 18.0, "text")
    listener.text("Left", 300.0, 18.0, "text")
    listener.text("Right", 301.0, 18.0, "text")
    outline = [line for node in listener.nodes() for line in node.outline()]
    assert outline == [
        "heading League",
        "heading Standing",
        "paragraph One sentence.",
        "table",
        *("  row Agent, Won", "    cell Agent", "    cell Won"),
        *("  row Sensei, 12", "    cell Sensei", "    cell 12"),
        "paragraph Below",
        "paragraph Left, Right",
    ]
    assert [node.level for node in listener.nodes()[:2]] == [1, 2]


def test_nodes_stand_in_place_of_words_and_words_can_be_collected_apart() -> None:
    listener = NodeListener()
    with listener.instead([paragraph("A board.")]):
        listener.text("c4", 10.0, 18.0, "text")
        with listener.apart() as said:
            listener.text("Play", 20.0, 18.0, "bold")
    listener.text("Below", 30.0, 18.0, "text")
    assert [node.name for node in listener.nodes()] == ["A board.", "Below"]
    assert [node.name for node in said] == ["Play"]


def test_a_spot_presses_the_mouse_on_the_middle_of_its_box() -> None:
    pressed: list[tuple[float, float]] = []
    listener = NodeListener(lambda x, y: pressed.append((x, y)))
    listener.spot("Skip", (10.0, 20.0, 100.0, 40.0)).actions[PRESS]("")
    assert pressed == [(60.0, 40.0)]
