"""The waves that the effects are made of: clean, soft, told apart. What they became is tested in
`test_build_sounds.py`, and so is the music."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from assets.sounds.motifs import MOTIFS
from assets.sounds.synthesis import EFFECTS, MUSIC_RATE, RATE, Wave, faded, held, mixed, wood
from games import catalog


@pytest.fixture(scope="module")
def waves() -> dict[str, Wave]:
    return {name: make() for name, make in EFFECTS.items()}


def decibels(value: float) -> float:
    return float(20 * np.log10(value))


@pytest.mark.parametrize("name", EFFECTS)
def test_effect_is_short_soft_and_clean(name: str, waves: dict[str, Wave]) -> None:
    wave = waves[name]
    peak = float(np.max(np.abs(wave)))
    assert len(wave) / RATE < (1.5 if name in ("win", "lose") else 0.6)
    assert -30 < decibels(peak) <= -6
    assert abs(float(wave.mean())) < 1e-3  # no offset
    assert max(abs(float(wave[0])), abs(float(wave[-1]))) < 1e-4  # no click at either end
    assert float(np.max(np.abs(wave[-RATE // 200 :]))) < 0.1 * peak
    assert float(np.max(np.abs(np.diff(wave)))) < 0.7 * peak  # no step inside


def test_effects_are_told_apart_by_their_spectra(waves: dict[str, Wave]) -> None:
    """Centroids go from a low thud to bright wood, air and bells."""
    centroid = {}
    for name, wave in waves.items():
        power = np.abs(np.fft.rfft(wave)) ** 2
        centroid[name] = float((power * np.fft.rfftfreq(len(wave), 1 / RATE)).sum() / power.sum())
    assert centroid["hit"] < 300 < centroid["move"] < centroid["press"] < centroid["parry"]
    assert centroid["miss"] > 900
    assert centroid["wrong"] < 400 < 800 < centroid["right"]


def test_motifs_are_short_equally_loud_and_clean() -> None:
    loudness = []
    for name, make in MOTIFS.items():
        wave = make()
        assert 0.5 < len(wave) / RATE < 2.5, name
        assert decibels(float(np.max(np.abs(wave)))) <= -11.9, name
        assert abs(float(wave.mean())) < 1e-3, name
        assert max(abs(float(wave[0])), abs(float(wave[-1]))) < 1e-4, name
        loudness.append(decibels(float(np.sqrt(np.mean(wave**2)))))
    assert len(loudness) == len(catalog.GAMES) + 1
    assert max(loudness) - min(loudness) < 5


def test_every_game_has_a_motif_of_its_own() -> None:
    named = {f"motif-{game}" for game in catalog.GAMES}
    assert named == set(MOTIFS) - {"knew"}
    waves = [MOTIFS[name]() for name in sorted(named)]
    for first, second in itertools.combinations(waves, 2):
        length = min(len(first), len(second))
        assert abs(float(np.corrcoef(first[:length], second[:length])[0, 1])) < 0.5


def test_peaks_of_a_loop_are_held_without_new_tones() -> None:
    t = np.arange(MUSIC_RATE * 2) / MUSIC_RATE
    loop: Wave = np.sin(2 * np.pi * 400 * t) * (0.2 + 0.8 * (np.abs(t - 1) < 0.05))
    calm = held(loop, 0.5)
    assert float(np.abs(calm).max()) <= 0.5
    assert np.allclose(calm[: MUSIC_RATE // 2], loop[: MUSIC_RATE // 2])
    power = np.abs(np.fft.rfft(calm)) ** 2
    assert power[1200:].sum() < 1e-3 * power.sum()


def test_focus_is_the_softest(waves: dict[str, Wave]) -> None:
    peaks = {name: float(np.max(np.abs(wave))) for name, wave in waves.items()}
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


def test_layers_begin_and_end_without_a_step() -> None:
    block: Wave = np.ones(RATE // 2)
    both = mixed((0, 1, block), (0.25, 1, block))
    assert float(np.max(np.abs(np.diff(both)))) < 0.05
    assert faded(block, 0.01, 0.01)[0] == 0
