"""Every seat's chance to win over a game, and whether the bag or a choice moved it.

An oracle follows the turns in a thread, from what all at the table know.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from games import catalog
from games.arrays import BadWeights
from games.beside import Latest
from games.core import CHANCE, Turn
from games.mind import Bars, MindItem, Series
from games.ra.asks import AuctionEnd, ExpectedBid, Oracle, ladder_of
from games.ra.playing.counsel import ends_of
from games.ra.rules import GAME
from games.ra.rules.moves import DRAW_MOVE
from games.ra.rules.state import BID, DEAL, DRAW, OVER, State, view_of
from games.ra.words import thick_line, whose
from games.session.replaying import Replay
from games.session.session import Session

PATIENCE: Final = 1.5
"""Seconds that the end of a game waits for what is still to be thought; by feel: it is seldom more
than one turn of 5 ms, but where the rest of a game was skipped."""
MOVERS: Final = ("The bag", "Own choices", "The others' choices")


class CoursePoint(NamedTuple):
    """The table after a turn: who moved (-1 for the bag), and the seats' chances to win then.

    Where an auction began, `ends` are the ways in which it might end, and `move` is what was done.
    While it runs, `rung` is what the seat that is to bid may bid.
    """

    mover: int
    state: State
    chances: tuple[float, ...]
    move: str = ""
    ends: tuple[AuctionEnd, ...] = ()
    rung: ExpectedBid | None = None


class ChanceCourse:
    """The course of a game with these `params`, as far as it was thought over."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        self.oracle = cast(Oracle, catalog.watcher("ra", "oracle"))
        start = GAME.new(params)
        self._start = (CoursePoint(CHANCE, start, chances_of(self.oracle, start, None)),)
        self._thought: tuple[tuple[Turn, ...], tuple[CoursePoint, ...]] = ((), self._start)
        self._lost = False
        self._latest = Latest(self._think)

    @property
    def moments(self) -> tuple[CoursePoint, ...]:
        """The start, and the moment after each turn that was thought over."""
        return self._thought[1]

    def follow(self, turns: Sequence[Turn]) -> None:
        """Think over the game up to these turns; what was taken back is forgotten."""
        if not self._lost:
            self._latest.ask(tuple(turns))

    def _think(self, wanted: tuple[Turn, ...]) -> None:
        """Think over the turns that are `wanted`, until others are."""
        turns, moments = self._thought
        same = [old == new for old, new in zip(turns, wanted, strict=False)]
        known = same.index(False) if False in same else len(same)
        turns, moments = turns[:known], moments[: known + 1]
        self._thought = turns, moments
        try:
            for turn in wanted[known:]:
                if self._latest.question is not wanted:
                    return
                moments = (*moments, after(self.oracle, moments[-1], turn))
                turns = (*turns, turn)
                self._thought = turns, moments
        except BadWeights:  # no oracle: the end is told without it
            self._lost, self._thought = True, ((), self._start)

    def wait(self, seconds: float = PATIENCE) -> None:
        """Come back when all is thought over, or after so many seconds."""
        self._latest.wait(seconds)

    def end(self) -> None:
        """Think over no further turn; the moments so far stay."""
        self._latest.end()

    @property
    def busy(self) -> bool:
        """True while a turn is still to be thought over."""
        return self._latest.busy

    def attend(self, session: Session, finished: bool) -> None:
        """Let the chances of a `session` be thought over, but for a demo, which only passes by.

        All of a game that is looked at again is: one may stand anywhere in it.
        """
        setup = session.setup
        if isinstance(session, Replay):
            if setup.eyes is None:
                self.follow(session.film.line)
        elif not (setup.demo or finished):
            self.follow(session.match.turns)

    def shown(self, session: Session) -> tuple[float, ...]:
        """Return every seat's chance to win in a `session`; () while a person plays."""
        setup = session.setup
        plays = session.people or setup.demo
        shown = (setup.replay and setup.eyes is None) or not plays
        return self.chances_after(session.match.turns) if shown else ()

    def chances_after(self, turns: Sequence[Turn]) -> tuple[float, ...]:
        """Return every seat's chance to win after these turns; nothing while they are not thought
        over.
        """
        done, moments = self._thought
        known = done[: len(turns)] == tuple(turns)
        return moments[len(turns)].chances if known else ()

    def items(self, names: Sequence[str], first: int, winner: int = -1) -> tuple[MindItem, ...]:
        """Return the chances as lines, the seat `first` first, and their movers.

        With a `winner` they end in certainty, even before all is thought over.
        """
        moments = list(self.moments)
        if winner >= 0 and moments[-1].state.phase != OVER:
            sure = tuple(float(seat == winner) for seat in range(len(names)))
            moments.append(moments[-1]._replace(mover=CHANCE, chances=sure))
        if len(moments) < 2:
            return ()
        order = [first, *(seat for seat in range(len(names)) if seat != first)]
        return (*lines(moments, names, order), *movers(moments, names, order))

    def last_auction(self, names: Sequence[str], seat: int) -> tuple[MindItem, ...]:
        """Return the last auction that is over: how it might have ended for a `seat`, and how it
        did.
        """
        moments = list(self.moments)
        for at in reversed(range(len(moments))):
            found = next((n for n in range(at, len(moments)) if not _bids(moments[n])), None)
            if moments[at].ends and found is not None:
                sun = paid(moments[found - 1].state, moments[found].move)
                bids = bids_of(moments[at : found + 1])
                rungs = [one.rung for one in moments[at:found] if one.rung is not None]
                told = ladder_of("The last auction, bid by bid", rungs, names, bids)
                return (told, ticked(moments[at].ends, sun, seat, names))
        return ()


