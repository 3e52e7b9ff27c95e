"""The rules of hiding: the ghost gathers lanterns while a tracker tells how sure it is of it.

Seat 0 is the ghost, seat 1 the tracker. Chance puts the ghost on a cell, where the start is
unknown, and `LANTERNS` lanterns on cells that no sensor sees. A step is a move of the ghost, the
readings, and the tracker's answer "CELL:SHARE:DOUBT": its likeliest cell, the percent of its belief
that lie there, and the doubt of all of it in tenths of a bit.

A lantern is worth the doubt of the answer that follows. Who stands for `HELD_TO_CATCH` steps on the
cell of which the tracker says `SURE` percent or more is caught, and the match is over; it also ends
with the last lantern, or when the steps are used up.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.core import CHANCE, Event, Game, IllegalMove, Moves, Params
from games.streams import Stream
from games.tracker import SPEC
from games.tracker.rules.course import (
    MOVES,
    Course,
    Reading,
    make_course,
    read_next,
    readings_left,
)

GHOST, TRACKER = 0, 1
LANTERNS: Final = 6
SURE: Final = 60  # percent
HELD_TO_CATCH: Final = 3  # steps in a row
MOST_STEPS: Final = 2000
"""An endless match ends here, as every one in the arcade does."""
MOST_DOUBT: Final = 99  # tenths of a bit: the largest maze has fewer than 2 ** 9.9 cells


class Answers(Collection[str]):
    """All answers of a tracker on a maze of so many cells, in order, without making a list."""

    def __init__(self, cells: int) -> None:
        self._cells = cells

    def __len__(self) -> int:
        return self._cells * 101 * (MOST_DOUBT + 1)

    def __iter__(self) -> Iterator[str]:
        for cell in range(self._cells):
            for share in range(101):
                for doubt in range(MOST_DOUBT + 1):
                    yield f"{cell}:{share}:{doubt}"

    def __contains__(self, move: object) -> bool:
        return isinstance(move, str) and read_answer(move, self._cells) is not None


def read_answer(move: str, cells: int) -> tuple[int, int, int] | None:
    """Cell, share in percent and doubt in tenths of a bit of an answer; None where it is none."""
    parts = move.split(":")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    cell, share, doubt = map(int, parts)
    whole = move == f"{cell}:{share}:{doubt}"
    return (cell, share, doubt) if whole and fits(cell, share, doubt, cells) else None


def fits(cell: int, share: int, doubt: int, cells: int) -> bool:
    """Whether these can stand in an answer on a maze of so many `cells`."""
    return cell < cells and share <= 100 and doubt <= MOST_DOUBT


@dataclass(frozen=True, slots=True)
class HideState:
    """Where the ghost is, which lanterns burn, and how far the step has come.

    `due` counts the lanterns that chance has still to put. `phase` is "walk", "read" or "answer".
    `held` counts the steps in a row at which the tracker was sure of the right cell, `taken` the
    lanterns of this step, whose worth the answer will tell, and `points` are tenths of a bit.
    """

    course: Course
    cell: int
    lanterns: tuple[int, ...] = ()
    due: int = LANTERNS
    step: int = 0
    phase: str = "walk"
    readings: tuple[Reading, ...] = ()
    held: int = 0
    taken: int = 0
    gathered: int = 0
    points: int = 0
    placed: bool = False
    caught: bool = False
    over: bool = False


class HideGame(Game[HideState]):
    """The rules of hiding; see the module."""

    spec = SPEC

    def new(self, params: Params) -> HideState:
        """Nothing is put anywhere yet but a ghost whose start is known."""
        course = make_course(params)
        known = course.start is not None
        return HideState(course, course.start if course.start is not None else -1, placed=known)

    def to_act(self, state: HideState) -> tuple[int, ...]:
        """Chance until all is put and for the readings, else the ghost and the tracker by turns."""
        if state.over:
            return ()
        if not state.placed or state.due or state.phase == "read":
            return (CHANCE,)
        return (TRACKER,) if state.phase == "answer" else (GHOST,)

    def legal(self, state: HideState, seat: int) -> Collection[str]:
        """The ways out of the ghost's cell; every answer for the tracker."""
        if seat not in self.to_act(state):
            return ()
        if seat == CHANCE:
            return tuple(outcome for outcome, _ in self.chance(state))
        if seat == TRACKER:
            return Answers(len(state.course.cells))
        return state.course.open_moves(state.cell)

    def chance(self, state: HideState) -> Sequence[tuple[str, int]]:
        """Where the ghost starts or a lantern stands ("cell17"), or a reading."""
        if self.to_act(state) != (CHANCE,):
            return ()
        if not state.placed:
            return tuple((f"cell{cell}", 1) for cell in _unseen(state.course))
        if state.due:
            return tuple((f"cell{cell}", 1) for cell in _dark(state))
        course = state.course
        return readings_left(course, _sensor_cells(course), state.cell, len(state.readings))

    def apply(self, state: HideState, moves: Moves) -> tuple[HideState, tuple[Event, ...]]:
        """Put something, walk, read, or take in what the tracker says."""
        seats = self.to_act(state)
        if tuple(moves) != seats:
            raise IllegalMove(f"Seats {seats} are to act, not {tuple(moves)}.")
        seat, move = seats[0], moves[seats[0]]
        if move not in self.legal(state, seat):
            raise IllegalMove(f"{str(move)[:20]!r} is not possible here.")
        if seat == GHOST:
            return _walk(state, move)
        if seat == TRACKER:
            return _answer(state, move)
        if not state.placed or state.due:
            return _put(state, int(move.removeprefix("cell")))
        return _read(state, move)

    def view(self, state: HideState, seat: int) -> HideState:
        """All of it for the ghost; for the tracker neither the ghost nor its lanterns."""
        if seat == GHOST:
            return state
        return dataclasses.replace(
            state, cell=-1, lanterns=(), held=0, taken=0, gathered=0, points=0
        )

    def imagine(self, view: HideState, seat: int, rng: Stream) -> HideState:
        """A ghost somewhere, with the lanterns that are left unknown."""
        if seat == GHOST or not view.placed:
            return view
        return dataclasses.replace(view, cell=rng.below(len(view.course.cells)))

    def returns(self, state: HideState) -> tuple[float, ...]:
        """The ghost's points in bits; 1 for the tracker where it has caught the ghost."""
        return (state.points / 10, float(state.caught))


