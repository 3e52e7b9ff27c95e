"""The one writer: together, in order, only after the commit; and a store that fails."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from games.guess.service import changes
from games.guess.service.clock import Clocks
from games.guess.service.refusals import Refusal
from games.guess.service.store import KeptReply, SqliteStore, StoreBusy, StoreDown, Wanted, Writes
from games.guess.service.writer import Job, Writer


class Times(Clocks):
    """Clocks that a test turns."""

    def __init__(self) -> None:
        self.day, self.on = 1000.0, 0.0

    def wall(self) -> float:
        return self.day

    def steady(self) -> float:
        return self.on


class Slow(SqliteStore):
    """A store whose commits wait for a `gate`, fail while it is `full`, or break afterwards.

    While it is not `free` somebody else holds it; `touched` counts what it was asked for. What is
    `lost` is only there again once it was opened.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.gate = threading.Event()
        self.gate.set()
        self.full = False
        self.break_after = False
        self.free, self.gives_up = threading.Event(), False
        self.free.set()
        self.touched = 0
        self.lost = False

    def open(self) -> None:
        super().open()
        self.lost = False

    def _ask(self) -> None:
        if self.lost:
            raise StoreDown("connection lost")

    def begin(self) -> None:
        self._ask()
        assert self.free.wait(5)
        if self.gives_up:
            raise StoreBusy("locked")
        super().begin()

    def rows(self, statement: str) -> Iterable[Sequence[Any]]:
        self.touched += 1
        self._ask()
        return super().rows(statement)

    def replies(self, wanted: Sequence[Wanted]) -> dict[Wanted, KeptReply]:
        self.touched += 1
        self._ask()
        return super().replies(wanted)

    def commit(self, writes: Writes) -> None:
        self.touched += 1
        self._ask()
        assert self.gate.wait(5)
        if self.full:
            raise StoreDown("database or disk is full")
        super().commit(writes)
        if self.break_after:
            self.break_after = False
            raise StoreDown("connection lost")


class House:
    """A writer with a room and two players."""

    def __init__(self, folder: Path) -> None:
        self.store, self.clock = Slow(folder / "g.sqlite3"), Times()
        self.changed: list[set[str]] = []
        self.writer = Writer(self.store, self.clock, self.changed.append)
        self.code = ""

    async def do(self, plan: changes.Plan, key: str = "", digest: str = "d") -> str:
        return (await self.writer.do(Job(plan, "s", key, digest))).body

    async def settle(self) -> None:
        await self.do(changes.new_room({"title": "Class"}))
        self.code = next(iter(self.writer.book.rooms))
        for name in ("Ada", "Bob"):
            await self.do(changes.join(self.code, {"name": name}))

    def guess(self, player: int, value: int) -> changes.Plan:
        return changes.guess(self.code, 1, player, {"guess": value})


def run(folder: Path, scene: Callable[[House], Awaitable[None]]) -> None:
    """Play a scene with a writer that runs."""

    async def played() -> None:
        house = House(folder)
        house.writer.start()
        writing = asyncio.create_task(house.writer.run())
        await house.settle()
        await scene(house)
        house.store.gate.set()
        house.writer.stop()
        await writing
        house.writer.close()

    asyncio.run(played())


