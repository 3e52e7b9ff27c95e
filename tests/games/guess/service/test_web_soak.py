"""Lessons of two hundred phones with all that happens in a class: nothing is lost or grows.

A lesson of an hour has forty rounds of a minute and a half; here a round takes about three seconds.
Phones join, leave, sleep, change their minds and lose replies; the host removes some. In the end
the service is killed, and every guess that was acknowledged has to be in the table. What it prints
(`-s`) are memory, open files and guesses as they went.
"""

from __future__ import annotations

import asyncio
import csv
import io
import os
import random
import signal
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.games.guess.service.test_web_sweep import resident
from tests.support.guess_phones import Phone
from tests.support.guess_service import NEEDED, Client, Room, RunningService, open_room, running

pytestmark = [
    pytest.mark.service,
    pytest.mark.sweep,
    NEEDED,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it reads /proc"),
]
PHONES, ADDRESSES = 200, 4
ROUNDS = int(os.environ.get("GUESS_SOAK_ROUNDS", "40"))
"""Rounds that are played; forty are an hour of lessons."""
THINKING = 1.5
"""Seconds within which everybody who is awake guesses."""


class Class:
    """A room, its host, and the phones in it."""

    def __init__(self, service: RunningService) -> None:
        self.service, self.client = service, service.client()
        self.room: Room = open_room(service, self.client)
        self.rng = random.Random(11)
        self.phones: list[Phone] = []
        self.gone: list[Phone] = []
        self.following: dict[Phone, asyncio.Task[None]] = {}
        self.sums = {"guesses": 0, "lost replies": 0, "naps": 0, "left": 0, "removed": 0}
        self.made = 0

    async def host(self, method: str, path: str, fields: Any = None) -> Any:
        """A request of the host."""
        ask: Any = getattr(self.client, method)
        given = (fields,) if method == "post" else ()
        told = await asyncio.to_thread(ask, f"{self.room.path}{path}", *given, self.room.host)
        assert told.status < 300, told
        return told.plain

    async def enter(self) -> None:
        """A new phone joins and follows."""
        self.made += 1
        address = f"127.0.0.{2 + self.made % ADDRESSES}"
        phone = Phone(self.service.url, self.room.code, f"P{self.made}", address)
        await phone.join()
        self.phones.append(phone)
        self.wake(phone)

    def wake(self, phone: Phone) -> None:
        """A phone follows its room again."""
        if phone not in self.following:
            self.following[phone] = asyncio.create_task(phone.listen())

    async def sleep(self, phone: Phone) -> None:
        """A phone is put into a pocket: its connections are gone."""
        following = self.following.pop(phone, None)
        if following is not None:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
        phone.line.close()

    async def leave(self, phone: Phone) -> None:
        """A phone goes for good."""
        await self.sleep(phone)
        self.phones.remove(phone)
        self.gone.append(phone)

    async def play(self, number: int, phone: Phone, asleep: bool) -> None:
        """One phone's round: a guess or a nap, perhaps another guess, perhaps a lost reply."""
        rng = phone.rng
        if asleep:
            self.sums["naps"] += 1
            await self.sleep(phone)
            await asyncio.sleep(rng.random() * 2 * THINKING)
            self.wake(phone)
        await asyncio.wait_for(phone.until(number, "open"), 30)
        for _ in range(1 + (rng.random() < 0.3)):
            await asyncio.sleep(rng.random() * THINKING / 2)
            lost = rng.random() < 0.1
            self.sums["lost replies"] += lost
            taken = await phone.guess(number, rng.randrange(101), lost)
            self.sums["guesses"] += taken

    async def round(self, number: int) -> None:
        """A whole round, and what changes in the class before the next."""
        await self.host("post", "/rounds", {})
        playing = [
            asyncio.create_task(self.play(number, phone, self.rng.random() < 0.05))
            for phone in self.phones
        ]
        await asyncio.sleep(THINKING * 1.2)
        if number % 5 == 0:
            await self.remove(self.rng.choice(self.phones))
        result = await self.host("post", f"/rounds/{number}/close", {})
        await asyncio.gather(*playing)
        await asyncio.gather(*(self.look(number, result, phone) for phone in self.phones))
        for phone in [one for one in self.phones if one.out]:
            await self.leave(phone)
        for phone in self.rng.sample(self.phones, 2):
            self.sums["left"] += 1
            await self.leave(phone)
        await asyncio.gather(*(self.enter() for _ in range(PHONES - len(self.phones))))

    async def remove(self, phone: Phone) -> None:
        """The host removes somebody, whose guess of this round does not count."""
        self.sums["removed"] += 1
        await self.host("delete", f"/players/{phone.number}")

    async def look(self, number: int, result: dict[str, Any], phone: Phone) -> None:
        """A phone looks at the result, where its last acknowledged guess must stand."""
        await asyncio.wait_for(phone.until(number, "closed"), 30)
        if phone.out:
            phone.kept.pop(number, None)
            return
        found = await phone.result(number)
        own = found.pop("you")
        assert found == result
        assert (own or {}).get("guess") == phone.kept.get(number)


