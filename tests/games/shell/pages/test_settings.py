"""The settings: what changes holds at once, is kept at once, and locks nobody out."""

from __future__ import annotations

import itertools
from pathlib import Path

import pygame
import pytest

from games import catalog
from games.shell.audio.sound import Sound
from games.shell.input import ACTIONS, BY_ID
from games.shell.opening import open_game
from games.shell.pages.bindings import LABEL_WIDTH, WAIT_SECONDS, BindingRow, Capture
from games.shell.pages.overlays import Dialog
from games.shell.pages.settings import TABS, SettingsScene
from games.shell.widgets.basic import Slider, Toggle
from games.shell.widgets.form import Look
from games.store.files import Store
from games.store.library import Library
from games.store.profiles import Settings
from tests.support.hands import Rig, wait
from tests.support.ruler import Ruler


def kept(tmp_path: Path) -> Settings:
    """What another process would read now."""
    return Library(Store(tmp_path)).settings


def opened(rig: Rig, tab: int = 0) -> SettingsScene:
    scene = rig.show(SettingsScene(rig.app))
    for _ in range(tab):
        rig.key("tab")
    return scene


def row(scene: SettingsScene, action: str) -> BindingRow:
    return scene.rows[action]


def go_to(scene: SettingsScene, action: str, cell: str) -> None:
    scene.active = scene.body
    target = row(scene, action)
    scene.body.focus_on(target)
    target.cursor = target.cells.index(cell)


def capture(rig: Rig, scene: SettingsScene, action: str, cell: str) -> Capture:
    go_to(scene, action, cell)
    rig.key("return")
    top = rig.app.top
    assert isinstance(top, Capture)
    return top


# -- display and sound ---------------------------------------------------------------------


def test_each_display_setting_holds_and_is_kept_at_once(rig: Rig, tmp_path: Path) -> None:
    scene = opened(rig)
    names = ("fullscreen", "larger_text", "high_contrast", "reduced_motion", "show_frame_rate")
    toggles = [widget for widget in scene.body.widgets if isinstance(widget, Toggle)]
    assert len(toggles) == len(names)
    for name, toggle in zip(names, toggles, strict=True):
        scene.body.focus_on(toggle)
        rig.key("return")
        assert getattr(rig.app.settings, name) is True
        assert getattr(kept(tmp_path), name) is True
    theme = rig.app.canvas.theme
    assert theme.larger_text and theme.high_contrast and theme.reduced_motion  # noqa: PT018
    rig.click_on(toggles[1])
    assert kept(tmp_path).larger_text is False
    rig.app.set_fullscreen(False)


def test_a_volume_holds_at_once_and_is_kept_when_it_rests(rig: Rig, tmp_path: Path) -> None:
    scene = opened(rig, 1)
    slider = scene.body.widgets[0]
    assert isinstance(slider, Slider)
    rig.key("left", "left")
    assert rig.app.settings.effects_volume == pytest.approx(0.7)
    assert kept(tmp_path).effects_volume == 0.8
    rig.frames(60)
    assert kept(tmp_path).effects_volume == pytest.approx(0.7)
    x, y, w, h = slider.box
    rig.press(x + w * 0.6, y + h / 2)
    rig.frames(60)
    held = rig.app.settings.effects_volume
    assert held < 0.7
    assert kept(tmp_path).effects_volume == pytest.approx(0.7)
    rig.let_go(x + w * 0.6, y + h / 2)
    rig.frames(60)
    assert kept(tmp_path).effects_volume == pytest.approx(held)


def test_leaving_keeps_a_volume_that_has_not_rested(rig: Rig, tmp_path: Path) -> None:
    opened(rig, 1)
    rig.key("down", "right", "escape")
    assert rig.app.top is rig.floor
    assert kept(tmp_path).music_volume == pytest.approx(0.55)


def test_without_a_sound_device_the_page_says_so(
    rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = opened(rig, 1)
    assert not any("no sound device" in getattr(w, "text", "") for w in scene.body.widgets)
    rig.key("escape")
    pygame.mixer.quit()  # whoever opened a device before
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    rig.app.sound = Sound()
    rig.app.sound.prepare()
    assert rig.app.sound.wait(10)
    scene = opened(rig, 1)
    assert any("no sound device" in getattr(w, "text", "") for w in scene.body.widgets)
    rig.key("down", "down", "return")
    assert kept(tmp_path).mute is True


@pytest.mark.parametrize(("place", "name"), enumerate(("local_prior", "asked")))
def test_both_switches_of_the_privacy_page_are_kept(
    rig: Rig, tmp_path: Path, place: int, name: str
) -> None:
    scene = opened(rig, TABS.index("Privacy"))
    toggles = [widget for widget in scene.body.widgets if isinstance(widget, Toggle)]
    assert len(toggles) == 2
    assert getattr(kept(tmp_path), name)
    for wanted in (False, True):
        scene.body.focus_on(toggles[place])
        scene.active = scene.body
        rig.key("return")
        assert getattr(rig.app.settings, name) is wanted
        assert getattr(kept(tmp_path), name) is wanted


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 720), (2560, 1440)])
def test_everything_lies_inside_the_window(tmp_path: Path, size: tuple[int, int]) -> None:
    rig = Rig(tmp_path, size)
    scene, seen = opened(rig), 0
    for _ in TABS:
        for widget in (*scene.body.widgets, *scene.foot.widgets):
            x, _, w, h = widget.box
            assert x >= 0
            assert x + w <= rig.app.canvas.width
            assert w > 0
            assert h > 0
            seen += 1
        rig.key("tab")
    assert seen > 40
    rig.app.close()


