"""The painters of a tree of trials (`games.mind.TrialTree`) and of a ladder of choices.

A node has wins over games. Levels lie under each other, the root on top. A level shows as many
nodes as fit beside each other; those with the fewest games are left out first, and with them all
that grew from them. The way to the best is thick, the best has a brass outline, and a node is the
brighter the more it won. A new node starts from where its parent is, so that a growing tree is seen
to grow.

A ladder has a rung for each choice, its ways side by side as coins. Below a coin stands how good it
is for who chooses, and who comes out of it best. What is expected has a brass frame, what was done
a tick, what was expected in its place a ring.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.mind import Fork, Ladder, TrialNode, TrialTree, Way
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT, blend
from games.shell.mind.style import Brush, Style, figures, paint_title, title_height

APART: Final = 6.0
"""The least room between two nodes of a level."""
_THICK, _THIN = 4.0, 1.5  # units; chosen by eye


class _Placed(NamedTuple):
    """A node that is shown: its place in the list, its level, its middle and its width in units."""

    node: int
    level: int
    x: float
    width: float


def _levels(nodes: Sequence[TrialNode]) -> list[int]:
    """Return the distance of each node below the root, counting only nodes in the list."""
    found: list[int] = []
    for node in nodes:
        found.append(0 if node.parent < 0 else found[node.parent] + 1)
    return found


def _label(node: TrialNode, numbered: int) -> str:
    results = f"{node.wins}/{node.games}"
    return f"{node.number}: {results}" if numbered else results


def _measures(canvas: Canvas) -> tuple[float, float]:
    """Return the height of a node, and from one level to the next."""
    tall = canvas.line_height(NOTE, "bold") + 4
    return tall, tall + 13


def _fit_levels(
    nodes: Sequence[TrialNode], level: Sequence[int], widths: Sequence[float], room: float
) -> list[list[int]]:
    """Return for each level the indices that are shown, each group of siblings beside each
    other.
    """
    rows: list[list[int]] = []
    for depth in range(max(level) + 1):
        above = rows[-1] if rows else [-1]
        here = [i for i in range(len(nodes)) if level[i] == depth and nodes[i].parent in above]
        here.sort(key=lambda i: (not nodes[i].on_path, -nodes[i].games, i))
        used = -APART
        kept: list[int] = []
        for index in here:
            used += widths[index] + APART
            if used > room and kept:
                break
            kept.append(index)
        kept.sort(key=lambda i: (above.index(nodes[i].parent), i))
        rows.append(kept)
    return rows


def _middles(
    nodes: Sequence[TrialNode], rows: Sequence[Sequence[int]], widths: Sequence[float], room: float
) -> dict[int, float]:
    """Return the middle of each shown node: its share of its parent's room, then pushed apart."""
    leaves = _leaves(nodes, rows)
    rooms: dict[int, tuple[float, float]] = {-1: (0.0, room)}
    found: dict[int, float] = {}
    for row in rows:
        for index in row:
            left, right = rooms[nodes[index].parent]
            siblings = [other for other in row if nodes[other].parent == nodes[index].parent]
            whole = sum(leaves[other] for other in siblings)
            before = sum(leaves[other] for other in siblings[: siblings.index(index)])
            start = left + (right - left) * before / whole
            rooms[index] = (start, start + (right - left) * leaves[index] / whole)
        wished = [sum(rooms[index]) / 2 for index in row]
        apart = _spread(wished, [widths[index] for index in row], room)
        found |= dict(zip(row, apart, strict=True))
    return found


