"""A headless chromium, driven through its debugging port by the extra's own client."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import shutil
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest


def program() -> str:
    """The browser, or a skip that says what is missing."""
    found = shutil.which("chromium")
    if found is None:
        pytest.skip("chromium is not installed (Debian's package chromium)")
    return found


class Page:
    """One page with storage of its own: what it shows, and what is typed into it."""

    def __init__(self, browser: Browser, session: str, context: str) -> None:
        self._browser, self._session, self.context = browser, session, context

    async def send(self, method: str, **params: object) -> Any:
        """A command to the page."""
        return await self._browser.send(method, self._session, **params)

    async def run(self, script: str) -> Any:
        """The value of a script in the page."""
        found = await self.send(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    async def text(self) -> str:
        """What the page says."""
        return str(await self.run("document.body ? document.body.innerText : ''"))

    async def until(self, words: str, seconds: float = 8.0) -> str:
        """Wait until the page says these words; returns all that it says."""
        deadline, told = time.monotonic() + seconds, ""
        while time.monotonic() < deadline:
            told = await self.text()
            if words in told:
                return told
            await asyncio.sleep(0.03)
        raise AssertionError(f"{words!r} is not in {told!r}")

    async def go(self, url: str) -> None:
        """Open an address."""
        await self.send("Page.navigate", url=url)

    async def fill(self, field: str, value: str) -> None:
        """Type into a field by its id, and press Enter."""
        await self.run(f"document.getElementById('{field}').focus()")
        await self.run(f"document.getElementById('{field}').value = ''")
        await self.send("Input.insertText", text=value)
        for kind in ("keyDown", "keyUp"):
            await self.send(
                "Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", text="\r",
                windowsVirtualKeyCode=13,
            )  # fmt: skip

    async def picture(self, path: Path) -> None:
        """Save what it shows as a PNG."""
        found = await self.send("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(found["data"]))


class Browser:
    """A browser that runs."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self.problems: list[str] = []
        """What pages complained of: scripts that failed, files that did not come."""

    async def listen(self) -> None:
        """Hand replies to who waits for them."""
        async for message in self._socket:
            told = json.loads(message.data)
            waiting = self._waiting.pop(told.get("id", 0), None)
            if waiting is not None and not waiting.done():
                waiting.set_result(told)
            elif told.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self._complain(told["params"])

    def _complain(self, params: dict[str, Any]) -> None:
        """Keep a complaint; what the browser only remarks (`info`: a field was quicker) is none."""
        if params.get("entry", {}).get("level") not in ("info", "verbose"):
            self.problems.append(json.dumps(params)[:600])

    async def send(self, method: str, session: str = "", **params: object) -> Any:
        """A command to the browser or to a page."""
        number = next(self._numbers)
        waiting = self._waiting[number] = asyncio.get_running_loop().create_future()
        told = {"id": number, "method": method, "params": params}
        await self._socket.send_json(told | ({"sessionId": session} if session else {}))
        found = await asyncio.wait_for(waiting, 15)
        assert "error" not in found, (method, found)
        return found["result"]

    async def page(self, width: int, height: int) -> Page:
        """A new page of that size, as of another phone."""
        context = (await self.send("Target.createBrowserContext"))["browserContextId"]
        target = await self.send("Target.createTarget", url="about:blank", browserContextId=context)
        attached = await self.send(
            "Target.attachToTarget", targetId=target["targetId"], flatten=True
        )
        page = Page(self, attached["sessionId"], context)
        for domain in ("Page", "Runtime", "Log"):
            await page.send(f"{domain}.enable")
        await page.send(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip
        return page


@asynccontextmanager
async def browsing(folder: Path) -> AsyncIterator[Browser]:
    """A browser with its data in a folder, ended afterwards."""
    import aiohttp

    words = [program(), "--headless=new", "--remote-debugging-port=0", "--no-sandbox"]
    words += ["--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={folder}"]
    words += ["--no-first-run", "--disable-background-networking", "--disable-component-update"]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    port = folder / "DevToolsActivePort"
    deadline = time.monotonic() + 30
    while not (port.exists() and port.read_text().count("\n") >= 1):
        assert time.monotonic() < deadline, "chromium did not start"
        await asyncio.sleep(0.1)
    number, path = port.read_text().split("\n")[:2]
    try:
        async with (
            aiohttp.ClientSession() as client,
            client.ws_connect(f"ws://127.0.0.1:{number}{path}", max_msg_size=1 << 25) as socket,
        ):
            browser = Browser(socket)
            listening = asyncio.create_task(browser.listen())
            yield browser
            listening.cancel()
    finally:
        process.terminate()
        process.wait(10)
