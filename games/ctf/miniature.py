"""Capture-the-flag in the launcher: a running match with the embers of one team's belief."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from games import catalog
from games.core import CHANCE, Limit
from games.ctf.asks import TeamBeliever
from games.ctf.board import TEAM_COLOURS, BotLook, FieldBoard
from games.ctf.bot_moments import BotWay
from games.ctf.rules.state import BOTS, State
from games.exhibition import exhibited
from games.match import Match
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from games.shell.miniature import Miniature as Base
from games.shell.miniature import Part

# Seconds a move, moves that are behind them, the seed; chosen by eye.
_SECONDS: Final = 0.11
PLAYED: Final = 80
_SEED: Final = 5
_OPTIONS: Final = {"rules": "blog", "maze": "loops-16x8", "moves": 600}
_PLAYERS: Final = ("gatherer",) * 4
_BELIEVER: Final = 1
"""The team whose belief is shown."""


class Miniature(Base):
    """Plays match after match; `update` and `draw` are called about 15 times a second."""

    units = (320.0, 180.0)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._seed = _SEED
        self._begin()

    def _begin(self) -> None:
        self._watcher = cast(TeamBeliever, catalog.watcher("ctf", "auto-right"))
        options = {**_OPTIONS, "map": self._seed}
        self.match: Match[State] = exhibited("ctf", _PLAYERS, options, self._seed, (self._watcher,))
        self._board = FieldBoard(self.match.state.field)
        self._board.place((8, 22, 304, 150))
        self._ways = {
            bot: BotWay(cell, cell, 1.0) for bot, cell in enumerate(self.match.state.bots)
        }
        self._elapsed = 0.0
        for _ in range(PLAYED):
            self._move()

    def _move(self) -> None:
        """The next move, with what is heard before it."""
        before = self.match.state.bots
        while self.match.to_act == (CHANCE,):
            self.match.step(Limit())
        if not self.match.over:
            self.match.step(Limit())
        for bot, cell in enumerate(self.match.state.bots):
            near = self.match.state.field.apart(before[bot], cell) <= 1
            self._ways[bot] = BotWay(before[bot] if near else cell, cell, 1.0)

    def update(self, age: float) -> None:
        """Move on by `age` seconds."""
        self._elapsed += min(age, 4 * _SECONDS)
        while self._elapsed >= _SECONDS:
            self._elapsed -= _SECONDS
            if self.match.over:
                self._seed += 1
                self._begin()
            self._move()

    def draw(self, canvas: Canvas) -> None:
        """Draw the field, the embers, dots and bots, and the score."""
        self.draw_ground(canvas, self._board.draw_map, self._seed)
        state = self.match.state
        self._board.draw_dots(canvas, state.food)
        self._board.draw_team_belief(canvas, _BELIEVER, self._watcher.beliefs)
        for bot in range(len(BOTS)):
            way = self._ways[bot]
            ghost = state.field.home[way.cell] == bot % 2
            self._board.draw_bot(canvas, BotLook(bot, way, ghost))
        self._draw_score(canvas, state)

    def _draw_score(self, canvas: Canvas, state: State) -> None:
        for team in (0, 1):
            x = 160 + (-12 if team == 0 else 12)
            align = "right" if team == 0 else "left"
            canvas.text(str(state.score[team]), (x, 12), 17, TEAM_COLOURS[team], "title", align)

    def parts(self, canvas: Canvas) -> Mapping[str, Part]:
        """Return the parts that change with each move: the field and the score."""
        state, frame = self.match.state, self._board.frame
        return {
            "field": Part((self._seed, state.moves), frame),
            "score": Part(state.score, (100.0, 0.0, 120.0, 22.0)),
        }
