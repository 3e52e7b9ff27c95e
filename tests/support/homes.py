"""A home with something of every kind of file in it, ways to damage it, and a visit to it.

The home is made by the arcade itself: two players, matches that wait in every game, statistics,
best scores, what was learned, trained weights with their card. A visit opens the arcade there,
goes where a player goes, and looks whether anything was lost on the way.
"""

from __future__ import annotations

import json
import os
import shutil
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
import pygame

from games import arrays, catalog, log
from games.fields import BadSave
from games.session.starting import check_log
from games.shell.app import App
from games.shell.opening import open_game
from games.shell.pages.before.choices import MatchChoices
from games.shell.pages.setup import SetupPage
from games.shell.start import open_app
from games.shell.table import Table
from games.weights import FOLDER
from tests.support.cases import case, person_in
from tests.support.hands import choose, filmed_whole, key, push_button, unseen
from tests.support.onward import open_played
from tests.support.store_samples import envelope, mutated_bytes, mutated_data
from tests.support.trained import give

Home = Mapping[str, bytes]
"""The files of a home, by their paths in it."""

ARROWS: Final = {
    "up": pygame.K_UP,
    "right": pygame.K_RIGHT,
    "down": pygame.K_DOWN,
    "left": pygame.K_LEFT,
}
"""Moves that are keys, where a person walks."""


# -- hands for any game --------------------------------------------------------------------


@contextmanager
def arcade(folder: Path, faults: list[str] | None = None) -> Iterator[App]:
    """The arcade at its launcher, on data in a folder; `faults` takes what raised, as text."""
    app = open_app(str(folder))
    app.sound.close()
    log_fault = app.log_fault

    def keep(fault: BaseException) -> str:
        if faults is not None:
            faults.append("".join(traceback.format_exception(fault)))
        return log_fault(fault)

    app.log_fault = keep  # type: ignore[method-assign]
    try:
        app.push(app.first_scene())
        yield app
    finally:
        app.close()


def open_table(app: App, game: str, short: bool = True) -> Table:
    """A new match of a game at a table on top, with a person in a seat."""
    found = case(game)
    options = found.short if short else {}
    table = open_game(app, game, found.opponent, None, options, False, person_in(game))
    app.push(table)
    return table


def own_turns(table: Table) -> int:
    """How many turns of the match so far a person has had a part in."""
    people = set(table.session.people)
    return sum(any(seat in people for seat, _ in turn) for turn in table.match.turns)


def play_turns(app: App, table: Table, turns: int, rng: Random, most: int = 400) -> int:
    """Play so many turns of a person, as far as the match goes; returns how many were played."""
    before = own_turns(table)
    for _ in range(most * turns):
        if own_turns(table) - before >= turns or app.top is not table:
            break
        table.skip()
        seat = table.waiting_for_person
        if seat is not None and not table.session.chosen:
            move = rng.choice(list(islice(table.match.legal(seat), 50)))
            if move in ARROWS:
                key(app, ARROWS[move])
            else:
                choose(table, move)
        app.frame(0.5 if table.session.clock is None else 1 / table.session.clock.rate)
    return own_turns(table) - before


def make_home(folder: Path) -> dict[str, bytes]:
    """A home in a new folder, made by playing; returns its files."""
    rng = Random(5)
    with arcade(folder) as app, unseen(app):
        app.change_settings(window_width=640, window_height=480)  # drawn and faded more quickly
        bea, ada = app.library.create("Bea"), app.library.create("Ada")
        for player, games in ((bea, ("karate", "numbers")), (ada, catalog.GAMES)):
            app.change_settings(last_profile=player.id, mute=True)
            app.library.switch(player.id)
            for game in games:
                seed = rng.getrandbits(19)
                known = case(game)
                if known.ends:
                    options = known.short
                    table = open_played(app, game, known.opponent, seed, options, known.opening)
                    play_turns(app, table, 2000, rng)
                    app.back_to(app.stack[0])
                MatchChoices(app, game).remember()
                table = open_table(app, game, short=False)
                play_turns(app, table, 6, rng)
                app.back_to(app.stack[0])
            app.library.add_score(player, "tracker", "loops", 12.5)
    give(folder, "ur/linear+", {"games": 7})
    return files_in(folder)


