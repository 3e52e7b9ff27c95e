"""Kill -9 of a session that plays: in every game, quick and slow, alone and side by side.

What was played five seconds before is on the disk, and once a match is kept every turn that was
shown; what was finished is counted, all files are whole, and the match can be continued.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random

import pytest

from games import catalog
from games.session.saving import MatchSaving
from games.session.session import Session
from games.shell.draw.sprites import SpriteCache
from games.store.library import Library
from tests.support.homes import arcade, visit
from tests.support.killed import Playing, check_kept
from tests.support.store_samples import raw_data
from tests.support.sweep import Sweep, Try, row

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="has no fork, and no kill -9")

GAMES = catalog.GAMES
LONGEST = 30
"""Frames until a kill, at most: ten seconds and more of slow play, fifteen of quick."""


@pytest.fixture(scope="module", autouse=True)
def _loaded(tmp_path_factory: pytest.TempPathFactory, drawings: SpriteCache) -> None:
    """What a game loads at its first turns is there before the forks, each of which would."""
    if hasattr(os, "fork"):
        folder = tmp_path_factory.mktemp("loaded")
        for game in GAMES:
            visit(folder, game, Random(1))


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def start(folder: Path) -> None:
    """A player in a new folder."""
    with arcade(folder) as app:
        player = app.library.create("Ada")
        app.change_settings(last_profile=player.id, mute=True)


def check_whole(folder: Path) -> None:
    """Every file and every copy is whole, read without the store."""
    for path in folder.rglob("*.json*"):
        if not path.name.endswith(".tmp"):
            raw_data(path)


def kill(folder: Path, one: Try) -> str:
    """Play and kill, twice in the same folder; what came of it."""
    rng, fates = one.rng, []
    start(folder)
    quick, pair = bool(one.number // len(GAMES) % 2), one.number % 3 == 2
    games = [GAMES[one.number % len(GAMES)]]
    games += [rng.choice(GAMES)] if pair else []
    for _ in range(one.each):
        playing = [Playing(folder, game, quick, rng.getrandbits(32)) for game in games]
        for process in playing:
            process.listen(rng.randint(1, LONGEST))
        time.sleep(rng.uniform(0, 0.02))
        for process in playing:
            process.kill()
        check_whole(folder)
        for process in playing:
            others = [other for other in playing if other is not process]
            fates.append(check_kept(folder, process, others))
        for left in folder.rglob(".*.tmp"):
            left.unlink()
    assert visit(folder, games[0], rng) in ("continued", "played")
    return f"{'side by side' if pair else 'quick' if quick else 'slow'}, {fates[-1]}"


@row("kills of a session that plays", everyday=12, full=1_000, between=120, each=2)
def test_what_was_played_outlives_a_kill(tmp_path: Path, sweep: Sweep) -> None:
    fates = sweep.run(lambda one: kill(tmp_path / str(one.number), one), seconds=240)
    if sweep.whole:
        assert any(fate.endswith("kept") for fate in fates), fates


def test_a_session_that_does_not_save_in_time_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Session, "save_in_time", lambda session, seconds: None)
    start(tmp_path)
    playing = Playing(tmp_path, "numbers", True, 3)
    playing.listen(40)
    playing.kill()
    with pytest.raises(AssertionError, match="nothing is kept of"):
        check_kept(tmp_path, playing)


def test_a_session_that_shows_what_it_has_not_kept_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MatchSaving, "note", lambda *of: False)
    start(tmp_path)
    playing = Playing(tmp_path, "numbers", True, 3)
    playing.listen(1)
    while playing.told[-1].turns < 20:
        playing.listen(1)
    playing.kill()
    with pytest.raises(AssertionError, match="is not what is kept"):
        check_kept(tmp_path, playing)


def test_a_result_that_is_not_counted_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Library, "record", lambda *words: True)
    start(tmp_path)
    playing = Playing(tmp_path, "karate", True, 3)
    while not (playing.told and playing.told[-1].finished):
        playing.listen(1)
    playing.kill()
    with pytest.raises(AssertionError, match="of 1 finished are counted"):
        check_kept(tmp_path, playing)
