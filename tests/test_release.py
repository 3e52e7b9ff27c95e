"""The release: icons and the `.desktop` file everyday; with `lab` the programs, made and used."""

from __future__ import annotations

import configparser
import json
import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ai.lab import VERSION
from games import catalog
from tests import release

FIRST_FRAME = 3.0
MOST_BYTES = 80 * 10**6
"""Of the one file."""
PNG = b"\x89PNG\r\n\x1a\n"
LEFT_OUT = {"antigravity", "this", "turtle", "turtledemo", "tkinter", "_tkinter", "idlelib"}
LEFT_OUT |= {"ensurepip", "lib2to3"}
LIBRARY = f"""
import importlib, os, sys
found = []
for name in sorted(sys.stdlib_module_names - {LEFT_OUT!r}):
    if not name.startswith(("_test", "_xx", "xx")) and name != "test":
        try:
            importlib.import_module(name)
            found.append(name)
        except ImportError:
            pass
print(*found)
"""
DESK = """
import json, sys
import open_mind_arcade
from games import catalog, log
from games.child import Child
from games.core import Log, Seating

desk = Child("ai.numbers.desk")
desk.send({"op": "none"})
worker = Child("ai.worker")
seats = Seating("nash"), Seating("random")
match = Log("karate", catalog.spec("karate").params({}), 5, seats, [])
worker.send({"op": "start", "log": log.encode(match), "seats": [0, 1], "weights": ""})
limit = {"nodes": 1, "seconds": None, "mind": False}
worker.send({"op": "run", "turns": 3, "limit": limit})
print(desk.take(30.0)["op"], [worker.take(30.0)["ran"] for _ in range(4)])
desk.close(), worker.close()
"""
HANGS = """
import os, time
def choose(view, legal, rng):
    import decimal, numpy, sqlite3
    with open("process.new", "w") as file:
        file.write(str(os.getpid()))
    os.rename("process.new", "process")
    time.sleep(600)
"""
Ask = Callable[..., str]


@pytest.fixture(scope="module")
def pictures() -> Mapping[int, bytes]:
    return release.icon()


def test_the_icon_is_drawn_in_each_size(pictures: Mapping[int, bytes]) -> None:
    for size, png in pictures.items():
        assert png.startswith(PNG)
        assert struct.unpack(">2I", png[16:24]) == (size, size)
    assert len(set(pictures.values())) == len(release.ICON_SIZES)


def test_icons_of_windows_and_macos_hold_the_pictures(pictures: Mapping[int, bytes]) -> None:
    found = release.ico(pictures)
    kind, count = struct.unpack("<2H", found[2:6])
    assert (kind, count) == (1, sum(size <= 256 for size in pictures))
    for row in range(count):
        width, *_, length, place = struct.unpack("<4B2H2I", found[6 + 16 * row : 22 + 16 * row])
        assert found[place : place + length] == pictures[width or 256]
    found = release.icns(pictures)
    assert (found[:4], struct.unpack(">I", found[4:8])[0]) == (b"icns", len(found))
    place, sizes = 8, []
    while place < len(found):
        (length,) = struct.unpack(">I", found[place + 4 : place + 8])
        sizes.append(struct.unpack(">I", found[place + 24 : place + 28])[0])
        assert found[place + 8 : place + length] == pictures[sizes[-1]]
        place += length
    assert sizes == list(release.APPLE)


@pytest.mark.parametrize(
    ("system", "name"), [("win32", "ico"), ("darwin", "icns"), ("linux", "png")]
)
def test_each_system_gets_its_form_of_the_icon(
    system: str, name: str, pictures: Mapping[int, bytes], tmp_path: Path
) -> None:
    file = release.icon_file(pictures, tmp_path, system)
    assert file.suffix == f".{name}"
    assert file.read_bytes()[:4] in (b"\0\0\1\0", b"icns", PNG[:4])


def test_the_desktop_file_names_the_program_and_its_icon(
    pictures: Mapping[int, bytes], tmp_path: Path
) -> None:
    release.lay_desktop(tmp_path, pictures)
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(tmp_path / f"share/applications/{release.NAME}.desktop", encoding="utf-8")
    entry = parser["Desktop Entry"]
    assert (entry["Type"], entry["Name"], entry["Exec"]) == (
        "Application",
        release.TITLE,
        release.NAME,
    )
    assert entry["Categories"].endswith(";")
    for size, png in pictures.items():
        path = f"share/icons/hicolor/{size}x{size}/apps/{entry['Icon']}.png"
        assert (tmp_path / path).read_bytes() == png


# -- the programs ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make all; return the folder with wheel, folder and one file."""
    for name in ("PyInstaller", "hatchling"):
        pytest.importorskip(name)
    out = tmp_path_factory.mktemp("release")
    release.make(out)
    return out


@pytest.fixture(params=["one file", "folder"])
def program(request: pytest.FixtureRequest, made: Path) -> Path:
    ending = ".exe" if sys.platform == "win32" else ""
    folder = made if request.param == "one file" else made / f"{release.NAME}-{VERSION}"
    return folder / f"{release.NAME}{ending}"


