"""The rules of the belief tracker's four games in one maze, chosen by the option `play`.

"watch" is the laboratory, "hide", "seek" and "hunt" are the games for people beside it. A match
without the option, from before there was one, is a walk.

In the laboratory a hidden walker moves, then every sensor makes a reading. One step is a move of
the walker (seat 0: "up", "right", "down", "left", or "stay" where staying is allowed), and then
chance: the readings (see `games.tracker.rules.ground`). A person outside may carry the walker off
in place of its move ("carry17" puts it on cell 17): no agent is offered that, and no watcher hears
of it. A known start is the top right corner; an unknown one is drawn uniformly by chance and known
to the walker only. A watcher learns only the readings. The score is the number of steps out of
sight.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from games.core import WATCHERS, Event, Game, Moves, box
from games.spec import Params
from games.streams import Stream
from games.tracker import SPEC, WATCH
from games.tracker.rules.ground import (
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
from games.tracker.rules.unseen import (
    READING,
    WALKING,
    Told,
    UnseenGame,
    UnseenState,
    named_cell,
)

WALKER: Final = 0
CARRY: Final = "carry"


class Ways(tuple[str, ...]):
    """The ways out of the walker's cell; being carried to any of `cells` cells is legal, too, but
    never listed.
    """

    cells: int

    def __contains__(self, move: object) -> bool:
        return super().__contains__(move) or carried_to(move, self.cells) is not None


def carried_to(move: object, cells: int) -> int | None:
    """Return the cell that a `move` such as "carry17" names among `cells` cells, else None."""
    return named_cell(move, CARRY, cells)


@dataclass(frozen=True, slots=True)
class TrackerState(UnseenState):
    """The walker's place, the progress of the step, and the steps out of sight."""

    unseen: int = 0


class WalkGame(UnseenGame[TrackerState]):
    """The laboratory's rules; see the module."""

    ghost = WALKER
    seats = MappingProxyType({WALKING: (WALKER,)})
    hearers = (WALKER, WATCHERS)

    def begin(self, course: MatchGround, params: Params) -> TrackerState:
        """Return the state before the first step."""
        return TrackerState(course)

    def ways(self, state: TrackerState) -> Ways:
        """Return the ways out of the walker's cell."""
        ways = Ways(super().ways(state))
        ways.cells = len(state.course.cells)
        return ways

    def walked(self, state: TrackerState, move: str) -> Told[TrackerState]:
        """Return the walker takes a step, or is carried off."""
        to = carried_to(move, len(state.course.cells))
        if to is None:
            return super().walked(state, move)
        data = {"step": state.step + 1, "from": state.cell, "to": to, "carried": True}
        after = dataclasses.replace(state, cell=to, step=state.step + 1, phase=READING)
        return after, (Event("move", data, (WALKER,)),)

    def heard_all(self, state: TrackerState, readings: tuple[SensorReading, ...]) -> TrackerState:
        """Return a step is over, in sight or not; perhaps it was the last one."""
        unseen = state.unseen + (readings[0].seen is None)
        over = bool(state.course.steps) and state.step >= state.course.steps
        return dataclasses.replace(state, unseen=unseen, over=over)

    def returns(self, state: TrackerState) -> tuple[float, ...]:
        """Return the number of steps that the walker was out of sight."""
        return (float(state.unseen),)


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

    def boxes(self, events: Iterable[Event], seat: int) -> str:
        """Return a letter for each round of Seek, each lantern, and the end of a chase."""
        found, hunts = [], False
        for kind, data in ((event.kind, event.data) for event in events):
            hunts = hunts or kind == "chase"
            if kind == "marked":
                found.append(box(data["missed"][1], data["missed"][0]))
            elif kind == "taken":
                found.append("w")
            elif kind == "end":
                found.append("w" if data["caught"] == hunts else "l")
        return "".join(found)


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
