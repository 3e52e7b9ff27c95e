"""A session that plays in a process of its own and tells what it does, until somebody kills it.

The process is a fork of this one, so that it need not load everything again; it never comes back.
Its clock is injected: seconds are those of the arcade's frames, and pass as quickly as they can.
"""

from __future__ import annotations

import hashlib
import os
import select
import signal
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import IO, Final, NamedTuple

from games import catalog, log
from games.core import CHANCE, Turn
from games.session.session import SAVE_EVERY
from games.shell.app import App
from games.shell.input import Press
from games.shell.pages.result import ResultPage
from games.shell.pages.setup import SetupPage
from games.shell.table import Table
from games.store.disk import Files
from games.store.files import Store
from games.store.library import Library
from tests.support.hands import choose, key, push_button, unseen
from tests.support.homes import ARROWS, arcade, open_table
from tests.support.sweep import drawn_from

FIRST_TOLD: Final = 60.0
"""Seconds within which a process has to tell something."""
AT_ONCE: Final = 0.5
"""A save that is due comes with the next frame: so long may that be."""


class Told(NamedTuple):
    """What a session says of itself after a frame; `line` is a digest of the turns so far."""

    seconds: float
    match_id: str
    turns: int
    finished: int
    line: str


# -- in the process ------------------------------------------------------------------------


