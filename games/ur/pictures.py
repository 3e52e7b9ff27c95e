"""The living pictures in the help of Ur: one rule each, thrown and moved on the board.

Each is 320 x 180 units. A `BoardScript` is a position and what is thrown and moved in it, by the
rules of the game; it is played over and over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from games.core import CHANCE
from games.shell.draw.canvas import Canvas
from games.shell.draw.story import Loop, Story
from games.shell.draw.theme import SEAT_COLOURS, Theme
from games.shell.miniature import Miniature
from games.ur.drawing import LampLitTable, Layout, draw_board, draw_piece, draw_pieces
from games.ur.motion import FLASH, Motion, draw_travel
from games.ur.rules import GAME, LIGHT, NOT_ROLLED, State, position

# Seconds and units; chosen by eye.
BEFORE: Final = 0.8
BETWEEN: Final = 0.5
AFTER: Final = 1.6
SLOW: Final = 0.8
PIECES: Final = 4
SQUARES, SQUARES_A_SECOND = 16.0, 3.2
RING: Final = 0.62


class BoardScript(NamedTuple):
    """Squares of light's and of dark's pieces, and what happens: rolls and the moves after them."""

    light: tuple[int, ...]
    dark: tuple[int, ...]
    turns: tuple[tuple[int, str], ...]

    def start(self) -> State:
        """Return the position before the first throw, light to roll."""
        return position("finkel", PIECES, LIGHT, ((self.light, 0), (self.dark, 0)))


class Board(Story[str]):
    """One lesson: the dice fall, a piece goes its way, and it is all set up again."""

    before, between, after = BEFORE, BETWEEN, AFTER

    def __init__(self, theme: Theme, lesson: BoardScript) -> None:
        self.lesson = lesson
        self.ground = LampLitTable()
        self.layout = Layout(18, 36, 35.5, "finkel")
        parts = [str(part) for roll, move in lesson.turns for part in (roll, move)]
        super().__init__(theme, parts)
        if theme.reduced_motion:
            self.motion.update(AFTER, 1.0)

    def begin(self) -> None:
        """Put the pieces on their squares."""
        self.state = self.arrived = self.lesson.start()
        self.motion = Motion("finkel", lambda name: None)

    def travel(self, age: float) -> bool:
        """Let dice and pieces go on."""
        self.motion.update(age, 1.0)
        if not self.motion.busy:
            self.arrived = self.state
        return self.motion.busy

    def play(self, move: str, still: bool) -> None:
        """Throw a number, or make a move."""
        seat = CHANCE if self.state.roll == NOT_ROLLED else self.state.turn
        before, number = self.state, len(self.left)
        self.state, events = GAME.apply(before, {seat: move})
        for event in events:
            if event.kind == "roll":
                self.motion.throw(event.data, number, SLOW, still)
                self.arrived = self.state
            elif event.kind == "move":
                self.motion.send(event.data, before, self.layout, SLOW, still)
        if still:
            self.arrived = self.state

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, the board, the pieces, and the dice below."""
        self.ground.draw(canvas, (0, 0, *self.units))
        draw_board(canvas, self.layout)
        travel = self.motion.travel
        draw_pieces(canvas, self.layout, self.arrived, travel.hidden if travel else ())
        draw_travel(canvas, self.layout, travel)
        for flash in self.motion.flashes:
            fade = 1.0 - flash.time / FLASH
            size = self.layout.cell * (RING + 0.5 * flash.share)
            canvas.ring(flash.place, size, canvas.theme.mix("brass", "ink", fade), 2.5)
        self.motion.dice.draw(canvas, (18, 160), 20, self.theme.reduced_motion)


class PathPicture(Loop):
    """The way of both sides, square by square: a piece of each goes it from start to end."""

    seconds, still = 2 * SQUARES / SQUARES_A_SECOND, 8 / SQUARES_A_SECOND

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.ground = LampLitTable()
        self.layout = Layout(18, 36, 35.5, "finkel")

    @property
    def seat(self) -> int:
        """The side whose piece is on its way."""
        return int(self.age >= self.seconds / 2)

    @property
    def square(self) -> float:
        """The number of squares that the piece has gone."""
        return self.age % (self.seconds / 2) * SQUARES_A_SECOND

    def draw(self, canvas: Canvas) -> None:
        """Draw the board, the squares behind the piece as a trail, and the piece."""
        self.ground.draw(canvas, (0, 0, *self.units))
        draw_board(canvas, self.layout)
        reached = min(15, int(self.square))
        places = [self.layout.place(self.seat, n, 0, 1) for n in range(reached + 1)]
        if len(places) > 1:
            canvas.polyline(places, SEAT_COLOURS[self.seat], 3)
        for number, place in list(enumerate(places))[1:15]:
            canvas.circle(place, 9, "ink")
            canvas.text(str(number), place, 11, SEAT_COLOURS[self.seat], "bold", "centre")
        (x, y), share = places[-1], self.square - int(self.square)
        if reached < 15:
            to_x, to_y = self.layout.place(self.seat, reached + 1, 0, 1)
            x, y = x + (to_x - x) * share, y + (to_y - y) * share
        draw_piece(canvas, self.seat, (x, y), 0.82 * self.layout.cell)


LESSONS: Final[Mapping[str, BoardScript]] = MappingProxyType(
    {
        "capture": BoardScript((6,), (9,), ((3, "6"),)),
        "rosette": BoardScript((5, 2), (), ((2, "2"), (2, "5"))),
        "safe": BoardScript((5,), (8,), ((3, "0"),)),
        "off": BoardScript((13,), (12,), ((2, "13"),)),
    }
)
PICTURES: Final[Mapping[str, Callable[[Theme], Miniature]]] = MappingProxyType(
    {
        "path": PathPicture,
        **{name: partial(Board, lesson=lesson) for name, lesson in LESSONS.items()},
    }
)
"""What shows each rule, by the name that the help has for it."""
