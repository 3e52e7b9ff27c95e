"""A path in a match, a request or a saved file is text, and never opened.

Every option of every game and of every agent is set to names of files: one with a maze in it, a
pipe that would wait for ever, devices, and a share of another machine. A hook sees that none is
opened, looked at or run, wherever such options come in.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pygame
import pytest

from ai.lab import rooms
from ai.lab.analyse import examples, reply
from games import catalog, log
from games.core import Log, Seating
from games.session.archiving import read_match
from games.session.film import FilmedMatch
from games.session.replaying import replay_setup
from games.session.starting import check_log
from games.shell.pages.overlays import Dialog
from games.shell.pages.past import exchange
from games.shell.pages.past.film_progress import take_up
from games.shell.pages.past.matches import MatchesPage
from games.shell.pages.past.replay import ReplayPage
from games.spec import BadOption
from games.store.past import MATCH_FILE
from tests.support.hands import Rig, filmed_whole, push_button
from tests.support.replays import played, thinking_here
from tests.support.touched import BAIT, DEVICES, Touch, watching_files
from tests.test_sweep_archive import whole

GAMES: Final = catalog.GAMES
MAZE: Final = "#####\n#. .#\n#####\n"
SHARES: Final = (
    rf"\\{BAIT}.example\share\x",
    f"//{BAIT}.example/share/x",
    f"~{BAIT}/x",
    f"~/{BAIT}",
)


@pytest.fixture
def baits(tmp_path: Path) -> list[str]:
    """Names that nobody may touch; the first is that of a maze."""
    maze, pipe = tmp_path / f"{BAIT}.txt", tmp_path / f"{BAIT}.pipe"
    maze.write_text(MAZE)
    os.mkfifo(pipe)
    return [str(maze), str(pipe), *DEVICES, *SHARES, BAIT]


@pytest.fixture(scope="module")
def logs() -> dict[str, Log]:
    return {game: played(game, 12) for game in GAMES}


def plain(found: Log) -> tuple[dict[str, Any], str]:
    """The head of a match as JSON has it, and its turns."""
    head, _, turns = log.encode(found).partition("\n")
    return json.loads(head), turns


def options_of_agents(game: str) -> list[tuple[str, str]]:
    """Every agent of a game, also those that are named and not listed, with its options."""
    offer = catalog.offered(game)
    agents = (*offer.agents, *offer.guests, *(offer.models or ()))
    return [(agent.id, option.name) for agent in agents for option in agent.options]


def with_baits(found: Log, baits: list[str]) -> Iterator[tuple[str, str]]:
    """The match with each of its options in turn set to each of the names; what was set, first."""
    spec = catalog.spec(found.game)
    for bait in baits:
        for option in spec.options:
            head, turns = plain(found)
            head["params"][option.name] = bait
            yield f"{option.name}={bait}", f"{json.dumps(head)}\n{turns}"
        for number in range(len(found.seats)):
            for agent, name in (*options_of_agents(found.game), ("human", "name")):
                head, turns = plain(found)
                head["seats"][number] |= {"agent": agent, "options": {name: bait}}
                yield f"{agent}:{name}={bait}", f"{json.dumps(head)}\n{turns}"
            for part in ("agent", "start"):
                head, turns = plain(found)
                head["seats"][number][part] = bait
                yield f"{part} {bait}", f"{json.dumps(head)}\n{turns}"
            for agent in (f"bot:{bait}", f"bot:{Path(bait).name}@12345678"):
                head, turns = plain(found)
                head["seats"][number] |= {"agent": agent, "options": {"bot_options": f"x={bait}"}}
                yield f"agent {agent}", f"{json.dumps(head)}\n{turns}"
        for part in ("game", "format"):
            head, turns = plain(found)
            head[part] = bait
            yield f"{part} {bait}", f"{json.dumps(head)}\n{turns}"


@pytest.mark.parametrize("game", GAMES)
def test_no_option_of_a_match_is_looked_up_on_the_disk(
    game: str, logs: dict[str, Log], baits: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried, played_on = 0, []
    with watching_files(monkeypatch) as touched:
        for what, text in with_baits(logs[game], baits):
            with contextlib.suppress(ValueError, Touch):
                shown = read_match(text.encode())
                setup = replay_setup(shown.log, shown.names)
                FilmedMatch(setup, shown.log.turns).filmed_whole()
                check_log(shown.log, game)
                played_on.append(what)
            assert touched == [], what
            tried += 1
    spec = catalog.spec(game)
    assert tried >= len(baits) * (len(spec.options) + len(options_of_agents(game)) + 2)
    names = {option.name for option in spec.options}
    assert not names & {what.partition("=")[0] for what in played_on}


def test_no_option_looks_anything_up_where_it_is_parsed(
    baits: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the laboratory too: who opens a file opens it where it is used."""
    known = [option for game in GAMES for option in catalog.spec(game).options]
    for game in GAMES:
        offer = catalog.offered(game)
        for agent in (*offer.agents, *offer.guests, *(offer.models or ())):
            known += agent.options
        for room in (rooms.ARENA, rooms.STUDY, rooms.TRAIN):
            with contextlib.suppress(ModuleNotFoundError):  # what the laboratory alone needs
                known += getattr(room.of(game), "OPTIONS", ()) if room.has(game) else ()
    names = {option.name for option in known}
    assert {"layout", "position", "deal", "file", "races"} <= names
    with watching_files(monkeypatch) as touched:
        for option in known:
            for bait in baits:
                with contextlib.suppress(BadOption, catalog.UnknownAgent):
                    option.parse(bait)
                assert touched == [], (option.name, bait)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    """Ada's arcade."""
    with thinking_here():
        made = Rig(tmp_path / "home")
        ada = made.app.library.create("Ada")
        made.app.change_settings(last_profile=ada.id)
        yield made
        while len(made.app.stack) > 1:
            made.app.pop()


