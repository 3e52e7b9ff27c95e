"""A game of Ra that is looked at again: any moment is set up, and the history leads to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from games.mind import Mind
from games.ra.editor.beside import SET_UP, Entry
from games.ra.playing.history_page import HistoryPage
from games.ra.playing.reckoning import Reckoning
from games.ra.playing.thoughts import addressed
from games.ra.playing.turn_paragraphs import SeenTurns
from games.ra.visibility import Visibility
from games.ra.words import without_scores
from games.session.replaying import Replay
from games.session.reveal import Reveal
from games.shell.input import Pointer, Press
from games.shell.replay_steps import ReplaySteps

HISTORY: Final = "History"


class RaReplaySteps(ReplaySteps):
    """The moments of a game of Ra.

    `called` are its seats' names in minds, `told` in its history; `waits` returns whether the
    seats' chances are still thought over, `standing` is the sum of an epoch that stands over the
    table. `edit` opens the editor with the table on show, where that may help (`may_help`);
    `point_at` explains the part under the pointer. `veil` hides what the viewer may not know.
    """

    called: Sequence[str] = ()
    told: Sequence[str] = ()
    veil: Visibility = Visibility()
    edit: Callable[[Callable[[], bool]], None] = staticmethod(lambda may_help: None)
    point_at: Callable[[Pointer], object] = staticmethod(lambda event: None)
    waits: Callable[[], bool] = staticmethod(lambda: False)
    standing: Callable[[], Reckoning | None] = staticmethod(lambda: None)

    @property
    def ready(self) -> bool:
        """True if every seat's chance to win is there."""
        return not self.waits()

    def said(self, seat: int, mind: Mind, turn: int) -> Mind:
        """Return the words as at the table while the match was played."""
        return addressed(mind, self.called, seat)

    def entries(self) -> list[Entry]:
        """Return the whole history, and the editor at the moment on show."""
        return [(HISTORY, "stats", self.open_history), (SET_UP, "edit", self._set_up)]

    def press(self, event: Press) -> bool:
        """Handle the keys of the history and of an epoch's sum, as in play."""
        standing = self.standing()
        if event.repeat or event.action not in ("history", "hint", "set_up"):
            return False
        if event.action == "history":
            self.open_history()
        elif event.action == "set_up":
            self._set_up()
        elif standing is not None:
            standing.hold()
        return True

    def open_history(self) -> None:
        """Open all that happens in the game; a line of it has the game stand there."""
        session, shell = self.session, self.scene.shell
        assert isinstance(session, Replay)

        def stand_at(turns: int) -> None:
            shell.pop()
            self.stand_at(turns)

        past = past_of(session.reel.reveals, self.veil)
        page = HistoryPage(shell, past, self.told, stand_at)
        shell.push(page)
        page.seek(self.moment)

    def _set_up(self) -> None:
        self.edit(self.may_help)

    def point(self, event: Pointer) -> bool:
        """Explain the part under the pointer; the pointer presses none."""
        self.point_at(event)
        return False


def past_of(reveals: Iterable[Reveal], veil: Visibility) -> SeenTurns:
    """Return turns that were played, for reading through a `veil`."""
    return SeenTurns([without_scores(reveal.events, veil.scores) for reveal in reveals])