def files_in(folder: Path) -> dict[str, bytes]:
    """What lies in a folder: plain files by their paths in it, without logs."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "log.txt"
    }


def lay(folder: Path, home: Home) -> None:
    """Let a folder hold a home and nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, blob in home.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(blob)


# -- damage --------------------------------------------------------------------------------

KINDS: Final = (
    *("settings", "profile", "statistics", "scores", "match", "setup", "learned", "card"),
)
"""The kinds of files that are damaged: all that a home holds but weights."""


def names_of(home: Home, kind: str) -> list[str]:
    """The files of one kind, those of the player who plays first."""
    if kind == "card":
        return [name for name in home if name.startswith(FOLDER) and name.endswith(".json")]
    last = json.loads(home["settings.json"])["data"]["last_profile"]
    found = [
        name for name in home if name.endswith(".json") and name.rpartition("/")[2].startswith(kind)
    ]
    return sorted(found, key=lambda name: (last not in name, name))


def game_in(name: str) -> str:
    """The game that the name of a file names, as in match-ur.json, or ""."""
    return next(iter(name.rpartition("/")[2].removesuffix(".json").split("-")[1:]), "")


def damaged(kind: str, blob: bytes, rng: Random) -> bytes:
    """A file with accidents of its bytes, or with other data under a checksum that fits."""
    if rng.random() < 0.2:
        return mutated_bytes(blob, rng)
    if kind == "card":
        return json.dumps(mutated_data(json.loads(blob), rng)).encode()
    whole = json.loads(blob)
    data = whole["data"]
    if kind in INSIDE and rng.random() < 0.75:
        part = "arrays" if kind == "learned" else "text"
        changed = INSIDE[kind](data[part], rng)
        return envelope(kind, {**data, part: changed}, whole["version"])
    for _ in range(rng.randint(1, 2)):
        data = mutated_data(data, rng)
    return envelope(kind, data, whole["version"])


def other_match(text: str, rng: Random) -> str:
    """The text of a match with something in it that was not played so, or cannot be."""
    head, *lines = text.rstrip("\n").split("\n")
    for _ in range(rng.randint(1, 2)):
        at = rng.randrange(len(lines) + 1)
        way = rng.randrange(8)
        if way == 0:
            plain = mutated_data(json.loads(head), rng)
            head = json.dumps(plain) if isinstance(plain, dict) else head
        elif way == 1:
            head = _other_head(head, rng)
        elif way == 2:
            lines[at:at] = [rng.choice(_LINES)]
        elif way == 3:
            del lines[at : at + rng.randint(1, 3)]
        elif way == 4:
            lines[at:at] = lines[: rng.randint(1, 9)]
        elif way == 5:
            lines[at : at + 1] = [line.replace("0:", "1:") for line in lines[at : at + 1]]
        elif way == 6:
            rng.shuffle(lines)
        else:
            broken = mutated_bytes("\n".join([head, *lines]).encode(), rng)
            return broken.decode("utf-8", "replace")
    return "\n".join([head, *lines])


def _other_head(head: str, rng: Random) -> str:
    """The first line of a match with something else in it; one that lost its parts stays."""
    plain = json.loads(head)
    seats = plain.get("seats")
    whole = isinstance(seats, list) and isinstance(plain.get("params"), dict)
    whole = whole and all(isinstance(seat, dict) for seat in seats)
    return rng.choice(_HEADS)(plain, rng) if whole else head


_LINES: Final = ("*:0", "0:1", "0:kick 1:kick", "999999x 0:1 1:1", "0:1 1:1", "0:up", "5:x")
_LINES_MORE = ("0:pass", "1:pass", "*:seen", "*:cell3", "*:99999", "0:" + "x" * 64, "-1:2", "0:0")
_LINES = (*_LINES, *_LINES_MORE, "0:punch 1:kick 1!1-" + "0" * 32, "2x 0:1 0:1", "0:1 1:1 7!ff-x")


def _head_with(**changes: Any) -> Callable[[dict[str, Any], Random], str]:
    return lambda head, rng: json.dumps({**head, **changes})