def _bids(moment: CoursePoint) -> bool:
    return moment.state.phase == BID


def bids_of(moments: Sequence[CoursePoint]) -> dict[int, int]:
    """Return each seat's bid in these moments of an auction, 0 for a pass."""
    found = {}
    for moment in moments[1:]:
        if moment.move.startswith(("bid ", "pass")):
            found[moment.mover] = int(moment.move.removeprefix("bid ").replace("pass", "0"))
    return found


def paid(state: State, move: str) -> int:
    """Return the sun that an auction cost which a move ended in a state, 0 without a winner."""
    if move.startswith("bid "):
        return int(move.removeprefix("bid "))
    return 0 if state.auction is None else state.auction.high


def ticked(ends: Sequence[AuctionEnd], sun: int, seat: int, names: Sequence[str]) -> Bars:
    """Return the ends of an auction, what was expected marked, what came true ticked."""
    truth = next((n for n, one in enumerate(ends) if one.sun == sun), None)
    told = "Your chance to win after each end of the last auction, as it stood when it began. What "
    told += "was expected has a frame, what came true a tick."
    bars = ends_of(ends, seat, names, runs=True)
    return dataclasses.replace(bars, title="Your chance, as it could end", truth=truth, help=told)


def after(oracle: Oracle, before: CoursePoint, turn: Turn) -> CoursePoint:
    """Return the moment after a turn that was played in the one `before`."""
    state = GAME.apply(before.state, dict(turn))[0]
    mover, move = turn[0]
    if state.phase == DRAW and move == DRAW_MOVE and draws_best(oracle, before.state):
        return CoursePoint(mover, state, before.chances, move)  # it was expected
    if state.phase != BID:
        return CoursePoint(mover, state, chances_of(oracle, state, before), move)
    outcomes, rungs = oracle.auction(view_of(state))
    ends = outcomes if before.state.phase != BID else ()
    rung = rungs[0] if rungs else None
    return CoursePoint(mover, state, chances_of(oracle, state, before), move, ends, rung)


def draws_best(oracle: Oracle, state: State) -> bool:
    """Return whether the `oracle` would draw."""
    return oracle.actions(view_of(state))[0].move == DRAW_MOVE


def chances_of(oracle: Oracle, state: State, before: CoursePoint | None) -> tuple[float, ...]:
    """Return the chances of all seats in a state: certain at the end, fair before the suns are
    dealt.
    """
    seats = range(state.players)
    if state.phase == OVER:
        return tuple(float(seat == state.winner) for seat in seats)
    if state.phase == DEAL or before is None:
        return tuple(1.0 / state.players for _ in seats)
    return tuple(min(1.0, max(0.0, chance)) for chance in oracle.chances(view_of(state)))


def lines(
    moments: Sequence[CoursePoint], names: Sequence[str], order: Sequence[int]
) -> tuple[Series]:
    """Return the chance to win of every seat in one plot, a value for each turn, the first seat's
    name.
    """
    first, *rest = order
    return (
        Series(
            "Chances to win",
            tuple(moment.chances[first] for moment in moments),
            reference=1.0 / len(names),
            help="After each turn, if all do their best from then on. The straight line is the "
            f"fair share. {thick_line(names[first])}",
            seat=first,
            others=tuple((seat, tuple(m.chances[seat] for m in moments)) for seat in rest),
        ),
    )


def moved(moments: Sequence[CoursePoint], seat: int) -> tuple[float, float, float]:
    """Return how much the bag, a seat's own choices and the others' moved its chance to win."""
    bag = own = others = 0.0
    for earlier, later in itertools.pairwise(moments):
        by = later.chances[seat] - earlier.chances[seat]
        if later.mover == CHANCE:
            bag += by
        elif later.mover == seat:
            own += by
        else:
            others += by
    return bag, own, others


def movers(
    moments: Sequence[CoursePoint], names: Sequence[str], order: Sequence[int]
) -> tuple[Bars, ...]:
    """Return the movers of every seat's chance, luck and choices apart."""
    return tuple(
        Bars(
            f"What moved {whose(names[seat], False)} chance, in percent",
            MOVERS,
            tuple(100.0 * by for by in moved(moments, seat)),
            unit="points",
            help=""
            if seat != order[0]
            else "From the fair share at the start to the end of the game. A choice that the "
            "oracle would make moves next to nothing; a worse one costs whoever makes it.",
        )
        for seat in order
    )
