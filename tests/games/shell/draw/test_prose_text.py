from __future__ import annotations

from games.shell.draw.prose_text import text_nodes


def test_a_screen_reader_finds_headings_lists_tables_and_pictures() -> None:
    text = """## Moves
Two of `them` win.
- one
- two

| move | points |
|---|--:|
| :fist: punch | 10 |

![Two fighters](fight)"""
    outline = [line for node in text_nodes(text) for line in node.outline()]
    assert outline == [
        "heading Moves",
        "paragraph Two of them win.",
        *("list", "  item one", "  item two"),
        *("table", "  row move, points", "    cell move", "    cell points"),
        *("  row punch, 10", "    cell punch", "    cell 10"),
        "image Two fighters",
    ]
