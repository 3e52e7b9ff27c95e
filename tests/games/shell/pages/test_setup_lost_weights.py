"""Games go on where weights are missing or damaged, and say why somebody else plays."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ai.sequence.weights import MIND
from ai.ur import table as ur_table
from games import weights
from games.agents import LostWeights
from games.core import Seating
from games.paths import WEIGHTS
from games.session.setup import Setup
from games.shell.app import App
from games.shell.opening import open_game
from games.shell.pages.setup import SetupPage
from games.shell.table import Table
from games.ur.scene import Scene as UrScene
from tests.support.hands import choose, passing, push_button, wait

FRAME = 1 / 60


@pytest.fixture
def no_mind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The place of the mind's weights, where nothing lies."""
    path = tmp_path / "numbers" / "mind.npz"
    path.parent.mkdir()
    monkeypatch.setattr(weights, "WEIGHTS", tmp_path)
    monkeypatch.setattr(MIND, "_kept", None)
    return path


def toasts(app: App, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    told: list[str] = []
    monkeypatch.setattr(app, "toast", told.append)
    return told


@pytest.mark.parametrize(("game", "spare"), [("numbers", "seed"), ("karate", "seed-softmax")])
@pytest.mark.parametrize("demo", [True, False])
def test_plain_play_goes_on_with_the_spare_opponent(
    app: App, no_mind: Path, monkeypatch: pytest.MonkeyPatch, game: str, spare: str, demo: bool
) -> None:
    told = toasts(app, monkeypatch)
    table = open_game(app, game, None, None, {}, demo)
    assert not table.setup.practice
    assert table.setup.seats[1].agent == spare
    app.push(table)
    wait(app, 4.0, 0.1)
    assert isinstance(app.top, Table)
    assert len(told) == 1
    assert "plays instead: " in told[0]
    assert "mind.npz is missing; get it again from the release" in told[0]
    with pytest.raises(LostWeights, match=r"mind\.npz is missing"):
        open_game(app, game, "mind" if game == "numbers" else "sensei", 3, {}, demo)


def test_the_page_before_a_game_says_why_and_stays(
    app: App, no_mind: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_mind.write_bytes(b"PK\x03\x04 cut short")
    told = toasts(app, monkeypatch)
    page = SetupPage(app, "numbers")
    app.push(page)
    push_button(page, "Play")
    app.frame(FRAME)
    assert app.top is page
    assert len(told) == 1
    assert "mind.npz is damaged; get it again" in told[0]


def test_an_unfinished_match_waits_for_its_weights(
    app: App, no_mind: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(WEIGHTS / "numbers" / "mind.npz", no_mind)
    table = open_game(app, "numbers", None, 3, {}, False)
    app.push(table)
    app.frame(FRAME)
    assert choose(table, "1")
    app.pop()
    profile = app.profile
    assert profile is not None
    assert app.library.matches.any(profile.id, "numbers")
    no_mind.unlink()
    monkeypatch.setattr(MIND, "_kept", None)
    told = toasts(app, monkeypatch)
    page = SetupPage(app, "numbers")
    app.push(page)
    push_button(page, "Continue")
    assert app.top is page
    assert "mind.npz is missing" in told[0]
    assert app.library.matches.any(profile.id, "numbers")


@pytest.mark.parametrize("rules", ["schultz", "finkel"])
def test_ur_goes_on_without_its_table(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str
) -> None:
    monkeypatch.setattr(ur_table, "SHIPPED", tmp_path)
    ur_table.shipped.cache_clear()
    setup = Setup("ur", (Seating("human"), Seating("greedy")), {"rules": rules, "pieces": 4}, 3)
    scene = UrScene(app, setup)
    app.push(scene)
    for _ in passing(app, 400, 0.05):
        if scene.watch.seated:
            break
    assert scene.watch.seated
    assert app.top is scene
    note = scene.watch.judge.mind()[-1].text
    assert note.startswith("Estimated by linear+.")
    assert f"perfect-{rules}.npz is missing; get it again" in note
    ur_table.shipped.cache_clear()
