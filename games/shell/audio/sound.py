"""Sound: effects and music through the mixer, silent and harmless where there is no audio.

Data: the waves of :mod:`games.shell.audio.synthesis`, made in one background thread, which also
opens the device: a frame never waits for either. Until a sound is ready, playing it does nothing.
Volumes run from 0 to 1 and act as their square, which is nearer to how loudness is heard.
"""

import logging
import threading
import time
from collections.abc import Callable

import pygame

from games.shell.audio.synthesis import EFFECTS, RATE, Effect, effect, music_steps, pcm

CHANNELS = 16  # sounds at once; channel 0 is kept for the music
SOONEST_REPEAT = 0.05  # seconds before the same effect is played again
FADE_IN, FADE_OUT = 2000, 600  # milliseconds, music
FORMAT = (RATE, -16, 2)
_LOG = logging.getLogger(__name__)


def _gain(volume: float) -> float:
    return min(max(volume, 0.0), 1.0) ** 2


class Sound:
    """The sound of the arcade: one instance, held by the app.

    Nothing here raises in play. Call :meth:`prepare` after the first frame.
    """

    def __init__(
        self,
        effects_volume: float = 0.7,
        music_volume: float = 0.4,
        muted: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._effects_volume = effects_volume
        self._music_volume = music_volume
        self._muted = muted
        self._clock = clock
        self._lock = threading.RLock()
        self._worker: threading.Thread | None = None
        self._stopping = threading.Event()
        self._opened = False
        self._failed = False
        self._effects: dict[Effect, pygame.mixer.Sound] = {}
        self._music: pygame.mixer.Sound | None = None
        self._music_wanted = False
        self._last_played: dict[Effect, float] = {}

    @property
    def available(self) -> bool:
        """Whether an audio device is open."""
        return self._opened and not self._failed

    @property
    def ready(self) -> bool:
        """Whether all that is wanted has been made, or there is no audio."""
        with self._lock:
            return self._next_job() is None

    def prepare(self) -> None:
        """Open the device and make the effects in the background; call it after the first frame."""
        with self._lock:
            idle = self._worker is None and not self._stopping.is_set()
            if idle and self._next_job() is not None:
                self._worker = threading.Thread(target=self._work, name="sound", daemon=True)
                self._worker.start()

    def play(self, name: Effect) -> bool:
        """Play an effect; returns whether it sounds. Too soon, muted or not ready: silence."""
        if self._muted or self._failed or self._effects_volume <= 0 or self._stopping.is_set():
            return False
        sound = self._effects.get(name)
        if sound is None:
            self.prepare()
            return False
        now = self._clock()
        if now - self._last_played.get(name, -1.0) < SOONEST_REPEAT:
            return False
        self._last_played[name] = now
        try:
            sound.set_volume(_gain(self._effects_volume))
            return sound.play() is not None
        except pygame.error as error:
            self._give_up(error)
            return False

    def set_volumes(
        self,
        effects: float | None = None,
        music: float | None = None,
        muted: bool | None = None,
    ) -> None:
        """Change what is given: the volumes (0 to 1) and whether all is mute."""
        with self._lock:
            self._effects_volume = self._effects_volume if effects is None else effects
            self._music_volume = self._music_volume if music is None else music
            self._muted = self._muted if muted is None else muted
            if self._muted and self.available:
                self._quietly(self._silence_effects)
            self._apply_music()

    def start_music(self) -> None:
        """Play the music, round and round, as soon as it has been made."""
        with self._lock:
            self._music_wanted = True
            self._apply_music()

    def stop_music(self) -> None:
        """Fade the music out."""
        with self._lock:
            self._music_wanted = False
            self._apply_music()

    def close(self, patience: float = 1.0) -> None:
        """Fall silent and give the device back; waits ``patience`` seconds for the worker."""
        self._stopping.set()
        worker = self._worker
        if worker is not None:
            worker.join(patience)
        if (worker is None or not worker.is_alive()) and self._opened:
            self._quietly(pygame.mixer.quit)
        with self._lock:
            self._effects.clear()
            self._music = None
            self._opened = False

    def _music_audible(self) -> bool:
        return self._music_wanted and not self._muted and self._music_volume > 0

    def _apply_music(self) -> None:
        """Bring the music channel in line with what is wanted; called with the lock held."""
        if self._stopping.is_set() or self._failed:
            return
        if self._music_audible() and self._music is None:
            self.prepare()
        elif self._music is not None:
            self._quietly(self._steer_music)

    def _steer_music(self) -> None:
        channel = pygame.mixer.Channel(0)
        if not self._music_audible():
            if channel.get_busy():
                channel.fadeout(FADE_OUT)
            return
        if channel.get_sound() is None and self._music is not None:
            channel.play(self._music, loops=-1, fade_ms=FADE_IN)
        channel.set_volume(_gain(self._music_volume))

    def _silence_effects(self) -> None:
        for sound in self._effects.values():
            sound.stop()

    def _quietly(self, action: Callable[[], None]) -> None:
        try:
            action()
        except pygame.error as error:
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        self._failed = True
        _LOG.warning("The arcade goes on without sound: %s", error)

    def _next_job(self) -> Callable[[], None] | None:
        """Return what the worker has to do next; called with the lock held."""
        if self._failed or self._stopping.is_set():
            return None
        if not self._opened:
            return self._open
        for name in EFFECTS:
            if name not in self._effects:
                return lambda: self._make_effect(name)
        if self._music is None and self._music_audible():
            return self._make_music
        return None

    def _work(self) -> None:
        while True:
            with self._lock:
                job = self._next_job()
                if job is None:
                    self._worker = None
                    return
            try:
                job()
            except Exception as error:  # no fault of sound may end the game
                self._give_up(error)

    def _open(self) -> None:
        if pygame.mixer.get_init() not in (None, FORMAT):
            pygame.mixer.quit()
        pygame.mixer.init(*FORMAT, buffer=512, allowedchanges=0)
        pygame.mixer.set_num_channels(CHANNELS)
        pygame.mixer.set_reserved(1)
        self._opened = True

    def _make_effect(self, name: Effect) -> None:
        self._effects[name] = pygame.mixer.Sound(buffer=pcm(effect(name)))

    def _make_music(self) -> None:
        for loop in music_steps():
            if self._stopping.wait(0.002):  # also gives way to the frames
                return
            if loop is not None:
                with self._lock:
                    self._music = pygame.mixer.Sound(buffer=pcm(loop))
                    self._apply_music()
