"""The shell under storms of events, floods, odd windows, faults of scenes, and long runs.

`pytest -m sweep tests/games/shell/test_app_storms.py` sends the long storms.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import mmap
import os
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from games import catalog
from games.numbers.scene import Scene as Numbers
from games.paths import ROOT
from games.shell.app import App
from games.shell.draw import canvas
from games.shell.draw.canvas import fit
from games.shell.draw.made import MadeTexts, SurfaceCache
from games.shell.draw.sprites import SpriteCache
from games.shell.pages.overlays import Card
from games.shell.pages.result import ResultPage
from games.shell.widgets.form import Form, Widget
from tests.support.replays import thinking_here
from tests.support.storms import SCENES, Arcade, Storm, rage
from tests.support.storms import game as game_of
from tests.support.sweep import Sweep, Try, row

SHELL = ROOT / "games" / "shell"
EACH_STORM = 2_000
"""Events of one storm in the sweeps; everyday it has a tenth."""
SETTLING_FRAMES, SOAK_FRAMES = 2_500, 12_500
"""Frames of one scene until its memory has settled, and in all: the slope is that of 10,000."""
LIVING = [*catalog.GAMES, *(f"{game} demo" for game in catalog.GAMES), "launcher", "replay"]
LIVING += ["karate endless", "numbers endless", "ur training", "tournament"]
"""What changes by itself for as long as it is shown: 24 scenes, 300,000 frames in all."""
FULL_SPEED = 600
"""Seconds that each game plays itself without a pause between frames, in the full tier."""
READINGS = 20
"""How often memory and handles are read in such a run."""
SHORT = {"maze": "loops-16x8", "moves": 40}
FLAGS = {
    "ctf": game_of("ctf", SHORT, ("human", *["gatherer"] * 3)),
    "ctf demo": game_of("ctf", SHORT, ("gatherer",) * 4, demo=True),
}
CLASS = re.compile(r"^class (\w+)\(([^)]*)\):", re.MULTILINE)
ALL_SIZES = [(1, 1), (2, 900), (900, 2), (60, 24), (320, 240), (639, 480), (640, 479), (640, 480)]
ALL_SIZES += [(800, 600), (720, 1280), (1000, 2000), (1280, 720), (2560, 480), (3840, 2160)]


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the disk is what other tests are about."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


@pytest.fixture(autouse=True)
def _thinking_here() -> Iterator[None]:
    """A replay that is stormed starts no process."""
    with thinking_here():
        yield


@pytest.fixture
def arcade(tmp_path: Path, drawings: SpriteCache, brief_miniatures: None) -> Iterator[Arcade]:
    made = Arcade(tmp_path)
    yield made
    made.app.close()


@pytest.fixture
def own_caches(drawings: SpriteCache, monkeypatch: pytest.MonkeyPatch) -> None:
    """Caches as large as those of a player: the tests' shared ones keep 512 MB, and every file."""
    monkeypatch.setattr(canvas, "SpriteCache", SpriteCache)
    monkeypatch.setattr(canvas, "MadeTexts", MadeTexts)
    monkeypatch.setattr(pygame.image, "load", vars(pygame.image.load)["__wrapped__"])


def well(arcade: Arcade) -> None:
    """Nothing has gone wrong, and the arcade still plays."""
    faults = arcade.faults[:]
    arcade.faults.clear()  # what one storm found is not told of the next ones
    assert not faults, faults[0]
    plays(arcade)


def plays(arcade: Arcade) -> None:
    """A game of Numbers can be opened and played."""
    arcade.resize((800, 600))
    arcade.app.change_settings(save=False, bindings={})
    table = arcade.show(SCENES["numbers"])
    assert isinstance(table, Numbers)
    arcade.frames(2)
    arcade.press(pygame.K_1, pygame.K_2)
    assert [dict(turn)[0] for turn in table.match.turns] == ["1", "2"]


# -- storms --------------------------------------------------------------------------------


class TestEverydayStorms:
    """One arcade for many short storms: what one leaves behind, the next has to bear."""

    @pytest.fixture(scope="class")
    @classmethod
    def shared(
        cls, tmp_path_factory: pytest.TempPathFactory, drawings: SpriteCache
    ) -> Iterator[Arcade]:
        made = Arcade(tmp_path_factory.mktemp("shared"))
        yield made
        made.app.close()

    @pytest.mark.usefixtures("brief_miniatures")
    @pytest.mark.parametrize("name", SCENES)
    @row("events", everyday=120, full=22_000, between=EACH_STORM, each=EACH_STORM)
    def test_a_storm_leaves_every_scene_standing(
        self, shared: Arcade, name: str, sweep: Sweep
    ) -> None:
        def check(one: Try) -> str:
            times = rage(shared, SCENES[name], one.each, one.rng.getrandbits(32))
            assert times >= one.each // EACH_STORM + 1
            well(shared)
            return "stood"

        sweep.run(check)


