"""The rules of hiding: the ghost gathers lanterns while a tracker reports its belief about it.

Seat 0 is the ghost, seat 1 the tracker. Chance puts the ghost on a cell, where the start is
unknown, and `LANTERNS` lanterns on cells that no sensor sees. A step is a move of the ghost, the
readings, and the tracker's answer "CELL:SHARE:DOUBT": its likeliest cell, the percent of its belief
that lie there, and the doubt of all of it in tenths of a bit.

Once a match the ghost may slip away in place of a step ("slip"): chance puts it on another cell
that no sensor sees, without the tracker's knowledge.

A lantern is worth the doubt of the answer that follows. A ghost that stands for `HELD_TO_CATCH`
steps on a cell to which the tracker gives `SURE` percent or more is caught, and the match is over;
it also ends with the last lantern, or when the steps are used up.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from games.core import CHANCE, Event, Moves
from games.spec import Params
from games.tracker.rules.ground import MatchGround
from games.tracker.rules.unseen import (
    MOST_STEPS,
    READING,
    WALKING,
    CellPlaces,
    Some,
    Told,
    UnseenGame,
    UnseenState,
)

GHOST, TRACKER = 0, 1
ANSWERING, SLIPPING = "answer", "slip"
SLIP: Final = "slip"
SLIPS: Final = 1
"""How often a ghost may slip away; once, so that it is a decision."""
LANTERNS: Final = 6
SURE: Final = 60  # percent
HELD_TO_CATCH: Final = 3  # steps in a row
MOST_DOUBT: Final = 99  # tenths of a bit: the largest maze has fewer than 2 ** 9.9 cells


class Answers(Collection[str]):
    """All answers of a tracker on a maze of these cells, in order, without making a list."""

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
    """Return cell, share in percent and doubt in tenths of a bit of an answer; None where it is
    none.
    """
    parts = move.split(":")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    cell, share, doubt = map(int, parts)
    whole = move == f"{cell}:{share}:{doubt}"
    return (cell, share, doubt) if whole and fits(cell, share, doubt, cells) else None


def fits(cell: int, share: int, doubt: int, cells: int) -> bool:
    """Return whether these can stand in an answer on a maze of this number of `cells`."""
    return cell < cells and share <= 100 and doubt <= MOST_DOUBT


@dataclass(frozen=True, slots=True)
class HideState(UnseenState):
    """The ghost's place, the burning lanterns, and the progress of the step.

    `due` counts the lanterns that chance has still to put. `held` counts the steps in a row at
    which the tracker was sure of the right cell, `taken` the lanterns of this step, whose worth
    comes with the answer, and `points` are tenths of a bit. `slips` counts how often it may still
    slip away.
    """

    lanterns: tuple[int, ...] = ()
    due: int = LANTERNS
    held: int = 0
    taken: int = 0
    gathered: int = 0
    points: int = 0
    caught: bool = False
    slips: int = SLIPS


class HideGame(UnseenGame[HideState]):
    """The rules of hiding; see the module."""

    ghost = GHOST
    seats = MappingProxyType({WALKING: (GHOST,), ANSWERING: (TRACKER,)})
    heard = ANSWERING

    def begin(self, course: MatchGround, params: Params) -> HideState:
        """Return the start: no lantern is put yet."""
        return HideState(course)

    def draws(self, state: HideState) -> bool:
        """Return whether chance is due: until all lanterns are put, for the readings, and where it
        slips to.
        """
        return bool(state.due) or state.phase == SLIPPING or super().draws(state)

    def ways(self, state: HideState) -> Collection[str]:
        """Return the ways out of the ghost's cell, and slipping away."""
        ways = super().ways(state)
        return (*ways, SLIP) if state.slips else ways

    def moves(self, state: HideState, seat: int) -> Collection[str]:
        """Return every answer of the tracker."""
        return Answers(len(state.course.cells))

    def starts(self, state: HideState) -> Collection[int]:
        """Return the cells that no sensor sees."""
        return _unseen(state.course)

    def chance(self, state: HideState) -> Sequence[tuple[str, int]]:
        """Return the outcomes: the ghost's cell or a lantern's ("cell17"), or a reading."""
        if _puts(state) and self.to_act(state) == (CHANCE,):
            return tuple((outcome, 1) for outcome in self.outcomes(state))
        return super().chance(state)

    def outcomes(self, state: HideState) -> Collection[str]:
        """Return the outcomes of chance."""
        return CellPlaces(_dark(state)) if _puts(state) else super().outcomes(state)

    def drawn(self, state: HideState, told: str) -> Told[HideState]:
        """Return the state after chance put the ghost or a lantern, or a sensor read."""
        if state.phase == SLIPPING:
            return self._slipped(state, int(told.removeprefix("cell")))
        if not state.placed or not state.due:
            return super().drawn(state, told)
        cell = int(told.removeprefix("cell"))
        lanterns = tuple(sorted((*state.lanterns, cell)))
        room = len(state.course.cells) - 1 - len(lanterns)
        put = dataclasses.replace(state, lanterns=lanterns, due=min(state.due - 1, room))
        return put, (Event("lantern", {"cell": cell}, (GHOST,)),)

    def walked(self, state: HideState, move: str) -> Told[HideState]:
        """Return the ghost takes a step, and a lantern that stands there; or it slips away."""
        if move == SLIP:
            slipping = dataclasses.replace(state, phase=SLIPPING, slips=state.slips - 1, taken=0)
            return slipping, ()
        after, events = super().walked(state, move)
        found = after.cell in state.lanterns
        if found:
            events = (*events, Event("taken", {"cell": after.cell}, (GHOST,)))
        left = tuple(cell for cell in state.lanterns if cell != after.cell)
        return dataclasses.replace(after, lanterns=left, taken=int(found)), events

    def _slipped(self, state: HideState, to: int) -> Told[HideState]:
        data = {"step": state.step + 1, "from": state.cell, "to": to, "carried": True}
        after = dataclasses.replace(state, cell=to, step=state.step + 1, phase=READING)
        return after, (Event("move", data, (GHOST,)),)

    def acted(self, state: HideState, moves: Moves) -> Told[HideState]:
        """Return the tracker answers."""
        answer = read_answer(moves[TRACKER], len(state.course.cells))
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
            phase=WALKING,
            held=held,
            taken=0,
            gathered=state.gathered + state.taken,
            points=state.points + worth,
            caught=caught,
            over=over,
        )
        return after, tuple(events)

    def view(self, state: HideState, seat: int) -> HideState:
        """Return all of it for the ghost; for the tracker neither the ghost nor its lanterns."""
        if seat == GHOST:
            return state
        return dataclasses.replace(
            state,
            cell=-1,
            lanterns=(),
            held=0,
            taken=0,
            gathered=0,
            points=0,
            slips=SLIPS,
        )

    def returns(self, state: HideState) -> tuple[float, ...]:
        """Return the ghost's points in bits; 1 for the tracker where it has caught the ghost."""
        return (state.points / 10, float(state.caught))


def _puts(state: HideState) -> bool:
    """Return whether a lantern is to be put, or the ghost once more."""
    return state.placed and (bool(state.due) or state.phase == SLIPPING)


def _unseen(course: MatchGround) -> Collection[int]:
    """Return the cells that no sensor sees; all, where every one is seen."""
    unseen = Some(len(course.cells), lambda cell: not course.sees(cell))
    return unseen if unseen.any else range(len(course.cells))


def _dark(state: HideState) -> Collection[int]:
    """Return the cells for a lantern: out of sight and empty."""
    taken, dark, cells = {state.cell, *state.lanterns}, _unseen(state.course), state.course.cells
    left = Some(len(cells), lambda cell: cell not in taken and cell in dark)
    return left if left.any else Some(len(cells), lambda cell: cell not in taken)
