"""One phone in a real browser: the code, the question, the keypad, the time, the wall, the name.

With GUESS_PICTURES set to a folder, what it shows is saved there.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import os
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.support.browser import Page, browsing, program
from tests.support.guess_service import (
    NEEDED,
    Client,
    Room,
    RunningService,
    open_room,
    open_round,
)

pytestmark = [pytest.mark.service, NEEDED]
QUESTION = "Name a number from 0 to 100. Whoever is nearest to two thirds of the average wins."
VALUE = "document.getElementById('guess').value"
SMALL = (320, 568)


class Hand:
    """A phone, and a teacher beside it."""

    def __init__(self, service: RunningService, client: Client, page: Page, folder: Path) -> None:
        self.service, self.client, self.page, self.folder = service, client, page, folder
        self.room: Room = open_room(service, client, title="Class 7b")

    async def post(self, path: str, fields: Any = None) -> Any:
        """What the teacher asks for below the room."""
        where = f"{self.room.path}/{path}"
        return await asyncio.to_thread(self.client.post, where, fields or {}, self.room.host, "")

    async def open(self, **terms: object) -> None:
        await asyncio.to_thread(open_round, self.client, self.room, **terms)

    async def join(self, name: str) -> None:
        await self.page.go(f"{self.service.url}/r/{self.room.code}")
        await self.page.until("Your name")
        await self.page.fill("name", name)
        await self.page.until(f"You are in, {name}")

    async def press(self, *signs: str) -> str:
        """Tap keys of the pad; returns what stands in the field."""
        for sign in signs:
            tapped = f"document.querySelector('[aria-label=\"{sign}\"]').click()"
            await self.page.run(tapped)
        return str(await self.page.run(VALUE))

    async def send(self) -> None:
        """Tap the one button that sends."""
        await self.page.run("document.querySelector('form button:not(.key)').click()")

    async def picture(self, name: str) -> None:
        await self.page.picture(self.folder / f"{name}.png")


@pytest.fixture
def phone(
    service: RunningService, client: Client, tmp_path: Path
) -> Callable[[Callable[[Hand], Awaitable[None]]], None]:
    program()
    pictures = Path(os.environ.get("GUESS_PICTURES", str(tmp_path)))

    def play(lesson: Callable[[Hand], Awaitable[None]]) -> None:
        async def run() -> None:
            async with browsing(tmp_path / "browser") as browser:
                hand = Hand(service, client, await browser.page(*SMALL), pictures)
                await lesson(hand)
                wide = await hand.page.run("document.documentElement.scrollWidth")
                assert wide <= SMALL[0], "nothing is cut at the side"

        asyncio.run(run())

    return play


async def mistyped(hand: Hand) -> None:
    page = hand.page
    for typed in ("ABCDE", "AB1DE"):
        await page.go(f"{hand.service.url}/")
        await page.until("Room code")
        await page.fill("room", typed)
        told = await page.until("Look at the wall")
        assert "{" not in told, "a page, and no JSON"
        assert await page.run("document.getElementById('room').value") == typed
        await hand.picture("wrong-code")
        assert await page.run(
            "document.querySelector('.told').getBoundingClientRect().bottom"
            " <= document.getElementById('room').getBoundingClientRect().top"
        )
    await page.fill("room", hand.room.code.lower())
    await page.until("Your name")


def test_a_mistyped_code_stays_on_the_page(phone: Any) -> None:
    phone(mistyped)


async def keypad(hand: Hand) -> None:
    page = hand.page
    await page.go(f"{hand.service.url}/r/{hand.room.code}")
    assert QUESTION in await page.until("Your name"), "who came by the code reads it first"
    await hand.picture("join")
    await hand.join("Ada")
    assert QUESTION in await page.text()
    await hand.open()
    assert QUESTION in await page.until("Round 1.")
    buttons = "[...document.querySelectorAll('form button:not(.key)')].map((b) => b.innerText)"
    assert await page.run(buttons) == ["Guess"], "one button sends"
    assert await hand.press("1", "5", "0") == "15", "no digit goes past 100"
    assert await hand.press("Delete", "0", "0") == "100"
    assert await hand.press("0") == "100"
    await hand.press("Delete", "Delete", "Delete")
    assert await hand.press("0", "3", "3") == "33"
    low = "document.querySelector('form button:not(.key)').getBoundingClientRect().bottom"
    assert await page.run(low) <= SMALL[1], "it can be tapped without scrolling"
    await hand.picture("keypad")
    await hand.send()
    await page.until("Your guess 33 is in")
    await page.until("Change it")
    assert await page.run(buttons) == ["Change it"]
    assert await page.run(low) <= SMALL[1]
    await hand.picture("sent")
    assert await hand.press("2") == "2", "the first key replaces what was sent"
    assert await hand.press("1") == "21"
    await hand.send()
    await page.until("Your guess 21 is in")
    await page.run("document.getElementById('guess').focus()")
    await page.send("Input.insertText", text="7")
    assert await page.run(VALUE) == "7", "so does the first one of a keyboard"
    await page.send("Input.insertText", text="55")
    assert await page.run(VALUE) == "7", "and it does not go past 100 either"


def test_the_keypad(phone: Any) -> None:
    phone(keypad)


@contextlib.contextmanager
def wall(hand: Hand) -> Iterator[None]:
    """A window of the teacher that shows the room."""
    line = http.client.HTTPConnection(urlsplit(hand.service.url).netloc, timeout=8)
    bearer = {"Authorization": f"Bearer {hand.room.host}"}
    line.request("GET", f"/api/v1{hand.room.path}/events", headers=bearer)
    reply = line.getresponse()
    reply.readline()
    try:
        yield
    finally:
        line.close()


async def looking_up(hand: Hand) -> None:
    page = hand.page
    await hand.join("Ada")
    await hand.open(seconds=40)
    await page.until("Round 1.")
    left = "document.getElementById('left')"
    told = str(await page.run(f"{left}.innerText"))
    assert told.endswith(" s")
    assert 36 <= int(told.split()[0]) <= 40
    # a clock of this phone that is an hour wrong changes nothing
    await page.run("(() => { const now = Date.now; Date.now = () => now() + 3600000; })()")
    await page.send("Page.reload")
    await page.until("Round 1.")
    assert float(await page.run(f"parseFloat(getComputedStyle({left}).fontSize)")) >= 36
    await page.fill("guess", "20")
    await page.until("Your guess 20 is in")
    await hand.picture("time")
    with wall(hand):
        await hand.post("rounds/1/close")
        told = await page.until("Look at the wall")
        assert "target" not in told
        await page.send("Page.reload")
        assert "target" not in await page.until("Look at the wall")
        await hand.picture("look-up")
        await hand.post("rounds/1/shown")
        await page.until("You win with 20!")
        await hand.picture("result")


def test_the_time_and_the_wall(phone: Any) -> None:
    phone(looking_up)


async def renamed(hand: Hand) -> None:
    page = hand.page
    await hand.join("Rude")
    await hand.post("players/1/name", {"name": "<i>Mia</i>"})
    told = await page.until("Your name is <i>Mia</i> now. The teacher changed it.")
    assert "You are in, <i>Mia</i>." in told
    assert await page.run("document.querySelectorAll('i').length") == 0
    await hand.open()
    await page.until("Round 1.")
    await hand.press("4")
    await hand.post("players/1/name", {"name": "Mia"})
    await page.until("Your name is Mia now.")
    assert await page.run(VALUE) == "4", "what is being typed stays"
    await hand.send()
    await page.until("Your guess 4 is in")
    await hand.post("rounds/1/close")
    await page.until("★ Mia (4)")
    await hand.post("players/1/name", {"name": "Eve"})
    await page.until("★ Eve (4)")
    assert "Mia" not in await page.text(), "nor on the leaderboard"
    await hand.post("players/1/free")
    other = hand.client.post(f"{hand.room.path}/players", {"name": "eve"})
    assert other.plain["player"] == 2
    await page.until("Your name plays on another phone now.")
    await page.until("Your name")
    await hand.picture("another-phone")


def test_a_name_that_the_teacher_changes(phone: Any) -> None:
    phone(renamed)
