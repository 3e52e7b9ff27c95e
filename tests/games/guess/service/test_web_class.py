"""A class behind one address, while another address tries to fill its room; bounded, and here."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from pathlib import Path

import pytest

from games.guess.service.changes import MOST_NAMES
from games.guess.service.events import MOST_OF_ONE
from tests.support.guess_phones import FILES, Line, Phone, head
from tests.support.guess_service import NEEDED, RunningService, open_room, open_round, running

pytestmark = [
    pytest.mark.service,
    NEEDED,
    pytest.mark.skipif(
        not sys.platform.startswith("linux"), reason="elsewhere there is one loopback address"
    ),
]
PHONES, TRIES = 60, 1100
CLASS, STRANGER = "127.0.0.2", "127.0.0.3"


class Stranger:
    """Fills the listeners and the names of a room from one address, as fast as it is let."""

    def __init__(self, service: RunningService, code: str) -> None:
        self._url, self._path = service.url, f"/api/v1/rooms/{code}"
        self.listening: list[Line] = []
        self.names = 0
        self.full = asyncio.Event()
        """Set once neither more names nor more listeners are taken of this address."""
        self._done = {"names": False, "listeners": False}

    def _over(self, what: str) -> None:
        self._done[what] = True
        if all(self._done.values()):
            self.full.set()

    async def listen(self) -> None:
        for _ in range(TRIES):
            line = Line(self._url, STRANGER)
            status, _ = await head(await line.send("GET", f"{self._path}/events"))
            if status == 200:
                self.listening.append(line)
            else:
                line.close()
                if status == 503:
                    self._over("listeners")
                await asyncio.sleep(0.05)
        self._over("listeners")

    async def join(self) -> None:
        line = Line(self._url, STRANGER)
        for number in range(TRIES):
            body = json.dumps({"name": f"x{number}"}).encode()
            told = await line.ask(
                "POST", f"{self._path}/players", "", body, f"stranger-{number:016d}"
            )
            self.names += told.status == 201
            if told.status == 409 or int(told.headers.get("retry-after", 0)) > 30:
                self._over("names")
                break
            if told.status == 429:
                await asyncio.sleep(0.05)
        line.close()
        self._over("names")

    def end(self) -> None:
        for line in self.listening:
            line.close()


async def lesson(service: RunningService, wait: bool) -> None:
    client = service.client()
    room = open_room(service, client)
    phones = [Phone(service.url, room.code, f"P{n}", CLASS) for n in range(PHONES)]
    stranger = Stranger(service, room.code)
    strange = [asyncio.create_task(stranger.listen()), asyncio.create_task(stranger.join())]
    listening: list[asyncio.Task[None]] = []
    try:
        if wait:
            await asyncio.wait_for(stranger.full.wait(), 40)
        loaded = await asyncio.gather(*(phone.load() for phone in phones))
        assert loaded == [[200] * (1 + len(FILES))] * PHONES, "every page comes with all its files"
        await asyncio.wait_for(asyncio.gather(*(phone.join() for phone in phones)), 20)
        listening = [asyncio.create_task(phone.listen()) for phone in phones]
        number = await asyncio.to_thread(open_round, client, room)

        async def play(place: int, phone: Phone) -> dict[str, object]:
            await phone.until(number, "open")
            assert await phone.guess(number, place)
            await phone.until(number, "closed")
            return await phone.result(number)

        playing = [asyncio.create_task(play(*each)) for each in enumerate(phones)]
        async with asyncio.timeout(20):
            while (await asyncio.to_thread(client.get, room.path)).plain["round"]["count"] < PHONES:
                await asyncio.sleep(0.1)
            close = f"{room.path}/rounds/{number}/close"
            await asyncio.to_thread(client.post, close, {}, room.host)
            results = await asyncio.gather(*playing)
        assert [found["you"]["guess"] for found in results] == list(range(PHONES))  # type: ignore[index]
        assert {found["count"] for found in results} == {PHONES}
        assert all(phone.heard and not phone.polls for phone in phones), "all of them listen"
        assert 0 < len(stranger.listening) <= MOST_OF_ONE
        assert 0 < stranger.names <= MOST_NAMES
        if wait:
            assert (len(stranger.listening), stranger.names) == (MOST_OF_ONE, MOST_NAMES)
    finally:
        for task in (*strange, *listening):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*strange, *listening, return_exceptions=True)
        stranger.end()
        client.close()


@pytest.mark.parametrize(("rate", "wait"), [(20, False), (500, True)])
def test_sixty_phones_behind_one_address_while_another_fills_the_room(
    rate: float, wait: bool, tmp_path: Path
) -> None:
    """At the usual rate, and at one at which the stranger has filled all it can before."""
    with running(tmp_path / "data", rate=rate) as service:
        asyncio.run(lesson(service, wait))
        assert "Traceback" not in service.errors.read_text()
