from __future__ import annotations

from games.shell.access.node import Node, group, heading, pairs


def test_a_tree_is_walked_from_top_to_bottom_and_searched() -> None:
    tree = group("Page", [heading("Settings", 1), pairs("Sound", (("Effects", "80%"),))])
    assert [node.role for node in tree.walk()] == ["group", "heading", "group", "item"]
    assert tree.find("item") is not None
    assert tree.find("item", "Music") is None


def test_the_outline_has_value_description_and_states() -> None:
    node = Node("switch", "Mute", "", "F10 does the same.", frozenset({"off", "focused"}))
    assert list(node.outline()) == ["switch Mute F10 does the same. [focused] [off]"]
