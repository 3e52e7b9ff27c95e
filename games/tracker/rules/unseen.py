"""The common part of all games in the maze: a ghost walks unseen, and is heard.

Chance puts the ghost on a cell, where its start is unknown. A step is then a move of the ghost
("walk"), the readings that chance makes ("read"; see `games.tracker.rules.ground`), and what a game
adds to it: a `phase` with a name of its own, in which others are to act.
"""

from __future__ import annotations

import dataclasses
import itertools
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, TypeVar

from games.core import CHANCE, Event, Game, IllegalMove, Moves
from games.mazes import MOST_CELLS
from games.spec import Params
from games.streams import Stream
from games.tracker import SPEC
from games.tracker.rules.ground import (
    MOVES,
    MatchGround,
    SensorReading,
    make_course,
    read_next,
    readings_left,
)

WALKING, READING = "walk", "read"
"""The phases that every game has."""
MOST_STEPS: Final = 2000
"""An endless match of a game ends here, as every one in the arcade does."""
_TOLD: Final = 30
"""So many possible moves a refusal names."""


@dataclass(frozen=True, slots=True)
class UnseenState:
    """The ghost's place, and the progress of the step.

    `cell` is -1 before an unknown start is drawn, and in a view without it; `readings` holds those
    made since the move.
    """

    course: MatchGround = dataclasses.field(repr=False)  # thousands of numbers that never change
    cell: int = -1
    step: int = 0
    phase: str = WALKING
    readings: tuple[SensorReading, ...] = ()
    placed: bool = False
    over: bool = False


def named_cell(move: object, word: str, cells: int) -> int | None:
    """Return the cell that a `move` such as "cell17" names behind its `word`, or None.

    It has to be one of `cells` cells.
    """
    if not isinstance(move, str) or not move.startswith(word):
        return None
    number = move.removeprefix(word)
    if not (number.isascii() and number.isdigit()) or len(number) > len(str(cells)):
        return None
    cell = int(number)
    return cell if cell < cells and number == str(cell) else None


class Some(Collection[int]):
    """The `free` cells of a course of this number of `cells`.

    Each is looked at when it is asked for: a maze may have 120,000.
    """

    def __init__(self, cells: int, free: Callable[[int], bool]) -> None:
        self.cells, self.free = cells, free

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, int) and 0 <= cell < self.cells and self.free(cell)

    def __iter__(self) -> Iterator[int]:
        return filter(self.free, range(self.cells))

    @property
    def any(self) -> bool:
        """True if there is one."""
        return next(iter(self), None) is not None

    def __len__(self) -> int:
        return sum(1 for _ in self)


class CellPlaces(Collection[str]):
    """The outcomes of chance that choose one of some cells, such as "cell17"."""

    def __init__(self, cells: Collection[int]) -> None:
        self._cells = cells

    def __contains__(self, move: object) -> bool:
        cell = named_cell(move, "cell", MOST_CELLS)
        return cell is not None and cell in self._cells

    def __iter__(self) -> Iterator[str]:
        return (f"cell{cell}" for cell in self._cells)

    def __len__(self) -> int:
        return len(self._cells)


S = TypeVar("S", bound=UnseenState)
Told = tuple[S, tuple[Event, ...]]
"""The state after a turn and what happened."""


