"""Set in the launcher: two searchers race over a table of twelve cards.

A drawing of its own, 320 x 180 units.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core import Limit
from games.exhibition import Exhibition
from games.set import places
from games.set.drawing import draw_card
from games.set.rules.cards import NUMBERS
from games.set.rules.state import FREE
from games.shell.draw.canvas import Canvas
from games.shell.draw.story import Endless
from games.shell.draw.theme import SEAT_COLOURS, SEAT_MARKS, Theme
from games.shell.miniature import Part

PAUSE: Final = 1.6  # seconds between races, and that a claim is shown; chosen by eye
SHOWN: Final = 1.2
ROOM: Final = (58.0, 10.0, 204.0, 160.0)


SEED: Final = 11  # chosen by hand
PLAYED: Final = 40
"""Turns that are behind them when one first looks."""


class Miniature(Endless):
    """Plays game after game; `update` and `draw` are called about 15 times a second."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Exhibition("set", ("steady-5", "steady-5"), {}, SEED), PLAYED)
        self.deal()

    def begin(self) -> None:
        """Clear the table for another game."""
        self.claimed: tuple[int, ...] = ()
        self.seat = 0
        self.wait = PAUSE

    def update(self, age: float) -> None:
        """Let `age` seconds pass; a claim is shown on the table that it was made on."""
        self.wait -= age
        if self.wait > 0:
            return
        if self.claimed:
            self.claimed, self.wait = (), PAUSE
            self.deal()
            return
        before = self.match.state.table
        self.turn()
        self.table = before

    def deal(self) -> None:
        """Fill the table."""
        while self.match.state.waiting:
            self.match.step(Limit())
        self.table = self.match.state.table

    def turn(self) -> None:
        """Go on to the next card or race, or another game."""
        events = self.show.turn()
        if events is None:
            self.begin()
            return
        for event in events:
            if event.kind == "race" and event.data["cards"]:
                self.claimed = tuple(NUMBERS[name] for name in event.data["cards"])
                self.seat, self.wait = event.data["seat"], SHOWN

    def draw(self, canvas: Canvas) -> None:
        """Draw the cloth, the cards, both scores."""
        canvas.sprite("set-backdrop", (0, 0, *self.units))
        cards = [card for card in self.table if card != FREE]
        for card, box in zip(cards, places.boxes(ROOM, len(cards), 12), strict=True):
            if card in self.claimed:
                x, y, w, h = box
                colour = SEAT_COLOURS[self.seat]
                canvas.rect((x - 3, y - 3, w + 6, h + 6), colour, h * 0.1 + 2)
            draw_card(canvas, card, box)
        for seat, x in ((0, 29.0), (1, 291.0)):
            canvas.icon(SEAT_MARKS[seat], (x, 70), 16, SEAT_COLOURS[seat])
            points = str(self.match.state.points[seat])
            canvas.text(points, (x, 96), 24, "paper", "title", "centre")

    def parts(self, canvas: Canvas) -> Mapping[str, Part]:
        """Return the table, and both scores."""
        x, y, w, h = ROOM
        cards = (tuple(self.table), self.claimed, self.seat)
        return {
            "table": Part(cards, (x - 4, y - 4, w + 8, h + 8)),
            "scores": Part(tuple(self.match.state.points), (0.0, 50.0, 320.0, 70.0)),
        }
