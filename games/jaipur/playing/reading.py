"""The reading of a match's open moves about each trader's ways, in a thread.

No frame waits for it: a move takes some hundredths of a second, a match that is gone on with a part
of a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from games import catalog
from games.beside import Latest
from games.core import WATCHERS, Event
from games.jaipur.asks import MoveReader
from games.match import seen_by
from games.mind import Mind
from games.spec import Params
from games.streams import Stream


class ReadAlong:
    """Reads a match along; `fresh` says that what was read last was not looked at yet."""

    def __init__(self, params: Params) -> None:
        """Begin before the first move."""
        self.params = params
        self.fresh = False
        self._mind: Mind = ()
        self._heard: tuple[Event, ...] = ()
        self._reader: MoveReader | None = None
        self._latest = Latest(self._read)

    def follow(self, events: Sequence[Event]) -> None:
        """Read the events since: `events` are all of the match.

        Only public events are read. After choices were taken back, all is read anew.
        """
        self._latest.ask(seen_by(tuple(events), (WATCHERS,)))

    def _read(self, line: tuple[Event, ...]) -> None:
        if line == self._heard:
            return
        reader = self._reader
        if reader is None or line[: len(self._heard)] != self._heard:
            reader, self._heard = cast(MoveReader, catalog.watcher("jaipur", "reader")), ()
            reader.begin((), catalog.rules("jaipur"), self.params, Stream.named(0, "reader"))
        reader.observe(line[len(self._heard) :])
        while reader.think():
            pass
        self._reader, self._heard = reader, line
        self._mind, self.fresh = reader.mind(), True

    @property
    def mind(self) -> Mind:
        """The reading by now."""
        return self._mind

    @property
    def waiting(self) -> bool:
        """True while a reading is on its way, or is still to be shown."""
        return self._latest.busy or self.fresh

    def wait(self) -> None:
        """Come back when all is read."""
        self._latest.wait()
