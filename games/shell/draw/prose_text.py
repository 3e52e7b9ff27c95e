"""The reading of texts for `games.shell.draw.prose`, and what a screen reader is shown of them."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from games.shell.access.node import Node, heading, paragraph, rows_node

FENCE: Final = "```"
CODE: Final = "`"
FOLDED: Final = "formula"
FOLD: Final = "The mathematics"
PICTURE_MARK: Final = re.compile(r"!\[([^\]]*)\]\(([a-z][a-z-]*)\)")
ICON_MARK: Final = re.compile(r":([a-z][a-z-]*): ?")
HYPHENS_MARK: Final = re.compile(r":?-+:?")
_KINDS: Final = {"#": "heading", "-": "item", ">": "note"}
_MARK: Final = re.compile(r"(#{1,6}|-(?!\s+[\d.,]*\d)|>)(?:\s+|$)")
_BAR: Final = re.compile(r"(?<!\\)\|")


class TextBlock(NamedTuple):
    """A part of the text: its kind and its lines (paragraphs, notes and headings have one)."""

    kind: str
    lines: tuple[str, ...]


def parse(text: str) -> tuple[TextBlock, ...]:
    """Return the blocks of a text; never fails."""
    blocks: list[TextBlock] = []
    open_kind = ""
    lines = iter(text.split("\n"))
    for line in lines:
        if line.strip().startswith(FENCE):
            folded = line.strip().removeprefix(FENCE).strip() == FOLDED
            blocks.append(TextBlock("fold" if folded else "formula", tuple(_verbatim(lines))))
            open_kind = ""
            continue
        kind, words = _split_mark(line.strip())
        if open_kind and _continues(open_kind, kind):
            blocks[-1] = _extend(blocks[-1], kind, words)
        elif kind:
            blocks.append(TextBlock(kind, (words,)))
            open_kind = kind
        else:
            open_kind = ""
    return tuple(block for block in blocks if block.lines)


def _verbatim(lines: Iterator[str]) -> Iterator[str]:
    """Yield the lines up to the next fence, which is taken too."""
    for line in lines:
        if line.strip() == FENCE:
            return
        yield line.expandtabs(4).rstrip()


def _split_mark(line: str) -> tuple[str, str]:
    """Return the kind of block that a stripped line belongs to, and its words, if any."""
    if PICTURE_MARK.fullmatch(line):
        return "picture", line
    if line.startswith("|"):
        return "table", line
    if mark := _MARK.match(line):
        return _KINDS[mark[1][0]], line[mark.end() :]
    return ("text" if line else ""), line


def _continues(open_kind: str, kind: str) -> bool:
    """Return whether a line of this kind belongs to the block above it."""
    if kind == open_kind:
        return kind not in ("heading", "picture")
    return kind == "text" and open_kind in ("item", "note")


def _extend(block: TextBlock, kind: str, words: str) -> TextBlock:
    """Return a block with one line more: words that go on, or another row or item."""
    if kind in ("item", "table"):
        return TextBlock(block.kind, (*block.lines, words))
    return TextBlock(block.kind, (*block.lines[:-1], f"{block.lines[-1]} {words}"))


def cells(line: str) -> tuple[str, ...]:
    r"""Return the cells of a table's row, the `line`; `\|` in one is a bar that belongs to it."""
    inner = line.strip().removeprefix("|").removesuffix("|")
    return tuple(cell.strip().replace("\\|", "|") for cell in _BAR.split(inner))


def escape(text: str) -> str:
    """Return a text as the cell of a row, where its bars are no borders."""
    return text.replace("|", "\\|")


@functools.lru_cache(maxsize=32)
def text_nodes(text: str) -> tuple[Node, ...]:
    """Return a text as headings, paragraphs, lists and tables, for a screen reader.

    >>> [node.role for node in text_nodes("## Rules\\n\\nOne sentence.")]
    ['heading', 'paragraph']
    """
    return tuple(node for block in parse(text) for node in _block_nodes(block))


def _block_nodes(block: TextBlock) -> Iterator[Node]:
    lines = [ICON_MARK.sub("", line).replace(CODE, "") for line in block.lines]
    if block.kind == "heading":
        yield heading(lines[0])
    elif block.kind == "picture":
        shown = PICTURE_MARK.fullmatch(block.lines[0])
        yield Node("image", "" if shown is None else shown[1])
    elif block.kind == "table":
        rows = [cells(line) for line in lines]
        yield rows_node("", [row for row in rows if not all(map(HYPHENS_MARK.fullmatch, row))])
    elif block.kind == "item":
        yield Node("list", children=[Node("item", line) for line in lines])
    elif block.kind in ("formula", "fold"):
        yield Node("paragraph", " ".join(lines), description=FOLD)
    else:
        yield from map(paragraph, lines)
