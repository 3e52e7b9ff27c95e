"""A match of Jaipur that is looked at again: with all cards open, or with what one seat knew.

Who looks through the eyes of a seat sees no card that it did not see, and beside the table what it
could count on; what the other thought would tell that other's cards. Of a round that is still
played nothing else is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.core import CHANCE
from games.jaipur.marks import NO_MARKS, Marks, MarkTable, marks_of
from games.jaipur.playing.minds import with_truth
from games.jaipur.words import TableLine, told_event
from games.mind import Mind
from games.session.replaying import Replay
from games.session.reveal import Reveal
from games.session.session import Session
from games.shell.hooks import Hooks
from games.shell.replay_steps import ReplaySteps

CYCLE: Final = (None, 0, 1)
"""Whose eyes one looks through, one after the other; None for all cards open."""
VEILED: Final = "This round is still played: what the others held and thought comes after it."


class JaipurReplaySteps(ReplaySteps):
    """Goes through a match of seats with these `names`, through the `eyes` of one or none."""

    def __init__(
        self,
        scene: Hooks,
        session: Session,
        changed: Callable[[], None],
        show: Callable[[Reveal], None],
        names: Sequence[str],
    ) -> None:
        super().__init__(scene, session, changed, show)
        assert isinstance(session, Replay)
        moments = session.film.moments
        ends = (n for n in range(len(moments)) if any(e.kind == "score" for e in moments[n].events))
        self._open_before, self._names = max(ends, default=0), names
        self._chosen: int | None = None

    @property
    def _limited(self) -> bool:
        """True of a moment of which `Setup.eyes` alone see what is hidden."""
        return self.session.setup.eyes is not None and self.moment >= self._open_before

    @property
    def eyes(self) -> int | None:
        """The seat through whose eyes the moment on show is seen; None for all cards open."""
        return self.session.setup.eyes if self._limited else self._chosen

    @property
    def mind_taken(self) -> bool:
        """Through the eyes of a seat the panel shows what that seat could count on."""
        return self.eyes is not None

    def said(self, seat: int, mind: Mind, turn: int) -> Mind:
        """Return the thoughts with the other's hand marked in them, as it was then."""
        session = self.session
        assert isinstance(session, Replay)
        return with_truth(mind, session.film.moments[turn - 1].state.traders[1 - seat].hand)

    def marked(self, table: MarkTable, below: int) -> Marks:
        """Return the move that comes next as marks on the `table` of the seat that lies `below`."""
        seat, move = next(iter(self._coming().moves.items()), (CHANCE, ""))
        if seat == CHANCE:
            return NO_MARKS
        found = marks_of(move, table)
        return found if seat == below else found._replace(given=NO_MARKS.given, camels=0)

    def told(self) -> TableLine:
        """Return the move that comes next in words, an empty line where none does."""
        told = (told_event(event, self._names) for event in self._coming().events)
        return TableLine(next(filter(None, told), ""))

    def _coming(self) -> Reveal:
        session = self.session
        assert isinstance(session, Replay)
        reveals = session.reel.reveals
        return reveals[self.moment] if self.moment < len(reveals) else Reveal({}, ())

    def next_eyes(self) -> None:
        """Change the view: all cards open, then as either seat saw them, and from the start."""
        if self._limited:
            self.scene.shell.toast(VEILED)
            return
        eyes = self._chosen = CYCLE[(CYCLE.index(self._chosen) + 1) % len(CYCLE)]
        self.changed()
        name = "" if eyes is None else self._names[eyes]
        known = f"What {'you' if name == 'You' else name} knew." if name else "All cards lie open."
        self.scene.shell.toast(known)

    def entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return the button that changes the trader whose cards are seen."""
        return [("Eyes", "eye", self.next_eyes)]
