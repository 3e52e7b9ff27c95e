"""The look of Ur: the places of squares, trays and pieces, and the painters of the board.

A board is one drawing (`BOARDS`) whose squares are 100 units of 880 x 392, or of 1280 x 392 for
Aseb; row C (dark) is at the top, A (light) at the bottom, columns from 1 on the left to 8, or 12.
Arrowheads between the squares show the way of both sides. A piece that has not entered waits in its
side's tray beside the path's beginning; one that is done lies in the tray beside the path's end.
The trays lie along the board, and those of Aseb beside its short rows. `Layout` knows the place of
each.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.sprites import sprite
from games.shell.draw.theme import LABEL, NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT, Colour
from games.shell.mind.first_rules import RuleLine
from games.ur.rules import RULE_SETS, State

ROWS: Final = "CBA"
BOARDS: Final = {
    "finkel": "ur-board-finkel",
    "schultz": "ur-board-schultz",
    "blitz": "ur-board-finkel",
    "masters": "ur-board-finkel",
    "aseb": "ur-board-aseb",
}
"""The drawing of each rule set's board."""
PIECES: Final = ("ur-piece-light", "ur-piece-dark")
TRAY: Final = 58.0
"""The height of a side's tray."""
SMALL: Final = 36.0
"""Squares below this many units, as in a miniature, have no arrowheads between them."""
_LARGEST_GROUND: Final = 2560  # pixels; beyond it a picture is scaled up


@dataclass(frozen=True)
class Layout:
    """The board's first square has its corner at (left, top); squares are `cell` units wide."""

    left: float
    top: float
    cell: float
    rules: str

    @property
    def columns(self) -> int:
        """The number of columns of squares of the board."""
        return RULE_SETS[self.rules].columns

    @property
    def frame(self) -> Box:
        """The box of the whole drawing."""
        c = self.cell
        return (self.left - 0.4 * c, self.top - 0.4 * c, (self.columns + 0.8) * c, 3.92 * c)

    def square(self, seat: int, square: int) -> Box:
        """Return the box of a path square of a seat, from 1 on."""
        return self.tile(RULE_SETS[self.rules].tiles[seat][square - 1])

    def tile(self, name: str) -> Box:
        """Return the box of a square by its name, such as "B4"."""
        c = self.cell
        x, y = self.left + (int(name[1:]) - 1) * c, self.top + ROWS.index(name[0]) * c
        return (x, y, c, c)

    @property
    def notched(self) -> bool:
        """True if the trays lie beside the short rows of a long board."""
        return self.columns > 8

    def tray(self, seat: int) -> float:
        """Return the vertical middle of the band with a side's name, and its tray if any."""
        c = self.cell
        return self.top - 0.2 * c - TRAY / 2 if seat else self.top + 3.3 * c + TRAY / 2

    def place(self, seat: int, square: int, index: int = 0, pieces: int = 7) -> Point:
        """Return the middle of a piece: `square` 0 is the tray of pieces to enter, `off` the tray
        of the rest.

        `index` counts the pieces that lie in the same tray.
        """
        c = self.cell
        if 0 < square < RULE_SETS[self.rules].off:
            x, y, w, _ = self.square(seat, square)
            return (x + w / 2, y + w / 2)
        step = min(0.4 * c, 1.95 * c / max(1, pieces - 1))
        y = self.top + (0.5 if seat else 2.5) * c if self.notched else self.tray(seat)
        if square == 0:
            first = 4.85 * c + (pieces - 1) * step if self.notched else 5.15 * c
            return (self.left + first - index * step, y)
        last = self.left + (self.columns - 0.25) * c
        return (last - (pieces - 1 - index) * step, y)

    def way(self, seat: int, start: int, end: int, state: State) -> list[Point]:
        """Return the middles of the squares a piece touches from `start` to `end`, with trays."""
        home, off = state.home(seat) - 1, state.off(seat)
        path = [self.place(seat, start, home, state.pieces)]
        path += [self.place(seat, square) for square in range(start + 1, end)]
        return [*path, self.place(seat, end, off, state.pieces)]


def fit_layout(stage: Box, rules: str, below: float, above: float = 68.0) -> Layout:
    """Return the largest board of `rules` in a stage with room `above` and `below` its trays, in
    units.
    """
    x, y, w, h = stage
    columns = RULE_SETS[rules].columns
    side = 16.0 if w < 700 else 40.0
    cell = min((w - 2 * side) / (columns + 0.4), (h - above - below - 2 * TRAY) / 3.5)
    spare = h - above - below - 2 * TRAY - 3.5 * cell
    top = y + above + TRAY + 0.2 * cell + min(spare * 0.4, 60.0)
    return Layout(x + (w - columns * cell) / 2, top, cell, rules)