# -- controls ------------------------------------------------------------------------------


def test_every_action_has_a_row(rig: Rig) -> None:
    scene = opened(rig, 2)
    own = {action.id for game in catalog.GAMES for action in catalog.spec(game).actions}
    assert set(scene.rows) == {action.id for action in ACTIONS} | own
    assert len(own) >= 5
    for name, shown in scene.rows.items():
        assert shown.bindings == scene.known[name].bindings
        assert not shown.others


def test_a_key_is_added_replaced_and_reset(rig: Rig, tmp_path: Path) -> None:
    scene = opened(rig, 2)
    capture(rig, scene, "mind", "add")
    rig.key("z")
    assert rig.app.top is scene
    assert rig.app.input.bindings("mind") == ("key:m", "pad:8", "key:z")
    capture(rig, scene, "mind", "key:m")
    rig.pad(11)
    assert kept(tmp_path).bindings == {"mind": ("pad:11", "pad:8", "key:z")}
    go_to(scene, "mind", "reset")
    rig.key("return")
    assert kept(tmp_path).bindings == {}
    assert row(scene, "mind").bindings == BY_ID["mind"].bindings


def test_the_new_key_works_at_once(rig: Rig) -> None:
    scene = opened(rig, 2)
    capture(rig, scene, "down", "add")
    rig.key("j")
    scene.body.focus_on(row(scene, "up"))
    rig.key("j")
    assert scene.body.focused is row(scene, "down")


def test_the_same_key_again_takes_it_away(rig: Rig) -> None:
    scene = opened(rig, 2)
    waiting = capture(rig, scene, "confirm", "key:space")
    assert waiting.removable
    rig.key("space")
    assert rig.app.input.bindings("confirm") == ("key:return", "key:enter", "pad:0")
    waiting = capture(rig, scene, "confirm", "key:enter")
    rig.click_on(waiting.form.widgets[0])
    assert rig.app.input.bindings("confirm") == ("key:return", "pad:0")


@pytest.mark.parametrize("action", ["confirm", "back", "up", "down", "left", "right"])
def test_the_last_key_of_what_one_needs_cannot_be_taken(rig: Rig, action: str) -> None:
    scene = opened(rig, 2)
    keys = [b for b in BY_ID[action].bindings if b.startswith("key:")]
    for key in keys[:-1]:
        scene.replace(BY_ID[action], key, "")
    last = keys[-1]
    scene.replace(BY_ID[action], last, "")
    assert last in rig.app.input.bindings(action)
    scene.replace(BY_ID[action], last, "pad:13")
    assert last in rig.app.input.bindings(action)
    assert rig.app.toasts.texts
    go_to(scene, action, last)
    scene.change(BY_ID[action], last)
    assert isinstance(rig.app.top, Capture)
    assert not rig.app.top.removable


def test_a_key_that_would_hide_the_way_back_is_refused(rig: Rig) -> None:
    scene = opened(rig, 2)
    scene.replace(BY_ID["up"], "", "key:escape")
    assert rig.app.input.bindings("up") == BY_ID["up"].bindings


def test_conflicts_are_named_on_both_rows(rig: Rig) -> None:
    scene = opened(rig, 2)
    capture(rig, scene, "undo", "add")
    rig.key("r")
    assert row(scene, "undo").others == "also: Redo"
    assert row(scene, "redo").others == "also: Undo"
    assert row(scene, "redo").shared & set(row(scene, "redo").bindings) == {"key:r"}
    assert row(scene, "undo").box[3] > row(scene, "skip").box[3]
    pairs = list(itertools.pairwise(scene.body.widgets))
    assert all(one.box[1] + one.box[3] <= other.box[1] for one, other in pairs)
    assert len(pairs) > 25


def test_waiting_for_a_key_ends_by_escape_by_mouse_and_by_itself(rig: Rig) -> None:
    scene = opened(rig, 2)
    capture(rig, scene, "mind", "add")
    rig.key("escape")
    assert rig.app.top is scene
    waiting = capture(rig, scene, "mind", "add")
    rig.click_on(waiting.form.widgets[-1])
    assert rig.app.top is scene
    capture(rig, scene, "mind", "add")
    wait(rig.app, WAIT_SECONDS + 0.1)
    assert rig.app.top is scene
    assert rig.app.input.bindings("mind") == BY_ID["mind"].bindings
    assert not rig.app.input.capturing
    rig.key("f10")
    assert rig.app.settings.mute


