"""Karate in the launcher: the sensei meets a creature of habit, and one bar chart thinks.

A drawing of its own, 320 x 180 units: the dojo, two fighters, what they score, and the forecast
that the right one has of the left one's next move.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Final

from games.agents import LostWeights
from games.core import Limit
from games.exhibition import exhibited
from games.karate.exchange import Exchange, Round, result_words
from games.karate.fighters import (
    ICONS,
    SCENERY,
    Stand,
    breath,
    draw_exchange,
    draw_guard,
    make_ready,
    standing_box,
)
from games.karate.ground import DojoGround
from games.karate.rules import MOVES
from games.match import Match
from games.mind import Bars
from games.shell.draw.canvas import Canvas
from games.shell.draw.roles import OWN
from games.shell.draw.theme import SEAT_COLOURS, Theme
from games.shell.miniature import Miniature as Base
from games.shell.miniature import Part

SEED: Final = 12  # chosen by hand
PLAYED: Final = 24
"""Rounds that are behind them when one first looks: the right one knows the left one by then."""
PLAYERS: Final = ("habits", "sensei")
SPARE: Final = ("habits", "seed-argmax")
# Seconds between rounds, and how fast they are shown; chosen by eye.
PAUSE: Final = 0.9
SPEED: Final = 0.8


# Units: the mind and the room of its bars, and where shadows and words can be.
MIND: Final = (230.0, 14.0, 78.0, 72.0)
ROOM: Final = 46.0
SHADOWS: Final = (0.0, 140.0, 252.0, 40.0)
RESULTS: Final = (0.0, 14.0, 252.0, 28.0)


def _match(agents: tuple[str, str]) -> Match[Any]:
    """Return an endless match some rounds on; raises `LostWeights` if an agent has none."""
    match = exhibited("karate", agents, {"rounds": 0}, SEED)
    match.run(Limit(), PLAYED)
    return match


class Miniature(Base):
    """Plays an endless match by itself; `update` and `draw` are called about 15 times a second."""

    units = (320, 180)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        try:
            self.match = _match(PLAYERS)
        except LostWeights:
            self.match = _match(SPARE)
        self.exchange: Exchange | None = None
        self.ground = DojoGround()
        self.stand = Stand(122, 160, 138)
        self._unready = list(SCENERY)
        self.seconds = 0.0
        self.wait = 0.0
        self.forecast: tuple[float, ...] = (0.25,) * len(MOVES)
        self.bars = list(self.forecast)
        self._think()

    def _think(self) -> None:
        """Ask for the moves of the next round, and keep the forecast that led to one."""
        decisions = {seat: self.match.decide(seat, Limit(mind=seat == 1)) for seat in (0, 1)}
        self._moves = {seat: decision.move for seat, decision in decisions.items()}
        mind = getattr(decisions[1], "mind", None) or ()
        found = next((i for i in mind if isinstance(i, Bars) and i.forecast_of == 0), None)
        if found is not None:
            self.forecast = found.values
        self.wait = PAUSE

    def update(self, age: float) -> None:
        """Move on by `age` seconds."""
        self.seconds += age
        keep = 0.0 if self.theme.reduced_motion else 2.718281828 ** (-8.0 * age)
        self.bars = [
            goal + (now - goal) * keep for now, goal in zip(self.bars, self.forecast, strict=True)
        ]
        if self.exchange is not None:
            self.exchange.update(age)
            if not self.exchange.running:
                self.exchange = None
                self._think()
            return
        self.wait -= age
        if self.wait <= 0:
            played = Round.of(self.match.play(self._moves)[0])
            self.exchange = Exchange(played, self.theme.reduced_motion, SPEED)

    def draw(self, canvas: Canvas) -> None:
        """Draw all; the first times also make one pose ready that is not yet needed."""
        self.ground.draw(canvas, (0, 0, *self.units), veil=False)
        exchange = self.exchange
        if exchange is not None:
            draw_exchange(canvas, self.stand, exchange)
        else:
            draw_guard(canvas, self.stand, ("idle", "idle"), self._rises)
        self._draw_mind(canvas)
        make_ready(canvas, self.stand, self._unready)
        if exchange is not None and exchange.met:
            self._draw_results(canvas, exchange.round)

    @property
    def _rises(self) -> tuple[float, float]:
        """The rise of each fighter while they breathe."""
        return breath(0, self.seconds), breath(1, self.seconds)

    def parts(self, canvas: Canvas) -> Mapping[str, Part]:
        """Return the fighters and their shadows, what they scored, and the bars."""
        turn, exchange = len(self.match.turns), self.exchange
        fight = (turn, exchange.time) if exchange is not None else None
        met = exchange is not None and exchange.met
        left = MIND[0] + 24
        lengths = tuple(canvas.box((left, 0.0, max(2.0, ROOM * bar), 6)).w for bar in self.bars)
        found = {
            "shadows": Part(fight, SHADOWS),
            "results": Part(turn if met else 0, RESULTS),
            "mind": Part((self.forecast, lengths), MIND),
        }
        for seat, rise in enumerate(self._rises):
            box = standing_box(self.stand, seat, rise)
            look: Hashable = (canvas.x(box[0]), canvas.y(box[1]))
            if exchange is not None:
                look = fight
                box = self.stand.box(seat, exchange.gap, exchange.recoil(seat))
            found[f"fighter {seat}"] = Part(look, box)
        return found

    def _draw_mind(self, canvas: Canvas) -> None:
        """Draw the forecast of the right one: four bars with the signs of the moves."""
        x, y, w, h = MIND
        canvas.panel((x, y, w, h), "ink", canvas.theme.mix("brass", "ink", 0.5), 1, 6)
        best = max(range(len(MOVES)), key=self.forecast.__getitem__)
        for number, move in enumerate(MOVES):
            middle = y + 12 + 16 * number
            lit = number == best
            canvas.icon(ICONS[move], (x + 13, middle), 12, "paper" if lit else "quiet")
            canvas.rect((x + 24, middle - 0.5, ROOM, 1), "line")
            length = max(2.0, ROOM * self.bars[number])
            colour = SEAT_COLOURS[0] if lit else canvas.theme.mix(OWN, "ink", 0.4)
            canvas.rect((x + 24, middle - 3, length, 6), colour, 2.5)

    def _draw_results(self, canvas: Canvas, played: Round) -> None:
        for seat, x in ((0, 74.0), (1, 174.0)):
            scored = played.points[seat] > 0
            words = result_words(played.results[seat], played.points[seat])
            width = canvas.text_width(words, 13, "title") + 16
            canvas.rect((x - width / 2, 17, width, 20), "ink", 10)
            ink = SEAT_COLOURS[seat] if scored else "quiet"
            canvas.text(words, (x, 27), 13, ink, "title", "centre")
