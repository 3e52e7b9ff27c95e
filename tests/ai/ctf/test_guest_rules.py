"""The rules beside those of the package Pelita: whole games, step by step, everything compared."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.core import CHANCE
from games.ctf import SPEC
from games.ctf.maze import MOVES, generate, layout_of
from games.ctf.rules.game import GAME, open_moves
from games.ctf.rules.sensing import enemies_of, outcomes
from games.ctf.rules.state import State
from games.streams import Stream

pytestmark = pytest.mark.lab
ROUNDS = 300
GAMES = 48
"""A game has some 1,100 moves, so that these are over 50,000."""


def theirs(rows: tuple[str, ...]) -> dict[str, Any]:
    """The package's own game of a layout, ready for its first turn."""
    game, layout = pytest.importorskip("pelita.game"), pytest.importorskip("pelita.layout")
    text = "\n".join(rows)
    parsed = layout.parse_layout(text, bots=None, strict=False)
    parsed["bots"] = layout.initial_positions(parsed["walls"], parsed["shape"])
    stop = [lambda bot, state: bot.position] * 2
    found: dict[str, Any] = game.setup_game(
        stop, layout_dict=parsed, max_rounds=ROUNDS, rng=random.Random(1), print_result=False
    )
    found["game_phase"] = "RUNNING"
    return found


def heard_all(state: State) -> State:
    """The state when whatever is heard was heard."""
    while not state.over and not state.due and len(state.readings) < 2:
        state, _ = GAME.apply(state, {CHANCE: GAME.chance(state)[0][0]})
    return state


def compared(state: State, other: dict[str, Any]) -> None:
    """Assert that both know the same."""
    cells = state.field.cells
    assert [cells[cell] for cell in state.bots] == [tuple(place) for place in other["bots"]]
    for team in (0, 1):
        assert {cells[dot] for dot in state.food[team]} == set(other["food"][team])
    assert list(state.score) == list(other["score"])
    assert list(state.deaths) == list(other["deaths"])
    assert list(state.kills) == list(other["kills"])
    assert list(state.killed) == list(other["bot_was_killed"])


def follow_dots(state: State, other: dict[str, Any], team: int) -> tuple[State, int]:
    """Put the dots that are due where the package put them; the state, and how many went."""
    before, moved = {state.field.cells[dot] for dot in state.food[team]}, 0
    new = sorted(set(other["food"][team]) - before)
    while state.due:
        options = {state.field.number[place] for place in new}
        outcome = next(o for o, _ in GAME.chance(state) if int(o.removeprefix("dot")) in options)
        new.remove(state.field.cells[int(outcome.removeprefix("dot"))])
        state, _ = GAME.apply(state, {CHANCE: outcome})
        moved += 1
    return state, moved


def walker(rng: Stream, state: State, goals: dict[int, int]) -> str:
    """A bot that mostly walks on, so that it comes far and meets others; it camps at times."""
    bot = state.turn
    legal = open_moves(state.field, state.bots[bot])
    if state.moves // 200 % 2 and bot < 2:
        return "stay"
    back = {"up": "down", "down": "up", "left": "right", "right": "left"}
    last = MOVES[goals.get(bot, 4)]
    onward = [move for move in legal if move != back.get(last) and move != "stay"]
    move = rng.choice(onward or list(legal))
    goals[bot] = MOVES.index(move)
    return move


@pytest.mark.parametrize("size", ["16x8", "24x12", "32x16"])
def test_whole_games_are_the_same(size: str) -> None:
    game = pytest.importorskip("pelita.game")
    counted = {"moves": 0, "catches": 0, "dots moved": 0}
    for number in range(GAMES // 3):
        rows = layout_of(generate(number, size, ("loops", "chambers")[number % 2]))
        other = theirs(rows)
        params = SPEC.params({"rules": "pelita", "layout": "\n".join(rows) + "\n"})
        state, rng, goals = GAME.new(params), Stream.named(number, "walk"), dict[int, int]()
        while not state.over:
            other.update(game.next_round_turn(other))
            team = other["turn"] % 2
            other.update(game.update_food_age(other, team, game.SHADOW_DISTANCE))
            other.update(game.relocate_expired_food(other, team, game.SHADOW_DISTANCE))
            state, moved = follow_dots(state, other, team)
            counted["dots moved"] += moved
            state = heard_all(state)
            move = walker(rng, state, goals)
            here = state.field.ways[state.bots[state.turn]]
            there = state.field.cells[here[MOVES.index(move)]]
            state, _ = GAME.apply(state, {state.turn: move})
            other = game.apply_move(other, there)
            compared(state, other)
            counted["moves"] += 1
        assert other["gameover"]
        winner = 2 if state.winner is None else state.winner
        assert other["whowins"] == winner
        counted["catches"] += sum(state.kills)
    assert counted["moves"] > 4000
    assert counted["catches"] > 20
    print(size, counted)


def test_what_is_heard_is_what_the_package_lets_hear() -> None:
    filters = pytest.importorskip("pelita.gamestate_filters")
    ground = generate(5, "24x12")
    field = ground.field
    params = SPEC.params({"rules": "pelita", "layout": "\n".join(layout_of(ground)) + "\n"})
    start = GAME.new(params)
    rows = field.maze.rows
    walls = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}
    for cell in range(0, len(field.cells), 17):
        places = (start.bots[0], cell, start.bots[2], start.bots[3])
        state = State(field, start.rules, 100, 0, places, start.food)
        told = {reading.value for reading, _ in outcomes(state, enemies_of(0)[0])}
        seen = set()
        for seed in range(600):
            noisy = filters.noiser(
                walls=walls,
                shape=(field.maze.width, field.maze.height),
                bot_position=field.cells[places[0]],
                enemy_positions=[field.cells[cell]],
                rng=random.Random(seed),
            )
            seen.add(field.number[tuple(noisy["enemy_positions"][0])])
        assert seen == told
