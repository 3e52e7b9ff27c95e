"""The rules of the package Pelita stepped beside ours, where it is installed: who is quicker.

Both play the same random walks on the same maze, move for move: what ages, what is due, the move,
what it eats and whom it catches. What is heard, and what a viewer is told, is left out of both.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any, Final

from games.ctf import SPEC
from games.ctf.maze import MOVES, generate, layout_of
from games.ctf.rules.camping import places, relocated, with_ages
from games.ctf.rules.game import GAME, open_moves
from games.ctf.rules.moving import moved
from games.streams import Stream

MOVES_AT_ONCE: Final = 1000


def installed() -> bool:
    """Whether the package can be stepped here."""
    return importlib.util.find_spec("pelita") is not None


def rates(seconds: float) -> tuple[float, float]:
    """Moves a second of processor time, ours and the package's, each for half of the `seconds`."""
    rows = layout_of(generate(1))
    path = _ours(rows, MOVES_AT_ONCE)

    def rate(walk: Callable[[], Path]) -> float:
        done, begun = 0, time.process_time()
        while time.process_time() - begun < seconds / 2:
            done += len(walk())
        return done / (time.process_time() - begun)

    return rate(lambda: _ours(rows, len(path))), rate(lambda: _theirs(rows, path))


Path = list[tuple[int, int]]
"""Where the bots went, one after the other, as [x, y]."""


def _ours(rows: tuple[str, ...], moves: int) -> Path:
    """A random walk of so many moves, or until the match is over."""
    params = SPEC.params({"rules": "pelita", "layout": "\n".join(rows) + "\n"})
    rng, state, path = Stream.named(1, "beside"), GAME.new(params), list[tuple[int, int]]()
    while not state.over and len(path) < moves:
        while state.due:
            state = relocated(state, places(state)[0])
        move = rng.choice(open_moves(state.field, state.bots[state.turn]))
        cell = state.field.ways[state.bots[state.turn]][MOVES.index(move)]
        path.append(state.field.cells[cell])
        state = with_ages(moved(state, cell)[0])
    return path


def _theirs(rows: tuple[str, ...], path: Path) -> Path:
    """The same walk in the package."""
    game, layout = (importlib.import_module(f"pelita.{name}") for name in ("game", "layout"))
    parsed = layout.parse_layout("\n".join(rows), bots=None, strict=False)
    parsed["bots"] = layout.initial_positions(parsed["walls"], parsed["shape"])
    stop = [lambda bot, state: bot.position] * 2
    state: dict[str, Any] = game.setup_game(
        stop, layout_dict=parsed, max_rounds=300, rng=random.Random(1), print_result=False
    )
    state["game_phase"] = "RUNNING"
    for done, place in enumerate(path, start=1):
        _next_turn(game, state)
        state = game.apply_move(state, place)
        if state["gameover"]:
            return path[:done]
    return path


def _next_turn(game: ModuleType, state: dict[str, Any]) -> None:
    """What the package does before a move."""
    state.update(game.next_round_turn(state))
    team = state["turn"] % 2
    state.update(game.update_food_age(state, team, game.SHADOW_DISTANCE))
    state.update(game.relocate_expired_food(state, team, game.SHADOW_DISTANCE))