class UnseenGame(Game[S]):
    """A game in the maze; a subclass adds the seats of its phases, and their effects.

    `ghost` is the walker's seat, `seats` the seats that act in each phase but "read", `hearers` the
    seats that get a reading (None: all), and `heard` the phase after it.
    """

    spec = SPEC
    ghost: ClassVar[int] = 0
    seats: ClassVar[Mapping[str, tuple[int, ...]]]
    hearers: ClassVar[tuple[int, ...] | None] = None
    heard: ClassVar[str] = WALKING

    # -- who acts ----------------------------------------------------------------------

    @abstractmethod
    def begin(self, course: MatchGround, params: Params) -> S:
        """Return the start on a `course`, the ghost not yet placed."""

    def new(self, params: Params) -> S:
        """Return the ghost stands on its start, or is about to be put on an unknown one."""
        course = make_course(params)
        state = self.begin(course, params)
        if course.start is None:
            return state
        return dataclasses.replace(state, cell=course.start, placed=True)

    def draws(self, state: S) -> bool:
        """Return whether chance is to act in a match that is not over."""
        return not state.placed or state.phase == READING

    def to_act(self, state: S) -> tuple[int, ...]:
        """Return chance until all is put and for the readings, else who acts in this phase."""
        if state.over:
            return ()
        return (CHANCE,) if self.draws(state) else self.seats[state.phase]

    def legal(self, state: S, seat: int) -> Collection[str]:
        """Return the moves of a seat, or the outcomes of chance."""
        if seat not in self.to_act(state):
            return ()
        if seat == CHANCE:
            return self.outcomes(state)
        return self.ways(state) if seat == self.ghost else self.moves(state, seat)

    def ways(self, state: S) -> Collection[str]:
        """Return the ways out of the ghost's cell."""
        return state.course.open_moves(state.cell)

    def moves(self, state: S, seat: int) -> Collection[str]:
        """Return the moves of another seat than the ghost's in this phase."""
        raise AssertionError(f"seat {seat} never acts")

    # -- what chance draws -------------------------------------------------------------

    def observers(self, state: S) -> tuple[int, ...]:
        """Return the cells from which readings are made."""
        return state.course.eyes

    def starts(self, state: S) -> Collection[int]:
        """Return the cells on which an unknown start may be."""
        return range(len(state.course.cells))

    def outcomes(self, state: S) -> Collection[str]:
        """Return the outcomes of chance."""
        if not state.placed:
            return CellPlaces(self.starts(state))
        return tuple(outcome for outcome, _ in self.chance(state))

    def chance(self, state: S) -> Sequence[tuple[str, int]]:
        """Return weighted outcomes: the ghost's start ("cell17"), a reading ("9"), or "seen"."""
        if self.to_act(state) != (CHANCE,):
            return ()
        if not state.placed:
            return tuple((f"cell{cell}", 1) for cell in self.starts(state))
        return readings_left(state.course, self.observers(state), state.cell, len(state.readings))

    # -- what happens ------------------------------------------------------------------

    def apply(self, state: S, moves: Moves) -> Told[S]:
        """Put the ghost, let it walk, read, or let the others act."""
        seats = self.to_act(state)
        self._check(state, seats, moves)
        if seats == (CHANCE,):
            return self.drawn(state, moves[CHANCE])
        if seats == (self.ghost,):
            return self.walked(state, moves[self.ghost])
        return self.acted(state, moves)

    def _check(self, state: S, seats: tuple[int, ...], moves: Moves) -> None:
        """Raise `IllegalMove` unless each of the `seats` has a move that it may make."""
        if tuple(moves) != seats:
            raise IllegalMove(f"Seats {seats} are to act, not {tuple(moves)}.")
        for seat, move in moves.items():
            legal = self.legal(state, seat)
            if move not in legal:
                known = ", ".join(itertools.islice(legal, _TOLD))
                raise IllegalMove(f"{str(move)[:20]!r} is not possible here; possible are {known}.")

    def drawn(self, state: S, told: str) -> Told[S]:
        """Return the state after chance drew where the ghost starts, or a reading."""
        if state.placed:
            return self._read(state, told)
        cell = int(told.removeprefix("cell"))
        put = dataclasses.replace(state, cell=cell, placed=True)
        return put, (Event("start", {"cell": cell}, (self.ghost,)),)

    def walked(self, state: S, move: str) -> Told[S]:
        """Return the ghost takes a step."""
        to = state.course.ways[state.cell][MOVES.index(move)]
        data = {"step": state.step + 1, "from": state.cell, "to": to}
        after = dataclasses.replace(state, cell=to, step=state.step + 1, phase=READING)
        return after, (Event("move", data, (self.ghost,)),)

    def _read(self, state: S, told: str) -> Told[S]:
        """Take in one more reading; after the last one all hearers get all of them."""
        observers = self.observers(state)
        readings = read_next(state.course, observers, state.cell, state.readings, told)
        if len(readings) < len(observers):
            return dataclasses.replace(state, readings=readings), ()
        data = {"step": state.step, "readings": readings}
        read = dataclasses.replace(state, readings=(), phase=self.heard)
        return self.heard_all(read, readings), (Event("reading", data, self.hearers),)

    def heard_all(self, state: S, readings: tuple[SensorReading, ...]) -> S:
        """Return the state after all `readings` of a step."""
        return state

    def acted(self, state: S, moves: Moves) -> Told[S]:
        """Apply the moves of other seats than the ghost's in their phase."""
        raise AssertionError(f"{tuple(moves)} never act")

    def imagine(self, view: S, seat: int, rng: Stream) -> S:
        """Return a ghost somewhere, for who does not see it."""
        if seat == self.ghost or not view.placed:
            return view
        return dataclasses.replace(view, cell=rng.below(len(view.course.cells)))
