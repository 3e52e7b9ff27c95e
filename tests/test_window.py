"""A real window on a virtual screen, driven by real clicks and keys from outside.

Needs Xvfb and xdotool; run with `pytest -m window`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from games.paths import ROOT

pytestmark = pytest.mark.window


@pytest.fixture
def screen() -> Iterator[dict[str, str]]:
    """The environment of a virtual screen of 1400 x 900."""
    with virtual_screen("1400x900") as environment:
        yield environment


@contextmanager
def virtual_screen(size: str) -> Iterator[dict[str, str]]:
    """The environment of a virtual screen of this size, with nothing on it."""
    for tool in ("Xvfb", "xdotool"):
        assert shutil.which(tool), f"{tool} is not installed; apt-get install xvfb xdotool"
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as number:
        display = f":{number.readline().strip()}"
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SDL_VIDEO")}
    try:
        yield {**environment, "DISPLAY": display, "SDL_AUDIODRIVER": "dummy"}
    finally:
        server.terminate()
        server.wait()


def xdotool(environment: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        ["xdotool", *words], env=environment, capture_output=True, text=True, timeout=30
    )
    return done.stdout.strip()


def start(environment: dict[str, str], folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "main.py", *words, "--data-dir", str(folder)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def find_window(environment: dict[str, str]) -> str:
    for _ in range(300):
        found = xdotool(environment, "search", "--class", "main.py")
        if found:
            return found.splitlines()[-1]
        time.sleep(0.1)
    raise AssertionError("No window of the arcade appeared within 30 seconds.")


def geometry(environment: dict[str, str]) -> tuple[int, int, int, int]:
    """Left, top, width and height of the arcade's window on the screen."""
    for _ in range(50):
        window = find_window(environment)
        text = xdotool(environment, "getwindowgeometry", "--shell", window)
        found = dict(line.split("=") for line in text.splitlines())
        if "HEIGHT" in found:  # else it was just being opened anew
            return int(found["X"]), int(found["Y"]), int(found["WIDTH"]), int(found["HEIGHT"])
        time.sleep(0.1)
    raise AssertionError("The window of the arcade tells no place within 5 seconds.")


def press(environment: dict[str, str], *keys: str, pause: float = 0.5) -> None:
    for key in keys:
        xdotool(environment, "key", key)
        time.sleep(pause)


def test_a_match_of_numbers_is_played_with_keys(screen: dict[str, str], tmp_path: Path) -> None:
    """Sixty keys from the command line's way in, then the result is on the disk."""
    process = start(screen, tmp_path, "play", "numbers", "--option", "keys=60")
    window = find_window(screen)
    xdotool(screen, "windowfocus", "--sync", window)
    time.sleep(1.5)
    for number in range(60):
        press(screen, str(number % 4 + 1), pause=0.12)
    time.sleep(3)
    saved = list(tmp_path.glob("profiles/*/statistics.json"))
    process.terminate()
    process.wait(timeout=10)
    assert len(saved) == 1, process.stderr.read() if process.stderr else ""
    assert '"numbers"' in saved[0].read_text()


def test_the_launcher_opens_a_game_by_mouse_and_quits_by_keys(
    screen: dict[str, str], tmp_path: Path
) -> None:
    """Five keys of the first start, a click on the picture, Enter to play, a kick, Esc to pause."""
    process = start(screen, tmp_path)
    window = find_window(screen)
    xdotool(screen, "windowfocus", "--sync", window)
    time.sleep(1.5)
    press(screen, "1", "2", "3", "4", "2", pause=0.8)
    time.sleep(1.5)
    press(screen, "Escape", pause=1.5)  # to the hall; Enter would play on in Numbers
    assert '"welcomed":true' in (tmp_path / "settings.json").read_text()
    xdotool(screen, "mousemove", "--window", window, "300", "320", "click", "1")
    time.sleep(1)
    press(screen, "Return", "2", pause=1.5)
    press(screen, "Escape", pause=1)
    assert process.poll() is None
    assert list(tmp_path.glob("profiles/*/match-karate*.json")), "pausing keeps the match"
    process.terminate()  # SDL turns it into the event of closing the window
    assert process.wait(timeout=10) == 0


@pytest.mark.parametrize("managed", [False, True])
@pytest.mark.parametrize("size", ["640x480", "800x600", "1280x720", "2560x1440"])
def test_the_window_lies_on_the_screen_and_fills_it_on_request(
    size: str, managed: bool, tmp_path: Path
) -> None:
    """With and without a window manager, for a new player."""
    if managed and shutil.which("openbox") is None:
        pytest.skip("openbox is not installed; apt-get install openbox")
    wide, high = map(int, size.split("x"))
    with virtual_screen(size) as environment:
        quiet = {"env": environment, "stderr": subprocess.DEVNULL}
        manager = subprocess.Popen(["openbox"], **quiet) if managed else None  # type: ignore[call-overload]
        time.sleep(1.0)
        process = start(environment, tmp_path, "play", "karate")
        window = find_window(environment)
        time.sleep(1.5)
        left, top, width, height = geometry(environment)
        assert min(left, top) >= 0
        assert left + width <= wide
        assert (height + 40 if managed else top + height) <= high, "a title bar has room, too"
        assert (width, height) == (1920, 1080) or size != "2560x1440"
        xdotool(environment, "windowfocus", "--sync", window)
        press(environment, "F11", pause=2.5)
        assert geometry(environment) == (0, 0, wide, high)
        process.terminate()
        assert process.wait(timeout=10) == 0
        if manager is not None:
            manager.terminate()
            manager.wait()