class LampLitTable:
    """The table under the lamp, made once for a size and blitted whole."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._surface: pygame.Surface | None = None
        self._laid_key: tuple[object, ...] = ()
        self._laid: pygame.Surface | None = None

    def draw(self, canvas: Canvas, stage: Box) -> None:
        """Cover the whole surface; the lamp hangs over the middle of the stage."""
        size = canvas.size
        key = (size, canvas.theme.high_contrast)
        if key != self._key or self._surface is None:
            self._key, self._surface = key, _ground(size, canvas)
        shift = canvas.x(stage[0] + stage[2] / 2) - size[0] // 2
        canvas.blit(self._surface, (min(0, shift), 0))

    def draw_with_board(self, canvas: Canvas, stage: Box, layout: Layout) -> None:
        """Draw the table and the empty board on the stage, by its `layout`.

        They are kept as one picture until the layout changes.
        """
        key = (canvas.size, canvas.theme, stage, layout)
        if key != self._laid_key or self._laid is None:
            self._laid_key, self._laid = key, pygame.Surface(canvas.size)
            with canvas.onto(self._laid):
                self.draw(canvas, stage)
                draw_board(canvas, layout)
        canvas.blit(self._laid, (0, 0))


def _ground(size: tuple[int, int], canvas: Canvas) -> pygame.Surface:
    large = max(size) > _LARGEST_GROUND
    made = (size[0] // 2, size[1] // 2) if large else size
    whole = pygame.Surface(made)
    whole.fill(canvas.theme["ink"])
    if not canvas.theme.high_contrast:
        whole.blit(sprite("ur-backdrop", *made), (0, 0))
    if large:
        whole = pygame.transform.smoothscale(whole, size)
    return whole.convert() if pygame.display.get_surface() is not None else whole


def draw_piece(
    canvas: Canvas, seat: int, place: Point, size: float, alpha: int = 255, lift: float = 0.0
) -> None:
    """Draw a piece of a `size` with its middle at a place; `lift` raises it over the board.

    `alpha` is its opacity of 0..255.
    """
    x, y = place[0] - size / 2, place[1] - size * 0.46 - lift
    canvas.sprite(PIECES[seat], (x, y, size, size), alpha=alpha)


def rule_lines(pieces: int) -> tuple[RuleLine, ...]:
    """Return the rules of a game with a number of `pieces` a side, in three lines with pictures."""

    def race(canvas: Canvas, at: Point, size: float) -> None:
        for step in (-0.26, 0.0):
            canvas.circle((at[0] + step * size, at[1] + 0.02 * size), 2.5, "quiet")
        draw_piece(canvas, 0, (at[0] + 0.2 * size, at[1]), 0.5 * size)

    def rosette(canvas: Canvas, at: Point, size: float) -> None:
        for turn in range(8):
            angle = turn * math.pi / 4
            petal = (at[0] + 0.2 * size * math.cos(angle), at[1] + 0.2 * size * math.sin(angle))
            canvas.circle(petal, 0.11 * size, "brass")
        canvas.circle(at, 0.12 * size, "paper")

    def capture(canvas: Canvas, at: Point, size: float) -> None:
        draw_piece(canvas, 1, (at[0] + 0.14 * size, at[1] + 0.12 * size), 0.5 * size, alpha=130)
        draw_piece(canvas, 0, (at[0] - 0.1 * size, at[1] - 0.1 * size), 0.5 * size)

    many = f"your {pieces} pieces" if pieces > 1 else "your piece"
    return (
        RuleLine(f"Race {many} over the board and off it.", race),
        RuleLine("Land on a rosette: roll again.", rosette),
        RuleLine("Land on an enemy: it goes back to its start.", capture),
    )


def draw_tray(
    canvas: Canvas, layout: Layout, seat: int, name: str, counts: tuple[int, int, int]
) -> None:
    """Draw a side's name at its tray in the `layout`, its waiting pieces, and a row of rings.

    The rings fill with those that are off. `counts` are the pieces at home, off, and in all.
    """
    home, off, pieces = counts
    y, size, colour = layout.tray(seat), 0.5 * layout.cell, SEAT_COLOURS[seat]
    canvas.icon(SEAT_MARKS[seat], (layout.left + 10, y), 22, colour)
    first = layout.place(seat, 0, pieces - 1, pieces)[0] - 0.3 * layout.cell - layout.left
    room = (6.0 * layout.cell if layout.notched else first) - 38
    size_of_name = LABEL if canvas.text_width(name, LABEL, "bold") <= room else TEXT
    canvas.text(name, (layout.left + 30, y), size_of_name, colour, "bold", max_width=room)
    for index in reversed(range(home)):
        draw_piece(canvas, seat, layout.place(seat, 0, index, pieces), size)
    for index in range(pieces):
        place = layout.place(seat, RULE_SETS[layout.rules].off, index, pieces)
        if index < off:
            draw_piece(canvas, seat, place, size)
        else:
            canvas.ring(place, size * 0.36, canvas.theme.mix("line", "quiet", 0.35), 1.5)


def draw_board(canvas: Canvas, layout: Layout) -> None:
    """Draw the empty board of a `layout` and, unless it is very small, the way round it."""
    canvas.sprite(BOARDS[layout.rules], layout.frame)
    if layout.cell < SMALL:
        return
    for middle, toward, colour in arrows(layout.rules):
        place = layout.left + middle[0] * layout.cell, layout.top + middle[1] * layout.cell
        draw_arrow(canvas, place, toward, 0.12 * layout.cell, colour)


def draw_arrow(
    canvas: Canvas, place: Point, toward: tuple[int, int], size: float, colour: str
) -> None:
    """Draw an arrowhead of a `size` and `colour` around `place`, on dark ground.

    `toward` is right and down, each -1, 0 or 1.
    """
    (x, y), (right, down) = place, toward
    for r, tone in ((size, "ink"), (0.625 * size, colour)):
        head = (
            (x + r * right, y + r * down),
            (x - r * (0.55 * right - down), y - r * (0.55 * down + right)),
            (x - r * (0.55 * right + down), y - r * (0.55 * down - right)),
        )
        canvas.polygon(head, tone)


Arrow = tuple[Point, tuple[int, int], str]
"""A place and a direction in squares of the board, and a colour."""


@lru_cache(maxsize=8)
def arrows(rules: str) -> tuple[Arrow, ...]:
    """Return arrowheads between squares of `rules` that follow each other, and where paths begin
    and end.

    Brass where both sides go that way, else in the colour of the one that does; two that go
    opposite ways lie side by side.
    """
    steps: dict[tuple[Point, tuple[int, int]], set[int]] = {}
    for seat, tiles in enumerate(RULE_SETS[rules].tiles):
        way = [_middle(tile) for tile in tiles]
        way = [_beyond(way[1], way[0]), *way, _beyond(way[-2], way[-1])]
        for (x, y), (to_x, to_y) in itertools.pairwise(way):
            step = ((x + to_x) / 2, (y + to_y) / 2), (round(to_x - x), round(to_y - y))
            steps.setdefault(step, set()).add(seat)
    found = []
    for ((x, y), (right, down)), seats in sorted(steps.items()):
        if ((x, y), (-right, -down)) in steps:
            x, y = x - 0.2 * down, y + 0.2 * right
        colour = "brass" if len(seats) == 2 else SEAT_COLOURS[min(seats)]
        found.append(((x, y), (right, down), colour))
    return tuple(found)


def _beyond(before: Point, last: Point) -> Point:
    """Return the place as far past `last` as that is past `before`."""
    return 2 * last[0] - before[0], 2 * last[1] - before[1]


def _middle(tile: str) -> Point:
    """Return the middle of a square in squares of the board."""
    return int(tile[1:]) - 0.5, ROWS.index(tile[0]) + 0.5


def draw_pieces(
    canvas: Canvas, layout: Layout, state: State, hidden: Sequence[tuple[int, int]] = ()
) -> None:
    """Draw the pieces on the board of a `layout` but for `hidden`, (seat, square)."""
    size = 0.82 * layout.cell
    for seat in (1, 0):
        for square in state.squares(seat):
            if (seat, square) not in hidden:
                draw_piece(canvas, seat, layout.place(seat, square), size)


def draw_arrows(
    canvas: Canvas,
    layout: Layout,
    state: State,
    scores: Sequence[float],
) -> None:
    """Draw all moves of a rolled `state` as arrows on a `layout`, as strong as their `scores`.

    These are win probabilities, one for each move; the best move's arrow is green and thick, the
    worst one's thin, and each has its score where it ends.
    """
    low, high = min(scores), max(scores)
    order = sorted(range(len(scores)), key=lambda place: scores[place])
    for place in order:
        share = (scores[place] - low) / (high - low) if high > low else 1.0
        source = int(state.moves[place])
        path = layout.way(state.turn, source, source + state.roll, state)
        best = scores[place] == high
        tone = canvas.theme["green"] if best else canvas.theme.mix("quiet", "brass", share)
        wide = STRONG[0] + (STRONG[1] - STRONG[0]) * share
        canvas.polyline(path, "ink", wide + 4)
        canvas.polyline(path, tone, wide)
        _draw_head(canvas, path[-2], path[-1], wide, tone)
    for place in order:
        _draw_score(canvas, layout, state, place, scores)


STRONG: Final = (2.0, 8.0)
"""How wide the arrow of the worst and of the best move is, in units; chosen by eye."""


def _draw_head(canvas: Canvas, before: Point, end: Point, wide: float, tone: Colour) -> None:
    """Draw the head of an arrow that comes from `before` and ends at `end`."""
    across, down = end[0] - before[0], end[1] - before[1]
    long = math.hypot(across, down) or 1.0
    across, down, size = across / long, down / long, 8.0 + 1.6 * wide
    back = (end[0] - size * across, end[1] - size * down)
    half = 0.6 * size
    left = (back[0] - half * down, back[1] + half * across)
    right = (back[0] + half * down, back[1] - half * across)
    canvas.polygon((end, left, right), tone)


def _draw_score(
    canvas: Canvas, layout: Layout, state: State, place: int, scores: Sequence[float]
) -> None:
    """Draw the score of a move, below the middle of where it ends."""
    target = int(state.moves[place]) + state.roll
    x, y = layout.place(state.turn, target, state.off(state.turn), state.pieces)
    text, tall = f"{scores[place]:.0%}", canvas.line_height(NOTE, "bold")
    wide = canvas.text_width(text, NOTE, "bold") + 10
    middle = y + (0.3 * layout.cell if target < state.rule_set.off else 0.0)
    canvas.rect((x - wide / 2, middle - tall / 2, wide, tall), "ink", 6, 235)
    tone = "green" if scores[place] == max(scores) else "paper"
    canvas.text(text, (x, middle), NOTE, tone, "bold", "centre")


def draw_path(canvas: Canvas, layout: Layout, state: State, move: str, colour: str) -> None:
    """Draw the way of a move in a colour on a `layout`, with rings where it begins and ends."""
    path = layout.way(state.turn, int(move), int(move) + state.roll, state)
    trays = move == "0", int(move) + state.roll == state.rule_set.off
    for place, tray in zip((path[0], path[-1]), trays, strict=True):
        radius = layout.cell * (0.28 if tray else 0.44)
        canvas.ring(place, radius, "ink", 6)
        canvas.ring(place, radius - 1, colour, 4)
    canvas.polyline(path, "ink", 6)
    canvas.polyline(path, colour, 3)


def draw_badge(canvas: Canvas, number: str, centre: Point, lit: bool) -> None:
    """Draw a small brass disc with a number around `centre`, bright where `lit`."""
    canvas.circle(centre, 13, "ink")
    canvas.circle(centre, 11.5, "paper" if lit else "brass")
    canvas.text(number, centre, NOTE, "ink", "bold", "centre")


def draw_values(canvas: Canvas, layout: Layout, seat: int, values: Sequence[float]) -> None:
    """Draw a learner's value of each square, written on the path of its seat in a `layout`."""
    low, high = min(values[1:-1]), max(values[1:-1])
    for square in range(1, len(values) - 1):
        x, y, c, _ = layout.square(seat, square)
        share = (values[square] - low) / max(1e-9, high - low)
        tone = canvas.theme.mix("raised", ("sky", "orange")[seat], 0.15 + 0.75 * share)
        tall, wide = max(0.3 * c, canvas.line_height(NOTE) - 1), min(c, max(0.72 * c, 40.0))
        box = (x + (c - wide) / 2, y + 0.96 * c - tall, wide, tall)
        canvas.rect(box, "ink", 8, 215)
        canvas.rect((box[0] + 4, box[1] + box[3] - 5, max(3.0, (box[2] - 8) * share), 3), tone, 1)
        text = f"{values[square]:.1f}".replace("-", "\N{MINUS SIGN}")
        canvas.text(text, (x + c / 2, box[1] + tall / 2 - 2), NOTE, "paper", "bold", "centre")