def _head_of_agent(head: dict[str, Any], rng: Random) -> str:
    names = ["nobody", "perfect", "net", "human", "demo", "judge", "sensei", "random:x=1", "a" * 90]
    names += ["lookahead+-2-penalize-start", "sensei:level=none", "../x", "expectimax:depth=99"]
    for seat in head["seats"]:
        if rng.random() < 0.6:
            seat["agent"] = rng.choice(names)
    return json.dumps(head)


def _head_of_start(head: dict[str, Any], rng: Random) -> str:
    for seat in head["seats"]:
        text = seat.get("start")
        usable = isinstance(text, str) and text
        seat["start"] = other_arrays(text if usable else '{"a":{"dtype":"<f8"}}', rng)
    return json.dumps(head)


def _head_of_params(head: dict[str, Any], rng: Random) -> str:
    strange = [0, -1, 1e300, 10**18, "", "x", True, 3, "loops", "classic", "\n#.#\n"]
    for name in list(head["params"]) or ["x"]:
        if rng.random() < 0.4:
            head["params"][name] = rng.choice(strange)
    return json.dumps(head)


_HEADS: Final = (
    _head_of_agent,
    _head_of_agent,
    _head_of_start,
    _head_of_start,
    _head_of_params,
    _head_with(seats=[]),
    _head_with(seed=-(1 << 62)),
    _head_with(version=2, practice=True),
    _head_with(version=3),
    _head_with(game="ur"),
)


def other_arrays(text: str, rng: Random) -> str:
    """Learned text with arrays that cannot be, or that can be and hold anything."""
    try:
        found = arrays.arrays_from_text(text)
    except ValueError:
        found = {"a": np.zeros(3)}
    if found and rng.random() < 0.5:
        name = rng.choice(sorted(found))
        found[name] = other_array(found[name], rng)
        if rng.random() < 0.2:
            found.pop(rng.choice(sorted(found)))
        return arrays.arrays_to_text(found)
    plain = json.loads(arrays.arrays_to_text(found))
    for name in sorted(plain)[:: rng.randint(1, 3)]:
        key = rng.choice(("dtype", "shape", "shape", "data", "zlib", "name"))
        strange = {"dtype": _DTYPES, "shape": _SHAPES}.get(key, _DATA)
        if key == "name":
            plain[rng.choice(("x", "", "é", name + "2"))] = plain.pop(name)
        else:
            plain[name][key] = rng.choice(strange)
    told = json.dumps(plain)
    if rng.random() < 0.3:
        told = mutated_bytes(told.encode(), rng).decode("utf-8", "replace")
    return told


_DTYPES: Final = ("O", "V8", "<U99999999", "m8[ns]", "M8", "(2,3)f8", "f8,i4", "<c16", "?", "<f2")
_DTYPES = (*_DTYPES, "S3", "", "f", "<i8", "{", "<U0", ">f8", "float64, (10**9,)f8", "x" * 500)
_SHAPES: Final = ([1e400], [-1], [-1, -1], [10**20], ["4"], [[2]], [], None, 3, [0], [0, 0], [True])
_SHAPES = (*_SHAPES, [1] * 40, [2**31, 2**33], [float("nan")])
_DATA: Final = ("", "AAAA", "A" * 4096, "eJwDAAAAAAE=", "%%%", None, 7, [], "é", "AAAAAAAA+H8=")


def other_array(array: Any, rng: Random) -> Any:
    ways: list[Callable[[], Any]] = [
        lambda: np.full(array.shape, np.nan),
        lambda: np.full(array.shape, np.inf),
        lambda: np.full(array.shape, -1e308),
        lambda: np.full(array.shape, 1e308),
        lambda: np.full(array.shape, -(1 << 62)),
        lambda: array.reshape(-1),
        lambda: array.reshape(1, -1),
        lambda: np.atleast_1d(array)[:0],
        lambda: np.zeros(()),
        lambda: array.astype(np.float32) if array.dtype.kind in "biuf" else array,
        lambda: array.astype(np.uint8) if array.dtype.kind in "biuf" else array,
        lambda: np.concatenate([array.reshape(-1)] * 2),
        lambda: np.array(["x", "no such name"]),
        lambda: np.zeros(array.shape, dtype=bool),
    ]
    with np.errstate(all="ignore"):
        return rng.choice(ways)()