def handles(service: RunningService) -> int:
    """Open files and connections of the process."""
    return len(list(Path(f"/proc/{service.process.pid}/fd").iterdir()))


async def lessons(service: RunningService, figures: list[tuple[int, int]]) -> Class:
    there = Class(service)
    begun = time.monotonic()
    await asyncio.gather(*(there.enter() for _ in range(PHONES)))
    print(f"{PHONES} phones are in after {time.monotonic() - begun:.1f} s")
    for number in range(1, ROUNDS + 1):
        await there.round(number)
        figures.append((resident(service), handles(service)))
        if number % 10 == 0:
            memory, files = figures[-1][0] / 1000, figures[-1][1]
            took = time.monotonic() - begun
            print(f"round {number}, {took:.0f} s: {memory:.1f} MB, {files} files, {there.sums}")
    for phone in tuple(there.phones):
        await there.leave(phone)
    return there


def table(client: Client, room: Room) -> dict[tuple[int, int], int]:
    """The guesses of closed rounds, by round and player."""
    text = client.get(f"{room.path}/export.csv", room.host).body.decode()
    return {
        (int(row["round"]), int(row["player"])): int(row["guess"])
        for row in csv.DictReader(io.StringIO(text))
    }


def test_lessons_of_two_hundred_phones(tmp_path: Path) -> None:
    figures: list[tuple[int, int]] = []
    with running(tmp_path / "data", rate=20) as service:
        there = asyncio.run(lessons(service, figures))
        client, room = service.client(), there.room
        shown = [client.get(room.path + part).body for part in ("", "/leaderboard?limit=200")]
        before = table(client, room)
        deadline = time.monotonic() + 5
        while handles(service) > 60:  # all have hung up
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert "Traceback" not in service.errors.read_text()
        service.end(signal.SIGKILL)
    with running(tmp_path / "data", rate=20) as service:
        client = service.client()
        assert table(client, room) == before
        assert [
            client.get(room.path + part).body for part in ("", "/leaderboard?limit=200")
        ] == shown
    kept = {
        (number, phone.number): guess
        for phone in there.gone
        for number, guess in phone.kept.items()
    }
    assert len(kept) > 0.8 * PHONES * ROUNDS
    assert {place: before.get(place) for place in kept} == kept, "nothing acknowledged is lost"
    assert all(there.sums.values()), there.sums
    quarter = max(1, len(figures) // 4)
    early, late = figures[quarter : 2 * quarter], figures[-quarter:]
    growth = statistics.median(kb for kb, _ in late) - statistics.median(kb for kb, _ in early)
    rounds = len(figures) - 2 * quarter
    print(f"{growth:.0f} kB more over {rounds} rounds, {len(kept)} guesses kept, {there.sums}")
    assert growth < 3_000 + 100 * rounds, "a round keeps its guesses and no more"
    assert max(many for _, many in late) <= max(many for _, many in early) + PHONES // 4
