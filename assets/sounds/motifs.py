"""Motifs: a few notes for each game's usual opponent, and for "I knew it".

Data: waves as in `synthesis.py`, at most 2.5 s, their peak at -12 dBFS or below. Most keep to the
scales round A minor in which the music stands, so that the two can sound together. Each has its own
instrument, so that an opponent is known by it at once.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from assets.sounds.synthesis import (
    RATE,
    Wave,
    bell,
    finished,
    hertz,
    mixed,
    plucked,
    thud,
    times,
    wood,
)

PEAK = -12.0
Note = tuple[float, float, float]
"""Start in s, MIDI number, loudness."""


def line(notes: Sequence[Note], play: Callable[[float], Wave]) -> list[tuple[float, float, Wave]]:
    """Return the layers of `notes`, each played at its pitch in Hz."""
    return [(start, loudness, play(hertz(midi))) for start, midi, loudness in notes]


def horn(pitch: float, seconds: float) -> Wave:
    """A soft horn: harmonics that come one after the other and die together."""
    t = times(seconds)
    out = np.zeros_like(t)
    for k in range(1, 9):
        rise = 1 - np.exp(-t / (0.012 + 0.007 * k))
        out += rise * np.sin(2 * np.pi * k * pitch * t) / k**1.4
    fall: Wave = np.exp(-((t / seconds) ** 4) * 3) * np.exp(-t / seconds)
    return out * fall


def ghost(pitches: Sequence[tuple[float, float]], seconds: float) -> Wave:
    """A voice that glides through `pitches`, (time in s, MIDI number), and trembles."""
    t = times(seconds)
    midi = np.interp(t, [when for when, _ in pitches], [note for _, note in pitches])
    midi += 0.25 * np.sin(2 * np.pi * 5.2 * t) * np.minimum(t / 0.6, 1)
    phase = 2 * np.pi * np.cumsum(440 * 2 ** ((midi - 69) / 12)) / RATE
    voice = np.sin(phase) + 0.18 * np.sin(2 * phase) + 0.06 * np.sin(3 * phase)
    swell: Wave = np.sin(np.pi * np.minimum(t / seconds, 1)) ** 0.8
    return voice * swell


def _koto(pitch: float) -> Wave:
    return plucked(pitch, 1.2, 0.14, 0.9)


def _lyre(pitch: float) -> Wave:
    return plucked(pitch, 0.8, 0.4, 0.6)


def _sitar(pitch: float) -> Wave:
    return plucked(pitch, 1.2, 0.06, 1.6, harmonics=16)


def _harp(pitch: float) -> Wave:
    return plucked(pitch, 1.3, 0.3, 1.0)


def _glass(pitch: float) -> Wave:
    return bell(pitch, 0.9, 0.3)


def _karate() -> Wave:
    """The sensei: a koto that falls through E F C B, and the drum."""
    notes = ((0, 76, 0.8), (0.16, 77, 0.7), (0.32, 76, 0.8), (0.56, 72, 0.9), (0.8, 71, 1.0))
    drum = thud(120, 64, 0.5, 0.14)
    return finished(
        mixed((0, 0.9, drum), *line(notes, _koto), (1.04, 1.0, drum)), PEAK, release=0.3
    )


def _numbers() -> Wave:
    """The mind reader: an augmented chord that opens, over a low bell."""
    notes = ((0.1, 76, 0.5), (0.26, 80, 0.55), (0.42, 84, 0.6), (0.58, 88, 0.75))
    low = bell(hertz(57), 1.9, 0.7)
    return finished(mixed((0, 0.8, low), *line(notes, _glass)), PEAK, release=0.4)


def _ur() -> Wave:
    """Greedy, the raider: a lyre that runs at E, in the mode of the old songs, and stamps."""
    notes = ((0, 64, 0.8), (0.12, 65, 0.7), (0.24, 68, 0.9), (0.36, 69, 0.8), (0.54, 68, 0.8))
    stamp = wood(150, 0.3, 0.06)
    layers = [*line((*notes, (0.72, 64, 1.0)), _lyre), (0.72, 0.9, stamp), (0.9, 0.7, stamp)]
    return finished(mixed(*layers), PEAK, release=0.3)


def _tracker() -> Wave:
    """The ghost: a voice that glides from A to E and comes to rest on C."""
    path = ((0.0, 69.0), (0.35, 69.0), (0.75, 76.0), (1.1, 76.0), (1.5, 72.0), (2.2, 72.0))
    return finished(ghost(path, 2.2), PEAK - 7, 0.08, 0.5)


def _jaipur() -> Wave:
    """The merchant: a sitar over its drone."""
    notes = ((0.15, 69, 0.7), (0.35, 71, 0.7), (0.55, 73, 0.8), (0.75, 76, 1.0), (1.1, 73, 0.7))
    drone = ((0, 57, 0.5), (0.05, 64, 0.35))
    return finished(mixed(*line(drone, _sitar), *line(notes, _sitar)), PEAK, release=0.4)


def _set() -> Wave:
    """Mirror: three notes of glass, and the same three back."""
    notes = ((0, 84, 0.7), (0.16, 88, 0.7), (0.32, 93, 0.8))
    back = ((0.64, 93, 0.6), (0.8, 88, 0.5), (0.96, 84, 0.45))
    return finished(mixed(*line((*notes, *back), _glass)), PEAK, release=0.4)


def _ra() -> Wave:
    """The farmer: a harp that climbs like the river."""
    notes = [(0.13 * i, midi, 0.6 + 0.06 * i) for i, midi in enumerate((57, 60, 62, 64, 67, 69))]
    return finished(mixed(*line(notes, _harp)), PEAK, release=0.5)


def _guess() -> Wave:
    """Zero steps: each note has two thirds of the frequency of the one before."""
    first = hertz(76)
    layers = [(0.24 * i, 1 - 0.12 * i, wood(first * (2 / 3) ** i, 0.5, 0.1)) for i in range(4)]
    return finished(mixed(*layers), PEAK, release=0.15)


def _ctf() -> Wave:
    """The hunter: a call of a horn."""
    layers = [(0, 0.7, horn(hertz(57), 0.22)), (0.2, 0.7, horn(hertz(57), 0.22))]
    layers += [(0.4, 1.0, horn(hertz(64), 0.9)), (0.4, 0.3, horn(hertz(69), 0.9))]
    return finished(mixed(*layers), PEAK - 3, 0.004, 0.25)


def _planetwars() -> Wave:
    """The captain: a beacon of two low bells, and three stars high above."""
    beacon = ((0, 52, 0.9), (0.5, 59, 1.0))
    stars = ((0.75, 88, 0.3), (0.95, 83, 0.35), (1.15, 95, 0.3))
    layers = [*line(beacon, lambda pitch: bell(pitch, 1.6, 0.5)), *line(stars, _glass)]
    return finished(mixed(*layers), PEAK, release=0.4)


def knew() -> Wave:
    """ "I knew it": two quick notes and the one that they lead to."""
    notes = ((0, 69, 0.5), (0.09, 72, 0.6), (0.18, 76, 1.0))
    return finished(mixed(*line(notes, lambda pitch: bell(pitch, 0.55, 0.22))), PEAK, release=0.2)


MOTIFS: Mapping[str, Callable[[], Wave]] = MappingProxyType(
    {
        "motif-karate": _karate,
        "motif-numbers": _numbers,
        "motif-ur": _ur,
        "motif-tracker": _tracker,
        "motif-jaipur": _jaipur,
        "motif-set": _set,
        "motif-ra": _ra,
        "motif-guess": _guess,
        "motif-ctf": _ctf,
        "motif-planetwars": _planetwars,
        "knew": knew,
    }
)
"""What makes each motif, by the name of its file."""
