"""The field by night: two halves in two hues, dots, bots that turn at the border, and embers.

A team's parts have its colour and its mark: the left disc and square in sky, the right triangle and
diamond in orange. Embers of the left team's belief are blue, the right team's red.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import pygame

from games.core import Event
from games.ctf import layout as lay
from games.ctf.bot_moments import BotWay
from games.ctf.maze import Dots, Field
from games.ctf.rules.state import EnemyReading, State, mate_of
from games.mazes import WALL
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.night_map import FIRE, ICE, Board, Vector, map_picture
from games.shell.draw.theme import NOTE, SEAT_MARKS, TEXT, blend

TEAM_COLOURS: Final = ("sky", "orange")
RAMPS: Final = (ICE, FIRE)
GHOST: Final = "tracker-ghost"
PAC: Final = "tracker-pac"


class BotLook(NamedTuple):
    """A bot on the board: whether it is a ghost there, and whether it is seen now, or was lately.

    `own` marks the bot that a person steers.
    """

    bot: int
    way: BotWay
    ghost: bool
    seen: bool = True
    own: bool = False


class FieldBoard(Board):
    """The board of a match."""

    def __init__(self, field: Field) -> None:
        super().__init__(field.maze)
        self.field = field
        self._dots: dict[tuple[int, int], pygame.Surface] = {}

    def paint_map(self, canvas: Canvas, size: tuple[int, int]) -> pygame.Surface:
        """Return each half in the hue of its team, with its mark on the walls."""
        left, right = (map_picture(self.maze, size, canvas, hue) for hue in TEAM_COLOURS)
        middle = size[0] // 2
        left.blit(right, (middle, 0), (middle, 0, size[0] - middle, size[1]))
        self._mark_walls(canvas, left)
        self._draw_border(canvas, left)
        self._dots.clear()
        return left

    def _mark_walls(self, canvas: Canvas, picture: pygame.Surface) -> None:
        """Draw a small disc on each wall of the left half, a triangle on each of the right."""
        unit = picture.get_width() / self.maze.width
        if unit < lay.LEAST_MARK:
            return
        radius = unit * lay.WALL_MARK / 2
        inks = [canvas.theme.mix("ink", hue, lay.WALL_INK) for hue in TEAM_COLOURS]
        for y, row in enumerate(self.maze.rows):
            for x, mark in enumerate(row):
                inside = 0 < x < self.maze.width - 1 and 0 < y < self.maze.height - 1
                if mark != WALL or not inside:
                    continue
                cx, cy = (x + 0.5) * unit, (y + 0.5) * unit
                if 2 * x < self.maze.width:
                    pygame.draw.circle(picture, inks[0], (cx, cy), radius)
                else:
                    points = [(cx + dx * radius, cy + dy * radius) for dx, dy in lay.TRIANGLE]
                    pygame.draw.polygon(picture, inks[1], points)

    def _draw_border(self, canvas: Canvas, picture: pygame.Surface) -> None:
        """Draw a line of dashes where the halves meet."""
        unit, middle = picture.get_width() / self.maze.width, picture.get_width() // 2
        wide = max(1, round(unit * lay.BORDER))
        dash = max(2, round(unit * lay.DASH))
        ink = canvas.theme.mix("ink", "brass", lay.BORDER_INK)
        for top in range(0, picture.get_height(), 2 * dash):
            picture.fill(ink, (middle - wide // 2, top, wide, dash))

    # -- what is on it -----------------------------------------------------------------

    def draw_dots(self, canvas: Canvas, dots: Dots) -> None:
        """Draw round dots on the left, diamonds on the right."""
        side = max(3, round(self.cell * canvas.scale * lay.DOT))
        placed = []
        for team in (0, 1):
            picture = self._dot(canvas, team, side)
            half = picture.get_width() / 2
            for cell in dots[team]:
                x, y = self.centre(self.cells[cell])
                at = (
                    round(canvas.left + x * canvas.scale - half),
                    round(canvas.top + y * canvas.scale - half),
                )
                placed.append((picture, at))
        canvas.blits(placed, self.box)

    def _dot(self, canvas: Canvas, team: int, side: int) -> pygame.Surface:
        kept = self._dots.get((team, side))
        if kept is None:
            large = 4 * side
            picture = pygame.Surface((large, large), pygame.SRCALPHA)
            ink = blend(canvas.theme[TEAM_COLOURS[team]], canvas.theme["paper"], lay.DOT_INK)
            reach = large * lay.DOT_REACH
            middle = large / 2
            if team == 0:
                pygame.draw.circle(picture, ink, (middle, middle), reach)
            else:
                points = [(middle + dx * reach, middle + dy * reach) for dx, dy in lay.DIAMOND]
                pygame.draw.polygon(picture, ink, points)
            kept = pygame.transform.smoothscale(picture, (side, side))
            self._dots[team, side] = kept
        return kept

    def draw_team_belief(self, canvas: Canvas, team: int, beliefs: Iterable[Vector]) -> None:
        """Draw the belief of a `team` about each enemy, as embers in its colour.

        A cell that it is sure of has a frame alone.
        """
        for belief in beliefs:
            cell = int(belief.argmax())
            if belief[cell] < lay.SURE:
                self.draw_belief(canvas, belief, ramp=RAMPS[team])
            else:
                canvas.outline(self.cell_box(cell), RAMPS[team][-1], 2, self.cell * lay.SURE_ROUND)

    def draw_bot(self, canvas: Canvas, look: BotLook) -> None:
        """Draw a bot on its way, a ghost at home and a PacMan elsewhere, with its mark."""
        before, cell = self.cells[look.way.before], self.cells[look.way.cell]
        colour = TEAM_COLOURS[look.bot % 2]
        sprite = GHOST if look.ghost else PAC
        alpha = 255 if look.seen else lay.REMEMBERED
        self.draw_walker(canvas, cell, before, look.way.share, (sprite, colour), alpha)
        x, y = self.place_of(look.way)
        side = max(lay.BOT_LEAST, self.cell * lay.BOT)
        if look.own:
            canvas.ring((x, y), side * lay.OWN_RING, "paper", 2)
        self.draw_badge(canvas, look)

    def draw_badge(self, canvas: Canvas, look: BotLook) -> None:
        """Draw the mark of a bot: above it on the right, of the second of a team on the left."""
        x, y = self.place_of(look.way)
        badge = max(lay.BADGE_LEAST, self.cell * lay.BADGE)
        aside = lay.BADGE_AT * max(lay.BOT_LEAST, self.cell * lay.BOT)
        at = (x + (aside if look.bot < 2 else -aside), y - aside)
        canvas.circle(at, badge * lay.BADGE, "ink")
        canvas.icon(SEAT_MARKS[look.bot], at, badge, TEAM_COLOURS[look.bot % 2])

    def draw_order(self, canvas: Canvas, look: BotLook, words: str) -> None:
        """Draw the order that holds for a bot in `words`, below it."""
        x, y = self.place_of(look.way)
        wide = canvas.text_width(words, NOTE, "bold") + 2 * lay.ORDER_INSET
        left, _, w, _ = self.box
        x = min(max(x, left + wide / 2), left + w - wide / 2)
        y += lay.ORDER_AT * max(lay.BOT_LEAST, self.cell * lay.BOT)
        box = (x - wide / 2, y - lay.ORDER / 2, wide, lay.ORDER)
        canvas.panel(box, "ink", TEAM_COLOURS[look.bot % 2], lay.ORDER_LINE, lay.ORDER / 2)
        canvas.text(words, (x, y), NOTE, "paper", "bold", "centre")

    def draw_way(self, canvas: Canvas, bot: int, cells: Sequence[int]) -> None:
        """Draw a bot's intended way: dashes beside the others', its mark at the end."""
        aside = self.cell * lay.ASIDE * (bot - 1.5)
        points = [(x + aside, y + aside) for x, y in (self.centre(self.cells[c]) for c in cells)]
        colour = TEAM_COLOURS[bot % 2]
        wide = max(1.5, self.cell * lay.LINE)
        for (x, y), (u, v) in itertools.pairwise(points):
            dx, dy = (u - x) * lay.LINE_GAP, (v - y) * lay.LINE_GAP
            canvas.line((x + dx, y + dy), (u - dx, v - dy), colour, wide)
        if len(points) > 1:
            goal = self.centre(self.cells[cells[-1]])
            canvas.ring(goal, self.cell * lay.GOAL, colour, wide)
            canvas.icon(SEAT_MARKS[bot], goal, self.cell * lay.GOAL, colour)

    def draw_goal(self, canvas: Canvas, cell: int) -> None:
        """Draw the person's goal for the own bot: a ring and a cross, light as its ring."""
        (x, y), reach = self.centre(self.cells[cell]), max(lay.GOAL_LEAST, self.cell * lay.GOAL)
        wide = max(2.0, self.cell * lay.LINE)
        for ink, more in (("ink", 2.0), ("paper", 0.0)):  # dark edges, on whatever lies there
            canvas.ring((x, y), reach + more / 2, ink, wide + more)
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                near, far = (reach * end for end in lay.GOAL_ENDS)
                ends = (x + dx * near, y + dy * near), (x + dx * far, y + dy * far)
                canvas.line(*ends, ink, wide + more)

    def draw_numbers(self, canvas: Canvas) -> None:
        """Draw the numbers of columns over the board and of rows before it, as minds name cells.

        Where it reaches the end of the window, or of the box it was fitted into, they stand on the
        outer walls.
        """
        wide, tall = canvas.text_width("00", NOTE), canvas.line_height(NOTE)
        across, down = (
            next(pitch for pitch in lay.PITCHES if pitch * self.cell >= room)
            for room in (wide + lay.BETWEEN, tall)
        )
        wall_x, wall_y = self.centre((0, 0))
        left, top = self.box[0] - wide / 2 - 2, self.box[1] - tall / 2
        x_of_rows = left if left >= wide / 2 else wall_x
        y_of_columns = top if top - tall / 2 >= self.frame[1] else wall_y
        for x in range(across, self.maze.width - 1, across):
            place = (self.centre((x, 0))[0], y_of_columns)
            canvas.text(str(x), place, NOTE, "quiet", "text", "centre")
        for y in range(down, self.maze.height - 1, down):
            place = (x_of_rows, self.centre((0, y))[1])
            canvas.text(str(y), place, NOTE, "quiet", "text", "centre")

    def place_of(self, way: BotWay) -> tuple[float, float]:
        """Return the place of a bot on a way, in units."""
        (x, y), (u, v) = self.centre(self.cells[way.cell]), self.centre(self.cells[way.before])
        return u + (x - u) * way.share, v + (y - v) * way.share

    def draw_reading(
        self, canvas: Canvas, team: int, here: int, reading: EnemyReading, noise: int
    ) -> None:
        """Draw a reading: the diamonds between which an enemy is, or the one around a place."""
        colour = canvas.theme.mix("ink", TEAM_COLOURS[team], lay.READING_INK)
        if reading.kind == "z":
            for far in (reading.value - noise - 1, reading.value + noise):
                self.draw_diamond(canvas, self.cells[here], far, colour, 2)
        elif reading.kind == "near":
            self.draw_diamond(canvas, self.cells[reading.value], noise, colour, 2)

    def draw_sight(self, canvas: Canvas, team: int, cells: Sequence[int], sight: int) -> None:
        """Draw the sight of the bots on these `cells`."""
        colour = canvas.theme.mix("ink", TEAM_COLOURS[team], lay.SIGHT_INK)
        for cell in cells:
            self.draw_diamond(canvas, self.cells[cell], sight, colour, 1.5)

    def draw_catch(self, canvas: Canvas, cell: int, progress: float, ink: str) -> None:
        """Draw a ring that widens at a catch."""
        if 0.0 <= progress < 1.0:
            first, growth, wide = lay.CATCH
            centre, reach = self.centre(self.cells[cell]), self.cell * (first + growth * progress)
            canvas.ring(centre, reach, ink, max(1.0, wide * (1.0 - progress)))

    def cell_box(self, cell: int) -> Box:
        """Return the box of a cell, in units."""
        x, y = self.centre(self.cells[cell])
        return x - self.cell / 2, y - self.cell / 2, self.cell, self.cell


