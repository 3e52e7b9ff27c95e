"""The face of a table for a match that is looked at again (`games.shell.pages.past.replay`).

The usual `ReplaySteps` goes from turn to turn of the session. A game whose page has a time of its
own, or more to offer, gives another (`Table.again`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from games.mind import Mind
from games.session.replaying import Replay
from games.session.reveal import Reveal
from games.session.session import Session
from games.shell.hooks import Hooks
from games.shell.input import Pointer, Press


class ReplaySteps:
    """The moments of a match, and how a `scene` shows them.

    `changed` draws the match where it stands now, `show` how a turn came about.
    """

    rethinks: ClassVar[bool] = True
    """Whether the mind view shows what the agents in the seats thought."""
    rest: ClassVar[float] = 0.5
    """Seconds between two moments that are played, beside what is animated; by eye."""

    def __init__(
        self,
        scene: Hooks,
        session: Session,
        changed: Callable[[], None],
        show: Callable[[Reveal], None],
    ) -> None:
        self.scene, self.session = scene, session
        self.changed, self.show = changed, show
        self.may_help: Callable[[], bool] = lambda: True  # may a tool show as much as a hint?

    @property
    def first(self) -> int:
        """The moment to begin at; earlier ones have no picture."""
        return 0

    @property
    def moments(self) -> int:
        """The number of moments after the start."""
        session = self.session
        return session.length if isinstance(session, Replay) else len(session.match.turns)

    @property
    def moment(self) -> int:
        """The moment on show: the number of turns played."""
        return len(self.session.match.turns)

    def stand_at(self, moment: int) -> None:
        """Show a moment, without any motion."""
        self.session.go_to(moment)
        self.changed()

    def play_on(self) -> None:
        """Show how the next moment comes about."""
        if self.session.redo() and self.session.last is not None:
            self.show(self.session.last)

    def words(self, moment: int) -> str:
        """Return the name of a moment."""
        if moment <= self.first:
            return "The start"
        told, last = self.turn_words(moment - 1), self.turn_words(max(0, self.moments - 1))
        return f"{told[:1].upper()}{told[1:]} of {last.rpartition(' ')[2]}"

    def turn_words(self, played: int) -> str:
        """Return the name of the turn after `played` turns: "round 4"."""
        return f"{self.session.spec.told.turn} {self.scene.turn_due(played)}"

    @property
    def settling(self) -> bool:
        """True if the next moment has to wait for what moves."""
        return self.scene.busy

    @property
    def ready(self) -> bool:
        """True if all that is to be seen of this moment is there."""
        return True

    @property
    def mind_taken(self) -> bool:
        """True if the mind view shows items that are no agent's thought."""
        return False

    def said(self, seat: int, mind: Mind, turn: int) -> Mind:
        """Return a seat's thoughts at a `turn`, counted from 1, in the words of this page."""
        return mind

    def look_on(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        self.scene.animate(dt)

    def point(self, event: Pointer) -> bool:
        """Handle the pointer over the stage; return whether it was used."""
        return False

    def press(self, event: Press) -> bool:
        """Handle a key that the page itself does not use; return whether it was used."""
        return False

    @property
    def marks(self) -> tuple[int, ...]:
        """Moments that are marked on the slider."""
        return ()

    def entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return the entries that are added to the bar: label, icon, action."""
        return []
