"""From the sign to six phones in a room, the packages fetched on the way, in a fresh environment.

    python -m pytest -m wheel -s tests/games/guess/classroom/test_starting_minute.py

prints the seconds of each step. It needs an index of packages and a browser.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from games.paths import ROOT
from tests.support.browser import browsing, program
from tests.support.guess_service import NEEDED

pytestmark = [pytest.mark.wheel, NEEDED]
AIM: Final = 60.0
NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
TEACHER: Final = """
import json, sys, time
from pathlib import Path
from games.guess.classroom.page import ClassPage
from games.guess.classroom.room_page import RoomPage
from games.guess.classroom.starting import end_service
from tests.support.hands import Rig, push_button

folder = Path(sys.argv[1])
begun = time.monotonic()
longest = 0.0

def say(what, **more):
    print(json.dumps({"what": what, "seconds": time.monotonic() - begun, **more}), flush=True)

def soon(holds):
    global longest
    while not holds():
        assert time.monotonic() - begun < 240, rig.app.toasts.texts
        before = time.monotonic()
        rig.frames()
        longest = max(longest, time.monotonic() - before)
        time.sleep(0.02)

rig = Rig(folder)
page = rig.show(ClassPage(rig.app))
say("sign")
push_button(page, "Get packages")
soon(lambda: page.able or page.problem)
assert page.able, page.problem
say("packages")
push_button(page, "Open a room")
soon(lambda: isinstance(rig.app.top, RoomPage) and rig.app.top.now.code is not None)
room = rig.app.top
say("room", url=room.now.code.url)
try:
    soon(lambda: room.now.room.players == 6 and len(room.now.names or ()) == 6)
    say("six", longest=longest)
finally:
    end_service(folder)
"""


def fresh(folder: Path) -> Path:
    """The Python of a new environment with what play needs, and no more."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True, capture_output=True)
    found = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    words = [str(found), "-m", "pip", "install", "-q", "-r", "requirements.txt"]
    subprocess.run(words, check=True, cwd=ROOT, capture_output=True)
    return found


async def join(url: str, folder: Path) -> None:
    """Six phones open the address of the code and give their names."""
    async with browsing(folder) as browser:

        async def one(name: str) -> None:
            page = await browser.page(360, 640)
            await page.go(url)
            await page.until("Your name", 20)
            await page.fill("name", name)
            await page.until(f"You are in, {name}", 20)

        await asyncio.gather(*map(one, NAMES))


def test_from_the_sign_to_six_phones(tmp_path: Path) -> None:
    program()
    python = fresh(tmp_path / "fresh")
    drawn = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    teacher = subprocess.Popen(
        [str(python), "-c", TEACHER, str(tmp_path / "data")],
        cwd=ROOT, env={**os.environ, **drawn, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert teacher.stdout is not None
    took: dict[str, float] = {}
    longest = 0.0
    with teacher.stdout as lines:
        for line in lines:
            if not line.startswith("{"):
                continue
            told = json.loads(line)
            took[told["what"]] = told["seconds"]
            longest = told.get("longest", 0.0)
            if told["what"] == "room":
                begun = time.monotonic()
                asyncio.run(join(told["url"], tmp_path / "browser"))
                print(f"six phones took {time.monotonic() - begun:.1f} s, the browser's start too")
    assert teacher.wait(30) == 0
    print(", ".join(f"{what} after {seconds:.1f} s" for what, seconds in took.items()))
    print(f"the longest frame took {longest:.3f} s")
    assert took["six"] < AIM
    assert longest < 0.5, "no frame waits for pip or for the network"
