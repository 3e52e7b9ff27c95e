"""The cost of the shell: start-up, frames, an idle launcher, memory; measured for `main.py bench`.

Frames are drawn by SDL's software driver at 1280 x 720 and timed as processor time of this process,
so that other work on the machine does not count. The scenes are the ones of attract mode, each with
its mind view open, and the launcher with every miniature running. The cost of the largest screen
beside 1280 x 720 compares averages, measured one after the other.
"""

from __future__ import annotations

import resource
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pygame

from games import catalog
from games.paths import ROOT, python
from games.shell.access.bridge import NumberedTree
from games.shell.access.node import Node
from games.shell.app import FRAME, App
from games.shell.opening import open_game, start_table
from games.shell.shell import Scene
from games.shell.start import open_app
from games.store.files import Store
from games.store.library import Library
from games.store.past import MOST_PAST, PastLog, PastMatch, past_format
from games.store.statistics import MatchResult, SeatResult

# How long each measurement is; chosen by hand.
FRAMES = 600
WARM_UP = 60
SOAK = 10_000
HEARD, HEARD_FRAMES = 40, 15  # turns, and frames of each: one tree is made in so many
IDLE_SECONDS = 5.0
KEPT = 40
LARGEST = (3840, 2160)
"""The largest screen that is common: frames are measured there, too."""
USUAL = (1280, 720)
Row = tuple[str, str, float, str]

_FIRST_FRAME = """
import time
from games.shell.start import open_app
app = open_app({folder!r})
app.push(app.first_scene())
app.frame(1 / 60)
print(time.process_time())
"""

_IDLE = """
import threading, time
from games.shell.start import open_app
app = open_app({folder!r})
app.change_settings(reduced_motion=True)
app.push(app.first_scene())
def watch():
    time.sleep(4)
    before = time.process_time()
    time.sleep({seconds})
    print((time.process_time() - before) / {seconds})
    app.running = False
threading.Thread(target=watch).start()
app.run()
"""


def rows(game: str | None = None) -> Iterator[Row]:
    """Yield rows of (game, label, value, unit); of one `game`, or of the shell and all games."""
    with tempfile.TemporaryDirectory() as folder:
        if game is None:
            yield "shell", "start to first frame, CPU", _run(_FIRST_FRAME, folder), "s"
            idle = _run(_IDLE, f"{folder}/idle", seconds=IDLE_SECONDS)
            yield "shell", "idle launcher without motion, share of a core", 100 * idle, "%"
            took = _archive(Path(folder))
            yield "shell", f"opening the list of {MOST_PAST} matches, CPU", took, "ms"
            yield from keeping(Path(folder))
        app = open_app(folder)
        if game is None:
            yield from _frames(app, "launcher", app.first_scene())
            yield "launcher", "memory of the process", _megabytes(), "MB"
            yield "launcher", f"growth over {SOAK} frames", _growth(app), "MB"
            app.close()
            app = open_app(folder, size=LARGEST)  # soon, so that both are measured at one speed
            yield from _frames(app, "launcher at 3840 x 2160", app.first_scene())
            app.close()
            app = open_app(folder)
        app.push(app.first_scene())  # an arcade whose last scene is popped runs no more
        if game is None:
            worst = 1000 * max(_reactions(app))
            yield "launcher", "from a press to its picture, the slowest of all", worst, "ms"
        for name in catalog.GAMES if game is None else (game,):
            yield from _game(app, name)
        app.close()
        for name in ("launcher", *catalog.GAMES) if game is None else (game,):
            yield from _sizes(folder, name)


def _game(app: App, name: str) -> Iterator[Row]:
    before = time.process_time()
    app.demo = True
    scene = open_game(app, name, None, 1, {}, demo=True)
    app.push(scene)
    app.frame(FRAME)
    yield name, "opening, CPU", time.process_time() - before, "s"
    app.pop()
    yield from _frames(app, name, open_game(app, name, None, 1, {}, demo=True))
    app.demo = False
    yield from _heaviest(app, name)


def _heaviest(app: App, name: str) -> Iterator[Row]:
    """Yield frames of what costs a game the most to draw, and the first of another such table."""
    what, matches = catalog.scene(name).Scene.heaviest()
    for number, (setup, turns, mind) in enumerate(matches):
        table = start_table(app, setup, turns)
        table.mind_view.show(mind)
        if not number:
            for _, told, value, unit in _frames(app, name, table):
                yield name, f"{told}, {what}", value, unit
            continue
        app.push(table)
        before = time.process_time()
        app.frame(FRAME)
        took = 1000 * (time.process_time() - before)
        app.pop()
        yield name, f"the first frame of another, {what}", took, "ms"


