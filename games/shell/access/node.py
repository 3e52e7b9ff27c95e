"""A node of the tree that a screen reader walks: a role, a name, and what can be done with it.

The tree knows no toolkit and no window: `games.shell.access.bridge` hands it to the system's
reader. A scene's tree is built anew whenever a reader listens and the picture changed; two trees
are compared by their nodes' `key`s, so the same thing keeps its place in the reader's mind.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

Box = tuple[float, float, float, float]
Act = Callable[[str], object]
"""Does what a reader asks for; the text is the new value of `SET`, else ""."""

ROLES: Final = (
    *("window", "dialog", "alert", "group", "heading", "paragraph", "image", "log", "status"),
    *("list", "item", "table", "row", "cell", "button", "switch", "slider", "choice", "number"),
    *("field", "listbox", "option", "tabs", "tab", "progress", "grid", "document"),
)
"""All roles; those of widgets that a hand can change are in `TOUCHED`."""
TOUCHED: Final = frozenset(
    ("button", "switch", "slider", "choice", "number", "field", "listbox", "option", "tabs", "tab")
)
STATES: Final = ("focused", "disabled", "selected", "on", "off", "hidden")
"""All states: `on` and `off` belong to a switch."""
PRESS, FOCUS, MORE, LESS, SET = "press", "focus", "more", "less", "set"
POLITE, ASSERTIVE = "polite", "assertive"


class ValueScale(NamedTuple):
    """The number that a slider or a progress bar shows, its ends, and a step."""

    number: float
    least: float
    most: float
    step: float = 0.0


@dataclass(slots=True)
class Node:
    """One thing that a reader can stop at.

    - `name` names the thing, `value` is its content now, `description` adds a sentence.
    - `live` is "polite" or "assertive" for words that are spoken when they appear.
    - `key` finds the node among its siblings of the next tree; without one its place does.
    - `press` is a move, or the name of a spot of a table, that a press of the node makes.
    - `bounds` are units of the canvas in a scene, and pixels once a listener has taken the node.

    >>> Node("button", "Play").role
    'button'
    """

    role: str
    name: str = ""
    value: str = ""
    description: str = ""
    states: frozenset[str] = frozenset()
    children: Sequence[Node] = ()
    bounds: Box | None = None
    actions: Mapping[str, Act] = field(default_factory=dict)
    key: Hashable = None
    live: str = ""
    level: int = 0
    scale: ValueScale | None = None
    press: str = ""

    def walk(self) -> Iterator[Node]:
        """Yield this node and all below it, from top to bottom."""
        yield self
        for child in self.children:
            yield from child.walk()

    def find(self, role: str, name: str = "") -> Node | None:
        """Return the first node of a `role`, with this `name` where one is given, or None."""
        nodes = (node for node in self.walk() if node.role == role)
        return next((node for node in nodes if not name or node.name == name), None)

    def outline(self, depth: int = 0) -> Iterator[str]:
        """Yield the tree as text, a line a node: for tests and golden files."""
        words = [self.role, self.name, self.value and f"= {self.value}", self.description]
        words += [f"[{state}]" for state in STATES if state in self.states]
        yield "  " * depth + " ".join(word for word in words if word)
        for child in self.children:
            yield from child.outline(depth + 1)


def joined(nodes: Sequence[Node]) -> str:
    """Return the words of `nodes` in one line."""
    return ", ".join(node.name for node in nodes if node.name)


def heading(words: str, level: int = 2) -> Node:
    """Return a heading of these `words`; level 1 is the title of the window."""
    return Node("heading", words, level=level)


def paragraph(words: str) -> Node:
    """Return a paragraph of these `words`."""
    return Node("paragraph", words)


def group(name: str, children: Sequence[Node], key: Hashable = None) -> Node:
    """Return the `children` under one `name`."""
    return Node("group", name, children=children, key=key)


def rows_node(name: str, rows: Sequence[Sequence[str]]) -> Node:
    """Return a table of texts.

    >>> [row.name for row in rows_node("Points", (("You", "15"), ("Sensei", "10"))).children]
    ['You, 15', 'Sensei, 10']
    """
    return Node(
        "table",
        name,
        children=[
            Node("row", ", ".join(filter(None, cells)), children=[Node("cell", c) for c in cells])
            for cells in rows
        ],
    )


def pairs(name: str, rows: Sequence[tuple[str, str]]) -> Node:
    """Return a group of rows "label, value".

    >>> [row.name for row in pairs("It expects", (("Kick", "60%"),)).children]
    ['Kick, 60%']
    """
    words = [", ".join(filter(None, row)) for row in rows]
    return group(name, [Node("item", each) for each in words])
