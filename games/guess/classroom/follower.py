"""Keeps up with a room beside the window, so that no frame waits for a network.

The service sends an event when the room changed; then the room is asked for.

`now` is always a whole picture of the room. A teacher's requests are queued, sent under one key
until they are answered, and reported by a sentence where they were refused.
"""

from __future__ import annotations

import contextlib
import queue
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from games.beside import Beside
from games.guess.classroom.calls import QUIET, Caller, Refused, Unreachable, fresh_key
from games.guess.classroom.foresight import Expected, Foresight
from games.guess.classroom.replies import (
    BadReply,
    ClosedRound,
    Code,
    LeaderRow,
    Named,
    Plain,
    RoomNow,
    code_of,
    names_of,
    outcome_of,
    room_of,
    standings_of,
)
from games.guess.classroom.room_keys import KeptRoom
from games.guess.classroom.seals import Seals

AGAIN: Final = 1.0
"""Seconds before it is tried again where nobody answers, or no events come."""
BOARD_ROWS: Final = 200
NAMES_ROWS: Final = 200
NAMES_EVERY: Final = 0.2
"""Seconds between two looks at the names, for each request: a token has twenty a second."""
LOST: Final = "The service does not answer. What was guessed is kept; trying again …"


class Now(NamedTuple):
    """The state of a room.

    `forecasts` has the forecasts of the closed rounds and, last, the sealed one of the round that
    is open or comes next; `readings` as in `Foresight`; `names` are None until they have come.
    `trouble` is the present fault, or "".
    """

    room: RoomNow | None = None
    code: Code | None = None
    outcomes: tuple[ClosedRound, ...] = ()
    board: tuple[LeaderRow, ...] = ()
    forecasts: tuple[Expected | None, ...] = ()
    readings: tuple[tuple[int, ...], ...] = ()
    names: tuple[Named, ...] | None = None
    trouble: str = ""

    @property
    def open(self) -> bool:
        """True if a round is open."""
        return self.room is not None and self.room.round is not None and self.room.round.open

    @property
    def next_round(self) -> int:
        """The number of the round that would be opened next."""
        last = self.room.round if self.room is not None else None
        return last.number + 1 if last is not None else 1


class _Asked(NamedTuple):
    path: str
    fields: Plain
    done: str = ""
    """What the teacher reads when it is done."""
    removes: bool = False
    quiet: bool = False
    """True if nobody pressed for it."""


class _Steps(Beside):
    """Takes these steps in a thread."""

    def __init__(self, steps: Iterator[None]) -> None:
        self._steps = steps
        super().__init__()

    def steps(self) -> Iterator[None]:
        return self._steps