class Slow:
    """Writes that dwell in the middle and before each renaming, where a kill would hurt most."""

    @staticmethod
    def write(files: Files, file: IO[bytes], blob: bytes) -> None:
        file.write(blob[: len(blob) // 2])
        file.flush()
        time.sleep(0.001)
        file.write(blob[len(blob) // 2 :])

    @staticmethod
    def replace(files: Files, source: Path, target: Path) -> None:
        time.sleep(0.001)
        os.replace(source, target)


def play_on(folder: Path, game: str, quick: bool, seed: int, say: IO[str]) -> None:
    """Play a game again and again, quick with a key every 0.15 to 0.9 s, slow with all settled."""
    Files.write, Files.replace = Slow.write, Slow.replace  # type: ignore[method-assign, assignment]
    rng, seconds, finished = Random(seed), 0.0, 0
    with arcade(folder) as app, unseen(app):
        table = _begin(app, game)
        while True:
            step = rng.uniform(0.15, 0.9) if quick else rng.choice((0.1, 0.5, 0.5))
            _move(app, table, quick, rng)
            seconds += step
            app.frame(step)
            if isinstance(app.top, ResultPage):
                finished += 1
                app.back_to(app.stack[0])
                table = open_table(app, game)
            elif app.top is not table:
                say.write(f"lost {type(app.top).__name__}\n")
                return
            match_id = table.session.keeping.match_id
            line = digest(table.match.turns)
            told = (f"{seconds:.3f}", match_id, len(table.match.turns), finished, line)
            say.write(" ".join(map(str, told)) + "\n")


def _begin(app: App, game: str) -> Table:
    """Continue the match that waits, or begin one."""
    app.push(app.doors.setup(app, game, None))
    page = app.top
    if isinstance(page, SetupPage) and page.saved is not None:
        push_button(page, "Continue")
        if isinstance(app.top, Table):
            return app.top
    app.back_to(app.stack[0])
    return open_table(app, game)


def _move(app: App, table: Table, quick: bool, rng: Random) -> None:
    """Make a move if there is one to make; quick, by a key that does not wait for anything."""
    if quick and table.choice_boxes and table.setup.game in ("karate", "numbers"):
        app.guard(app.top.handle, Press(f"choice_{rng.randint(1, 4)}"))
        return
    if quick:
        table.skip()
    seat = table.waiting_for_person
    if seat is None:
        return
    move = rng.choice(list(islice(table.match.legal(seat), 50)))
    if move in ARROWS:
        key(app, ARROWS[move])
    else:
        choose(table, move)


class Playing:
    """A process that plays; `told` is what it has said so far."""

    def __init__(self, folder: Path, game: str, quick: bool, seed: int) -> None:
        reading, writing = os.pipe()
        self.game, self.before = game, counted_before(Library(Store(folder)), game)
        self.pid = os.fork()
        if self.pid == 0:
            code = 1
            try:
                os.close(reading)
                with os.fdopen(writing, "w", buffering=1) as say, drawn_from(seed):
                    play_on(folder, game, quick, seed, say)
                code = 0
            finally:
                os._exit(code)
        os.close(writing)
        self._say = os.fdopen(reading)
        self.told: list[Told] = []

    def listen(self, lines: int) -> None:
        """Wait until it has said so many lines more; raises `AssertionError` where it ends."""
        for _ in range(lines):
            ready = select.select([self._say], [], [], FIRST_TOLD)[0]
            line = self._say.readline() if ready else ""
            assert line.endswith("\n"), f"{self.game}: it stopped by itself after {self.told[-1:]}"
            self._take(line)

    def _take(self, line: str) -> None:
        seconds, match_id, turns, finished, shown = line.split()
        self.told.append(Told(float(seconds), match_id, int(turns), int(finished), shown))

    def kill(self) -> None:
        """Kill it as nothing can be helped, and hear what it had said until then."""
        os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        assert os.WIFSIGNALED(status), "it had ended before"
        for line in self._say:
            if line.endswith("\n"):
                self._take(line)
        self._say.close()

    def due(self) -> int:
        """How many turns of the last match have to be kept: those played long enough ago."""
        last = self.told[-1]
        long_ago = last.seconds - SAVE_EVERY - AT_ONCE
        own = [t for t in self.told if t.match_id == last.match_id and t.seconds <= long_ago]
        return max((t.turns for t in own), default=0)


# -- afterwards ----------------------------------------------------------------------------


def matches_of(library: Library, game: str) -> int:
    """How many finished matches of a game are counted for the player of now."""
    player = library.current
    return sum(r.matches for r in library.statistics(player.id).of(game)) if player else 0


def archived(library: Library, game: str) -> int:
    """How many finished matches of a game are there for the player of now, all of them whole."""
    player = library.current
    if player is None:
        return 0
    rows = library.archive.finished(player.id, game)
    assert all(library.archive.read(player.id, game, row.key) for row in rows)
    return len(rows)


def counted_before(library: Library, game: str) -> int:
    """How many matches are counted before a session, one less where the first is one of them.

    That is so where the session before was killed when its result was kept and its match not yet
    removed: it is continued, ends once more, and counts once.
    """
    player = library.current
    saved = None if player is None else library.matches.newest(player.id, game)
    if player is None or saved is None:
        return matches_of(library, game)
    again = saved.which in library.statistics(player.id).finished
    return matches_of(library, game) - again


def kept_keys(library: Library, game: str) -> tuple[str, ...]:
    """The keys of all matches of a game that wait for the player of now."""
    player = library.current
    return () if player is None else library.matches.keys(player.id, game)


def digest(turns: Sequence[Turn]) -> str:
    """What tells a line of turns from any other."""
    return hashlib.sha256(repr([tuple(turn) for turn in turns]).encode()).hexdigest()[:16]


def kept_line(library: Library, game: str, match_id: str) -> list[Turn] | None:
    """The turns of a match that are kept, None where it is not kept at all."""
    player, found = library.current, []
    assert player is not None
    for place in library.matches.keys(player.id, game):
        saved = library.matches.read(player.id, game, place)
        if saved is not None and saved.which == match_id:
            found.append(log.decode(saved.text).turns)
    return max(found, key=len, default=None)


def is_over(library: Library, match_id: str) -> bool:
    """Whether a match has its result on the disk."""
    player = library.current
    return player is not None and match_id in library.statistics(player.id).finished


def opening(game: str) -> int:
    """How many turns chance alone makes before anybody is to choose."""
    rules, turns = catalog.rules(game), 0
    state = rules.new(catalog.spec(game).params())
    while rules.to_act(state) == (CHANCE,):
        state, _ = rules.apply(state, {CHANCE: rules.chance(state)[0][0]})
        turns += 1
    return turns


def check_kept(folder: Path, playing: Playing, others: Sequence[Playing] = ()) -> str:
    """What was played long enough ago is there, and what was finished is counted.

    `others` played in windows beside.
    """
    library = Library(Store(folder))
    game, last = playing.game, playing.told[-1]
    counted = matches_of(library, game) - playing.before
    finished = sum(one.told[-1].finished for one in (playing, *others) if one.game == game)
    if not others:
        assert counted >= finished, f"{counted} of {finished} finished are counted"
    kept = archived(library, game)
    assert kept >= matches_of(library, game), f"{kept} matches are there of those that count"
    due, line = playing.due(), kept_line(library, game, last.match_id)
    turns = None if line is None else len(line)
    if is_over(library, last.match_id):  # killed on the way from the last turn to the next match
        due = 0
    if due <= opening(game):  # nobody has chosen anything yet
        due = 0
    if due:
        assert turns is not None, f"{game}: nothing is kept of {due} turns of {last}"
        assert turns >= due, f"{turns} turns are kept of {due} that were played long ago"
    if line is not None and not is_over(library, last.match_id):
        shown = digest(line[: last.turns])
        assert shown == last.line, f"{game}: what was shown last of {last} is not what is kept"
    assert library.store.take_notices() == (), game
    assert not list(folder.rglob("*.bad-*"))
    return "kept" if due else "too early"
