"""Ra in the launcher: an auction going on between three of its agents.

A drawing of its own, 320 x 180 units: the sun's course, the block, and who bids which sun.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core import CHANCE
from games.exhibition import Exhibition
from games.ra.drawing import NIGHT, SHAPE, draw_sun, draw_tile
from games.ra.model import TableParts
from games.ra.rules.state import State
from games.ra.tiles import BLOCK_PLACES
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import MARK, WARNING
from games.shell.draw.story import Endless
from games.shell.draw.theme import SEAT_COLOURS, SEAT_MARKS, Theme
from games.shell.miniature import Part

# Seconds and units; chosen by eye.
PAUSE: Final = 1.0
DRAW: Final = 0.35
TILE: Final = 34.0
SAID: Final = 98.0
SEED: Final = 3  # chosen by hand
PLAYED: Final = 34
"""Turns that are behind them when one first looks."""
PLAYERS: Final = ("heuristic", "easy", "heuristic")


class Miniature(Endless):
    """Plays game after game; `update` and `draw` are called about 15 times a second."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Exhibition("ra", PLAYERS, {}, SEED), PLAYED)

    def begin(self) -> None:
        """Forget the last game."""
        self.showing = TableParts()

    def turn(self) -> None:
        """Play the next tile or choice, or begin another game."""
        self.wait = DRAW if self.match.to_act == (CHANCE,) else PAUSE
        events = self.show.turn()
        if events is None:
            self.begin()
        else:
            self.showing.follow(events)

    def draw(self, canvas: Canvas) -> None:
        """Draw the night, the course, the block, the bidders."""
        canvas.sprite("ra-backdrop", (0, 0, *self.units))
        canvas.rect((0, 0, *self.units), NIGHT, alpha=60)
        state: State = self.match.state
        self._draw_course(canvas, state)
        draw_sun(canvas, state.center, (30, 76), 20)
        for place in range(BLOCK_PLACES):
            self._draw_place(canvas, state, place)
        for seat in range(state.players):
            self._draw_seat(canvas, state, seat)

    def _draw_course(self, canvas: Canvas, state: State) -> None:
        """Draw a coin of light for every Ra that was drawn."""
        for number in range(state.limit):
            share = number / (state.limit - 1)
            at = (40 + 240 * share, 34 - 60 * share * (1 - share))
            if number < state.ra:
                canvas.circle(at, 7, "brass")
                canvas.circle(at, 4.5, (255, 236, 178))
            else:
                canvas.ring(at, 6, WARNING if number == state.limit - 1 else "line", 1.5)

    def _box(self, place: int) -> Box:
        step = TILE * 0.96
        return (58 + place * step * 0.98, 54.0, TILE * 0.92, TILE * 0.92 * SHAPE)

    def _draw_place(self, canvas: Canvas, state: State, place: int) -> None:
        tiles = self.showing.tiles_of(state.block)
        if place < len(tiles):
            draw_tile(canvas, tiles[place].kind, self._box(place), tiles[place].god)
        else:
            canvas.outline(self._box(place), "line", 1, 5)

    def _draw_seat(self, canvas: Canvas, state: State, seat: int) -> None:
        """Draw a seat's suns; its bid is ringed, and what it did stands below."""
        x, y = 16 + 102.0 * seat, 122.0
        colour = SEAT_COLOURS[seat]
        canvas.icon(SEAT_MARKS[seat], (x + 4, y), 12, colour)
        canvas.text(str(state.scores[seat]), (x + 14, y), 15, "paper", "title")
        acts = state.actor == seat
        for number, sun in enumerate(state.up[seat]):
            at = (x + 8 + 21.0 * number, y + 23)
            draw_sun(canvas, sun, at, 9.5)
            if self.showing.bids.get(seat) == sun:
                canvas.ring(at, 12, MARK, 2)
        said = self.showing.said.get(seat, "")
        if canvas.text_width(said, 12) > SAID:  # "drew Ra, number 4"
            said = said.partition(",")[0]
        ink = "brass" if acts else "paper" if self.showing.newest == seat else "quiet"
        canvas.text(said, (x - 2, y + 45), 12, ink, max_width=SAID)

    def parts(self, canvas: Canvas) -> Mapping[str, Part]:
        """Return the course, the centre, each place of the block, and each seat."""
        state: State = self.match.state
        tiles = self.showing.tiles_of(state.block)
        parts = {
            "course": Part(state.ra, (30.0, 8.0, 260.0, 36.0)),
            "centre": Part(state.center, (8.0, 52.0, 44.0, 48.0)),
        }
        for place in range(BLOCK_PLACES):
            look = tiles[place] if place < len(tiles) else None
            x, y, w, h = self._box(place)
            parts[f"place {place}"] = Part(look, (x - 1, y - 1, w + 2, h + 2))
        for seat in range(state.players):
            bids, said = self.showing.bids.get(seat), self.showing.said.get(seat)
            lit = (state.actor == seat, self.showing.newest == seat)
            seen = (state.scores[seat], state.up[seat], bids, said, lit)
            parts[f"seat {seat}"] = Part(seen, (10.0 + 102.0 * seat, 110.0, 102.0, 70.0))
        return parts
