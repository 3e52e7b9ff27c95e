"""The rules of the hunt: two hunters with noisy ears chase somebody whom they cannot see.

Seats 0 and 1 are the hunters, one team; seat 2 is the ghost. A step is a move of the ghost, a
reading by each hunter of how far away it is, and a move of both hunters at once ("stay" is always
one). The readings are the hunters' secret, where they stand is known to all. The ghost is caught
as soon as it and a hunter are on one cell; it has escaped when the steps are used up.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from games.core import CHANCE, WATCHERS, Event, Game, IllegalMove, Moves, Params
from games.streams import Stream
from games.tracker import SPEC
from games.tracker.rules.course import (
    MOVES,
    STAY,
    Course,
    Reading,
    make_course,
    read_next,
    readings_left,
)

HUNTERS: Final = (0, 1)
GHOST: Final = 2
MOST_STEPS: Final = 2000
"""An endless hunt ends here, as every match in the arcade does."""


@dataclass(frozen=True, slots=True)
class HuntState:
    """Where the ghost and the hunters are (cells), and how far the step has come.

    `phase` is "walk", "read" or "chase".
    """

    course: Course
    cell: int
    hunters: tuple[int, ...]
    step: int = 0
    phase: str = "walk"
    readings: tuple[Reading, ...] = ()
    placed: bool = False
    caught: bool = False
    over: bool = False


class HuntGame(Game[HuntState]):
    """The rules of the hunt; see the module."""

    spec = SPEC

    def new(self, params: Params) -> HuntState:
        """The hunters stand in the corners on the left; the ghost on its start, if it has one."""
        course = make_course(params)
        corners = [course.maze.corner(False, top) for top in (False, True)]
        hunters = tuple(course.cells.index(corner) for corner in corners)
        known = course.start is not None
        cell = course.start if course.start is not None else -1
        return HuntState(course, cell, hunters, placed=known)

    def to_act(self, state: HuntState) -> tuple[int, ...]:
        """Chance for the start and the readings, the ghost, then both hunters."""
        if state.over:
            return ()
        if not state.placed or state.phase == "read":
            return (CHANCE,)
        return HUNTERS if state.phase == "chase" else (GHOST,)

    def legal(self, state: HuntState, seat: int) -> Collection[str]:
        """The open ways; a hunter may always stay."""
        if seat not in self.to_act(state):
            return ()
        if seat == CHANCE:
            return tuple(outcome for outcome, _ in self.chance(state))
        if seat == GHOST:
            return state.course.open_moves(state.cell)
        return (*_ways(state.course, state.hunters[seat]), MOVES[STAY])

    def chance(self, state: HuntState) -> Sequence[tuple[str, int]]:
        """Where the ghost starts ("cell17"), out of the hunters' sight, or a reading."""
        if self.to_act(state) != (CHANCE,):
            return ()
        course, hunters = state.course, state.hunters
        if state.placed:
            return readings_left(course, hunters, state.cell, len(state.readings))
        cells = range(len(course.cells))
        far = [c for c in cells if all(course.apart(h, c) > course.sight for h in hunters)]
        free = [c for c in cells if c not in hunters]
        return tuple((f"cell{cell}", 1) for cell in far or free or list(cells))

    def apply(self, state: HuntState, moves: Moves) -> tuple[HuntState, tuple[Event, ...]]:
        """Put the ghost, walk, read, or chase."""
        seats = self.to_act(state)
        if tuple(moves) != seats:
            raise IllegalMove(f"Seats {seats} are to act, not {tuple(moves)}.")
        for seat, move in moves.items():
            if move not in self.legal(state, seat):
                raise IllegalMove(f"{str(move)[:20]!r} is not possible here.")
        if seats == (GHOST,):
            return _walk(state, moves[GHOST])
        if seats == HUNTERS:
            return _chase(state, moves)
        if not state.placed:
            cell = int(moves[CHANCE].removeprefix("cell"))
            put = dataclasses.replace(state, cell=cell, placed=True)
            return put, (Event("start", {"cell": cell}, (GHOST,)),)
        return _read(state, moves[CHANCE])

    def view(self, state: HuntState, seat: int) -> HuntState:
        """The ghost does not hear the readings; the hunters do not see the ghost."""
        if seat == GHOST:
            return dataclasses.replace(state, readings=())
        return dataclasses.replace(state, cell=-1)

    def imagine(self, view: HuntState, seat: int, rng: Stream) -> HuntState:
        """A ghost somewhere, for a hunter."""
        if seat == GHOST or not view.placed:
            return view
        return dataclasses.replace(view, cell=rng.below(len(view.course.cells)))

    def returns(self, state: HuntState) -> tuple[float, ...]:
        """1 for both hunters where the ghost is caught, 1 for the ghost where it has escaped."""
        escaped = state.over and not state.caught
        return (float(state.caught), float(state.caught), float(escaped))


def _ways(course: Course, cell: int) -> tuple[str, ...]:
    """The open directions, without staying."""
    return tuple(
        move for move, to in zip(MOVES[:STAY], course.ways[cell][:STAY], strict=True) if to >= 0
    )


def _walk(state: HuntState, move: str) -> tuple[HuntState, tuple[Event, ...]]:
    to = state.course.ways[state.cell][MOVES.index(move)]
    data = {"step": state.step + 1, "from": state.cell, "to": to}
    caught = to in state.hunters
    walked = dataclasses.replace(
        state, cell=to, step=state.step + 1, phase="read", caught=caught, over=caught
    )
    events = [Event("move", data, (GHOST,))]
    return walked, (*events, *_ended(walked))


def _read(state: HuntState, told: str) -> tuple[HuntState, tuple[Event, ...]]:
    course, hunters = state.course, state.hunters
    readings = read_next(course, hunters, state.cell, state.readings, told)
    if len(readings) < len(hunters):
        return dataclasses.replace(state, readings=readings), ()
    data = {"step": state.step, "readings": readings}
    event = Event("reading", data, (*HUNTERS, WATCHERS))
    return dataclasses.replace(state, readings=(), phase="chase"), (event,)


def _chase(state: HuntState, moves: Moves) -> tuple[HuntState, tuple[Event, ...]]:
    course = state.course
    goals = tuple(
        cell if moves[seat] == MOVES[STAY] else course.ways[cell][MOVES.index(moves[seat])]
        for seat, cell in zip(HUNTERS, state.hunters, strict=True)
    )
    caught = state.cell in goals
    over = caught or state.step >= (course.steps or MOST_STEPS)
    chased = dataclasses.replace(state, hunters=goals, phase="walk", caught=caught, over=over)
    data = {"step": state.step, "from": state.hunters, "to": goals}
    return chased, (Event("chase", data), *_ended(chased))


def _ended(state: HuntState) -> tuple[Event, ...]:
    """The end, with where the ghost was."""
    if not state.over:
        return ()
    return (Event("end", {"caught": state.caught, "cell": state.cell}),)
