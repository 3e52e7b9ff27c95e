"""Two phones in a real browser: they join, guess, change, one reloads, and both see the close.

With GUESS_PICTURES set to a folder, what they show is saved there.
"""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

from games.guess.service.events import MOST_OF_ONE
from tests.support.browser import Browser, Page, browsing, program
from tests.support.guess_phones import Line, head
from tests.support.guess_service import (
    NEEDED,
    Client,
    RunningService,
    open_room,
    open_round,
    running,
)

pytestmark = [pytest.mark.service, NEEDED]
SIZES = ((360, 640), (1280, 720))
NARROW = ((320, 568), (390, 844))


async def lesson(service: RunningService, client: Client, folder: Path, pictures: Path) -> Browser:
    room = open_room(service, client, title="Class 7b")
    url = f"{service.url}/r/{room.code}"
    async with browsing(folder) as browser:
        small, large = [await browser.page(*size) for size in SIZES]
        names = ("Ada", "<b>Bob</b>")
        for page, name in zip((small, large), names, strict=True):
            begun = time.monotonic()
            await page.go(url)
            await page.until("Your name")
            print(f"{name}: can join after {time.monotonic() - begun:.2f} s")
            await page.picture(pictures / f"join-{name[-2:-1]}.png")
            await page.fill("name", name)
            await page.until(f"You are in, {name}")
        open_round(client, room)
        for page, guess in ((small, "33"), (large, "50")):
            await page.until("Round 1.")
            await page.fill("guess", guess)
            await page.until(f"Your guess {guess} is in")
        await page_and_reload(small, pictures)
        await large.fill("guess", "20")
        await large.until("Your guess 20 is in")
        await small.picture(pictures / "open-small.png")
        await large.picture(pictures / "open-large.png")
        client.post(f"{room.path}/rounds/1/close", {}, room.host)
        told = [await page.until("Leaderboard") for page in (small, large)]
        await asyncio.sleep(0.3)
        await small.picture(pictures / "closed-small.png")
        await large.picture(pictures / "closed-large.png")
        for text in told:
            assert "the target 17.67" in text
            assert "★ <b>Bob</b> (20)" in text
        assert "Rank 2 of 2 with 33" in told[0]
        assert "You win with 20!" in told[1]
        assert await small.run("document.documentElement.scrollWidth") <= 360
        assert await small.run("location.href") == url
        open_round(client, room)
        await small.until("Round 2.")
    return browser


async def page_and_reload(page: Page, pictures: Path) -> None:
    """A phone that is loaded anew is where it was, with its guess."""
    await page.send("Page.reload")
    await page.until("Change it")
    assert await page.run("document.getElementById('guess').value") == "33"
    await page.until("Your guess 33 is in")


async def refused(
    service: RunningService, client: Client, folder: Path, pictures: Path
) -> tuple[list[str], Browser]:
    """A phone whose address has all its listeners: it asks now and then, and then listens again.

    The host then removes it, and it joins under another name.
    """
    room = open_room(service, client)
    told = []
    others = [Line(service.url, "127.0.0.1") for _ in range(MOST_OF_ONE)]
    statuses = [(await head(await line.send("GET", f"/api/v1{room.path}/events")))[0]
                for line in others]  # fmt: skip
    assert set(statuses) == {200}
    async with browsing(folder) as browser:
        page = await browser.page(*NARROW[0])
        await page.go(f"{service.url}/r/{room.code}")
        await page.until("Your name")
        await page.fill("name", "Rude")
        await page.until("You are in, Rude")
        number = await asyncio.to_thread(open_round, client, room)
        told.append(await page.until("Round 1.", 15))
        await page.fill("guess", "20")
        await page.until("Your guess 20 is in")
        for line in others:
            line.close()
        await asyncio.to_thread(client.post, f"{room.path}/rounds/{number}/close", {}, room.host)
        await page.until("You win with 20!", 15)
        await asyncio.sleep(7)  # longer than any pause
        await asyncio.to_thread(open_round, client, room)
        begun = time.monotonic()
        await page.until("Round 2.", 15)
        told.append(f"{time.monotonic() - begun:.2f}")
        await page.fill("guess", "21")
        await page.until("Your guess 21 is in")
        assert client.delete(f"{room.path}/players/1", room.host).status == 200
        told.append(await page.until("removed from this room"))
        await page.picture(pictures / "removed-320.png")
        assert await page.run("document.documentElement.scrollWidth") <= NARROW[0][0]
        await page.send("Page.reload")
        await page.until("Your name")
        await page.fill("name", "Polite")
        await page.until("Round 2.")
        assert await page.run("document.getElementById('guess').value") == ""
        await page.fill("guess", "22")
        await page.until("Your guess 22 is in")
    assert client.get(room.path).plain["round"]["count"] == 1
    return told, browser