HOSTILE: Final = ("tracker layout", "ctf layout", "ctf team", "karate bot")
WAYS: Final = ("paste", "paste a file", "drop", "drop a file", "kept")


def hostile(what: str, logs: dict[str, Log], bait: str) -> Log:
    """A match that has a file for its maze, or for a team."""
    found = logs[what.split()[0]]
    if what.endswith("layout"):
        return dataclasses.replace(found, params={**found.params, "layout": bait})
    strange = Seating("pelita", {"file": bait})
    if what.endswith("bot"):
        strange = Seating(f"bot:{Path(bait).name}@12345678", {"bot_seconds": 1.0})
    seats = [strange if n % 2 else s for n, s in enumerate(found.seats)]
    return dataclasses.replace(found, seats=tuple(seats))


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.parametrize("way", WAYS)
def test_no_way_into_the_window_touches_what_a_match_names(
    rig: Rig,
    logs: dict[str, Log],
    baits: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    way: str,
) -> None:
    found, app = hostile(what, logs, baits[0]), rig.app
    kept, ada = whole(found), app.library.current
    told = {"layout": f"layout={baits[0]}"}.get(what.split()[1], "")
    row = dataclasses.replace(kept.row, result=dataclasses.replace(kept.row.result, options=told))
    kept = dataclasses.replace(kept, row=row)
    text = MATCH_FILE.encode(kept).decode() if way.endswith("file") else log.encode(found)
    file = tmp_path / "elsewhere.match"
    file.write_text(text)
    monkeypatch.setattr(exchange, "from_clipboard", lambda most: text)
    if way == "kept":
        assert ada is not None
        app.library.archive.keep(ada.id, kept)
    with watching_files(monkeypatch) as touched:
        if way.startswith("paste"):
            push_button(rig.show(exchange.OpenPage(app)), "Paste a match")
        elif way.startswith("drop"):
            rig.give(pygame.DROPFILE, file=str(file))
        else:
            assert ada is not None
            push_button(rig.show(MatchesPage(app, ada, found.game)), "Replay")
        opened = isinstance(filmed_whole(app), ReplayPage)
        rig.frames(30, 0.1)
        assert touched == []
    assert not app.failed
    assert opened == (what in ("ctf team", "karate bot")), app.toasts.texts


@pytest.mark.parametrize("what", ["ctf team", "karate bot"])
def test_a_match_of_ones_own_asks_before_its_program_is_looked_at(
    rig: Rig, logs: dict[str, Log], baits: list[str], monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    found = hostile(what, logs, baits[0])
    with watching_files(monkeypatch) as touched:
        assert take_up(rig.app, check_log(found, found.game), rig.app.push)
        assert isinstance(rig.app.top, Dialog)
        rig.frames(10, 0.1)
        assert touched == []


def test_a_match_whose_bot_is_not_among_the_own_ones_is_not_taken_up(
    rig: Rig, logs: dict[str, Log], baits: list[str]
) -> None:
    found = hostile("karate bot", logs, baits[0])
    assert take_up(rig.app, check_log(found, "karate"), rig.app.push)
    asking = rig.app.top
    push_button(asking, "Run it")
    assert "among your bots" in " ".join(rig.app.toasts.texts)
    assert not rig.app.failed


def leaves(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places in plain data where a value stands that holds no others."""
    pairs: list[tuple[Any, Any]] = []
    if isinstance(value, dict | list):
        pairs = list(value.items() if isinstance(value, dict) else enumerate(value))
    if not pairs:
        yield at
    for key, part in pairs[:20]:
        yield from leaves(part, (*at, key))


def replaced(value: Any, at: tuple[Any, ...], new: object) -> Any:
    """A copy of plain data with something `new` at a place."""
    if not at:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[at[0]] = replaced(value[at[0]], at[1:], new)
    return copy


@pytest.mark.parametrize("game", [game for game in GAMES if rooms.ANALYSE.has(game)])
def test_no_request_to_analyse_is_looked_up_on_the_disk(
    game: str, baits: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = rooms.ANALYSE.of(game)
    assert module is not None
    answer, tried = module.analyst(None), 0
    requests = [one.request for one in examples(game)]
    names = [option.name for option in catalog.spec(game).options]
    with watching_files(monkeypatch) as touched:
        for number, request in enumerate(requests):
            bait = baits[number % len(baits)]
            changed = [replaced(request, at, bait) for at in leaves(request)]
            changed += [{**request, name: bait} for name in names]
            changed += [{**request, "options": {name: bait}} for name in names]
            for one in changed:
                reply(answer, json.dumps(one).encode())
                assert touched == [], one
                tried += 1
    assert tried > len(requests)