def _sensor_cells(course: Course) -> tuple[int, ...]:
    return tuple(course.cells.index(sensor) for sensor in course.sensors)


def _unseen(course: Course) -> list[int]:
    """The cells that no sensor sees; all, where every one is seen."""
    cells = range(len(course.cells))
    return [cell for cell in cells if not course.sees(cell)] or list(cells)


def _dark(state: HideState) -> list[int]:
    """Where a lantern can be put: out of sight, and nothing stands there."""
    taken = {state.cell, *state.lanterns}
    cells = [cell for cell in _unseen(state.course) if cell not in taken]
    return cells or [cell for cell in range(len(state.course.cells)) if cell not in taken]


def _put(state: HideState, cell: int) -> tuple[HideState, tuple[Event, ...]]:
    if not state.placed:
        put = dataclasses.replace(state, cell=cell, placed=True)
        return put, (Event("start", {"cell": cell}, (GHOST,)),)
    lanterns = tuple(sorted((*state.lanterns, cell)))
    room = len(state.course.cells) - 1 - len(lanterns)
    put = dataclasses.replace(state, lanterns=lanterns, due=min(state.due - 1, room))
    return put, (Event("lantern", {"cell": cell}, (GHOST,)),)


def _walk(state: HideState, move: str) -> tuple[HideState, tuple[Event, ...]]:
    to = state.course.ways[state.cell][MOVES.index(move)]
    data = {"step": state.step + 1, "from": state.cell, "to": to}
    events = [Event("move", data, (GHOST,))]
    found = to in state.lanterns
    if found:
        events.append(Event("taken", {"cell": to}, (GHOST,)))
    left = tuple(cell for cell in state.lanterns if cell != to)
    walked = dataclasses.replace(
        state, cell=to, lanterns=left, taken=int(found), phase="read", step=state.step + 1
    )
    return walked, tuple(events)


def _read(state: HideState, told: str) -> tuple[HideState, tuple[Event, ...]]:
    course = state.course
    observers = _sensor_cells(course)
    readings = read_next(course, observers, state.cell, state.readings, told)
    if len(readings) < len(observers):
        return dataclasses.replace(state, readings=readings), ()
    event = Event("reading", {"step": state.step, "readings": readings})
    return dataclasses.replace(state, readings=(), phase="answer"), (event,)


def _answer(state: HideState, move: str) -> tuple[HideState, tuple[Event, ...]]:
    answer = read_answer(move, len(state.course.cells))
    assert answer is not None
    cell, share, doubt = answer
    held = state.held + 1 if cell == state.cell and share >= SURE else 0
    worth = state.taken * doubt
    caught = held >= HELD_TO_CATCH
    most = state.course.steps or MOST_STEPS
    over = caught or not state.lanterns or state.step >= most
    told = {"step": state.step, "cell": cell, "share": share, "doubt": doubt}
    events = [Event("answer", told), Event("held", {"held": held, "worth": worth}, (GHOST,))]
    if over:
        events.append(Event("end", {"caught": caught, "cell": state.cell}, None))
    after = dataclasses.replace(
        state,
        phase="walk",
        held=held,
        taken=0,
        gathered=state.gathered + state.taken,
        points=state.points + worth,
        caught=caught,
        over=over,
    )
    return after, tuple(events)
