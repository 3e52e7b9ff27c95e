"""A maze by night: walls and floor, the embers of belief, guesses, pellets, and walkers.

Belief is drawn as squares whose area is the probability times `GAIN` cells, up to the walls of its
cell: from about a seventh on it is full and only grows hotter. A share too small for a square is a
dot. All static parts of a maze are one picture, made when its size changes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pygame

from games.mazes import Cell, Maze
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.roles import OWN
from games.shell.draw.theme import NOTE, Colour, blend

Vector = npt.NDArray[np.floating[Any]]

# Chosen by eye; see the module for the first.
GAIN: Final = 6.0
FULL: Final = 0.92  # side of a square that fills its cell, in cells
LARGEST_CELL: Final = 56.0
LEAST: Final = 1e-4
_DOT: Final = 0.13  # side of the dot for a tiny probability, in cells
# Pictures kept of embers: sizes and fades; chosen by eye. Then their colours from dim to hot.
_LEVELS: Final = 40
_FADES: Final = 8
FIRE: Final = ((0x5A, 0x24, 0x2A), (0xC9, 0x4F, 0x2B), (0xF2, 0x8C, 0x30), (0xFF, 0xD9, 0x7A))
ICE: Final = ((0x16, 0x32, 0x5A), (0x2B, 0x6C, 0xB8), (0x56, 0xB4, 0xE9), (0xC8, 0xEE, 0xFF))
PARTICLES: Final = 300
"""Guesses that stand for a belief: enough for its shape, few enough to be told apart; by eye."""
_ACROSS, _DOWN = 0.6180339887, 0.7548776662  # irrational: no two dots of a cell fall together
_FLOOR, _FLOOR_HIGH = 112, 150  # of 255, the opacity of a lit floor; chosen by eye
_BESIDE: Final = 0.22  # of a cell, how far a floor reaches under the wall beside it


Ramp = tuple[Colour, ...]


def ember(share: float, ramp: Ramp = FIRE) -> Colour:
    """Return the colour of an ember of heat `share`, dim (0) to white hot (1), on a `ramp`."""
    place = min(0.9999, max(0.0, share)) * (len(ramp) - 1)
    index = int(place)
    return blend(ramp[index], ramp[index + 1], place - index)


def square_side(root: float) -> float:
    """Return the side of a square in cells, for the square root of its probability."""
    return min(FULL, max(_DOT, root * math.sqrt(GAIN)))


class Embers:
    """Pictures of embers in the colours of a `ramp`, and of the light around each, by heat."""

    def __init__(self, cell: float, ramp: Ramp) -> None:
        """Make the squares for cells of `cell` pixels a side."""
        self.squares: list[pygame.Surface] = []
        self.glows: list[pygame.Surface] = []
        for level in range(_LEVELS + 1):
            share = level / _LEVELS
            side = max(2, round(cell * square_side(share)))
            colour = ember(min(1.0, 0.26 + 0.9 * share), ramp)
            self.squares.append(_ember_picture(side, colour))
            self.glows.append(_glow_picture(max(4, round(side * 2.6)), colour, share))


class Board:
    """One maze on the screen: where its cells are, and its picture.

    `place` fits the maze into a box; `centre` gives the middle of a cell in units.
    """

    def __init__(self, maze: Maze) -> None:
        self.maze = maze
        self.cells = maze.cells
        self.xs = np.array([x for x, _ in self.cells])
        self.ys = np.array([y for _, y in self.cells])
        self.box: Box = (0, 0, 1, 1)
        self.frame: Box = (0, 0, 1, 1)
        self.cell = 1.0
        self._key: tuple[object, ...] = ()
        self._picture: pygame.Surface | None = None
        self._embers: dict[Ramp, Embers] = {}
        self._pellets: list[pygame.Surface] = []
        self._floors: dict[str, tuple[tuple[object, ...], pygame.Surface]] = {}

    def place(self, box: Box) -> None:
        """Fit the maze into a box, centred."""
        x, y, w, h = self.frame = box
        self.cell = min(w / self.maze.width, h / self.maze.height, LARGEST_CELL)
        wide, tall = self.cell * self.maze.width, self.cell * self.maze.height
        self.box = (x + (w - wide) / 2, y + (h - tall) / 2, wide, tall)

    def centre(self, cell: Cell) -> Point:
        """Return the middle of a cell."""
        return self.box[0] + (cell[0] + 0.5) * self.cell, self.box[1] + (cell[1] + 0.5) * self.cell

    def at(self, x: float, y: float) -> Cell | None:
        """Return the free cell under the point (`x`, `y`), or None."""
        cell = (
            math.floor((x - self.box[0]) / self.cell),
            math.floor((y - self.box[1]) / self.cell),
        )
        return cell if self.maze.is_free(cell) else None

    def mark_choice(self, canvas: Canvas, made: Cell | None, best: Cell | None) -> None:
        """Ring the cell of the move `made`, with a person; frame that of the `best`, with a tick.

        Both have dark edges, for they lie on walkers as well.
        """
        if made is not None:
            (x, y), reach = self.centre(made), max(11.0, self.cell * 0.54)
            canvas.ring((x, y), reach + 1.5, "ink", 6)
            canvas.ring((x, y), reach, OWN, 3)
            self._badge(canvas, (x - 0.75 * reach, y + 0.75 * reach), "profile", OWN)
        if best is not None:
            x, y = self.centre(best)
            side = max(20.0, self.cell * 1.2)
            canvas.outline((x - side / 2 - 2, y - side / 2 - 2, side + 4, side + 4), "ink", 7, 7)
            canvas.outline((x - side / 2, y - side / 2, side, side), "brass", 3, 6)
            self._badge(canvas, (x + side / 2, y - side / 2), "check", "brass")

    def _badge(self, canvas: Canvas, at: Point, icon: str, colour: str) -> None:
        canvas.circle(at, 12, "ink")
        canvas.circle(at, 10, colour)
        canvas.icon(icon, at, 16, "ink")

    def near(self, x: float, y: float) -> Cell | None:
        """Return the free cell whose middle is nearest to the point (`x`, `y`); None beside the
        maze.
        """
        left, top, wide, tall = self.box
        if not (left <= x < left + wide and top <= y < top + tall):
            return None
        return self.at(x, y) or min(
            self.cells, key=lambda cell: math.dist(self.centre(cell), (x, y))
        )

    # -- the map -----------------------------------------------------------------------

    def draw_map(self, canvas: Canvas) -> None:
        """Draw the walls and the floor."""
        place = canvas.box(self.box)
        key = (place.size, canvas.theme.high_contrast)
        if key != self._key or self._picture is None:
            self._key = key
            self._picture = self.paint_map(canvas, place.size)
            self._embers.clear()
            self._make_pellets(canvas)
        canvas.blit(self._picture, place.topleft)

    def paint_map(self, canvas: Canvas, size: tuple[int, int]) -> pygame.Surface:
        """Return a picture of walls and floor, `size` in pixels."""
        return map_picture(self.maze, size, canvas)

    def _make_pellets(self, canvas: Canvas) -> None:
        side = max(3, round(self.cell * canvas.scale * 0.5))
        whole = canvas.sprites("tracker-pellet", side, side, body=canvas.theme["paper"])
        self._pellets = [whole.copy() for _ in range(_FADES)]
        for level, pellet in enumerate(self._pellets):
            pellet.set_alpha(round(30 + 200 * level / (_FADES - 1)))

    def draw_belief(
        self, canvas: Canvas, belief: Vector, strength: float = 1.0, ramp: Ramp = FIRE
    ) -> None:
        """Draw the embers of a `belief` (n,) in the colours of a `ramp`.

        `strength` below 1 lets all of them fade (a trail).
        """
        embers = self._embers.get(ramp)
        if embers is None:
            embers = self._embers[ramp] = Embers(self.cell * canvas.scale, ramp)
        sides = np.sqrt(np.clip(belief, 0.0, 1.0) * strength)
        shown = np.flatnonzero(belief > LEAST)
        levels = np.rint(sides[shown] * _LEVELS).astype(int)
        scale = canvas.scale
        left = canvas.left + self.box[0] * scale
        top = canvas.top + self.box[1] * scale
        xs = left + (self.xs[shown] + 0.5) * (self.cell * scale)
        ys = top + (self.ys[shown] + 0.5) * (self.cell * scale)
        glows: list[Any] = []
        squares: list[tuple[pygame.Surface, tuple[int, int]]] = []
        for x, y, level in zip(xs.tolist(), ys.tolist(), levels.tolist(), strict=True):
            if level > 3:
                glow = embers.glows[level]
                half = glow.get_width() / 2
                glows.append((glow, (round(x - half), round(y - half)), None, pygame.BLEND_RGB_ADD))
            picture = embers.squares[level]
            half = picture.get_width() / 2
            squares.append((picture, (round(x - half), round(y - half))))
        canvas.blits(glows, self._lit_box())
        canvas.blits(squares, self._lit_box())

    def _lit_box(self) -> Box:
        """Return the box of all that embers can light: they glow past the edge."""
        x, y, w, h = self.box
        beyond = 2 * self.cell
        return x - beyond, y - beyond, w + 2 * beyond, h + 2 * beyond

    def believed(self, belief: Vector) -> tuple[bytes, Box]:
        """Return the look of a `belief` (n,) for comparison, and the box of its drawing."""
        shown = np.flatnonzero(belief > LEAST)
        levels = np.rint(np.sqrt(np.clip(belief[shown], 0.0, 1.0)) * _LEVELS).astype(np.int32)
        look = shown.astype(np.int32).tobytes() + levels.tobytes()
        if not len(shown):
            return look, (*self.box[:2], 0.0, 0.0)
        beyond = 0.9  # cells: how far the light of an ember goes on the next
        xs, ys = self.xs[shown], self.ys[shown]
        left = self.box[0] + (float(xs.min()) - beyond) * self.cell
        top = self.box[1] + (float(ys.min()) - beyond) * self.cell
        wide = (float(xs.max() - xs.min()) + 1 + 2 * beyond) * self.cell
        tall = (float(ys.max() - ys.min()) + 1 + 2 * beyond) * self.cell
        return look, (left, top, wide, tall)

    def draw_lost(self, canvas: Canvas, lost: Vector, left: float) -> None:
        """Draw the belief that the reading takes away, `lost` (n,), as hollow blue squares.

        They shrink as `left` goes to 0.
        """
        if left <= 0.0:
            return
        for index in np.flatnonzero(lost > LEAST * 5).tolist():
            side = self.cell * square_side(math.sqrt(float(lost[index]))) * left
            x, y = self.centre(self.cells[index])
            canvas.outline((x - side / 2, y - side / 2, side, side), "blue", 1)

    def draw_particles(self, canvas: Canvas, belief: Vector) -> None:
        """Draw `PARTICLES` guesses in place of a `belief` (n,): as many dots on a cell as it has
        there.

        The same belief has the same dots (drawn systematically, so that none is lost to chance).
        """
        shares = np.clip(np.asarray(belief, dtype=float), 0.0, None)
        if not shares.any():
            return
        marks = (np.arange(PARTICLES) + 0.5) / PARTICLES * shares.sum()
        cells = np.minimum(np.searchsorted(np.cumsum(shares), marks), len(shares) - 1)
        firsts = np.searchsorted(cells, cells)  # the first dot of each dot's cell
        order = np.arange(PARTICLES) - firsts + 7 * cells
        across, down = (order * _ACROSS) % 1.0 - 0.5, (order * _DOWN) % 1.0 - 0.5
        xs = self.box[0] + (self.xs[cells] + 0.5 + 0.8 * across) * self.cell
        ys = self.box[1] + (self.ys[cells] + 0.5 + 0.8 * down) * self.cell
        radius = max(1.5, self.cell * 0.07)
        for x, y in zip(xs.tolist(), ys.tolist(), strict=True):
            canvas.circle((x, y), radius, "yellow")

    def draw_floor(self, canvas: Canvas, cells: frozenset[int], colour: str) -> None:
        """Light the floor of some `cells`, up to the walls beside them, in a `colour`."""
        place = canvas.box(self.box)
        key = (place.size, canvas.theme.high_contrast, cells)
        kept = self._floors.get(colour)
        if kept is None or kept[0] != key:
            kept = self._floors[colour] = (key, self._lit_floor(canvas, cells, colour))
        canvas.blit(kept[1], place.topleft)

    def _lit_floor(self, canvas: Canvas, cells: frozenset[int], colour: str) -> pygame.Surface:
        """Return the lit floor as a picture of the board's size, clear elsewhere."""
        size, maze = canvas.box(self.box).size, self.maze
        picture = pygame.Surface(size, pygame.SRCALPHA)
        alpha = _FLOOR_HIGH if canvas.theme.high_contrast else _FLOOR
        ink = (*canvas.theme[colour], alpha)
        unit, lit = size[0] / maze.width, {self.cells[number] for number in cells}
        for x, y in lit:
            left, right, up, down = (
                0.0 if maze.is_free(beside) else _BESIDE
                for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
            )
            picture.fill(ink, _span(x - left, y - up, x + 1 + right, y + 1 + down, unit))
            for dx, dy in ((-1, -1), (1, -1), (-1, 1), (1, 1)):  # round the corners of pillars
                if not maze.is_free((x + dx, y + dy)) and {(x + dx, y), (x, y + dy)} <= lit:
                    at_x, at_y = x + (1 if dx > 0 else -_BESIDE), y + (1 if dy > 0 else -_BESIDE)
                    picture.fill(ink, _span(at_x, at_y, at_x + _BESIDE, at_y + _BESIDE, unit))
        return picture

    # -- what is on the map ------------------------------------------------------------

    def draw_diamond(
        self, canvas: Canvas, centre: Cell, radius: float, colour: str | Colour, width: float = 1.5
    ) -> None:
        """Draw a diamond of a `colour` around the cells within a Manhattan distance `radius`."""
        if radius < 0:
            return
        x, y = self.centre(centre)
        reach = (radius + 0.5) * self.cell
        corners = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
        with canvas.clip(self.box):
            canvas.polyline([*corners, corners[0]], colour, width)

    def draw_pellets(self, canvas: Canvas, left: Sequence[tuple[int, float]]) -> None:
        """Draw pellets on cells, each with how surely it is still `left`, 0..1."""
        if not self._pellets:
            return
        pixels = self.cell * canvas.scale
        half = self._pellets[0].get_width() / 2
        left_edge = canvas.left + self.box[0] * canvas.scale + 0.5 * pixels - half
        top_edge = canvas.top + self.box[1] * canvas.scale + 0.5 * pixels - half
        placed = []
        for index, share in left:
            x, y = self.cells[index]
            place = (round(left_edge + x * pixels), round(top_edge + y * pixels))
            placed.append((self._pellets[round(share * (_FADES - 1))], place))
        canvas.blits(placed, self.box)

    def draw_visits(self, canvas: Canvas, visits: Sequence[int]) -> None:
        """Draw the number of visits of each cell, `visits` (n,), as pips up to nine."""
        if self.cell * canvas.scale < 10:
            return
        size = min(NOTE, self.cell * 0.55)
        for index, count in enumerate(visits):
            if count:
                place = self.centre(self.cells[index])
                canvas.text(str(min(int(count), 99)), place, size, "sky", "bold", "centre")

    def draw_walker(
        self,
        canvas: Canvas,
        cell: Cell,
        before: Cell,
        share: float,
        look: tuple[str, str],
        alpha: int = 255,
        outline: bool = False,
    ) -> None:
        """Draw the walker on its way from the cell `before` to the next, a `share` (0..1) of it
        done.

        `look` is its sprite and its colour, `alpha` its opacity of 0..255. As an `outline` it is
        dark with an edge in its colour.
        """
        (x, y), (u, v) = self.centre(cell), self.centre(before)
        x, y = u + (x - u) * share, v + (y - v) * share
        side = max(14.0, self.cell * 1.15)
        box = (x - side / 2, y - side / 2, side, side)
        flip = cell[0] < before[0]
        body, edge = ("ink", look[1]) if outline else (look[1], "paper")
        canvas.sprite(look[0], box, flip=flip, alpha=alpha, body=body, edge=edge)

    def draw_sensor(self, canvas: Canvas, cell: Cell) -> None:
        """Draw a sensor on its stand on a `cell`."""
        x, y = self.centre(cell)
        side = max(18.0, self.cell * 1.35)
        canvas.sprite("tracker-observer", (x - side / 2, y - side * 0.58, side, side), light="blue")


