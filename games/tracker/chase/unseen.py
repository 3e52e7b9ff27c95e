"""The cells on which an unseen ghost can be, worked out when they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from games.beside import Made
from games.session.watching import is_large
from games.tracker.rules.ground import MatchGround, SensorReading
from games.tracker.rules.possible import possible_after


class Unseen:
    """A ghost that set out from the cell `start` (None: from any cell) and was only heard.

    In a large maze (`is_large`, in a `replay` or not) a thread works out the cells. A step in an
    open maze of 117,649 cells takes up to 74 ms (measured once, by processor time), and a jump to a
    late moment of a match takes all steps since the last sight at once.
    """

    def __init__(self, course: MatchGround, start: int | None, replay: bool = False) -> None:
        self._course, self._beside = course, is_large(len(course.cells), replay)
        self._here = frozenset(range(len(course.cells)) if start is None else (start,))
        self._heard: list[Sequence[SensorReading]] = []
        self._work: Made[frozenset[int]] | None = None
        self._taken = 0

    def hear(self, readings: Sequence[SensorReading]) -> None:
        """Take in the readings of the next step; a sight makes all before it needless."""
        spot = next((reading.seen for reading in readings if reading.seen is not None), None)
        if spot is None:
            self._heard.append(readings)
        else:
            self._here, self._work = frozenset((self._course.cells.index(spot),)), None
            self._heard.clear()

    @property
    def working(self) -> bool:
        """True while a thread works out the cells."""
        return self._work is not None

    @property
    def cells(self) -> frozenset[int]:
        """The possible cells; none while they are being worked out in a thread."""
        if self._work is not None:
            if not self._work.done:
                return frozenset()
            self._here, self._work = self._work.found, None
            del self._heard[: self._taken]
        if self._heard:
            self._taken = len(self._heard)
            work = partial(possible_after, self._course, self._here, tuple(self._heard))
            if self._beside:
                self._work = Made(work)
                return frozenset()
            self._here = work()
            self._heard.clear()
        return self._here
