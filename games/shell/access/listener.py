"""A listener at a canvas: while a scene draws, it collects the scene's words.

A scene draws all its words, so they are collected there: a form gives the nodes of its
widgets, a mind the nodes of its items, and text that belongs to neither becomes headings,
paragraphs and tables in the order in which it is drawn. A canvas without a listener costs
no more than before.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from games.shell.access.node import PRESS, Box, Node, heading, paragraph, rows_node

SAME_LINE: Final = 6.0  # units between the middles of texts that stand on one line; by eye
LINE: Final = 1.4  # times the size of type: from one line to the next; about as fonts have it
LEVELS: Final = ((40.0, 1), (30.0, 2))
"""The level of a heading by its least size, the largest first; smaller ones have level 3."""


class _Text(NamedTuple):
    """A text as it is drawn: its words, the middle of its line, its size and face."""

    words: str
    y: float
    size: float
    face: str


class NodeListener:
    """Collects the nodes of one frame, in order.

    >>> listener = NodeListener()
    >>> listener.text("Settings", 76.0, 56.0, "title")
    >>> with listener.instead([Node("button", "Back")]):
    ...     listener.text("Back", 600.0, 20.0, "bold")
    >>> [node.role for node in listener.nodes()]
    ['heading', 'button']
    """

    def __init__(self, click: Callable[[float, float], object] = lambda x, y: None) -> None:
        """Begin; `click` presses the mouse at a point of the canvas, for a reader."""
        self.click = click
        self._nodes: list[Node] = []
        self._texts: list[_Text] = []
        self._muted = 0

    def text(self, words: str, y: float, size: float, face: str) -> None:
        """Take a line or a paragraph of text that is drawn at the height `y`."""
        if self._muted:
            return
        for line in words.split("\n"):
            if line.strip():
                self._texts.append(_Text(line, y, size, face))
                y += size * LINE

    def spot(self, name: str, box: Box) -> Node:
        """Return a button that presses the mouse on the middle of a `box`."""
        x, y, w, h = box
        act = {PRESS: lambda value: self.click(x + w / 2, y + h / 2)}
        return Node("button", name, key=("spot", name), actions=act)

    def add(self, nodes: Iterable[Node]) -> None:
        """Take these `nodes`."""
        if not self._muted:
            self._end_text()
            self._nodes.extend(nodes)

    @contextmanager
    def instead(self, nodes: Iterable[Node] = ()) -> Iterator[None]:
        """Take these `nodes` in place of the words inside."""
        self.add(nodes)
        self._muted += 1
        try:
            yield
        finally:
            self._muted -= 1

    @contextmanager
    def apart(self) -> Iterator[list[Node]]:
        """Collect the words inside apart, in the list that is yielded."""
        self._end_text()
        found: list[Node] = []
        before = self._nodes, self._muted
        self._nodes, self._muted = found, 0
        try:
            yield found
        finally:
            self._end_text()
            self._nodes, self._muted = before

    def nodes(self) -> list[Node]:
        """Return all nodes until now."""
        self._end_text()
        return self._nodes

    def _end_text(self) -> None:
        if self._texts:
            self._nodes.extend(_read(self._texts))
            self._texts = []


def _read(texts: Sequence[_Text]) -> Iterator[Node]:
    """Yield the nodes of `texts` in order: those on one line are a row, several rows a table."""
    lines: list[list[_Text]] = []
    for text in texts:
        if lines and text.face != "title" and abs(lines[-1][-1].y - text.y) < SAME_LINE:
            lines[-1].append(text)
        else:
            lines.append([text])
    for several, run in itertools.groupby(lines, lambda line: len(line) > 1):
        rows = [[text.words for text in line] for line in run] if several else []
        if several and len(rows) > 1:
            yield rows_node("", rows)
        elif several:
            yield paragraph(", ".join(rows[0]))
        else:
            yield from (_single(line[0]) for line in run)


def _single(text: _Text) -> Node:
    if text.face != "title":
        return paragraph(text.words)
    return heading(text.words, next((n for least, n in LEVELS if text.size >= least), 3))