def map_picture(
    maze: Maze, size: tuple[int, int], canvas: Canvas, hue: str = "blue"
) -> pygame.Surface:
    """Return walls as rounded bodies with a lit edge over a dark floor, `size` in pixels.

    `hue` is the colour of the edges. The picture is drawn large and scaled down.
    """
    factor = 2 if size[0] <= 1400 else 1
    surface = pygame.Surface((size[0] * factor, size[1] * factor))
    theme = canvas.theme
    floor = blend(theme["ink"], (0, 0, 0), 0.42)
    surface.fill(theme["ink"])
    unit = surface.get_width() / maze.width
    surface.fill(floor, _span(0.4, 0.4, maze.width - 0.4, maze.height - 0.4, unit))
    edge = theme[hue] if theme.high_contrast else theme.mix("ink", hue, 0.62)
    _draw_walls(surface, maze, unit, 0.24, edge)
    thick = max(1.0, 1.6 * canvas.scale * factor) / unit
    _draw_walls(surface, maze, unit, 0.24 + thick, theme.mix("ink", hue, 0.17))
    return pygame.transform.smoothscale(surface, size) if factor > 1 else surface


def _draw_walls(
    surface: pygame.Surface, maze: Maze, unit: float, inset: float, colour: Colour
) -> None:
    """Draw every wall square shrunk by `inset`, grown together with the walls beside it."""
    rows = maze.rows
    radius = round(unit * max(0.06, 0.42 - inset))
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark != "#":
                continue
            body = _span(x + inset, y + inset, x + 1 - inset, y + 1 - inset, unit)
            pygame.draw.rect(surface, colour, body, border_radius=radius)
            right, down = x + 1 < len(row) and row[x + 1] == "#", y + 1 < len(rows)
            below = down and rows[y + 1][x] == "#"
            if right:
                surface.fill(colour, _span(x + 0.5, y + inset, x + 1.5, y + 1 - inset, unit))
            if below:
                surface.fill(colour, _span(x + inset, y + 0.5, x + 1 - inset, y + 1.5, unit))
            if right and below and rows[y + 1][x + 1] == "#":
                surface.fill(colour, _span(x + 0.5, y + 0.5, x + 1.5, y + 1.5, unit))


