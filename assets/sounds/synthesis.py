"""Sound synthesis: the arcade's effects and its music, made of numbers.

Data: mono waves of shape (samples,), full scale 1; effects at ``RATE`` samples a second, the music
at ``MUSIC_RATE``. Struck things are sums of decaying modes. A wooden bar free at both ends has its
modes at 1 : 2.756 : 5.404 : 8.933, a bell its hum, prime, tierce, quint and nominal at
1/2 : 1 : 6/5 : 3/2 : 2 with the upper partials at 5/2, 8/3, 3 and 4 (Fletcher and Rossing, *The
Physics of Musical Instruments*, chapters 2 and 21). A string plucked at the part ``p`` of its
length has harmonic ``k`` with the weight ``sin(pi k p)/k``. Moving air is noise whose band wanders.
Everything is seeded, so a sound is always the same.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

Wave = NDArray[np.float64]
RATE = 44_100  # samples a second, effects
MUSIC_RATE = RATE // 2  # nothing in the music lies above 6 kHz
MUSIC_SECONDS = 48
BAR_MODES = (1.0, 2.756, 5.404, 8.933)
BELL_MODES = (0.5, 1.0, 1.2, 1.5, 2.0, 2.5, 2.667, 3.0, 4.0)
BELL_WEIGHTS = (0.35, 1.0, 0.45, 0.2, 0.6, 0.18, 0.16, 0.2, 0.1)


def times(seconds: float, rate: int = RATE) -> Wave:
    """Return the times (s) of the samples."""
    return np.arange(round(seconds * rate)) / rate


def modal(
    seconds: float,
    frequencies: Sequence[float],
    weights: Sequence[float],
    decays: Sequence[float],
    rate: int = RATE,
) -> Wave:
    """Sum of sine modes (Hz), each with a weight and the time (s) in which it falls by 1/e."""
    t = times(seconds, rate)
    out = np.zeros_like(t)
    for frequency, weight, decay in zip(frequencies, weights, decays, strict=True):
        phase = 2 * np.pi * frequency * t
        out += weight * np.exp(-t / decay) * np.sin(phase)
    return out


def wood(pitch: float, seconds: float = 0.22, decay: float = 0.045) -> Wave:
    """A struck wooden bar with its lowest mode at ``pitch`` Hz: higher modes die sooner."""
    decays = [decay / (1 + 0.55 * (mode - 1)) for mode in BAR_MODES]
    return modal(seconds, [pitch * mode for mode in BAR_MODES], (1, 0.42, 0.2, 0.08), decays)


def stone(pitch: float, seconds: float = 0.2) -> Wave:
    """Stone on stone: close, inharmonic modes that die within a few hundredths of a second."""
    modes = (1.0, 1.47, 2.09, 2.56, 3.39, 4.08, 5.2)
    decays = [0.03 / (1 + 0.3 * i) for i in range(len(modes))]
    return modal(seconds, [pitch * m for m in modes], (1, 0.8, 0.6, 0.5, 0.32, 0.2, 0.12), decays)


def bell(pitch: float, seconds: float, decay: float = 0.35) -> Wave:
    """A small bell whose prime is at ``pitch`` Hz."""
    decays = [decay * 1.25 / (0.45 + 0.8 * mode) for mode in BELL_MODES]
    return modal(seconds, [pitch * mode for mode in BELL_MODES], BELL_WEIGHTS, decays)


def thud(high: float, low: float, seconds: float, decay: float) -> Wave:
    """A blow on something soft: a tone that falls from ``high`` to ``low`` Hz."""
    t = times(seconds)
    glide = 0.03
    phase = 2 * np.pi * (low * t + (high - low) * glide * (1 - np.exp(-t / glide)))
    out: Wave = np.sin(phase) * np.exp(-t / decay)
    return out


def air(seconds: float, centres: Sequence[float], rng: np.random.Generator, peak: float) -> Wave:
    """Noise whose band passes through ``centres`` (Hz), loudest at ``peak`` (part of its time)."""
    t = times(seconds)
    spectrum = np.fft.rfft(rng.standard_normal(len(t)))
    scale = np.log2(np.fft.rfftfreq(len(t), 1 / RATE) + 1)
    out = np.zeros_like(t)
    spread = 0.7 / len(centres)
    for index, centre in enumerate(centres):
        window = np.exp(-(((scale - np.log2(centre)) / 0.55) ** 2))
        when = (index + 0.5) / len(centres)
        gate = np.exp(-(((t / seconds - when) / spread) ** 2))
        out += np.fft.irfft(spectrum * window, len(t)) * gate
    swell = np.where(t < peak * seconds, t / (peak * seconds), 1)
    fall = np.exp(-2 * np.maximum(t / seconds - peak, 0))
    shaped: Wave = out / np.max(np.abs(out)) * swell**2 * fall
    return shaped


def mixed(*layers: tuple[float, float, Wave]) -> Wave:
    """Lay sounds over one another; each layer is (start in s, gain, wave)."""
    length = max(round(start * RATE) + len(wave) for start, _, wave in layers)
    out = np.zeros(length)
    for start, gain, wave in layers:
        first = round(start * RATE)
        out[first : first + len(wave)] += gain * faded(wave, 0.001, 0.03)
    return out


def faded(wave: Wave, attack: float, release: float) -> Wave:
    """Return a copy whose ends rise and fall (s) along half a cosine, so that nothing clicks."""
    out = wave.copy()
    rise, fall = round(attack * RATE), round(release * RATE)
    out[:rise] *= 0.5 - 0.5 * np.cos(np.linspace(0, np.pi, rise))
    out[-fall:] *= 0.5 + 0.5 * np.cos(np.linspace(0, np.pi, fall))
    return out


def finished(wave: Wave, peak: float, attack: float = 0.0015, release: float = 0.04) -> Wave:
    """Take out the mean, fade both ends (s) to zero and set the peak in dBFS."""
    out = faded(wave - wave.mean(), attack, release)
    scaled: Wave = out * (10 ** (peak / 20) / np.max(np.abs(out)))
    return scaled


def _focus() -> Wave:
    return finished(modal(0.08, (660, 1820), (1, 0.2), (0.018, 0.007)), -26)


def _press() -> Wave:
    return finished(wood(520, 0.14, 0.026), -14)


def _move() -> Wave:
    return finished(mixed((0, 1, wood(290, 0.2, 0.04)), (0.004, 0.35, stone(610))), -11)


def _capture() -> Wave:
    low = mixed((0, 1, wood(196, 0.3, 0.06)), (0.002, 0.6, stone(420)))
    return finished(mixed((0, 0.7, stone(760)), (0.07, 1, low)), -9)


def _hit() -> Wave:
    slap = air(0.12, (2600, 1500, 700), np.random.default_rng(11), 0.05)
    body = thud(230, 62, 0.42, 0.11)
    return finished(mixed((0, 1, body), (0, 0.5, slap), (0, 0.25, wood(150, 0.3, 0.05))), -7)


def _miss() -> Wave:
    path = (350, 600, 1000, 1500, 1100, 650)
    return finished(air(0.34, path, np.random.default_rng(12), 0.5), -15, 0.02, 0.08)


def _parry() -> Wave:
    sticks = mixed((0, 1, wood(780, 0.3, 0.05)), (0.006, 0.8, wood(1120, 0.3, 0.04)))
    return finished(mixed((0, 1, sticks), (0, 0.5, thud(240, 120, 0.2, 0.04))), -10)


def _sealed() -> Wave:
    paper = air(0.14, (3200, 2400), np.random.default_rng(13), 0.4)
    return finished(mixed((0, 0.22, paper), (0.08, 1, thud(170, 88, 0.26, 0.055))), -12, 0.01)


def _wax() -> Wave:
    drop = mixed((0, 0.5, thud(620, 240, 0.12, 0.022)), (0.05, 0.3, thud(480, 210, 0.1, 0.02)))
    return finished(mixed((0, 0.7, drop), (0.16, 1, thud(150, 84, 0.26, 0.055))), -13, 0.004)


def _drum() -> Wave:
    skin = modal(0.5, (74, 118, 158, 206), (1, 0.5, 0.28, 0.16), (0.16, 0.09, 0.06, 0.04))
    stick = air(0.06, (900, 500), np.random.default_rng(15), 0.1)
    body = mixed((0, 0.8, thud(126, 66, 0.5, 0.14)), (0, 0.6, skin), (0, 0.12, stick))
    return finished(body, -9, 0.002, 0.12)


def _opened() -> Wave:
    crack = mixed((0, 0.9, stone(1500, 0.1)), (0.035, 0.6, stone(1130, 0.1)))
    paper = air(0.22, (1800, 2600, 3600), np.random.default_rng(14), 0.3)
    return finished(mixed((0, 0.7, crack), (0.02, 0.25, paper), (0.06, 0.5, bell(988, 0.5))), -13)


def _right() -> Wave:
    first, second = bell(659.3, 0.45, 0.2), bell(987.8, 0.47, 0.26)
    return finished(mixed((0, 0.8, first), (0.1, 1, second)), -13, release=0.12)


def _wrong() -> Wave:
    first, second = wood(233.1, 0.3, 0.09), wood(174.6, 0.4, 0.12)
    return finished(mixed((0, 0.9, first), (0.13, 1, second)), -12, release=0.1)


def _win() -> Wave:
    notes = (440.0, 523.3, 659.3, 784.0, 1046.5)
    layers = [
        (0.12 * i, 0.6 + 0.08 * i, bell(note, 1.42 - 0.12 * i, 0.4)) for i, note in enumerate(notes)
    ]
    return finished(mixed(*layers), -11, release=0.4)


def _lose() -> Wave:
    notes = (392.0, 311.1, 261.6, 196.0)
    layers = [(0.2 * i, 1.0, wood(note, 1.42 - 0.2 * i, 0.2)) for i, note in enumerate(notes)]
    gong = bell(98.0, 0.82, 0.5)
    return finished(mixed(*layers, (0.6, 0.5, gong)), -12, release=0.4)


EFFECTS: Mapping[str, Callable[[], Wave]] = MappingProxyType(
    {
        "focus": _focus,
        "press": _press,
        "move": _move,
        "capture": _capture,
        "hit": _hit,
        "miss": _miss,
        "parry": _parry,
        "sealed": _sealed,
        "wax": _wax,
        "drum": _drum,
        "opened": _opened,
        "right": _right,
        "wrong": _wrong,
        "win": _win,
        "lose": _lose,
    }
)
"""What makes each effect; its peak is at most -6 dBFS."""


# ---- music: a loop of plucked notes of one pentatonic scale over four slow chords

_SCALE = (57, 60, 62, 64, 67, 69, 72, 74, 76, 79)  # A minor pentatonic, MIDI numbers
_CHORDS = ((45, 52, 60, 64), (41, 48, 57, 64), (48, 55, 62, 64), (43, 50, 59, 62)) * 2
_ECHOES = ((0.0, 1.0), (0.5625, 0.38), (1.125, 0.2), (1.6875, 0.1))  # delay (s), gain
_PAD_GAIN, _PLUCK_GAIN = 0.11, 0.5


def hertz(midi: float) -> float:
    """Return the frequency of a MIDI number."""
    return float(440 * 2 ** ((midi - 69) / 12))


def plucked(
    pitch: float,
    seconds: float,
    place: float,
    decay: float,
    rate: int = RATE,
    harmonics: int = 7,
) -> Wave:
    """A string of `pitch` Hz plucked at the part `place` of its length."""
    known = range(1, harmonics + 1)
    weights = [np.sin(np.pi * k * place) / k**1.5 for k in known]
    decays = [decay / (0.6 + 0.5 * k) for k in known]
    return modal(seconds, [pitch * k for k in known], weights, decays, rate)


def _pluck(midi: int) -> Wave:
    wave = plucked(hertz(midi), 3.0, 0.22, 1.1, MUSIC_RATE)
    wave[:66] *= np.linspace(0, 1, 66)
    wave[-2000:] *= np.linspace(1, 0, 2000)
    return wave


def _pad(midi: int, seconds: float) -> Wave:
    t = times(seconds, MUSIC_RATE)
    pitch = hertz(midi)
    out = np.zeros_like(t)
    for detune, harmonic, weight in ((0.9985, 1, 1.0), (1.0015, 1, 1.0), (1.0, 2, 0.22)):
        out += weight * np.sin(2 * np.pi * pitch * detune * harmonic * t)
    out *= np.sin(np.pi * t / seconds) ** 2
    return out


def _add_round(loop: Wave, wave: Wave, start: int) -> None:
    """Add ``wave`` to ``loop`` from sample ``start``; past the end it goes on at the head."""
    head = min(len(wave), len(loop) - start)
    loop[start : start + head] += wave[:head]
    loop[: len(wave) - head] += wave[head:]


def _melody(rng: np.random.Generator) -> Iterator[tuple[float, int, float]]:
    """Yield (start in s, MIDI number, loudness): a wandering line with rests."""
    place = 4
    for step in range(MUSIC_SECONDS * 4 // 3):
        place += int(rng.integers(-2, 3))
        place = min(max(place, 0), len(_SCALE) - 1)
        if rng.random() < (0.75 if step % 4 == 0 else 0.42):
            yield step * 0.75 + float(rng.uniform(0, 0.03)), _SCALE[place], rng.uniform(0.45, 1)
            rng.random()  # placed the note left or right when this was stereo; the tune hangs on it


def _chords(length: int) -> Wave:
    """The slow chords, a loop of ``length`` samples."""
    loop = np.zeros(length)
    span = MUSIC_SECONDS / len(_CHORDS)
    for index, chord in enumerate(_CHORDS):
        for midi in chord:
            _add_round(loop, _PAD_GAIN * _pad(midi, span * 1.6), round(index * span * MUSIC_RATE))
    return loop


def _tune(length: int, rng: np.random.Generator) -> Wave:
    """The plucked notes and their echoes, a loop of ``length`` samples."""
    plucked = np.zeros(length)
    strings = {midi: _pluck(midi) for midi in _SCALE}
    for start, midi, loudness in _melody(rng):
        _add_round(plucked, _PLUCK_GAIN * loudness * strings[midi], round(start * MUSIC_RATE))
    loop = np.zeros(length)
    for delay, gain in _ECHOES:
        loop += gain * np.roll(plucked, round(delay * MUSIC_RATE))
    return loop


def music(seed: int = 7) -> Wave:
    """Return the music: ``MUSIC_SECONDS`` at ``MUSIC_RATE``, -21 dBFS RMS, its peaks held at -11.

    Its end runs on into its start, so that it can be played round and round. It begins with its
    loudest three seconds that start on a beat.
    """
    length = MUSIC_SECONDS * MUSIC_RATE
    loop = _chords(length) + _tune(length, np.random.default_rng(seed))
    loop -= loop.mean()
    beat, span = MUSIC_RATE * 3 // 4, 3 * MUSIC_RATE
    power = [np.mean(np.roll(loop, -start)[:span] ** 2) for start in range(0, length, beat)]
    loop = np.roll(loop, -beat * int(np.argmax(power)))
    for _ in range(4):  # what the peaks lose, the whole gains
        loop *= 10 ** (-21 / 20) / np.sqrt(np.mean(loop**2))
        loop = held(loop, 10 ** (-11 / 20))
    return loop


def held(loop: Wave, ceiling: float) -> Wave:
    """Return a loop with its peaks at most at the `ceiling`, turned down smoothly round each.

    The gain follows the lowest that is needed within 20 ms, smoothed over 40 ms, so that nothing is
    bent: no new tones arise.
    """
    reach = MUSIC_RATE // 50
    need = np.minimum(1, ceiling / np.maximum(np.abs(loop), 1e-9))
    around = np.concatenate([need[-2 * reach :], need, need[: 2 * reach]])
    lowest = np.lib.stride_tricks.sliding_window_view(around, 2 * reach + 1).min(axis=1)
    window = np.hanning(2 * reach + 3)[1:-1]
    gain = np.convolve(lowest, window / window.sum(), "valid")
    return loop * gain