def test_what_waits_is_committed_together_and_seen_only_then(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        await house.do(changes.open_round(house.code, {}))
        before = house.writer.commits
        house.store.gate.clear()
        first = asyncio.create_task(house.do(house.guess(1, 30)))
        await asyncio.sleep(0.02)
        rest = [asyncio.create_task(house.do(house.guess(2, n))) for n in range(20)]
        reading = asyncio.create_task(house.writer.settled())
        await asyncio.sleep(0.02)
        assert not first.done()
        assert not reading.done()
        house.store.gate.set()
        await asyncio.gather(first, *rest)
        assert house.writer.commits - before == 2
        figures = (await reading).figures()
        assert figures[house.code] == [(1, 2, 30 + 19)]

    run(tmp_path, scene)


def test_while_somebody_else_holds_the_database_it_is_read_from_memory(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        await house.do(changes.open_round(house.code, {}))
        await house.do(house.guess(1, 30))
        house.store.free.clear()
        touched = house.store.touched
        waiting = asyncio.create_task(house.do(house.guess(2, 40)))
        await asyncio.sleep(0.02)
        for _ in range(20):
            book = await asyncio.wait_for(house.writer.settled(), 1)
            assert book.figures()[house.code] == [(1, 1, 30)]
        assert not waiting.done()
        assert house.store.touched == touched
        house.store.free.set()
        await waiting
        assert house.writer.book.figures()[house.code] == [(1, 2, 70)]
        house.store.gives_up = True
        with pytest.raises(Refusal) as caught:
            await house.do(house.guess(2, 50), key="again")
        assert caught.value.kind == "store_unavailable"
        assert (await house.writer.settled()).figures()[house.code] == [(1, 2, 70)]
        house.store.gives_up = False
        assert '"revision": 2' in await house.do(house.guess(2, 50), key="again")

    run(tmp_path, scene)


def test_a_key_gives_the_same_again_also_within_one_commit(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        await house.do(changes.open_round(house.code, {}))
        plans = [house.guess(1, n) for n in (30, 40, 50)]
        told = await asyncio.gather(*[house.do(plan, key="k1") for plan in plans])
        assert len(set(told)) == 1
        assert house.writer.book.figures()[house.code] == [(1, 1, 30)]
        with pytest.raises(Refusal) as caught:
            await house.do(plans[1], key="k1", digest="other")
        assert caught.value.kind == "key_reused"

    run(tmp_path, scene)


def test_a_full_disk_acknowledges_nothing_and_keeps_nothing(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        await house.do(changes.open_round(house.code, {}))
        house.store.full = True
        with pytest.raises(Refusal) as caught:
            await house.do(house.guess(1, 30), key="again")
        assert caught.value.kind == "store_unavailable"
        book = await house.writer.settled()
        assert book.figures()[house.code] == [(1, 0, 0)]
        house.store.full = False
        assert '"revision": 1' in await house.do(house.guess(1, 30), key="again")

    run(tmp_path, scene)


def test_a_connection_that_breaks_once_costs_nobody_anything(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        await house.do(changes.open_round(house.code, {}))
        house.store.break_after = True
        told = await house.do(house.guess(1, 30), key="once")
        assert '"revision": 1' in told
        assert house.writer.book.figures()[house.code] == [(1, 1, 30)]

    run(tmp_path, scene)


def test_a_connection_that_was_lost_is_opened_again(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        await house.do(changes.open_round(house.code, {}))
        house.store.lost = True
        assert '"revision": 1' in await house.do(house.guess(1, 30), key="once")
        assert house.store.load().figures() == {house.code: [(1, 1, 30)]}

    run(tmp_path, scene)


def test_a_hand_in_the_database_meanwhile_does_not_end_the_writer(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        await house.do(changes.open_round(house.code, {}))
        await house.do(house.guess(1, 30), key="first")
        with sqlite3.connect(tmp_path / "g.sqlite3") as other:
            other.execute("UPDATE guess_rooms SET den = 0")
        house.store.full = True  # so that it looks into the database again
        with pytest.raises(Refusal) as caught:
            await asyncio.wait_for(house.do(house.guess(1, 40)), 10)
        assert caught.value.kind == "store_unavailable"
        with sqlite3.connect(tmp_path / "g.sqlite3") as other:
            other.execute("UPDATE guess_rooms SET den = 3")
        other.close()
        house.store.full = False
        for _ in range(100):
            with contextlib.suppress(Refusal):
                assert '"revision": 2' in await house.do(house.guess(1, 50))
                return
            await asyncio.sleep(0.1)
        raise AssertionError("it never came back")

    run(tmp_path, scene)


def test_a_fault_of_a_plan_ends_nothing(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        def wrong(batch: object) -> str:
            raise KeyError("secret")

        with pytest.raises(Refusal):
            await house.do(wrong)
        with sqlite3.connect(tmp_path / "g.sqlite3", timeout=0) as other:
            other.execute("BEGIN IMMEDIATE")  # nothing is held any more
        other.close()
        await house.do(changes.open_round(house.code, {}))

    run(tmp_path, scene)


def test_a_round_closes_by_time_whatever_the_clock_on_the_wall_says(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        await house.do(changes.open_round(house.code, {"seconds": 30}))
        house.clock.day += 10**6
        await house.do(house.guess(1, 20))
        house.clock.on += 31
        with pytest.raises(Refusal) as caught:
            await house.do(house.guess(2, 20))
        assert caught.value.kind == "round_closed"
        assert house.writer.book.rooms[house.code].open_round is None

    run(tmp_path, scene)


def test_a_round_whose_time_ran_out_meanwhile_is_closed_at_the_start(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        await house.do(changes.open_round(house.code, {"seconds": 30}))

    run(tmp_path, scene)
    for day, closed in ((1029.0, False), (10.0, False), (1030.0, True)):
        later = House(tmp_path)
        later.clock.day = day
        later.writer.start()
        (room,) = later.writer.book.rooms.values()
        assert room.rounds[0].closed == closed
        if not closed:
            assert room.rounds[0].deadline == pytest.approx(min(30.0, 1030 - day))
        later.writer.close()


def test_after_the_stop_nothing_new_is_taken_and_what_waited_is_done(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        house.store.gate.clear()
        last = asyncio.create_task(house.do(changes.join(house.code, {"name": "Cy"})))
        await asyncio.sleep(0.02)
        house.writer.stop()
        with pytest.raises(Refusal):
            await house.do(changes.join(house.code, {"name": "Dan"}))
        house.store.gate.set()
        assert "Cy" in await last

    run(tmp_path, scene)


def test_an_address_that_gave_all_its_names_leaves_room_for_others(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        def join(name: str, address: str = "one") -> changes.Plan:
            return changes.join(house.code, {"name": name}, address, 2)

        first = await house.do(join("x1"), "k1")
        await house.do(join("x2"))
        await house.do(changes.remove(house.code, 4))
        with pytest.raises(Refusal) as caught:
            await house.do(join("x3"))
        assert (caught.value.kind, caught.value.headers) == ("rate_limited", {"Retry-After": "60"})
        assert await house.do(join("x1"), "k1") == first, "what was given is given again"
        with pytest.raises(Refusal) as caught:
            await house.do(join("x1", "other"))
        assert caught.value.kind == "name_taken"
        await house.do(join("x3", "other"))
        await house.do(changes.join(house.code, {"name": "x4"}, "one", None))

    run(tmp_path, scene)


def test_a_guess_that_waited_behind_a_removal_is_refused(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        await house.do(changes.open_round(house.code, {}))
        jobs = [house.do(house.guess(1, 5)), house.do(changes.remove(house.code, 1)),
                house.do(house.guess(1, 6)), house.do(house.guess(2, 7))]  # fmt: skip
        found = await asyncio.gather(*jobs, return_exceptions=True)
        assert isinstance(found[2], Refusal)
        assert found[2].kind == "unauthorized"
        assert house.writer.book.figures() == {house.code: [(1, 1, 7)]}
        assert house.store.load().figures() == {house.code: [(1, 1, 7)]}
        names = [player.name for player in house.store.load().rooms[house.code].players]
        assert names == ["(removed)", "Bob"]

    run(tmp_path, scene)