def _span(left: float, top: float, right: float, bottom: float, unit: float) -> pygame.Rect:
    x, y = round(left * unit), round(top * unit)
    return pygame.Rect(x, y, max(1, round(right * unit) - x), max(1, round(bottom * unit) - y))


def _ember_picture(side: int, colour: Colour) -> pygame.Surface:
    """Return a square of glowing coal: brighter in the middle, darker toward its edge."""
    if side < 6:
        picture = pygame.Surface((side, side))
        picture.fill(colour)
    else:
        picture = pygame.transform.smoothscale(_coal(colour), (side, side))
    return picture.convert() if pygame.display.get_surface() else picture


@lru_cache(maxsize=4 * _LEVELS)
def _coal(colour: Colour) -> pygame.Surface:
    """Return a square of coal of 12 pixels a side, which embers of any size are scaled from."""
    small = pygame.Surface((12, 12))
    for y in range(12):
        for x in range(12):
            far = max(abs(x - 5.5), abs(y - 5.5)) / 5.5
            heat = 0.34 * (1.0 - far) if far < 0.8 else -0.22
            other = (255, 244, 214) if heat > 0 else (0x3A, 0x12, 0x10)
            small.set_at((x, y), blend(colour, other, abs(heat)))
    return small


def _glow_picture(side: int, colour: Colour, share: float) -> pygame.Surface:
    """Return Light around an ember, to be added to what is there."""
    small = pygame.Surface((32, 32))
    strength = 0.10 + 0.38 * share
    for radius in range(16, 0, -1):
        fall = (1.0 - radius / 16) ** 2 * strength
        shade = tuple(round(channel * fall) for channel in colour)
        pygame.draw.circle(small, shade, (16, 16), radius)
    picture = pygame.transform.smoothscale(small, (side, side))
    return picture.convert() if pygame.display.get_surface() else picture
