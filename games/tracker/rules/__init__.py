"""The rules of the belief tracker's four games in one maze, chosen by the option `play`.

"watch" is the laboratory (`walk`), "hide", "seek" and "hunt" are the games for people beside it. A
match without the option, from before there was one, is a walk.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from games.core import Event, Game, Moves
from games.spec import Params
from games.streams import Stream
from games.tracker import SPEC, WATCH
from games.tracker.rules.course import (
    MOVES,
    STAY,
    MatchGround,
    SensorReading,
    make_course,
    make_maze_of,
)
from games.tracker.rules.hide import HideGame, HideState
from games.tracker.rules.hunt import HuntGame, HuntState
from games.tracker.rules.seek import SeekGame, SeekState
from games.tracker.rules.walk import CARRY, WALKER, TrackerState, WalkGame

MazeState = TrackerState | HideState | SeekState | HuntState
"""A state of any of the games; all have `course` and `cell`, where the ghost is (-1: unknown)."""

WALK: Final = WalkGame()
"""The laboratory alone."""
_PLAYS: Final[Mapping[str, Game[Any]]] = {
    WATCH: WALK,
    "hide": HideGame(),
    "seek": SeekGame(),
    "hunt": HuntGame(),
}
GHOSTS: Final[Mapping[str, int]] = {
    WATCH: WALKER,
    "hide": HideGame.ghost,
    "seek": SeekGame.ghost,
    "hunt": HuntGame.ghost,
}
"""The seat of the ghost in each of them."""
_OF_STATE: Final[Mapping[type[Any], Game[Any]]] = {
    TrackerState: _PLAYS[WATCH],
    HideState: _PLAYS["hide"],
    SeekState: _PLAYS["seek"],
    HuntState: _PLAYS["hunt"],
}


class TrackerGame(Game[MazeState]):
    """The game that the options choose; each state knows of which it is."""

    spec = SPEC

    def new(self, params: Params) -> MazeState:
        """Return the start of the game that is chosen."""
        state: MazeState = _PLAYS[params.get("play", WATCH)].new(params)
        return state

    def to_act(self, state: MazeState) -> tuple[int, ...]:
        """Return the seats to act."""
        return _OF_STATE[type(state)].to_act(state)

    def legal(self, state: MazeState, seat: int) -> Collection[str]:
        """Return the moves of a seat."""
        return _OF_STATE[type(state)].legal(state, seat)

    def chance(self, state: MazeState) -> Sequence[tuple[str, int]]:
        """Return the outcomes of chance, with weights."""
        return _OF_STATE[type(state)].chance(state)

    def apply(self, state: MazeState, moves: Moves) -> tuple[MazeState, tuple[Event, ...]]:
        """Return the next state and what happened."""
        return _OF_STATE[type(state)].apply(state, moves)

    def view(self, state: MazeState, seat: int) -> MazeState:
        """Return the view of a seat."""
        view: MazeState = _OF_STATE[type(state)].view(state, seat)
        return view

    def imagine(self, view: MazeState, seat: int, rng: Stream) -> MazeState:
        """Return a state that agrees with a view."""
        state: MazeState = _OF_STATE[type(view)].imagine(view, seat, rng)
        return state

    def returns(self, state: MazeState) -> tuple[float, ...]:
        """Return the score of each seat."""
        return _OF_STATE[type(state)].returns(state)


GAME: Final = TrackerGame()

__all__ = [
    "CARRY",
    "GAME",
    "GHOSTS",
    "MOVES",
    "STAY",
    "WALK",
    "WALKER",
    "HideState",
    "HuntState",
    "MatchGround",
    "MazeState",
    "SeekState",
    "SensorReading",
    "TrackerGame",
    "TrackerState",
    "make_course",
    "make_maze_of",
]
