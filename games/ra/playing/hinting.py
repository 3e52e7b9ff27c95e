"""Hints at the table of Ra, from its oracle, and how the last auction ended."""

from __future__ import annotations

from collections.abc import Sequence

from games.mind import Mind
from games.ra.playing.counsel import Answer, OracleHints
from games.ra.playing.course import ChanceCourse
from games.ra.rules.state import State
from games.session.seat_names import short_names
from games.shell.hinting import Hinting
from games.shell.table import Table


class OracleHinting(Hinting[State, Answer]):
    """The hints of a match at a `table`; `called` are its seats' names, `course` the
    thoughts about the game up to now.
    """

    counsel: OracleHints

    def __init__(self, table: Table, called: Sequence[str], course: ChanceCourse) -> None:
        super().__init__(table, OracleHints())
        self._course, self._names = course, short_names(called)

    def mind(self) -> Mind:
        """Return the whole hint, and the last auction."""
        found = self.counsel.mind(self._names)
        past = self._course.last_auction(self._names, self.table.seen.actor) if found else ()
        return (*found, *past)
