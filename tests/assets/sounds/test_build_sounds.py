"""The sound files: what ships is what the build makes, small, and loops without a seam."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from assets.sounds.motifs import MOTIFS
from assets.sounds.synthesis import EFFECTS, MUSIC_RATE, MUSIC_SECONDS, RATE
from games.paths import ASSETS
from games.shell.audio.sound import MUSIC_PEAK

SOUNDS = ASSETS / "sounds"
Samples = NDArray[np.float64]


@pytest.fixture
def decoded() -> Iterator[Callable[[str, int], Samples]]:
    """What the mixer makes of a file, in mono, without changing its rate."""

    def decode(name: str, rate: int) -> Samples:
        pygame.mixer.quit()
        pygame.mixer.init(rate, -16, 1, allowedchanges=0)
        raw = pygame.mixer.Sound(str(SOUNDS / f"{name}.ogg")).get_raw()
        return np.frombuffer(raw, np.int16) / 32767

    yield decode
    pygame.mixer.quit()


def test_all_sounds_are_small() -> None:
    sizes = [path.stat().st_size for path in SOUNDS.glob("*.ogg")]
    assert len(sizes) == len(EFFECTS) + len(MOTIFS) + 1
    assert sum(sizes) < 450_000


def test_each_effect_is_the_wave_it_was_made_from(
    decoded: Callable[[str, int], Samples],
) -> None:
    compared = 0
    for name, make in (*EFFECTS.items(), *MOTIFS.items()):
        wave, heard = make(), decoded(name, RATE)
        assert len(heard) == len(wave), name
        error = np.mean((heard - wave) ** 2) / np.mean(wave**2)
        assert error < 0.05, name  # noise ("miss") loses most, 14 dB below the sound
        assert max(abs(heard[0]), abs(heard[-1])) < 0.03 * np.abs(heard).max(), name
        compared += 1
    assert compared == 26


def test_the_music_closes_on_itself(decoded: Callable[[str, int], Samples]) -> None:
    loop = decoded("music", MUSIC_RATE)
    assert len(loop) == MUSIC_SECONDS * MUSIC_RATE  # no gap of the encoder at either end
    assert abs(loop[0] - loop[-1]) < np.quantile(np.abs(np.diff(loop)), 0.99)
    seconds = np.roll(loop, MUSIC_RATE // 2).reshape(MUSIC_SECONDS, MUSIC_RATE)
    loudness = 10 * np.log10(np.mean(seconds**2, axis=1))
    assert min(loudness) > -33  # never a hole, also at the seam
    assert max(loudness) < -14
    assert 10 * np.log10(np.mean(loop**2)) == pytest.approx(-21, abs=0.2)
    assert 0.8 * MUSIC_PEAK < np.abs(loop).max() < MUSIC_PEAK


def test_the_music_has_nothing_above_6_kilohertz(decoded: Callable[[str, int], Samples]) -> None:
    """So that its lower rate takes nothing away."""
    power = np.abs(np.fft.rfft(decoded("music", MUSIC_RATE))) ** 2
    high = np.fft.rfftfreq(MUSIC_SECONDS * MUSIC_RATE, 1 / MUSIC_RATE) > 6000
    assert power[high].sum() < 1e-5 * power.sum()


@pytest.mark.lab
def test_the_build_makes_what_ships(tmp_path: Path) -> None:
    pytest.importorskip("soundfile")
    from assets.sounds import build_sounds

    shipped = {path.name for path in SOUNDS.glob("*.ogg")}
    assert set(build_sounds.build(tmp_path)) == shipped
    for name in shipped:
        fresh, old = build_sounds.decoded(tmp_path / name), build_sounds.decoded(SOUNDS / name)
        assert len(fresh) == len(old) > 0
        assert np.abs(fresh.astype(int) - old.astype(int)).max() <= 33, name  # 1/1000


@pytest.mark.lab
def test_a_second_build_changes_what_is_wrong_alone(tmp_path: Path) -> None:
    pytest.importorskip("soundfile")
    from assets.sounds import build_sounds

    for path in SOUNDS.glob("*.ogg"):
        shutil.copy(path, tmp_path)
    build_sounds.build(tmp_path)
    exact = (tmp_path / "hit.ogg").read_bytes()
    (tmp_path / "win.ogg").write_bytes(b"OggS and nothing else")
    shutil.copy(tmp_path / "right.ogg", tmp_path / "wrong.ogg")
    assert sorted(build_sounds.build(tmp_path)) == ["win.ogg", "wrong.ogg"]
    assert (tmp_path / "hit.ogg").read_bytes() == exact
    assert list(tmp_path.glob("*.tmp")) == []
