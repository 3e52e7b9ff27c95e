"""Jaipur in the launcher: two of its agents trade, cards leave the market, tokens pile up.

A drawing of its own, 320 x 180 units: the market large, both traders' goods and rupees small.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core import CHANCE
from games.exhibition import Exhibition
from games.jaipur.drawing import BACK, NIGHT, SHAPE, draw_card, draw_motif, draw_token
from games.jaipur.rules.goods import CAMEL
from games.jaipur.rules.state import State
from games.jaipur.stall import EMPTY, NEW_ROUND, Stall, stall_after
from games.shell.draw.canvas import Canvas
from games.shell.draw.story import Endless
from games.shell.draw.theme import SEAT_COLOURS, SEAT_MARKS, Theme
from games.shell.miniature import Part

PAUSE: Final = 1.1  # seconds between moves; chosen by eye
REFILL: Final = 0.35
CARD: Final = 52.0  # units


SEED: Final = 5  # chosen by hand
PLAYED: Final = 40
"""Turns that are behind them when one first looks."""
PLAYERS: Final = ("seed-utility", "greedy")


class Miniature(Endless):
    """Plays round after round; `update` and `draw` are called about 15 times a second."""

    def __init__(self, theme: Theme) -> None:
        show = Exhibition("jaipur", PLAYERS, {"length": "round"}, SEED)
        super().__init__(theme, show, PLAYED)

    def begin(self) -> None:
        """Clear the market for another round."""
        self.stall: Stall = NEW_ROUND
        self.sold: tuple[str, tuple[int, ...], int] | None = None
        self.wait = PAUSE

    def turn(self) -> None:
        """Go on to the next card or move, or another round; its deal is seen at once."""
        self.wait = REFILL if self.match.to_act == (CHANCE,) else PAUSE
        if not self._hear():
            self.begin()
            while self.match.to_act == (CHANCE,):
                self._hear()

    def _hear(self) -> bool:
        """Play a card or a move, and see what it changes; False once the round is over."""
        events = self.show.turn()
        for event in events or ():
            self.stall = stall_after(self.stall, event)
            if event.kind == "sell":
                told = event.data
                self.sold = (told["good"], tuple(told["tokens"]), told["seat"])
            elif event.kind in ("take", "swap", "camels"):
                self.sold = None
        return events is not None

    def draw(self, canvas: Canvas) -> None:
        """Draw the bazaar, the market, both traders."""
        canvas.sprite("jaipur-backdrop", (0, 0, *self.units))
        canvas.rect((0, 0, *self.units), NIGHT, alpha=50)
        for place, card in enumerate(self.stall if self.match.turns else EMPTY):
            box = (14 + place * (CARD + 8), 54.0, CARD, CARD * SHAPE)
            if card:
                draw_card(canvas, card, box)
        state: State = self.match.state
        for seat, y in ((1, 28.0), (0, 154.0)):
            self._draw_trader(canvas, state, seat, y)

    def parts(self, canvas: Canvas) -> Mapping[str, Part]:
        """Return each card of the market, and both traders."""
        parts = {}
        for place, card in enumerate(self.stall if self.match.turns else EMPTY):
            box = (14 + place * (CARD + 8) - 4, 50.0, CARD + 8, CARD * SHAPE + 8)
            parts[f"card {place}"] = Part(card, box)
        for seat, y in ((1, 0.0), (0, 128.0)):
            trader = self.match.state.traders[seat]
            look = (trader.points, trader.hand % 15, trader.herd, self.sold)
            parts[f"trader {seat}"] = Part(look, (0.0, y, 320.0, 52.0))
        return parts

    def _draw_trader(self, canvas: Canvas, state: State, seat: int, y: float) -> None:
        """Draw a trader's rupees, the size of its hand and its herd."""
        trader = state.traders[seat]
        canvas.icon(SEAT_MARKS[seat], (22, y), 14, SEAT_COLOURS[seat])
        canvas.text(str(trader.points), (34, y), 18, "paper", "title")
        for number in range(trader.hand % 15):
            draw_card(canvas, BACK, (84 + 15.0 * number, y - 13, 19, 19 * SHAPE))
        if self.sold is not None and self.sold[2] == seat:
            good, tokens, _ = self.sold
            for number, value in enumerate(tokens):
                draw_token(canvas, good, value, (214 + 15.0 * number, y), 8)
            return
        for number in range(trader.herd):
            draw_motif(canvas, CAMEL, (222 + 8.0 * number, y), 24)
