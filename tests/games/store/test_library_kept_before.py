"""What the arcade kept before the house was rebuilt (tests/fixtures/kept_before) is read as it was.

Two players: Ada with settings, three finished matches, what two opponents learned, and an
unfinished match of every game; Bea with an endless karate match longer than one can be now.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import log
from games.paths import ROOT
from games.shell.app import App
from games.shell.opening import continue_match, saved_match
from games.shell.start import open_app
from games.store.profiles import Profile
from tests.support.hands import wait

KEPT = ROOT / "tests" / "fixtures" / "kept_before"


@pytest.fixture
def before(tmp_path: Path) -> Iterator[App]:
    """An arcade on a copy of what was kept."""
    folder = tmp_path / "kept"
    shutil.copytree(KEPT, folder)
    arcade = open_app(str(folder))
    arcade.push(arcade.first_scene())
    yield arcade
    arcade.close()


def player(app: App, name: str) -> Profile:
    found: Profile = next(p for p in app.library.profiles() if p.name == name)
    assert app.library.switch(found.id)
    assert app.library.current is not None
    assert app.library.current.name == name
    return found


def test_settings(before: App) -> None:
    assert before.settings.mute
    assert before.settings.larger_text
    assert before.input.bindings("mind") == ("key:m", "key:o")


def test_statistics_and_what_was_learned(before: App) -> None:
    ada = player(before, "Ada")
    statistics = before.library.statistics(ada.id)
    assert {record.game: record.matches for record in statistics.records} == {
        "numbers": 1,
        "karate": 1,
        "ur": 1,
    }
    assert statistics.total("numbers", "mind").counters == {"hits": 54, "keys": 60}
    for game in ("karate", "numbers"):
        assert before.library.learned(ada.id, game) is not None


@pytest.mark.parametrize("game", ["karate", "numbers", "ur", "tracker"])
def test_an_unfinished_match_goes_on(before: App, game: str) -> None:
    player(before, "Ada")
    found = saved_match(before, game)
    assert found is not None
    table = continue_match(before, found)
    assert table.match.turns == found.turns
    assert len(found.turns) >= 9
    assert not table.match.over
    before.push(table)
    before.frame(1 / 60)
    assert not before.failed
    kept = log.decode(table.session.as_text())
    assert kept.seats == found.seats
    assert kept.turns == found.turns


def test_an_endless_match_keeps_its_length(before: App) -> None:
    player(before, "Bea")
    found = saved_match(before, "karate")
    assert found is not None
    assert len(found.turns) == 2300
    table = continue_match(before, found)
    assert table.match.over
    assert table.match.turns == found.turns
    before.push(table)
    wait(before, 4.0, 1 / 30)
    assert type(before.top).__name__ == "ResultPage"
    assert not before.failed
