"""The page's place in time: a tape of half-steps that is played, stepped through and rewound.

Half-step 2t is the belief after the reading of step t, half-step 2t - 1 the one before it, when the
belief has spread without a reading; half-step 0 is the start. `SPEEDS` are steps a second; from
`WHOLE` on the two halves are shown as one.
"""

from __future__ import annotations

from typing import Final

from games.shell.draw.tween import Timer, ease_in_out
from games.shell.pace import Pace

# Steps a second; chosen by eye.
SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 60.0)
WHOLE: Final = 8.0
_REST: Final = 0.35
"""The share of a half-step during which its outcome stands still."""


class HalfSteps:
    """The half-step on show, the way to it, and how fast it goes on (`pace`)."""

    def __init__(self) -> None:
        self.half = 0
        self.origin = 0
        self.playing = False
        self.pace = Pace(SPEEDS)
        self._timer = Timer()
        self._moving_share = 1.0 - _REST

    @property
    def speed(self) -> float:
        """Steps a second."""
        return self.pace.speed

    @property
    def step(self) -> int:
        """The step on show."""
        return (self.half + 1) // 2

    @property
    def predicting(self) -> bool:
        """True if the half-step on show is a prediction, the reading still to come."""
        return self.half % 2 == 1

    @property
    def following(self) -> int:
        """The half-step that comes next at this speed."""
        if self.speed < WHOLE:
            return self.half + 1
        return self.half + (1 if self.predicting else 2)

    def go(self, half: int, seconds: float | None = None) -> None:
        """Move to a half-step; `seconds` is the time until the next one may come."""
        self.origin, self.half = self.half, max(0, half)
        steps = abs(self.half - self.origin) / 2
        self._timer.start(steps / self.speed if seconds is None else seconds)

    def jump(self, half: int) -> None:
        """Be at the half-step `half` at once."""
        self.half = self.origin = max(0, half)
        self._timer.stop()

    def finish(self) -> None:
        """End the way to the half-step on show."""
        self._timer.stop()

    def update(self, dt: float) -> None:
        """Move on."""
        self._timer.update(dt)

    @property
    def running(self) -> bool:
        """True if the half-step on show is still to be looked at."""
        return self._timer.running

    @property
    def share(self) -> float:
        """The part of the way from `origin` to `half` that is done, eased, 0 to 1."""
        if not self._timer.running:
            return 1.0
        return ease_in_out(self._timer.progress / self._moving_share)
