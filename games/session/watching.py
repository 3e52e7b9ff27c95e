"""A watcher beside a match, at its own pace: what it thought after every step, a budget a frame.

A watcher is an agent without a seat. One that belongs to a `Match` (`Match.watch`) hears every turn
at once, and only its present thought is known. A `Watching` hears a line of steps while there is
time for it, may join late, and keeps what it thought after each as a frame, so that a page can
rewind it. A step is whatever has events: a `Reveal` of a session's `played`, or a page's own.

A frame of the screen has `BUDGET` for all watchings together. It is counted in steps, not in
milliseconds: attract mode looks the same on every machine. A step over a ground far larger than any
that the arcade makes itself takes no frame's time at all: it is taken in a thread (`Watching`).
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final, Generic, Protocol, TypeVar

from games.beside import Made
from games.core import WATCHERS, Event, Game, Player
from games.match import BEGIN, seen_by
from games.spec import Params
from games.streams import Stream

BUDGET: Final = 12.0
"""What one frame of the screen computes, in steps of a light watcher.

Measured with the tracker's models on its usual maze: a step of `auto` takes 1.1 ms and one of
`explore` 0.5 ms, as long as about 12 steps of the others (0.04 to 0.17 ms).
"""


class HeardStep(Protocol):
    """A step of a match: an object with events."""

    @property
    def events(self) -> Sequence[Event]:
        """The events of the step."""


Watcher = TypeVar("Watcher", bound=Player)
Step = TypeVar("Step", bound=HeardStep)
Frame = TypeVar("Frame")


MOST_INLINE: Final = 1_000
"""Over a ground of more cells a watcher thinks in a thread: the mazes that the arcade makes have
fewer, and a match from elsewhere may bring one of 120,000."""
MOST_REPLAYED: Final = 300
"""The same for a match that is looked at again: to begin with 975 cells takes 0.2 s, and such a
match can be anybody's."""
_ONE_AT_A_TIME: Final = threading.Lock()
"""Who thinks in a thread waits for the others, so that they share neither time nor memory."""


def is_large(cells: int, replay: bool) -> bool:
    """Return whether a ground of this number of `cells` is thought over in a thread; a `replay`
    waits sooner.
    """
    return cells > (MOST_REPLAYED if replay else MOST_INLINE)


def _alone(work: Callable[[], Frame]) -> Frame:
    """Return the result of a thread's work, once no other thread is at work."""
    with _ONE_AT_A_TIME:
        return work()


class Watching(Generic[Watcher, Step, Frame]):
    """A watcher and its frames: frame t is its thought after step t, frame 0 at the start.

    `make_frame` is given the watcher, the step that it has just heard and the frame before; both
    are None at the start. A `heavy` watcher uses up a frame's budget with one step, and so does
    every one with its beginning. `steps` counts the steps it has heard, -1 before it has begun; the
    last `kept` frames are kept (all for None). Its random numbers are placed at each step, so they
    do not depend on its pace. After turns were taken back a new one is made. One that thinks
    `beside` the window takes every step in a thread: while it is `busy` no other caller may ask its
    watcher.
    """

    def __init__(
        self,
        watcher: Watcher,
        game: Game[Any],
        params: Params,
        rng: Stream,
        make_frame: Callable[[Watcher, Step | None, Frame | None], Frame],
        heavy: bool = False,
        kept: int | None = None,
        beside: bool = False,
    ) -> None:
        self.watcher = watcher
        self.heavy = heavy
        self.beside = beside
        self._step: Made[Frame] | None = None
        self.frames: deque[Frame] = deque(maxlen=kept)
        self.steps = -1
        self._game, self._params, self._rng = game, params, rng
        self._make_frame = make_frame

    @property
    def cost(self) -> float:
        """The part of a frame's budget that the next step takes."""
        return BUDGET if self.heavy or self.steps < 0 else 1.0

    def advance(self, line: Sequence[Step]) -> bool:
        """Begin, or take in the next step of a `line`.

        False when all of it was heard, or when a thread has still to come back.
        """
        if self._step is not None:
            return self._take()
        if self.steps >= len(line):
            return False
        work = partial(self._hear, line[self.steps]) if self.steps >= 0 else self._begin
        if self.beside:
            self._step = Made(partial(_alone, work))
            return False
        self._keep(work())
        return True

    @property
    def busy(self) -> bool:
        """True if a thread thinks now."""
        return self._step is not None and not self._step.done

    def _take(self, wait: bool = False) -> bool:
        """Keep what a thread has made; False where it has still to come back."""
        step = self._step
        if step is None or (not wait and not step.done):
            return False
        step.wait()
        self._step = None
        self._keep(step.found)
        return True

    def _keep(self, frame: Frame) -> None:
        self.frames.append(frame)
        self.steps += 1

    def _begin(self) -> Frame:
        self._rng.jump(BEGIN)
        self.watcher.begin((), self._game, self._params, self._rng)
        return self._make_frame(self.watcher, None, None)

    def _hear(self, step: Step) -> Frame:
        self._rng.jump(-self.steps - 1)
        self.watcher.observe(seen_by(tuple(step.events), (WATCHERS,)))
        return self._make_frame(self.watcher, step, self.frames[-1])

    @property
    def oldest(self) -> int:
        """The earliest step whose frame is still kept."""
        return self.steps - len(self.frames) + 1

    def frame(self, step: int) -> Frame:
        """Return the frame of a step, or the nearest one that is kept; the start if none is yet."""
        if not self.frames and not self._take(wait=True):
            self._keep(self._begin())
        return self.frames[min(max(step - self.oldest, 0), len(self.frames) - 1)]


def advance_all(
    watchings: Iterable[Watching[Any, Step, Any]], line: Sequence[Step], budget: float = BUDGET
) -> None:
    """Let `watchings` hear what they have not of a `line` of steps, as far as `budget` goes.

    Who is furthest behind comes first, and one step is taken even where it costs more than is left.
    """
    for watching in sorted(watchings, key=lambda each: each.steps):
        while budget > 0:
            cost = watching.cost
            if not watching.advance(line):
                break
            budget -= cost