def _frames(app: App, name: str, scene: Scene) -> Iterator[Row]:
    app.push(scene)
    times = sorted(_times(app))
    yield name, "frame, median", times[len(times) // 2], "ms"
    yield name, "frame, 99th percentile", times[len(times) * 99 // 100], "ms"
    if app.demo:
        yield from _heard(app, name)
    if len(app.stack) > 1:
        app.pop()


class _Ear:
    """A screen reader for `_heard`: it takes what changes, as the bridge to a system does."""

    asked = True

    def __init__(self) -> None:
        self.tree = NumberedTree()

    def show(self, tree: Node, focused: bool) -> None:
        """Take the next tree."""
        self.tree.changes(tree, False)

    def request(self) -> None:
        """Ask for nothing."""


def _heard(app: App, name: str) -> Iterator[Row]:
    """Yield how much longer a frame of attract mode takes while a screen reader listens.

    Both are measured by turns, since a match goes on.
    """
    ear, took = _Ear(), [0.0, 0.0]
    for turn in range(HEARD):
        for heard in (False, True) if turn % 2 else (True, False):
            app.reader.bridge = ear if heard else None
            app.listening = heard
            took[heard] += sum(_times(app, HEARD_FRAMES, 0))
    app.reader.bridge, app.listening = None, False
    more = 100 * (took[True] / took[False] - 1)
    yield name, "how much longer a frame takes with a screen reader", more, "%"


def _times(app: App, frames: int = FRAMES, warm_up: int = WARM_UP) -> list[float]:
    """Return milliseconds of processor time of each of `frames` frames, after the `warm_up`, which
    fills caches.
    """
    times = []
    for number in range(warm_up + frames):
        pygame.event.pump()
        before = time.process_time()
        app.frame(FRAME)
        if number >= warm_up:
            times.append(1000 * (time.process_time() - before))
    return times


def _sizes(folder: str, name: str) -> Iterator[Row]:
    """Yield the average frame of a game or of the launcher, by its `name`, at 1280 x 720 and on the
    largest screen, and how many times as long that takes.
    """
    took = []
    for size in (USUAL, LARGEST):
        app = open_app(folder, size=size)
        app.push(app.first_scene())
        if name in catalog.GAMES:
            app.demo = True
            app.push(open_game(app, name, None, 1, {}, demo=True))
        times = _times(app)
        took.append(sum(times) / len(times))
        yield name, f"frame at {size[0]} x {size[1]}, average", took[-1], "ms"
        app.close()
    yield name, "how many times as long on the largest screen", took[1] / took[0], "times"


def _reactions(app: App) -> Iterator[float]:
    """Seconds of processor time until the arcade has drawn what a press does, on the way of a
    newcomer: each game in the hall, its page, an opponent further, its match.
    """
    for _ in range(WARM_UP):
        app.frame(FRAME)
    for _ in catalog.GAMES:
        for key in (pygame.K_RETURN, pygame.K_UP, pygame.K_RETURN):
            yield _reaction(app, key)
        app.back_to(app.stack[0])
        yield _reaction(app, pygame.K_DOWN)


def _reaction(app: App, key: int) -> float:
    kinds = (pygame.KEYDOWN, pygame.KEYUP)
    events = [pygame.event.Event(kind, key=key, mod=0, unicode="", scancode=0) for kind in kinds]
    before = time.process_time()
    app.take_events(events)
    app.frame(FRAME)
    return time.process_time() - before


def _archive(folder: Path) -> float:
    """Milliseconds until the rows of `MOST_PAST` finished matches are read, the best of five."""
    seats = (SeatResult("Somebody", "human", 120.5, 1), SeatResult("The sensei", "sensei", 96, 2))
    counters = {"foreseen": 11, "forecasts": 25, "rounds": 25}
    options = "rounds=25, table=classic"
    won = MatchResult(
        "karate", "sensei", "won", options, 25, 120.5, 96.0, counters=counters, seats=seats
    )
    library = Library(Store(folder / "archive"))
    player = library.create("Somebody").id
    for number in range(MOST_PAST):
        ended = f"2026-01-31T12:{number // 60:02d}:{number % 60:02d}+00:00"
        row = PastMatch(f"m{number}", ended, won, number, 25, agents={1: "0123456789abcdef"})
        library.store.save(
            library.archive.file(player, "karate", row.key),
            past_format("karate"),
            PastLog(row, "a match\n"),
        )
    library.archive.finished(player, "karate")  # makes the index
    took = []
    for _ in range(5):
        fresh = Library(Store(folder / "archive"))
        before = time.process_time()
        fresh.archive.finished(player, "karate")
        took.append(1000 * (time.process_time() - before))
    return min(took)


def keeping(folder: Path) -> Iterator[Row]:
    """Yield the time that a frame waits for the disk: to keep a turn before it is shown, and to
    save.

    By the clock, since a save waits until the disk has it.
    """
    library = Library(Store(folder / "keeping"))
    player, matches = library.create("Somebody").id, library.matches
    turn = "0:parry-kick 1:parry-punch 1!1f0e3dad99908345-00112233445566778899aabbccddeeff"
    turns, saves = [], []
    for number in range(KEPT):
        text = f"a match {number}\n" + f"{turn}\n" * 250  # 20 kB
        before = time.perf_counter()
        matches.keep(player, "karate", text, "m", (), "one", "0" * 32)
        saves.append(1000 * (time.perf_counter() - before))
        found = matches.newest(player, "karate")
        assert found is not None
        tail = matches.tail(player, "karate", found.kept, text)
        for _ in range(25):
            before = time.perf_counter()
            tail.add(turn)
            turns.append(1000 * (time.perf_counter() - before))
    for what, took in (("keeping a turn before it is shown", turns), ("saving a match", saves)):
        took.sort()
        yield "shell", f"{what}, median", took[len(took) // 2], "ms"
        yield "shell", f"{what}, 99th percentile", took[len(took) * 99 // 100], "ms"


def _growth(app: App) -> float:
    """Return megabytes gained over the second of two runs; in the first the caches fill."""
    before = 0.0
    for _ in range(2):
        before = _megabytes()
        for _ in range(SOAK):
            pygame.event.pump()
            app.frame(FRAME)
    return _megabytes() - before


def _megabytes() -> float:
    """Return the memory that the process holds now, where the system reports it; else the most it
    ever held.
    """
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize() / 1e6
    except (OSError, ValueError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def _run(code: str, folder: str, **values: float) -> float:
    """Return the number that a program prints, run by itself from the project's folder."""
    text = f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{code.format(folder=folder, **values)}"
    with tempfile.TemporaryDirectory() as place:
        file = Path(place, "measured.py")
        file.write_text(text, encoding="utf-8")
        command = python(str(file))
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])