class RoomFollower:
    """Follows a `room` at the address `url`; others reach it at `host`.

    With a `folder`, the service has to prove that it has the key in there before it is asked, and
    the seals of the room are kept there.
    """

    def __init__(self, url: str, host: str, room: KeptRoom, folder: Path | None = None) -> None:
        self.now = Now()
        self.notices: queue.SimpleQueue[str] = queue.SimpleQueue()
        """Sentences for the teacher: what was refused, and why."""
        self._owed = False
        self._named = 0.0
        self._path = f"/rooms/{room.code}"
        self._seals = Seals(folder, room.code)
        self._caller = Caller(url, room.host, host, folder)
        self._listener = self._caller.sibling()
        self._asked: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._foresight: Foresight | None = None
        self._work: tuple[Beside, ...] = ()
        self._hears = False

    def start(self) -> None:
        """Begin to follow."""
        self._work = (_Steps(self._listen()), _Steps(self._follow()))

    def stop(self) -> None:
        """Follow no longer; the class goes on."""
        for work in self._work:
            work.end()
        self._listener.hang_up()
        self._asked.put(None)

    def open_round(self, closes_after: int | None, seconds: int | None) -> None:
        """Open the next round; it closes after this number of guesses, seconds, or by hand."""
        given = {"closes_after": closes_after, "seconds": seconds}
        self._ask("/rounds", **{name: value for name, value in given.items() if value is not None})

    def close_round(self, number: int) -> None:
        """Close a round."""
        self._ask(f"/rounds/{number}/close")

    def show(self, number: int) -> None:
        """Let phones show the result of a round: it stands on the wall."""
        self._asked.put(_Asked(f"/rounds/{number}/shown", {}, quiet=True))

    def rename(self, named: Named, name: str) -> None:
        """Give a player another name."""
        done = f"{named.name} is {name} now, on every phone."
        self._asked.put(_Asked(f"/players/{named.number}/name", {"name": name}, done))

    def free(self, named: Named) -> None:
        """Let the next phone that joins by the name of a player go on in this player's place."""
        done = f"A new phone can join as {named.name} now."
        self._asked.put(_Asked(f"/players/{named.number}/free", {}, done))

    def remove(self, named: Named) -> None:
        """Remove a player."""
        done = f"{named.name} was removed."
        self._asked.put(_Asked(f"/players/{named.number}", {}, done, removes=True))

    def export(self) -> str:
        """Return the table of all closed rounds; raises `Unreachable`, `Refused` and `BadReply`."""
        caller = self._caller.sibling()
        try:
            return caller.text(f"{self._path}/export.csv")
        finally:
            caller.close()

    def _ask(self, path: str, **fields: int) -> None:
        self._asked.put(_Asked(path, fields))

    # -- beside the window ------------------------------------------------------------------

    def _listen(self) -> Iterator[None]:
        """Have the room looked at when the service says that it changed, or says no more."""
        while True:
            with contextlib.suppress(Unreachable, Refused, BadReply):
                for _ in self._listener.events(f"{self._path}/events"):
                    self._hears = True
                    self._asked.put(None)
                    yield
            if self._hears:
                self._hears = False
                self._asked.put(None)
            yield
            time.sleep(AGAIN)

    def _follow(self) -> Iterator[None]:
        """Send what is asked for, and look at the room when it changed."""
        with contextlib.closing(self._caller):
            while True:
                fine = self._tried(self.look)
                try:
                    asked = self._asked.get(timeout=self._pause(fine))
                except queue.Empty:
                    asked = None
                yield
                if asked is not None:
                    self._tried(lambda asked=asked: self._send(asked))  # type: ignore[misc]

    def _pause(self, fine: bool) -> float:
        """The seconds after which the room is looked at though nothing was heard of it."""
        if fine and self._owed:
            return self._names_pause
        return QUIET if fine and self._hears else AGAIN

    @property
    def _names_pause(self) -> float:
        """Seconds between two looks at the names, so that other requests have room beside them."""
        return NAMES_EVERY * max(1, -(-len(self.now.names or ()) // NAMES_ROWS))

    def _tried(self, act: Callable[[], None]) -> bool:
        """Act; return False where no service answered."""
        try:
            act()
        except (Unreachable, BadReply) as problem:
            lost = isinstance(problem, Unreachable)
            self.now = self.now._replace(trouble=LOST if lost else str(problem))
            return False
        except Refused as problem:
            self.notices.put(str(problem))
        return True

    def _send(self, asked: _Asked) -> None:
        """Send a request; where no service answers, it is not sent later: a teacher who pressed
        twice would find a round opened twice.
        """
        path = f"{self._path}{asked.path}"
        try:
            if asked.removes:
                self._caller.delete(path)
            else:
                self._caller.post(path, asked.fields, fresh_key())
        except Unreachable:
            if not asked.quiet:
                self.notices.put("The service did not answer, so nothing was done. Press again.")
            raise
        if asked.done:
            self.notices.put(asked.done)
            self._named = 0.0

    def look(self) -> None:
        """Ask for the room and for what has closed since; raises what `Caller` raises."""
        room = room_of(self._caller.get(self._path))
        now = self.now
        code = now.code or code_of(self._caller.get(f"{self._path}/qr"))
        now = self._with_names(now._replace(room=room, code=code, trouble=""))
        if self._foresight is None:
            self._foresight = Foresight(room.multiplier, room.low, room.high)
            now = now._replace(forecasts=(self._expected(room),))
        closed = 0 if room.round is None else room.round.number - room.round.open
        found = [
            outcome_of(self._caller.get(f"{self._path}/rounds/{number}"))
            for number in range(len(now.outcomes) + 1, closed + 1)
        ]
        if found:
            now = self._learned(now, found)
        self.now = now

    def _expected(self, room: RoomNow) -> Expected | None:
        """Return the forecast of the round after those that were learned, sealed if it is open."""
        assert self._foresight is not None
        found = self._foresight.expected()
        if found is None:
            return None
        sealed, last = self._seals.get(found.number), room.round
        begun = last is not None and found.number <= last.number
        over = last is not None and found.number < last.number + (not last.open)
        if sealed is None and not over:
            sealed = self._seals.make(found.number, found.target, late=begun)
        return found if sealed is None else found._replace(sealed=sealed)

    def _names(self) -> tuple[Named, ...]:
        """Return all players in the room."""
        found: tuple[Named, ...] = ()
        while True:
            part = f"offset={len(found)}&limit={NAMES_ROWS}"
            total, more = names_of(self._caller.get(f"{self._path}/players?{part}"))
            found += more
            if not more or len(found) >= total:
                return found

    def _with_names(self, now: Now) -> Now:
        """Return the room with the names of now; one that went goes from all that is known.

        Where it is too early to ask again, they are owed.
        """
        self._owed = time.monotonic() - self._named < self._names_pause
        if self._owed:
            return now
        names, before = self._names(), dict(now.names or ())
        self._named = time.monotonic()
        there = dict(names)
        gone = {name for number, name in before.items() if there.get(number) != name}
        if not gone:
            return now._replace(names=names)
        outcomes = tuple(
            outcome_of(self._caller.get(f"{self._path}/rounds/{outcome.number}"))
            if gone & set(dict(outcome.winners))
            else outcome
            for outcome in now.outcomes
        )
        return now._replace(names=names, outcomes=outcomes, board=self._board())

    def _board(self) -> tuple[LeaderRow, ...]:
        path = f"{self._path}/leaderboard?limit={BOARD_ROWS}"
        return standings_of(self._caller.get(path))

    def _learned(self, now: Now, found: list[ClosedRound]) -> Now:
        assert self._foresight is not None
        assert now.room is not None
        forecasts = now.forecasts
        for outcome in found:
            self._foresight.learn(outcome.guesses)
            forecasts = (*forecasts, self._expected(now.room))
        return now._replace(
            outcomes=(*now.outcomes, *found),
            board=self._board(),
            forecasts=forecasts,
            readings=tuple(self._foresight.readings),
        )
