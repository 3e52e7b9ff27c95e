"""Players: the silent first one, names and signs by each device, results, what was learned."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from games import catalog
from games.arrays import arrays_to_text
from games.shell.opening import create_player, ensure_profile
from games.shell.pages.naming import NamePage
from games.shell.pages.overlays import Dialog
from games.shell.pages.players import PlayersScene
from games.shell.pages.statistics import (
    MOST_COLUMNS,
    MOST_ROWS,
    LearnedScene,
    ResultTable,
    StatisticsScene,
    thumbnail,
)
from games.shell.widgets.avatars import SIGNS, sign
from games.shell.widgets.basic import Button, Choice
from games.shell.widgets.form import Look
from games.store.files import Store
from games.store.library import Library
from games.store.profiles import Profile
from games.store.statistics import MatchResult
from tests.support.hands import Rig
from tests.support.ruler import Ruler, listen


def names(tmp_path: Path) -> list[str]:
    return [profile.name for profile in Library(Store(tmp_path)).profiles()]


def opened(rig: Rig) -> PlayersScene:
    return rig.show(PlayersScene(rig.app))


def button(scene: PlayersScene, label: str) -> Button:
    widgets = (*scene.body.widgets, *scene.foot.widgets)
    return next(w for w in widgets if isinstance(w, Button) and w.label == label)


# -- the first player ----------------------------------------------------------------------


def test_the_first_player_appears_silently_and_once(rig: Rig, tmp_path: Path) -> None:
    assert rig.app.profile is None
    first = ensure_profile(rig.app)
    assert first is not None
    assert first.name == "Player 1"
    assert ensure_profile(rig.app) == first
    assert names(tmp_path) == ["Player 1"]
    assert Library(Store(tmp_path)).current == first


def test_without_a_disk_there_is_a_player_all_the_same() -> None:
    rig = Rig(None)
    first = ensure_profile(rig.app)
    assert first is not None
    assert rig.app.profile == first
    rig.app.close()


def test_attract_mode_has_no_player(rig: Rig, tmp_path: Path) -> None:
    rig.app.demo = True
    assert ensure_profile(rig.app) is None
    assert names(tmp_path) == []


# -- names and signs -----------------------------------------------------------------------


def test_a_player_is_made_by_keyboard_alone(rig: Rig, tmp_path: Path) -> None:
    scene = opened(rig)
    rig.key("right", "return")
    page = rig.app.top
    assert isinstance(page, NamePage)
    rig.type("Zoë 2")
    rig.key("down", "right", "down")  # the focus leaves the field; typing goes on all the same
    rig.type("x")
    assert page.field.text == "Zoë 2x"
    rig.key("backspace", "up", "up", "up", "return")
    assert rig.app.top is scene
    assert names(tmp_path) == ["Zoë 2"]
    assert rig.app.profile is not None
    assert rig.app.profile.name == "Zoë 2"


def test_a_player_is_made_by_gamepad_alone(rig: Rig, tmp_path: Path) -> None:
    opened(rig)
    rig.hat("right")
    rig.pad(0)
    page = rig.app.top
    assert isinstance(page, NamePage)
    assert page.body.focused is page.keys[0]
    rig.pad(0)  # A
    rig.hat("right")
    rig.pad(0)  # b
    rig.hat("down", "down", "down", "down")
    rig.pad(0)  # the case, or the space below
    rig.hat("right")
    assert page.field.text.startswith("Ab")
    for _ in range(8):
        if page.active is page.foot:
            break
        rig.hat("down")
    assert page.active is page.foot
    rig.hat("left", "left")
    rig.pad(0)
    assert [name[:2] for name in names(tmp_path)] == ["Ab"]


def test_a_player_is_made_by_mouse_alone(rig: Rig, tmp_path: Path) -> None:
    scene = opened(rig)
    rig.click_on(button(scene, "New player"))
    page = rig.app.top
    assert isinstance(page, NamePage)
    x, y, w, h = page.picker.box
    rig.click(x + w * 0.5, y + h * 0.9)
    for letter in "Eve":
        rig.click_on(next(key for key in page.keys if key.text.lower() == letter.lower()))
    rig.click_on(page.space)
    rig.click_on(page.case)
    rig.click_on(page.keys[9])
    rig.click_on(page.keys[8])
    rig.click_on(page.erase)
    rig.click_on(page.foot.widgets[0])
    (player,) = Library(Store(tmp_path)).profiles()
    assert player.name == "Eve J"
    assert player.avatar == 22


def test_a_name_that_cannot_be_is_explained_and_nothing_is_lost(rig: Rig, tmp_path: Path) -> None:
    create_player(rig.app, "Ada", 0)
    scene = opened(rig)
    rig.click_on(button(scene, "New player"))
    rig.key("return")
    assert isinstance(rig.app.top, NamePage)
    rig.type("ada")
    rig.key("return")
    assert isinstance(rig.app.top, NamePage)
    assert any("called Ada already" in text for text in rig.app.toasts.texts)
    rig.type("x" * 40)
    assert len(rig.app.top.field.text) == 24
    rig.key("escape")
    assert rig.app.top is scene
    assert names(tmp_path) == ["Ada"]


def test_a_player_gets_another_name_and_sign(rig: Rig, tmp_path: Path) -> None:
    create_player(rig.app, "Ada", 0)
    scene = opened(rig)
    rig.click_on(button(scene, "Rename"))
    page = rig.app.top
    assert isinstance(page, NamePage)
    rig.type(" B")
    rig.key("down", "left", "left", "left", "left", "left")
    assert page.body.focused is page.picker
    rig.key("down", "right")
    rig.click_on(page.foot.widgets[0])
    (player,) = Library(Store(tmp_path)).profiles()
    assert player.name == "Ada B"
    assert player.avatar == 6
    assert scene.list.rows[0][0] == "Ada B"


def test_the_signs_are_all_different_and_begin_with_the_seats(rig: Rig) -> None:
    assert SIGNS == 25
    assert len({sign(avatar) for avatar in range(SIGNS)}) == 25
    assert sign(0) == ("seat-disc", "sky")
    assert sign(1) == ("seat-triangle", "orange")
    assert sign(63) == sign(63 % 25)


# -- switching and deleting ----------------------------------------------------------------


def test_players_are_switched_by_list_and_by_button(rig: Rig, tmp_path: Path) -> None:
    for name in ("Ada", "Ben", "Cleo"):
        create_player(rig.app, name, 0)
    rig.app.change_settings(mute=False)
    scene = opened(rig)
    assert scene.chosen is not None
    assert scene.chosen.name == "Cleo"
    rig.key("up", "return")
    assert rig.app.profile is not None
    assert rig.app.profile.name == "Ben"
    rig.click(scene.list.box[0] + 100, scene.list.box[1] + 20)
    assert rig.app.profile.name == "Ben"
    rig.click_on(button(scene, "Play as Ada"))
    assert rig.app.profile.name == "Ada"
    assert not button(scene, "Playing now").enabled
    current = Library(Store(tmp_path)).current
    assert current is not None
    assert current.name == "Ada"
    rig.app.change_settings(mute=True)
    current = Library(Store(tmp_path)).current
    assert current is not None
    assert current.name == "Ada"


def test_a_player_is_deleted_only_after_asking(rig: Rig, tmp_path: Path) -> None:
    create_player(rig.app, "Ada", 0)
    create_player(rig.app, "Ben", 0)
    scene = opened(rig)
    rig.click_on(button(scene, "Delete"))
    assert isinstance(rig.app.top, Dialog)
    rig.key("return")
    assert names(tmp_path) == ["Ada", "Ben"]
    rig.click_on(button(scene, "Delete"))
    rig.key("up", "return")
    assert rig.app.top is scene
    assert names(tmp_path) == ["Ada"]
    assert rig.app.profile is not None
    assert rig.app.profile.name == "Ada"
    rig.click_on(button(scene, "Delete"))
    rig.key("up", "return")
    assert names(tmp_path) == []
    assert scene.chosen is None
    rig.key("up", "down", "left", "right")
    rig.frames()
    rig.key("escape")
    assert rig.app.top is rig.floor


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (2560, 1440)])
def test_many_players_with_long_names_fit(tmp_path: Path, size: tuple[int, int]) -> None:
    rig = Rig(tmp_path, size)
    for number in range(15):
        create_player(rig.app, f"{'W' * 21} {number}", number)
    scene = opened(rig)
    rig.key(*["up"] * 14)
    assert scene.list.index == 0
    for widget in scene.body.widgets:
        x, y, w, h = widget.box
        assert x >= 0
        assert x + w <= rig.app.canvas.width
        assert y + h <= rig.app.canvas.height - 80
    rig.app.close()


# -- results -------------------------------------------------------------------------------


def played(rig: Rig) -> Profile:
    player = create_player(rig.app, "Ada", 3)
    for outcome, best in (("won", 30.0), ("won", 45.0), ("lost", 2.0), ("drawn", 0.0)):
        result = MatchResult(
            "karate", "nash", outcome, "", 25, 100, 60, best, best_text=f"+{best:g}"
        )
        rig.app.library.record(player.id, result)
    rig.app.library.record(player.id, MatchResult("karate", "gone-agent", "lost"))
    rig.app.library.record(player.id, MatchResult("numbers", "seed", "played", rounds=60))
    return player


def test_results_are_added_up_for_each_game_and_agent(rig: Rig) -> None:
    scene = StatisticsScene(rig.app, played(rig))
    rig.show(scene)
    assert scene.tabs is not None
    assert scene.tabs.labels == ["Virtual Karate", "Numbers"]
    (table,) = scene.body.widgets
    assert isinstance(table, ResultTable)
    assert list(table.names) == ["The wall", "gone-agent"]
    assert table.texts == [["4", "2", "1", "1", "400 : 240", "+45"], ["1", "0", "0", "1", "", ""]]
    rig.key("tab")
    (table,) = scene.body.widgets
    assert isinstance(table, ResultTable)
    assert not table.decided
    assert table.texts == [["1", "", ""]]
    assert sum(width > 0 for width in table.widths) == 1
    rig.key("escape")
    assert rig.app.top is rig.floor


@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 720), (720, 1280)])
def test_nothing_of_the_table_is_cut(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], larger: bool
) -> None:
    player = create_player(rig.app, "Ada", 3)
    for agent in ("lookahead-corrected-3-penalize-start", "nash", "seed-argmax"):
        long = MatchResult("karate", agent, "won", "", 25, 98765432, 12345678, 1, "19.7% guessed")
        rig.app.library.record(player.id, long)
    pygame.display.set_mode(size, pygame.RESIZABLE)
    rig.give(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])
    rig.app.change_settings(save=False, larger_text=larger)
    scene = StatisticsScene(rig.app, player)
    rig.show(scene)
    placed: list[tuple[float, float, float]] = []

    def note(value: dict[str, Any]) -> None:
        natural = rig.app.canvas.text_width(value["text"], value["size"], value["face"])
        assert value["max_width"] is None or natural <= value["max_width"] + 1, value["text"]
        x, y = value["place"]
        left = x - natural if value["align"] == "right" else x
        placed.append((y, left, left + natural))

    listen(monkeypatch, note)
    scene.table.draw(rig.app.canvas, Look())
    assert len(placed) >= 3 * 6
    x, _, w, _ = scene.table.box
    ordered = sorted(placed)
    for (y, left, right), (below, after, _) in itertools.pairwise(ordered):
        assert x - 1 <= left < right <= x + w + 1 or left == right
        assert y != below or right < after


def test_who_has_not_played_is_told_so(rig: Rig) -> None:
    scene = StatisticsScene(rig.app, create_player(rig.app, "Ada", 0))
    rig.show(scene)
    rig.key("tab", "up", "down", "right")
    assert scene.total is None
    rig.pad(1)
    assert rig.app.top is rig.floor


def test_a_long_table_scrolls(rig: Rig) -> None:
    player = create_player(rig.app, "Ada", 0)
    for number in range(30):
        rig.app.library.record(player.id, MatchResult("karate", f"agent-{number}", "won"))
    scene = StatisticsScene(rig.app, player)
    rig.show(scene)
    rig.key("down", "down")
    assert scene.body.offset == 128
    rig.key(*["page down"] * 20)
    assert scene.body.offset == 40 + 44 * 30 - scene.body.view[3]
    rig.wheel(300, 500, 100)
    assert scene.body.offset == 0


# -- what was learned ----------------------------------------------------------------------


def learned(rig: Rig) -> PlayersScene:
    player = create_player(rig.app, "Ada", 0)
    arrays = {"counts": np.arange(64.0).reshape(4, 4, 4), "weights": np.ones(300)}
    rig.app.library.save_learned(player.id, "numbers", arrays_to_text(arrays))
    return opened(rig)


def test_nothing_learned_shows_nothing(rig: Rig) -> None:
    create_player(rig.app, "Ada", 0)
    scene = opened(rig)
    assert scene.learned == []
    assert not any(getattr(w, "label", "") == "Erase" for w in scene.body.widgets)


def test_what_many_games_have_learned_takes_no_more_room(rig: Rig) -> None:
    player = create_player(rig.app, "Ada", 0)
    for game in catalog.GAMES:
        text = arrays_to_text({"counts": np.arange(float(len(game)))})
        rig.app.library.save_learned(player.id, game, text)
    scene = opened(rig)
    assert len(scene.learned) == len(catalog.GAMES) > 4
    boxes = [widget.box for widget in scene.body.widgets[1:]]
    for one, other in itertools.combinations(boxes, 2):
        across = one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
        assert not (across and one[1] < other[1] + other[3] and other[1] < one[1] + one[3])
    _, top, _, tall = scene.body_box
    assert all(y + h <= top + tall + 16 for _, y, _, h in boxes)
    choice = next(widget for widget in scene.body.widgets if isinstance(widget, Choice))
    scene.body.focus_on(choice)
    rig.key("right", "right")
    rig.click_on(button(scene, "Look"))
    assert isinstance(rig.app.top, LearnedScene)
    assert f"{len(catalog.GAMES[2])} numbers" in rig.app.top.intro
    rig.key("escape")
    assert scene.game == 2, "it stays in hand when one comes back"


def test_what_was_learned_can_be_looked_at(rig: Rig) -> None:
    scene = learned(rig)
    rig.click_on(button(scene, "Look"))
    page = rig.app.top
    assert isinstance(page, LearnedScene)
    assert "364 numbers" in page.intro
    assert len(page.body.widgets) == 2
    rig.key("page down", "escape")
    assert rig.app.top is scene


def test_what_was_learned_is_exported_whole(rig: Rig, tmp_path: Path) -> None:
    scene = learned(rig)
    rig.click_on(button(scene, "Export"))
    (path,) = (tmp_path / "exports").glob("learned-numbers-*.json")
    assert scene.chosen is not None
    assert path.read_text() == rig.app.library.learned(scene.chosen.id, "numbers")
    assert json.loads(path.read_text())["counts"]["shape"] == [4, 4, 4]
    assert any(str(path) in text for text in rig.app.toasts.texts)


def test_an_export_to_a_folder_that_cannot_be_made_is_told(rig: Rig, tmp_path: Path) -> None:
    scene = learned(rig)
    (tmp_path / "exports").write_text("in the way")
    rig.click_on(button(scene, "Export"))
    told = f"The folder {tmp_path / 'exports'} cannot be written to (File exists); allow that"
    assert any(text.startswith(told) for text in rig.app.toasts.texts)
    assert (tmp_path / "exports").read_text() == "in the way"


def test_what_was_learned_is_forgotten_after_asking(rig: Rig) -> None:
    scene = learned(rig)
    assert scene.chosen is not None
    rig.click_on(button(scene, "Erase"))
    rig.key("return")
    assert rig.app.library.learned(scene.chosen.id, "numbers") is not None
    rig.click_on(button(scene, "Erase"))
    rig.key("up", "return")
    assert rig.app.library.learned(scene.chosen.id, "numbers") is None
    assert scene.learned == []


def test_damaged_learning_is_said_and_harms_nothing(rig: Rig) -> None:
    player = create_player(rig.app, "Ada", 0)
    rig.app.library.save_learned(player.id, "numbers", '{"x": 3}')
    page = LearnedScene(rig.app, player, "numbers")
    rig.show(page)
    assert "damaged" in page.intro


@pytest.mark.parametrize(
    "shape", [(), (1,), (5,), (1000,), (16, 4), (4, 4, 4), (300, 300), (2, 999)]
)
def test_arrays_of_every_shape_become_small_pictures(shape: tuple[int, ...]) -> None:
    array = np.arange(float(np.prod(shape, dtype=int))).reshape(shape)
    rows = thumbnail(array)
    assert 1 <= len(rows) <= MOST_ROWS
    assert 1 <= len(rows[0]) <= MOST_COLUMNS
    values = [value for row in rows for value in row]
    assert min(values) == 0.0
    assert max(values) <= 1.0


@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("size", [(1280, 720), (800, 600)])
def test_no_button_of_a_player_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], larger: bool
) -> None:
    rig = Rig(tmp_path, size)
    rig.app.change_settings(larger_text=larger)
    create_player(rig.app, "Maximiliane Wolkenstein", 3)
    scene, drawn = opened(rig), Ruler(monkeypatch)
    told = {line.text for line in drawn.draw(scene, rig.app.canvas)}
    assert {"Playing now", "Rename", "What they know", "Delete"} <= told
    rig.app.close()
