"""What is promised of saved matches, in every game: fast play, a full disk, a folder that is away,
a player who is deleted, matches that cannot be continued, lots that nobody can compute.

Each was first seen in one game; here the others keep to it too.
"""

from __future__ import annotations

import dataclasses
import errno
import json
import random
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from games import catalog, log
from games.core import CHANCE, Turn
from games.match import Match
from games.session.session import SAVE_EVERY
from games.session.starting import make_setup
from games.shell.app import App
from games.shell.opening import continue_match, saved_match, start_table
from games.shell.pages.setup import SetupPage
from games.shell.table import Table
from games.store.disk import Files
from games.store.files import Store
from games.store.later import TRY_EVERY
from games.store.library import Library
from games.streams import Stream
from tests.support.cases import GROWN, case, person_in
from tests.support.contract import any_move
from tests.support.hands import choose, key, push_button, unseen
from tests.support.homes import ARROWS, arcade, open_table, play_turns
from tests.support.onward import open_played
from tests.support.store_samples import raw_data

EVERY_GAME = pytest.mark.parametrize("game", catalog.GAMES)
SEED = 11
STEP, SECONDS = 0.1, 7.5
"""Seconds of a frame, and of fast play."""


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread of Ra's thinks beside: its end would be waited for."""
    from games.ra.playing.course import ChanceCourse

    monkeypatch.setattr(ChanceCourse, "follow", lambda course, turns: None)


def kept_turns(app: App, game: str) -> int:
    """How many turns of a match are on the disk, read without the store."""
    found = Path(str(app.library.store.root)).glob(f"profiles/*/match-{game}*.json")
    return max((len(log.decode(raw_data(path)["text"]).turns) for path in found), default=0)


def press_on(app: App, table: Table, rng: random.Random) -> None:
    """Make a move if one can be made, without waiting for what moves."""
    seat = table.waiting_for_person
    if seat is None:
        return
    move = rng.choice(list(islice(table.match.legal(seat), 20)))
    if move in ARROWS:
        key(app, ARROWS[move])
    else:
        choose(table, move)


@EVERY_GAME
def test_fast_play_is_never_more_than_seconds_behind_on_the_disk(app: App, game: str) -> None:
    rng, now, looks = random.Random(game), 0.0, 0
    with unseen(app):
        table = open_table(app, game, short=False)
        played: list[float] = []
        while now < SECONDS and app.top is table:
            press_on(app, table, rng)
            app.frame(STEP)
            now += STEP
            played += [now] * (len(table.match.turns) - len(played))
            if 2 * looks < now:
                looks += 1
                assert kept_turns(app, game) >= sum(when <= now - SAVE_EVERY for when in played)
    if not table.finished:  # a short match of a small game is over sooner
        assert looks > SAVE_EVERY / 2
        assert sum(when <= now - SAVE_EVERY for when in played) > 0
    assert game not in GROWN or not table.finished


# -- what cannot be kept -------------------------------------------------------------------


