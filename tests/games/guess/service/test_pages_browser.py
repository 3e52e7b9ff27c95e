"""Two phones in a real browser: they join, guess, change, one reloads, and both see the close.

With GUESS_PICTURES set to a folder, what they show is saved there.
"""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

from tests.support.browser import Browser, Page, browsing, program
from tests.support.guess_service import NEEDED, Client, Running, open_room, open_round

pytestmark = [pytest.mark.service, NEEDED]
SIZES = ((360, 640), (1280, 720))


async def lesson(service: Running, client: Client, folder: Path, pictures: Path) -> Browser:
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


async def without_script(service: Running, client: Client, folder: Path) -> None:
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
    client: Client, service: Running, tmp_path: Path
) -> None:
    program()
    asyncio.run(without_script(service, client, tmp_path / "browser"))


def test_two_phones(client: Client, service: Running, tmp_path: Path) -> None:
    program()
    pictures = Path(os.environ.get("GUESS_PICTURES", str(tmp_path)))
    browser = asyncio.run(lesson(service, client, tmp_path / "browser", pictures))
    assert browser.problems == []