INSIDE: Final = {"match": other_match, "setup": other_match, "learned": other_arrays}
"""Files that hold text of another format, which has checks of its own."""

THINGS: Final = ("directory", "empty", "loop", "pipe", "huge", "none")
"""What may stand in the place of a file."""


def put_thing(path: Path, thing: str) -> None:
    """Put something that is no file of ours in the place of one."""
    path.unlink(missing_ok=True)
    if thing == "directory":
        path.mkdir()
        (path / "inside").write_bytes(b"x")
    elif thing == "empty":
        path.write_bytes(b"")
    elif thing == "loop":
        path.symlink_to(path.name)
    elif thing == "pipe":
        os.mkfifo(path)
    elif thing == "huge":
        with path.open("wb") as file:
            file.truncate(1 << 33)


# -- a visit -------------------------------------------------------------------------------


def visit(
    folder: Path,
    game: str,
    rng: Random,
    drawn: bool = False,
    then: str | None = None,
    player: str = "",
) -> str:
    """Open the arcade, continue or play a game, keep or end it, and begin another, of `then`.

    Who plays is `player`, by identity, if there is one. Returns "continued" or "played"; raises
    `AssertionError` where anything went wrong.
    """
    faults: list[str] = []
    with arcade(folder, faults) as app, nullcontext() if drawn else unseen(app):
        app.frame(1 / 60)
        found = app.library.current
        if player and (found is None or found.id != player):
            app.library.switch(player)
        fate = _take_up(app, game, faults)
        _use(app, rng)
        assert not faults, faults[0]
        look_round(app, rng)
        table = open_table(app, then or game)
        assert play_turns(app, table, 1, rng) == 1, "the game cannot be played any more"
    assert not faults, faults[0]
    assert app.exit_code == 0
    return fate


def _take_up(app: App, game: str, faults: list[str]) -> str:
    """Have a table on top: a match that waits, or a new one."""
    app.push(app.doors.setup(app, game, None))
    page = app.top
    assert isinstance(page, SetupPage), faults
    app.frame(1 / 60)
    if page.saved is not None:
        push_button(page, "Continue")
    if isinstance(filmed_whole(app), Table):
        return "continued"
    app.back_to(app.stack[0])
    open_table(app, game)
    return "played"


def _use(app: App, rng: Random) -> None:
    """Play a little at the table on top, and end or leave the match."""
    table = app.top
    assert isinstance(table, Table)
    play_turns(app, table, rng.randint(1, 2), rng)
    if app.top is table and rng.random() < 0.5:
        table.finish_now()
    app.frame(1 / 60)
    app.guard(app.back_to, app.stack[0])


def look_round(app: App, rng: Random) -> None:
    """Open the pages of the players or the settings, of statistics, and of trained weights."""
    from games.shell.pages.statistics import StatisticsScene

    profile = app.profile
    door = rng.choice((app.doors.players, app.doors.settings))
    app.push(door(app))
    app.frame(1 / 60)
    app.pop()
    if profile is not None:
        app.push(StatisticsScene(app, profile))
        app.frame(1 / 60)
        app.pop()
    app.push(app.doors.setup(app, "ur", None))
    app.frame(1 / 60)
    app.pop()


def is_sound(kind: str, name: str, blob: bytes) -> bool:
    """Whether a damaged file holds what the arcade may read after all, by its own readers."""
    from games.store import chosen, profiles, statistics

    game = game_in(name)
    forms: dict[str, Any] = {
        "settings": profiles.SETTINGS,
        "profile": profiles.profile_format(name.split("/")[1] if "/" in name else ""),
        "statistics": statistics.STATISTICS,
        "scores": statistics.SCORES,
        "match": profiles.match_format(game),
        "setup": chosen.CHOSEN,
        "learned": profiles.learned_format(game),
    }
    try:
        value = forms[kind].decode(blob)
        if kind == "match":
            check_log(log.decode(value.text), game)
    except (BadSave, ValueError):
        return False
    return True


def kept(folder: Path, blob: bytes) -> bool:
    """Whether some file in a folder still has these bytes."""
    return any(found == blob for found in files_in(folder).values())