def surroundings(folder: Path) -> dict[str, str]:
    """An environment in which no Python is found, and no screen."""
    (folder / "data").mkdir(exist_ok=True)
    return {
        "PATH": "",
        "HOME": str(folder),
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "OPEN_MIND_ARCADE_DATA": str(folder / "data"),
        **{name: os.environ[name] for name in ("TMPDIR", "SYSTEMROOT") if name in os.environ},
    }


@pytest.fixture
def answer_to(program: Path, tmp_path: Path) -> Ask:
    def ask(*words: str | Path, code: int = 0) -> str:
        command, given = [program, *words], surroundings(tmp_path)
        done = subprocess.run(
            command, cwd=tmp_path, env=given, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == code, done.stderr
        return done.stdout + done.stderr

    return ask


@pytest.mark.lab
def test_programs_play(answer_to: Ask, tmp_path: Path) -> None:
    assert answer_to("--version") == f"Open Mind Arcade {VERSION}\n"
    found = json.loads(answer_to("games", "--json"))["games"]
    assert [game["id"] for game in found] == list(catalog.GAMES)
    answer_to(*["play", "karate", "--demo", "--frames", "90", "--screenshot", "karate.png"])
    assert (tmp_path / "karate.png").stat().st_size > 10_000
    assert "Only a checkout" in answer_to(*["train", "karate", "--ship"], code=2)
    assert answer_to("games", "--help").startswith(f"usage: {release.NAME} games ")


@pytest.mark.lab
def test_programs_work_on_two_processes(answer_to: Ask) -> None:
    arena = [
        "arena",
        "karate",
        "--agents",
        "nash,random",
        "--games",
        "90",
        "--option",
        "rounds=10",
        "--jobs",
    ]
    one, two = (answer_to(*arena, jobs).splitlines()[:4] for jobs in "12")
    assert one[1].startswith("  nash v random: ")
    assert one[:3] == two[:3]


@pytest.mark.lab
def test_programs_start_workers_and_desks(answer_to: Ask, tmp_path: Path) -> None:
    (tmp_path / "desk.py").write_text(DESK)
    assert answer_to("--as-python", tmp_path / "desk.py") == "error [0, 1, 2, 3]\n"


@pytest.mark.lab
def test_programs_play_a_bot_and_have_the_library_for_it(answer_to: Ask, tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(answer_to("bot", "karate"))
    found = json.loads(
        answer_to(*["bot", "karate", "--check", "mybot.py", "--games", "4", "--json"])
    )
    assert (found["sentences"], found["repeatable"]) == ([], True)
    order = tmp_path / "order.py"  # of a set of texts, which hashes order
    order.write_text("print(*{'a', 'b', 'c', 'd', 'e', 'f', 'g'})")
    assert answer_to("--as-python", "-P", order) == answer_to("--as-python", "-P", order)
    (tmp_path / "library.py").write_text(LIBRARY)
    here = subprocess.run([sys.executable, tmp_path / "library.py"], capture_output=True, text=True)
    there = answer_to("--as-python", "-P", tmp_path / "library.py")
    assert set(there.split()) >= set(here.stdout.split()) > {"sqlite3", "asyncio", "decimal"}


@pytest.mark.lab
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a bot sees its input end")
def test_a_bot_ends_with_a_program_that_is_killed(program: Path, tmp_path: Path) -> None:
    (tmp_path / "hangs.py").write_text(HANGS)
    words = [
        "arena",
        "karate",
        "--agents",
        "bot:hangs.py,random",
        "--games",
        "1",
        "--bot-seconds",
        "60",
    ]
    arcade = subprocess.Popen([program, *words], cwd=tmp_path, env=surroundings(tmp_path))
    file = tmp_path / "process"
    wait_for(file.exists)
    bot = Path("/proc", file.read_text())
    assert bot.exists()
    arcade.send_signal(signal.SIGKILL)
    arcade.wait()
    wait_for(lambda: not bot.exists() or "State:\tZ" in (bot / "status").read_text())


def wait_for(found: Callable[[], bool], seconds: float = 30.0) -> None:
    until = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.lab
@pytest.mark.skipif(sys.platform == "win32", reason="times of children are not known there")
def test_programs_show_their_first_frame_soon(answer_to: Ask) -> None:
    """By processor time, so that other work on the machine does not count."""
    took = []
    for _ in range(3):
        before = os.times()
        answer_to("play", "karate", "--demo", "--frames", "1")
        after = os.times()
        user = after.children_user - before.children_user
        took.append(user + after.children_system - before.children_system)
    assert min(took) < FIRST_FRAME


@pytest.mark.lab
def test_the_one_file_stays_small(made: Path) -> None:
    found = {path.name: release.size_of(path) for path in made.iterdir()}
    assert len(found) == 3
    assert all(size > 10**7 for size in found.values())
    assert (
        next(found[path.name] for path in made.glob(f"{release.NAME}*") if path.is_file())
        < MOST_BYTES
    )