def test_escape_itself_can_be_replaced_where_it_is_bound(rig: Rig) -> None:
    scene = opened(rig, 2)
    capture(rig, scene, "back", "add")
    rig.key("backspace")
    capture(rig, scene, "back", "key:escape")
    rig.key("escape")
    assert rig.app.input.bindings("back") == ("pad:1", "key:backspace")
    rig.key("backspace")
    assert rig.app.top is rig.floor


def test_no_more_bindings_than_fit_and_none_twice(rig: Rig) -> None:
    scene = opened(rig, 2)
    for key in "abcdefg":
        scene.replace(BY_ID["mute"], "", f"key:{key}")
        scene.change(BY_ID["mute"], "add") if len(row(scene, "mute").bindings) >= 5 else None
        if len(row(scene, "mute").bindings) >= 5:
            break
    assert rig.app.top is scene
    scene.replace(BY_ID["mute"], "", "key:a")
    assert row(scene, "mute").bindings == ("key:f10", "key:a", "key:b", "key:c", "key:d")


def test_reset_all_asks_first_and_only_if_there_is_something_to_lose(
    rig: Rig, tmp_path: Path
) -> None:
    scene = opened(rig, 2)
    reset = scene.foot.widgets[-1]
    rig.click_on(reset)
    assert rig.app.top is scene
    capture(rig, scene, "mind", "key:m")
    rig.key("z")
    rig.click_on(reset)
    assert isinstance(rig.app.top, Dialog)
    rig.key("up", "return")
    assert rig.app.top is scene
    assert kept(tmp_path).bindings == {}
    assert rig.app.input.bindings("mind") == BY_ID["mind"].bindings


def test_cells_are_clicked_and_the_gamepad_alone_can_bind(rig: Rig) -> None:
    scene = opened(rig, 2)
    box, cell = row(scene, "up").boxes[0]
    assert cell == "key:up"
    rig.click(box[0] + 5, box[1] + 5 - scene.body.offset)
    assert isinstance(rig.app.top, Capture)
    rig.pad(9)
    assert isinstance(rig.app.top, SettingsScene)
    assert rig.app.input.bindings("up") == BY_ID["up"].bindings  # it was the only key
    rig.hat("right", "right", "right")
    rig.pad(0)
    assert isinstance(rig.app.top, Capture)
    rig.pad(12)
    assert rig.app.input.bindings("up")[-1] == "pad:12"


def test_every_tab_is_reached_by_each_device(rig: Rig) -> None:
    scene = opened(rig)
    assert scene.tabs is not None
    rig.pad(5)
    assert scene.tabs.index == 1
    rig.click(48 + 2 * 200 + 100, 150)
    assert scene.tabs.index == 2
    rig.click(48 + 100, 150)
    rig.key("right")
    assert scene.tabs.index == 1
    rig.key("down", "down", "down", "down")
    assert scene.active is scene.foot
    rig.key("return")
    assert rig.app.top is rig.floor


def test_over_a_match_the_controls_are_those_of_its_game_and_no_other_change_is_lost(
    rig: Rig,
) -> None:
    rig.app.change_settings(bindings={"hints": ("key:x",)})
    rig.show(open_game(rig.app, "numbers", "mind", 3, {}, demo=False))
    scene = opened(rig, 2)
    own = {action.id for action in catalog.spec("numbers").actions}
    assert set(scene.rows) == {action.id for action in ACTIONS} | own
    scene.replace(BY_ID["pause"], "", "key:f7")
    assert rig.app.settings.bindings["hints"] == ("key:x",)
    assert "key:f7" in rig.app.settings.bindings["pause"]


@pytest.mark.parametrize("larger", [False, True])
def test_no_name_of_an_action_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, larger: bool
) -> None:
    rig = Rig(tmp_path, (800, 600))
    rig.app.change_settings(larger_text=larger)
    scene = SettingsScene(rig.app)
    scene.opened(TABS.index("Controls"))
    rows = [widget for widget in scene.body.widgets if isinstance(widget, BindingRow)]
    ruler = Ruler(monkeypatch)
    ruler.canvas = rig.app.canvas
    for each in rows:
        each.box = (48.0, 200.0, 800.0, 52.0)
        ruler.lines.clear()
        each.draw(rig.app.canvas, Look())
        name = " ".join(line.text for line in ruler.lines if line.left < 48 + LABEL_WIDTH)
        assert name == each.label
        assert all(line.whole for line in ruler.lines), each.label
    assert len(rows) > 30
    rig.app.close()
