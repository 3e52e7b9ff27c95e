"""A match of Jaipur that is looked at again: with all cards open, or with what one seat knew.

Who looks through the eyes of a seat sees no card that it did not see, and beside the table what it
could count on; what the other thought would tell that other's cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.session.reveal import Reveal
from games.session.session import Session
from games.shell.hooks import Hooks
from games.shell.replay_steps import Again

CYCLE: Final = (None, 0, 1)
"""Whose eyes one looks through, one after the other; None for all cards open."""


class JaipurAgain(Again):
    """Goes through a match; `look_through` shows it as a seat saw it, None for all open."""

    def __init__(
        self,
        scene: Hooks,
        session: Session,
        changed: Callable[[], None],
        show: Callable[[Reveal], None],
        look_through: Callable[[int | None], None],
    ) -> None:
        super().__init__(scene, session, changed, show)
        self._look_through = look_through
        self.eyes: int | None = None

    @property
    def mind_taken(self) -> bool:
        """Through the eyes of a seat the panel shows what that seat could count on."""
        return self.eyes is not None

    def next_eyes(self) -> None:
        """All cards open, then as either seat saw them, and from the start."""
        self.eyes = CYCLE[(CYCLE.index(self.eyes) + 1) % len(CYCLE)]
        self._look_through(self.eyes)

    def entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return the button that changes the trader whose cards are seen."""
        return [("Eyes", "eye", self.next_eyes)]
