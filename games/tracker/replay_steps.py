"""A walk that is looked at again, step by step; the beliefs are computed as frames go by."""

from __future__ import annotations

from collections.abc import Callable

from games.session.reveal import Reveal
from games.shell.hooks import Hooks
from games.shell.replay_steps import ReplaySteps
from games.tracker.model import Model


class TrackerReplaySteps(ReplaySteps):
    """The tape of a `walk`: a moment is a step; `look` lets time pass on the page."""

    rethinks = False  # the mind view is that of the belief on show

    def __init__(
        self,
        scene: Hooks,
        walk: Model,
        look: Callable[[float], None],
        changed: Callable[[], None],
        show: Callable[[Reveal], None],
    ) -> None:
        super().__init__(scene, walk.session, changed, show)
        self._walk, self._look = walk, look

    @property
    def moments(self) -> int:
        """The number of steps walked."""
        return len(self._walk.tape)

    @property
    def moment(self) -> int:
        """The step on show."""
        return self._walk.playback.step

    def stand_at(self, moment: int) -> None:
        """Show what is believed after a step."""
        self._walk.playback.jump(2 * moment)

    def play_on(self) -> None:
        """Show the next step: the belief spreads, and the reading comes."""
        if self.moment < self.moments:
            self._walk.playback.go(2 * self.moment + 2)

    @property
    def settling(self) -> bool:
        """True if the step on show is on its way, or the next still to be heard by a model."""
        step = min(self.moment + 1, self.moments)
        return self._walk.playback.running or not self._walk.lineup.have_heard(step)

    @property
    def ready(self) -> bool:
        """True if every model has heard the step on show."""
        return self._walk.lineup.have_heard(self.moment)

    def look_on(self, dt: float) -> None:
        """Let the models think, and move the boards on."""
        self._look(dt)
