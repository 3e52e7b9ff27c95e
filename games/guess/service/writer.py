"""The one writer: takes all waiting jobs, commits them together, and answers only then.

Requests that make a change are queued as `Job`s. The writer's thread waits until the database can
be written to, looks their keys up, plans each on the running state, writes and commits. From the
first plan to the commit that state is not read, so that uncommitted changes are never seen; while
the database is locked by another program it is read as ever. A job waits for at most one commit
after the one under way.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from games.guess.service.book import Book, Room
from games.guess.service.clock import Clocks
from games.guess.service.refusals import Refusal, unavailable
from games.guess.service.store import (
    Database,
    KeptReply,
    StoreBusy,
    StoreDown,
    StoreRefused,
    Values,
    Wanted,
)

_LOG: Final = logging.getLogger("guess.writer")
_AGAIN: Final = 0.5
"""Seconds between two tries to reach a database that is gone."""
MOST_WAITING: Final = 20_000
_MOST_TOGETHER: Final = 2_000
WALL_SECONDS: Final = 12.0
"""Seconds for which phones wait for a wall that shows a close, 4.5 as a rule; chosen."""


class Batch:
    """The writes of one commit: rows by statement, rooms that changed, one time for all."""

    def __init__(self, book: Book, clock: Clocks) -> None:
        self.book = book
        self.now = clock.wall()
        self.steady = clock.steady()
        self.writes: dict[str, list[Values]] = {}
        self.changed: set[str] = set()

    def write(self, name: str, *values: object) -> None:
        """Write a row for the statement `name` of `store.WRITES`."""
        self.writes.setdefault(name, []).append(values)

    def close_overdue(self, room: Room) -> None:
        """Close the open round of a room if its time is over."""
        last = room.open_round
        if last is not None and last.deadline is not None and last.deadline <= self.steady:
            self.close(room)

    def close(self, room: Room) -> None:
        """Close the open round of a room."""
        last = room.open_round
        assert last is not None
        room.close(last)
        last.held = self.steady + WALL_SECONDS
        self.write("close", room.id, last.number)
        self.changed.add(room.code)


Plan = Callable[[Batch], str]
"""Changes the state and says what to write; returns the body to keep, or raises `Refusal`."""


class Reply:
    """The result of a job: the body, and whether it had been given before."""

    def __init__(self, body: str, replayed: bool) -> None:
        self.body = body
        self.replayed = replayed


def _future() -> asyncio.Future[Reply]:
    return asyncio.get_running_loop().create_future()


Outcome = tuple[list[Reply | Refusal], set[str]]
"""What became of jobs, in their order, and the rooms that changed."""


@dataclass
class Job:
    """A change that is asked for; without a `key` it can be repeated at will.

    One that is `alone` is committed alone, since the writes of a batch are ordered by their kind:
    a name that goes and a player who takes it would meet.
    """

    plan: Plan
    scope: str = ""
    key: str = ""
    digest: str = ""
    alone: bool = False
    done: asyncio.Future[Reply] = field(default_factory=_future)


def _together(jobs: list[Job]) -> int:
    """Return how many of the jobs that wait are committed together."""
    alone = (place for place, job in enumerate(jobs[:_MOST_TOGETHER]) if job.alone)
    return max(1, next(alone, _MOST_TOGETHER))


class Writer:
    """Owns the store and the running state, `book`."""

    def __init__(self, store: Database, clock: Clocks, changed: Callable[[set[str]], None]) -> None:
        self._store = store
        self._clock = clock
        self._changed = changed
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="guess-writer")
        self._waiting: list[Job] = []
        self._wake = asyncio.Event()
        self._settled = asyncio.Event()
        self._settled.set()
        self._stopping = False
        self._down = False
        self.book = Book()
        self.commits = 0

    def start(self) -> None:
        """Open the store and read it; raises `StoreRefused` and `StoreDown`."""
        self._store.open()
        self._load()
        overdue = Batch(self.book, self._clock)
        for room in self.book.rooms.values():
            overdue.close_overdue(room)
        if overdue.writes:
            self._store.commit(overdue.writes)

    def _load(self) -> None:
        self.book = self._store.load()
        now, steady = self._clock.wall(), self._clock.steady()
        for room in self.book.rooms.values():
            last = room.open_round
            if last is not None and last.closes_at is not None:
                left = min(last.closes_at - now, last.closes_at - last.opened)
                last.deadline = steady + left

    async def settled(self) -> Book:
        """Return the state with committed changes only; raises `Refusal`."""
        while not self._settled.is_set():
            await self._settled.wait()
        if self._down:
            raise unavailable()
        return self.book

    async def do(self, job: Job) -> Reply:
        """Have a job done; returns once it is committed. Raises `Refusal`."""
        if self._stopping or len(self._waiting) >= MOST_WAITING or self._down:
            raise unavailable()
        self._waiting.append(job)
        self._wake.set()
        return await job.done

    async def run(self) -> None:
        """Write until `stop`, then what is still waiting."""
        loop = asyncio.get_running_loop()
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                asked = len(self._waiting)
                if not await loop.run_in_executor(self._thread, self._begin):
                    self._refuse_waiting(asked)
                    continue
                many = _together(self._waiting)
                batch, self._waiting = self._waiting[:many], self._waiting[many:]
                self._settled.clear()
                outcome = await loop.run_in_executor(self._thread, self._work, batch)
                self._settled.set()
                self._answer(batch, outcome)
                await asyncio.sleep(0)
                if self._down:
                    await self._recover()
            if self._stopping:
                return

    def _begin(self) -> bool:
        """Wait until the database can be written to; return False where another program holds it.

        A database that is gone is noticed by the attempt to write to it.
        """
        try:
            self._store.begin()
        except StoreBusy:
            _LOG.warning("Somebody else holds the database; what waits is refused.")
            return False
        except StoreDown:
            pass
        return True

    def _answer(self, jobs: list[Job], outcome: Outcome) -> None:
        results, changed = outcome
        for job, result in zip(jobs, results, strict=True):
            if job.done.done():
                continue
            if isinstance(result, Refusal):
                job.done.set_exception(result)
            else:
                job.done.set_result(result)
        if changed:
            self._changed(changed)

    def _work(self, jobs: list[Job]) -> Outcome:
        """Plan, write and commit, in the writer's thread; once more after a failure.

        The second try begins with the state of the database, so that jobs committed although the
        connection broke are found by their keys.
        """
        for _ in range(2):
            try:
                return self._attempt(jobs)
            except StoreDown as error:
                _LOG.warning("The database failed (%s).", error)
            except Exception as error:  # a fault of ours must not end the one writer
                _LOG.error("A change failed (%s).", type(error).__name__)
            self._fall_back()
            if self._down:
                break
        return [unavailable() for _ in jobs], set(self.book.rooms)

    def _attempt(self, jobs: list[Job]) -> Outcome:
        batch = Batch(self.book, self._clock)
        known = self._store.replies([(job.scope, job.key) for job in jobs if job.key])
        results = [self._planned(job, batch, known) for job in jobs]
        if batch.writes:
            self._store.commit(batch.writes)
            self.commits += 1
        else:
            self._store.release()
        return results, batch.changed

    def _fall_back(self) -> None:
        """Go back, after a failure, to the state of the database, or note that it is gone."""
        try:
            self._store.release()
            self._load()
        except (StoreDown, StoreRefused):
            self._reconnect()

    def _planned(self, job: Job, batch: Batch, known: dict[Wanted, KeptReply]) -> Reply | Refusal:
        kept = known.get((job.scope, job.key)) if job.key else None
        if kept is not None:
            if kept.digest != job.digest:
                told = "This Idempotency-Key was used for another request; take a new one."
                return Refusal("key_reused", told)
            return Reply(kept.body, True)
        try:
            body = job.plan(batch)
        except Refusal as refusal:
            return refusal
        if job.key:
            batch.write("reply", job.scope, job.key, job.digest, body)
            known[job.scope, job.key] = KeptReply(job.digest, body)
        return Reply(body, False)

    async def _recover(self) -> None:
        """Try to reach the database again and again; what waits meanwhile is refused."""
        loop = asyncio.get_running_loop()
        while self._down and not self._stopping:
            self._refuse_waiting(len(self._waiting))
            await asyncio.sleep(_AGAIN)
            await loop.run_in_executor(self._thread, self._reconnect)
        if self._down:
            self._refuse_waiting(len(self._waiting))
        else:
            self._changed(set(self.book.rooms))

    def _refuse_waiting(self, count: int) -> None:
        """Refuse the first `count` of those who wait."""
        refused, self._waiting = self._waiting[:count], self._waiting[count:]
        for job in refused:
            if not job.done.done():
                job.done.set_exception(unavailable())

    def _reconnect(self) -> None:
        """Try to reach the database again."""
        try:
            self._store.open()
            self._load()
            self._down = False
        except (StoreDown, StoreRefused):
            self._down = True

    def stop(self) -> None:
        """Take no new jobs; `run` ends when the waiting ones are written."""
        self._stopping = True
        self._wake.set()

    def close(self) -> None:
        """Let go of thread and store."""
        self._thread.shutdown()
        self._store.close()
