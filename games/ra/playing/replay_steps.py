"""A game of Ra that is looked at again: any moment is set up, and the history leads to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.mind import Mind
from games.ra.editor.beside import SET_UP, Entry, set_up
from games.ra.playing.history_page import HistoryPage
from games.ra.playing.past_page import Past
from games.ra.playing.reckoning import Reckoning
from games.ra.playing.thoughts import addressed
from games.session.replaying import Replay
from games.shell.input import Press
from games.shell.replay_steps import Again

HISTORY: Final = "History"


class RaAgain(Again):
    """The moments of a game of Ra.

    `called` are its seats' names in minds, `names` in their rows, `told` in its history; `waits`
    returns whether the seats' chances are still thought over, `standing` is the sum of an epoch
    that stands over the table.
    """

    called: Sequence[str] = ()
    names: Sequence[str] = ()
    told: Sequence[str] = ()
    waits: Callable[[], bool] = staticmethod(lambda: False)
    standing: Callable[[], Reckoning | None] = staticmethod(lambda: None)

    @property
    def ready(self) -> bool:
        """True if every seat's chance to win is there."""
        return not self.waits()

    def said(self, seat: int, mind: Mind, turn: int) -> Mind:
        """As at the table while it was played."""
        return addressed(mind, self.called, seat)

    def entries(self) -> list[Entry]:
        """Return the whole history, and the editor at the moment on show."""
        return [(HISTORY, "stats", self.open_history), (SET_UP, "edit", self._set_up)]

    def press(self, event: Press) -> bool:
        """Handle the keys of the history and of an epoch's sum, as in play."""
        standing = self.standing()
        if event.repeat or event.action not in ("history", "hint"):
            return False
        if event.action == "history":
            self.open_history()
        elif standing is not None:
            standing.hold()
        return True

    def open_history(self) -> None:
        """All that happens in the game; a line of it has the game stand there."""
        session, shell = self.session, self.scene.shell
        assert isinstance(session, Replay)
        revealed = [reveal.events for reveal in session.reel.reveals]
        past = Past(session.setup.params, session.film.line, revealed)
        page = HistoryPage(shell, past, self.told, self.stand_at)
        shell.push(page)
        page.seek(self.moment)

    def _set_up(self) -> None:
        set_up(self.scene.shell, self.session.seen, self.names)
