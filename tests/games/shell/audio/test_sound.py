"""Sound: the waves are clean and soft, the music closes on itself, and no audio is no harm."""

import os
import threading
import time
from collections.abc import Iterator

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import numpy as np
import pygame
import pytest

from games.shell.audio import sound as sound_module
from games.shell.audio.sound import SOONEST_REPEAT, Sound
from games.shell.audio.synthesis import (
    EFFECTS,
    MUSIC_SECONDS,
    RATE,
    Effect,
    Wave,
    effect,
    faded,
    mixed,
    music_steps,
    pcm,
    wood,
)

NAMES = ["focus", "press", "move", "capture", "hit", "miss", "parry", "sealed", "opened"]
NAMES += ["right", "wrong", "win", "lose"]


def decibels(value: float) -> float:
    return float(20 * np.log10(value))


def settled(sound: Sound, seconds: float = 10.0) -> Sound:
    deadline = time.monotonic() + seconds
    while not sound.ready and time.monotonic() < deadline:
        time.sleep(0.005)
    assert sound.ready
    return sound


@pytest.fixture
def ready_sound() -> Iterator[Sound]:
    sound = Sound()
    sound.prepare()
    yield settled(sound)
    sound.close()


def test_all_effects_are_there() -> None:
    assert list(EFFECTS) == NAMES


