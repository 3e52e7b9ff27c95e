from __future__ import annotations

from games.shell.access.listener import NodeListener
from games.shell.access.node import Node, group, heading, pairs, paragraph


def test_a_tree_is_walked_from_top_to_bottom_and_searched() -> None:
    tree = group("Page", [heading("Settings", 1), pairs("Sound", (("Effects", "80%"),))])
    assert [node.role for node in tree.walk()] == ["group", "heading", "group", "item"]
    assert tree.find("item") is not None
    assert tree.find("item", "Music") is None


def test_the_outline_has_value_description_and_states() -> None:
    node = Node("switch", "Mute", "", "F10 does the same.", frozenset({"off", "focused"}))
    assert list(node.outline()) == ["switch Mute F10 does the same. [focused] [off]"]


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
