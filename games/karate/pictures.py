"""The living pictures in karate's help: two moves that meet, again and again.

Each is 320 x 180 units, drawn with the dojo and the fighters of the game and played by its rules:
two sealed letters, the moves, what they are worth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from games.karate.exchange import Exchange, Round, result_words
from games.karate.fighters import ICONS, Stand, breath, draw_exchange, draw_guard
from games.karate.ground import DojoGround
from games.karate.rules import GAME
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import SEAT_COLOURS, Theme
from games.shell.miniature import Miniature

# Seconds, a share of the usual speed, and units; chosen by eye.
SEALED: Final = 1.3
HELD: Final = 1.5
SPEED: Final = 0.7
CARDS: Final[tuple[Box, Box]] = ((18.0, 12.0, 44.0, 34.0), (258.0, 12.0, 44.0, 34.0))


class Duel(Miniature):
    """The `moves` of both sides, sealed and opened in turn; with several pairs one after another.

    `table` is the table of points by which they count.
    """

    def __init__(
        self, theme: Theme, pairs: tuple[tuple[str, str], ...], table: str = "classic"
    ) -> None:
        super().__init__(theme)
        state = GAME.new({"table": table, "rounds": 0})
        played = (GAME.apply(state, dict(enumerate(moves)))[1][0] for moves in pairs)
        self.rounds = tuple(Round.of(event) for event in played)
        self.ground = DojoGround()
        self.stand = Stand(160, 166, 138)
        self.number = 0
        self.seconds = 0.0
        self.wait = SEALED
        self.exchange: Exchange | None = None
        if theme.reduced_motion:
            self._meet()

    def _meet(self) -> None:
        still = self.theme.reduced_motion
        self.exchange = Exchange(self.rounds[self.number], still, SPEED)

    def update(self, age: float) -> None:
        """Seal, meet, hold, and begin again with the next pair."""
        self.seconds += age
        if self.theme.reduced_motion:
            return
        if self.exchange is not None and self.exchange.running:
            self.exchange.update(min(age, 0.1))
            return
        self.wait -= age
        if self.exchange is None and self.wait <= 0:
            self._meet()
            self.wait = HELD
        elif self.wait <= 0:
            self.exchange, self.wait = None, SEALED
            self.number = (self.number + 1) % len(self.rounds)

    def draw(self, canvas: Canvas) -> None:
        """Draw the dojo, the two, and over each a letter: sealed, then open."""
        self.ground.draw(canvas, (0, 0, *self.units), veil=False)
        if self.exchange is not None and self.exchange.running:
            draw_exchange(canvas, self.stand, self.exchange)
        else:
            still = self.theme.reduced_motion
            rises = (0.0, 0.0) if still else (breath(0, self.seconds), breath(1, self.seconds))
            draw_guard(canvas, self.stand, ("idle", "idle"), rises)
        for seat in (0, 1):
            self._draw_letter(canvas, seat)

    def _draw_letter(self, canvas: Canvas, seat: int) -> None:
        x, y, w, h = CARDS[seat]
        colour = SEAT_COLOURS[seat]
        if self.exchange is None:
            canvas.panel((x, y, w, h), "paper", colour, 2, 5)
            canvas.sprite("seal-closed", (x + w / 2 - 13, y + h / 2 - 13, 26, 26), wax="brass")
            return
        canvas.panel((x, y, w, h), "ink", colour, 2, 5)
        played = self.rounds[self.number]
        canvas.icon(ICONS[played.moves[seat]], (x + w / 2, y + h / 2), 24, "paper")
        if self.exchange.met or not self.exchange.running:
            points = played.points[seat]
            words = result_words(played.results[seat], points)
            ink = colour if points else "quiet"
            side = 1 if seat == 0 else -1
            at = (x + w / 2 + side * (w / 2 + 10), y + h / 2)
            wide = canvas.text_width(words, 14, "title") + 14
            left = at[0] - 7 if seat == 0 else at[0] + 7 - wide
            canvas.rect((left, at[1] - 11, wide, 22), "ink", 10)
            canvas.text(words, at, 14, ink, "title", "left" if seat == 0 else "right")


PICTURES: Final[Mapping[str, Callable[[Theme], Miniature]]] = MappingProxyType(
    {
        "lands": partial(Duel, pairs=(("punch", "parry-kick"), ("kick", "parry-punch"))),
        "parry": partial(Duel, pairs=(("punch", "parry-punch"), ("kick", "parry-kick"))),
        "longer": partial(Duel, pairs=(("kick", "punch"),)),
        "trade": partial(Duel, pairs=(("punch", "punch"), ("kick", "kick"))),
        "level": partial(
            Duel, pairs=(("kick", "punch"), ("punch", "parry-punch")), table="balanced"
        ),
    }
)
"""What shows each rule, by the name that the help has for it."""
