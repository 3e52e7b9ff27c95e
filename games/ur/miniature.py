"""Ur in the launcher: two of its agents play, the dice fall, and the chances move.

A drawing of its own, 320 x 180 units: board, dice, and light's win probability as a bar.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.core import CHANCE, Limit
from games.exhibition import exhibited
from games.match import Match
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import SEAT_COLOURS, Theme
from games.shell.miniature import Miniature as Base
from games.shell.miniature import Part
from games.ur.dice import Dice
from games.ur.drawing import LampLitTable, Layout, draw_board, draw_pieces
from games.ur.motion import Travel, draw_travel
from games.ur.rules import State
from games.ur.watch import new_judge

SEED: Final = 12  # chosen by hand
PLAYED: Final = 60
"""Turns that are behind them when one first looks."""
PLAYERS: Final = ("greedy-learned", "learner+")
PARAMS: Final = {"rules": "finkel", "pieces": 4}
# Units: the bar, and where pieces and tumbling dice can be.
BAR: Final = (18.0, 14.0, 284.0, 6.0)
BOARD: Final = (10.0, 30.0, 300.0, 125.0)
DICE: Final = (0.0, 138.0, 130.0, 42.0)
PAUSE: Final = 0.7  # seconds between turns; chosen by eye


class Miniature(Base):
    """Plays game after game; `update` and `draw` are called about 15 times a second."""

    units = (320, 180)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.ground = LampLitTable()
        self.layout = Layout(18, 40, 35.5, "finkel")
        self.dice = Dice()
        self.travel: Travel | None = None
        self.judge = new_judge()
        self.seed = SEED
        self.match = self._match()
        self.match.run(Limit(), PLAYED)
        self.arrived: State = self.match.state
        self.wait = PAUSE
        self.lead = self._chances()

    def _match(self) -> Match[Any]:
        return exhibited("ur", PLAYERS, PARAMS, self.seed, [self.judge])

    def _chances(self) -> float:
        steps = self.judge.steps
        return float(steps[-1].light if steps else self.judge.first)

    def update(self, age: float) -> None:
        """Move on by `age` seconds."""
        keep = 0.0 if self.theme.reduced_motion else 2.718281828 ** (-6.0 * age)
        self.lead = self._chances() + (self.lead - self._chances()) * keep
        self.dice.timer.update(age)
        if self.travel is not None:
            self.travel.update(age)
            if not self.travel.running:
                self.travel = None
            return
        self.wait -= age
        if self.wait <= 0 and not self.dice.rolling:
            self._turn()

    def _turn(self) -> None:
        """Throw, move, or begin anew."""
        if self.match.over:
            self.seed += 1
            self.match = self._match()
            self.arrived = self.match.state
            self.wait = 2 * PAUSE
            return
        thrown = self.match.to_act == (CHANCE,)
        before = self.arrived
        event = self.match.step(Limit())[0]
        self.arrived = self.match.state
        self.wait = PAUSE * (0.6 if thrown else 1.0)
        if event.kind == "roll":
            still = self.theme.reduced_motion
            turn = len(self.match.turns)
            self.dice.throw(event.data["seat"], event.data["roll"], turn, 1.0, still)
        elif event.kind == "move" and not self.theme.reduced_motion:
            self._send(event.data, before)

    def _send(self, data: Mapping[str, Any], before: State) -> None:
        seat, end = data["seat"], data["to"]
        path = self.layout.way(seat, data["from"], end, before)
        victim = None
        if data["capture"]:
            other = 1 - seat
            home = self.layout.place(other, 0, before.home(other), before.pieces)
            victim = (path[-1], home)
        self.travel = Travel(seat, path, victim, ((seat, end),))

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, the board, the dice and the bar."""
        self.ground.draw(canvas, (0, 0, *self.units))
        draw_board(canvas, self.layout)
        hidden = self.travel.hidden if self.travel is not None else ()
        draw_pieces(canvas, self.layout, self.arrived, hidden)
        draw_travel(canvas, self.layout, self.travel)
        self.dice.draw(canvas, (18, 163), 18, self.theme.reduced_motion)
        self._draw_chances(canvas)

    def parts(self, canvas: Canvas) -> Mapping[str, Part]:
        """Return the pieces on the board and the one on its way, dice and bar."""
        travel, dice = self.travel, self.dice
        moved = None if travel is None else travel.time
        thrown = (dice.number, dice.roll, dice.seat, dice.timer.progress)
        x, y, w, h = BAR
        found = {
            "board": Part((self.seed, self.arrived), BOARD),
            "dice": Part(thrown, DICE),
            "bar": Part(canvas.box((x, y, w * self.lead, h)).w, (x, y - 4, w, h + 8)),
        }
        if travel is not None:
            found["travel"] = Part(moved, self._on_the_way(travel))
        return found

    def _on_the_way(self, travel: Travel) -> Box:
        """Return the box that a piece on its way can cover, and the captured one."""
        if travel.victim is not None:
            return 0.0, 0.0, 320.0, 180.0
        xs, ys = [x for x, _ in travel.path], [y for _, y in travel.path]
        reach = self.layout.cell
        left, top = min(xs) - reach, min(ys) - reach
        return left, top, max(xs) + reach - left, max(ys) + reach - top

    def _draw_chances(self, canvas: Canvas) -> None:
        """Draw each side's chance to win, as one bar in two colours."""
        x, y, w, h = BAR
        canvas.rect((x, y, w, h), SEAT_COLOURS[1], 3)
        canvas.rect((x, y, max(6.0, w * self.lead), h), SEAT_COLOURS[0], 3)
        canvas.rect((x + w / 2 - 0.75, y - 3, 1.5, h + 6), "paper")