def test_a_scene_that_breaks_in_a_storm_is_seen(
    arcade: Arcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle, handled = Numbers.handle, []

    def break_at_last(table: Numbers, event: Any) -> bool:
        handled.append(event)
        assert len(handled) < 50, "the fiftieth event is too much"
        return handle(table, event)

    monkeypatch.setattr(Numbers, "handle", break_at_last)
    rage(arcade, SCENES["numbers"], EACH_STORM // 4, seed=1)
    with pytest.raises(AssertionError, match="the fiftieth event is too much"):
        well(arcade)


def test_every_scene_of_the_shell_is_among_the_storms() -> None:
    """A scene that is added to the shell has to be added to `SCENES`, too."""
    bases = {"Scene", "Overlay", "Page", "Hooks", "Table", "WatchedTable", "GuidedTable"}
    bases |= {"Workroom", "FramedTable", "Editor", "DayPage", "StripTable"}
    found: set[str] = set()
    for path in sorted(SHELL.rglob("*.py")):
        for name, above in CLASS.findall(path.read_text(encoding="utf-8")):
            if {base.strip() for base in above.split(",")} & bases:
                found.add(name)
    stormed = {"Launcher", "SetupPage", "SettingsScene", "PlayersScene", "StatisticsScene"}
    stormed |= {"NamePage", "HelpPage", "Pause", "Card", "Dialog", "Capture", "ResultPage"}
    stormed |= {"Picker", "Curtain", "DayCard", "Invitation", "SealPage"}
    stormed |= {"AboutPage", "TunePage", "OwnBotsPage", "NotBegun"}
    stormed |= {"KnownPage", "MatchesPage", "OpenPage", "ReplayPage", "FilmProgressCard"}
    stormed |= {"ReviewPage", "ExerciseRoom", "LeagueRoom"}
    reached_from_others = {"LearnedScene", "StillPage", "Rest"}
    assert found - bases == stormed | reached_from_others


def test_a_storm_is_the_same_for_the_same_seed() -> None:
    first, again = (Storm(4, lambda: (1280, 720)).events(500) for _ in range(2))
    assert [event.dict for event in first] == [event.dict for event in again]
    assert len({event.type for event in first}) >= 10


# -- floods --------------------------------------------------------------------------------


def flood(count: int) -> int:
    """Post so many events as a mad device would; returns how many the queue took."""
    storm, taken = Storm(3, lambda: (1280, 720)), 0
    for event in storm.events(200) * (count // 200):
        try:
            taken += bool(pygame.event.post(event))
        except pygame.error:
            continue
    return taken


@pytest.mark.sweep
def test_a_full_queue_is_emptied_and_the_arcade_can_still_be_left(arcade: Arcade) -> None:
    arcade.show(SCENES["numbers"])
    pygame.event.clear()
    taken = flood(70_000)
    assert 50_000 < taken <= 70_000
    arcade.app.take_events(arcade.app._wait())
    assert not arcade.faults, arcade.faults[0]
    arcade.app.running = True
    assert pygame.event.post(pygame.event.Event(pygame.QUIT))
    arcade.app.take_events(arcade.app._wait())
    assert not arcade.app.running
    well(arcade)


def test_quit_behind_a_flood_ends_the_arcade_at_once(
    arcade: Arcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    arcade.show(SCENES["numbers"])
    frames = 0
    frame = arcade.app.frame

    def counted(dt: float) -> None:
        nonlocal frames
        frames += 1
        frame(dt)

    monkeypatch.setattr(arcade.app, "frame", counted)
    pygame.event.clear()
    assert flood(2_000) == 2_000
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert arcade.app.run() == 0
    assert frames <= 2
    assert not arcade.app.stack
    assert not arcade.faults


# -- windows -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ALL_SIZES[::2])
def test_a_window_of_any_size_is_survived(arcade: Arcade, size: tuple[int, int]) -> None:
    arcade.show(SCENES["numbers"])
    arcade.resize(size)
    assert arcade.app.window.get_size() == size
    assert arcade.app.size == fit(size)[:2]
    arcade.frames(2)
    arcade.press(pygame.K_1)
    arcade.resize((1280, 720))
    assert arcade.app.size == (1280, 720)
    well(arcade)


@pytest.mark.sweep
@pytest.mark.parametrize("name", SCENES)
def test_every_scene_is_drawn_in_every_window(arcade: Arcade, name: str) -> None:
    for size in ALL_SIZES:
        arcade.show(SCENES[name])
        arcade.resize(size)
        for larger in (True, False):
            arcade.app.change_settings(save=False, larger_text=larger, high_contrast=larger)
            arcade.frames(3)
            assert out_of_reach(arcade.app) == []
    well(arcade)


def out_of_reach(app: App) -> list[Widget]:
    """The widgets of the top scene that neither are in the window nor can be scrolled there."""
    forms = [form for form in vars(app.top).values() if isinstance(form, Form)]
    width, height = app.size
    found = []
    for form in forms:
        for widget in form.widgets:
            x, y, w, h = widget.box
            aside = x < -1 or x + w > width + 1
            if w and (aside or (form.view is None and (y < -1 or y + h > height + 1))):
                found.append(widget)
    return found


@pytest.mark.parametrize("name", ["launcher", "settings", "players", "ur setup", "picker"])
def test_what_can_be_touched_is_in_the_window(arcade: Arcade, name: str) -> None:
    touched = 0
    for size in ((640, 480), (720, 1280), (3840, 2160)):
        scene = arcade.show(SCENES[name])
        arcade.resize((320, 240))
        arcade.resize(size)
        arcade.frames(2)
        assert out_of_reach(arcade.app) == []
        touched += sum(len(f.widgets) for f in vars(scene).values() if isinstance(f, Form))
    assert touched >= 3 * 2


# -- faults of scenes ----------------------------------------------------------------------


class Raised(Exception):
    """The planted fault."""


HOOKS = ("enter", "layout", "handle", "update", "draw", "next_frame", "leave", "resume")
HOOKS += ("focus_lost",)


def faulty(arcade: Arcade, hook: str) -> Numbers:
    """A game whose hook raises once `armed`."""
    made = SCENES["numbers"](arcade.app)
    assert isinstance(made, Numbers)

    def broken(*_: Any) -> None:
        raise Raised(f"The hook {hook} is broken.")

    setattr(made, hook, broken)
    return made


def provoke(arcade: Arcade, hook: str) -> None:
    """Do what calls every hook, one thing after another, until the hook has raised."""
    app = arcade.app
    lose_focus = pygame.event.Event(pygame.WINDOWFOCUSLOST)
    for act in (
        lambda: app.guard(app.push, faulty(arcade, hook)),
        lambda: arcade.frames(2),
        lambda: arcade.press(pygame.K_1),
        lambda: arcade.press(pygame.K_ESCAPE),
        lambda: arcade.press(pygame.K_ESCAPE),
        lambda: arcade.send(lose_focus),
        lambda: arcade.resize((1000, 700)),
        app._sleep_seconds,
        lambda: app.guard(app.back_to, app.stack[0]),
    ):
        act()
        if arcade.faults:
            break
    arcade.frames(2)


@pytest.mark.parametrize("hook", HOOKS)
def test_a_fault_in_any_hook_leads_back_to_the_launcher(arcade: Arcade, hook: str) -> None:
    app = arcade.app
    provoke(arcade, hook)
    assert arcade.faults
    assert all("Raised" in fault and f"{hook} is broken" in fault for fault in arcade.faults)
    assert app.running
    assert [type(scene).__name__ for scene in app.stack] == ["Launcher", "Card"]
    assert isinstance(app.top, Card)
    assert f"The hook {hook} is broken." in app.top.text
    assert "log.txt" in app.top.text
    assert app.library.store.root is not None
    assert f"{hook} is broken" in (app.library.store.root / "log.txt").read_text()
    arcade.press(pygame.K_RETURN)
    arcade.frames(1)
    assert type(app.top).__name__ == "Launcher"
    plays(arcade)


@pytest.mark.parametrize("hook", ["update", "draw", "leave"])
def test_the_same_fault_again_and_again_is_survived(arcade: Arcade, hook: str) -> None:
    survived = 0
    for _ in range(5):
        arcade.faults.clear()
        provoke(arcade, hook)
        assert arcade.faults
        assert isinstance(arcade.app.top, Card)
        arcade.press(pygame.K_RETURN)
        arcade.frames(2)
        assert arcade.app.running
        assert len(arcade.app.stack) == 1
        survived += 1
    assert survived == 5
    plays(arcade)


@pytest.mark.parametrize("hook", ["update", "draw", "next_frame"])
def test_a_launcher_that_cannot_be_shown_ends_the_arcade_with_a_code(
    arcade: Arcade, hook: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from games.shell.pages.launcher import Launcher

    def broken(*_: Any) -> None:
        raise Raised("The launcher is broken.")

    monkeypatch.setattr(Launcher, hook, broken)
    for _ in range(10):
        if arcade.app.running:
            arcade.frames(1)
            arcade.press(pygame.K_RETURN)
    assert arcade.app.run() == 1
    assert "cannot go on" in capsys.readouterr().err
    assert len(arcade.faults) >= 4


# -- long runs -----------------------------------------------------------------------------


def resident() -> int:
    """Bytes of memory this process holds."""
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def kept_outside_caches() -> int:
    """Bytes of memory this process holds, besides pixels in caches that keep to their bounds.

    A cache may take longer than a whole run to fill. The heap first gives back
    what it has free, for how much that is depends on what was freed last.
    """
    gc.collect()
    with contextlib.suppress(AttributeError, OSError):  # a libc that has no such call
        ctypes.CDLL(None).malloc_trim(0)
    pixels = 0
    for cache in gc.get_objects():
        if isinstance(cache, SurfaceCache):
            assert cache.bytes <= cache.limit
            pixels += cache.bytes
    return resident() - pixels


def held() -> tuple[int, ...]:
    """How many threads, child processes and open files this process has."""
    gc.collect()
    children = 0
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a thread that just ended
            children += len((task / "children").read_text().split())
    return threading.active_count(), children, len(os.listdir("/proc/self/fd"))


@pytest.mark.parametrize("name", LIVING)
@row("frames", everyday=0, full=SOAK_FRAMES, between=5_000, each=SOAK_FRAMES)
def test_memory_is_flat_over_a_long_run(arcade: Arcade, name: str, sweep: Sweep) -> None:
    sweep.run(lambda one: soak(arcade, name, one.each), seconds=600)


@pytest.mark.parametrize("name", [name for name in SCENES if name not in LIVING])
@row("frames of pages", everyday=0, full=5_000, between=5_000, each=5_000)
def test_memory_is_flat_while_a_page_is_shown(arcade: Arcade, name: str, sweep: Sweep) -> None:
    sweep.run(lambda one: soak(arcade, name, one.each), seconds=300)


def soak(arcade: Arcade, name: str, frames: int) -> str:
    """Show a scene for so many frames, its keys pressed now and then; memory has to stay.

    A match keeps what is needed to look at it again, some kilobytes a turn of the flag: short ones
    follow each other there.
    """
    make = FLAGS.get(name, SCENES[name])
    arcade.show(make)
    keys = (pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4)
    readings = []
    for number in range(frames):
        if name in ("karate endless", "numbers endless") and number % 20 == 0:
            arcade.press(keys[number // 20 % 4])
        arcade.frames(1, 1 / 30)
        if name in FLAGS and isinstance(arcade.app.top, ResultPage):
            arcade.show(make)
        if number % 500 == 499:
            gc.collect()
            readings.append(resident())
    assert len(readings) == frames // 500
    settled = (2 if name in FLAGS else 1) * SETTLING_FRAMES // 500  # it begins with its guide
    growth = min(readings[-3:]) - max(readings[settled - 3 : settled])
    assert growth < 1_000_000, " ".join(f"{reading // 1024:,}" for reading in readings)
    assert not arcade.faults, arcade.faults[0]
    return "flat"


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="has no /proc to count in")
@pytest.mark.parametrize("game", catalog.GAMES)
@row("seconds of play at full speed", everyday=0, full=FULL_SPEED, between=0, each=FULL_SPEED)
def test_play_at_full_speed_leaves_memory_and_handles_flat(
    own_caches: None, arcade: Arcade, game: str, sweep: Sweep
) -> None:
    sweep.run(lambda one: play_at_full_speed(arcade, f"{game} demo", one.each), 2 * FULL_SPEED)


def play_at_full_speed(arcade: Arcade, name: str, seconds: float) -> str:
    """Show a game that plays itself for so many seconds, frame after frame without a pause.

    Matches follow each other. The first half settles what is made once: in Ur, caches of shapes
    fill until 350,000 frames have passed. From there on handles and the memory outside of bounded
    caches have to stay.
    """
    make = FLAGS.get(name, SCENES[name])
    arcade.show(make)
    readings, handles, frames = [], [], 0
    start = time.monotonic()
    for number in range(1, READINGS + 1):
        while time.monotonic() < start + seconds * number / READINGS:
            arcade.frames(10, 1 / 30)
            frames += 10
            if isinstance(arcade.app.top, ResultPage):
                arcade.show(make)
        handles.append(held())
        readings.append(kept_outside_caches())
    assert frames > 100
    settled = READINGS // 2
    growth = min(readings[-3:]) - max(readings[settled - 3 : settled])
    told = " ".join(f"{reading // 1024:,}" for reading in readings)
    print(f"{name}: {frames:,} frames in {seconds:.0f} s, kB: {told}, handles {handles[-1]}")
    assert growth < 2_000_000, told
    for kind in zip(*handles, strict=True):  # threads, children, files
        assert min(kind[-3:]) <= max(kind[settled - 3 : settled]), handles
    assert not arcade.faults, arcade.faults[0]
    return "flat"


@pytest.mark.sweep
def test_a_leak_is_seen(arcade: Arcade, monkeypatch: pytest.MonkeyPatch) -> None:
    update, leaked = Numbers.update, []

    def leak(table: Numbers, dt: float) -> None:
        page = mmap.mmap(-1, mmap.PAGESIZE)  # never what another test has let go
        page[0] = 1
        leaked.append(page)
        update(table, dt)

    monkeypatch.setattr(Numbers, "update", leak)
    with pytest.raises(AssertionError):
        soak(arcade, "numbers", 2 * SETTLING_FRAMES)


@pytest.mark.sweep
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="has no /proc to count in")
def test_a_leak_at_full_speed_is_seen(
    own_caches: None, arcade: Arcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kilobyte a frame is enough."""
    frame, leaked = arcade.frames, []

    def leak(count: int, dt: float) -> None:
        leaked.extend(bytearray(b"x" * 1024) for _ in range(count))
        frame(count, dt)

    monkeypatch.setattr(arcade, "frames", leak)
    with pytest.raises(AssertionError, match=r"^[0-9,]+ [0-9, ]+"):
        play_at_full_speed(arcade, "karate demo", 120)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="has no /proc to count in")
@pytest.mark.parametrize("game", catalog.GAMES)
@row("launcher-game-launcher", everyday=2, full=200, between=30, each=200)
def test_going_to_a_game_and_back_leaves_nothing_behind(
    arcade: Arcade, game: str, sweep: Sweep
) -> None:
    sweep.run(lambda one: go_and_come_back(arcade, game, one.each))


PATIENCE = 5.0


def go_and_come_back(arcade: Arcade, game: str, times: int) -> str:
    """From the launcher into a game and back, so often; threads, processes, handles are let go."""
    arcade.home()
    arcade.resize((640, 480))  # drawn more quickly
    arcade.frames(2 * len(catalog.GAMES), 0.1)  # every miniature has come, with its fonts
    base: tuple[int, ...] | None = None
    readings: list[int] = []
    for number in range(times + 2):
        arcade.app.push(SCENES[game](arcade.app))
        arcade.frames(3, 1 / 30)
        arcade.press(pygame.K_1, pygame.K_RETURN)
        arcade.app.guard(arcade.app.back_to, arcade.app.stack[0])
        arcade.frames(2)
        if base is None and number == 1:  # what is made once for all has been made
            base = held()
        if number % 20 == 19:
            gc.collect()
            readings.append(resident())
    deadline = time.monotonic() + PATIENCE  # what was told to end may need a moment
    assert base is not None
    while any(now > before for now, before in zip(held(), base, strict=True)):
        assert time.monotonic() < deadline, (held(), base, threading.enumerate())
        time.sleep(0.05)
    if len(readings) > 5:
        assert min(readings[-3:]) - max(readings[1:4]) < 2_000_000, readings
    assert not arcade.faults, arcade.faults[0]
    return "back"


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="has no /proc to count in")
def test_what_a_game_leaves_behind_is_seen(arcade: Arcade, monkeypatch: pytest.MonkeyPatch) -> None:
    leave, left = Numbers.leave, []

    def leave_open(table: Numbers) -> None:
        left.append(open(os.devnull))  # noqa: SIM115
        leave(table)

    monkeypatch.setattr(Numbers, "leave", leave_open)
    monkeypatch.setitem(globals(), "PATIENCE", 0.0)
    with pytest.raises(AssertionError):
        go_and_come_back(arcade, "numbers", 1)
    for file in left:
        file.close()
