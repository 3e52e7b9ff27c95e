"""The open mind for a screen reader: a group for each item, with rows "label, value".

A plot gives its summary in a sentence, and its points as a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from games.mind import (
    Bars,
    Bell,
    ContextTree,
    Field,
    Gauge,
    HeatMap,
    Holdings,
    Ladder,
    Lines,
    Meter,
    MindItem,
    Note,
    Ribbon,
    Route,
    Series,
    TrialTree,
    percent,
)
from games.shell.access.node import Node, group, pairs, paragraph, rows_node
from games.shell.mind.style import figures

MOST_POINTS: Final = 40
"""The most points of a plot that a table has; of more it has every second, third ... one."""
KEPT: Final = 256
"""Items whose nodes are remembered, since a mind stays while its picture moves."""


def mind_nodes(items: Iterable[MindItem]) -> list[Node]:
    """Return a paragraph for each sentence of a mind, and a group for each other item."""
    return [item_node(item) for item in items]


@lru_cache(maxsize=KEPT)
def item_node(item: MindItem) -> Node:
    """Return the node of one item.

    >>> [row.name for row in item_node(Bars("My guess", ("kick",), (0.7,))).children]
    ['kick, 70%']
    """
    if isinstance(item, Note):
        return paragraph(item.text)
    node = _SPOKEN[type(item)](item)
    node.description = item.help
    return node


def _marked(index: int, chosen: int | None, truth: int | None) -> str:
    """Return what marks a row: the choice, or what came."""
    marks = (("chosen", chosen), ("came", truth))
    return ", ".join(word for word, at in marks if at == index)


def _row(label: str, value: str, *more: str) -> tuple[str, str]:
    return label, ", ".join(filter(None, (value, *more)))


def _bars(item: Bars) -> Node:
    rows = []
    for n, (label, value) in enumerate(zip(item.labels, item.values, strict=False)):
        word = item.words[n] if n < len(item.words) else ""
        shown = word or figures(value, item.unit)
        rows.append(_row(label, shown, _marked(n, item.chosen, item.truth)))
    return pairs(item.title, rows)


def _lines(item: Lines) -> Node:
    rows = []
    for n, (label, value) in enumerate(item.rows):
        word = item.words[n] if n < len(item.words) else ""
        shown = word or figures(value, item.unit)
        rows.append(_row(label, shown, _marked(n, item.chosen, None)))
    return pairs(item.title, rows)


def _heat_map(item: HeatMap) -> Node:
    head = ["", *item.column_labels]
    rows = [
        [label, *map(percent, values)]
        for label, values in zip(item.row_labels, item.values, strict=False)
    ]
    node = rows_node(item.title, [head, *rows])
    if item.outlined is not None and item.outlined < len(item.row_labels):
        node.value = f"in use now: {item.row_labels[item.outlined]}"
    return node


def _points(values: Sequence[Sequence[str]], head: Sequence[str]) -> Node:
    """Return a table of the points of a plot, thinned out where there are many."""
    step = -(-len(values) // MOST_POINTS) or 1
    kept = [row for n, row in enumerate(values, 1) if n % step == 0 or n == len(values)]
    return rows_node("Points", [head, *kept])


def _summary(values: Sequence[float], unit: str) -> str:
    """Return the course of a line in a sentence."""
    if not values:
        return "No point yet."
    first, last = figures(values[0], unit), figures(values[-1], unit)
    low, high = figures(min(values), unit), figures(max(values), unit)
    way = "rises" if values[-1] > values[0] else "falls" if values[-1] < values[0] else "stays"
    return f"It {way} from {first} to {last}, between {low} and {high}, over {len(values)} points."


def _series(item: Series) -> Node:
    told = [_summary(item.values, item.unit)]
    if item.reference is not None:
        told.append(f"The line of reference is {figures(item.reference, item.unit)}.")
    head = ["Point", "Value", *(f"Seat {seat + 1}" for seat, _ in item.others)]
    rows = []
    for n, value in enumerate(item.values):
        beside = [
            figures(others[n], item.unit) if n < len(others) else "" for _, others in item.others
        ]
        rows.append([str(n + 1), figures(value, item.unit), *beside])
    return group(item.title, [*map(paragraph, told), _points(rows, head)])


def _ribbon(item: Ribbon) -> Node:
    rows = [[str(n), *map(percent, weights)] for n, weights in enumerate(item.weights, 1)]
    told = "No point yet."
    if item.weights and item.names:
        last = item.weights[-1]
        best = max(range(len(last)), key=last.__getitem__)
        told = f"At the end {item.names[best]} weighs most: {percent(last[best])}."
    return group(item.title, [paragraph(told), _points(rows, ["Point", *item.names])])


def _gauge(item: Gauge) -> Node:
    shares = zip(item.labels, item.values, strict=False)
    rows = [
        _row(label, percent(value), "now" if n == item.index else "")
        for n, (label, value) in enumerate(shares)
    ]
    found = pairs(item.title, rows)
    first = [paragraph(item.sentence)] if item.sentence else []
    return group(item.title, [*first, *found.children])


def _holdings(item: Holdings) -> Node:
    rows = []
    for n, (label, chances) in enumerate(zip(item.labels, item.chances, strict=False)):
        mean = sum(number * chance for number, chance in enumerate(chances))
        known = f"{item.known[n]} for certain" if n < len(item.known) and item.known[n] else ""
        truth = f"really {item.truth[n]}" if n < len(item.truth) else ""
        rows.append(_row(label, f"about {mean:.1f}", known, truth))
    return pairs(item.title, rows)


def _meter(item: Meter) -> Node:
    ends = f"from {figures(item.low, item.unit)} to {figures(item.high, item.unit)}"
    usual = "" if item.reference is None else f"reference {figures(item.reference, item.unit)}"
    return pairs(item.title, [_row("Value", figures(item.value, item.unit), ends, usual)])


def _bell(item: Bell) -> Node:
    place = f"{item.name or 'The pin'} stands at {figures(item.pin, '')}"
    told = [item.sentence, f"{place}, from {figures(item.low, '')} to {figures(item.high, '')}."]
    count = len(item.values)
    span = (item.high - item.low) / max(1, count - 1)
    rows = [
        [figures(item.low + n * span, ""), figures(value, "")]
        for n, value in enumerate(item.values)
    ]
    marks = [[figures(at, ""), word] for word, at in item.marks]
    words = [paragraph(text) for text in told if text]
    return group(item.title, [*words, _points(rows, ["Place", "Height"]), *_marks(marks)])


def _marks(rows: Sequence[Sequence[str]]) -> list[Node]:
    return [rows_node("Marks", rows)] if rows else []


def _field(item: Field) -> Node:
    rows = [(word, figures(value, item.unit)) for word, _, value in item.highest(MOST_POINTS)]
    return pairs(item.title, rows)


def _route(item: Route) -> Node:
    way = (
        f"{len(item.cells)} cells, from {item.cells[0]} to {item.cells[-1]}." if item.cells else ""
    )
    return group(item.title, [paragraph(text) for text in (item.sentence, way) if text])


def _context_tree(item: ContextTree) -> Node:
    rows = [
        _row(node.label or "all", percent(node.value), "in use now" if node.on_path else "")
        for node in item.nodes
    ]
    return pairs(item.title, rows)


def _trial_tree(item: TrialTree) -> Node:
    rows = []
    for n, node in enumerate(item.nodes):
        won = f"{node.wins} of {node.games} won"
        rows.append(_row(f"Trial {node.number}", won, "best" if n == item.best else ""))
    return pairs(item.title, rows)


def _ladder(item: Ladder) -> Node:
    rows = []
    for fork in item.forks:
        ways = ", ".join(f"{way.word} {percent(way.value)}" for way in fork.ways)
        expected = fork.ways[fork.chosen].word if 0 <= fork.chosen < len(fork.ways) else ""
        came = fork.ways[fork.truth].word if 0 <= fork.truth < len(fork.ways) else ""
        told = (f"expected {expected}" if expected else "", f"came {came}" if came else "")
        rows.append(_row(fork.name, ways, *told))
    return pairs(item.title, rows)


_SPOKEN: Final[Mapping[type, Callable[..., Node]]] = MappingProxyType(
    {
        Bars: _bars,
        Lines: _lines,
        HeatMap: _heat_map,
        Series: _series,
        Ribbon: _ribbon,
        Gauge: _gauge,
        Holdings: _holdings,
        Meter: _meter,
        Bell: _bell,
        Field: _field,
        Route: _route,
        ContextTree: _context_tree,
        TrialTree: _trial_tree,
        Ladder: _ladder,
    }
)