def test_a_phone_that_may_not_listen_and_is_removed(tmp_path: Path) -> None:
    program()
    pictures = Path(os.environ.get("GUESS_PICTURES", str(tmp_path)))
    with running(tmp_path / "data", rate=400) as service:
        client = service.client()
        told, browser = asyncio.run(refused(service, client, tmp_path / "browser", pictures))
    assert float(told[1]) < 2, "it listens again: it hears of a round at once"
    assert "Your name" in told[2]
    # what was refused stands in the browser's own list, and nothing else does
    assert all("503" in one or "401" in one for one in browser.problems), browser.problems
    assert any("503" in one for one in browser.problems)


async def without_script(service: RunningService, client: Client, folder: Path) -> None:
    """A form is sent before the script has come; the script then goes on from there."""
    room = open_room(service, client)
    async with browsing(folder) as browser:
        page = await browser.page(*SIZES[0])
        await page.send("Emulation.setScriptExecutionDisabled", value=True)
        await page.go(f"{service.url}/r/{room.code}")
        await page.until("Your name")
        await page.send("Emulation.setScriptExecutionDisabled", value=False)
        await page.fill("name", "Ada")
        await page.until("You are in, Ada. Wait for the first round.")
    assert client.get(room.path).plain["players"] == 1


def test_a_form_that_was_quicker_than_the_script(
    client: Client, service: RunningService, tmp_path: Path
) -> None:
    program()
    asyncio.run(without_script(service, client, tmp_path / "browser"))


async def keypad(service: RunningService, client: Client, folder: Path) -> list[str]:
    """What the field of a phone shows after each of some keys of its own keypad."""
    room = open_room(service, client)
    shown = []
    async with browsing(folder) as browser:
        page = await browser.page(*SIZES[0])
        await page.go(f"{service.url}/r/{room.code}")
        await page.until("Your name")
        await page.fill("name", "Ada")
        await page.until("You are in, Ada")
        open_round(client, room)
        await page.until("Round 1.")

        async def press(sign: str) -> None:
            pressed = f"document.querySelector('[aria-label=\"{sign}\"]').click()"
            await page.run(pressed)
            shown.append(str(await page.run("document.getElementById('guess').value")))

        for sign in "150":
            await press(sign)
        await page.fill("guess", "33")
        await page.until("Your guess 33 is in")
        for sign in ("2", "1"):
            await press(sign)
        await page.fill("guess", "100")
        await page.until("Your guess 100 is in")
        await press("Delete")
        await page.run("document.getElementById('guess').focus()")
        await page.send("Input.insertText", text="9")
        shown.append(str(await page.run("document.getElementById('guess').value")))
    return shown


def test_the_keypad_replaces_a_sent_guess_and_keeps_to_the_range(
    client: Client, service: RunningService, tmp_path: Path
) -> None:
    program()
    shown = asyncio.run(keypad(service, client, tmp_path / "browser"))
    assert shown == ["1", "15", "15", "2", "21", "10", "10"]


def test_two_phones(client: Client, service: RunningService, tmp_path: Path) -> None:
    program()
    pictures = Path(os.environ.get("GUESS_PICTURES", str(tmp_path)))
    browser = asyncio.run(lesson(service, client, tmp_path / "browser", pictures))
    assert browser.problems == []
