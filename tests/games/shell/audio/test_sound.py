"""Sound: effects and music follow the settings, and no audio, no file or a bad one is no harm."""

from __future__ import annotations

import ast
import itertools
import logging
import os
import re
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from games import catalog
from games.karate.exchange import Round
from games.paths import ROOT
from games.shell.app import App
from games.shell.audio.sound import (
    EFFECTS,
    FORMAT,
    MUSIC,
    RARELY,
    SOONEST_REPEAT,
    SOUNDS,
    Effect,
    Sound,
)
from games.shell.draw.sprites import SpriteCache
from games.shell.opening import open_game
from games.shell.pages.settings import SettingsScene
from games.shell.start import open_app
from games.shell.table import OUTCOME_SOUNDS

music = pygame.mixer.music
_RESULTS = itertools.product(("hit", "parry", "miss"), repeat=2)
"""What the moves of a round of karate can come to."""


def begun(sound: Sound) -> Sound:
    sound.prepare()
    assert sound.wait(10)
    return sound


@pytest.fixture
def sound() -> Iterator[Sound]:
    made = begun(Sound())
    yield made
    made.close()


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder of sounds that a test may damage."""
    return Path(shutil.copytree(SOUNDS, tmp_path / "sounds"))


# -- the files -----------------------------------------------------------------------------


def test_every_name_has_its_file_and_no_file_is_without_a_name() -> None:
    assert {path.stem for path in SOUNDS.glob("*.ogg")} == {
        *EFFECTS,
        *(f"motif-{game}" for game in catalog.GAMES),
        MUSIC,
    }


def sources() -> Iterator[str]:
    """The code that may play a sound."""
    for path in (ROOT / "games").rglob("*.py"):
        if path.parent.name != "audio":
            yield path.read_text(encoding="utf-8")


def _last_words(call: ast.Call) -> Iterator[str]:
    """The texts that the last argument of a call may be, those it is chosen by left out."""
    waiting: list[ast.AST] = [call.args[-1]] if call.args else []
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.IfExp):
            waiting += [node.body, node.orelse]
        elif isinstance(node, ast.Call):  # TABLE.get(key, usual)
            waiting += node.args[1:]


def test_every_effect_that_the_code_names_is_there() -> None:
    named = {Round(("",) * 2, (0, 0), pair).sound for pair in _RESULTS}
    named.update(OUTCOME_SOUNDS.values())
    for source in filter(re.compile(r"\.(play_sound|sound|_flash)\(").search, sources()):
        for node in ast.walk(ast.parse(source)):
            name = getattr(node.func, "attr", "") if isinstance(node, ast.Call) else ""
            if name in ("play_sound", "sound", "_flash"):
                named.update(_last_words(node))
    assert len(named) > 10
    assert named <= set(EFFECTS)


def test_every_effect_is_named_by_the_code() -> None:
    text = "".join(sources())
    assert [name for name in EFFECTS if f'"{name}"' not in text] == []


def one_by_one(made: Sound, now: list[float]) -> list[str]:
    """The effects that sound, each after the one before has gone."""
    heard = []
    for name in EFFECTS:
        now[0] += 2.0
        heard += [name] if made.play(name) else []
    return heard


def test_every_effect_sounds() -> None:
    now = [100.0]
    made = begun(Sound(clock=lambda: now[0]))
    assert not made.failed
    assert one_by_one(made, now) == list(get_args(Effect))
    made.close()


@pytest.mark.parametrize("damage", ["missing", "empty", "text", "cut short", "a folder"])
def test_a_missing_or_damaged_file_is_silence(
    damage: str, files: Path, caplog: pytest.LogCaptureFixture
) -> None:
    now = [100.0]
    for name in ("hit", MUSIC):
        path = files / f"{name}.ogg"
        whole = path.read_bytes()
        path.unlink()
        if damage == "a folder":
            path.mkdir()
        elif damage != "missing":
            path.write_bytes({"empty": b"", "text": b"no sound", "cut short": whole[:2000]}[damage])
    with caplog.at_level(logging.WARNING):
        made = begun(Sound(folder=files, clock=lambda: now[0]))
    assert set(EFFECTS) - set(one_by_one(made, now)) == {"hit"}
    assert not music.get_busy()
    assert len(caplog.records) == 2
    assert not made.failed
    made.set_volumes(music=0.9, muted=True)
    made.set_volumes(muted=False)
    made.close()


def test_without_any_file_all_is_silence(tmp_path: Path) -> None:
    made = begun(Sound(folder=tmp_path / "nowhere"))
    assert [made.play(name) for name in EFFECTS] == [False] * len(EFFECTS)
    assert not music.get_busy()
    made.close()


# -- effects -------------------------------------------------------------------------------


def test_before_preparing_all_is_silent_and_no_device_open() -> None:
    made = Sound()
    assert not made.play("press")
    made.set_volumes(effects=1.0, music=1.0, muted=False)
    assert made.wait(0)
    assert pygame.mixer.get_init() is None
    made.close()


def test_the_same_effect_is_not_repeated_each_frame() -> None:
    now = [100.0]
    made = begun(Sound(clock=lambda: now[0]))
    heard = []
    for _ in range(12):
        heard.append(made.play("move"))
        now[0] += SOONEST_REPEAT / 4 + 1e-6
    made.close()
    assert heard == [True, False, False, False] * 3


def test_motifs_and_i_knew_it_are_rare_and_silent_with_the_sound(sound: Sound) -> None:
    now = [100.0]
    made = begun(Sound(clock=lambda: now[0]))
    heard = []
    for _ in range(6):
        heard.append((made.play_motif("karate"), made.play("knew"), made.play_motif("nogame")))
        now[0] += RARELY / 2 + 1e-6
    assert heard == [(True, True, False), (False, False, False)] * 3
    now[0] += RARELY
    for silence in ({"muted": True}, {"muted": False, "effects": 0.0}):
        made.set_volumes(**silence)  # type: ignore[arg-type]
        assert not made.play_motif("karate")
        assert not made.play("knew")
    made.set_volumes(effects=1.0)
    assert made.play_motif("karate")
    made.close()


def test_a_sound_too_many_is_turned_down_until_others_have_gone() -> None:
    now = [100.0]
    made = begun(Sound(1.0, 1.0, clock=lambda: now[0]))
    assert made.play("hit")
    assert made.play("drum")
    assert [made.play(name) for name in ("capture", "parry", "win", "lose")][-1] is False
    now[0] += 1.0
    assert made.play("lose")
    made.close()


def test_muted_or_at_zero_nothing_sounds(sound: Sound) -> None:
    sound.set_volumes(muted=True)
    assert not sound.play("press")
    sound.set_volumes(muted=False, effects=0.0)
    assert not sound.play("press")
    sound.set_volumes(effects=2.0)
    assert sound.play("press")


def test_mute_ends_what_is_sounding(sound: Sound) -> None:
    assert sound.play("lose")
    assert pygame.mixer.get_busy()
    sound.set_volumes(muted=True)
    assert not pygame.mixer.get_busy()


# -- music ---------------------------------------------------------------------------------


def test_music_begins_by_itself_and_follows_its_volume_at_once(sound: Sound) -> None:
    assert music.get_busy()
    for volume in (1.0, 0.5, 0.75):
        sound.set_volumes(music=volume)
        assert music.get_volume() == pytest.approx(volume, abs=0.01)
    assert sound.play("press")
    assert music.get_volume() == pytest.approx(0.75, abs=0.01)


def test_the_lowest_step_of_the_slider_is_heard(sound: Sound) -> None:
    """SDL has 128 steps; a two-hundredth is below the first of them."""
    sound.set_volumes(music=0.005)
    assert music.get_busy()
    assert music.get_volume() > 0


@pytest.mark.parametrize("silence", [{"music": 0.0}, {"muted": True}], ids=str)
def test_music_that_could_not_be_heard_is_stopped(sound: Sound, silence: dict[str, float]) -> None:
    sound.set_volumes(**silence)
    assert not music.get_busy()
    sound.set_volumes(music=0.5, muted=False)
    assert music.get_busy()


def test_music_goes_on_while_other_things_change(sound: Sound) -> None:
    deadline = time.monotonic() + 5
    while music.get_pos() < 60 and time.monotonic() < deadline:
        time.sleep(0.01)
    sound.set_volumes(effects=0.1, music=0.8)
    sound.prepare()
    assert music.get_pos() >= 60  # not begun anew


def test_nothing_is_opened_while_nothing_could_be_heard() -> None:
    for silence in ({"muted": True}, {"effects_volume": 0.0, "music_volume": 0.0}):
        made = begun(Sound(**silence))
        assert pygame.mixer.get_init() is None
        made.set_volumes(effects=0.0, music=0.3, muted=False)
        assert made.wait(10)
        assert music.get_busy()
        assert not made.play("press")
        made.close()


# -- in the arcade -------------------------------------------------------------------------


@pytest.fixture
def app(tmp_path: Path, drawings: SpriteCache) -> Iterator[App]:
    """The arcade at its launcher, with its sound."""
    arcade = open_app(str(tmp_path))
    arcade.push(arcade.first_scene())
    yield arcade
    arcade.close()


def first_frame(app: App) -> None:
    app.frame(1 / 60)
    assert app.sound.wait(10)


def test_music_plays_in_the_launcher_and_in_a_game_from_the_first_frame_on(app: App) -> None:
    assert pygame.mixer.get_init() is None
    first_frame(app)
    assert music.get_busy()
    app.push(open_game(app, "karate", None, 1, {}, demo=False))
    app.frame(1 / 60)
    assert music.get_busy()
    app.close()
    assert pygame.mixer.get_init() is None


def test_the_slider_and_mute_turn_the_music_at_once(app: App) -> None:
    first_frame(app)
    page = SettingsScene(app)
    app.push(page)
    page.opened(1)
    slider = page.body.widgets[1]
    assert slider.direction("right")
    assert music.get_volume() == pytest.approx(0.55, abs=0.01)
    app.change_settings(mute=True)
    assert not music.get_busy()
    app.change_settings(mute=False)
    assert music.get_busy()
    for _ in range(11):
        assert music.get_busy()
        slider.direction("left")
    assert app.settings.music_volume == 0
    assert not music.get_busy()


def test_attract_mode_is_silent_whatever_is_pressed() -> None:
    app = open_app(None, demo=True, size=(1280, 720))
    app.push(open_game(app, "numbers", None, 1, {}, demo=True))
    first_frame(app)
    for muted in (True, False):
        app.change_settings(mute=muted, music_volume=1.0)
        app.play_sound("press")
    assert app.sound.wait(10)
    assert pygame.mixer.get_init() is None
    app.close()


# -- where there is no audio ---------------------------------------------------------------


def test_without_a_device_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    made = begun(Sound())
    assert made.failed
    assert [made.play(name) for name in EFFECTS] == [False] * len(EFFECTS)
    made.set_volumes(effects=0.1, music=0.2, muted=True)
    made.set_volumes(muted=False)
    made.prepare()
    made.close()


def test_a_device_that_goes_away_is_no_harm(sound: Sound) -> None:
    pygame.mixer.quit()
    assert not sound.play("press")
    assert sound.failed
    sound.set_volumes(music=0.9)
    sound.set_volumes(muted=True)


def test_a_device_that_goes_away_while_only_music_plays_is_no_harm(sound: Sound) -> None:
    pygame.mixer.quit()
    sound.set_volumes(music=0.9)
    assert sound.failed


def test_a_fault_of_the_mixer_is_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(pygame.mixer, "set_num_channels", fail)
    made = begun(Sound())
    assert made.failed
    assert not made.play("press")
    made.close()
    assert pygame.mixer.get_init() is None


def test_a_device_that_hangs_does_not_hold_up_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()
    monkeypatch.setattr(pygame.mixer, "init", lambda *_, **__: release.wait(20))
    made = Sound()
    start = time.monotonic()
    made.prepare()
    assert not made.play("press")
    made.set_volumes(muted=True)
    made.set_volumes(muted=False)
    made.close(patience=0.05)
    assert time.monotonic() - start < 1
    release.set()
    assert made.wait(10)
    assert not made.play("press")


def test_closed_is_closed(sound: Sound) -> None:
    sound.close()
    assert not sound.play("press")
    sound.prepare()
    sound.set_volumes(muted=False)
    assert pygame.mixer.get_init() is None
    sound.close()


def test_a_mixer_of_another_format_is_opened_anew() -> None:
    pygame.mixer.init(22050, -16, 1, allowedchanges=0)
    made = begun(Sound())
    assert pygame.mixer.get_init() == FORMAT
    made.close()
