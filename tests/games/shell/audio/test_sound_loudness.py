"""Loudness of what leaves the mixer, recorded by SDL's disk driver: the music is heard from the
start, and nothing clips.

The figures of a recording are printed by `python -m tests.games.shell.audio.test_sound_loudness`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from games.paths import ROOT
from games.shell.audio.sound import CEILING, EFFECTS, FORMAT

START = """
import time
from games.shell.audio.sound import Sound
from games.store.profiles import Settings
s = Settings()
sound = Sound(s.effects_volume, s.music_volume)
sound.prepare()
sound.wait(20)
time.sleep({seconds})
sound.close()
"""
STORM = """
import random, time
from games import catalog
from games.shell.audio.sound import EFFECTS, Sound
sound = Sound(1.0, 1.0)
sound.prepare()
sound.wait(20)
draw, end, heard = random.Random(5), time.monotonic() + {seconds}, 0
while time.monotonic() < end:
    heard += sound.play(draw.choice(EFFECTS)) + sound.play_motif(draw.choice(catalog.GAMES))
    time.sleep(0.02)
sound.close()
print(heard)
"""
EXCHANGE = """
import time
from games.shell.audio.sound import Sound
from games.store.profiles import Settings
s = Settings()
sound = Sound(s.effects_volume, s.music_volume)
sound.prepare()
sound.wait(20)
sound.play_motif("karate")
for name in ("drum", "hit", "knew", "win"):
    sound.play(name)
time.sleep({seconds})
sound.close()
"""


class Recording(NamedTuple):
    """What left the mixer, full scale 1, and what the program printed."""

    samples: np.ndarray
    printed: str

    @property
    def peak(self) -> float:
        """The loudest sample, in dBFS."""
        return decibels(float(np.abs(self.samples).max()))

    def rms(self, start: float = 0.0, end: float | None = None) -> float:
        """The loudness from `start` to `end`, in dBFS."""
        last = None if end is None else round(end * FORMAT[0])
        part = self.samples[round(start * FORMAT[0]) : last]
        return decibels(float(np.sqrt(np.mean(part**2))))


def decibels(value: float) -> float:
    return float(20 * np.log10(max(value, 1e-9)))


def taped(folder: Path, program: str, seconds: float, delay: str = "") -> Recording:
    """Run a program for `seconds`; with a `delay` of 0 the mixer goes as fast as it can."""
    file = folder / "sound.raw"
    env = {**os.environ, "SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(file)}
    env |= {"SDL_VIDEODRIVER": "dummy"} | ({"SDL_DISKAUDIODELAY": delay} if delay else {})
    code = program.replace("{seconds}", str(seconds))
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    raw = np.fromfile(file, np.int16).reshape(-1, FORMAT[2])
    return Recording(raw[:, 0] / 32768, done.stdout)


def test_the_music_is_heard_from_the_first_second_on_and_is_loud_enough(tmp_path: Path) -> None:
    """By the usual settings; it was at -36 dBFS, and at -64 in the first seconds."""
    heard = taped(tmp_path, START, 0.3, "1")
    assert len(heard.samples) > 4 * FORMAT[0]
    assert min(heard.rms(at, at + 1) for at in range(3)) > -33
    assert -30 < heard.rms(0, 3) < -24
    assert heard.peak < -12


def test_nothing_clips_when_all_sounds_come_at_once_at_full_volume(tmp_path: Path) -> None:
    heard = taped(tmp_path, STORM, 2.0)
    assert int(heard.printed.split()[-1]) > 30
    assert -12 < heard.peak <= decibels(CEILING) + 0.1 <= -2.9


def test_the_loudest_moment_of_a_match_stays_below_the_ceiling(tmp_path: Path) -> None:
    heard = taped(tmp_path, EXCHANGE, 0.6)
    assert -20 < heard.peak <= -3


def tell() -> None:
    """Print rms and peak of the music alone, of a loud moment, and of a storm at full volume."""
    with tempfile.TemporaryDirectory() as folder:
        music = taped(Path(folder), START, 4.0, "1")
        print(f"music, usual settings: rms {music.rms():.1f} dBFS, peak {music.peak:.1f}")
        seconds = ", ".join(f"{music.rms(at, at + 1):.1f}" for at in range(3))
        print(f"its first three seconds: {seconds} dBFS")
        loud = taped(Path(folder), EXCHANGE, 2.0)
        print(f"karate's loudest moment, usual settings: peak {loud.peak:.1f} dBFS")
        storm = taped(Path(folder), STORM, 6.0)
        print(f"all {len(EFFECTS)} effects and the motifs, full volume: peak {storm.peak:.1f} dBFS")


if __name__ == "__main__":
    tell()
