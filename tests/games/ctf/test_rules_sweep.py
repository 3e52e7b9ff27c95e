"""Random games of both rule sets: what stays the same whatever is played."""

from __future__ import annotations

import random

import pytest

from games.core import CHANCE
from games.ctf import MAZES, SPEC
from games.ctf.rules.game import GAME
from games.ctf.rules.sensing import enemies_of, sees
from games.ctf.rules.state import UNKNOWN, State

GAMES = 10_000
PARTS = 20
PER_PART = GAMES // PARTS


def whole(state: State, dots: int) -> None:
    """Assert what holds of every state."""
    eaten = sum(state.score) - state.rules.catch * sum(state.deaths)
    assert sum(map(len, state.food)) + eaten == dots
    assert sum(state.kills) == sum(state.deaths)
    for left in (0, 2):
        for right in (1, 3):
            assert state.bots[left] != state.bots[right]
    for team in (0, 1):
        assert all(state.field.home[dot] == team for dot in state.food[team])


def blind(state: State) -> None:
    """Assert that no view tells where an enemy is that its team does not see."""
    for seat in range(4):
        view = GAME.view(state, seat)
        for enemy in enemies_of(seat):
            told = view.bots[enemy] != UNKNOWN
            assert not told or (state.turn % 2 == seat % 2 and sees(state, state.bots[enemy]))
        assert view.kills == (0, 0, 0, 0)
        assert not view.ages[1 - seat % 2]


def play(number: int) -> int:
    """Play one random game; returns how many were caught."""
    rng = random.Random(f"ctf sweep {number}")
    rules, maze = ("blog", "pelita")[number % 2], MAZES[number // 2 % len(MAZES)]
    moves = rng.choice((4, 40, 120))
    params = SPEC.params({"rules": rules, "maze": maze, "map": number % 50, "moves": moves})
    state, last = GAME.new(params), {}
    dots = sum(map(len, state.food))
    while seats := GAME.to_act(state):
        seat = seats[0]
        legal = list(GAME.legal(state, seat))
        if seat != CHANCE and len(legal) > 2 and rng.random() < 0.9:
            back = {"up": "down", "down": "up", "left": "right", "right": "left"}
            legal = [m for m in legal if m not in ("stay", back.get(last.get(seat, "")))]
        move = last[seat] = rng.choice(legal)
        state, _ = GAME.apply(state, {seat: move})
        whole(state, dots)
        if rng.random() < 0.1:
            blind(state)
    assert state.over
    assert state.moves <= moves
    return sum(state.kills)


def test_a_few_random_games_keep_what_always_holds() -> None:
    for number in (1, 2, 4):
        play(number)


@pytest.mark.sweep
@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_keep_what_always_holds(part: int) -> None:
    first = part * PER_PART
    assert sum(play(number) for number in range(first, first + PER_PART)) > 0
