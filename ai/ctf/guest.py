"""A team of the arcade as a guest in the tournament program Pelita (2.7).

It gets by with what a bot is given there: positions, noise, deaths, food, walls, turn and round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np

from ai.ctf.believing import BelievingTeam
from ai.ctf.pack import Pack
from ai.ctf.tracking import auto_enemies
from ai.ctf.witness import Glance
from games.core import Limit
from games.ctf import SPEC
from games.ctf.maze import MOVES, Field
from games.ctf.rules.game import GAME, open_moves
from games.ctf.rules.state import EnemyReading
from games.streams import Stream

Place = tuple[int, int]
_SHADES: Final = ((255, 236, 160), (120, 20, 30))
"""The colours of little and of much belief."""
_LEAST_SHOWN: Final = 0.01


class PelitaBot(Protocol):
    """The used part of a bot of Pelita, one of ours or an enemy."""

    position: Place
    is_noisy: bool
    deaths: int
    food: Sequence[Place]
    score: int
    walls: Sequence[Place]
    shape: Place
    turn: int
    round: int
    is_blue: bool

    @property
    def other(self) -> PelitaBot:
        """The other bot of the team."""

    @property
    def enemy(self) -> Sequence[PelitaBot]:
        """Both bots of the other team."""

    def paint_background(self, pos: Place, color: str) -> None:
        """Colour the ground at a place."""


def rows_of(bot: PelitaBot) -> list[str]:
    """Return the layout with dots, as text rows."""
    width, height = bot.shape
    walls, dots = set(map(tuple, bot.walls)), {*map(tuple, bot.food)}
    dots |= set(map(tuple, bot.enemy[0].food))
    marks = {**dict.fromkeys(dots, "."), **dict.fromkeys(walls, "#")}
    return ["".join(marks.get((x, y), " ") for x in range(width)) for y in range(height)]


def glance_of(bot: PelitaBot, field: Field) -> Glance:
    """Return the glance of the arcade's rules, from a bot's view at its turn."""
    team = 0 if bot.is_blue else 1
    own = (bot, bot.other) if bot.turn == 0 else (bot.other, bot)
    number = field.number
    enemies = bot.enemy
    return Glance(
        4 * (bot.round - 1) + 2 * bot.turn + team,
        (_cell(own[0], number), _cell(own[1], number)),
        (_reading(enemies[0], number), _reading(enemies[1], number)),
        (_cells(bot.food, number), _cells(enemies[0].food, number)),
        (bot.score, enemies[0].score),
        ((own[0].deaths, own[1].deaths), (enemies[0].deaths, enemies[1].deaths)),
        ((False, False), (False, False)),
    )


def _reading(enemy: PelitaBot, number: dict[Place, int]) -> EnemyReading:
    return EnemyReading("near" if enemy.is_noisy else "seen", _cell(enemy, number))


def _cell(bot: PelitaBot, number: dict[Place, int]) -> int:
    x, y = bot.position
    return number[x, y]


def _cells(places: Sequence[Place], number: dict[Place, int]) -> frozenset[int]:
    return frozenset(number[x, y] for x, y in places)


class Guest:
    """One game in Pelita."""

    def __init__(self, bot: PelitaBot) -> None:
        team = 0 if bot.is_blue else 1
        params = SPEC.params({"rules": "pelita", "layout": "\n".join(rows_of(bot)) + "\n"})
        self.team: BelievingTeam = Pack(auto_enemies)
        self.team.begin((team, team + 2), GAME, params, Stream.named(bot.round, "guest"))
        self.field = self.team.field
        self.played: str | None = None

    def move(self, bot: PelitaBot) -> Place:
        """Return the place that the bot goes to."""
        glance = glance_of(bot, self.field)
        view = self.team.recall(glance, self.played)
        here = view.bots[view.turn]
        decision = self.team.act(view.turn, view, open_moves(self.field, here), Limit())
        self.played = decision.move
        self.paint(bot)
        return self.field.cells[self.field.ways[here][MOVES.index(decision.move)]]

    def paint(self, bot: PelitaBot) -> None:
        """Show what is believed as the colour of the ground, where the program shows it."""
        belief = np.maximum(*self.team.belief.beliefs)
        for cell in np.flatnonzero(belief > _LEAST_SHOWN):
            share = float(belief[cell]) ** 0.5
            mixed = (round(low + share * (high - low)) for low, high in zip(*_SHADES, strict=True))
            red, green, blue = mixed
            bot.paint_background(self.field.cells[cell], f"#{red:02X}{green:02X}{blue:02X}")
