"""The rigged die: throws, a guess of the loaded face, and a belief that closes in on the weights.

It is the example of AdvancedMath, the functions behind the original of Numbers: five faces of .14
and one of .3. Which one is loaded is drawn by lot. The belief is Dirichlet's: it begins with one
count for each face, as the table of pairs does, and each throw adds one. A face's own weight then
has a Beta distribution, of which mean and 95% interval are drawn.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np

from games.arrays import FloatArray
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN, RIGHT
from games.shell.draw.theme import HEADING, LABEL, TEXT
from games.shell.pages.page import Page
from games.shell.shell import Shell
from games.shell.widgets.basic import Button
from games.streams import Stream

FACES: Final = 6
LOADED, PLAIN = 0.3, 0.14
MANY: Final = 1000
"""Throws of the post's own count."""
MOST: Final = 100_000
_SECONDS: Final = 1.0
"""In which `MANY` throws fall."""
_TOP: Final = 0.42
"""The weight at the top of the scale; chosen, so that the loaded face fits."""
_GRID: Final = 4001
_OPENING: Final = (
    "One of six faces is loaded. Throw, and say which one. The bars are where each face's weight "
    "may be, by the throws so far."
)


def interval(hits: int, throws: int) -> tuple[float, float, float]:
    """Return the mean of a face's weight and its 95% interval after `hits` in `throws`.

    The weight has the distribution Beta(hits + 1, throws - hits + FACES - 1), added up on a grid.

    >>> mean, low, high = interval(0, 0)
    >>> round(mean, 3), round(low, 3), round(high, 3)
    (0.167, 0.005, 0.522)
    """
    a, b = hits + 1, throws - hits + FACES - 1
    weights: FloatArray = (np.arange(_GRID) + 0.5) / _GRID
    logs = (a - 1) * np.log(weights) + (b - 1) * np.log1p(-weights)
    held = np.exp(logs - logs.max()).cumsum()
    low, high = (int(np.searchsorted(held, part * held[-1])) for part in (0.025, 0.975))
    return a / (a + b), float(weights[low]), float(weights[min(high, _GRID - 1)])


class RiggedDie:
    """A die with one loaded face, drawn by a `seed`, and the counts of its throws."""

    def __init__(self, seed: int) -> None:
        self._dice = Stream.named(seed, "rigged die")
        self.loaded = self._dice.below(FACES)
        self.weights = tuple(LOADED if face == self.loaded else PLAIN for face in range(FACES))
        self.counts = [0] * FACES

    @property
    def throws(self) -> int:
        """The number of throws."""
        return sum(self.counts)

    def throw(self, times: int) -> None:
        """Throw a number of `times`, up to `MOST` in all."""
        for _ in range(min(times, MOST - self.throws)):
            self.counts[self._dice.sample_from(self.weights)] += 1


class DiePage(Page):
    """Throws, six bars and a guess; `seed` draws the loaded face."""

    emblem = "dice"

    def __init__(self, shell: Shell, seed: int) -> None:
        super().__init__(shell, "Rigged die")
        self._seed = seed
        self.renew()

    def renew(self) -> None:
        """Take a new die."""
        self.die = RiggedDie(self._seed)
        self._seed += 1
        self.words, self.guessed = _OPENING, -1
        self._waiting, self._age = 0, 0.0
        throws = (("Throw", 1), ("Throw 10", 10), (f"Throw {MANY:,}", MANY))
        self.throws = [Button(label, partial(self.throw, times)) for label, times in throws]
        self.guesses = [
            Button(str(face + 1), partial(self.guess, face), hint="This face is the loaded one.")
            for face in range(FACES)
        ]
        self.fill([*self.throws, Button("New die", self.renew), *self.guesses])

    def throw(self, times: int) -> None:
        """Throw the die; many throws fall within a second."""
        if times < MANY:
            self.die.throw(times)
        else:
            self._waiting, self._age = self._waiting + times, 0.0

    def update(self, dt: float) -> None:
        """Let throws fall that wait."""
        super().update(dt)
        if self._waiting:
            self._age += dt
            share = 1.0 if self.shell.settings.reduced_motion else self._age / _SECONDS
            falls = self._waiting if share >= 1 else min(self._waiting, round(MANY * dt) + 1)
            self.die.throw(falls)
            self._waiting -= falls

    def guess(self, face: int) -> None:
        """Say which face is loaded; the weights are shown then."""
        if self.guessed >= 0:
            return
        self.guessed = face
        loaded = self.die.loaded
        _, low, high = interval(self.die.counts[loaded], self.die.throws)
        first = "Right" if face == loaded else f"No, it is the {loaded + 1}"
        self.words = (
            f"{first}: it has {LOADED}, all others {PLAIN}. After {self.die.throws:,} throws the "
            f"belief holds its weight between {low:.2f} and {high:.2f}."
        )

    def next_frame(self) -> float | None:
        """Draw on while throws fall."""
        return 0.0 if self._waiting else super().next_frame()

    def place(self, box: Box) -> None:
        """Place the throws in a row above the bars, a guess below each bar."""
        x, y, w, h = box
        row = self.body.widgets[:4]
        wide = (w - 3 * 12) / 4
        for number, button in enumerate(row):
            button.box = (x + number * (wide + 12), y + 72, wide, 48)
        column = w / FACES
        for number, button in enumerate(self.guesses):
            button.box = (x + (number + 0.5) * column - 32, y + h - 48, 64, 48)
        self._bars: Box = (x, y + 136, w, h - 136 - 60)

    def draw_body(self, canvas: Canvas) -> None:
        """Draw the words, and for each face its count, the mean and the interval of its weight."""
        x, y, w, h = self._bars
        canvas.paragraph(self.words, (x, y - 136), w, TEXT, "paper", most=3)
        bottom, tall, column = y + h - 34, h - 60, w / FACES
        for face, hits in enumerate(self.die.counts):
            middle = x + (face + 0.5) * column
            mean, low, high = interval(hits, self.die.throws)
            top, foot = (bottom - tall * min(1.0, part / _TOP) for part in (high, low))
            canvas.rect((middle - 26, top, 52, max(2.0, foot - top)), OWN, 8, alpha=120)
            level = bottom - tall * min(1.0, mean / _TOP)
            canvas.rect((middle - 34, level - 2, 68, 4), "paper", 2)
            if self.guessed >= 0:
                true = bottom - tall * self.die.weights[face] / _TOP
                canvas.rect((middle - 42, true - 2, 84, 4), RIGHT, 2)
            canvas.text(f"{hits:,}", (middle, bottom + 18), LABEL, "quiet", "text", "centre")
        told = f"{self.die.throws:,} throws"
        canvas.text(told, (x + w, y + 4), HEADING - 6, "quiet", "title", "right")