def fill(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the disk is full."""

    def full(files: Files, file: object, blob: bytes) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(Files, "write", full)


def counted(app: App, game: str) -> int:
    """How many matches of a game are counted, by who opens the folder anew."""
    library = Library(Store(app.library.store.root))
    player = library.current
    return 0 if player is None else library.statistics(player.id).total(game).matches


@cache
def whole_match(game: str) -> tuple[Turn, ...]:
    """The turns of the shortest match of a game, by lot."""
    setup = make_setup(game, None, SEED, case(game).short, False, person_in(game))
    match: Match[Any] = Match(catalog.rules(game), setup.params, SEED)
    rng = Stream.named(3, game)
    while not match.over:
        match.play(
            {seat: any_move(match.game, match.state, seat, rng, 16) for seat in match.to_act}
        )
    return tuple(match.turns)


def nearly_over(app: App, game: str) -> Table:
    """A match that counts, up to the last turn of a person; one without end, after the first."""
    known = case(game)
    if not known.ends:
        table = open_table(app, game)
        play_turns(app, table, 1, random.Random(1))
        return table
    turns = whole_match(game)
    last = max(n for n, turn in enumerate(turns) if turn[0][0] != CHANCE)
    agent = known.quick or known.opponent
    return open_played(app, game, agent, SEED, known.short, turns[:last])


def play_out(app: App, table: Table) -> None:
    """Play what is left of a match, up to its result; one without end is ended by its button."""
    if not case(table.setup.game).ends:
        table.finish_now()
    else:
        play_turns(app, table, 50, random.Random(1))
    for _ in range(200):
        if table.finished:
            break
        table.skip()
        app.frame(0.5)
    assert table.finished


@EVERY_GAME
def test_a_result_that_a_full_disk_refuses_is_told_and_kept_later(
    app: App, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with unseen(app):
        table = nearly_over(app, game)
        with monkeypatch.context() as disk:
            fill(disk)
            play_out(app, table)
            assert "the disk is full" in table.session.keeping.lacking
            app.frame(0.1, TRY_EVERY)
            assert counted(app, game) == 0
        app.frame(0.1, TRY_EVERY)
    assert table.session.keeping.lacking == ""
    assert counted(app, game) == 1
    assert not app.failed


@EVERY_GAME
def test_a_folder_that_goes_away_and_comes_back_costs_no_match(app: App, game: str) -> None:
    root = app.library.store.root
    assert root is not None
    away = root.with_name(f"{root.name}-away")
    with unseen(app):
        table = nearly_over(app, game)
        table.session.save()
        root.rename(away)
        try:
            app.frame(0.1, SAVE_EVERY)
            app.frame(0.1, TRY_EVERY)
            assert app.profile is not None
            play_out(app, table)
            assert "the folder is gone" in table.session.keeping.lacking
            assert not root.exists()
        finally:
            away.rename(root)
        app.frame(0.1, TRY_EVERY)
    assert table.session.keeping.lacking == ""
    assert counted(app, game) == 1


@EVERY_GAME
def test_a_match_whose_player_was_deleted_elsewhere_goes_to_nobody(app: App, game: str) -> None:
    ada, bea = app.library.current, app.library.create("Bea")
    assert ada is not None
    with unseen(app):
        table = open_table(app, game)
        play_turns(app, table, 1, random.Random(1))
        Library(Store(app.library.store.root)).delete(ada.id)
        table.finish_now()
        told = [*app.toasts.texts, table.session.keeping.lacking]
        app.frame(0.1, TRY_EVERY)
    told += app.toasts.texts
    assert any("deleted meanwhile" in sentence for sentence in told), told
    left = Library(Store(app.library.store.root))
    assert [profile.id for profile in left.profiles()] == [bea.id]
    assert left.statistics(bea.id).records == ()
    assert left.learned(bea.id, game) is None


# -- what cannot be continued --------------------------------------------------------------


def of_another_version(text: str) -> str:
    head, *lines = text.split("\n")
    return "\n".join([json.dumps({**json.loads(head), "version": 99}), *lines])


def by_an_unknown_agent(text: str) -> str:
    head, *lines = text.split("\n")
    plain = json.loads(head)
    plain["seats"][-1]["agent"] = "nobody-knows-this-one"
    return "\n".join([json.dumps(plain), *lines])


def with_an_option_that_went(text: str) -> str:
    head, *lines = text.split("\n")
    plain = json.loads(head)
    plain["params"]["went"] = 3
    return "\n".join([json.dumps(plain), *lines])


def with_a_wrong_turn(text: str) -> str:
    return text.rstrip("\n") + "\n0:no-such-move 1:no-such-move\n"


STRANGE = (of_another_version, by_an_unknown_agent, with_an_option_that_went, with_a_wrong_turn)


@pytest.mark.parametrize("change", STRANGE)
@EVERY_GAME
def test_a_match_that_cannot_be_continued_is_kept_and_another_can_be_played(
    app: App, game: str, change: Callable[[str], str]
) -> None:
    player = app.library.current
    assert player is not None
    with unseen(app):
        table = open_table(app, game)
        play_turns(app, table, 1, random.Random(1))
        text = change(table.session.as_text())
        app.back_to(app.stack[0])
        for name in app.library.matches.keys(player.id, game):
            app.library.matches.forget(player.id, game, name)
        assert app.library.matches.keep(player.id, game, text)
        page = SetupPage(app, game)
        app.push(page)
        app.frame(0.1)
        if page.saved is not None:
            push_button(page, "Continue")
        assert not isinstance(app.top, Table)
        app.frame(0.1)
        assert app.toasts.texts or page.saved is None
        app.back_to(app.stack[0])
        table = open_table(app, game)
        assert play_turns(app, table, 1, random.Random(2)) == 1
        table.finish_now()
    root = Path(str(app.library.store.root))
    texts = [json.loads(path.read_text())["data"].get("text") for path in root.rglob("*match-*")]
    assert text in texts, "what was played is gone"
    assert not app.failed


# -- lots that nobody can compute ----------------------------------------------------------


def drawn_moves(app: App, game: str, practice: bool) -> list[str]:
    """What the agents did of a match with a certain seed, played to the same plan each time."""
    agent, options = case(game).lots or (None, {})
    setup = make_setup(game, agent, SEED, options, False, person_in(game))
    with unseen(app):
        table = start_table(app, dataclasses.replace(setup, practice=practice))
        app.push(table)
        play_turns(app, table, 6, random.Random(4))
        app.back_to(app.stack[0])
    apart = {*table.session.people, CHANCE}
    return [move for turn in table.match.turns for seat, move in turn if seat not in apart]


@pytest.mark.parametrize("game", [game for game in catalog.GAMES if case(game).lots])
def test_what_is_drawn_for_the_record_is_drawn_afresh(app: App, game: str) -> None:
    first, again = (drawn_moves(app, game, practice=True) for _ in range(2))
    assert len(first) >= 5
    assert first == again
    assert any(drawn_moves(app, game, practice=False) != first for _ in range(4))


# -- two windows ---------------------------------------------------------------------------


@EVERY_GAME
def test_a_match_that_two_windows_finish_counts_once(app: App, game: str) -> None:
    with unseen(app):
        table = nearly_over(app, game)
        table.session.save()
        with arcade(Path(str(app.library.store.root))) as other, unseen(other):
            found = saved_match(other, game)
            assert found is not None
            again = continue_match(other, found)
            other.push(again)
            play_out(other, again)
            play_out(app, table)
            assert not other.failed
    assert not app.failed
    assert counted(app, game) == 1
    assert not Library(Store(app.library.store.root)).matches.any(table.session.owner, game)
