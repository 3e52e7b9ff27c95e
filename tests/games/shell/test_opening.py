"""From a kept match to a table: read as the game reads it, however long, or given up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.ur import FITTED
from games import catalog, log, weights
from games.core import Log, Seating, Turn
from games.match import Match
from games.session.session import SAVE_EVERY
from games.session.setup import HUMAN, Setup
from games.shell.app import FRAME, LONGEST_SLEEP, App
from games.shell.opening import (
    SEALED_ANEW,
    continue_match,
    ensure_profile,
    open_game,
    saved_match,
    start_table,
)
from games.shell.pages.before.choices import MatchChoices
from games.shell.pages.result import ResultPage
from games.shell.pages.setup import SetupPage
from games.shell.start import open_app
from games.shell.table import Table
from tests.support.hands import Rig, choose, filmed_whole, push_button
from tests.support.replays import karate, keep
from tests.support.trained import give


def test_options_are_read_as_the_game_reads_them(app: App) -> None:
    keep(app, karate(params={"rounds": "10"}))
    found = saved_match(app, "karate")
    assert found is not None
    assert found.params == {"rounds": 10, "table": "classic"}
    table = continue_match(app, found)
    app.push(table)
    app.frame(FRAME)
    assert isinstance(app.top, Table)
    assert len(table.match.turns) == 1


def put_aside(app: App, identity: str) -> bool:
    """Whether the kept match is still on the disk, under another name."""
    root = app.library.store.root
    assert root is not None
    return any((root / "profiles" / identity).glob("match-karate.json.bad-*"))


@pytest.mark.parametrize(
    "changes",
    [
        {"params": {"rounds": "ten"}},
        {"params": {"colour": "red"}},
        {"seats": (Seating("nash"), Seating("nash"))},
        {"seats": (Seating("nash"), Seating("human"))},
        {"seats": (Seating("human"), Seating("nobody"))},
        {"seats": (Seating("human"), Seating("nash", {"depth": 3}))},
        {"game": "numbers"},
    ],
)
def test_a_match_that_cannot_be_is_given_up_with_a_sentence(
    app: App, changes: dict[str, Any]
) -> None:
    identity = keep(app, karate(**changes))
    assert saved_match(app, "karate") is None
    assert not app.library.matches.any(identity, "karate")
    assert "cannot be continued" in app.toasts.texts[-1]
    assert put_aside(app, identity)


@pytest.mark.parametrize(
    "turn",
    [
        ((0, "punch"), (1, "bite")),
        ((0, "punch"),),
        ((0, "punch"), (1, "kick"), (2, "kick")),
        ((-1, "punch"),),
    ],
)
def test_turns_that_cannot_be_played_are_given_up_on_continuing(app: App, turn: Turn) -> None:
    identity = keep(app, karate(turns=[((0, "punch"), (1, "kick")), turn]))
    page = SetupPage(app, "karate")
    app.push(page)
    push_button(page, "Continue")
    app.frame(FRAME)
    assert app.top is page
    assert page.saved is None
    assert not app.library.matches.any(identity, "karate")
    assert "cannot be continued" in app.toasts.texts[-1]
    assert put_aside(app, identity)


@pytest.mark.parametrize(
    ("turn", "why"),
    [
        (((0, "punch"),), "it is the turn of seats 0 and 1, not of seat 0"),
        (((-1, "punch"),), "it is the turn of seats 0 and 1, not of chance"),
        (((0, "punch"), (1, "kick"), (2, "kick")), "not of seats 0, 1 and 2"),
    ],
)
def test_why_it_cannot_be_is_one_sentence_for_people(app: App, turn: Turn, why: str) -> None:
    keep(app, karate(turns=[turn]))
    page = SetupPage(app, "karate")
    app.push(page)
    push_button(page, "Continue")
    told = app.toasts.texts[-1]
    assert why in told
    assert told.startswith("The unfinished match cannot be continued: it is")
    assert told.endswith("; its file is kept, put aside as .bad.")


LONG = (  # a game, an opponent, the options of an endless match, two moves
    ("karate", "seed-argmax", {"rounds": 0}, ("punch", "kick")),
    ("numbers", "seed", {"keys": 0}, ("1", "4")),
)


@pytest.mark.parametrize("length", [150, 2003])
@pytest.mark.parametrize(("game", "opponent", "params", "moves"), LONG)
def test_a_long_match_goes_on_where_it_was_before_its_first_frame(
    app: App, game: str, opponent: str, params: dict[str, Any], moves: tuple[str, str], length: int
) -> None:
    """One of 2,003 turns was kept when endless matches had no end: it has its own length."""
    turns = [((0, moves[n % 2]), (1, moves[n % 3 % 2])) for n in range(length)]
    seats = (Seating("human"), Seating(opponent))
    profile = app.profile
    assert profile is not None
    found = Log(game, catalog.spec(game).params(params), 5, seats, turns)
    app.library.matches.keep(profile.id, game, log.encode(found))
    kept = app.library.matches.newest(profile.id, game)
    page = SetupPage(app, game)
    app.push(page)
    push_button(page, "Continue")
    table = filmed_whole(app)
    assert isinstance(table, Table)
    assert page not in app.stack
    assert table.match.turns == turns
    assert table.match.over is (length > 2000)
    assert app.library.matches.newest(profile.id, game) == kept
    app.frame(FRAME)
    if length < 2000:
        assert table.waiting_for_person == 0
        table.finish_now()
    assert isinstance(app.top, ResultPage)
    assert app.library.statistics(profile.id).records[0].rounds == length
    assert not app.library.matches.any(profile.id, game)


def test_a_change_begins_from_the_match_before(app: App) -> None:
    table = continue_match(app, karate(params={"rounds": 50, "table": "balanced"}))
    assert isinstance(table, Table)
    before = table.setup
    page = SetupPage(app, "karate", before)
    assert page.choices.seats == ["human", "nash"]
    assert page.choices.params == {"rounds": 50, "table": "balanced"}


def test_attract_mode_reads_and_tells_nothing_of_a_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    arcade = open_app(None, demo=True)
    assert arcade.library.store.root is None
    assert arcade.library.store.take_notices() == ()
    arcade.close()


@pytest.mark.parametrize("glass_box", [False, True])
def test_a_match_is_kept_soon_and_then_the_table_rests(app: App, glass_box: bool) -> None:
    seats = (Seating("human"), Seating("uniform"))
    setup = Setup("numbers", seats, {"keys": 60}, 5, glass_box=glass_box)
    table = start_table(app, setup)
    app.push(table)
    app.frame(FRAME)
    assert choose(table, "1")
    profile = app.profile
    assert profile is not None
    for _ in range(200):
        if table.next_frame() is None:
            break
        app.frame(FRAME)
    for _ in range(round(SAVE_EVERY / LONGEST_SLEEP)):
        assert table.next_frame() is None  # nothing has to be drawn for that
        app.frame(FRAME, LONGEST_SLEEP)
    assert not table.session.unsaved
    assert app.library.matches.any(profile.id, "numbers") is not glass_box


def test_the_window_uses_what_was_trained_in_its_folder_and_a_demo_what_ships(
    tmp_path: Path,
) -> None:
    own = give(tmp_path, "ur/learner+", values=np.arange(16.0))
    for demo, expected in ((False, own), (True, None)):
        app = open_app(str(tmp_path), demo)
        assert weights.chosen() == expected
        app.push(open_game(app, "ur", "learner+", 1, {}, demo))
        assert (FITTED.load() == tuple(np.arange(16.0))) is not demo
        app.close()


def test_a_match_is_continued_with_the_weights_in_use(app: App, tmp_path: Path) -> None:
    """A save holds no weights; what was trained meanwhile plays on, and nothing breaks."""
    app.push(open_game(app, "ur", "learner+", 1, {"rules": "schultz", "pieces": 4}, False))
    table = app.top
    assert isinstance(table, Table)
    for _ in range(200):
        if table.waiting_for_person is not None and len(table.match.turns) > 5:
            break
        if table.waiting_for_person is not None:
            choose(table, next(iter(table.match.legal(0))))
        app.frame(0.2)
    turns = len(table.match.turns)
    app.pop()
    give(tmp_path, "ur/learner+", values=-np.arange(16.0))
    found = saved_match(app, "ur")
    assert found is not None
    again = continue_match(app, found)
    assert 5 < len(again.match.turns) <= turns
    assert FITTED.trained
    app.push(again)
    for _ in range(20):
        app.frame(0.2)
    assert app.top is again


def test_the_first_player_is_known_by_the_name_that_a_command_gives(tmp_path: Path) -> None:
    app = Rig(tmp_path).app
    setup = open_game(app, "ur", "human:name=Player 1", 1, {}, False).setup
    (player,) = app.library.profiles()
    assert [seat.person and seat.person.profile for seat in setup.seats] == ["", player.id]


def test_two_windows_of_a_first_start_make_one_player(tmp_path: Path) -> None:
    first, second = Rig(tmp_path).app, Rig(tmp_path).app
    assert first.profile is None
    assert second.profile is None
    made = ensure_profile(first)
    assert made is not None
    assert ensure_profile(second) == made


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_person_who_meets_the_usual_opponent_hears_its_motif(
    app: App, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(app.sound, "play_motif", heard.append)
    choices = MatchChoices(app, game)
    start_table(app, choices.setup())
    assert heard == [game]
    for seat in choices.opponents:
        usual = choices.usual(seat)
        known = [
            agent.id for agent in choices.for_seat(seat) if not agent.hindrance(choices.params)
        ]
        choices.sit(seat, next(agent for agent in known if agent not in (HUMAN, usual)))
    for seat, place in enumerate(choices.places):
        if place.agents and not place.people:
            choices.seats[seat] = choices.seats[choices.opponents[0]]
    start_table(app, choices.setup())
    if choices.can_watch:
        choices.watch(True)
        start_table(app, choices.setup())
    assert heard == [game], "another opponent, or nobody who meets one"


def test_who_takes_up_a_sealed_match_hears_that_it_is_sealed_anew(app: App) -> None:
    ensure_profile(app)
    seats = (Seating("human"), Seating("greedy"))
    race = Log("ur", catalog.spec("ur").params({}), 5, seats, [((-1, "0"),)])
    continue_match(app, race)
    assert app.toasts.texts == (), "in Ur nothing is sealed"
    params = catalog.spec("ctf").params({})
    places = catalog.spec("ctf").seats_for(params)
    seats = (Seating("human"), *[Seating("gatherer")] * (len(places) - 1))
    begun: Match[Any] = Match(catalog.rules("ctf"), params, 5)
    continue_match(app, Log("ctf", params, 5, seats, [((-1, begun.draw()),)]))
    assert app.toasts.texts == (), "nor in real time"
    continue_match(app, karate())
    assert app.toasts.texts == (SEALED_ANEW,)