@pytest.mark.parametrize("name", EFFECTS)
def test_effect_is_short_soft_and_clean(name: Effect) -> None:
    wave = effect(name)
    peak = float(np.max(np.abs(wave)))
    assert wave.dtype == np.float32
    assert len(wave) / RATE < (1.5 if name in ("win", "lose") else 0.6)
    assert -30 < decibels(peak) <= -6
    assert abs(float(wave.mean())) < 1e-3  # no offset
    assert max(abs(float(wave[0])), abs(float(wave[-1]))) < 1e-4  # no click at either end
    assert float(np.max(np.abs(wave[-RATE // 200 :]))) < 0.1 * peak
    assert float(np.max(np.abs(np.diff(wave)))) < 0.7 * peak  # no step inside


@pytest.mark.parametrize("name", EFFECTS)
def test_effect_is_the_same_every_time(name: Effect) -> None:
    assert np.array_equal(effect(name), effect(name))


def test_effects_are_told_apart_by_their_spectra() -> None:
    """Centroids go from a low thud to bright wood, air and bells."""
    centroid = {}
    for name in EFFECTS:
        wave = effect(name)
        power = np.abs(np.fft.rfft(wave)) ** 2
        centroid[name] = float((power * np.fft.rfftfreq(len(wave), 1 / RATE)).sum() / power.sum())
    assert centroid["hit"] < 300 < centroid["move"] < centroid["press"] < centroid["parry"]
    assert centroid["miss"] > 900
    assert centroid["wrong"] < 400 < 800 < centroid["right"]


def test_focus_is_the_softest() -> None:
    peaks = {name: float(np.max(np.abs(effect(name)))) for name in EFFECTS}
    assert min(peaks, key=lambda name: peaks[name]) == "focus"


def test_wood_rings_at_the_modes_of_a_bar() -> None:
    wave = wood(400.0, 1.0, 0.3)
    power = np.abs(np.fft.rfft(wave))
    hertz = np.fft.rfftfreq(len(wave), 1 / RATE)
    found = 0
    for mode in (1.0, 2.756, 5.404):
        near = np.abs(hertz - 400 * mode) < 60
        assert abs(hertz[near][np.argmax(power[near])] - 400 * mode) < 3
        found += 1
    assert found == 3


def test_effects_are_fast_to_make() -> None:
    best = {name: min(_seconds(name) for _ in range(3)) for name in EFFECTS}
    assert max(best.values()) < 0.02, best


def _seconds(name: Effect) -> float:
    start = time.thread_time()
    effect(name)
    return time.thread_time() - start


def test_layers_begin_and_end_without_a_step() -> None:
    block: Wave = np.ones(RATE // 2, np.float32)
    both = mixed((0, 1, block), (0.25, 1, block))
    assert float(np.max(np.abs(np.diff(both)))) < 0.05
    assert faded(block, 0.01, 0.01)[0] == 0


def music() -> Wave:
    steps = list(music_steps())
    assert len(steps) > 40
    assert all(step is None for step in steps[:-1])
    assert steps[-1] is not None
    return steps[-1]


def test_music_is_quiet_and_closes_on_itself() -> None:
    loop = music()
    assert loop.shape == (MUSIC_SECONDS * RATE, 2)
    assert -27 < decibels(float(np.sqrt(np.mean(loop**2)))) < -20
    assert decibels(float(np.max(np.abs(loop)))) < -6
    assert float(np.max(np.abs(loop.mean(axis=0)))) < 1e-4
    inside = np.abs(np.diff(loop, axis=0)).max(axis=0)
    assert (np.abs(loop[0] - loop[-1]) <= inside).all()
    seconds = loop.reshape(MUSIC_SECONDS, RATE, 2)
    loudness = [decibels(float(np.sqrt(np.mean(second**2)))) for second in seconds]
    assert min(loudness) > -36  # never a hole, also at the seam
    assert max(loudness) < -17


def test_music_depends_on_its_seed_alone() -> None:
    first, second = music(), music()
    assert np.array_equal(first, second)
    other = list(music_steps(seed=8))[-1]
    assert other is not None
    assert not np.array_equal(first, other)


def test_pcm_is_stereo_and_never_wraps() -> None:
    samples = np.frombuffer(pcm(np.array([0, 0.5, 2, -2], np.float32)), np.int16).reshape(-1, 2)
    assert samples.tolist() == [[0, 0], [16383, 16383], [32767, 32767], [-32767, -32767]]


def test_effects_sound_after_preparing(ready_sound: Sound) -> None:
    assert ready_sound.available
    played = [ready_sound.play(name) for name in EFFECTS]
    assert played == [True] * len(EFFECTS)


def test_before_preparing_play_is_silent_and_prepares() -> None:
    sound = Sound()
    assert not sound.play("press")
    settled(sound)
    assert sound.play("press")
    sound.close()


def test_the_same_effect_is_not_repeated_each_frame() -> None:
    now = [100.0]
    sound = Sound(clock=lambda: now[0])
    sound.prepare()
    settled(sound)
    heard = []
    for _ in range(12):
        heard.append(sound.play("move"))
        now[0] += SOONEST_REPEAT / 4 + 1e-6
    sound.close()
    assert heard == [True, False, False, False] * 3


def test_muted_or_at_zero_nothing_sounds(ready_sound: Sound) -> None:
    ready_sound.set_volumes(muted=True)
    assert not ready_sound.play("press")
    ready_sound.set_volumes(muted=False, effects=0.0)
    assert not ready_sound.play("press")
    ready_sound.set_volumes(effects=2.0)
    assert ready_sound.play("press")


def test_music_starts_follows_the_volume_and_stops(ready_sound: Sound) -> None:
    ready_sound.start_music()
    settled(ready_sound)
    channel = pygame.mixer.Channel(0)
    assert channel.get_busy()
    ready_sound.set_volumes(music=0.5)
    assert channel.get_volume() == pytest.approx(0.25, abs=0.01)
    ready_sound.stop_music()
    deadline = time.monotonic() + 3
    while channel.get_busy() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not channel.get_busy()
    ready_sound.start_music()
    assert channel.get_busy()


def test_effects_leave_the_music_channel_alone(ready_sound: Sound) -> None:
    assert all(ready_sound.play(name) for name in EFFECTS)
    assert not pygame.mixer.Channel(0).get_busy()
    ready_sound.start_music()
    settled(ready_sound)
    loop = pygame.mixer.Channel(0).get_sound()
    assert loop is not None
    time.sleep(SOONEST_REPEAT)
    assert sum(ready_sound.play(name) for name in EFFECTS) >= 1
    assert pygame.mixer.Channel(0).get_sound() is loop


def test_music_is_not_made_while_it_could_not_be_heard() -> None:
    sound = Sound(music_volume=0.0)
    sound.start_music()
    sound.prepare()
    settled(sound)
    assert sound._music is None
    sound.set_volumes(music=0.3)
    settled(sound)
    assert sound._music is not None
    sound.close()


def test_without_a_device_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise pygame.error("No such device.")

    monkeypatch.setattr(pygame.mixer, "init", refuse)
    sound = Sound()
    sound.prepare()
    settled(sound)
    assert not sound.available
    assert [sound.play(name) for name in EFFECTS] == [False] * len(EFFECTS)
    sound.start_music()
    sound.set_volumes(effects=0.1, music=0.2, muted=True)
    sound.stop_music()
    sound.close()


def test_a_device_that_goes_away_is_no_harm(ready_sound: Sound) -> None:
    ready_sound.start_music()
    settled(ready_sound)
    pygame.mixer.quit()
    assert not ready_sound.play("press")
    assert not ready_sound.available
    ready_sound.set_volumes(music=0.9)
    ready_sound.stop_music()


def test_a_fault_in_the_worker_is_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Effect) -> Wave:
        raise MemoryError

    monkeypatch.setattr(sound_module, "effect", fail)
    sound = Sound()
    sound.prepare()
    settled(sound)
    assert not sound.play("press")
    sound.close()


def test_a_device_that_hangs_does_not_hold_up_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()
    monkeypatch.setattr(pygame.mixer, "init", lambda *_, **__: release.wait(20))
    sound = Sound()
    start = time.monotonic()
    sound.prepare()
    assert not sound.play("press")
    sound.start_music()
    sound.set_volumes(muted=True)
    sound.close(patience=0.05)
    assert time.monotonic() - start < 1
    release.set()


def test_closed_is_closed(ready_sound: Sound) -> None:
    ready_sound.close()
    assert not ready_sound.play("press")
    ready_sound.start_music()
    ready_sound.prepare()
    ready_sound.set_volumes(muted=False)
    assert pygame.mixer.get_init() is None
    ready_sound.close()


def test_a_mixer_of_another_format_is_opened_anew() -> None:
    pygame.mixer.init(22050, -16, 1, allowedchanges=0)
    sound = Sound()
    sound.prepare()
    settled(sound)
    assert pygame.mixer.get_init() == (RATE, -16, 2)
    sound.close()
