"""Sound: effects and music through the mixer, silent and harmless where there is no audio.

Data: the files of `assets/sounds`: an Ogg Vorbis file for each effect and each motif, read whole,
and the music, which the mixer decodes as it plays. Opening a device may take seconds, so one
short-lived thread opens it and loads the files: a frame never waits for either, and until then all
is silence. Volumes run from 0 to 1; those of effects act as their square, which is nearer to how
loudness is heard, and the music's as it is, so that small speakers give it.

Nothing clips: of each sound it is known how loud its rest can be at most, and a new one is turned
down so far that the sum of all that sounds stays below `CEILING`.
"""

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, get_args

import numpy as np
import pygame
from numpy.typing import NDArray

from games.paths import ASSETS

Effect = Literal[
    "focus",
    "press",
    "move",
    "capture",
    "hit",
    "miss",
    "parry",
    "sealed",
    "wax",
    "drum",
    "opened",
    "right",
    "wrong",
    "win",
    "lose",
    "knew",
]
EFFECTS: Final[tuple[Effect, ...]] = get_args(Effect)
MUSIC: Final = "music"
SOUNDS: Final = ASSETS / "sounds"
FORMAT: Final = (44_100, -16, 2)  # samples a second, signed 16 bits, stereo
BUFFER: Final = 1024  # samples mixed at once: 23 ms, at half the processor time of 512
CHANNELS: Final = 16  # effects at once
SOONEST_REPEAT: Final = 0.05  # seconds before the same effect is played again
RARELY: Final = 20.0  # seconds before the same motif is played again; chosen by ear
FADE_IN: Final = 150  # milliseconds, music
CEILING: Final = 0.7  # of full scale, -3.1 dBFS: what sounds together stays below
MUSIC_PEAK: Final = 0.31  # of full scale, of the file; a test measures it
SHARE: Final = 0.8  # of the room below the ceiling, for one sound: the next is softer, not silent
STEP: Final = 0.05  # seconds between the places where it is known how loud a rest can be
LATE: Final = 0.1  # seconds that a sound may sound later than it was asked for
SOFTEST: Final = 1 / 128  # SDL's smallest step of loudness
_LOG = logging.getLogger(__name__)


def _gain(volume: float, power: int) -> float:
    """Return the factor for a volume above 0; never so small that SDL takes it for silence."""
    return max(min(volume, 1.0) ** power, SOFTEST)


class Loaded:
    """A sound that was read: how loud its rest is at most from each place on, and its `gain`."""

    def __init__(self, path: Path) -> None:
        """Read the file; raises `pygame.error` for a damaged one."""
        self.sound = pygame.mixer.Sound(str(path))
        self.gain = 0.0
        self.begun: list[float] = []
        samples = np.frombuffer(self.sound.get_raw(), np.int16).astype(np.float64)
        step = round(STEP * FORMAT[0]) * FORMAT[2]
        padded = np.concatenate([np.abs(samples), np.zeros(-len(samples) % step)])
        peaks = padded.reshape(-1, step).max(axis=1) / 32768
        self._rest: NDArray[np.float64] = np.maximum.accumulate(peaks[::-1])[::-1]

    @property
    def peak(self) -> float:
        """The peak of the whole sound at full volume."""
        return float(self._rest[0])

    def rest(self, now: float) -> float:
        """Return the most that all that still sounds of it adds to, at full volume."""
        places = [max(0, int((now - start - LATE) / STEP)) for start in self.begun]
        self.begun = [s for s, at in zip(self.begun, places, strict=True) if at < len(self._rest)]
        return float(sum(self._rest[at] for at in places if at < len(self._rest)))

    def stop(self) -> None:
        """Forget what was begun: it was stopped."""
        self.begun.clear()


