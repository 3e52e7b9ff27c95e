"""The living pictures in the help of Ra: one rule each, played on a small table.

Each is 320 x 180 units. An `AuctionScript` is a position and the moves that are played in it by the
rules of the game, over and over, with a sentence for each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from games.core import CHANCE, Event
from games.ra.board import draw_stack
from games.ra.drawing import NIGHT, SHAPE, draw_count, draw_sun, draw_tile
from games.ra.model import TableParts
from games.ra.places import stacks_of
from games.ra.rules import GAME
from games.ra.rules.game import dealt
from games.ra.rules.state import State, empty
from games.ra.tiles import BLOCK_PLACES, NUMBER, SUN_SETS, pack
from games.shell.draw.canvas import Canvas
from games.shell.draw.roles import MARK
from games.shell.draw.story import Story
from games.shell.draw.theme import SEAT_COLOURS, SEAT_MARKS, Theme
from games.shell.miniature import Miniature

# Seconds and units; chosen by eye.
BEFORE: Final = 1.2
BETWEEN: Final = 1.1
AFTER: Final = 2.4
SAID: Final = 118.0  # units for what a seat did last
TILE: Final = 30.0


class AuctionScript(NamedTuple):
    """A lesson: the tiles on the block, the holdings of seats 0 and 1, and the moves in order."""

    block: tuple[str, ...]
    moves: tuple[str, ...]
    held: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    ra: int = 3
    epoch: int = 1

    def start(self) -> State:
        """Return the position before the first move: seat 0 has the turn."""
        start = dealt(empty(3, True), SUN_SETS[3])
        tiles = (pack(self.held), pack(self.other), start.tiles[2])
        found = start._replace(block=pack(self.block), tiles=tiles, ra=self.ra)
        return found._replace(epoch=self.epoch, turn=0, actor=0)


class Board(Story[str]):
    """One lesson: its moves are played one after the other, and it is all set up again."""

    before, between, after = BEFORE, BETWEEN, AFTER

    def __init__(self, theme: Theme, lesson: AuctionScript) -> None:
        self.lesson = lesson
        super().__init__(theme, lesson.moves)

    def begin(self) -> None:
        """Lay the tiles of the lesson on the block."""
        self.state, self.showing = self.lesson.start(), TableParts()
        for name in self.lesson.block:
            self.showing.see(_drawn(name))
        self.showing.said.clear()
        self.showing.newest = -1

    def play(self, move: str, still: bool) -> None:
        """Play a move of whoever is to act, or the tile that is drawn."""
        acting = GAME.to_act(self.state)[0]
        self.state, events = GAME.apply(self.state, {acting: move})
        self.showing.follow(events)
        if self.state.phase == "draw" and self.left:
            self.state, events = GAME.apply(self.state, {CHANCE: self.left.pop(0)})
            self.showing.follow(events)

    def draw(self, canvas: Canvas) -> None:
        """Draw the block, three seats, and the hand of the first."""
        canvas.sprite("ra-backdrop", (0, 0, *self.units))
        canvas.rect((0, 0, *self.units), NIGHT, alpha=110)
        draw_sun(canvas, self.state.center, (24, 34), 17)
        tiles = self.showing.tiles_of(self.state.block)
        for place in range(BLOCK_PLACES):
            box = (48 + place * 33.5, 14.0, TILE, TILE * SHAPE)
            if place < len(tiles):
                draw_tile(canvas, tiles[place].kind, box, tiles[place].god)
            else:
                canvas.outline(box, "line", 1, 5)
        for seat in range(3):
            self._draw_seat(canvas, seat, 66.0 + 39 * seat)

    def _draw_seat(self, canvas: Canvas, seat: int, y: float) -> None:
        """Draw a seat: its suns, what it did, and its tiles."""
        colour, state = SEAT_COLOURS[seat], self.state
        canvas.rect((6, y - 4, 308, 36), "ink", 5, 170)
        canvas.rect((6, y - 2, 3, 32), colour, 1)
        canvas.icon(SEAT_MARKS[seat], (18, y + 5), 11, colour)
        canvas.text(str(state.scores[seat]), (27, y + 5), 13, "paper", "title")
        said = self.showing.said.get(seat, "")
        ink = "brass" if self.showing.newest == seat else "quiet"
        size = 11 * min(1.0, SAID / max(1.0, canvas.text_width(said, 11)))
        canvas.text(said, (168 - SAID, y + 5), size, ink)
        for number, sun in enumerate((*state.up[seat], *state.down[seat])):
            shown = number < len(state.up[seat])
            draw_sun(canvas, sun, (22 + 19.0 * number, y + 21), 8.2, shown)
            if self.showing.bids.get(seat) == sun and shown:
                canvas.ring((22 + 19.0 * number, y + 21), 10.4, MARK, 2)
        for stack in stacks_of(state.tiles[seat], (170, y, 138, 28)):
            draw_stack(canvas, stack, [])


class ScoreStory(Story[int]):
    """The points of a set of tiles, tile by tile: `steps` are hands, each with its points."""

    before, between, after = BETWEEN, BETWEEN, AFTER

    def __init__(self, theme: Theme, steps: Sequence[tuple[tuple[str, ...], str]]) -> None:
        self.steps = tuple(steps)
        super().__init__(theme, range(1, len(self.steps)))

    def begin(self) -> None:
        """Show the first hand."""
        self.at = 0

    def play(self, move: int, still: bool) -> None:
        """Show a hand by its number."""
        self.at = move

    def draw(self, canvas: Canvas) -> None:
        """Draw the hand, and its points."""
        canvas.sprite("ra-backdrop", (0, 0, *self.units))
        canvas.rect((0, 0, *self.units), NIGHT, alpha=110)
        names, points = self.steps[self.at]
        canvas.text(points, (160, 138), 40, "brass", "title", "centre")
        kinds = sorted({NUMBER[name] for name in names})
        wide = min(52.0, 280.0 / max(1, len(kinds)) - 4)
        start = 160 - len(kinds) * (wide + 4) / 2
        for number, kind in enumerate(kinds):
            box = (start + number * (wide + 4), 30.0, wide, wide * SHAPE)
            draw_tile(canvas, kind, box)
            count = sum(NUMBER[name] == kind for name in names)
            if count > 1:
                draw_count(canvas, count, box)


def _drawn(name: str) -> Event:
    """Return a tile that lies on the block from the start."""
    return Event("tile", {"seat": 0, "tile": name})


AUCTION: Final = AuctionScript(
    ("nile", "flood", "art", "pharaoh"), ("call", "bid 6", "bid 7", "bid 8"), ("nile",)
)
DRAWS: Final = AuctionScript(
    ("nile",), ("draw", "art", "draw", "pharaoh", "draw", "ra", "pass", "pass", "bid 4")
)
GODS: Final = AuctionScript(
    ("temple", "unrest", "flood"), ("god flood", "draw", "art"), ("god", "nile", "nile")
)
RUIN: Final = AuctionScript(
    ("funeral", "gold", "temple"), ("call", "pass", "pass", "bid 2"), ("pharaoh", "pharaoh", "nile")
)
_FIVE: Final = ("agriculture", "art", "astronomy", "religion", "writing")
CIVILIZED: Final = tuple(
    (_FIVE[:count], points) for count, points in enumerate(("-5", "0", "0", "5", "10", "15"))
)
RIVER: Final = (
    (("nile",) * 3, "0"),
    (("nile",) * 3 + ("flood",), "4"),
    (("nile",) * 5 + ("flood",) * 2, "7"),
)
_EIGHT: Final = (
    *("fortress", "obelisk", "palace", "pyramid"),
    *("sphinx", "statue", "step_pyramid", "temple"),
)
BUILT: Final = (
    (_EIGHT[:4], "4"),
    (_EIGHT[:6], "6"),
    (_EIGHT[:7], "10"),
    (_EIGHT, "15"),
    ((*_EIGHT, "temple", "temple"), "15 + 5"),
)

PICTURES: Final[Mapping[str, Callable[[Theme], Miniature]]] = MappingProxyType(
    {
        "auction": partial(Board, lesson=AUCTION),
        "draws": partial(Board, lesson=DRAWS),
        "gods": partial(Board, lesson=GODS),
        "ruin": partial(Board, lesson=RUIN),
        "river": partial(ScoreStory, steps=RIVER),
        "civilizations": partial(ScoreStory, steps=CIVILIZED),
        "monuments": partial(ScoreStory, steps=BUILT),
    }
)