def _leaves(nodes: Sequence[TrialNode], rows: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the number of shown nodes without shown children below each shown node."""
    found: dict[int, int] = {}
    for row in reversed(rows):
        for index in row:
            found.setdefault(index, 1)
        for index in row:
            parent = nodes[index].parent
            found[parent] = found.get(parent, 0) + found[index]
    return found


def _spread(wished: Sequence[float], widths: Sequence[float], room: float) -> list[float]:
    """Return the wished middles, moved so that none overlaps or leaves the room, in their order."""
    rightward, leftward = (
        _push_apart(wished, widths, room, (1, -1)),
        _push_apart(wished, widths, room, (-1, 1)),
    )
    between = [(a + b) / 2 for a, b in zip(rightward, leftward, strict=True)]
    return _push_apart(between, widths, room, (1, -1))


def _push_apart(
    wished: Sequence[float], widths: Sequence[float], room: float, ways: Sequence[int]
) -> list[float]:
    """Return the middles pushed right (1) from the left end, or left (-1) from the right."""
    found = list(wished)
    for way in ways:
        order = list(range(len(found)))[::way]
        edge = 0.0 if way > 0 else room
        for index in order:
            half = widths[index] / 2
            found[index] = way * max(way * found[index], way * edge + half)
            edge = found[index] + way * (half + APART)
    return found


def arrange(canvas: Canvas, item: TrialTree, width: float) -> list[_Placed]:
    """Return the nodes that are shown at a width, level by level from the root."""
    key = ("trials", item.nodes, item.numbered, width)
    found: list[_Placed] = canvas.cached(key, lambda: _arrange(canvas, item, width))
    return found


def _arrange(canvas: Canvas, item: TrialTree, width: float) -> list[_Placed]:
    nodes = item.nodes
    level, labels = _levels(nodes), [_label(node, item.numbered) for node in nodes]
    widths = [canvas.text_width(label, NOTE, "bold") + 14 for label in labels]
    rows = _fit_levels(nodes, level, widths, width)
    middles = _middles(nodes, rows, widths, width)
    return [_Placed(i, level[i], middles[i], widths[i]) for row in rows for i in row]


def trials_height(canvas: Canvas, item: TrialTree, width: float, style: Style) -> float:
    """Return the title and one row a level."""
    head = title_height(canvas, item, width, style.explained)
    levels = arrange(canvas, item, width)[-1].level + 1 if item.nodes else 1
    return head + _measures(canvas)[1] * levels - 4


def paint_trials(brush: Brush, item: TrialTree, box: Box) -> None:
    """Paint branches first, the way to the best on top of the others, then the nodes.

    In a box that is lower than `trials_height` the levels move closer together.
    """
    canvas, (x, y, w, h) = brush.canvas, box
    top = paint_title(brush, item, box, brush.style.explained)
    if not item.nodes:
        return
    shown = arrange(canvas, item, w)
    tall, step = _measures(canvas)
    below = shown[-1].level
    step = min(step, (y + h - top - tall) / below) if below else step
    places: dict[int, Point] = {}
    settled = True
    for placed in shown:
        node = item.nodes[placed.node]
        goal = (x + placed.x, top + placed.level * step + tall / 2)
        start = places.get(node.parent, goal)
        places[placed.node] = _animated_place(brush, node.number, (x, top), goal, start)
        settled = settled and math.dist(places[placed.node], goal) < 1e-6

    def paint() -> None:
        _paint_tree(brush, item, shown, places, tall)

    if settled:
        around = (x - 4, top - 4, w + 8, y + h - top + 8)
        canvas.picture(around, (item, brush.style.owner), paint)
    else:
        paint()


def _paint_tree(
    brush: Brush,
    item: TrialTree,
    shown: Sequence[_Placed],
    places: Mapping[int, Point],
    tall: float,
) -> None:
    for thick in (False, True):
        for placed in shown:
            if item.nodes[placed.node].on_path is thick:
                _paint_branch(brush, item.nodes[placed.node], placed.node, places)
    for placed in shown:
        _paint_node(brush, item, placed, places[placed.node], tall)


def _animated_place(brush: Brush, number: int, corner: Point, goal: Point, start: Point) -> Point:
    """Return the place of a node on its way; a new one comes from `start`.

    The place moves relative to the corner, so that scrolling does not move it.
    """
    (x, y), key = corner, (brush.key, number)
    across = brush.springs.get((key, "x"), goal[0] - x, start[0] - x)
    down = brush.springs.get((key, "y"), goal[1] - y, start[1] - y)
    return x + across, y + down


def _paint_branch(brush: Brush, node: TrialNode, index: int, places: Mapping[int, Point]) -> None:
    if node.parent < 0:
        return
    canvas, start, end = brush.canvas, places[node.parent], places[index]
    colour = brush.style.owner if node.on_path else canvas.theme.mix("line", "quiet", 0.25)
    width = _THICK if node.on_path else _THIN
    if not node.skipped:
        canvas.line(start, end, colour, width)
        return
    for dot in range(1, 8):
        share = dot / 8
        at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
        canvas.circle(at, width / 2, colour)


def _paint_node(brush: Brush, item: TrialTree, placed: _Placed, place: Point, tall: float) -> None:
    canvas, node = brush.canvas, item.nodes[placed.node]
    rate = node.wins / node.games if node.games else 0.0
    bright = round(8 * min(1.0, max(0.0, (rate - 0.2) / 0.6))) / 8
    owner = canvas.colour(brush.style.owner)
    tone = blend(canvas.theme["ink"], owner, 0.08 + 0.4 * bright)
    box = (place[0] - placed.width / 2, place[1] - tall / 2, placed.width, tall)
    best = placed.node == item.best
    edge = "brass" if best else brush.style.owner if node.on_path else "line"
    canvas.panel(box, tone, edge, 2.5 if best else 1.5, 7)
    canvas.text(_label(node, item.numbered), place, NOTE, "paper", "bold", "centre")


# Units; chosen by eye.
COIN: Final = 15.0
WIDEST: Final = 78.0
SIDE: Final = 18.0
BELOW_RUNG: Final = 10.0


def _tall(canvas: Canvas) -> float:
    """Return the height of a rung: its name, its coins, and two lines below."""
    return canvas.line_height(TEXT) + 2 * COIN + 8 + 2 * canvas.line_height(NOTE) + BELOW_RUNG


def ladder_height(canvas: Canvas, item: Ladder, width: float, style: Style) -> float:
    """Return the title and a rung for each fork."""
    return title_height(canvas, item, width, True) + _tall(canvas) * len(item.forks)


def paint_ladder(brush: Brush, item: Ladder, box: Box) -> None:
    """Draw the rungs below each other, held by a line at their left."""
    canvas, (x, _, w, _) = brush.canvas, box
    top, tall = paint_title(brush, item, box, True), _tall(brush.canvas)
    marks = [top + tall * n + canvas.line_height(TEXT) / 2 for n in range(len(item.forks))]
    if marks:
        canvas.line((x + 7, marks[0]), (x + 7, top + tall * len(marks) - BELOW_RUNG), "line", 2)
    shown = canvas.shown
    for number, fork in enumerate(item.forks):
        y = top + tall * number
        if canvas.y(y + tall) >= shown.top and canvas.y(y) <= shown.bottom:
            _paint_fork(brush, fork, (x, y, w, tall))


def _paint_fork(brush: Brush, fork: Fork, box: Box) -> None:
    """Paint the seat that chooses, and every way."""
    canvas, (x, y, w, _) = brush.canvas, box
    middle = y + canvas.line_height(TEXT) / 2
    canvas.circle((x + 7, middle), 11, "raised")
    canvas.icon(SEAT_MARKS[fork.seat], (x + 7, middle), 15, SEAT_COLOURS[fork.seat])
    canvas.text(fork.name, (x + 24, middle), TEXT, "paper", "bold", max_width=w - 24)
    wide = min(WIDEST, (w - SIDE) / max(1, len(fork.ways)))
    tall = 2 * COIN + 8 + 2 * canvas.line_height(NOTE)
    for number, way in enumerate(fork.ways):
        place = (x + SIDE + wide * number, y + canvas.line_height(TEXT), wide, tall)
        _paint_way(canvas, way, place, number == fork.chosen)
        if fork.truth >= 0 and number in (fork.truth, fork.chosen):
            _paint_truth(canvas, place, number == fork.truth)


def _paint_way(canvas: Canvas, way: Way, box: Box, chosen: bool) -> None:
    """Draw a coin with its number, or a word; what it is worth, and where it leads."""
    x, y, w, h = box
    middle = (x + w / 2, y + 4 + COIN)
    if chosen:
        canvas.outline((x + 1, y, w - 2, h), "brass", 2, 8)
    if way.word.isdigit():
        canvas.circle(middle, COIN, "brass" if chosen else "line")
        if not chosen:
            canvas.circle(middle, COIN - 2, "ink")
        ink = "ink" if chosen else "paper"
        canvas.text(way.word, middle, COIN * 1.2, ink, "title", "centre")
    else:
        ink, face = ("paper", "bold") if chosen else ("quiet", "text")
        canvas.text(way.word, middle, TEXT, ink, face, "centre", w - 4)
    line = canvas.line_height(NOTE)
    below = y + 2 * COIN + 6 + line / 2
    ink = "paper" if chosen else "quiet"
    told = figures(way.value, "%")
    canvas.text(told, (middle[0], below), NOTE + 1, ink, "bold", "centre", w)
    _paint_end(canvas, way, (middle[0], below + line), w)


def _paint_end(canvas: Canvas, way: Way, middle: tuple[float, float], wide: float) -> None:
    """Draw the mark of who comes out best, and by what."""
    if way.goal < 0:
        canvas.text(way.end, middle, NOTE, "quiet", align="centre", max_width=wide - 4)
        return
    x, y = middle
    room = canvas.text_width(way.end, NOTE)
    left = x - (16 + room) / 2
    canvas.icon(SEAT_MARKS[way.goal], (left + 6, y), 11, SEAT_COLOURS[way.goal])
    canvas.text(way.end, (left + 16, y), NOTE, "quiet")


def _paint_truth(canvas: Canvas, box: Box, came: bool) -> None:
    """Draw a tick at what was done, a ring at what was expected in its place."""
    x, y, w, _ = box
    corner = (x + w - 9, y + 8)
    if came:
        canvas.icon("check", corner, 15, "brass")
    else:
        canvas.ring(corner, 5.5, "paper", 2)
