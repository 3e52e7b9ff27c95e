"""Hints at the table of Ra: asked for by a key, shown in the mind view, gone with the choice."""

from __future__ import annotations

from collections.abc import Sequence

from games.mind import Mind
from games.ra import SEAT_NAMES
from games.ra.playing.counsel import CAPTION, OracleHints
from games.ra.playing.course import Course
from games.shell.counsel import ALL
from games.shell.draw.theme import SEAT_COLOURS, Colour
from games.shell.table import Table


class Hinting:
    """The hints of a match at a `table`; `called` are its seats' names in their rows, `course` the
    thoughts about the game up to now.
    """

    def __init__(self, table: Table, called: Sequence[str], course: Course) -> None:
        self.counsel = OracleHints()
        self._course = course
        self._table, self._names = table, short_names(called)
        self._awaits = False
        self._before: tuple[Mind, str | Colour, str] | None = None
        self._shown: Mind = ()

    @property
    def waits(self) -> bool:
        """True if a hint is on its way, or has come and is still to be seen."""
        return self.counsel.thinking or self._awaits

    def ask(self) -> None:
        """Ask for a hint where a choice is due: a word, then all of it, then close it."""
        table = self._table
        if table.waiting_for_person is None:
            return
        self.counsel.hint(table.seen)
        self._open()
        if table.panel is None and self.counsel.showing == ALL:
            table.toggle_mind()

    def forget(self) -> None:
        """The choice is made: what stood in the mind view before stands there again."""
        if self.counsel.showing:
            self.counsel.forget()
            self._open()

    def update(self) -> None:
        """Show a hint that has come."""
        if self._awaits and not self.counsel.thinking:
            self._open()

    def _open(self) -> None:
        """Show all of a hint in the mind view, or what stood there before it."""
        view, mind = self._table.mind_view, self.counsel.mind(self._names)
        self._awaits = self.counsel.thinking
        if mind:
            self._before = self._before or (view.mind, view.owner, view.caption)
            past = self._course.last_auction(self._names, self._table.seen.actor)
            self._shown = mind = (*mind, *past)
            view.owner, view.caption = SEAT_COLOURS[self._table.seen.actor], CAPTION
            view.show(mind)
        elif self._before is not None:
            before, view.owner, view.caption = self._before
            if view.mind is self._shown:
                view.show(before)
            self._before = None


def short_names(called: Sequence[str]) -> list[str]:
    """Names for figures: those that several seats have, by their colours alone."""
    return [
        SEAT_NAMES[seat] if called.count(name) > 1 else name for seat, name in enumerate(called)
    ]