class Ring(NamedTuple):
    """A ring around a cell in a colour, which has been there for `age` seconds."""

    cell: int
    colour: str
    age: float = 0.0


class CellWords(NamedTuple):
    """Words on a cell in a colour: large ones about the person's own bot, and for how long."""

    cell: int
    text: str
    colour: str
    large: bool = False
    lasts: float = lay.WORDS_SECONDS
    age: float = 0.0


class Flashes:
    """The rings and words of a match on a `board`."""

    def __init__(self, board: FieldBoard) -> None:
        self._board = board
        self.rings: list[Ring] = []
        self.words: list[CellWords] = []

    @property
    def moving(self) -> bool:
        """True while a ring or words are there."""
        return bool(self.rings or self.words)

    def ring(self, cell: int, team: int) -> None:
        """Begin the ring of a catch by a ghost of a `team` on a cell."""
        self.rings.append(Ring(cell, TEAM_COLOURS[team]))

    def play(self, event: Event, state: State, own: int) -> None:
        """Say on the board what an event means to the person who steers the bot `own`."""
        data, mate = event.data, mate_of(own)
        if event.kind == "eat":
            colour = "paper" if data["bot"] == own else TEAM_COLOURS[data["bot"] % 2]
            self.words.append(CellWords(data["cell"], "+1", colour, data["bot"] == own))
        elif event.kind == "catch":
            told = {own: "Caught!", mate: "Mate caught"}.get(data["pacman"])
            told = told or ("You caught it!" if data["ghost"] == own else "Your mate caught it")
            large = own in (data["pacman"], data["ghost"])
            lasts = lay.CAUGHT_SECONDS if large else lay.WORDS_SECONDS
            self.words.append(CellWords(data["cell"], told, "paper", large, lasts))
            if data["pacman"] == own:
                start = state.field.starts[own]
                self.rings.append(Ring(start, "paper"))
                self.words.append(CellWords(start, "You start again here", "paper", False, lasts))

    def forget(self) -> None:
        """End all of it."""
        self.rings.clear()
        self.words.clear()

    def update(self, dt: float) -> None:
        """Let time pass."""
        rings = (each._replace(age=each.age + dt) for each in self.rings)
        self.rings = [each for each in rings if each.age < lay.CATCH_SECONDS]
        words = (each._replace(age=each.age + dt) for each in self.words)
        self.words = [each for each in words if each.age < each.lasts]

    def draw(self, canvas: Canvas) -> None:
        """Draw the rings, which widen, and the words, which rise; with little motion words alone,
        and those stand still.
        """
        board, still = self._board, canvas.theme.reduced_motion
        for cell, colour, age in () if still else self.rings:
            board.draw_catch(canvas, cell, age / lay.CATCH_SECONDS, colour)
        for told in self.words:
            x, y = board.centre(board.cells[told.cell])
            y -= board.cell * (lay.WORDS_ABOVE + (0.0 if still else told.age / told.lasts))
            size = TEXT if told.large else NOTE
            left, top, w, _ = board.box
            wide = canvas.text_width(told.text, size, "bold") + 2 * lay.ORDER_INSET
            tall = canvas.line_height(size)
            x = min(max(x, left + wide / 2), left + w - wide / 2)
            y = max(y, top + tall / 2)
            canvas.panel(
                (x - wide / 2, y - tall / 2, wide, tall),
                "ink",
                told.colour,
                lay.ORDER_LINE,
                tall / 2,
            )
            canvas.text(told.text, (x, y), size, told.colour, "bold", "centre")
