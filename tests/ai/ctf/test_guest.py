"""The team as a guest in Pelita: what a bot is given there means what it means here."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ai.ctf.guest import Guest, glance_of, rows_of
from ai.ctf.witness import glance_of as own_glance_of
from games.core import CHANCE, Limit
from games.ctf import SPEC
from games.ctf.maze import MOVES
from games.ctf.rules.game import GAME
from games.ctf.rules.state import State
from games.match import Match

PARAMS = SPEC.params({"rules": "pelita", "maze": "loops-24x12", "map": 3, "moves": 80})


def bot_of(state: State) -> Any:
    """The bot whose turn it is, as Pelita would hand it over."""
    view, bot = GAME.view(state, state.turn), state.turn
    team, field = bot % 2, state.field

    def places(cells: Any) -> tuple[Any, ...]:
        return tuple(field.cells[cell] for cell in sorted(cells))

    def one(number: int, noisy: bool, cell: int) -> SimpleNamespace:
        return SimpleNamespace(
            position=field.cells[cell],
            is_noisy=noisy,
            deaths=state.deaths[number],
            food=places(state.food[number % 2]),
            score=state.score[number % 2],
            turn=number // 2,
        )

    made = one(bot, False, state.bots[bot])
    made.other = one((bot + 2) % 4, False, state.bots[(bot + 2) % 4])
    made.enemy = [
        one(1 - team + 2 * place, reading.kind == "near", reading.value)
        for place, reading in enumerate(view.readings)
    ]
    rows = field.maze.rows
    made.walls = tuple((x, y) for y, row in enumerate(rows) for x, m in enumerate(row) if m == "#")
    made.shape, made.round = (field.maze.width, field.maze.height), state.moves // 4 + 1
    made.is_blue, made.painted = team == 0, {}
    made.paint_background = lambda place, color: made.painted.update({place: color})
    return made


@pytest.mark.parametrize("team", [0, 1])
def test_a_guest_plays_whole_games_and_is_told_what_a_seat_is_told(team: int) -> None:
    match: Match[State] = Match(GAME, PARAMS, 4)
    guest, painted, moved = None, 0, 0
    while not match.over:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.step(Limit())
            continue
        if seat % 2 != team:
            match.play({seat: sorted(match.legal(seat))[match.state.moves % 2]})
            continue
        bot = bot_of(match.state)
        guest = guest or Guest(bot)
        mine = own_glance_of(GAME.view(match.state, seat), seat)
        assert glance_of(bot, match.state.field) == mine._replace(
            killed=((False, False), (False, False))
        )
        goal = guest.move(bot)
        x, y = bot.position
        step = {(0, -1): "up", (1, 0): "right", (0, 1): "down", (-1, 0): "left", (0, 0): "stay"}
        move = step[goal[0] - x, goal[1] - y]
        assert move in MOVES
        match.play({seat: move})
        painted += len(bot.painted)
        moved += 1
    assert moved == 40
    assert painted > 60


def test_the_layout_is_put_together_with_its_dots() -> None:
    state = GAME.new(PARAMS)
    while len(state.readings) != 2:
        state, _ = GAME.apply(state, {CHANCE: GAME.chance(state)[0][0]})
    rows = rows_of(bot_of(state))
    assert [row.replace(".", " ") for row in rows] == list(state.field.maze.rows)
    assert sum(row.count(".") for row in rows) == sum(map(len, state.food))
