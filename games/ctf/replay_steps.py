"""A match of capture-the-flag that is looked at again: the truth, and what each team believed."""

from __future__ import annotations

from collections.abc import Callable

from games.ctf.model import Model
from games.ctf.report import rounds_of
from games.ctf.rules.state import BOTS
from games.ctf.stage import Stage
from games.session.reveal import Reveal
from games.shell.hooks import Hooks
from games.shell.replay_steps import ReplaySteps


class FieldReplaySteps(ReplaySteps):
    """A moment is a move; the beliefs are computed as frames go by."""

    rethinks = False  # the embers are what is shown
    rest = 0.05

    def __init__(
        self,
        scene: Hooks,
        running: Model,
        stage: Stage,
        go_to: Callable[[int], None],
        changed: Callable[[], None],
        show: Callable[[Reveal], None],
    ) -> None:
        super().__init__(scene, running.session, changed, show)
        self._running, self._stage, self._go_to = running, stage, go_to

    @property
    def moments(self) -> int:
        """The number of moves made."""
        return len(self._running.tape) - 1

    @property
    def moment(self) -> int:
        """The move on show."""
        return self._running.moment

    def stand_at(self, moment: int) -> None:
        """Show a moment, without any motion."""
        self._go_to(moment)

    def play_on(self) -> None:
        """Show the next move."""
        self._go_to(self.moment + 1)

    def turn_words(self, played: int) -> str:
        """Return the name of the move after `played` moves."""
        return f"round {played // len(BOTS) + 1}, move {played % len(BOTS) + 1}"

    def words(self, moment: int) -> str:
        """Return the name of a moment: its round, the number of rounds, and the move in it."""
        if moment <= self.first:
            return super().words(moment)
        told, _, move = self.turn_words(moment - 1).partition(", ")
        return f"{told[:1].upper()}{told[1:]} of {rounds_of(self.moments)}, {move}"

    @property
    def ready(self) -> bool:
        """True if both teams' beliefs of this moment are known."""
        return self._running.lenses.have_heard(self.moment)

    @property
    def settling(self) -> bool:
        """True if the beliefs of the next moment are still to come."""
        return not self._running.lenses.have_heard(min(self.moment + 1, self.moments))

    def look_on(self, dt: float) -> None:
        """Let `dt` seconds pass; show the beliefs of this moment once they are known."""
        known = self.ready
        self._running.lenses.think(self._running.tape)
        if self.ready and not known:
            self._go_to(self.moment)
        self._stage.flashes.update(dt)