class Sound:
    """The sound of the arcade: one instance, held by the app.

    `effects_volume` and `music_volume` run from 0 to 1; `muted` silences it until `set_volumes`
    takes that back, `silent` for ever. `clock` returns seconds. `folder` holds the files; one that
    is missing or damaged is silence. No call raises in play.
    """

    def __init__(
        self,
        effects_volume: float = 0.7,
        music_volume: float = 0.4,
        muted: bool = False,
        *,
        silent: bool = False,
        clock: Callable[[], float] = time.monotonic,
        folder: Path = SOUNDS,
    ) -> None:
        self._effects_volume = effects_volume
        self._music_volume = music_volume
        self._muted = muted
        self._clock = clock
        self._folder = folder
        self._lock = threading.Lock()  # held while the music is steered, never while loading
        self._loader: threading.Thread | None = None
        self._wanted = False
        self._opened = False
        self._failed = False
        self._closed = silent
        self._effects: dict[str, Loaded] = {}
        self._music_loaded = False
        self._last_played: dict[str, float] = {}

    @property
    def failed(self) -> bool:
        """True if there turned out to be no audio device, or it was lost."""
        return self._failed

    def prepare(self) -> None:
        """Load the sounds and begin the music, in the background; call it after the first frame.

        While it would be silent (mute, or both volumes 0) it waits, and no device is opened.
        """
        with self._lock:
            self._wanted = True
            self._attend()

    def wait(self, seconds: float) -> bool:
        """Wait for the loading, `seconds` at most; return whether all is loaded."""
        loader = self._loader
        if loader is not None:
            loader.join(seconds)
        return loader is None or not loader.is_alive()

    def play(self, name: Effect) -> bool:
        """Play the effect `name`; returns whether it sounds.

        Too soon, muted, not ready or too much at once: silence.
        """
        return self._play(name, RARELY if name == "knew" else SOONEST_REPEAT)

    def play_motif(self, game: str) -> bool:
        """Play the motif of the usual opponent of a `game`, where it has one; returns as `play`."""
        return self._play(f"motif-{game}", RARELY)

    def _play(self, name: str, apart: float) -> bool:
        """Play what was loaded as `name`, if the last time is `apart` seconds ago."""
        loaded = self._effects.get(name)
        if loaded is None or not self._effects_audible or self._failed or self._closed:
            return False
        now = self._clock()
        if now - self._last_played.get(name, -apart) < apart:
            return False
        self._last_played[name] = now
        gain = min(_gain(self._effects_volume, 2), self._room(loaded, now))
        if gain < SOFTEST:
            return False
        try:
            loaded.sound.set_volume(gain)
            loaded.gain = gain
            loaded.begun.append(now)
            return loaded.sound.play() is not None
        except pygame.error as error:
            self._give_up(error)
            return False

    def _room(self, loaded: Loaded, now: float) -> float:
        """Return the gain at which a sound and all others together stay below the ceiling."""
        others = sum(
            one.gain * one.rest(now) for one in self._effects.values() if one is not loaded
        )
        music = _gain(self._music_volume, 1) * MUSIC_PEAK if self._music_audible else 0.0
        room = SHARE * (CEILING - music - others)
        return max(0.0, room) / max(loaded.rest(now) + loaded.peak, SOFTEST)

    def set_volumes(
        self,
        effects: float | None = None,
        music: float | None = None,
        muted: bool | None = None,
    ) -> None:
        """Change what is given: the volumes of `effects` and `music` (0 to 1), and whether all is
        `muted`.
        """
        with self._lock:
            self._effects_volume = self._effects_volume if effects is None else effects
            self._music_volume = self._music_volume if music is None else music
            self._muted = self._muted if muted is None else muted
            self._attend()

    def close(self, patience: float = 1.0) -> None:
        """Fall silent for good and give the device back; waits `patience` seconds for loading."""
        self._closed = True
        loaded = self.wait(patience)
        with self._lock:
            if loaded and self._opened:
                self._quietly(pygame.mixer.quit)
            self._effects.clear()
            self._opened = self._music_loaded = False

    @property
    def _music_audible(self) -> bool:
        return not self._muted and self._music_volume > 0

    @property
    def _effects_audible(self) -> bool:
        return not self._muted and self._effects_volume > 0

    def _attend(self) -> None:
        """Start and stop sounds by the volumes; called with the lock held."""
        if self._closed or self._failed or not self._wanted:
            return
        if self._loader is None and (self._effects_audible or self._music_audible):
            self._loader = threading.Thread(target=self._load, name="sound", daemon=True)
            self._loader.start()
        if self._muted and self._opened:
            self._quietly(pygame.mixer.stop)
            for loaded in self._effects.values():
                loaded.stop()
        if self._music_loaded:
            self._quietly(self._steer_music)

    def _steer_music(self) -> None:
        """Start, turn or stop the music: at a volume of 0 it does not go on unheard."""
        music = pygame.mixer.music
        if not self._music_audible:
            music.stop()  # a fade would make the next start wait for its end
            return
        music.set_volume(_gain(self._music_volume, 1))
        if not music.get_busy():
            music.play(loops=-1, fade_ms=FADE_IN)

    def _quietly(self, action: Callable[[], None]) -> None:
        try:
            action()
        except pygame.error as error:
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        self._failed = True
        _LOG.warning("The arcade goes on without sound: %s", error)

    # -- loading, in a thread of its own -------------------------------------------------

    def _load(self) -> None:
        """Open the device, begin the music, and read the other files."""
        try:
            self._open()
            self._load_music()
            for name in (*EFFECTS, *sorted(path.stem for path in self._folder.glob("motif-*.ogg"))):
                self._load_effect(name)
        except Exception as error:  # no fault of sound may end the game
            self._give_up(error)

    def _open(self) -> None:
        if pygame.mixer.get_init() not in (None, FORMAT):
            pygame.mixer.quit()
        pygame.mixer.init(*FORMAT, buffer=BUFFER, allowedchanges=0)
        self._opened = True
        pygame.mixer.set_num_channels(CHANNELS)

    def _load_effect(self, name: str) -> None:
        try:
            self._effects[name] = Loaded(self._file(name))
        except (pygame.error, OSError) as error:
            _LOG.warning("There is no sound for %r: %s", name, error)

    def _load_music(self) -> None:
        try:
            pygame.mixer.music.load(str(self._file(MUSIC)))
        except (pygame.error, OSError) as error:
            _LOG.warning("There is no music: %s", error)
            return
        with self._lock:
            self._music_loaded = True
            self._attend()

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.ogg"
